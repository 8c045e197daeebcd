#include "othello/search/search.hpp"

#include "core/cpu.hpp"
#include "othello/search/midgame.hpp"

namespace fivefold::othello {

inline namespace FIVEFOLD_KERNEL {

namespace {

// Move-ordering terms, in parts of a disc.
constexpr int first_choice = 1 << 28;
constexpr int second_choice = 1 << 27;
constexpr int each_reply = disc / 2;
constexpr int each_reply_to_the_end = 2 * disc;
// From these depths on, moves are ordered by the evaluation and by a one-ply search.
constexpr int min_evaluated = 3;
constexpr int min_searched = 13;
constexpr int min_searched_to_the_end = 18;

// From these depths on, the table is probed for all positions one move ahead.
constexpr int min_looked_ahead = 5;

constexpr int min_foretold = 2;
constexpr int max_probes = 2;

// The cells next to a corner: taking one early usually gives the corner away.
constexpr Bits beside_corners = 0x42c300000000c342u;

constexpr Bits diagonal_to_corners = 0x0042000000004200u;

// The number of discs from which a stability bound is worth computing.
constexpr int min_for_stability(int empties) {
    return 2 * empties - 8;
}

// Whether the entry answers a null window above alpha.
bool answers(const TableEntry& entry, int alpha, int& score) {
    if (entry.lower > alpha) {
        score = entry.lower;
        return true;
    }
    if (entry.upper <= alpha) {
        score = entry.upper;
        return true;
    }
    return false;
}

// Rounds parts of a disc down to whole discs.
constexpr int whole_discs(int parts) {
    return parts >> 7;
}

}  // namespace

bool Midgame::is_stable_enough(Bits own, Bits other, int empties, int alpha, int& score) const {
    if (alpha < disc * min_for_stability(empties)) {
        return false;
    }
    score = max_score - 2 * disc * stable_discs(other, own);
    return score <= alpha;
}

// ProbCut: if a shallow search is outside the window by more than the two searches usually differ,
// the deep one is skipped. The static evaluation tells whether to try.
bool Midgame::is_foretold(Bits own, Bits other, const Features& features, int alpha, int depth,
                          int& score) {
    if (selectivity_ == unselective || depth < min_foretold || probes_ >= max_probes) {
        return false;
    }
    const int empties = 64 - count_bits(own | other);
    const int probe = probe_depth(depth);
    const int error = margin(empties, depth, probe, selectivity_);
    const int doubt = deviation(empties, probe, 0);
    const int first = value_of(features, own, other);
    const auto probed = [&](int bound) {
        ++probes_;
        const int found = null_window(own, other, features, bound, probe);
        --probes_;
        return found;
    };
    const int high = alpha + 1 + error;
    if (high <= max_score && first > high - doubt && probed(high - 1) >= high) {
        score = alpha + 1;
        return true;
    }
    const int low = alpha - error;
    if (low >= -max_score && first < low + doubt && probed(low) <= low) {
        score = alpha;
        return true;
    }
    return false;
}

// Enhanced transposition cut-off: some move leads to a position already known to be bad enough for
// the opponent.
bool Midgame::is_known_after(MoveList& list, Bits own, Bits other, int alpha, int depth,
                             int& score) const {
    for (const Move& move : list) {
        table_.prefetch(other & ~move.flipped, own | move.flipped | bit(move.cell));
    }
    for (const Move& move : list) {
        TableEntry next;
        if (table_.find(other & ~move.flipped, own | move.flipped | bit(move.cell), next) &&
            next.reaches(depth - 1, selectivity_) && -next.upper > alpha) {
            score = -next.upper;
            return true;
        }
    }
    return false;
}

int Midgame::varied(int cell) const {
    return variation_ == 0 ? 0 : (cell * 37 + variation_ * 101) % disc;
}

void Midgame::rate(MoveList& list, Bits own, Bits other, const Features& features, int depth,
                   int second_move) {
    const bool to_the_end = depth == 64 - count_bits(own | other);
    const int reply = to_the_end ? each_reply_to_the_end : each_reply;
    const bool searched = depth >= (to_the_end ? min_searched_to_the_end : min_searched);
    for (Move& move : list) {
        if (move.flipped == other || move.cell == second_move) {
            move.score = move.flipped == other ? first_choice : second_choice;
            continue;
        }
        const Bits next_own = other & ~move.flipped;
        const Bits next_other = own | move.flipped | bit(move.cell);
        move.score = varied(move.cell) - reply * weighted_mobility(moves(next_own, next_other));
        if (searched) {
            move.score -=
                leaf(next_own, next_other, features.after(move.cell, move.flipped), max_score, 1);
        } else if (depth >= min_evaluated) {
            move.score -= value_of(features.after(move.cell, move.flipped), next_own, next_other);
        }
    }
}

void Midgame::rate_ending(MoveList& list, Bits own, Bits other, int second_move) const {
    const Bits empty = ~(own | other);
    const Bits odd = odd_quadrants(empty);
    for (Move& move : list) {
        if (move.flipped == other || move.cell == second_move) {
            move.score = move.flipped == other ? first_choice : second_choice;
            continue;
        }
        const Bits next_own = other & ~move.flipped;
        const Bits next_other = own | move.flipped | bit(move.cell);
        move.score = -4 * weighted_mobility(moves(next_own, next_other)) -
                     open_discs(next_other, empty & ~bit(move.cell)) +
                     (odd & bit(move.cell) ? 1 : 0) + (corner_cells<8> & bit(move.cell) ? 4 : 0) -
                     (diagonal_to_corners & bit(move.cell) ? 4 : 0);
    }
}

int Midgame::leaf(Bits own, Bits other, const Features& features, int alpha, int depth) {
    enter();
    if (depth <= 0) {
        return value_of(features, own, other);
    }
    const Bits legal = moves(own, other);
    if (legal == 0) {
        return moves(other, own) == 0 ? disc * final_score<8>(own, other)
                                      : -leaf(other, own, features.after_pass(), -alpha - 1, depth);
    }
    int best = -max_score - 1;
    for (const Bits group :
         {corner_cells<8>, ~(corner_cells<8> | beside_corners), beside_corners}) {
        for (Bits cells = legal & group; cells != 0;) {
            const int cell = take_lowest(cells);
            const Bits flipped = flips(own, other, cell);
            ++nodes_;
            const int score = -value_of(features.after(cell, flipped), other & ~flipped,
                                        own | flipped | bit(cell));
            if (score > best) {
                best = score;
                if (best > alpha) {
                    return best;
                }
            }
        }
    }
    return best;
}

int Midgame::null_window(Bits own, Bits other, const Features& features, int alpha, int depth) {
    const int empties = 64 - count_bits(own | other);
    if (depth >= empties && empties <= max_unevaluated) {
        return ending(own, other, alpha);
    }
    if (depth <= 1) {
        return leaf(own, other, features, alpha, depth);
    }
    enter();
    int score = 0;
    if (is_stable_enough(own, other, empties, alpha, score)) {
        return score;
    }
    TableEntry entry;
    if (table_.find(own, other, entry) && entry.reaches(depth, selectivity_) &&
        answers(entry, alpha, score)) {
        return score;
    }
    const Bits legal = moves(own, other);
    if (legal == 0) {
        return moves(other, own) == 0
                   ? disc * final_score<8>(own, other)
                   : -null_window(other, own, features.after_pass(), -alpha - 1, depth);
    }
    if (is_foretold(own, other, features, alpha, depth, score)) {
        return score;
    }
    MoveList list(own, other, legal);
    if (depth >= min_looked_ahead && is_known_after(list, own, other, alpha, depth, score)) {
        return score;
    }
    // The other moves are rated only if the table move fails.
    bool rated = !list.put_first(entry.move);
    if (rated) {
        rate(list, own, other, features, depth, no_move);
    }
    Found best;
    for (int count = list.count(); count > 0; --count) {
        const Move& move = rated ? list.take_best() : list.take_first();
        score = -null_window(other & ~move.flipped, own | move.flipped | bit(move.cell),
                             features.after(move.cell, move.flipped), -alpha - 1, depth - 1);
        if (score > best.score) {
            best = {score, move.cell};
            if (score > alpha) {
                break;
            }
        }
        if (!rated && count > 1) {
            rate(list, own, other, features, depth, entry.second_move);
            rated = true;
        }
    }
    table_.store(own, other, depth, selectivity_, alpha, alpha + 1, best.score, best.move);
    return best.score;
}

int Midgame::ending(Bits own, Bits other, int alpha) {
    const int empties = 64 - count_bits(own | other);
    if (empties <= max_handed_over) {
        return disc * endgame_.null_window(own, other, whole_discs(alpha));
    }
    enter();
    int score = 0;
    if (is_stable_enough(own, other, empties, alpha, score)) {
        return score;
    }
    TableEntry entry;
    if (table_.find(own, other, entry) && entry.reaches(empties, selectivity_) &&
        answers(entry, alpha, score)) {
        return score;
    }
    const Bits legal = moves(own, other);
    if (legal == 0) {
        return moves(other, own) == 0 ? disc * final_score<8>(own, other)
                                      : -ending(other, own, -alpha - 1);
    }
    MoveList list(own, other, legal);
    bool rated = !list.put_first(entry.move);
    if (rated) {
        rate_ending(list, own, other, no_move);
    }
    Found best;
    for (int count = list.count(); count > 0; --count) {
        const Move& move = rated ? list.take_best() : list.take_first();
        score = -ending(other & ~move.flipped, own | move.flipped | bit(move.cell), -alpha - 1);
        if (score > best.score) {
            best = {score, move.cell};
            if (score > alpha) {
                break;
            }
        }
        if (!rated && count > 1) {
            rate_ending(list, own, other, entry.second_move);
            rated = true;
        }
    }
    // Endgame plays everything out, so this result is exact at any selectivity.
    table_.store(own, other, empties, unselective, alpha, alpha + 1, best.score, best.move);
    return best.score;
}

int Midgame::principal(Bits own, Bits other, const Features& features, int alpha, int beta,
                       int depth) {
    if (beta - alpha <= 1) {
        return null_window(own, other, features, alpha, depth);
    }
    enter();
    const Bits legal = moves(own, other);
    if (legal == 0) {
        return moves(other, own) == 0
                   ? disc * final_score<8>(own, other)
                   : -principal(other, own, features.after_pass(), -beta, -alpha, depth);
    }
    if (depth <= 0) {
        return value_of(features, own, other);
    }
    TableEntry entry;
    if (table_.find(own, other, entry) && entry.reaches(depth, selectivity_)) {
        if (entry.lower >= beta || entry.lower == entry.upper) {
            return entry.lower;
        }
        if (entry.upper <= alpha) {
            return entry.upper;
        }
    }
    MoveList list(own, other, legal);
    bool rated = !list.put_first(entry.move);
    if (rated) {
        rate(list, own, other, features, depth, no_move);
    }
    Found best;
    for (int count = list.count(); count > 0; --count) {
        const Move& move = rated ? list.take_best() : list.take_first();
        const Bits next_own = other & ~move.flipped;
        const Bits next_other = own | move.flipped | bit(move.cell);
        const Features next = features.after(move.cell, move.flipped);
        const int floor = std::max(alpha, best.score);
        const bool is_first = count == list.count();
        int score = 0;
        if (!is_first) {
            score = -null_window(next_own, next_other, next, -floor - 1, depth - 1);
        }
        if (is_first || (score > floor && score < beta)) {
            score = -principal(next_own, next_other, next, -beta, -floor, depth - 1);
        }
        if (score > best.score) {
            best = {score, move.cell};
            if (score >= beta) {
                break;
            }
        }
        if (!rated && count > 1) {
            rate(list, own, other, features, depth, entry.second_move);
            rated = true;
        }
    }
    table_.store(own, other, depth, selectivity_, alpha, beta, best.score, best.move);
    return best.score;
}

}  // namespace FIVEFOLD_KERNEL

std::unique_ptr<Search> make_fast_search(std::shared_ptr<TableMemory> memory,
                                         std::shared_ptr<const Weights> weights);

#if defined(FIVEFOLD_FAST_SEARCH)

std::unique_ptr<Search> make_fast_search(std::shared_ptr<TableMemory> memory,
                                         std::shared_ptr<const Weights> weights) {
    return std::make_unique<Midgame>(std::move(memory), std::move(weights));
}

#else

std::unique_ptr<Search> make_search(std::shared_ptr<TableMemory> memory,
                                    std::shared_ptr<const Weights> weights, Kernel kernel) {
#if defined(FIVEFOLD_HAS_FAST_SEARCH)
    if (kernel == Kernel::best && can_run_fast_build()) {
        return make_fast_search(std::move(memory), std::move(weights));
    }
#else
    (void)kernel;
#endif
    return std::make_unique<Midgame>(std::move(memory), std::move(weights));
}

#endif

}  // namespace fivefold::othello
