#include "bench/probcut.hpp"

#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <random>
#include <utility>
#include <vector>

#include "othello/search/root.hpp"
#include "othello/search/search.hpp"

namespace fivefold::bench {

namespace {

using namespace othello;

const StopFlag never{false};
const Budget unlimited{never, ~std::uint64_t{0}};

// Deeper searches run only for a fraction of the positions and nearly without selectivity.
constexpr int max_depth_of_all = 8;
constexpr int max_depth_of_some = 14;
constexpr int some = 8;
constexpr int almost_unselective = unselective - 2;
constexpr int min_solved = 10;
constexpr int max_solved_of_all = 16;
constexpr int max_solved_of_some = 22;
// Decided games say nothing about open ones.
constexpr int max_decided = 24 * disc;

// The key of a pair of searches: what the deviation depends on.
struct Pair {
    int empties;
    int depth;
    int probe;

    auto operator<=>(const Pair&) const = default;
};

struct Errors {
    int count = 0;
    double squares = 0;

    void add(int error) {
        ++count;
        squares += static_cast<double>(error) * error;
    }
};

using Measured = std::map<Pair, Errors>;

int value(Search& search, const Board<8>& board, int depth, int level) {
    return search.window(board.own, board.other, -max_score - 1, max_score + 1, depth, level,
                         unlimited);
}

// Fits the deviation by weighted least squares: base, empties, depth, probe.
Deviation fitted(const Measured& measured, bool by_depth) {
    constexpr std::size_t unknowns = 4;
    std::array<std::array<double, unknowns + 1>, unknowns> equations{};
    for (const auto& [pair, errors] : measured) {
        const std::array<double, unknowns> terms{1, static_cast<double>(pair.empties),
                                                 by_depth ? static_cast<double>(pair.depth) : 0,
                                                 static_cast<double>(pair.probe)};
        const double deviation = std::sqrt(errors.squares / errors.count);
        for (std::size_t row = 0; row < unknowns; ++row) {
            for (std::size_t column = 0; column < unknowns; ++column) {
                equations[row][column] += errors.count * terms[row] * terms[column];
            }
            equations[row][unknowns] += errors.count * terms[row] * deviation;
        }
    }
    // Drop terms that never occur.
    for (std::size_t row = 0; row < unknowns; ++row) {
        equations[row][row] += 1e-6;
    }
    for (std::size_t pivot = 0; pivot < unknowns; ++pivot) {
        for (std::size_t row = 0; row < unknowns; ++row) {
            if (row == pivot) {
                continue;
            }
            const double share = equations[row][pivot] / equations[pivot][pivot];
            for (std::size_t column = 0; column <= unknowns; ++column) {
                equations[row][column] -= share * equations[pivot][column];
            }
        }
    }
    const auto solution = [&](std::size_t row) {
        return static_cast<int>(std::lround(1024 * equations[row][unknowns] / equations[row][row]));
    };
    return {solution(0), solution(1), solution(2), solution(3)};
}

void print(const char* name, const Deviation& deviation) {
    std::printf("inline constexpr Deviation %s{%d, %d, %d, %d};\n", name, deviation.base,
                deviation.by_empties, deviation.by_depth, deviation.by_probe);
}

// Prints the deviation of each pair of depths over all numbers of empty cells.
void print_table(const Measured& measured) {
    std::map<std::pair<int, int>, Errors> merged;
    for (const auto& [pair, errors] : measured) {
        Errors& sum = merged[{pair.depth, pair.probe}];
        sum.count += errors.count;
        sum.squares += errors.squares;
    }
    for (const auto& [depths, errors] : merged) {
        std::printf("depth %2d from %2d: %5.2f discs (%d)\n", depths.first, depths.second,
                    std::sqrt(errors.squares / errors.count) / disc, errors.count);
    }
}

class Measurement {
  public:
    explicit Measurement(std::shared_ptr<const Weights> weights)
        : search_(make_search(std::make_shared<TableMemory>(32), std::move(weights))) {
        search_->start();
    }

    // Plays a game that starts with random moves and has some later, and measures positions on the
    // way.
    void play(std::mt19937_64& chance) {
        Board<8> board{bit(28) | bit(35), bit(27) | bit(36)};
        for (int ply = 0; !is_over(board); ++ply) {
            Root root(board);
            if (ply < 8 || chance() % 8 == 0) {
                board = root.moves()[chance() % root.moves().size()].after;
                continue;
            }
            root.find_best(*search_, 2, unselective, unlimited);
            if (chance() % 6 == 0 && board.moves() != 0 &&
                std::abs(root.moves().front().score) < max_decided) {
                measure(board, chance() % some == 0);
            }
            board = root.moves().front().after;
        }
    }

    const Measured& midgame() const { return midgame_; }
    const Measured& end() const { return end_; }

  private:
    void measure(const Board<8>& board, bool deeper) {
        const int empties = count_bits(board.empty());
        const int some_empties = empties / 4 * 4 + 2;  // groups of four
        const int deepest = std::min(deeper ? max_depth_of_some : max_depth_of_all, empties - 1);
        std::vector<int> values;
        for (int depth = 0; depth <= deepest; ++depth) {
            values.push_back(
                depth == 0 ? search_->evaluate(board.own, board.other)
                           : value(*search_, board, depth,
                                   depth <= max_depth_of_all ? unselective : almost_unselective));
            for (int probe = 0; probe < depth; ++probe) {
                if (probe == 0 || probe == probe_depth(depth)) {
                    midgame_[{some_empties, depth, probe}].add(values.back() - values[probe]);
                }
            }
        }
        const int max_solved = deeper ? max_solved_of_some : max_solved_of_all;
        if (empties >= min_solved && empties <= max_solved) {
            const int exact = value(*search_, board, empties, unselective);
            for (int probe = 0; probe <= deepest; ++probe) {
                end_[{some_empties, 0, probe}].add(exact - values[probe]);
            }
        }
    }

    std::unique_ptr<Search> search_;
    Measured midgame_;
    Measured end_;
};

}  // namespace

void fit_probcut(std::shared_ptr<const Weights> weights, int games) {
    Measurement measurement(std::move(weights));
    std::mt19937_64 chance(1);
    for (int game = 0; game < games; ++game) {
        measurement.play(chance);
    }
    print_table(measurement.midgame());
    std::printf("to the end:\n");
    print_table(measurement.end());
    print("midgame_deviation", fitted(measurement.midgame(), true));
    print("end_deviation", fitted(measurement.end(), false));
}

}  // namespace fivefold::bench
