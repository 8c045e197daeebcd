#include "pbrain/parsing.hpp"

#include <cstdlib>

namespace fivefold::pbrain {

namespace {

constexpr std::string_view blanks = " \t\v\f\r\n";
constexpr std::size_t max_digits = 18;
constexpr std::int64_t farthest = 9999;

}  // namespace

std::string_view trimmed(std::string_view text) {
    const std::size_t begin = text.find_first_not_of(blanks);
    if (begin == std::string_view::npos) {
        return {};
    }
    return text.substr(begin, text.find_last_not_of(blanks) - begin + 1);
}

std::string upper(std::string_view text) {
    std::string result(text);
    for (char& message : result) {
        if (message >= 'a' && message <= 'z') {
            message = static_cast<char>(message - 'a' + 'A');
        }
    }
    return result;
}

std::string_view take_word(std::string_view& text) {
    text = trimmed(text);
    const std::string_view word = text.substr(0, text.find_first_of(blanks));
    text = trimmed(text.substr(word.size()));
    return word;
}

std::optional<std::int64_t> parse_number(std::string_view text) {
    const bool is_negative = text.starts_with('-');
    if (is_negative) {
        text.remove_prefix(1);
    }
    if (text.empty() || text.size() > max_digits) {
        return std::nullopt;
    }
    std::int64_t number = 0;
    for (const char digit : text) {
        if (digit < '0' || digit > '9') {
            return std::nullopt;
        }
        number = number * 10 + (digit - '0');
    }
    return is_negative ? -number : number;
}

std::optional<Place> parse_place(std::string_view text) {
    const std::size_t comma = text.find(',');
    if (comma == std::string_view::npos) {
        return std::nullopt;
    }
    const auto x = parse_number(trimmed(text.substr(0, comma)));
    const auto y = parse_number(trimmed(text.substr(comma + 1)));
    if (!x || !y || std::abs(*x) > farthest || std::abs(*y) > farthest) {
        return std::nullopt;
    }
    return Place{static_cast<int>(*x), static_cast<int>(*y)};
}

std::string format_place(int cell, int size) {
    return std::to_string(cell % size) + "," + std::to_string(cell / size);
}

}  // namespace fivefold::pbrain
