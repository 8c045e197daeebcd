#include "pbrain/conversation.hpp"

#include <utility>

#include "core/text.hpp"
#include "gomoku/rules/lines.hpp"
#include "pbrain/about.hpp"
#include "pbrain/parsing.hpp"

namespace fivefold::pbrain {

namespace {

constexpr std::size_t max_block_lines = 1'000;
constexpr int max_lines = 484;

Reply reply_with(std::string line) {
    Reply reply;
    reply.lines.push_back(std::move(line));
    return reply;
}

Reply error_reply(std::string_view why) {
    return reply_with("ERROR " + std::string(why));
}

}  // namespace

// A command and whether it runs during a search.
struct Conversation::Command {
    Reply (Conversation::*handler)(std::string_view text);
    bool is_immediate = false;
};

const std::map<std::string, Conversation::Command, std::less<>>& Conversation::commands() {
    static const std::map<std::string, Command, std::less<>> known{
        {"START", {&Conversation::start, true}},
        {"RECTSTART", {&Conversation::start_rectangle, true}},
        {"RESTART", {&Conversation::restart, true}},
        {"INFO", {&Conversation::info, true}},
        {"ABOUT", {&Conversation::about, true}},
        {"STOP", {&Conversation::stop, true}},
        {"END", {&Conversation::end, true}},
        {"BEGIN", {&Conversation::begin}},
        {"TURN", {&Conversation::turn}},
        {"BOARD", {&Conversation::board}},
        {"SWAP2BOARD", {&Conversation::swap_board}},
        {"DONE", {&Conversation::done}},
        {"TAKEBACK", {&Conversation::take_back}},
        {"PLAY", {&Conversation::play}},
        {"YXSTOP", {&Conversation::stop, true}},
        {"YXSHOWINFO", {&Conversation::show_info, true}},
        {"YXBOARD", {&Conversation::quiet_board}},
        {"YXNBEST", {&Conversation::best_lines}},
        {"YXSHOWFORBID", {&Conversation::show_forbidden}},
        {"YXHASHCLEAR", {&Conversation::clear_table}},
    };
    return known;
}

bool Conversation::is_urgent(std::string_view line) {
    const std::string word = upper(trimmed(line));
    return word == "END" || word == "STOP" || word == "YXSTOP";
}

bool Conversation::begins_game(std::string_view line) {
    const std::string word = upper(take_word(line));
    return word == "START" || word == "RECTSTART" || word == "RESTART";
}

Reply Conversation::receive(std::string_view line) {
    std::string_view rest = line;
    const std::string word = upper(take_word(rest));
    if (word.empty()) {
        return {};
    }
    std::vector<std::string> before;
    if (block_ != Block::none) {
        if (auto reply = receive_in_block(word, trimmed(line))) {
            return *std::move(reply);
        }
        before.push_back("ERROR The board was not finished by DONE.");
    }
    const auto found = commands().find(word);
    if (found == commands().end()) {
        return reply_with("UNKNOWN " + quoted(trimmed(line)) + " is not a command.");
    }
    Reply reply;
    if (current_ && !found->second.is_immediate) {
        reply.is_deferred = true;
        return reply;
    }
    try {
        reply = (this->*found->second.handler)(rest);
    } catch (const InvalidText& error) {
        reply = error_reply(error.what());
    }
    reply.lines.insert(reply.lines.begin(), before.begin(), before.end());
    return reply;
}

// Handles a line between BOARD and DONE. Returns nullopt for another command, which abandons the
// board; INFO does not.
std::optional<Reply> Conversation::receive_in_block(std::string_view word, std::string_view line) {
    if (word == "INFO") {
        std::string_view rest = line;
        take_word(rest);
        return info(rest);
    }
    if (word == "DONE") {
        const std::vector<std::string> lines = std::exchange(block_lines_, {});
        const Block block = std::exchange(block_, Block::none);
        try {
            if (lines.size() > max_block_lines) {
                throw InvalidText("The board has too many lines.");
            }
            return block == Block::swap_board ? finish_swap(lines)
                                              : finish_board(lines, block == Block::board);
        } catch (const InvalidText& error) {
            return error_reply(error.what());
        }
    }
    if (commands().contains(word)) {
        block_lines_.clear();
        block_ = Block::none;
        return std::nullopt;
    }
    if (block_lines_.size() <= max_block_lines) {
        block_lines_.emplace_back(line);
    }
    return Reply{};
}

Reply Conversation::start(std::string_view text) {
    const std::int64_t size = parse_number(text).value_or(0);
    if (size < gomoku::min_size || size > gomoku::max_size) {
        throw InvalidText("Size " + quoted(text) +
                          " is not supported: boards are square with 5 to 22 points a side.");
    }
    return new_board(static_cast<int>(size));
}

Reply Conversation::start_rectangle(std::string_view text) {
    const auto sides = parse_place(text);
    if (!sides || sides->x != sides->y) {
        return start(text);
    }
    return start(std::to_string(sides->x));
}

Reply Conversation::restart(std::string_view) {
    return new_board(stones().size());
}

Reply Conversation::new_board(int size) {
    Reply reply = reply_with("OK");
    reply.stops_search = current_.has_value();
    current_.reset();
    stones_.emplace(size);
    reply.clears_table = true;
    return reply;
}

Reply Conversation::info(std::string_view text) {
    const std::string_view key = take_word(text);
    const Settings before = settings_;
    settings_.receive(key, text);
    Reply reply;
    reply.reconfigures = settings_.differs_for_engine(before);
    return reply;
}

Reply Conversation::about(std::string_view) {
    return reply_with(about_line());
}

Reply Conversation::show_info(std::string_view) {
    Reply reply;
    reply.lines = {
        "MESSAGE INFO MAX_THREAD_NUM " + std::to_string(Settings::max_threads),
        "MESSAGE INFO MAX_HASH_SIZE " + std::to_string(Settings::max_table_megabytes * 1024)};
    return reply;
}

// A STOP can cross the move it asks for, so it gets no reply.
Reply Conversation::stop(std::string_view) {
    Reply reply;
    reply.stops_search = true;
    return reply;
}

Reply Conversation::end(std::string_view) {
    Reply reply;
    reply.quits = true;
    return reply;
}

Reply Conversation::begin(std::string_view) {
    if (stones().count() > 0) {
        throw InvalidText("The board is not empty.");
    }
    return request_search(Purpose::move, stones());
}

Reply Conversation::turn(std::string_view text) {
    Stones after = stones();
    const int cell = after.parse_cell(text);
    if (after.has(cell)) {
        throw InvalidText(format_place(cell, after.size()) + " is taken.");
    }
    const gomoku::Position before =
        after.position(gomoku::parse_rules(settings_.rules()), Owner::other);
    if (before.is_over()) {
        throw InvalidText("The game is over.");
    }
    if (!before.is_legal(cell)) {
        throw InvalidText(format_place(cell, after.size()) + " is forbidden to Black.");
    }
    after.put(cell, Owner::other);
    Reply reply = request_search(Purpose::move, after);
    stones_ = std::move(after);
    return reply;
}

Reply Conversation::board(std::string_view) {
    return open_block(Block::board);
}

Reply Conversation::quiet_board(std::string_view) {
    return open_block(Block::quiet_board);
}

Reply Conversation::swap_board(std::string_view) {
    return open_block(Block::swap_board);
}

// Opens the block even if something is wrong, so that none of its lines is taken for a command.
Reply Conversation::open_block(Block block) {
    block_ = block;
    block_lines_.clear();
    return {};
}

Reply Conversation::done(std::string_view) {
    throw InvalidText("There is no BOARD for DONE to end.");
}

// Lines `x,y,1` are our stones, `x,y,2` the opponent's.
Reply Conversation::finish_board(const std::vector<std::string>& lines, bool searches) {
    Stones board(stones().size());
    for (const std::string& line : lines) {
        const std::size_t comma = line.rfind(',');
        const std::string_view whose =
            comma == std::string::npos ? "" : trimmed(std::string_view(line).substr(comma + 1));
        if (whose == "3") {
            throw InvalidText("Games that continue after a five are not supported.");
        }
        if (whose != "1" && whose != "2") {
            throw InvalidText("A stone is x,y,1 or x,y,2, not " + quoted(line) + ".");
        }
        board.put(board.parse_cell(std::string_view(line).substr(0, comma)),
                  whose == "1" ? Owner::self : Owner::other);
    }
    if (searches) {
        Reply reply = request_search(Purpose::move, board);
        stones_ = std::move(board);
        return reply;
    }
    board.position(gomoku::parse_rules(settings_.rules()));
    stones_ = std::move(board);
    return reply_with("OK");
}

// Lines `x,y`, black first; some managers append the owner.
Reply Conversation::finish_swap(const std::vector<std::string>& lines) {
    Stones board(stones().size());
    for (const std::string& line : lines) {
        std::string_view text = line;
        if (const std::size_t comma = text.rfind(','); comma != text.find(',')) {
            text = text.substr(0, comma);
        }
        // Black has one stone more: the opponent is black and we move as white.
        board.put(board.parse_cell(text), board.count() % 2 == 0 ? Owner::other : Owner::self);
    }
    if (board.count() != 0 && board.count() != 3 && board.count() != 5) {
        throw InvalidText("SWAP2BOARD takes 0, 3 or 5 stones, not " +
                          std::to_string(board.count()) + ".");
    }
    Reply reply = request_search(Purpose::swap, board);
    stones_ = std::move(board);
    return reply;
}

Reply Conversation::take_back(std::string_view text) {
    stones().take(stones().parse_cell(text));
    return reply_with("OK");
}

Reply Conversation::play(std::string_view) {
    throw InvalidText("There is no suggested move to play.");
}

Reply Conversation::best_lines(std::string_view text) {
    const std::int64_t lines = parse_number(text).value_or(0);
    if (lines < 1 || lines > max_lines) {
        throw InvalidText("YXNBEST takes a number from 1 to " + std::to_string(max_lines) +
                          ", not " + quoted(text) + ".");
    }
    return request_search(Purpose::best_lines, stones(), static_cast<int>(lines));
}

// FORBID followed by xxyy for each point, two digits per number.
Reply Conversation::show_forbidden(std::string_view) {
    const gomoku::Position position = stones().position(gomoku::parse_rules(settings_.rules()));
    std::string line = "FORBID ";
    for (int cell = 0; cell < position.cell_count(); ++cell) {
        if (!position.is_over() && position.is_empty(cell) && !position.is_legal(cell)) {
            for (const int number : {cell % position.size(), cell / position.size()}) {
                line += static_cast<char>('0' + number / 10);
                line += static_cast<char>('0' + number % 10);
            }
        }
    }
    return reply_with(line + ".");
}

Reply Conversation::clear_table(std::string_view) {
    Reply reply = reply_with("OK");
    reply.clears_table = true;
    return reply;
}

Stones& Conversation::stones() {
    if (!stones_) {
        throw InvalidText("There is no board yet: send START first.");
    }
    return *stones_;
}

Reply Conversation::request_search(Purpose purpose, const Stones& board, int lines) {
    const std::string rules = settings_.rules();
    const gomoku::Position position = board.position(gomoku::parse_rules(rules));
    if (position.is_over()) {
        throw InvalidText("The game is over.");
    }
    Reply reply;
    reply.request = Request{++last_number_, purpose,       position.text(), rules,
                            board.size(),   board.count(), lines,           settings_};
    current_ = reply.request;
    return reply;
}

std::vector<std::string> Conversation::answer(const Result& result) {
    if (!current_ || current_->number != result.number) {
        return {};
    }
    const Request request = *std::exchange(current_, std::nullopt);
    std::vector<std::string> lines;
    for (const std::string& remark : result.remarks) {
        lines.push_back("MESSAGE " + remark);
    }
    if (!result.error.empty()) {
        lines.push_back("ERROR " + result.error);
        return lines;
    }
    std::string said = result.swaps ? "SWAP" : "";
    for (const int cell : result.cells) {
        said += said.empty() ? "" : " ";
        said += format_place(cell, request.size);
    }
    if (request.purpose != Purpose::best_lines) {
        remember(result);
    }
    lines.push_back(said);
    return lines;
}

// Plays the result on the board. Three stones that open a swap2 game are black, white, black; we
// are black until the opponent chooses.
void Conversation::remember(const Result& result) {
    if (result.swaps) {
        stones_->swap_owners();
    }
    Owner owner = Owner::self;
    for (const int cell : result.cells) {
        stones_->put(cell, owner);
        owner = owner == Owner::self ? Owner::other : Owner::self;
    }
}

}  // namespace fivefold::pbrain
