#include "gomoku/training/network_fit.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <random>

namespace fivefold::gomoku::training {

namespace {

constexpr std::size_t width = network_width;

// Quanta of one: of a row, of a weight of the hidden layer, and of what is added to its sums.
constexpr double row_unit = network_one << sum_shift;
constexpr double weight_unit = 1 << hidden_shift;
constexpr double sum_unit = network_one * weight_unit;

// What fits the integers.
constexpr float greatest_row = 4000 / row_unit;
constexpr float greatest_weight = 127 / weight_unit;
constexpr float greatest_sum = 31'000 / sum_unit;
constexpr float greatest_output = 40;

constexpr std::size_t row_at(std::size_t table, std::size_t code) {
    return (table * code_count + code) * width;
}

float clipped(float number) {
    return std::clamp(number, 0.0f, 1.0f);
}

bool is_inside(float number) {
    return number > 0 && number < 1;
}

double chance_of(double logit) {
    return 1 / (1 + std::exp(-logit));
}

double loss_of(double chance, double target) {
    constexpr double least = 1e-9;
    return -target * std::log(std::max(chance, least)) -
           (1 - target) * std::log(std::max(1 - chance, least));
}

}  // namespace

struct NetworkNumbers::Activations {
    std::array<float, 2 * width> sums;
    std::array<float, width> hidden;  // before clipping
    float logit;
};

NetworkNumbers::NetworkNumbers(unsigned seed)
    : class_rows_(line_class_count * width),
      code_rows_(code_count * width),
      table_rows_(row_table_count * code_count * width),
      rows_(table_rows_.numbers.size()),
      row_gradient_(rows_.size()),
      start_(width),
      threats_((std::size_t{1} << threat_bits) * width),
      rules_(rules_row_count * width),
      hidden_(2 * width * width),
      output_(width),
      output_start_(1),
      seed_(seed) {
    std::mt19937_64 chance(seed);
    class_rows_.scatter(0.02f, chance);
    hidden_.scatter(0.2f, chance);
    output_.scatter(0.2f, chance);
    std::ranges::fill(start_.numbers, 0.5f);
    std::ranges::fill(rules_.numbers, 0.3f);
    sum_up_rows();
}

void NetworkNumbers::sum_up_rows() {
    for (std::size_t code = 0; code < code_count; ++code) {
        std::array<float, width> sum;
        std::copy_n(code_rows_.numbers.data() + code * width, width, sum.data());
        for (const LineClass each : classes_of_codes()[code]) {
            const float* const row =
                class_rows_.numbers.data() + static_cast<std::size_t>(each) * width;
            for (std::size_t i = 0; i < width; ++i) {
                sum[i] += row[i];
            }
        }
        for (std::size_t table = 0; table < row_table_count; ++table) {
            const std::size_t at = row_at(table, code);
            for (std::size_t i = 0; i < width; ++i) {
                rows_[at + i] =
                    std::clamp(sum[i] + table_rows_.numbers[at + i], -greatest_row, greatest_row);
            }
        }
    }
}

void NetworkNumbers::forward(const Samples& samples, const Sample& sample,
                             Activations& found) const {
    const auto add_up = [&](std::size_t begin, std::size_t end, std::size_t table, float* sums) {
        std::array<float, width> sum;
        std::ranges::copy(start_.numbers, sum.begin());
        for (std::size_t at = begin; at < end; ++at) {
            const Entry& entry = samples.entries[at];
            const float* const row = rows_.data() + row_at(table, entry.code);
            const auto count = static_cast<float>(entry.count);
            for (std::size_t i = 0; i < width; ++i) {
                sum[i] += count * row[i];
            }
        }
        std::ranges::copy(sum, sums);
    };
    add_up(sample.own, sample.other, sample.own_table, found.sums.data());
    add_up(sample.other, sample.end, sample.other_table, found.sums.data() + width);
    std::array<float, 2 * width> inputs;
    std::ranges::transform(found.sums, inputs.begin(), clipped);
    const float* const threats = threats_.numbers.data() + sample.threats * width;
    const float* const rules =
        rules_.numbers.data() +
        static_cast<std::size_t>(row_table_count * sample.own_table + sample.other_table) * width;
    float logit = output_start_.numbers[0];
    for (std::size_t i = 0; i < width; ++i) {
        found.hidden[i] = threats[i] + rules[i];
    }
    // The weights of one input are next to each other.
    for (std::size_t j = 0; j < 2 * width; ++j) {
        const float* const weights = hidden_.numbers.data() + j * width;
        for (std::size_t i = 0; i < width; ++i) {
            found.hidden[i] += inputs[j] * weights[i];
        }
    }
    for (std::size_t i = 0; i < width; ++i) {
        logit += clipped(found.hidden[i]) * output_.numbers[i];
    }
    found.logit = logit;
}

void NetworkNumbers::backward(const Samples& samples, const Sample& sample,
                              const Activations& found, float error) {
    output_start_.gradient[0] += error;
    std::array<float, width> of_hidden;
    for (std::size_t i = 0; i < width; ++i) {
        output_.gradient[i] += error * clipped(found.hidden[i]);
        of_hidden[i] = is_inside(found.hidden[i]) ? error * output_.numbers[i] : 0;
    }
    float* const threats = threats_.gradient.data() + sample.threats * width;
    float* const rules =
        rules_.gradient.data() +
        static_cast<std::size_t>(row_table_count * sample.own_table + sample.other_table) * width;
    for (std::size_t i = 0; i < width; ++i) {
        threats[i] += of_hidden[i];
        rules[i] += of_hidden[i];
    }
    std::array<float, 2 * width> of_sums{};
    for (std::size_t j = 0; j < 2 * width; ++j) {
        const float input = clipped(found.sums[j]);
        const float* const weights = hidden_.numbers.data() + j * width;
        float* const gradient = hidden_.gradient.data() + j * width;
        float sum = 0;
        for (std::size_t i = 0; i < width; ++i) {
            gradient[i] += input * of_hidden[i];
            sum += weights[i] * of_hidden[i];
        }
        of_sums[j] = is_inside(found.sums[j]) ? sum : 0;
    }
    const auto hand_down = [&](std::size_t begin, std::size_t end, std::size_t table,
                               const float* sums) {
        std::array<float, width> sum;
        std::copy_n(sums, width, sum.begin());
        for (std::size_t i = 0; i < width; ++i) {
            start_.gradient[i] += sum[i];
        }
        for (std::size_t at = begin; at < end; ++at) {
            const Entry& entry = samples.entries[at];
            float* const row = row_gradient_.data() + row_at(table, entry.code);
            const auto count = static_cast<float>(entry.count);
            for (std::size_t i = 0; i < width; ++i) {
                row[i] += count * sum[i];
            }
        }
    };
    hand_down(sample.own, sample.other, sample.own_table, of_sums.data());
    hand_down(sample.other, sample.end, sample.other_table, of_sums.data() + width);
}

void NetworkNumbers::step(double rate) {
    ++steps_;
    for (std::size_t code = 0; code < code_count; ++code) {
        float* const of_code = code_rows_.gradient.data() + code * width;
        for (std::size_t table = 0; table < row_table_count; ++table) {
            const std::size_t at = row_at(table, code);
            for (std::size_t i = 0; i < width; ++i) {
                of_code[i] += row_gradient_[at + i];
            }
        }
        for (const LineClass each : classes_of_codes()[code]) {
            float* const of_class =
                class_rows_.gradient.data() + static_cast<std::size_t>(each) * width;
            for (std::size_t i = 0; i < width; ++i) {
                of_class[i] += of_code[i];
            }
        }
    }
    table_rows_.gradient.swap(row_gradient_);
    class_rows_.step(steps_, rate, greatest_row);
    code_rows_.step(steps_, rate, greatest_row);
    table_rows_.step(steps_, rate, greatest_row);
    std::ranges::fill(row_gradient_, 0.0f);
    start_.step(steps_, rate, greatest_sum);
    threats_.step(steps_, rate, greatest_sum);
    rules_.step(steps_, rate, greatest_sum);
    hidden_.step(steps_, rate, greatest_weight);
    output_.step(steps_, rate, greatest_output);
    output_start_.step(steps_, rate, greatest_output);
    sum_up_rows();
}

double NetworkNumbers::output(const Samples& samples, const Sample& sample) const {
    Activations found;
    forward(samples, sample, found);
    return found.logit;
}

double NetworkNumbers::learn(const Samples& samples, const FitSettings& settings, int epoch) {
    std::mt19937_64 chance(seed_ * 1000 + static_cast<unsigned>(epoch));
    const auto order = shuffled_numbers(samples.learnt_from.size(), chance);
    double loss = 0;
    Activations found;
    const auto batch = static_cast<std::size_t>(settings.batch);
    for (std::size_t at = 0; at < order.size(); ++at) {
        const Sample& sample = samples.learnt_from[order[at]];
        forward(samples, sample, found);
        const double reached = chance_of(sample.linear + found.logit);
        loss += loss_of(reached, sample.target);
        backward(samples, sample, found,
                 static_cast<float>((reached - sample.target) / settings.batch));
        if ((at + 1) % batch == 0 || at + 1 == order.size()) {
            const double done =
                (epoch + static_cast<double>(at) / static_cast<double>(order.size())) /
                settings.epochs;
            step(falling_rate(settings.rate, done));
        }
    }
    return loss / static_cast<double>(std::max<std::size_t>(1, order.size()));
}

double NetworkNumbers::held_out_loss(const Samples& samples) const {
    double loss = 0;
    for (const Sample& sample : samples.held_out) {
        loss += loss_of(chance_of(sample.linear + output(samples, sample)), sample.target);
    }
    return loss / static_cast<double>(std::max<std::size_t>(1, samples.held_out.size()));
}

std::shared_ptr<Network> NetworkNumbers::rounded(double scale) const {
    auto network = std::make_shared<Network>();
    const auto round = [](double number) { return static_cast<std::int16_t>(std::lround(number)); };
    const auto round_row = [&](const float* from, double unit, NetworkRow& row) {
        std::transform(from, from + width, row.begin(),
                       [&](float number) { return round(number * unit); });
    };
    for (std::size_t table = 0; table < row_table_count; ++table) {
        for (std::size_t code = 0; code < code_count; ++code) {
            round_row(rows_.data() + row_at(table, code), row_unit,
                      network->tables[table].rows[code]);
        }
    }
    round_row(start_.numbers.data(), row_unit, network->start);
    for (std::size_t mask = 0; mask < network->threats.size(); ++mask) {
        round_row(threats_.numbers.data() + mask * width, sum_unit, network->threats[mask]);
    }
    for (std::size_t each = 0; each < rules_row_count; ++each) {
        round_row(rules_.numbers.data() + each * width, sum_unit, network->rules[each]);
    }
    for (std::size_t i = 0; i < width; ++i) {
        for (std::size_t j = 0; j < 2 * width; ++j) {
            network->hidden[i][j] =
                static_cast<std::int8_t>(round(hidden_.numbers[j * width + i] * weight_unit));
        }
        const double points = output_.numbers[i] * scale;
        network->output[i] =
            round(std::clamp(points * (1 << output_shift) / network_one, -32'000.0, 32'000.0));
    }
    // Shifts round down: half a quantum each makes up for it.
    for (std::size_t i = 0; i < width; ++i) {
        network->start[i] = static_cast<std::int16_t>(network->start[i] + (1 << sum_shift) / 2);
        for (NetworkRow& row : network->rules) {
            row[i] = static_cast<std::int16_t>(row[i] + (1 << hidden_shift) / 2);
        }
    }
    network->output_start = round(output_start_.numbers[0] * scale);
    return network;
}

}  // namespace fivefold::gomoku::training
