// What the brain says to each line of the manager. No clock, no thread, no input and no output: it
// is given lines and thoughts and returns lines, so that a conversation can be tried line by line.
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

// What has to be thought about.
struct Question {
    int number = 0;
    Purpose purpose = Purpose::move;
    std::string position;  // as gomoku::Position reads it
    std::string rules;
    int size = 0;
    int stones = 0;
    int lines = 1;  // how many best moves are wanted
    Settings settings;
};

// What came of it: cells to play, or to swap colours. `remarks` are for people.
struct Thought {
    int number = 0;
    std::vector<int> cells;
    bool swaps = false;
    std::vector<std::string> remarks;
    std::string error;  // one sentence if nothing came of it
};

// What a line leads to.
struct Reply {
    std::vector<std::string> lines;
    std::optional<Question> think;
    bool prepares = false;  // the settings of memory or threads have changed
    bool forgets = false;   // the table is to be emptied
    bool stops = false;     // the thinking that goes on has to end
    bool later = false;     // nothing was done: to be heard again when the thinking is over
    bool quits = false;
};

class Conversation {
  public:
    // Throws nothing: a line that makes no sense is answered by an ERROR or UNKNOWN line.
    Reply hear(std::string_view line);

    // What is printed for a thought; nothing when its question was dropped meanwhile.
    std::vector<std::string> answer(const Thought& thought);

    const Settings& settings() const { return settings_; }

    // Whether a line is heard before those that wait until the thinking is over.
    static bool is_urgent(std::string_view line);

    // Whether a line gives up everything that was asked before it.
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
    std::optional<Reply> hear_in_block(std::string_view word, std::string_view line);
    Reply finish_board(const std::vector<std::string>& lines, bool thinks);
    Reply finish_swap(const std::vector<std::string>& lines);
    Stones& stones();
    void remember(const Thought& thought);
    Reply think(Purpose purpose, const Stones& board, int lines = 1);

    Settings settings_;
    std::optional<Stones> stones_;
    Block block_ = Block::none;
    std::vector<std::string> block_lines_;
    int asked_ = 0;                   // the number of the last question
    std::optional<Question> asking_;  // the one that is thought about
};

}  // namespace fivefold::pbrain
