#include "othello/search.hpp"

#include "othello/midgame.hpp"

namespace fivefold::othello {

inline namespace FIVEFOLD_KERNEL {

namespace {

// What move ordering counts, in parts of a disc.
constexpr int first_choice = 1 << 28;
constexpr int second_choice = 1 << 27;
constexpr int each_reply = disc / 2;
constexpr int each_reply_to_the_end = 2 * disc;
// From these depths on moves are ordered by the evaluation, and by a search one move deep.
constexpr int least_evaluated = 3;
constexpr int least_searched = 13;
constexpr int least_searched_to_the_end = 18;

// From these depths on the table is asked about all positions a move ahead.
constexpr int least_looked_ahead = 5;

constexpr int least_foretold = 2;
constexpr int most_probes = 2;

// The cells beside a corner: taking one early mostly gives the corner away.
constexpr Bits beside_corners = 0x42c300000000c342u;

constexpr Bits diagonal_to_corners = 0x0042000000004200u;

// Below this many discs it is not worth while to look for a bound by stable discs.
constexpr int least_for_stability(int empties) {
    return 2 * empties - 8;
}

// Whether the facts answer a null window above alpha.
bool answers(const Facts& facts, int alpha, int& score) {
    if (facts.lower > alpha) {
        score = facts.lower;
        return true;
    }
    if (facts.upper <= alpha) {
        score = facts.upper;
        return true;
    }
    return false;
}

// The parts of a disc rounded down to discs.
constexpr int whole_discs(int parts) {
    return parts >> 7;
}

}  // namespace

bool Midgame::is_stable_enough(Bits own, Bits other, int empties, int alpha, int& score) const {
    if (alpha < disc * least_for_stability(empties)) {
        return false;
    }
    score = most_score - 2 * disc * stable_discs(other, own);
    return score <= alpha;
}

// ProbCut: when a shallow search is beyond the window by more than the two searches tend to differ,
// the deep one is not made. The evaluation tells whether the shallow one has a chance.
bool Midgame::is_foretold(Bits own, Bits other, const Features& features, int alpha, int depth,
                          int& score) {
    if (selectivity_ == unselective || depth < least_foretold || probes_ >= most_probes) {
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
    if (high <= most_score && first > high - doubt && probed(high - 1) >= high) {
        score = alpha + 1;
        return true;
    }
    const int low = alpha - error;
    if (low >= -most_score && first < low + doubt && probed(low) <= low) {
        score = alpha;
        return true;
    }
    return false;
}

// Enhanced transposition cut-off: a move into a position that is known to be bad enough.
bool Midgame::is_known_after(MoveList& list, Bits own, Bits other, int alpha, int depth,
                             int& score) const {
    for (const Move& move : list) {
        table_.prefetch(other & ~move.flipped, own | move.flipped | bit(move.cell));
    }
    for (const Move& move : list) {
        Facts next;
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
    const bool searched = depth >= (to_the_end ? least_searched_to_the_end : least_searched);
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
                leaf(next_own, next_other, features.after(move.cell, move.flipped), most_score, 1);
        } else if (depth >= least_evaluated) {
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
    int best = -most_score - 1;
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
    if (depth >= empties && empties <= most_unevaluated) {
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
    Facts facts;
    if (table_.find(own, other, facts) && facts.reaches(depth, selectivity_) &&
        answers(facts, alpha, score)) {
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
    if (depth >= least_looked_ahead && is_known_after(list, own, other, alpha, depth, score)) {
        return score;
    }
    // The others are rated only when the remembered move does not do.
    bool rated = !list.put_first(facts.move);
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
            rate(list, own, other, features, depth, facts.second_move);
            rated = true;
        }
    }
    table_.store(own, other, depth, selectivity_, alpha, alpha + 1, best.score, best.move);
    return best.score;
}

int Midgame::ending(Bits own, Bits other, int alpha) {
    const int empties = 64 - count_bits(own | other);
    if (empties <= most_handed_over) {
        return disc * endgame_.null_window(own, other, whole_discs(alpha));
    }
    enter();
    int score = 0;
    if (is_stable_enough(own, other, empties, alpha, score)) {
        return score;
    }
    Facts facts;
    if (table_.find(own, other, facts) && facts.reaches(empties, selectivity_) &&
        answers(facts, alpha, score)) {
        return score;
    }
    const Bits legal = moves(own, other);
    if (legal == 0) {
        return moves(other, own) == 0 ? disc * final_score<8>(own, other)
                                      : -ending(other, own, -alpha - 1);
    }
    MoveList list(own, other, legal);
    bool rated = !list.put_first(facts.move);
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
            rate_ending(list, own, other, facts.second_move);
            rated = true;
        }
    }
    // All below is played out: what is found here is exact at any selectivity.
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
    Facts facts;
    if (table_.find(own, other, facts) && facts.reaches(depth, selectivity_)) {
        if (facts.lower >= beta || facts.lower == facts.upper) {
            return facts.lower;
        }
        if (facts.upper <= alpha) {
            return facts.upper;
        }
    }
    MoveList list(own, other, legal);
    bool rated = !list.put_first(facts.move);
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
            rate(list, own, other, features, depth, facts.second_move);
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
    if (kernel == Kernel::best && __builtin_cpu_supports("avx2") &&
        __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("popcnt")) {
        return make_fast_search(std::move(memory), std::move(weights));
    }
#else
    (void)kernel;
#endif
    return std::make_unique<Midgame>(std::move(memory), std::move(weights));
}

#endif

}  // namespace fivefold::othello
