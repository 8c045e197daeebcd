// The conversation of the Gomocup brain: any bytes as lines, every question answered or dropped.
#include <vector>

#include "fuzz/native/check.hpp"
#include "gomoku/position.hpp"
#include "pbrain/conversation.hpp"
#include "pbrain/lines.hpp"

using namespace fivefold;
using fuzz::require;

namespace {

constexpr int most_lines = 24;

void check(const std::vector<std::string>& lines) {
    for (const std::string& line : lines) {
        require(line.find_first_of("\r\n") == std::string::npos, "a line is one line");
    }
}

// Plays on the first cell that may be played on, as if it had been found by thinking.
pbrain::Thought thought_about(const pbrain::Question& question) {
    const gomoku::Position position(question.position, gomoku::parse_rules(question.rules));
    require(!position.is_over(), "nobody has to think about a finished game");
    require(position.size() == question.size, "a question knows its board");
    pbrain::Thought thought;
    thought.number = question.number;
    const bool opens = question.purpose == pbrain::Purpose::swap && question.stones == 0;
    const std::size_t wanted = opens ? 3 : 1;
    for (int cell = 0; cell < position.cell_count() && thought.cells.size() < wanted; ++cell) {
        if (position.is_legal(cell)) {
            thought.cells.push_back(cell);
        }
    }
    thought.swaps = question.purpose == pbrain::Purpose::swap && question.stones == 5;
    return thought;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size == 0) {
        return 0;
    }
    pbrain::Conversation talk;
    pbrain::LineCutter cutter;
    std::optional<pbrain::Question> asked;
    int heard = 0;
    const auto hear = [&](const std::string& line) {
        pbrain::Conversation::is_urgent(line);
        pbrain::Conversation::begins_game(line);
        pbrain::Reply reply = talk.hear(line);
        check(reply.lines);
        talk.settings().time();
        talk.settings().table_megabytes();
        talk.settings().threads();
        const bool answers = (data[0] >> heard++ % 8 & 1) != 0;
        if (reply.think) {
            asked = reply.think;
        }
        if (asked && (answers || reply.later)) {
            check(talk.answer(thought_about(*asked)));
            asked.reset();
            if (reply.later) {
                reply = talk.hear(line);
                check(reply.lines);
                asked = reply.think;
            }
        }
        return !reply.quits && heard < most_lines;
    };
    for (std::size_t i = 1; i < size; ++i) {
        if (const auto line = cutter.add(static_cast<char>(data[i])); line && !hear(*line)) {
            return 0;
        }
    }
    if (const auto line = cutter.rest()) {
        hear(*line);
    }
    return 0;
}
