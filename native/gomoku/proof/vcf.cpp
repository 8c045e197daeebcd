#include "gomoku/proof/vcf.hpp"

#include <algorithm>

namespace fivefold::gomoku {

namespace {

bool is_four(Kind kind) {
    return kind >= Kind::four && kind <= Kind::open_four;
}

int four_count(const Board& board, Side side) {
    int count = board.count(side, Kind::foul);
    for (int kind = static_cast<int>(Kind::four); kind <= static_cast<int>(Kind::open_four);
         ++kind) {
        count += board.count(side, static_cast<Kind>(kind));
    }
    return count;
}

// The squares before and after a row.
struct Ends {
    int before;
    int after;
};

Ends ends_of_row(const Board& board, Side side, int square, int step) {
    const Stone own = static_cast<Stone>(side);
    Ends ends{square - step, square + step};
    while (board.stone(ends.before) == own) {
        ends.before -= step;
    }
    while (board.stone(ends.after) == own) {
        ends.after += step;
    }
    return ends;
}

// Adds the squares that a five on `five` depends on.
void add_five(Zone& zone, const Board& board, Side side, int five) {
    zone.add(five);
    if (!board.rules().of(side).needs_an_end) {
        return;
    }
    for (int direction = 0; direction < 4; ++direction) {
        if (board.line_class(side, five, direction) == LineClass::five) {
            const Ends ends = ends_of_row(board, side, five, steps[direction]);
            for (const int end : {ends.before, ends.after}) {
                if (board.is_empty(end)) {
                    zone.add(end);
                }
            }
        }
    }
}

// Adds the squares where the defender could make a four or more: a stone there could turn into a
// counter-four.
void add_counters(Zone& zone, const Board& board, Side defender) {
    if (four_count(board, defender) + board.count(defender, Kind::five) == 0) {
        return;
    }
    for_each_candidate(board, [&](int square) {
        const Kind kind = board.kind(defender, square);
        if (kind >= Kind::four || kind == Kind::foul) {
            zone.add(square);
        }
    });
}

}  // namespace

VcfTable::VcfTable(std::size_t bytes)
    : entries_(std::bit_floor(std::max<std::size_t>(bytes / sizeof(Entry), 1))) {}

FewSquares stops_of(const Board& board, Side side, int five) {
    FewSquares stops;
    stops.add(five);
    if (!board.rules().of(side).needs_an_end) {
        return stops;
    }
    // O X X X X * .   a stone at the other end blocks both ends, so the five does not win
    const Stone other = static_cast<Stone>(opponent(side));
    int lines = 0;
    int end_that_stops = no_square;
    for (int direction = 0; direction < 4; ++direction) {
        if (board.line_class(side, five, direction) != LineClass::five) {
            continue;
        }
        ++lines;
        const Ends ends = ends_of_row(board, side, five, steps[direction]);
        if (board.stone(ends.before) == other && board.is_empty(ends.after)) {
            end_that_stops = ends.after;
        } else if (board.stone(ends.after) == other && board.is_empty(ends.before)) {
            end_that_stops = ends.before;
        }
    }
    if (lines == 1 && end_that_stops != no_square) {  // no end lies in two lines
        stops.add(end_that_stops);
    }
    return stops;
}

Defence defence_against(const Board& board, Side side) {
    Defence defence;
    if (board.count(side, Kind::five) == 1) {
        defence.fives.add(board.find(side, Kind::five));
    } else {
        for_each_candidate(board, [&](int square) {
            if (board.kind(side, square) == Kind::five && !defence.fives.is_full()) {
                defence.fives.add(square);
            }
        });
    }
    bool is_first = true;
    for (const int five : defence.fives) {
        const FewSquares stops = stops_of(board, side, five);
        if (is_first) {
            defence.stops = stops;
            is_first = false;
            continue;
        }
        FewSquares both;
        for (const int stop : defence.stops) {
            if (stops.contains(stop)) {
                both.add(stop);
            }
        }
        defence.stops = both;
    }
    return defence;
}

bool has_a_move(const Board& board) {
    const Side side = board.to_move();
    if (!board.rules().of(side).has_fouls()) {
        return board.empty_count() > 0;
    }
    for (int row = board.first_array_row(); row <= board.last_array_row(); ++row) {
        for (std::uint32_t left = board.empty_squares(row); left != 0; left &= left - 1) {
            if (!board.is_forbidden(side, row * row_length + std::countr_zero(left))) {
                return true;
            }
        }
    }
    return false;
}

bool makes_four(const Board& board, Side side, int square) {
    return is_four(board.exact_kind(side, square));
}

int VcfSearch::won_in(int plies, std::uint64_t max_nodes) {
    last_node_ = effort_.nodes + max_nodes;
    was_cut_ = false;
    return search(plies);
}

int VcfSearch::shortest(int plies) {
    last_node_ = effort_.max_nodes;
    for (int length = 1; length <= plies; length += 2) {
        was_cut_ = false;
        const int found = search(length);
        if (found != no_win || !was_cut_) {
            return found;
        }
    }
    return no_win;
}

int VcfSearch::search(int plies) {
    const Side attacker = board_.to_move();
    const Side defender = opponent(attacker);
    if (plies < 1) {
        was_cut_ = true;
        return no_win;
    }
    if (board_.count(attacker, Kind::five) > 0) {
        return 1;
    }
    const int fives = board_.count(defender, Kind::five);
    const bool may_stop_several = board_.rules().of(defender).needs_an_end;
    if (four_count(board_, attacker) == 0 || (fives > 1 && !may_stop_several)) {
        return no_win;
    }
    if (plies < 3) {
        was_cut_ = true;
        return no_win;
    }
    if (effort_.nodes >= last_node_ || !effort_.spend()) {
        return unknown;
    }
    const std::uint64_t hash = board_.hash();
    const VcfEntry known = table_.find(hash);
    if (known.won_in > 0 && known.won_in <= plies) {
        return known.won_in;
    }
    if (known.refuted_to >= plies) {
        was_cut_ = was_cut_ || known.refuted_to < unlimited_plies;
        return no_win;
    }
    const bool was_cut_before = was_cut_;
    was_cut_ = false;
    int best = no_win;
    int best_move = no_square;
    const auto consider = [&](int square) {
        const int result = makes_four(board_, attacker, square) ? try_move(square, plies) : no_win;
        if (result > 0) {
            best = result;
            best_move = square;
        } else if (result == unknown) {
            best = unknown;
        }
        return result > 0;
    };
    Squares moves;
    if (fives > 0) {
        for (const int stop : defence_against(board_, defender).stops) {
            moves.add(stop);
        }
    } else {
        // Strongest kinds first, possible fouls last.
        for_each_candidate(board_, [&](int square) {
            const Kind kind = board_.kind(attacker, square);
            if (is_four(kind) || kind == Kind::foul) {
                moves.add(square);
            }
        });
        std::stable_sort(moves.begin(), moves.end(), [&](int a, int b) {
            return board_.kind(attacker, a) > board_.kind(attacker, b);
        });
        // The winning move of a longer win is the best guess for a shorter one.
        if (auto* const guess = std::find(moves.begin(), moves.end(), known.move);
            guess != moves.end()) {
            std::rotate(moves.begin(), guess, guess + 1);
        }
    }
    for (const int square : moves) {
        if (best == unknown || consider(square)) {
            break;
        }
    }
    if (best > 0) {
        table_.keep(hash, {static_cast<std::int16_t>(best), known.refuted_to,
                           static_cast<std::int16_t>(best_move)});
    } else if (best == no_win) {
        table_.keep(hash,
                    {known.won_in, static_cast<std::int16_t>(was_cut_ ? plies : unlimited_plies),
                     known.move});
    }
    was_cut_ = was_cut_ || was_cut_before;
    return best;
}

// The plies in which the four on this square wins.
int VcfSearch::try_move(int square, int plies) {
    board_.place(square);
    const Side defender = board_.to_move();
    const Defence defence = defence_against(board_, opponent(defender));
    int longest = board_.count(defender, Kind::five) == 0 && has_a_move(board_) ? 3 : no_win;
    for (const int stop : defence.stops) {
        if (longest <= 0) {
            break;
        }
        if (board_.is_forbidden(defender, stop)) {
            continue;
        }
        board_.place(stop);
        const int result = search(plies - 2);
        board_.take_back();
        longest = result > 0 ? std::max(longest, result + 2) : result;
    }
    board_.take_back();
    return longest;
}

int VcfSearch::write(int plies, ProofTree* tree, Zone& zone) {
    const Side attacker = board_.to_move();
    const Side defender = opponent(attacker);
    if (board_.count(attacker, Kind::five) > 0) {
        const int five = board_.find(attacker, Kind::five);
        add_five(zone, board_, attacker, five);
        return tree == nullptr ? 0 : tree->add({five, {}});
    }
    VcfEntry known = table_.find(board_.hash());
    if (known.won_in <= 0 || known.won_in > plies) {
        if (search(plies) <= 0) {  // evicted from the table
            return ProofTree::nothing;
        }
        known = table_.find(board_.hash());
    }
    const int move = known.move;
    zone.add(move);
    const bool may_become_foul = board_.kind(attacker, move) == Kind::foul;
    board_.place(move);
    const Defence defence = defence_against(board_, attacker);
    bool is_written = true;
    bool depends_on_more = may_become_foul;
    add_counters(zone, board_, defender);
    for (const int five : defence.fives) {
        add_five(zone, board_, attacker, five);
    }
    std::vector<std::pair<int, int>> answers;
    for (const int stop : defence.stops) {
        if (board_.is_forbidden(defender, stop)) {
            depends_on_more = true;
            continue;
        }
        board_.place(stop);
        const int answer = write(plies - 2, tree, zone);
        board_.take_back();
        is_written = is_written && answer != ProofTree::nothing;
        answers.emplace_back(stop, answer);
    }
    const int number = !is_written ? ProofTree::nothing
                       : tree == nullptr
                           ? 0
                           : write_four(*tree, board_, attacker, move, defence, answers);
    board_.take_back();
    if (depends_on_more) {
        zone.add_empty(board_);
    }
    return number;
}

int write_four(ProofTree& tree, const Board& board, Side attacker, int move, const Defence& defence,
               std::vector<std::pair<int, int>> answers) {
    const int first = defence.fives[0];
    for (const int stop : stops_of(board, attacker, first)) {
        if (defence.stops.contains(stop)) {
            continue;
        }
        for (const int five : defence.fives) {
            if (!stops_of(board, attacker, five).contains(stop)) {
                answers.emplace_back(stop, tree.add({five, {}}));
                break;
            }
        }
    }
    const int otherwise = tree.add({first, {}});
    return tree.add({move, std::move(answers), otherwise});
}

}  // namespace fivefold::gomoku
