// The Gomocup conversation: any bytes as lines, every request answered or dropped.
#include <vector>

#include "fuzz/native/check.hpp"
#include "gomoku/rules/position.hpp"
#include "pbrain/conversation.hpp"
#include "pbrain/line_splitter.hpp"

using namespace fivefold;
using fuzz::require;

namespace {

constexpr int max_lines = 24;

void check(const std::vector<std::string>& lines) {
    for (const std::string& line : lines) {
        require(line.find_first_of("\r\n") == std::string::npos, "a line is one line");
    }
}

// Plays the first legal cells, as if a search had found them.
pbrain::Result answer_to(const pbrain::Request& request) {
    const gomoku::Position position(request.position, gomoku::parse_rules(request.rules));
    require(!position.is_over(), "a finished game is never searched");
    require(position.size() == request.size, "a request knows its board");
    pbrain::Result result;
    result.number = request.number;
    const bool opens = request.purpose == pbrain::Purpose::swap && request.stones == 0;
    const std::size_t wanted = opens ? 3 : 1;
    for (int cell = 0; cell < position.cell_count() && result.cells.size() < wanted; ++cell) {
        if (position.is_legal(cell)) {
            result.cells.push_back(cell);
        }
    }
    result.swaps = request.purpose == pbrain::Purpose::swap && request.stones == 5;
    return result;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size == 0) {
        return 0;
    }
    pbrain::Conversation talk;
    pbrain::LineSplitter splitter;
    std::optional<pbrain::Request> asked;
    int received = 0;
    const auto receive = [&](const std::string& line) {
        pbrain::Conversation::is_urgent(line);
        pbrain::Conversation::begins_game(line);
        pbrain::Reply reply = talk.receive(line);
        check(reply.lines);
        talk.settings().time();
        talk.settings().table_megabytes();
        talk.settings().threads();
        const bool answers = (data[0] >> received++ % 8 & 1) != 0;
        if (reply.request) {
            asked = reply.request;
        }
        if (asked && (answers || reply.is_deferred)) {
            check(talk.answer(answer_to(*asked)));
            asked.reset();
            if (reply.is_deferred) {
                reply = talk.receive(line);
                check(reply.lines);
                asked = reply.request;
            }
        }
        return !reply.quits && received < max_lines;
    };
    for (std::size_t i = 1; i < size; ++i) {
        if (const auto line = splitter.add(static_cast<char>(data[i])); line && !receive(*line)) {
            return 0;
        }
    }
    if (const auto line = splitter.rest()) {
        receive(*line);
    }
    return 0;
}
