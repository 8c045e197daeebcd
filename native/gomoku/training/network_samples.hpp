// The positions of games as the network reads them.
#pragma once

#include <cstdint>
#include <vector>

#include "gomoku/evaluation/weights.hpp"
#include "gomoku/training/record.hpp"

namespace fivefold::gomoku::training {

// What the network reads of a position, and what it has to say.
struct Sample {
    std::size_t own;  // the first entries of the side to move and of the opponent, and their end
    std::size_t other;
    std::size_t end;
    std::uint16_t threats;
    std::uint8_t own_table;
    std::uint8_t other_table;
    float linear;  // the linear evaluation, in logits
    float target;
};

// How many more empty squares have a code than on the empty board.
struct Entry {
    std::uint16_t code;
    std::int16_t count;
};

struct Samples {
    std::vector<Entry> entries;
    std::vector<Sample> learnt_from;
    std::vector<Sample> held_out;
};

Samples samples_of(const std::vector<PlayedGame>& games, const Weights& linear, double scale,
                   double result_share);

}  // namespace fivefold::gomoku::training
