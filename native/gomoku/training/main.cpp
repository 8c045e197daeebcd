// The training program. One job per call, so that training/train_gomoku.py can run several in
// parallel, stop at any time and resume. Prints results as lines of JSON.
#include <cmath>
#include <cstdio>
#include <ctime>
#include <map>
#include <stdexcept>
#include <string>
#include <string_view>

#include "core/options.hpp"
#include "gomoku/training/contest.hpp"
#include "gomoku/training/engine_player.hpp"
#include "gomoku/training/fit.hpp"
#include "gomoku/training/measure.hpp"
#include "gomoku/training/move_fit.hpp"
#include "gomoku/training/network_fit.hpp"
#include "gomoku/training/positions.hpp"
#include "gomoku/training/selfplay.hpp"
#include "gomoku/training/settings.hpp"

namespace {

using namespace fivefold;
using namespace fivefold::gomoku;
using namespace fivefold::gomoku::training;

constexpr std::string_view usage =
    "usage: gomoku_training JOB [--option value ...] [FILE ...]\n"
    "  games    --out FILE --rules R --nodes N --count N [--weights FILE] [--size N] [--seed S]\n"
    "  fit      --out FILE [--epochs N] [--batch N] [--rate X] [--shrinkage X]\n"
    "           [--share X] [--seed S] GAMES ...\n"
    "  network  --out FILE --weights FILE [--epochs N] [--batch N] [--rate X] [--share X]\n"
    "           [--move-epochs N] [--move-rate X] [--seed S] GAMES ...\n"
    "  measure  [--weights FILE] [--share X] GAMES ...\n"
    "  contest  --out FILE --rules R --nodes N|--seconds X --count PAIRS [--weights FILE] "
    "[--against FILE]\n"
    "           [--against-nodes N] [--settings NAME=N,...] [--against-settings NAME=N,...]\n"
    "           [--size N] [--seed S]\n";

double cpu_seconds() {
    return static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
}

// The weights of --NAME, or the hand-written ones.
std::shared_ptr<const Weights> weights_of(const Options& options, const std::string& name) {
    return options.has(name) ? Weights::read(read_file(options.text(name))) : Weights::by_hand();
}

// The player of one side of a contest: the whole engine if it is limited in seconds.
std::unique_ptr<Player> player_of(const Options& options, const std::string& weights,
                                  const std::string& nodes, const std::string& settings) {
    const auto read = weights_of(options, weights);
    const Settings set =
        options.has(settings) ? parse_settings(options.text(settings)) : Settings();
    if (options.has("seconds")) {
        const Limits limits{.seconds = options.real("seconds", 0), .depth = {}, .nodes = {}};
        return std::make_unique<EnginePlayer>(read, options.text("rules"), limits, set);
    }
    return std::make_unique<Player>(read, options.text("rules"),
                                    static_cast<std::uint64_t>(options.number(nodes)), set);
}

void make_games(const Options& options) {
    Player player(weights_of(options, "weights"), options.text("rules"),
                  static_cast<std::uint64_t>(options.number("nodes")));
    Chance chance(options.seed());
    Play play;
    play.size = options.number("size", play.size);
    std::vector<PlayedGame> games;
    std::size_t positions = 0;
    for (int left = options.number("count"); left > 0; --left) {
        games.push_back(self_play(player, play, chance));
        visit_positions(games.back(), [&](const Place&) { ++positions; });
    }
    write_games(options.text("out"), games);
    std::printf("{\"games\": %zu, \"positions\": %zu, \"seconds\": %.2f}\n", games.size(),
                positions, cpu_seconds());
}

std::vector<PlayedGame> games_of(const Options& options) {
    std::vector<PlayedGame> all;
    for (const std::string& path : options.files) {
        const std::vector<PlayedGame> games = read_games(path);
        all.insert(all.end(), games.begin(), games.end());
    }
    return all;
}

void print_epoch(const char* part, const Progress& progress) {
    std::printf(
        "{\"fit\": \"%s\", \"epoch\": %d, \"loss\": %.5f, \"held_out\": %.5f, "
        "\"seconds\": %.2f}\n",
        part, progress.epoch, progress.loss, progress.held_out_loss, cpu_seconds());
    std::fflush(stdout);
}

void fit_weights(const Options& options) {
    const std::vector<PlayedGame> games = games_of(options);
    FitSettings settings;
    settings.epochs = options.number("epochs", settings.epochs);
    settings.batch = options.number("batch", settings.batch);
    settings.rate = options.real("rate", settings.rate);
    settings.shrinkage = options.real("shrinkage", settings.shrinkage);
    settings.result_share = options.real("share", settings.result_share);
    settings.seed = static_cast<unsigned>(options.seed());
    const double scale = points_per_logit(games);
    std::printf("{\"games\": %zu, \"points_per_logit\": %.1f, \"seconds\": %.2f}\n", games.size(),
                scale, cpu_seconds());
    const auto reporter = [](const char* part) {
        return [part](const Progress& progress) { print_epoch(part, progress); };
    };
    Numbers numbers(*Weights::by_hand(), scale);
    fit_values(numbers, games, scale, settings, reporter("values"));
    fit_moves(numbers, games, settings, reporter("moves"));
    write_file(options.text("out"), rounded(numbers, scale).written());
}

// Fits a network on top of the linear weights, which the new file repeats.
void fit_network(const Options& options) {
    const std::vector<PlayedGame> games = games_of(options);
    FitSettings settings;
    settings.epochs = options.number("epochs", 10);
    settings.batch = options.number("batch", 1024);
    settings.rate = options.real("rate", 0.002);
    settings.result_share = options.real("share", settings.result_share);
    settings.seed = static_cast<unsigned>(options.seed());
    Weights weights = *weights_of(options, "weights");
    const double scale = points_per_logit(games);
    const Samples samples = samples_of(games, weights, scale, settings.result_share);
    NetworkNumbers numbers(settings.seed);
    std::printf(
        "{\"games\": %zu, \"positions\": %zu, \"held_out\": %zu, \"entries\": %zu, "
        "\"points_per_logit\": %.1f, \"seconds\": %.2f}\n",
        games.size(), samples.learnt_from.size(), samples.held_out.size(), samples.entries.size(),
        scale, cpu_seconds());
    for (int epoch = 0; epoch < settings.epochs; ++epoch) {
        const double loss = numbers.learn(samples, settings, epoch);
        print_epoch("network", {epoch + 1, loss, numbers.held_out_loss(samples)});
    }
    const Choices choices = choices_of(games);
    MoveNumbers moves(weights, settings.seed);
    FitSettings of_moves = settings;
    of_moves.epochs = options.number("move-epochs", 5);
    of_moves.rate = options.real("move-rate", 0.03);
    for (int epoch = 0; epoch < of_moves.epochs; ++epoch) {
        const double loss = moves.learn(choices, of_moves, epoch);
        print_epoch("moves of the network", {epoch + 1, loss, moves.held_out_loss(choices)});
    }
    const std::shared_ptr<Network> network = numbers.rounded(scale);
    moves.round(weights, *network);
    weights.network = network;
    write_file(options.text("out"), weights.written());
}

void measure_weights(const Options& options) {
    const std::vector<PlayedGame> games = games_of(options);
    const Measured measured = measure(*weights_of(options, "weights"), games,
                                      options.real("share", FitSettings().result_share));
    std::printf(
        "{\"positions\": %zu, \"value_loss\": %.5f, \"value_error\": %.5f, \"move_loss\": %.5f, "
        "\"first\": %.5f}\n",
        measured.positions, measured.value_loss, measured.value_error, measured.move_loss,
        measured.first_move_share);
}

void hold_contest(const Options& options) {
    const auto first = player_of(options, "weights", "nodes", "settings");
    const auto second =
        player_of(options, options.has("against") ? "against" : "weights",
                  options.has("against-nodes") ? "against-nodes" : "nodes", "against-settings");
    Chance chance(options.seed());
    const Standing standing = play_contest(
        *first, *second, options.number("size", 15), options.number("count"), chance,
        [](const Standing& now) {
            std::printf("{\"wins\": %d, \"draws\": %d, \"losses\": %d, \"seconds\": %.2f}\n",
                        now.wins, now.draws, now.losses, cpu_seconds());
            std::fflush(stdout);
        });
    const std::string text = std::to_string(standing.wins) + " " + std::to_string(standing.draws) +
                             " " + std::to_string(standing.losses) + "\n";
    std::vector<std::byte> bytes;
    for (const char character : text) {
        bytes.push_back(static_cast<std::byte>(character));
    }
    write_file(options.text("out"), bytes);
}

}  // namespace

int main(int count, char** words) {
    const std::string job = count > 1 ? words[1] : "";
    const std::map<std::string, void (*)(const Options&)> jobs{{"games", make_games},
                                                               {"fit", fit_weights},
                                                               {"network", fit_network},
                                                               {"measure", measure_weights},
                                                               {"contest", hold_contest}};
    const auto found = jobs.find(job);
    if (found == jobs.end()) {
        std::fputs(usage.data(), stderr);
        return 2;
    }
    try {
        found->second(Options(count, words));
    } catch (const std::exception& error) {
        std::fprintf(stderr, "gomoku_training %s: %s\n", job.c_str(), error.what());
        return 2;
    }
    return 0;
}
