// The search of one thread: the value of a position to a depth, or to the end of the game.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "core/bits.hpp"
#include "core/stop.hpp"
#include "othello/probcut.hpp"
#include "othello/table.hpp"
#include "othello/weights.hpp"

namespace fivefold::othello {

// Values are in parts of a disc, for the side to move.
inline constexpr int disc = 128;
inline constexpr int most_score = 64 * disc;

// Thrown by a search that was stopped or ran out of nodes.
struct Stopped {};

struct Budget {
    const StopFlag& stop;
    std::uint64_t nodes;  // the search is stopped once it has entered that many in all
};

class Search {
  public:
    virtual ~Search() = default;

    // The value of a position, fail-soft: at most alpha it is an upper bound, at least beta a lower
    // bound, else the value. A depth of at least the number of empty cells means: to the end.
    // Throws Stopped.
    virtual int window(Bits own, Bits other, int alpha, int beta, int depth, int selectivity,
                       const Budget& budget) = 0;

    // The move the table knows for a position.
    virtual std::optional<int> known_move(Bits own, Bits other) = 0;

    virtual int evaluate(Bits own, Bits other) = 0;

    // Positions entered since the last start().
    virtual std::uint64_t nodes() const = 0;
    // To be called before the searches for one question.
    virtual void start() = 0;
    // Forgets what it keeps outside of the table.
    virtual void forget() = 0;
    // Orders moves a little differently, so that threads do not all do the same work first. 0, the
    // order that is best for one, is where every search begins.
    virtual void vary(int variation) = 0;
};

enum class Kernel { best, portable };

// The search compiled for any processor, or the one for AVX2 and BMI2 where there is both that and
// such a processor. They find the same in the same number of nodes.
std::unique_ptr<Search> make_search(std::shared_ptr<TableMemory> memory,
                                    std::shared_ptr<const Weights> weights,
                                    Kernel kernel = Kernel::best);

}  // namespace fivefold::othello
