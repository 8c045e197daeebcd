// Fits of the network to a few games, and what their rounding loses.
#include <algorithm>
#include <cmath>
#include <memory>
#include <vector>

#include "gomoku/evaluation/evaluation.hpp"
#include "gomoku/training/measure.hpp"
#include "gomoku/training/move_fit.hpp"
#include "gomoku/training/network_fit.hpp"
#include "gomoku/training/positions.hpp"
#include "gomoku/training/selfplay.hpp"
#include "tests/check.hpp"

namespace {

using namespace fivefold;
using namespace fivefold::gomoku;
using namespace fivefold::gomoku::training;

std::vector<PlayedGame> some_games(int count) {
    Player player(Weights::by_hand(), "freestyle", 100);
    Chance chance(5);
    std::vector<PlayedGame> games;
    for (int left = count; left > 0; --left) {
        games.push_back(self_play(player, {}, chance));
    }
    return games;
}

}  // namespace

TEST(gomoku_network_learns_from_few_games_and_keeps_its_values_in_integers) {
    const std::vector<PlayedGame> games = some_games(120);
    const Weights linear;  // zeros, so that the network has everything to learn
    const double scale = 150;
    FitSettings settings;
    settings.epochs = 6;
    settings.batch = 32;
    settings.rate = 0.003;
    const Samples samples = samples_of(games, linear, scale, settings.result_share);
    NetworkNumbers numbers(1);
    const double first = numbers.learn(samples, settings, 0);
    double last = first;
    for (int epoch = 1; epoch < settings.epochs; ++epoch) {
        last = numbers.learn(samples, settings, epoch);
    }
    CHECK(last < first);
    CHECK(numbers.held_out_loss(samples) < std::log(2.0));

    NetworkEvaluator evaluator(numbers.rounded(scale), best_network_kernel());
    std::size_t number = 0;
    std::size_t at = 0;
    double greatest = 0;
    double difference = 0;
    for (const PlayedGame& game : games) {
        const bool measures = is_held_out(number++);
        visit_positions(game, linear.values, [&](const Place& place) {
            if (!measures) {
                return;
            }
            const double wanted = scale * numbers.output(samples, samples.held_out[at++]);
            const double points = evaluator.output(place.board, threat_mask(place.board));
            difference = std::max(difference, std::abs(points - wanted));
            greatest = std::max(greatest, std::abs(wanted));
        });
    }
    CHECK(at == samples.held_out.size() && at > 50);
    CHECK(greatest > 50);
    CHECK(difference < 10);
}

TEST(gomoku_network_learns_moves_from_few_games_and_keeps_their_scores_in_integers) {
    const std::vector<PlayedGame> games = some_games(120);
    const Choices choices = choices_of(games);
    MoveNumbers numbers(*Weights::by_hand(), 1);
    const double before = numbers.held_out_loss(choices);
    FitSettings settings;
    settings.epochs = 6;
    settings.batch = 64;
    double loss = 0;
    for (int epoch = 0; epoch < settings.epochs; ++epoch) {
        loss = numbers.learn(choices, settings, epoch);
    }
    const double after = numbers.held_out_loss(choices);
    CHECK(loss < 0.8 * before && after < 0.8 * before);

    // The integers lose nothing that matters: the loss by the engine's own scores.
    Weights weights = *Weights::by_hand();
    auto network = std::make_shared<Network>();
    numbers.round(weights, *network);
    weights.network = network;
    CHECK(std::abs(measure(weights, games, 0.5).move_loss - after) < 0.05 * after);
}
