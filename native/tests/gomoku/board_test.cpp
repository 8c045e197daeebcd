#include "gomoku/board/board.hpp"

#include <random>
#include <string>

#include "tests/check.hpp"

using namespace fivefold;
using namespace fivefold::gomoku;

namespace {

constexpr std::array all_rules{"freestyle",
                               "standard",
                               "renju",
                               "caro",
                               "omok",
                               "omok:threes=black:fours=black",
                               "omok:six=forbidden",
                               "omok:threes=black:six=win"};

// One line of a board as text, classified by brute force from the definitions.
struct LineText {
    std::string cells;
    char own;
    char other;
    const SideRules& rules;

    int size() const { return static_cast<int>(cells.size()); }
    char at(int place) const { return place < 0 || place >= size() ? '|' : cells[place]; }
    bool is_free(int place) const { return at(place) == '.'; }

    LineText with(int place, char stone) const {
        LineText changed = *this;
        changed.cells[place] = stone;
        return changed;
    }

    Row row(int place) const {
        Row found{place, place};
        while (at(found.first - 1) == own) {
            --found.first;
        }
        while (at(found.last + 1) == own) {
            ++found.last;
        }
        return found;
    }

    bool is_five(int place) const {
        const Row found = row(place);
        return rules.wins_by(found.length()) &&
               !(rules.needs_an_end && at(found.first - 1) == other && at(found.last + 1) == other);
    }

    // Whether one more stone makes a five with the stone at `place`.
    bool is_four(int place) const {
        for (int next = 0; next < size(); ++next) {
            if (is_free(next) && with(next, own).is_five(place) &&
                with(next, own).row(place).first <= next &&
                next <= with(next, own).row(place).last) {
                return true;
            }
        }
        return false;
    }

    bool is_open_four(int place) const {
        bool open = is_four(place);
        for (int reply = 0; reply < size(); ++reply) {
            open = open && (!is_free(reply) || with(reply, other).is_four(place));
        }
        return open;
    }

    bool is_three(int place) const {
        for (int next = 0; next < size(); ++next) {
            if (is_free(next)) {
                const LineText after = with(next, own);
                if (!after.is_five(place) && after.row(place).length() < 6 &&
                    after.is_open_four(place) &&
                    (!rules.no_fours || after.row(place).length() == 4)) {
                    return true;
                }
            }
        }
        return false;
    }
};

Board board_of(const std::string& text, const Rules& rules) {
    return Board(Position(text, rules), rules);
}

CodeValues some_values() {
    CodeValues values{};
    for (std::size_t code = 0; code < values.size(); ++code) {
        values[code] = static_cast<std::int16_t>(code * 37 % 1001);
    }
    return values;
}

bool is_same(const Board& left, const Board& right) {
    bool same = left.hash() == right.hash() && left.empty_count() == right.empty_count() &&
                left.winner() == right.winner();
    for (const Side side : {Side::first, Side::second}) {
        same = same && left.value(side) == right.value(side);
        for (int kind = 0; kind < kind_count; ++kind) {
            same = same && left.count(side, Kind(kind)) == right.count(side, Kind(kind));
        }
        for (int row = left.first_array_row(); row <= left.last_array_row(); ++row) {
            same = same && left.candidates(row) == right.candidates(row);
        }
        for (int cell = 0; cell < left.size() * left.size(); ++cell) {
            const int square = square_of_cell(cell, left.size());
            same =
                same && left.stone(square) == right.stone(square) &&
                (!left.is_empty(square) || (left.code(side, square) == right.code(side, square) &&
                                            left.kind(side, square) == right.kind(side, square)));
        }
    }
    return same;
}

}  // namespace

TEST(gomoku_line_classes_match_their_definitions) {
    std::mt19937 chance(1);
    for (const char* const name : all_rules) {
        const Rules rules = parse_rules(name);
        for (int round = 0; round < 150; ++round) {
            const int size = 5 + static_cast<int>(chance() % 9);
            std::string cells(static_cast<std::size_t>(size * size), '.');
            const unsigned fullness = 2 + chance() % 4;
            for (int column = 0; column < size; ++column) {
                if (chance() % 6 < fullness) {
                    cells[column] = chance() % 3 == 0 ? 'O' : 'X';
                }
            }
            const std::string text = cells + " X";
            if (tests::throws<InvalidText>([&] { Position(text, rules); })) {
                continue;
            }
            const Board board = board_of(text, rules);
            for (const Side side : {Side::first, Side::second}) {
                const bool is_first = side == Side::first;
                const LineText line{cells.substr(0, size), is_first ? 'X' : 'O',
                                    is_first ? 'O' : 'X', rules.of(side)};
                for (int place = 0; place < size; ++place) {
                    if (!line.is_free(place)) {
                        continue;
                    }
                    const LineText after = line.with(place, line.own);
                    const LineClass found = board.line_class(side, square_at(place, 0), 0);
                    const bool five = after.is_five(place);
                    const bool too_long = !five && after.row(place).length() > 5;
                    const bool nothing = five || after.row(place).length() >= 5;
                    const bool open = !nothing && after.is_open_four(place);
                    const bool four = !nothing && after.is_four(place);
                    const bool three = !nothing && !four && after.is_three(place);
                    CHECK((found == LineClass::five) == five);
                    CHECK((found == LineClass::overline) == too_long);
                    CHECK((found == LineClass::open_four || found == LineClass::double_four) ==
                          open);
                    CHECK((found == LineClass::four) == (four && !open));
                    CHECK((found == LineClass::open_three || found == LineClass::split_three) ==
                          three);
                }
            }
        }
    }
}

TEST(gomoku_board_agrees_with_the_rules_and_undoes_every_move) {
    std::mt19937 chance(2);
    const CodeValues values = some_values();
    for (int game = 0; game < 48; ++game) {
        const Rules rules = parse_rules(all_rules[game % all_rules.size()]);
        const int size = game < 8 ? 15 : 5 + static_cast<int>(chance() % 18);
        Position position(std::string(static_cast<std::size_t>(size * size), '.') + " X", rules);
        Board board(position, rules, values);
        std::vector<Board> earlier;
        while (!position.is_over() && board.ply() < 120) {
            std::vector<int> legal;
            for (int cell = 0; cell < position.cell_count(); ++cell) {
                const int square = square_of_cell(cell, size);
                CHECK(position.is_empty(cell) == board.is_empty(square));
                if (position.is_empty(cell)) {
                    const bool is_legal = position.is_legal(cell);
                    CHECK(is_legal == !board.is_forbidden(position.to_move(), square));
                    const int middle = size / 2;
                    if (is_legal && std::abs(cell / size - middle) < 5 &&
                        std::abs(cell % size - middle) < 5) {
                        legal.push_back(cell);
                    }
                }
            }
            if (legal.empty()) {
                break;
            }
            const int cell = legal[chance() % legal.size()];
            const int square = square_of_cell(cell, size);
            const bool wins = board.kind(position.to_move(), square) == Kind::five;
            earlier.push_back(board);
            const std::uint64_t hash = board.hash_after(square);
            position.place(cell);
            board.place(square);
            CHECK(position.winner().has_value() == wins);
            CHECK(board.winner() == position.winner());
            CHECK(board.to_move() == position.to_move());
            CHECK(board.hash() == hash);
            CHECK(is_same(board, Board(position, rules, values)));
        }
        for (; !earlier.empty(); earlier.pop_back()) {
            board.take_back();
            CHECK(is_same(board, earlier.back()));
        }
    }
}

TEST(gomoku_board_sees_forks_and_open_fours) {
    const Rules rules = parse_rules("freestyle");
    std::string text(225, '.');
    for (const char* const cell : {"f8", "g8", "h9", "h10"}) {
        text[parse_move(cell, 15)] = 'X';
    }
    const Board board = board_of(text + " X", rules);
    const auto square = [](const char* cell) { return square_of_cell(parse_move(cell, 15), 15); };
    CHECK(board.kind(Side::first, square("h8")) == Kind::double_three);
    CHECK(board.count(Side::first, Kind::double_three) == 1);
    CHECK(board.find(Side::first, Kind::double_three) == square("h8"));
    const Rules renju = parse_rules("renju");
    const Board barred = board_of(text + " X", renju);
    CHECK(barred.kind(Side::first, square("h8")) == Kind::foul);
    CHECK(barred.is_forbidden(Side::first, square("h8")));
    CHECK(barred.exact_kind(Side::second, square("h8")) == Kind::none);
}
