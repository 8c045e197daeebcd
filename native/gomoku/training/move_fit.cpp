#include "gomoku/training/move_fit.hpp"

#include <bit>
#include <cmath>

#include "gomoku/evaluation/evaluation.hpp"
#include "gomoku/training/measure.hpp"
#include "gomoku/training/positions.hpp"

namespace fivefold::gomoku::training {

namespace {

constexpr std::size_t width = move_width;

// Quanta of one, so that the product of two rows comes out in points.
constexpr double row_unit = 64;
static_assert(row_unit * row_unit == points_per_move_logit * (1 << move_shift));
constexpr float greatest_row = 4000 / row_unit;
constexpr float greatest_score = 7900 / points_per_move_logit;

constexpr float first_size = 0.1f;
// Rows move more slowly than scores: the product of two doubles the pace.
constexpr double pace_of_rows = 0.3;
constexpr double pace_of_threats = 0.1;

}  // namespace

Choices choices_of(const std::vector<PlayedGame>& games) {
    Choices choices;
    for (std::size_t number = 0; number < games.size(); ++number) {
        auto& into = is_held_out(number) ? choices.held_out : choices.learnt_from;
        visit_positions(games[number], [&](const Place& place) {
            const Board& board = place.board;
            const Side own = board.to_move();
            const int best = square_of_cell(place.move.best, board.size());
            Choice choice{choices.codes.size(), 0, 0,
                          static_cast<std::uint16_t>(threat_mask(board))};
            bool has_best = false;
            for (int row = board.first_array_row(); row <= board.last_array_row(); ++row) {
                for (std::uint32_t left = board.candidates(row); left != 0; left &= left - 1) {
                    const int square = row * row_length + std::countr_zero(left);
                    if (square == best) {
                        choice.best = choices.codes.size();
                        has_best = true;
                    }
                    choices.codes.push_back(static_cast<std::uint32_t>(
                        board.code(own, square) | board.code(opponent(own), square) << 16));
                }
            }
            choice.end = choices.codes.size();
            if (has_best) {
                into.push_back(choice);
            } else {
                choices.codes.resize(choice.begin);
            }
        });
    }
    return choices;
}

MoveNumbers::Half::Half()
    : scores(code_count), rows(code_count * width), threats((1 << threat_bits) * width) {}

void MoveNumbers::Half::step(std::uint64_t number, double rate) {
    scores.step(number, rate, greatest_score);
    rows.step(number, rate * pace_of_rows, greatest_row);
    threats.step(number, rate * pace_of_threats, greatest_row);
}

MoveNumbers::MoveNumbers(const Weights& weights, unsigned seed) : seed_(seed) {
    std::mt19937_64 chance(seed);
    made_.rows.scatter(first_size, chance);
    taken_.rows.scatter(first_size, chance);
    for (std::size_t code = 0; code < code_count; ++code) {
        made_.scores.numbers[code] =
            static_cast<float>(weights.own_scores[code] / points_per_move_logit);
        taken_.scores.numbers[code] =
            static_cast<float>(weights.other_scores[code] / points_per_move_logit);
    }
}

double MoveNumbers::score(std::uint32_t codes, const Choice& choice) const {
    const std::size_t made = codes & 0xffff;
    const std::size_t taken = codes >> 16;
    const float* const made_row = made_.rows.numbers.data() + made * width;
    const float* const taken_row = taken_.rows.numbers.data() + taken * width;
    const float* const made_threats = made_.threats.numbers.data() + choice.threats * width;
    const float* const taken_threats = taken_.threats.numbers.data() + choice.threats * width;
    float product = 0;
    for (std::size_t i = 0; i < width; ++i) {
        product += (made_row[i] + made_threats[i]) * (taken_row[i] + taken_threats[i]);
    }
    return made_.scores.numbers[made] + taken_.scores.numbers[taken] + product;
}

// Leaves the shares of all moves in `logits_`.
double MoveNumbers::loss(const Choices& choices, const Choice& choice) const {
    logits_.clear();
    double highest = -1e9;
    for (std::size_t at = choice.begin; at < choice.end; ++at) {
        logits_.push_back(score(choices.codes[at], choice));
        highest = std::max(highest, logits_.back());
    }
    double sum = 0;
    for (double& logit : logits_) {
        logit = std::exp(logit - highest);
        sum += logit;
    }
    for (double& share : logits_) {
        share /= sum;
    }
    return -std::log(std::max(logits_[choice.best - choice.begin], 1e-9));
}

// Adds the gradient of the choice whose shares are in `logits_`.
void MoveNumbers::hand_down(const Choices& choices, const Choice& choice, float share) {
    float* const made_threats = made_.threats.gradient.data() + choice.threats * width;
    float* const taken_threats = taken_.threats.gradient.data() + choice.threats * width;
    const float* const of_made_threats = made_.threats.numbers.data() + choice.threats * width;
    const float* const of_taken_threats = taken_.threats.numbers.data() + choice.threats * width;
    for (std::size_t at = choice.begin; at < choice.end; ++at) {
        const double wanted = at == choice.best ? 1 : 0;
        const auto error = share * static_cast<float>(logits_[at - choice.begin] - wanted);
        const std::size_t made = choices.codes[at] & 0xffff;
        const std::size_t taken = choices.codes[at] >> 16;
        made_.scores.gradient[made] += error;
        taken_.scores.gradient[taken] += error;
        for (std::size_t i = 0; i < width; ++i) {
            const float of_made =
                error * (taken_.rows.numbers[taken * width + i] + of_taken_threats[i]);
            const float of_taken =
                error * (made_.rows.numbers[made * width + i] + of_made_threats[i]);
            made_.rows.gradient[made * width + i] += of_made;
            taken_.rows.gradient[taken * width + i] += of_taken;
            made_threats[i] += of_made;
            taken_threats[i] += of_taken;
        }
    }
}

double MoveNumbers::learn(const Choices& choices, const FitSettings& settings, int epoch) {
    std::mt19937_64 chance(seed_ * 1000 + static_cast<unsigned>(epoch));
    const auto order = shuffled_numbers(choices.learnt_from.size(), chance);
    const auto batch = static_cast<std::size_t>(settings.batch);
    double sum = 0;
    for (std::size_t at = 0; at < order.size(); ++at) {
        const Choice& choice = choices.learnt_from[order[at]];
        sum += loss(choices, choice);
        hand_down(choices, choice, 1.0f / static_cast<float>(settings.batch));
        if ((at + 1) % batch == 0 || at + 1 == order.size()) {
            const double done =
                (epoch + static_cast<double>(at) / static_cast<double>(order.size())) /
                settings.epochs;
            ++steps_;
            made_.step(steps_, falling_rate(settings.rate, done));
            taken_.step(steps_, falling_rate(settings.rate, done));
        }
    }
    return sum / static_cast<double>(std::max<std::size_t>(1, order.size()));
}

double MoveNumbers::held_out_loss(const Choices& choices) const {
    double sum = 0;
    for (const Choice& choice : choices.held_out) {
        sum += loss(choices, choice);
    }
    return sum / static_cast<double>(std::max<std::size_t>(1, choices.held_out.size()));
}

void MoveNumbers::round(Weights& weights, Network& network) const {
    const auto rounded = [](double number) {
        return static_cast<std::int16_t>(std::lround(number));
    };
    const auto round_half = [&](const Half& half, CodeValues& scores, Network::MoveTable& table) {
        for (std::size_t code = 0; code < code_count; ++code) {
            scores[code] = rounded(half.scores.numbers[code] * points_per_move_logit);
            for (std::size_t i = 0; i < width; ++i) {
                table.codes[code][i] = rounded(half.rows.numbers[code * width + i] * row_unit);
            }
        }
        for (std::size_t mask = 0; mask < table.threats.size(); ++mask) {
            for (std::size_t i = 0; i < width; ++i) {
                table.threats[mask][i] = rounded(half.threats.numbers[mask * width + i] * row_unit);
            }
        }
    };
    round_half(made_, weights.own_scores, network.made);
    round_half(taken_, weights.other_scores, network.taken);
}

}  // namespace fivefold::gomoku::training
