// A simple search for self-play: fixed depth, no forward pruning, exact at the end.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "othello/endgame/endgame.hpp"
#include "othello/evaluation/evaluation.hpp"

namespace fivefold::othello::training {

// A position in the search.
struct Node {
    Bits own;
    Bits other;
    Features features;

    static Node of(Bits own, Bits other) { return {own, other, Features::of(own, other)}; }

    int empty() const { return count_bits(~(own | other)); }
    Node after(int cell) const {
        const Bits flipped = flips(own, other, cell);
        return {other & ~flipped, own | flipped | bit(cell), features.after(cell, flipped)};
    }
    Node after_pass() const { return {other, own, features.after_pass()}; }
};

// The classical evaluation, square values and mobility, as an independent opponent.
int classical_value(Bits own, Bits other);

class Player {
  public:
    // Without weights the player uses the classical evaluation.
    explicit Player(std::shared_ptr<const Weights> weights);

    struct Found {
        int value;  // in parts of a disc
        int move;   // no_move if there is none
    };
    static constexpr int no_move = 64;

    // The best move and its value at `depth` >= 1; exact if the depth reaches the end.
    Found search(Bits own, Bits other, int depth);

    // The exact final score.
    int solve(Bits own, Bits other);

    std::uint64_t nodes = 0;

  private:
    static constexpr int table_bits = 16;
    static constexpr int most = 64 * parts_of_disc;

    struct Entry {
        Bits own = 0;
        Bits other = 0;
        std::int16_t lower = 0;
        std::int16_t upper = 0;
        std::uint8_t depth = 0;
        std::uint8_t move = no_move;
    };

    int value_of(const Node& node) const;
    // Fail-soft.
    int window(const Node& node, int depth, int alpha, int beta);
    int last_move(const Node& node, Bits legal, int beta);
    int to_the_end(const Node& node, int alpha, int beta);
    Entry& entry_of(const Node& node);

    std::shared_ptr<const Weights> weights_;
    std::vector<Entry> table_;
    Endgame endgame_;
};

}  // namespace fivefold::othello::training
