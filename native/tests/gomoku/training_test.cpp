// The Gomoku training: the records of self-play, and a fit of a few games.
#include <algorithm>
#include <cmath>
#include <filesystem>
#include <memory>
#include <stdexcept>
#include <string>

#include "gomoku/evaluation/evaluation.hpp"
#include "gomoku/training/contest.hpp"
#include "gomoku/training/engine_player.hpp"
#include "gomoku/training/fit.hpp"
#include "gomoku/training/measure.hpp"
#include "gomoku/training/positions.hpp"
#include "gomoku/training/selfplay.hpp"
#include "gomoku/training/settings.hpp"
#include "tests/check.hpp"

namespace {

using namespace fivefold;
using namespace fivefold::gomoku;
using namespace fivefold::gomoku::training;

std::vector<PlayedGame> some_games(const char* rules, unsigned seed, int count) {
    Player player(Weights::by_hand(), rules, 100);
    Chance chance(seed);
    std::vector<PlayedGame> games;
    for (int left = count; left > 0; --left) {
        games.push_back(self_play(player, {}, chance));
    }
    return games;
}

bool is_same(const PlayedGame& one, const PlayedGame& two) {
    const auto equal = [](const PlayedMove& a, const PlayedMove& b) {
        return a.cell == b.cell && a.score == b.score && a.best == b.best && a.notes == b.notes;
    };
    return one.rules == two.rules && one.size == two.size && one.result == two.result &&
           std::ranges::equal(one.moves, two.moves, equal);
}

}  // namespace

TEST(a_training_game_is_legal_and_its_result_matches_the_board) {
    for (const char* rules : {"freestyle", "standard", "renju"}) {
        for (const PlayedGame& game : some_games(rules, 1, 4)) {
            Position position(std::string(225, '.') + " X", parse_rules(rules));
            for (const PlayedMove& move : game.moves) {
                CHECK(position.is_legal(move.cell));
                CHECK(position.is_legal(move.best));
                CHECK((move.best == move.cell) == ((move.notes & strayed) == 0));
                position.place(move.cell);
            }
            if (position.winner()) {
                CHECK(game.result == (*position.winner() == Side::first ? 1 : -1));
            } else if (!position.is_over()) {
                // The game ended with a forced win found by the search.
                CHECK((game.moves.back().notes & decided) != 0);
                const bool first_moved = position.to_move() == Side::second;
                CHECK((game.result == 1) == (first_moved == (game.moves.back().score > 0)));
            }
        }
    }
}

TEST(training_games_are_the_same_with_the_same_seed_and_after_a_file) {
    const std::vector<PlayedGame> games = some_games("standard", 7, 3);
    const std::vector<PlayedGame> again = some_games("standard", 7, 3);
    const auto path = std::filesystem::temp_directory_path() / "fivefold-gomoku-test.games";
    write_games(path, games);
    const std::vector<PlayedGame> read = read_games(path);
    CHECK(read.size() == games.size());
    for (std::size_t i = 0; i < games.size(); ++i) {
        CHECK(is_same(games[i], again[i]));
        CHECK(is_same(games[i], read[i]));
    }
    std::filesystem::resize_file(path, std::filesystem::file_size(path) - 1);
    CHECK(tests::throws<std::runtime_error>([&] { read_games(path); }));
    std::filesystem::remove(path);
}

TEST(positions_with_an_immediate_tactic_are_not_trained_on) {
    for (const PlayedGame& game : some_games("freestyle", 3, 5)) {
        visit_positions(game, [](const Place& place) {
            const Side own = place.board.to_move();
            CHECK(place.board.count(own, Kind::five) == 0);
            CHECK(place.board.count(opponent(own), Kind::five) == 0);
            CHECK(place.board.count(own, Kind::open_four) == 0);
            CHECK(place.board.is_empty(square_of(place)));
            CHECK(place.result >= 0 && place.result <= 1);
        });
    }
}

TEST(points_per_logit_are_recovered_from_generated_chances) {
    std::vector<Guess> guesses;
    for (int points = -300; points <= 300; points += 5) {
        guesses.push_back({static_cast<double>(points), 1 / (1 + std::exp(-points / 123.0))});
    }
    CHECK(std::abs(points_per_logit(guesses) - 123) < 0.01);
}

TEST(a_fit_of_few_games_generalises_to_other_positions_and_moves) {
    const std::vector<PlayedGame> games = some_games("freestyle", 5, 160);
    const double scale = points_per_logit(games);
    Numbers numbers(*Weights::by_hand(), scale);
    std::vector<Progress> values;
    std::vector<Progress> moves;
    FitSettings settings;
    settings.epochs = 8;
    settings.batch = 64;
    fit_values(numbers, games, scale, settings, [&](const Progress& p) { values.push_back(p); });
    fit_moves(numbers, games, settings, [&](const Progress& p) { moves.push_back(p); });
    CHECK(values.size() == 8);
    CHECK(values.back().loss < std::log(2.0));
    CHECK(values.back().loss < values.front().loss);
    CHECK(moves.back().held_out_loss < 0.8 * moves.front().held_out_loss);

    const Weights weights = rounded(numbers, scale);
    const auto again = Weights::read(weights.written());
    CHECK(again->values == weights.values);
    CHECK(again->threats == weights.threats);
    const Measured fitted = measure(weights, games, settings.result_share);
    const Measured nothing = measure(Weights(), games, settings.result_share);
    CHECK(fitted.positions > 50);
    CHECK(fitted.value_loss < nothing.value_loss);
    CHECK(fitted.move_loss < nothing.move_loss);
}

TEST(a_contest_counts_every_game_once) {
    Player first(Weights::by_hand(), "freestyle", 200);
    Player second(std::make_shared<const Weights>(), "freestyle", 2);
    Chance chance(1);
    int reports = 0;
    const Standing standing =
        play_contest(first, second, 15, 2, chance, [&](const Standing&) { ++reports; });
    CHECK(reports == 2);
    CHECK(standing.wins + standing.draws + standing.losses == 4);
    CHECK(standing.wins > standing.losses);
}

TEST(the_whole_engine_plays_in_contests_too) {
    const Limits few{.seconds = {}, .depth = {}, .nodes = 300};
    const Limits one{.seconds = {}, .depth = {}, .nodes = 1};
    EnginePlayer first(Weights::by_hand(), "renju", few);
    EnginePlayer second(std::make_shared<const Weights>(), "renju", one);
    Chance chance(1);
    const Standing standing = play_contest(first, second, 15, 2, chance, [](const Standing&) {});
    CHECK(standing.wins + standing.draws + standing.losses == 4);
    CHECK(standing.wins > standing.losses);
}

TEST(settings_of_a_contest_are_read_from_text) {
    const Settings settings = parse_settings("razor_base=7,count_step=-3");
    CHECK(settings.razor_base == 7);
    CHECK(settings.count_step == -3);
    CHECK(settings.gap_base == Settings().gap_base);
    for (const char* wrong : {"razor_base", "razor=1", "razor_base=x", "=1"}) {
        bool is_refused = false;
        try {
            parse_settings(wrong);
        } catch (const std::runtime_error&) {
            is_refused = true;
        }
        CHECK(is_refused);
    }
}
