#include "gomoku/search/moves.hpp"

#include <bit>
#include <utility>

namespace fivefold::gomoku {

namespace {

using Rows = std::array<std::uint32_t, row_length>;

constexpr bool is_unstoppable(LineClass line_class) {
    return line_class == LineClass::open_four || line_class == LineClass::double_four;
}

constexpr bool is_four(LineClass line_class) {
    return line_class >= LineClass::four && line_class <= LineClass::open_four;
}

void mark(Rows& rows, int square) {
    rows[square / row_length] |= 1u << square % row_length;
}

template <typename Words>
void add_rows(const Board& board, const Words& words, MoveList& moves) {
    const Side side = board.to_move();
    for (int row = board.first_array_row(); row <= board.last_array_row(); ++row) {
        for (std::uint32_t left = words(row); left != 0; left &= left - 1) {
            const int square = row * row_length + std::countr_zero(left);
            if (!board.is_forbidden(side, square)) {
                moves.add(square);
            }
        }
    }
}

// The squares where a stone of the side to move stops the unstoppable four that the opponent would
// make on `four`.
Rows stops_of(const Board& board, int four) {
    const Side side = board.to_move();
    const Side other = opponent(side);
    const int reach = board.patterns().reach();
    int unstoppable_lines = 0;
    int four_lines = 0;
    for (int direction = 0; direction < 4; ++direction) {
        const LineClass here = board.line_class(other, four, direction);
        unstoppable_lines += is_unstoppable(here);
        four_lines += is_four(here);
    }
    Rows found{};
    mark(found, four);
    // A stone elsewhere can stop only one line.
    if (unstoppable_lines > 1 || (unstoppable_lines == 0 && four_lines > 2)) {
        return found;
    }
    for (int direction = 0; direction < 4; ++direction) {
        const LineClass here = board.line_class(other, four, direction);
        if (unstoppable_lines == 1 ? !is_unstoppable(here) : !is_four(here)) {
            continue;
        }
        for (int offset = -reach; offset <= reach; ++offset) {
            const int square = four + offset * steps[direction];
            if (offset != 0 && board.is_empty(square) &&
                board.line_class_with(other, four, direction, offset, side) < here) {
                mark(found, square);
            }
        }
    }
    return found;
}

}  // namespace

bool MoveList::has(int square) const {
    for (const Move& move : *this) {
        if (move.square == square) {
            return true;
        }
    }
    return false;
}

const Move& MoveList::pick(int index) {
    int best = index;
    for (int at = index + 1; at < count_; ++at) {
        if (moves_[at].score > moves_[best].score) {
            best = at;
        }
    }
    std::swap(moves_[index], moves_[best]);
    return moves_[index];
}

void add_candidates(const Board& board, MoveList& moves) {
    add_rows(board, [&board](int row) { return board.candidates(row); }, moves);
}

void add_all(const Board& board, MoveList& moves) {
    add_rows(board, [&board](int row) { return board.empty_squares(row); }, moves);
}

bool may_have_fours(const Board& board, Side side) {
    return board.count(side, Kind::four) + board.count(side, Kind::four_two) +
               board.count(side, Kind::four_three) + board.count(side, Kind::double_four) +
               board.count(side, Kind::open_four) + board.count(side, Kind::foul) >
           0;
}

void add_fours(const Board& board, MoveList& moves) {
    const Side side = board.to_move();
    if (!may_have_fours(board, side)) {
        return;
    }
    for (int row = board.first_array_row(); row <= board.last_array_row(); ++row) {
        for (std::uint32_t left = board.candidates(row); left != 0; left &= left - 1) {
            const int square = row * row_length + std::countr_zero(left);
            const Kind kind = board.kind(side, square);
            if (kind >= Kind::four ||
                (kind == Kind::foul && board.exact_kind(side, square) >= Kind::four)) {
                moves.add(square);
            }
        }
    }
}

void add_stops_of_five(const Board& board, int five, MoveList& moves) {
    const Side side = board.to_move();
    const Side other = opponent(side);
    if (!board.is_forbidden(side, five)) {
        moves.add(five);
    }
    if (!board.rules().of(other).needs_an_end) {
        return;
    }
    // Under caro a five blocked at both ends does not win: with one end blocked, block the other.
    //
    //     O X X X X five here
    const Stone theirs = static_cast<Stone>(other);
    const Stone ours = static_cast<Stone>(side);
    MoveList stops;
    int lines = 0;
    for (int direction = 0; direction < 4; ++direction) {
        if (board.line_class(other, five, direction) != LineClass::five) {
            continue;
        }
        ++lines;
        int before = five - steps[direction];
        int after = five + steps[direction];
        while (board.stone(before) == theirs) {
            before -= steps[direction];
        }
        while (board.stone(after) == theirs) {
            after += steps[direction];
        }
        if (board.stone(before) == ours && board.is_empty(after)) {
            stops.add(after);
        } else if (board.stone(after) == ours && board.is_empty(before)) {
            stops.add(before);
        }
    }
    if (lines == 1) {
        for (const Move& stop : stops) {
            if (!board.is_forbidden(side, stop.square)) {
                moves.add(stop.square);
            }
        }
    }
}

void add_stops_of_open_fours(const Board& board, MoveList& moves) {
    const Side other = opponent(board.to_move());
    const bool with_doubles = !board.rules().of(other).needs_an_end;
    Rows common;
    common.fill(~0u);
    for (int row = board.first_array_row(); row <= board.last_array_row(); ++row) {
        for (std::uint32_t left = board.candidates(row); left != 0; left &= left - 1) {
            const int square = row * row_length + std::countr_zero(left);
            const Kind kind = board.kind(other, square);
            if (kind == Kind::open_four || (with_doubles && kind == Kind::double_four)) {
                const Rows stops = stops_of(board, square);
                for (int each = 0; each < row_length; ++each) {
                    common[each] &= stops[each];
                }
            }
        }
    }
    add_rows(board, [&](int row) { return common[row] & board.empty_squares(row); }, moves);
}

void add_replies_to_open_fours(const Board& board, MoveList& moves) {
    add_stops_of_open_fours(board, moves);
    MoveList fours;
    add_fours(board, fours);
    for (const Move& four : fours) {
        if (!moves.has(four.square)) {
            moves.add(four.square);
        }
    }
}

}  // namespace fivefold::gomoku
