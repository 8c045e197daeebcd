// Cells in algebraic notation, and the exception for malformed input.
#pragma once

#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>

namespace fivefold {

inline constexpr int max_side = 22;

// Thrown for input that is malformed or illegal; what() is one sentence.
class InvalidText : public std::invalid_argument {
  public:
    using std::invalid_argument::invalid_argument;
};

// `h8` is column 7 (from 0) and number 8 (from 1, counted from the end the game uses).
struct Cell {
    int column;
    int number;
};

std::string format_cell(Cell cell);

// Parses a cell, column a to v and number 1 to 22; nullopt if malformed.
std::optional<Cell> parse_cell(std::string_view text);

// The text in quotes for an error message: shortened, with unprintable bytes replaced.
std::string quoted(std::string_view text);

}  // namespace fivefold
