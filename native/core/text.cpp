#include "core/text.hpp"

namespace fivefold {

std::string format_cell(Cell cell) {
    return static_cast<char>('a' + cell.column) + std::to_string(cell.number);
}

std::optional<Cell> parse_cell(std::string_view text) {
    if (text.size() < 2 || text.size() > 3 || text[0] < 'a' || text[0] >= 'a' + max_side ||
        text[1] == '0') {
        return std::nullopt;
    }
    int number = 0;
    for (const char digit : text.substr(1)) {
        if (digit < '0' || digit > '9') {
            return std::nullopt;
        }
        number = number * 10 + (digit - '0');
    }
    if (number > max_side) {
        return std::nullopt;
    }
    return Cell{text[0] - 'a', number};
}

std::string quoted(std::string_view text) {
    constexpr std::size_t most = 40;
    std::string result = "'";
    for (const char letter : text.substr(0, most)) {
        result += letter >= ' ' && letter <= '~' ? letter : '?';
    }
    result += text.size() > most ? "...'" : "'";
    return result;
}

}  // namespace fivefold
