#include "gomoku/board/board.hpp"

#include <algorithm>
#include <utility>

namespace fivefold::gomoku {

namespace {

constexpr CodeValues no_values{};

// Marks a non-empty square; memchr() never searches for it.
constexpr std::uint8_t no_kind = 255;

// The candidate squares around a stone, row by row:
//
//     * . . . * . . . *
//     . * * * * * * * .
//     . * * * * * * * .
//     . * * * * * * * .
//     * * * * X * * * *     and so on downwards
constexpr std::array<std::uint32_t, 9> nearness{0b100010001, 0b011111110, 0b011111110,
                                                0b011111110, 0b111111111, 0b011111110,
                                                0b011111110, 0b011111110, 0b100010001};
constexpr int nearness_reach = 4;

constexpr std::uint64_t scrambled(std::uint64_t number) {
    number += 0x9e3779b97f4a7c15u;
    number = (number ^ number >> 30) * 0xbf58476d1ce4e5b9u;
    number = (number ^ number >> 27) * 0x94d049bb133111ebu;
    return number ^ number >> 31;
}

constexpr auto stone_keys = [] {
    std::array<std::array<std::uint64_t, square_count>, 2> keys{};
    for (std::size_t side = 0; side < 2; ++side) {
        for (std::size_t square = 0; square < square_count; ++square) {
            keys[side][square] = scrambled(2 * square + side + 1);
        }
    }
    return keys;
}();

// A distinct number for each size and rule set.
std::uint64_t hash_of_rules(const Rules& rules, int size) {
    std::uint64_t flags = static_cast<std::uint64_t>(size);
    for (const SideRules& side : {rules.first, rules.second}) {
        for (const bool flag :
             {side.six_wins, side.needs_an_end, side.no_six, side.no_fours, side.no_threes}) {
            flags = flags << 1 | (flag ? 1 : 0);
        }
    }
    return scrambled(flags << 20);
}

// Spreads two classes in a byte to the low and the high half of a word.
constexpr std::uint32_t both_classes(std::uint32_t byte) {
    return (byte | byte << 12) & 0x000f000fu;
}

Point point_of(int square) {
    return {column_of(square), row_of(square)};
}

}  // namespace

Board::Board(const Position& position, const Rules& rules) : Board(position, rules, no_values) {}

Board::Board(const Position& position, const Rules& rules, const CodeValues& values)
    : rules_(rules),
      patterns_(Patterns::of(rules)),
      code_of_packed_(codes_of_classes().data()),
      size_(position.size()),
      empty_(position.cell_count()),
      first_square_(square_at(0, 0)),
      square_range_(static_cast<std::size_t>(square_at(size_ - 1, size_ - 1) + 1 - first_square_)),
      to_move_(position.to_move()),
      has_fouls_(rules.first.has_fouls() || rules.second.has_fouls()),
      hash_(hash_of_rules(rules, size_)) {
    auto meanings = std::make_shared<Meanings>();
    for (const Side side : {Side::first, Side::second}) {
        for (int code = 0; code < code_count; ++code) {
            (*meanings)[index_of(side)][code] = {
                values[code], static_cast<std::uint16_t>(patterns_->kind(side, code))};
        }
    }
    meanings_ = std::move(meanings);
    for (int row = 0; row < size_; ++row) {
        for (int column = 0; column < size_; ++column) {
            squares_[square_at(column, row)].stone = Stone::none;
        }
        free_[row + margin] = ((1u << size_) - 1) << margin;
    }
    kinds_[0].fill(no_kind);
    kinds_[1].fill(no_kind);
    for (int cell = 0; cell < empty_; ++cell) {
        set_up_square(square_of_cell(cell, size_));
    }
    const int middle = square_at(size_ / 2, size_ / 2);
    near_[middle / row_length] |= 1u << middle % row_length;
    changes_.resize(static_cast<std::size_t>(empty_ * 8 * patterns_->reach()));
    history_.reserve(static_cast<std::size_t>(empty_));
    const std::string text = position.text();
    for (int cell = 0; cell < position.cell_count(); ++cell) {
        if (text[cell] != '.') {
            put(square_of_cell(cell, size_), text[cell] == 'X' ? Side::first : Side::second);
        }
    }
    // Stones of the initial position cannot be taken back.
    history_.clear();
    change_count_ = 0;
    winner_ = position.winner();
    if (to_move_ == Side::second) {
        hash_ ^= turn_key;
    }
}

// The state an update needs, kept together so that it stays in registers.
struct Board::Update {
    Square* squares;
    const std::uint8_t* classes;
    const std::uint16_t* codes;
    const Meaning* first;
    const Meaning* second;
    Change* next_change;
    int value;
    int square;
    std::uint32_t bits;

    View view_of(std::uint32_t packed) const {
        const std::uint32_t first_code = codes[packed & 0xffff];
        const std::uint32_t second_code = codes[packed >> 16];
        const Meaning of_first = first[first_code];
        const Meaning of_second = second[second_code];
        return {packed, first_code | second_code << 16,
                static_cast<std::uint16_t>(of_first.kind | of_second.kind << 8),
                static_cast<std::int16_t>(of_first.value - of_second.value)};
    }
};

Board::Update Board::update_at(int square, Side side) {
    return {.squares = squares_.data(),
            .classes = patterns_->table(),
            .codes = code_of_packed_,
            .first = (*meanings_)[0].data(),
            .second = (*meanings_)[1].data(),
            .next_change = changes_.data() + change_count_,
            .value = value_,
            .square = square,
            .bits = side == Side::first ? 1u : 2u};
}

// Initialises an empty square of the empty board.
void Board::set_up_square(int square) {
    const int reach = patterns_->reach();
    Square& here = squares_[square];
    for (int direction = 0; direction < 4; ++direction) {
        for (int offset = -reach; offset <= reach; ++offset) {
            if (squares_[square + offset * steps[direction]].stone == Stone::edge) {
                here.keys[direction] |= 3u << Patterns::shift(offset, reach);
            }
        }
        here.view.packed |= both_classes(patterns_->classes(here.keys[direction])) << 4 * direction;
    }
    here.view = update_at(square, Side::first).view_of(here.view.packed);
    for (int side = 0; side < 2; ++side) {
        kinds_[side][square] = static_cast<std::uint8_t>(here.view.kinds >> 8 * side);
        ++counts_[side][kinds_[side][square]];
    }
    value_ += here.view.value;
}

void Board::set_kinds(int square, std::uint16_t kinds) {
    for (int side = 0; side < 2; ++side) {
        std::uint8_t& kind = kinds_[side][square];
        --counts_[side][kind];
        kind = static_cast<std::uint8_t>(kinds >> 8 * side);
        ++counts_[side][kind];
    }
}

// Updates the view of a square that shares one line with the new stone.
template <int Reach, int Direction, int Offset>
inline void Board::update_square(Update& update) {
    const int at = update.square + Offset * steps[Direction];
    Square& here = update.squares[at];
    const std::uint32_t key = here.keys[Direction] ^ update.bits << Patterns::shift(-Offset, Reach);
    here.keys[Direction] = key;
    if (here.stone != Stone::none) {
        return;
    }
    const std::uint32_t classes = both_classes(update.classes[key]);
    const std::uint32_t packed =
        (here.view.packed & ~(0x000f000fu << 4 * Direction)) | classes << 4 * Direction;
    if (packed == here.view.packed) {
        return;
    }
    const View before = here.view;
    const View view = update.view_of(packed);
    *update.next_change++ = {before, static_cast<std::uint32_t>(at), view.codes};
    update.value += view.value - before.value;
    here.view = view;
    if (view.kinds != before.kinds) {
        set_kinds(at, view.kinds);
    }
}

template <int Reach>
void Board::update_lines(int square, Side side) {
    Update update = update_at(square, side);
    const auto along = [&]<int Direction, int... Index>(std::integer_sequence<int, Direction>,
                                                        std::integer_sequence<int, Index...>) {
        (update_square<Reach, Direction, Index - Reach>(update), ...);
        (update_square<Reach, Direction, Index + 1>(update), ...);
    };
    constexpr auto offsets = std::make_integer_sequence<int, Reach>();
    along(std::integer_sequence<int, 0>(), offsets);
    along(std::integer_sequence<int, 1>(), offsets);
    along(std::integer_sequence<int, 2>(), offsets);
    along(std::integer_sequence<int, 3>(), offsets);
    value_ = update.value;
    change_count_ = static_cast<std::uint32_t>(update.next_change - changes_.data());
}

template <int Reach>
void Board::restore_lines(int square, Side side) {
    const std::uint32_t bits = side == Side::first ? 1 : 2;
    for (int direction = 0; direction < 4; ++direction) {
        const int step = steps[direction];
#pragma GCC unroll 5
        for (int offset = 1; offset <= Reach; ++offset) {
            squares_[square + offset * step].keys[direction] ^= bits
                                                                << Patterns::shift(-offset, Reach);
            squares_[square - offset * step].keys[direction] ^= bits
                                                                << Patterns::shift(offset, Reach);
        }
    }
}

void Board::put(int square, Side side) {
    const int row = square / row_length;
    const int column = square % row_length;
    Before& before = history_.emplace_back();
    before.square = square;
    before.changes = change_count_;
    before.hash = hash_;
    before.counts = counts_;
    before.value = value_;
    before.winner = winner_;
    if (kind(side, square) == Kind::five) {
        winner_ = side;
    }
    Square& here = squares_[square];
    value_ -= here.view.value;
    for (int each = 0; each < 2; ++each) {
        --counts_[each][kinds_[each][square]];
        kinds_[each][square] = no_kind;
    }
    for (int step = 0; step < near_rows; ++step) {
        std::uint32_t& near = near_[row - nearness_reach + step];
        before.near[step] = near;
        near |= nearness[step] << (column - nearness_reach);
    }
    free_[row] &= ~(1u << column);
    here.stone = static_cast<Stone>(side);
    --empty_;
    hash_ ^= stone_keys[index_of(side)][square];
    if (has_fouls_) {
        lines_[index_of(side)].toggle(point_of(square), size_);
    }
    if (patterns_->reach() == 4) {
        update_lines<4>(square, side);
    } else {
        update_lines<5>(square, side);
    }
}

void Board::place(int square) {
    put(square, to_move_);
    pass();
}

std::uint64_t Board::hash_after(int square) const {
    return hash_ ^ turn_key ^ stone_keys[index_of(to_move_)][square];
}

int Board::take_back() {
    pass();
    const Before& before = history_.back();
    const int square = before.square;
    const Side side = to_move_;
    if (patterns_->reach() == 4) {
        restore_lines<4>(square, side);
    } else {
        restore_lines<5>(square, side);
    }
    if (has_fouls_) {
        lines_[index_of(side)].toggle(point_of(square), size_);
    }
    while (change_count_ != before.changes) {
        const Change& change = changes_[--change_count_];
        squares_[change.square].view = change.before;
        kinds_[0][change.square] = static_cast<std::uint8_t>(change.before.kinds);
        kinds_[1][change.square] = static_cast<std::uint8_t>(change.before.kinds >> 8);
    }
    kinds_[0][square] = static_cast<std::uint8_t>(squares_[square].view.kinds);
    kinds_[1][square] = static_cast<std::uint8_t>(squares_[square].view.kinds >> 8);
    const int row = square / row_length;
    std::copy(before.near.begin(), before.near.end(), near_.begin() + row - nearness_reach);
    free_[row] |= 1u << square % row_length;
    squares_[square].stone = Stone::none;
    ++empty_;
    hash_ = before.hash;
    counts_ = before.counts;
    value_ = before.value;
    winner_ = before.winner;
    history_.pop_back();
    return square;
}

bool Board::is_foul(Side side, int square) const {
    const Stones stones{lines_[index_of(side)], lines_[index_of(opponent(side))], size_,
                        rules_.of(side)};
    return judge(stones, point_of(square)).foul != Foul::none;
}

Kind Board::exact_kind(Side side, int square) const {
    const Kind known = kind(side, square);
    return known != Kind::foul || is_foul(side, square) ? known
                                                        : patterns_->plain_kind(code(side, square));
}

}  // namespace fivefold::gomoku
