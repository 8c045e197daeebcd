#include "proof/checker.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <set>
#include <stdexcept>
#include <string_view>
#include <utility>

namespace fivefold::proof {

namespace {

using Word = std::uint64_t;
using Words = std::vector<Word>;
using Cell = std::pair<int, int>;
using Shape = std::set<Cell>;

constexpr int side = 8;
constexpr int cells_in_grid = side * side;
constexpr std::size_t smallest_memory = std::size_t{1} << 12;

// Each piece row by row, in letter order.
constexpr std::array<std::string_view, 12> pictures{
    ".## ##. .#.",  // F
    "#####",        // I
    "#. #. #. ##",  // L
    ".# .# ## #.",  // N
    "## ## #.",     // P
    "### .#. .#.",  // T
    "#.# ###",      // U
    "#.. #.. ###",  // V
    "#.. ##. .##",  // W
    ".#. ### .#.",  // X
    ".# ## .# .#",  // Y
    "##. .#. .##",  // Z
};

Shape shape_in(std::string_view picture) {
    Shape shape;
    int row = 0;
    int column = 0;
    for (const char mark : picture) {
        if (mark == '#') {
            shape.emplace(row, column);
        }
        row += mark == ' ';
        column = mark == ' ' ? 0 : column + 1;
    }
    return shape;
}

Shape moved_to_corner(const Shape& shape) {
    int top = side;
    int left = side;
    for (const auto& [row, column] : shape) {
        top = std::min(top, row);
        left = std::min(left, column);
    }
    Shape moved;
    for (const auto& [row, column] : shape) {
        moved.emplace(row - top, column - left);
    }
    return moved;
}

// The distinct orientations of the piece, each moved to the top left corner.
std::set<Shape> ways_to_lay(std::string_view picture) {
    Shape shape = shape_in(picture);
    std::set<Shape> ways;
    for (int quarter = 0; quarter < 4; ++quarter) {
        Shape turned;
        Shape flipped;
        for (const auto& [row, column] : shape) {
            turned.emplace(column, -row);
            flipped.emplace(row, -column);
        }
        ways.insert(moved_to_corner(shape));
        ways.insert(moved_to_corner(flipped));
        shape = std::move(turned);
    }
    return ways;
}

// The shape's cells at this offset as a word in which cell i is bits[i]; 0 if a cell is taken or
// off the grid.
Word word_of(const Shape& shape, int down, int right, const std::array<Word, cells_in_grid>& bits) {
    Word word = 0;
    for (const auto& [row, column] : shape) {
        const int y = row + down;
        const int x = column + right;
        if (y >= side || x >= side || bits[side * y + x] == 0) {
            return 0;
        }
        word |= bits[side * y + x];
    }
    return word;
}

// All possible placements as words, those that leave the fewest replies first.
Words placements(Word free_cells, unsigned pieces_left) {
    int number = 0;
    std::array<Word, cells_in_grid> bits{};
    for (int cell = 0; cell < cells_in_grid; ++cell) {
        if (free_cells >> cell & 1) {
            bits[cell] = Word{1} << number++;
        }
    }
    Words found;
    for (std::size_t piece = 0; piece < pictures.size(); ++piece) {
        if ((pieces_left >> piece & 1) == 0) {
            continue;
        }
        const Word piece_bit = Word{1} << number++;
        for (const Shape& shape : ways_to_lay(pictures[piece])) {
            for (int cell = 0; cell < cells_in_grid; ++cell) {
                if (const Word word = word_of(shape, cell / side, cell % side, bits)) {
                    found.push_back(word | piece_bit);
                }
            }
        }
    }
    std::vector<std::pair<std::ptrdiff_t, Word>> ordered;
    for (const Word move : found) {
        const auto left = std::count_if(found.begin(), found.end(),
                                        [move](Word other) { return (other & move) == 0; });
        ordered.emplace_back(left, move);
    }
    std::sort(ordered.begin(), ordered.end());
    std::transform(ordered.begin(), ordered.end(), found.begin(),
                   [](const auto& entry) { return entry.second; });
    return found;
}

// Copies the placements that remain after the move, in order, and returns their number.
std::size_t copy_possible(const Words& from, std::size_t count, Word move, Words& to) {
    std::size_t kept = 0;
    for (std::size_t i = 0; i < count; ++i) {
        to[kept] = from[i];
        kept += (from[i] & move) == 0;
    }
    return kept;
}

}  // namespace

Memory::Memory(std::size_t megabytes) : most_(smallest_memory) {
    // While growing, the old and the doubled table exist together: three times the size.
    while (3 * most_ * sizeof(Entry) <= megabytes << 20) {
        most_ *= 2;
    }
    forget();
}

void Memory::forget() {
    entries_.assign(smallest_memory, Entry{});
    filled_ = 0;
}

const Memory::Entry& Memory::place_of(Word position) const {
    Word mixed = (position ^ position >> 32) * 0xd6e8feb86659fd93u;
    mixed ^= mixed >> 32;
    return entries_[mixed & (entries_.size() - 1)];
}

Memory::Entry& Memory::place_of(Word position) {
    return const_cast<Entry&>(std::as_const(*this).place_of(position));
}

std::optional<Word> Memory::recall(Word position) const {
    const Entry& entry = place_of(position);
    return entry.position == position ? std::optional(entry.winner) : std::nullopt;
}

void Memory::keep(Word position, Word winner) {
    if (2 * filled_ > entries_.size() && entries_.size() < most_) {
        grow();
    }
    Entry& entry = place_of(position);
    filled_ += entry.position == 0;
    entry = {position, winner};
}

void Memory::grow() {
    std::vector<Entry> smaller(2 * entries_.size());
    smaller.swap(entries_);
    filled_ = 0;
    for (const Entry& entry : smaller) {
        if (entry.position != 0) {
            keep(entry.position, entry.winner);
        }
    }
}

Checker::Checker(std::size_t table_megabytes) : memory_(table_megabytes) {}

std::optional<bool> Checker::is_lost(Word free_cells, unsigned pieces_left, const StopFlag& stop) {
    if (pieces_left >> pictures.size() != 0) {
        throw std::invalid_argument("There are only twelve pieces.");
    }
    if (std::popcount(free_cells) + std::popcount(pieces_left) > 64) {
        throw std::invalid_argument("At most 64 free cells and pieces are supported.");
    }
    const Words all = placements(free_cells, pieces_left);
    // Each level uses up a piece, and at the last no move is possible. A level has room for one
    // placement too many: see copy_possible.
    const Words room(all.size() + 1);
    levels_.assign(std::popcount(pieces_left) + 1u, Level{room, room});
    std::copy(all.begin(), all.end(), levels_.front().moves.begin());
    memory_.forget();
    stop_ = &stop;
    was_stopped_ = false;
    const Word found = winner(0, all.size());
    return was_stopped_ ? std::nullopt : std::optional(found == 0);
}

// A winning move among the `count` possible ones of the level; 0 if all lose.
Word Checker::winner(std::size_t depth, std::size_t count) {
    const Words& moves = levels_[depth].moves;
    if (count < 2) {
        return count == 0 ? 0 : moves[0];
    }
    // Cells and pieces that no placement can use are left out of the key.
    Word position = 0;
    for (std::size_t i = 0; i < count; ++i) {
        position |= moves[i];
    }
    if (const auto known = memory_.recall(position)) {
        return *known;
    }
    const Word found = search(depth, count);
    if (!was_stopped_) {
        memory_.keep(position, found);
    }
    return found;
}

// The same by search. If a reply refutes a move, that move refutes the reply too, because the same
// pieces are down; so neither wins. The refuting reply is tried first against the other moves.
Word Checker::search(std::size_t depth, std::size_t count) {
    // Other threads may read the count, but only this one writes it.
    const std::uint64_t nodes_now = nodes() + 1;
    nodes_.store(nodes_now, std::memory_order_relaxed);
    if (nodes_now % 4096 == 0 && is_stopped(*stop_)) {
        was_stopped_ = true;
    }
    auto& [moves, replies] = levels_[depth];
    const auto end = moves.begin() + static_cast<std::ptrdiff_t>(count);
    std::copy(moves.begin(), end, replies.begin());
    for (auto next = moves.begin(); next != end && !was_stopped_; ++next) {
        if (*next == 0) {
            continue;  // already refuted
        }
        const std::size_t left = copy_possible(replies, count, *next, levels_[depth + 1].moves);
        const Word reply = winner(depth + 1, left);
        if (reply == 0) {
            return *next;
        }
        std::replace(next, end, reply, Word{0});
        const auto refuter = std::find(replies.begin(), replies.end(), reply);
        std::rotate(replies.begin(), refuter, refuter + 1);
    }
    return 0;
}

}  // namespace fivefold::proof
