#include "othello/small/journal.hpp"

#include <charconv>
#include <filesystem>
#include <fstream>

#include "core/text.hpp"
#include "othello/rules/position.hpp"

namespace fivefold::othello {

namespace {

struct Line {
    Bits own;
    Bits other;
    Bounds bounds;
};

std::optional<int> parse_number(std::string_view text) {
    int number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    return error == std::errc() && end == text.data() + text.size() ? std::optional(number)
                                                                    : std::nullopt;
}

std::optional<Line> parse_line(std::string_view text, int size) {
    const std::size_t length = static_cast<std::size_t>(size) * static_cast<std::size_t>(size) + 2;
    if (text.size() < length + 2 || text[length] != ' ') {
        return std::nullopt;
    }
    const std::size_t gap = text.find(' ', length + 1);
    if (gap == std::string_view::npos) {
        return std::nullopt;
    }
    const auto lower = parse_number(text.substr(length + 1, gap - length - 1));
    const auto upper = parse_number(text.substr(gap + 1));
    if (!lower || !upper || *lower > *upper || *lower < -size * size || *upper > size * size) {
        return std::nullopt;
    }
    try {
        const Position position = parse_position(text.substr(0, length));
        const auto own = position.first_to_move ? position.first : position.second;
        const auto other = position.first_to_move ? position.second : position.first;
        return Line{in_the_middle(own, size), in_the_middle(other, size), {*lower, *upper}};
    } catch (const InvalidText&) {
        return std::nullopt;
    }
}

// Whether an incomplete last line may be cut off. Only the beginning of a journal line is ever
// discarded, even if the path names some other file by mistake.
bool could_be_torn(std::string_view text, int size) {
    const std::size_t longest = static_cast<std::size_t>(size * size) + sizeof " X -36 -36";
    return text.size() <= longest &&
           text.find_first_not_of("XO. -0123456789") == std::string_view::npos;
}

}  // namespace

Bits in_the_middle(Bits cells, int size) {
    Bits found = 0;
    while (cells != 0) {
        const int cell = take_lowest(cells);
        const int margin = (8 - size) / 2;
        found |= bit((cell / size + margin) * 8 + cell % size + margin);
    }
    return found;
}

Bits from_the_middle(Bits cells, int size) {
    Bits found = 0;
    while (cells != 0) {
        const int cell = take_lowest(cells);
        const int margin = (8 - size) / 2;
        found |= bit((cell / 8 - margin) * size + cell % 8 - margin);
    }
    return found;
}

SmallJournal::SmallJournal(const std::string& path, int size) : path_(path), size_(size) {
    if (path.empty()) {
        return;
    }
    std::uintmax_t whole = 0;
    bool torn = false;
    if (std::ifstream input(path, std::ios::binary); input) {
        int number = 0;
        for (std::string text; std::getline(input, text);) {
            ++number;
            torn = input.eof();
            const auto line = torn ? std::nullopt : parse_line(text, size);
            if (!line && !(torn && could_be_torn(text, size))) {
                throw InvalidText("Line " + std::to_string(number) + " of the journal " +
                                  fivefold::quoted(path) + " is not a solved position of " +
                                  std::to_string(size) + "x" + std::to_string(size) + ".");
            }
            if (line) {
                known_[{line->own, line->other}] = line->bounds;
                whole += text.size() + 1;
            }
        }
    }
    std::error_code error;
    if (torn) {
        std::filesystem::resize_file(path, whole, error);
    }
    file_.reset(error ? nullptr : std::fopen(path.c_str(), "ab"));
    if (!file_) {
        throw InvalidText("The journal " + fivefold::quoted(path) + " cannot be written.");
    }
}

std::optional<Bounds> SmallJournal::find(Bits own, Bits other) const {
    const auto found = known_.find({own, other});
    return found == known_.end() ? std::nullopt : std::optional(found->second);
}

void SmallJournal::add(Bits own, Bits other, Bounds bounds) {
    known_[{own, other}] = bounds;
    if (!file_) {
        return;
    }
    const std::string text =
        format_position({size_, from_the_middle(own, size_), from_the_middle(other, size_), true});
    std::fprintf(file_.get(), "%s %d %d\n", text.c_str(), bounds.lower, bounds.upper);
    if (std::fflush(file_.get()) != 0) {
        throw InvalidText("The journal " + fivefold::quoted(path_) + " cannot be written.");
    }
}

}  // namespace fivefold::othello
