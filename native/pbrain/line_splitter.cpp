#include "pbrain/line_splitter.hpp"

#include <utility>

namespace fivefold::pbrain {

namespace {

constexpr std::size_t longest = 65'536;
constexpr std::size_t beginning = 60;
constexpr char unreadable = '\x01';

}  // namespace

std::optional<std::string> LineSplitter::add(char byte) {
    if (byte == '\n' || byte == '\r') {
        return rest();
    }
    if (line_.size() < longest) {
        line_ += byte;
    } else {
        is_long_ = true;
    }
    return std::nullopt;
}

std::optional<std::string> LineSplitter::rest() {
    std::string line = std::exchange(line_, {});
    if (std::exchange(is_long_, false)) {
        line = unreadable + line.substr(0, beginning);
    }
    return line.empty() ? std::nullopt : std::optional(std::move(line));
}

}  // namespace fivefold::pbrain
