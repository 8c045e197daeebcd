// The Gomocup protocol as a pure state machine: lines and search results go in, replies come out.
// No clock, thread or IO, so a conversation can be tested line by line.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pbrain/settings.hpp"
#include "pbrain/stones.hpp"

namespace fivefold::pbrain {

enum class Purpose { move, best_lines, swap };

// A search request.
struct Request {
    int number = 0;
    Purpose purpose = Purpose::move;
    std::string position;  // in the format of gomoku::Position
    std::string rules;
    int size = 0;
    int stones = 0;
    int lines = 1;  // number of best moves wanted
    Settings settings;
};

// The result of a search: cells to play, or a swap of colours. `remarks` are for people.
struct Result {
    int number = 0;
    std::vector<int> cells;
    bool swaps = false;
    std::vector<std::string> remarks;
    std::string error;  // set if the search failed: one sentence
};

// The effect of a line.
struct Reply {
    std::vector<std::string> lines;
    std::optional<Request> request;
    bool reconfigures = false;  // memory or threads have changed
    bool clears_table = false;  // clear the transposition table
    bool stops_search = false;  // stop the running search
    bool is_deferred = false;   // not handled: repeat the line once the search has ended
    bool quits = false;
};

class Conversation {
  public:
    // Never throws: an invalid line is answered with ERROR or UNKNOWN.
    Reply receive(std::string_view line);

    // The lines to print for a result; empty if its request was dropped.
    std::vector<std::string> answer(const Result& result);

    const Settings& settings() const { return settings_; }

    // Whether a line skips the queue of deferred lines.
    static bool is_urgent(std::string_view line);

    // Whether a line drops everything requested before it.
    static bool begins_game(std::string_view line);

  private:
    enum class Block { none, board, quiet_board, swap_board };

    struct Command;
    static const std::map<std::string, Command, std::less<>>& commands();

    Reply start(std::string_view text);
    Reply start_rectangle(std::string_view text);
    Reply restart(std::string_view text);
    Reply info(std::string_view text);
    Reply about(std::string_view text);
    Reply show_info(std::string_view text);
    Reply stop(std::string_view text);
    Reply end(std::string_view text);
    Reply begin(std::string_view text);
    Reply turn(std::string_view text);
    Reply board(std::string_view text);
    Reply quiet_board(std::string_view text);
    Reply swap_board(std::string_view text);
    Reply take_back(std::string_view text);
    Reply play(std::string_view text);
    Reply best_lines(std::string_view text);
    Reply show_forbidden(std::string_view text);
    Reply clear_table(std::string_view text);
    Reply done(std::string_view text);

    Reply new_board(int size);
    Reply open_block(Block block);
    std::optional<Reply> receive_in_block(std::string_view word, std::string_view line);
    Reply finish_board(const std::vector<std::string>& lines, bool searches);
    Reply finish_swap(const std::vector<std::string>& lines);
    Stones& stones();
    void remember(const Result& result);
    Reply request_search(Purpose purpose, const Stones& board, int lines = 1);

    Settings settings_;
    std::optional<Stones> stones_;
    Block block_ = Block::none;
    std::vector<std::string> block_lines_;
    int last_number_ = 0;             // number of the last request
    std::optional<Request> current_;  // the request being searched
};

}  // namespace fivefold::pbrain
