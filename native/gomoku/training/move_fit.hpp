// Fits the move scores, linear ones and those of the network together, to the moves that a search
// preferred.
#pragma once

#include <cstdint>
#include <vector>

#include "gomoku/evaluation/network.hpp"
#include "gomoku/training/adam.hpp"
#include "gomoku/training/fit.hpp"

namespace fivefold::gomoku::training {

// A position and its moves near stones.
struct Choice {
    std::size_t begin;
    std::size_t end;
    std::size_t best;
    std::uint16_t threats;
};

struct Choices {
    // What each move makes, in the low half, and what it takes.
    std::vector<std::uint32_t> codes;
    std::vector<Choice> learnt_from;
    std::vector<Choice> held_out;
};

Choices choices_of(const std::vector<PlayedGame>& games);

class MoveNumbers {
  public:
    // Starts with the linear scores of `weights`.
    MoveNumbers(const Weights& weights, unsigned seed);

    // One pass over the choices in a new order; returns the mean loss.
    double learn(const Choices& choices, const FitSettings& settings, int epoch);
    double held_out_loss(const Choices& choices) const;

    // Writes the scores into `weights` and `network`.
    void round(Weights& weights, Network& network) const;

  private:
    // The numbers of one of a move's two codes.
    struct Half {
        Part scores;
        Part rows;
        Part threats;

        Half();
        void step(std::uint64_t number, double rate);
    };

    double loss(const Choices& choices, const Choice& choice) const;
    double score(std::uint32_t codes, const Choice& choice) const;
    void hand_down(const Choices& choices, const Choice& choice, float share);

    Half made_;
    Half taken_;
    mutable std::vector<double> logits_;  // of the choice looked at last, then their shares
    std::uint64_t steps_ = 0;
    std::uint64_t seed_;
};

}  // namespace fivefold::gomoku::training
