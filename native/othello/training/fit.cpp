#include "othello/training/fit.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <memory>
#include <thread>

#include "othello/evaluation/evaluation.hpp"

namespace fivefold::othello::training {

namespace {

// The number of terms that sum to a position's value, besides the constant.
constexpr std::size_t terms = pattern_count + 2;

// The samples of one phase, with the packed index of each term.
struct PhaseSamples {
    std::vector<std::array<std::uint16_t, terms>> terms_of;
    std::vector<std::uint8_t> empty;
    std::vector<float> target;
};

// All fitted numbers: the knots one after the other, then the constants.
using Vector = std::vector<double>;

class LeastSquares {
  public:
    LeastSquares(const std::vector<Sample>& samples, const FitSettings& settings)
        : settings_(settings) {
        // Packed indices are relative to the first of their shape, to fit 16 bits.
        for (std::size_t pattern = 0; pattern < pattern_count; ++pattern) {
            first_[pattern] = packing_[table_start(static_cast<int>(pattern))];
        }
        first_[pattern_count] = packing_[own_moves_at];
        first_[pattern_count + 1] = packing_[other_moves_at];
        opposite_.resize(count());
        int start = 0;
        for (const Shape& shape : shapes) {
            const int last = power_of_three(shape.size) - 1;
            for (int configuration = 0; configuration <= last; ++configuration) {
                opposite_[static_cast<std::size_t>(packing_[start + configuration])] =
                    static_cast<std::size_t>(packing_[start + last - configuration]);
            }
            start += last + 1;
        }
        paired_ = static_cast<std::size_t>(packing_[start]);
        for (const Sample& sample : samples) {
            add(sample, is_held_out(sample) ? held_out_ : fitted_);
        }
    }

    std::size_t size() const { return count() * knot_count + 61; }
    std::size_t count() const { return static_cast<std::size_t>(packing_.count()); }

    // The matrix of the normal equations times `vector`.
    Vector apply(const Vector& vector) const {
        return accumulate(vector, [](double value, float) { return value; });
    }
    // Half the gradient of the sum of squares; the mean square error goes to `square`.
    Vector gradient(const Vector& vector, double& square) const {
        std::array<double, phase_count> squares{};
        Vector result =
            accumulate(vector, [](double value, float target) { return value - target; }, &squares);
        double sum = 0;
        for (const double part : squares) {
            sum += part;
        }
        square = sum / std::max(1.0, static_cast<double>(total(fitted_)));
        return result;
    }

    // The number of samples that touch each number, plus its regularisation.
    Vector diagonal() const {
        Vector result(size(), settings_.shrinkage);
        for (int phase = 0; phase < phase_count; ++phase) {
            const Blend blend = blend_of(phase);
            const double upper = static_cast<double>(blend.share) / knot_distance;
            std::vector<double> counts(count());
            const PhaseSamples& samples = fitted_[static_cast<std::size_t>(phase)];
            for (std::size_t i = 0; i < samples.target.size(); ++i) {
                for (std::size_t term = 0; term < terms; ++term) {
                    ++counts[place(samples, i, term)];
                }
                ++result[constant(samples.empty[i])];
            }
            for (std::size_t j = 0; j < count(); ++j) {
                result[at(blend.lower, j)] += (1 - upper) * (1 - upper) * counts[j];
                result[at(blend.upper, j)] += upper * upper * counts[j];
            }
        }
        for (std::size_t j = 0; j < count() * knot_count; ++j) {
            result[j] += settings_.smoothness * (is_inner(j) ? 2 : 1) + settings_.fairness;
        }
        return result;
    }

    double held_out_error(const Vector& vector) const {
        double sum = 0;
        for (int phase = 0; phase < phase_count; ++phase) {
            const auto numbers = numbers_of(vector, phase);
            const PhaseSamples& samples = held_out_[static_cast<std::size_t>(phase)];
            for (std::size_t i = 0; i < samples.target.size(); ++i) {
                const double error = value_of(vector, numbers, samples, i) - samples.target[i];
                sum += error * error;
            }
        }
        return std::sqrt(sum / std::max(1.0, static_cast<double>(total(held_out_))));
    }

    Vector vector_of(const Trained& trained) const {
        Vector vector(size());
        for (int knot = 0; knot < knot_count; ++knot) {
            for (std::size_t j = 0; j < count(); ++j) {
                vector[at(knot, j)] =
                    static_cast<double>(trained.knots[static_cast<std::size_t>(knot)][j]) /
                    Trained::parts;
            }
        }
        for (std::size_t empty = 0; empty < 61; ++empty) {
            vector[constant(empty)] =
                static_cast<double>(trained.constants[empty]) / Trained::parts;
        }
        return vector;
    }

    void round(const Vector& vector, Trained& trained) const {
        const auto rounded = [](double number) {
            return static_cast<std::int16_t>(std::clamp(std::lround(number * Trained::parts),
                                                        -long{Trained::greatest},
                                                        long{Trained::greatest}));
        };
        for (int knot = 0; knot < knot_count; ++knot) {
            for (std::size_t j = 0; j < count(); ++j) {
                trained.knots[static_cast<std::size_t>(knot)][j] = rounded(vector[at(knot, j)]);
            }
        }
        for (std::size_t empty = 0; empty < 61; ++empty) {
            trained.constants[empty] = rounded(vector[constant(empty)]);
        }
    }

  private:
    using Phases = std::array<PhaseSamples, phase_count>;

    // The start of this pattern's shape in a table.
    static int table_start(int pattern) {
        int start = 0;
        for (const Shape& shape : shapes) {
            pattern -= places_of(shape).count;
            if (pattern < 0) {
                break;
            }
            start += power_of_three(shape.size);
        }
        return start;
    }

    static std::size_t total(const Phases& phases) {
        std::size_t sum = 0;
        for (const PhaseSamples& samples : phases) {
            sum += samples.target.size();
        }
        return sum;
    }

    std::size_t at(int knot, std::size_t place) const {
        return static_cast<std::size_t>(knot) * count() + place;
    }
    std::size_t constant(std::size_t empty) const { return knot_count * count() + empty; }
    bool is_inner(std::size_t place) const {
        const std::size_t knot = place / count();
        return knot > 0 && knot + 1 < knot_count;
    }
    std::size_t place(const PhaseSamples& samples, std::size_t i, std::size_t term) const {
        return static_cast<std::size_t>(first_[term]) + samples.terms_of[i][term];
    }

    void add(const Sample& sample, Phases& phases) {
        const auto features = Features::of(sample.own, sample.other);
        const int empty = std::min(60, 64 - count_bits(sample.own | sample.other));
        PhaseSamples& samples = phases[static_cast<std::size_t>(phase_of(empty))];
        auto& places = samples.terms_of.emplace_back();
        for (std::size_t pattern = 0; pattern < pattern_count; ++pattern) {
            places[pattern] = static_cast<std::uint16_t>(
                packing_[features.table_index(static_cast<int>(pattern))] - first_[pattern]);
        }
        const auto count = [](Bits own, Bits other) {
            return static_cast<std::uint16_t>(std::min(count_bits(moves(own, other)), max_moves));
        };
        places[pattern_count] = count(sample.own, sample.other);
        places[pattern_count + 1] = count(sample.other, sample.own);
        samples.empty.push_back(static_cast<std::uint8_t>(empty));
        samples.target.push_back(sample.target);
    }

    // The numbers of a phase, interpolated between its knots.
    std::vector<float> numbers_of(const Vector& vector, int phase) const {
        const Blend blend = blend_of(phase);
        const double upper = static_cast<double>(blend.share) / knot_distance;
        std::vector<float> numbers(count());
        for (std::size_t j = 0; j < count(); ++j) {
            numbers[j] = static_cast<float>((1 - upper) * vector[at(blend.lower, j)] +
                                            upper * vector[at(blend.upper, j)]);
        }
        return numbers;
    }

    double value_of(const Vector& vector, const std::vector<float>& numbers,
                    const PhaseSamples& samples, std::size_t i) const {
        float sum = 0;
        for (std::size_t term = 0; term < terms; ++term) {
            sum += numbers[place(samples, i, term)];
        }
        return sum + vector[constant(samples.empty[i])];
    }

    // Sums `weigh(value, target)` over all samples at every number they touch and adds shrinkage
    // and smoothness. Phases run in parallel and are merged in order, so the result does not depend
    // on the number of threads.
    template <typename Weigh>
    Vector accumulate(const Vector& vector, const Weigh& weigh,
                      std::array<double, phase_count>* squares = nullptr) const {
        std::array<Vector, phase_count> sums;
        std::array<std::array<double, 61>, phase_count> constants{};
        std::atomic<int> next{0};
        const auto work = [&] {
            for (int phase = next++; phase < phase_count; phase = next++) {
                const auto here = static_cast<std::size_t>(phase);
                const PhaseSamples& samples = fitted_[here];
                const std::vector<float> numbers = numbers_of(vector, phase);
                std::vector<float> part(count());
                Vector& sum = sums[here];
                sum.resize(count());
                for (std::size_t i = 0; i < samples.target.size(); ++i) {
                    const double weight =
                        weigh(value_of(vector, numbers, samples, i), samples.target[i]);
                    for (std::size_t term = 0; term < terms; ++term) {
                        part[place(samples, i, term)] += static_cast<float>(weight);
                    }
                    constants[here][samples.empty[i]] += weight;
                    if (squares != nullptr) {
                        (*squares)[here] += weight * weight;
                    }
                    if (i % 65536 == 65535 || i + 1 == samples.target.size()) {
                        for (std::size_t j = 0; j < count(); ++j) {
                            sum[j] += part[j];
                            part[j] = 0;
                        }
                    }
                }
            }
        };
        std::vector<std::jthread> helpers;
        for (int i = 1; i < settings_.threads; ++i) {
            helpers.emplace_back(work);
        }
        work();
        helpers.clear();

        Vector result(size());
        for (int phase = 0; phase < phase_count; ++phase) {
            const auto here = static_cast<std::size_t>(phase);
            const Blend blend = blend_of(phase);
            const double upper = static_cast<double>(blend.share) / knot_distance;
            for (std::size_t j = 0; j < count(); ++j) {
                result[at(blend.lower, j)] += (1 - upper) * sums[here][j];
                result[at(blend.upper, j)] += upper * sums[here][j];
            }
            for (std::size_t empty = 0; empty < 61; ++empty) {
                result[constant(empty)] += constants[here][empty];
            }
        }
        for (std::size_t j = 0; j < count() * knot_count; ++j) {
            const std::size_t knot = j / count();
            double drawn = settings_.shrinkage * vector[j];
            if (knot > 0) {
                drawn += settings_.smoothness * (vector[j] - vector[j - count()]);
            }
            if (knot + 1 < knot_count) {
                drawn += settings_.smoothness * (vector[j] - vector[j + count()]);
            }
            if (const std::size_t place = j % count(); place < paired_) {
                drawn += settings_.fairness * (vector[j] + vector[j - place + opposite_[place]]);
            }
            result[j] += drawn;
        }
        for (std::size_t empty = 0; empty < 61; ++empty) {
            result[constant(empty)] += settings_.shrinkage * vector[constant(empty)];
        }
        return result;
    }

    FitSettings settings_;
    Packing packing_;
    std::array<int, terms> first_{};
    // The index of the same configuration with colours swapped, for the first `paired_` packed
    // numbers.
    std::vector<std::size_t> opposite_;
    std::size_t paired_ = 0;
    Phases fitted_;
    Phases held_out_;
};

double dot(const Vector& a, const Vector& b) {
    double sum = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
        sum += a[i] * b[i];
    }
    return sum;
}

}  // namespace

// Conjugate gradients, preconditioned by the diagonal.
void fit(Trained& trained, const std::vector<Sample>& samples, const FitSettings& settings,
         const std::function<void(const Progress&)>& report) {
    const LeastSquares problem(samples, settings);
    Vector solution = problem.vector_of(trained);
    const Vector diagonal = problem.diagonal();
    double square = 0;
    Vector residual = problem.gradient(solution, square);
    report({0, std::sqrt(square), problem.held_out_error(solution)});
    Vector scaled(residual.size());
    for (std::size_t i = 0; i < residual.size(); ++i) {
        residual[i] = -residual[i];
        scaled[i] = residual[i] / diagonal[i];
    }
    Vector direction = scaled;
    double along = dot(residual, scaled);
    for (int iteration = 1; iteration <= settings.iterations && along > 1e-6; ++iteration) {
        const Vector image = problem.apply(direction);
        const double step = along / dot(direction, image);
        for (std::size_t i = 0; i < solution.size(); ++i) {
            solution[i] += step * direction[i];
            residual[i] -= step * image[i];
            scaled[i] = residual[i] / diagonal[i];
        }
        const double next = dot(residual, scaled);
        for (std::size_t i = 0; i < direction.size(); ++i) {
            direction[i] = scaled[i] + next / along * direction[i];
        }
        along = next;
        if (iteration % 10 == 0 || iteration == settings.iterations) {
            problem.gradient(solution, square);
            report({iteration, std::sqrt(square), problem.held_out_error(solution)});
        }
    }
    problem.round(solution, trained);
}

}  // namespace fivefold::othello::training
