// The search of one thread: the value of a position to a depth or to the end of the game.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "core/bits.hpp"
#include "core/stop.hpp"
#include "othello/evaluation/weights.hpp"
#include "othello/search/probcut.hpp"
#include "othello/search/table.hpp"

namespace fivefold::othello {

// Values are in parts of a disc, for the side to move.
inline constexpr int disc = 128;
inline constexpr int max_score = 64 * disc;

// Thrown when a search is stopped or runs out of nodes.
struct Stopped {};

struct Budget {
    const StopFlag& stop;
    std::uint64_t nodes;  // the limit on the total number of nodes
};

class Search {
  public:
    virtual ~Search() = default;

    // The value of a position, fail-soft: a result of at most alpha is an upper bound, of at least
    // beta a lower bound. A depth of at least the number of empty cells searches to the end. Throws
    // Stopped.
    virtual int window(Bits own, Bits other, int alpha, int beta, int depth, int selectivity,
                       const Budget& budget) = 0;

    // The table move of a position.
    virtual std::optional<int> known_move(Bits own, Bits other) = 0;

    virtual int evaluate(Bits own, Bits other) = 0;

    // Nodes since the last start().
    virtual std::uint64_t nodes() const = 0;
    // Call before the searches of each new request.
    virtual void start() = 0;
    // Clears all state except the table.
    virtual void forget() = 0;
    // Perturbs the move ordering so that threads do not all search the same tree first. 0, the
    // default, is the best order for a single thread.
    virtual void vary(int variation) = 0;
};

enum class Kernel { best, portable };

// The portable build, or the one for AVX2 and BMI2 where available. Both return the same results
// with the same number of nodes.
std::unique_ptr<Search> make_search(std::shared_ptr<TableMemory> memory,
                                    std::shared_ptr<const Weights> weights,
                                    Kernel kernel = Kernel::best);

}  // namespace fivefold::othello
