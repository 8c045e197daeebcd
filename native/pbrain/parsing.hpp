// Parses lines of the Gomocup protocol into commands, numbers and points.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace fivefold::pbrain {

// Column from the left and row from the top, both from 0.
struct Place {
    int x;
    int y;
};

// The text without blanks at both ends.
std::string_view trimmed(std::string_view text);

// Converts ASCII letters only.
std::string upper(std::string_view text);

// Returns the first word and removes it from `text`.
std::string_view take_word(std::string_view& text);

// Parses a decimal number with at most 18 digits and an optional sign, and nothing else.
std::optional<std::int64_t> parse_number(std::string_view text);

// Parses `x,y` with numbers of up to four digits, on or off the board.
std::optional<Place> parse_place(std::string_view text);

std::string format_place(int cell, int size);

}  // namespace fivefold::pbrain
