// The Gomocup conversation, line by line, without a search.
#include <algorithm>
#include <string>
#include <vector>

#include "core/text.hpp"
#include "gomoku/rules/position.hpp"
#include "pbrain/conversation.hpp"
#include "pbrain/line_splitter.hpp"
#include "pbrain/openings.hpp"
#include "pbrain/parsing.hpp"
#include "pbrain/settings.hpp"
#include "tests/check.hpp"

namespace {

using namespace fivefold;
using namespace fivefold::pbrain;

// The reply to the last of the lines.
Reply received(Conversation& talk, const std::vector<std::string>& lines) {
    Reply reply;
    for (const std::string& line : lines) {
        reply = talk.receive(line);
    }
    return reply;
}

bool says(const Reply& reply, const std::string& beginning) {
    return reply.lines.size() == 1 && reply.lines.front().starts_with(beginning) && !reply.request;
}

// Answers the request as if a search had found these cells.
std::vector<std::string> played(Conversation& talk, const Reply& reply, std::vector<int> cells,
                                bool swaps = false) {
    Result result;
    result.number = reply.request->number;
    result.cells = std::move(cells);
    result.swaps = swaps;
    return talk.answer(result);
}

std::vector<std::string> cut(const std::string& bytes) {
    LineSplitter splitter;
    std::vector<std::string> lines;
    for (const char byte : bytes) {
        if (auto line = splitter.add(byte)) {
            lines.push_back(*line);
        }
    }
    if (auto line = splitter.rest()) {
        lines.push_back(*line);
    }
    return lines;
}

Settings settings_after(const std::vector<std::string>& lines) {
    Settings settings;
    for (const std::string& line : lines) {
        std::string_view rest = line;
        const std::string_view key = take_word(rest);
        settings.receive(key, rest);
    }
    return settings;
}

}  // namespace

TEST(lines_have_three_kinds_of_ends_and_empty_ones_are_dropped) {
    CHECK(cut("a\nb\r\nc\rd\n\n\r\re") == std::vector<std::string>{"a", "b", "c", "d", "e"});
    const auto lines = cut(std::string(70'000, 'x') + "\nSTART 15\n");
    CHECK(lines.size() == 2 && lines[0].size() == 61 && lines[0][0] == '\x01');
    CHECK(cut(std::string(65'536, 'x')).front().size() == 65'536);
}

TEST(numbers_and_points_must_be_complete) {
    CHECK(parse_number("-5") == -5);
    CHECK(parse_number("999999999999999999") == 999'999'999'999'999'999);
    for (const char* text : {"", "-", "1x", "+1", "1234567890123456789", " 1"}) {
        CHECK(!parse_number(text));
    }
    CHECK(parse_place(" 3 , -4")->y == -4);
    for (const char* text : {"", "3", "3,", ",4", "3,4,5", "10000,0", "a,b"}) {
        CHECK(!parse_place(text));
    }
    CHECK(format_place(16, 15) == "1,1");
}

TEST(time_is_the_tighter_of_turn_and_match_with_a_reserve) {
    CHECK(settings_after({"timeout_turn 1000"}).time().usual == 0.97);
    CHECK(settings_after({"timeout_turn 0"}).time().usual == 0.001);
    CHECK(settings_after({"timeout_turn 30000", "timeout_match 180000", "time_left 16030"})
              .time()
              .usual == 1);
    CHECK(settings_after({"timeout_turn 30000", "timeout_match 180000"}).time().usual < 12);
    for (const char* left : {"time_left 0", "time_left -1", "time_left -99999999999"}) {
        CHECK(settings_after({"timeout_turn 30000", "timeout_match 180000", left}).time().usual ==
              0.001);
    }
    CHECK(settings_after({"timeout_turn 1000", "time_left 2147483647"}).time().usual == 0.97);
    CHECK(settings_after({"timeout_turn 1000", "timeout_match 0", "time_left 0"}).time().usual ==
          0.97);
    CHECK(settings_after({"timeout_turn 2147483647"}).time().usual > 1e5);
    CHECK(settings_after({"timeout_turn much", "TIMEOUT_TURN 2030"}).time().usual == 2);
}

TEST(a_hard_move_may_take_the_time_of_several_but_never_more_than_the_turn) {
    CHECK(!settings_after({"timeout_turn 1000"}).time().longest);
    CHECK(settings_after({"timeout_match 180000", "time_left 16030"}).time().longest == 4);
    CHECK(settings_after({"timeout_turn 2030", "timeout_match 180000", "time_left 16030"})
              .time()
              .longest == 2);
    CHECK(settings_after({"timeout_turn 530", "timeout_match 180000", "time_left 16030"})
              .time()
              .longest == 0.5);
    CHECK(settings_after({"timeout_match 180000", "time_left 0"}).time().longest == 0.001);
}

TEST(the_table_follows_the_memory) {
    CHECK(settings_after({"max_memory 367001600"}).table_megabytes() == 286);
    CHECK(settings_after({"max_memory 0"}).table_megabytes() == 128);
    CHECK(settings_after({"max_memory 1"}).table_megabytes() == 1);
    CHECK(settings_after({"max_memory 99999999999999"}).table_megabytes() == 1024);
    CHECK(settings_after({"hash_size 65536"}).table_megabytes() == 64);
    CHECK(settings_after({"hash_size 1048576", "max_memory 367001600"}).table_megabytes() == 286);
    CHECK(settings_after({"thread_num 0"}).threads() == 1);
    CHECK(settings_after({"thread_num 4"}).threads() == 4);
    CHECK(settings_after({"max_depth 6"}).depth() == 6);
    CHECK(settings_after({"max_node 5000"}).nodes() == 5000);
    CHECK(!settings_after({"max_depth -1"}).depth());
}

TEST(rules_are_sums_and_unknown_ones_are_rejected) {
    const std::vector<std::pair<std::string, std::string>> known{
        {"0", "freestyle"}, {"1", "standard"}, {"4", "renju"},
        {"5", "renju"},     {"8", "caro"},     {"9", "caro"}};
    for (const auto& [number, name] : known) {
        CHECK(settings_after({"rule " + number}).rules() == name);
    }
    for (const char* rule :
         {"rule 2", "rule 3", "rule 12", "rule 16", "rule -1", "rule", "rule x"}) {
        CHECK(tests::throws<InvalidText>([&] { settings_after({rule}).rules(); }));
    }
}

TEST(a_game_is_kept_between_the_lines) {
    Conversation talk;
    CHECK(says(received(talk, {"START 15"}), "OK"));
    const Reply begin = talk.receive("begin");
    CHECK(begin.request && begin.request->position == std::string(225, '.') + " X");
    CHECK(talk.receive("TURN 0,0").is_deferred);
    CHECK(played(talk, begin, {112}) == std::vector<std::string>{"7,7"});
    const Reply turn = talk.receive("TURN 8,7");
    CHECK(turn.request && turn.request->position.substr(112, 2) == "XO");
    CHECK(turn.request->position.ends_with(" X"));
    CHECK(says(talk.receive("START 10"), "OK"));
    CHECK(played(talk, turn, {0}).empty());
    CHECK(says(talk.receive("TAKEBACK 7,7"), "ERROR"));
    const Reply white = talk.receive("TURN 4,4");
    CHECK(white.request && white.request->position.ends_with(" O"));
    CHECK(played(talk, white, {0}) == std::vector<std::string>{"0,0"});
    CHECK(says(talk.receive("TAKEBACK 0,0"), "OK"));
    CHECK(says(talk.receive("TAKEBACK 4,4"), "OK"));
    CHECK(talk.receive("BEGIN").request);
}

TEST(a_board_may_come_in_any_order_and_counts_decide_the_side) {
    Conversation talk;
    received(talk, {"START 15"});
    Reply reply = received(talk, {"BOARD", "1,0,2", "2,0,2", "0,0,1", "DONE"});
    CHECK(reply.request && reply.request->position.starts_with("OXX.") &&
          reply.request->position.ends_with(" O"));
    played(talk, reply, {100});
    reply = received(talk, {"BOARD", "1,0,2", "0,0,1", "DONE"});
    CHECK(reply.request && reply.request->position.starts_with("XO.") &&
          reply.request->position.ends_with(" X"));
    played(talk, reply, {100});
    CHECK(says(received(talk, {"YXBOARD", "1,0,2", "DONE"}), "OK"));
    CHECK(talk.receive("YXNBEST 3").request->lines == 3);
}

TEST(invalid_commands_are_errors_and_change_nothing) {
    const std::vector<std::vector<std::string>> impossible{
        {"TURN 15,0"},
        {"TURN -1,0"},
        {"TURN 3"},
        {"TURN"},
        {"TURN 0,0"},
        {"BEGIN"},
        {"PLAY 1,1"},
        {"TAKEBACK 9,9"},
        {"TAKEBACK x"},
        {"DONE"},
        {"YXNBEST 0"},
        {"YXNBEST many"},
        {"RECTSTART 15,16"},
        {"RECTSTART"},
        {"START 23"},
        {"BOARD", "1,1,1", "1,1,2", "DONE"},
        {"BOARD", "1,1,4", "DONE"},
        {"BOARD", "1,1,3", "DONE"},
        {"BOARD", "1,1", "DONE"},
        {"BOARD", "15,1,1", "DONE"},
        {"BOARD", "FLY", "DONE"},
        {"BOARD", "0,0,1", "1,0,1", "2,0,1", "3,0,1", "4,0,1", "DONE"},
        {"SWAP2BOARD", "1,1", "DONE"},
        {"SWAP2BOARD", "1,1", "1,1", "2,2", "DONE"},
    };
    for (const auto& lines : impossible) {
        Conversation talk;
        played(talk, received(talk, {"START 15", "TURN 0,0"}), {1});
        CHECK(says(received(talk, lines), "ERROR "));
        const Reply next = talk.receive("TURN 2,2");
        CHECK(next.request &&
              std::count(next.request->position.begin(), next.request->position.end(), '.') == 222);
    }
}

TEST(before_start_every_board_command_is_rejected) {
    for (const char* line : {"BEGIN", "TURN 7,7", "RESTART", "TAKEBACK 1,1", "YXNBEST 1",
                             "YXSHOWFORBID", "PLAY 7,7", "DONE"}) {
        Conversation talk;
        CHECK(says(talk.receive(line), "ERROR "));
    }
    Conversation talk;
    CHECK(says(received(talk, {"BOARD", "7,7,2", "DONE"}), "ERROR "));
    CHECK(says(talk.receive("FLY"), "UNKNOWN "));
    CHECK(says(talk.receive("\x01xxx"), "UNKNOWN "));
    CHECK(talk.receive("  ").lines.empty());
}

TEST(an_unfinished_board_is_dropped_by_the_next_command) {
    Conversation talk;
    received(talk, {"START 15", "BOARD", "1,1,2"});
    const Reply reply = talk.receive("RESTART");
    CHECK(reply.lines.size() == 2 && reply.lines[0].starts_with("ERROR") && reply.lines[1] == "OK");
    CHECK(talk.receive("BEGIN").request);
}

TEST(an_unknown_rule_is_reported_by_the_next_request_only) {
    Conversation talk;
    received(talk, {"START 15"});
    CHECK(talk.receive("INFO rule 2").lines.empty());
    CHECK(says(talk.receive("BEGIN"), "ERROR "));
    CHECK(talk.receive("INFO rule 9").lines.empty());
    CHECK(talk.receive("BEGIN").request->rules == "caro");
}

TEST(forbidden_points_are_shown_and_rejected) {
    Conversation talk;
    // Black's threes cross on 4,4:  c5 d5 and e4 e3 of a board of nine, white in the last row.
    const std::vector<std::string> board{"YXBOARD", "2,4,1", "3,4,1", "4,5,1", "4,6,1",
                                         "0,8,2",   "2,8,2", "6,8,2", "8,8,2", "DONE"};
    received(talk, {"START 9", "INFO rule 4"});
    CHECK(says(received(talk, board), "OK"));
    CHECK(talk.receive("YXSHOWFORBID").lines.front() == "FORBID 0404.");
    // The same with the opponent as black, who must play elsewhere.
    received(talk, {"RESTART"});
    int own = 72;
    for (const char* stone : {"TURN 2,4", "TURN 3,4", "TURN 4,5", "TURN 4,6"}) {
        played(talk, talk.receive(stone), {own});
        own += 2;
    }
    CHECK(says(talk.receive("TURN 4,4"), "ERROR 4,4 is forbidden"));
    CHECK(talk.receive("TURN 5,5").request->position.ends_with(" O"));
}

TEST(swap2_stones_are_black_white_black_with_or_without_owners) {
    for (const char* owner : {"", ",1"}) {
        Conversation talk;
        received(talk, {"START 15", "SWAP2BOARD", std::string("0,0") + owner,
                        std::string("1,0") + owner, std::string("2,0") + owner});
        const Reply reply = talk.receive("DONE");
        CHECK(reply.request && reply.request->purpose == Purpose::swap);
        CHECK(reply.request->position.starts_with("XOX.") &&
              reply.request->position.ends_with(" O"));
        CHECK(played(talk, reply, {}, true) == std::vector<std::string>{"SWAP"});
        // We are black now, so the opponent's next stone is white.
        const Reply turn = talk.receive("TURN 3,0");
        CHECK(turn.request && turn.request->position.starts_with("XOXO"));
    }
    Conversation talk;
    const Reply opens = received(talk, {"START 15", "SWAP2BOARD", "DONE"});
    CHECK(opens.request && opens.request->stones == 0);
    CHECK(played(talk, opens, {0, 1, 2}) == std::vector<std::string>{"0,0 1,0 2,0"});
}

TEST(openings_of_swap2_are_three_different_stones_on_every_board) {
    for (int size = 5; size <= 22; ++size) {
        const std::vector<Opening> openings = openings_for(size);
        CHECK(openings.size() >= 8);
        CHECK(openings == openings_for(size));
        for (const Opening& opening : openings) {
            const gomoku::Position position(text_after(opening, size),
                                            gomoku::parse_rules("freestyle"));
            CHECK(position.empty_count() == size * size - 3 && !position.is_over());
        }
    }
}

TEST(stop_and_end_do_not_wait_and_an_early_stop_does_nothing) {
    CHECK(Conversation::is_urgent(" end ") && Conversation::is_urgent("YXSTOP"));
    CHECK(!Conversation::is_urgent("TURN 1,1"));
    CHECK(Conversation::begins_game("start 15") && !Conversation::begins_game("BEGIN"));
    Conversation talk;
    CHECK(talk.receive("STOP").lines.empty() && talk.receive("STOP").stops_search);
    CHECK(talk.receive("END").quits);
}
