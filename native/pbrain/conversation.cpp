#include "pbrain/conversation.hpp"

#include <utility>

#include "core/text.hpp"
#include "gomoku/lines.hpp"
#include "pbrain/about.hpp"
#include "pbrain/words.hpp"

namespace fivefold::pbrain {

namespace {

constexpr std::size_t most_block_lines = 1'000;
constexpr int most_lines = 484;

Reply says(std::string line) {
    Reply reply;
    reply.lines.push_back(std::move(line));
    return reply;
}

Reply refuses(std::string_view why) {
    return says("ERROR " + std::string(why));
}

}  // namespace

// One that can be obeyed at any time, or only when nothing is thought about.
struct Conversation::Command {
    Reply (Conversation::*obey)(std::string_view text);
    bool any_time = false;
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

Reply Conversation::hear(std::string_view line) {
    std::string_view rest = line;
    const std::string word = upper(take_word(rest));
    if (word.empty()) {
        return {};
    }
    std::vector<std::string> before;
    if (block_ != Block::none) {
        if (auto reply = hear_in_block(word, trimmed(line))) {
            return *std::move(reply);
        }
        before.push_back("ERROR The board was not finished by DONE.");
    }
    const auto found = commands().find(word);
    if (found == commands().end()) {
        return says("UNKNOWN " + quoted(trimmed(line)) + " is no command.");
    }
    Reply reply;
    if (asking_ && !found->second.any_time) {
        reply.later = true;
        return reply;
    }
    try {
        reply = (this->*found->second.obey)(rest);
    } catch (const InvalidText& error) {
        reply = refuses(error.what());
    }
    reply.lines.insert(reply.lines.begin(), before.begin(), before.end());
    return reply;
}

// What a line between BOARD and DONE leads to; nothing when it is another command, which gives the
// board up. A setting changes nothing about it.
std::optional<Reply> Conversation::hear_in_block(std::string_view word, std::string_view line) {
    if (word == "INFO") {
        std::string_view rest = line;
        take_word(rest);
        return info(rest);
    }
    if (word == "DONE") {
        const std::vector<std::string> lines = std::exchange(block_lines_, {});
        const Block block = std::exchange(block_, Block::none);
        try {
            if (lines.size() > most_block_lines) {
                throw InvalidText("The board has too many lines.");
            }
            return block == Block::swap_board ? finish_swap(lines)
                                              : finish_board(lines, block == Block::board);
        } catch (const InvalidText& error) {
            return refuses(error.what());
        }
    }
    if (commands().contains(word)) {
        block_lines_.clear();
        block_ = Block::none;
        return std::nullopt;
    }
    if (block_lines_.size() <= most_block_lines) {
        block_lines_.emplace_back(line);
    }
    return Reply{};
}

Reply Conversation::start(std::string_view text) {
    const std::int64_t size = parse_number(text).value_or(0);
    if (size < gomoku::smallest_size || size > gomoku::largest_size) {
        throw InvalidText("Size " + quoted(text) +
                          " is not played here: the board is square with 5 to 22 points a side.");
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
    Reply reply = says("OK");
    reply.stops = asking_.has_value();
    asking_.reset();
    stones_.emplace(size);
    reply.forgets = true;
    return reply;
}

Reply Conversation::info(std::string_view text) {
    const std::string_view key = take_word(text);
    const Settings before = settings_;
    settings_.hear(key, text);
    Reply reply;
    reply.prepares = settings_.differs_for_engine(before);
    return reply;
}

Reply Conversation::about(std::string_view) {
    return says(about_line());
}

Reply Conversation::show_info(std::string_view) {
    Reply reply;
    reply.lines = {
        "MESSAGE INFO MAX_THREAD_NUM " + std::to_string(Settings::most_threads),
        "MESSAGE INFO MAX_HASH_SIZE " + std::to_string(Settings::most_table_megabytes * 1024)};
    return reply;
}

// A move may have been printed at the moment when somebody lost patience: no answer to that.
Reply Conversation::stop(std::string_view) {
    Reply reply;
    reply.stops = true;
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
    return think(Purpose::move, stones());
}

Reply Conversation::turn(std::string_view text) {
    Stones after = stones();
    const int cell = after.parse_cell(text);
    if (after.has(cell)) {
        throw InvalidText("There is already a stone on " + format_place(cell, after.size()) + ".");
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
    Reply reply = think(Purpose::move, after);
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

// The lines are heard whatever is wrong, so that none of them is taken for a command.
Reply Conversation::open_block(Block block) {
    block_ = block;
    block_lines_.clear();
    return {};
}

Reply Conversation::done(std::string_view) {
    throw InvalidText("DONE ends a BOARD, and there is none.");
}

// Lines `x,y,1` are stones of the brain's own, `x,y,2` of the other's.
Reply Conversation::finish_board(const std::vector<std::string>& lines, bool thinks) {
    Stones board(stones().size());
    for (const std::string& line : lines) {
        const std::size_t comma = line.rfind(',');
        const std::string_view whose =
            comma == std::string::npos ? "" : trimmed(std::string_view(line).substr(comma + 1));
        if (whose == "3") {
            throw InvalidText("Games that go on after a five are not played here.");
        }
        if (whose != "1" && whose != "2") {
            throw InvalidText("A stone is x,y,1 or x,y,2, not " + quoted(line) + ".");
        }
        board.put(board.parse_cell(std::string_view(line).substr(0, comma)),
                  whose == "1" ? Owner::self : Owner::other);
    }
    if (thinks) {
        Reply reply = think(Purpose::move, board);
        stones_ = std::move(board);
        return reply;
    }
    board.position(gomoku::parse_rules(settings_.rules()));
    stones_ = std::move(board);
    return says("OK");
}

// Lines `x,y`, black first; some managers write whose stone it is behind them.
Reply Conversation::finish_swap(const std::vector<std::string>& lines) {
    Stones board(stones().size());
    for (const std::string& line : lines) {
        std::string_view text = line;
        if (const std::size_t comma = text.rfind(','); comma != text.find(',')) {
            text = text.substr(0, comma);
        }
        // Black has a stone more, so that the other is black and the brain is to move as white.
        board.put(board.parse_cell(text), board.count() % 2 == 0 ? Owner::other : Owner::self);
    }
    if (board.count() != 0 && board.count() != 3 && board.count() != 5) {
        throw InvalidText("Swap2 asks with no, three or five stones, not with " +
                          std::to_string(board.count()) + ".");
    }
    Reply reply = think(Purpose::swap, board);
    stones_ = std::move(board);
    return reply;
}

Reply Conversation::take_back(std::string_view text) {
    stones().take(stones().parse_cell(text));
    return says("OK");
}

Reply Conversation::play(std::string_view) {
    throw InvalidText("Nothing was suggested.");
}

Reply Conversation::best_lines(std::string_view text) {
    const std::int64_t lines = parse_number(text).value_or(0);
    if (lines < 1 || lines > most_lines) {
        throw InvalidText("YXNBEST takes a number from 1 to " + std::to_string(most_lines) +
                          ", not " + quoted(text) + ".");
    }
    return think(Purpose::best_lines, stones(), static_cast<int>(lines));
}

// FORBID and then xxyy for each point, two digits for each number.
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
    return says(line + ".");
}

Reply Conversation::clear_table(std::string_view) {
    Reply reply = says("OK");
    reply.forgets = true;
    return reply;
}

Stones& Conversation::stones() {
    if (!stones_) {
        throw InvalidText("There is no board yet: START N begins one.");
    }
    return *stones_;
}

Reply Conversation::think(Purpose purpose, const Stones& board, int lines) {
    const std::string rules = settings_.rules();
    const gomoku::Position position = board.position(gomoku::parse_rules(rules));
    if (position.is_over()) {
        throw InvalidText("The game is over.");
    }
    Reply reply;
    reply.think = Question{++asked_,     purpose,       position.text(), rules,
                           board.size(), board.count(), lines,           settings_};
    asking_ = reply.think;
    return reply;
}

std::vector<std::string> Conversation::answer(const Thought& thought) {
    if (!asking_ || asking_->number != thought.number) {
        return {};
    }
    const Question question = *std::exchange(asking_, std::nullopt);
    std::vector<std::string> lines;
    for (const std::string& remark : thought.remarks) {
        lines.push_back("MESSAGE " + remark);
    }
    if (!thought.error.empty()) {
        lines.push_back("ERROR " + thought.error);
        return lines;
    }
    std::string said = thought.swaps ? "SWAP" : "";
    for (const int cell : thought.cells) {
        said += said.empty() ? "" : " ";
        said += format_place(cell, question.size);
    }
    if (question.purpose != Purpose::best_lines) {
        remember(thought);
    }
    lines.push_back(said);
    return lines;
}

// Puts what was answered on the board. Three stones that open a swap2 game are black, white, black;
// until the other chooses, the brain is black.
void Conversation::remember(const Thought& thought) {
    if (thought.swaps) {
        stones_->swap_owners();
    }
    Owner owner = Owner::self;
    for (const int cell : thought.cells) {
        stones_->put(cell, owner);
        owner = owner == Owner::self ? Owner::other : Owner::self;
    }
}

}  // namespace fivefold::pbrain
