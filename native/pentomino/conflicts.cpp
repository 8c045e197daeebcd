#include "pentomino/conflicts.hpp"

#include <algorithm>

#include "pentomino/shapes.hpp"

namespace fivefold::pentomino {

namespace {

constexpr std::size_t word_bits = 64;

}  // namespace

ConflictGraph::ConflictGraph(const std::vector<Placement>& placements)
    : words_((placements.size() + word_bits - 1) / word_bits),
      everything_(words_),
      survivors_(placements.size() * words_) {
    for (std::size_t a = 0; a < placements.size(); ++a) {
        everything_[a / word_bits] |= bit(static_cast<int>(a % word_bits));
        for (std::size_t b = 0; b < placements.size(); ++b) {
            const bool survives = placements[a].piece != placements[b].piece &&
                                  (placements[a].cells & placements[b].cells) == 0;
            survivors_[a * words_ + b / word_bits] |= Bits{survives} << (b % word_bits);
        }
    }
}

std::uint64_t ConflictGraph::count_leaves(int depth, const StopFlag& stop) const {
    // A game has at most one move per piece, and each level writes the next level's set.
    std::vector<Bits> scratch(words_ * piece_count);
    return count_from(everything_.data(), scratch.data(), depth, stop);
}

std::uint64_t ConflictGraph::count_from(const Bits* live, Bits* scratch, int depth,
                                        const StopFlag& stop) const {
    std::uint64_t alive = 0;
    for (std::size_t word = 0; word < words_; ++word) {
        alive += static_cast<std::uint64_t>(count_bits(live[word]));
    }
    if (depth == 1 || alive == 0) {
        return std::max<std::uint64_t>(1, alive);
    }
    std::uint64_t leaves = 0;
    for (std::size_t word = 0; word < words_ && !is_stopped(stop); ++word) {
        for (Bits moves = live[word]; moves != 0;) {
            const std::size_t move = word * word_bits + take_lowest(moves);
            for (std::size_t other = 0; other < words_; ++other) {
                scratch[other] = live[other] & survivors(move)[other];
            }
            leaves += count_from(scratch, scratch + words_, depth - 1, stop);
        }
    }
    return leaves;
}

}  // namespace fivefold::pentomino
