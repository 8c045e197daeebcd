// The network: sums kept move by move, both builds of its arithmetic, and its file.
#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "core/text.hpp"
#include "gomoku/evaluation/evaluation.hpp"
#include "gomoku/evaluation/network_evaluator.hpp"
#include "gomoku/search/searcher.hpp"
#include "tests/check.hpp"

namespace {

using namespace fivefold;
using namespace fivefold::gomoku;

using Random = std::mt19937;

int between(int least, int most, Random& chance) {
    return least + static_cast<int>(chance() % static_cast<unsigned>(most - least + 1));
}

// Random numbers; rows up to `greatest_row`.
std::shared_ptr<Network> random_network(int greatest_row, unsigned seed) {
    auto network = std::make_shared<Network>();
    Random chance(seed);
    const auto fill = [&](auto& row, int greatest) {
        for (auto& number : row) {
            number = static_cast<std::remove_reference_t<decltype(number)>>(
                between(-greatest, greatest, chance));
        }
    };
    for (Network::Table& table : network->tables) {
        for (std::size_t code = 0; code < stone_code; ++code) {
            fill(table.rows[code], greatest_row);
        }
    }
    fill(network->start, 2000);
    std::ranges::for_each(network->threats, [&](NetworkRow& row) { fill(row, 8000); });
    std::ranges::for_each(network->rules, [&](NetworkRow& row) { fill(row, 8000); });
    std::ranges::for_each(network->hidden, [&](auto& weights) { fill(weights, 127); });
    fill(network->output, 3000);
    for (Network::MoveTable* const table : {&network->made, &network->taken}) {
        std::ranges::for_each(table->codes, [&](MoveRow& row) { fill(row, greatest_row); });
        std::ranges::for_each(table->threats, [&](MoveRow& row) { fill(row, greatest_row); });
    }
    network->output_start = 17;
    return network;
}

// The definition: sums over the squares of a board set up anew, then the layers, in wide integers.
class Plain {
  public:
    explicit Plain(const Network& network) : network_(network) {}

    NetworkRow sums(const Board& board, Side side) const {
        const int size = board.size();
        std::string text(static_cast<std::size_t>(size * size), '.');
        const Board empty(Position(text + " X", board.rules()), board.rules());
        for (int cell = 0; cell < size * size; ++cell) {
            const Stone stone = board.stone(square_of_cell(cell, size));
            text[cell] = stone == Stone::first ? 'X' : stone == Stone::second ? 'O' : '.';
        }
        const char* const turn = board.to_move() == Side::first ? " X" : " O";
        const Board fresh(Position(text + turn, board.rules()), board.rules());
        const auto& rows = network_.tables[row_table_of(board.rules().of(side))].rows;
        std::array<long, network_width> wide{};
        for (int i = 0; i < network_width; ++i) {
            wide[i] = network_.start[i];
            for (int cell = 0; cell < size * size; ++cell) {
                const int square = square_of_cell(cell, size);
                wide[i] -= rows[empty.code(side, square)][i];
                wide[i] += fresh.is_empty(square) ? rows[fresh.code(side, square)][i] : 0;
            }
        }
        NetworkRow sums;
        std::ranges::transform(wide, sums.begin(),
                               [](long sum) { return static_cast<std::int16_t>(sum); });
        return sums;
    }

    int output(const Board& board, int threats) const {
        const Side own = board.to_move();
        const auto clipped = [](long number) { return std::clamp(number, 0L, 127L); };
        const auto input = [&](Side side, int i) {
            return clipped(static_cast<long>(std::floor(sums(board, side)[i] / 4.0)));
        };
        std::array<long, 2 * network_width> inputs;
        for (int i = 0; i < network_width; ++i) {
            inputs[i] = input(own, i);
            inputs[network_width + i] = input(opponent(own), i);
        }
        const auto& rules = network_.rules[rules_row_of(board.rules(), own)];
        long total = 0;
        for (int i = 0; i < network_width; ++i) {
            long sum = network_.threats[threats][i] + rules[i];
            for (int j = 0; j < 2 * network_width; ++j) {
                sum += inputs[j] * network_.hidden[i][j];
            }
            total += clipped(static_cast<long>(std::floor(sum / 64.0))) * network_.output[i];
        }
        return static_cast<int>(std::floor(total / 256.0)) + network_.output_start;
    }

  private:
    const Network& network_;
};

// Plays and takes back random moves; calls visit(board) now and then.
template <typename Visit>
void wander(const char* rules, int size, unsigned seed, int steps, const Visit& visit) {
    const Rules parsed = parse_rules(rules);
    const auto cells = static_cast<std::size_t>(size * size);
    Board board(Position(std::string(cells, '.') + " X", parsed), parsed);
    Random chance(seed);
    for (int step = 0; step < steps; ++step) {
        const int square = square_at(between(0, size - 1, chance), between(0, size - 1, chance));
        if (chance() % 4 == 0 && board.ply() > 0) {
            board.take_back();
        } else if (board.is_empty(square) && !board.winner() &&
                   board.kind(board.to_move(), square) != Kind::five) {
            board.place(square);
        }
        if (chance() % 3 == 0) {
            visit(board);
        }
    }
}

// What the network adds to the score of every empty square.
std::vector<int> scores_of(const NetworkEvaluator& evaluator, const Board& board) {
    const Side own = board.to_move();
    std::vector<std::uint32_t> codes;
    for (int cell = 0; cell < board.size() * board.size(); ++cell) {
        const int square = square_of_cell(cell, board.size());
        if (board.is_empty(square)) {
            codes.push_back(static_cast<std::uint32_t>(board.code(own, square) |
                                                       board.code(opponent(own), square) << 16));
        }
    }
    std::vector<int> points(codes.size());
    evaluator.score_moves(threat_mask(board), codes, points.data());
    return points;
}

constexpr std::array rule_sets{"freestyle", "standard", "renju", "caro", "omok"};

}  // namespace

TEST(gomoku_network_sums_kept_move_by_move_equal_their_definition) {
    const auto network = random_network(300, 1);
    const Plain plain(*network);
    for (const char* const rules : rule_sets) {
        for (const int size : {7, 15}) {
            NetworkEvaluator evaluator(network, portable_network_kernel());
            wander(rules, size, 3, 120, [&](const Board& board) {
                const NetworkSums& sums = evaluator.sums(board);
                CHECK(sums.of[0] == plain.sums(board, Side::first));
                CHECK(sums.of[1] == plain.sums(board, Side::second));
            });
        }
    }
}

TEST(gomoku_network_output_equals_its_definition) {
    for (const int greatest_row : {3, 40, 4000}) {
        const auto network = random_network(greatest_row, 5);
        const Plain plain(*network);
        NetworkEvaluator evaluator(network, portable_network_kernel());
        wander("renju", 9, 9, 60, [&](const Board& board) {
            const int threats = threat_mask(board);
            CHECK(evaluator.output(board, threats) == plain.output(board, threats));
        });
    }
}

TEST(gomoku_network_scores_of_moves_equal_their_definition) {
    const auto network = random_network(4000, 6);
    const NetworkEvaluator evaluator(network, portable_network_kernel());
    wander("standard", 9, 2, 40, [&](const Board& board) {
        const std::vector<int> scores = scores_of(evaluator, board);
        const int mask = threat_mask(board);
        std::size_t at = 0;
        for (int cell = 0; cell < 81; ++cell) {
            const int square = square_of_cell(cell, 9);
            if (!board.is_empty(square)) {
                continue;
            }
            long sum = 0;
            for (int i = 0; i < move_width; ++i) {
                const long made = network->made.threats[mask][i] +
                                  network->made.codes[board.code(board.to_move(), square)][i];
                const long taken =
                    network->taken.threats[mask][i] +
                    network->taken.codes[board.code(opponent(board.to_move()), square)][i];
                sum += made * taken;
            }
            CHECK(scores[at++] == static_cast<int>(std::floor(sum / 128.0)));
        }
        CHECK(at == scores.size());
    });
}

TEST(gomoku_network_has_the_same_results_on_every_processor) {
    // The outputs of a fixed network, the same for every compiler and both builds.
    constexpr std::uint64_t expected = 0xf0c54823739a6daf;
    const auto hash_with = [](const NetworkKernel& kernel) {
        std::uint64_t hash = 0;
        for (const int greatest_row : {3, 40, 4000}) {
            NetworkEvaluator evaluator(random_network(greatest_row, 7), kernel);
            for (const char* const rules : rule_sets) {
                wander(rules, 15, 4, 300, [&](const Board& board) {
                    const auto points =
                        static_cast<std::uint64_t>(evaluator.output(board, threat_mask(board)));
                    hash = (hash ^ points) * 0x100000001b3u;
                    for (const int score : scores_of(evaluator, board)) {
                        hash = (hash ^ static_cast<std::uint64_t>(score)) * 0x100000001b3u;
                    }
                });
            }
        }
        return hash;
    };
    CHECK(hash_with(portable_network_kernel()) == expected);
    if (const NetworkKernel* const fast = fast_network_kernel()) {
        CHECK(hash_with(*fast) == expected);
    }
}

TEST(gomoku_network_is_nothing_on_the_empty_board_of_every_size) {
    const auto network = random_network(300, 2);
    for (int size = 5; size <= 22; ++size) {
        NetworkEvaluator evaluator(network, best_network_kernel());
        const Rules rules = parse_rules("standard");
        const std::string cells(static_cast<std::size_t>(size * size), '.');
        const NetworkSums& sums = evaluator.sums(Board(Position(cells + " X", rules), rules));
        CHECK(sums.of[0] == network->start && sums.of[1] == network->start);
    }
}

TEST(gomoku_weights_with_a_network_survive_a_file_and_damage_is_rejected) {
    Weights weights = *Weights::by_hand();
    CHECK(weights.written()[15] == std::byte{1});
    weights.network = random_network(4000, 3);
    std::vector<std::byte> file = weights.written();
    CHECK(file[15] == std::byte{2});
    const auto read = Weights::read(file);
    CHECK(read->network != nullptr && read->written() == file);
    CHECK(read->network->tables[2].rows[3059] == weights.network->tables[2].rows[3059]);
    CHECK(read->network->hidden == weights.network->hidden);
    CHECK(read->network->taken.threats == weights.network->taken.threats);
    const auto is_refused = [](std::span<const std::byte> bytes) {
        return tests::throws<InvalidText>([&] { Weights::read(bytes); });
    };
    CHECK(is_refused(std::span(file).first(file.size() - 1)));
    CHECK(is_refused(std::span(file).first(Weights::by_hand()->written().size())));
    file[500'000] ^= std::byte{1};
    CHECK(is_refused(file));
    auto broken = random_network(4000, 3);
    broken->tables[1].rows[7][5] = 5000;
    weights.network = broken;
    CHECK(is_refused(weights.written()));
}

TEST(gomoku_search_with_a_network_is_deterministic_and_uses_it) {
    Weights weights = *Weights::by_hand();
    std::string text(225, '.');
    text[112] = text[113] = 'X';
    text[96] = text[98] = 'O';
    const auto result = [&] {
        Searcher searcher(std::make_shared<const Weights>(weights), 1, 1);
        const StopFlag never{false};
        return searcher.search(text + " X", "freestyle", {{}, 6, {}}, 1, never);
    };
    const Report without = result();
    weights.network = random_network(40, 4);
    const Report with = result();
    const Report again = result();
    CHECK(with.nodes == again.nodes && with.lines.front().score == again.lines.front().score);
    CHECK(with.nodes != without.nodes);
}
