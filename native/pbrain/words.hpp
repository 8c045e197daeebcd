// The words of the Gomocup protocol: lines cut into commands, numbers and points.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace fivefold::pbrain {

// A column from the left and a row from the top, both from 0.
struct Place {
    int x;
    int y;
};

// Without the blanks at both ends.
std::string_view trimmed(std::string_view text);

// ASCII letters only; whatever else is in it stays.
std::string upper(std::string_view text);

// The first word, and `text` becomes what comes after it.
std::string_view take_word(std::string_view& text);

// A decimal number with at most 18 digits, perhaps with a sign, and nothing else.
std::optional<std::int64_t> parse_number(std::string_view text);

// `x,y` with numbers of up to four digits, on any board or off it.
std::optional<Place> parse_place(std::string_view text);

std::string format_place(int cell, int size);

}  // namespace fivefold::pbrain
