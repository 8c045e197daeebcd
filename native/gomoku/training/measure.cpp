#include "gomoku/training/measure.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <span>

#include "gomoku/evaluation/evaluation.hpp"
#include "gomoku/training/positions.hpp"

namespace fivefold::gomoku::training {

namespace {

constexpr int greatest = 7900;

}  // namespace

Weights rounded(const Numbers& numbers, double scale) {
    Weights weights;
    const auto round = [](const std::vector<double>& from, double factor, auto& to) {
        std::ranges::transform(from, to.begin(), [factor](double number) {
            const double points = std::clamp<double>(factor * number, -greatest, greatest);
            return static_cast<std::int16_t>(std::lround(points));
        });
    };
    round(numbers.values, scale, weights.values);
    round(numbers.threats, scale, weights.threats);
    round(numbers.own_scores, points_per_move_logit, weights.own_scores);
    round(numbers.other_scores, points_per_move_logit, weights.other_scores);
    return weights;
}

Measured measure(const Weights& weights, const std::vector<PlayedGame>& games,
                 double result_share) {
    Measured measured;
    std::vector<Guess> guesses;
    const double scale = points_per_logit(games);
    Evaluator evaluator(std::make_shared<const Weights>(weights));
    struct Scored {
        int square;
        int score = 0;
    };
    std::vector<Scored> scored;
    double moves = 0;
    for (std::size_t number = 0; number < games.size(); ++number) {
        if (!is_held_out(number)) {
            continue;
        }
        visit_positions(games[number], weights.values, [&](const Place& place) {
            guesses.push_back({static_cast<double>(evaluator.evaluate(place.board)),
                               target_of(place.move, place.result, scale, result_share)});
            if ((place.move.notes & strayed) != 0) {
                return;
            }
            scored.assign(1, {square_of(place)});
            for (int row = place.board.first_array_row(); row <= place.board.last_array_row();
                 ++row) {
                for (std::uint32_t left = place.board.candidates(row); left != 0;
                     left &= left - 1) {
                    scored.push_back({row * row_length + std::countr_zero(left)});
                }
            }
            evaluator.score_moves(place.board, scored);
            const int played = scored.front().score;
            double sum = 0;
            bool is_first = true;
            int equals = 0;
            for (const Scored& move : std::span(scored).subspan(1)) {
                sum += std::exp((move.score - played) / points_per_move_logit);
                is_first = is_first && move.score <= played;
                equals += move.score == played ? 1 : 0;
            }
            moves += 1;
            measured.move_loss += std::log(sum);
            measured.first_move_share += is_first ? 1.0 / std::max(1, equals) : 0;
        });
    }
    measured.positions = guesses.size();
    const double own_scale = points_per_logit(guesses);
    for (const Guess& guess : guesses) {
        const double chance = 1 / (1 + std::exp(-guess.points / own_scale));
        const double sure = std::clamp(chance, 1e-9, 1 - 1e-9);
        measured.value_loss -=
            guess.chance * std::log(sure) + (1 - guess.chance) * std::log(1 - sure);
        measured.value_error += std::abs(chance - guess.chance);
    }
    const double count = std::max(1.0, static_cast<double>(guesses.size()));
    measured.value_loss /= count;
    measured.value_error /= count;
    measured.move_loss /= std::max(1.0, moves);
    measured.first_move_share /= std::max(1.0, moves);
    return measured;
}

}  // namespace fivefold::gomoku::training
