#include "gomoku/training/fit.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <numeric>
#include <random>

#include "gomoku/evaluation/evaluation.hpp"
#include "gomoku/training/positions.hpp"

namespace fivefold::gomoku::training {

namespace {

// Not 1: the evaluation cannot see a forced win.
constexpr double chance_when_decided = 0.97;

double chance_of(double logit) {
    return 1 / (1 + std::exp(-logit));
}

double loss_of(double chance, double target) {
    constexpr double least = 1e-9;
    return -target * std::log(std::max(chance, least)) -
           (1 - target) * std::log(std::max(1 - chance, least));
}

// Adam: a step size per number, from the means of its gradients and their squares.
class Steps {
  public:
    explicit Steps(std::size_t count) : mean_(count), square_(count) {}

    void apply(std::vector<double>& numbers, const std::vector<double>& gradient, double rate) {
        constexpr double keep_mean = 0.9;
        constexpr double keep_square = 0.999;
        ++steps_;
        const double grown_mean = 1 - std::pow(keep_mean, steps_);
        const double grown_square = 1 - std::pow(keep_square, steps_);
        for (std::size_t i = 0; i < numbers.size(); ++i) {
            mean_[i] = keep_mean * mean_[i] + (1 - keep_mean) * gradient[i];
            square_[i] = keep_square * square_[i] + (1 - keep_square) * gradient[i] * gradient[i];
            numbers[i] -=
                rate * (mean_[i] / grown_mean) / (std::sqrt(square_[i] / grown_square) + 1e-9);
        }
    }

  private:
    std::vector<double> mean_;
    std::vector<double> square_;
    int steps_ = 0;
};

// Code values as fitted: one number per class, plus a correction per code.
class CodeNumbers {
  public:
    CodeNumbers() : parts_(line_class_count + code_count), steps_(parts_.size()) {}

    void sum_up(std::vector<double>& whole) const {
        for (int code = 0; code < code_count; ++code) {
            double sum = parts_[line_class_count + code];
            for (const LineClass each : classes_of_codes()[code]) {
                sum += parts_[static_cast<std::size_t>(each)];
            }
            whole[code] = sum;
        }
    }

    // `gradient` refers to the full code values.
    void step(const std::vector<double>& gradient, double rate, double shrinkage) {
        std::vector<double> of_parts(parts_.size());
        for (int code = 0; code < code_count; ++code) {
            for (const LineClass each : classes_of_codes()[code]) {
                of_parts[static_cast<std::size_t>(each)] += gradient[code];
            }
            const auto own = static_cast<std::size_t>(line_class_count + code);
            of_parts[own] = gradient[code] + shrinkage * parts_[own];
        }
        steps_.apply(parts_, of_parts, rate);
    }

  private:
    std::vector<double> parts_;
    Steps steps_;
};

// The order of the games in an epoch, newly shuffled each time.
std::vector<std::size_t> shuffled(std::size_t count, std::mt19937_64& chance) {
    std::vector<std::size_t> order(count);
    std::iota(order.begin(), order.end(), std::size_t{0});
    for (std::size_t i = count; i > 1; --i) {
        std::swap(order[i - 1], order[chance() % i]);
    }
    return order;
}

template <typename Visitor>
void for_each_square(const Board& board, bool only_candidates, const Visitor& visit) {
    for (int row = board.first_array_row(); row <= board.last_array_row(); ++row) {
        std::uint32_t left = only_candidates ? board.candidates(row) : board.empty_squares(row);
        for (; left != 0; left &= left - 1) {
            visit(row * row_length + std::countr_zero(left));
        }
    }
}

// The learning rate decays over the epochs.
double rate_at(const FitSettings& settings, int epoch) {
    const double done = static_cast<double>(epoch) / settings.epochs;
    return settings.rate * (0.02 + 0.98 * (1 - done) * (1 - done));
}

// A loss term: adds to the gradient unless only measuring.
using Learn = std::function<double(const Place&, bool measures)>;

void fit_epochs(const std::vector<PlayedGame>& games, const FitSettings& settings,
                const Learn& learn, const std::function<void(double)>& step, const Report& report) {
    std::mt19937_64 chance(settings.seed);
    for (int epoch = 0; epoch < settings.epochs; ++epoch) {
        std::array<double, 2> loss{};
        std::array<std::size_t, 2> count{};
        int in_batch = 0;
        for (const std::size_t number : shuffled(games.size(), chance)) {
            const bool measures = is_held_out(number);
            visit_positions(games[number], [&](const Place& place) {
                loss[measures] += learn(place, measures);
                ++count[measures];
                in_batch += measures ? 0 : 1;
            });
            if (in_batch >= settings.batch) {
                step(rate_at(settings, epoch));
                in_batch = 0;
            }
        }
        const auto mean = [&](int part) {
            return loss[part] / static_cast<double>(std::max<std::size_t>(1, count[part]));
        };
        report({epoch + 1, mean(0), mean(1)});
    }
}

}  // namespace

Numbers::Numbers()
    : values(code_count),
      threats(Weights().threats.size()),
      own_scores(code_count),
      other_scores(code_count) {}

Numbers::Numbers(const Weights& weights, double scale) : Numbers() {
    const auto divide = [scale](const auto& from, std::vector<double>& to) {
        std::ranges::transform(from, to.begin(), [scale](int number) { return number / scale; });
    };
    divide(weights.values, values);
    divide(weights.threats, threats);
    divide(weights.own_scores, own_scores);
    divide(weights.other_scores, other_scores);
}

double points_per_logit(const std::vector<Guess>& guesses) {
    // Newton's method; the loss is convex in this one number.
    double per_point = 1.0 / 200;
    for (int round = 0; round < 30; ++round) {
        double slope = 0;
        double curvature = 1e-9;
        for (const Guess& guess : guesses) {
            const double chance = chance_of(per_point * guess.points);
            slope += (chance - guess.chance) * guess.points;
            curvature += chance * (1 - chance) * guess.points * guess.points;
        }
        per_point = std::clamp(per_point - slope / curvature, 1e-5, 1.0);
    }
    return 1 / per_point;
}

double points_per_logit(const std::vector<PlayedGame>& games) {
    std::vector<Guess> guesses;
    for (const PlayedGame& game : games) {
        visit_positions(game, [&](const Place& place) {
            if ((place.move.notes & (decided | strayed)) == 0) {
                guesses.push_back({static_cast<double>(place.move.score), place.result});
            }
        });
    }
    return points_per_logit(guesses);
}

double target_of(const PlayedMove& move, float result, double scale, double result_share) {
    const double searched = (move.notes & decided) != 0
                                ? (move.score > 0 ? chance_when_decided : 1 - chance_when_decided)
                                : chance_of(move.score / scale);
    const double share = (move.notes & strayed) != 0 ? 0 : result_share;
    return share * result + (1 - share) * searched;
}

void fit_values(Numbers& numbers, const std::vector<PlayedGame>& games, double scale,
                const FitSettings& settings, const Report& report) {
    CodeNumbers codes;
    codes.sum_up(numbers.values);
    Steps threat_steps(numbers.threats.size());
    std::vector<double> gradient(code_count);
    std::vector<double> threat_gradient(numbers.threats.size());
    const auto learn = [&](const Place& place, bool measures) {
        const Board& board = place.board;
        const Side own = board.to_move();
        const Side other = opponent(own);
        const auto mask = static_cast<std::size_t>(threat_mask(board));
        double logit = numbers.threats[mask];
        for_each_square(board, false, [&](int square) {
            logit +=
                numbers.values[board.code(own, square)] - numbers.values[board.code(other, square)];
        });
        const double chance = chance_of(logit);
        const double target = target_of(place.move, place.result, scale, settings.result_share);
        if (!measures) {
            const double error = (chance - target) / settings.batch;
            threat_gradient[mask] += error;
            for_each_square(board, false, [&](int square) {
                gradient[board.code(own, square)] += error;
                gradient[board.code(other, square)] -= error;
            });
        }
        return loss_of(chance, target);
    };
    const auto step = [&](double rate) {
        codes.step(gradient, rate, settings.shrinkage);
        codes.sum_up(numbers.values);
        threat_steps.apply(numbers.threats, threat_gradient, rate);
        std::ranges::fill(gradient, 0);
        std::ranges::fill(threat_gradient, 0);
    };
    fit_epochs(games, settings, learn, step, report);
}

void fit_moves(Numbers& numbers, const std::vector<PlayedGame>& games, const FitSettings& settings,
               const Report& report) {
    CodeNumbers attack;
    CodeNumbers defence;
    attack.sum_up(numbers.own_scores);
    defence.sum_up(numbers.other_scores);
    std::vector<double> attack_gradient(code_count);
    std::vector<double> defence_gradient(code_count);
    struct Choice {
        int own_code;
        int other_code;
        double logit;
        bool is_played;
    };
    std::vector<Choice> choices;
    const auto learn = [&](const Place& place, bool measures) {
        const Board& board = place.board;
        if ((place.move.notes & strayed) != 0) {
            return 0.0;
        }
        const Side own = board.to_move();
        const int played = square_of(place);
        choices.clear();
        double highest = -1e9;
        bool has_played = false;
        for_each_square(board, true, [&](int square) {
            const int own_code = board.code(own, square);
            const int other_code = board.code(opponent(own), square);
            const double logit = numbers.own_scores[own_code] + numbers.other_scores[other_code];
            highest = std::max(highest, logit);
            has_played |= square == played;
            choices.push_back({own_code, other_code, logit, square == played});
        });
        if (!has_played) {
            return 0.0;
        }
        double sum = 0;
        for (const Choice& choice : choices) {
            sum += std::exp(choice.logit - highest);
        }
        double loss = 0;
        for (const Choice& choice : choices) {
            const double share = std::exp(choice.logit - highest) / sum;
            if (choice.is_played) {
                loss = -std::log(std::max(share, 1e-9));
            }
            if (!measures) {
                const double error = (share - (choice.is_played ? 1 : 0)) / settings.batch;
                attack_gradient[choice.own_code] += error;
                defence_gradient[choice.other_code] += error;
            }
        }
        return loss;
    };
    const auto step = [&](double rate) {
        attack.step(attack_gradient, rate, settings.shrinkage);
        defence.step(defence_gradient, rate, settings.shrinkage);
        attack.sum_up(numbers.own_scores);
        defence.sum_up(numbers.other_scores);
        std::ranges::fill(attack_gradient, 0);
        std::ranges::fill(defence_gradient, 0);
    };
    fit_epochs(games, settings, learn, step, report);
}

}  // namespace fivefold::gomoku::training
