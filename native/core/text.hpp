// Cells as people write them, and the one way this library refuses a text.
#pragma once

#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>

namespace fivefold {

inline constexpr int longest_side = 22;

// Thrown for every text that cannot be read or is not allowed; what() is one sentence.
class InvalidText : public std::invalid_argument {
  public:
    using std::invalid_argument::invalid_argument;
};

// `h8`: column 7 (from 0), number 8 (from 1, whatever end the game counts from).
struct Cell {
    int column;
    int number;
};

std::string format_cell(Cell cell);

// The cell that is written here, column a to v and number 1 to 22, or nothing.
std::optional<Cell> parse_cell(std::string_view text);

// The text in quotes for an error sentence: shortened, and without unprintable bytes.
std::string quoted(std::string_view text);

}  // namespace fivefold
