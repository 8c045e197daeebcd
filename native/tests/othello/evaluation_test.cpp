// The pattern evaluation: incremental features, the weights file and the resulting values.
#include <algorithm>
#include <cstddef>
#include <random>
#include <string>
#include <vector>

#include "core/text.hpp"
#include "othello/evaluation/evaluation.hpp"
#include "tests/check.hpp"
#include "tests/othello/evaluation_probe.hpp"

namespace {

using namespace fivefold;
using namespace fivefold::othello;

Trained random_trained(unsigned seed) {
    std::mt19937 chance(seed);
    Trained trained;
    const Packing packing;
    for (auto& constant : trained.constants) {
        constant = static_cast<std::int16_t>(chance() % 101 - 50);
    }
    for (auto& knot : trained.knots) {
        knot.resize(static_cast<std::size_t>(packing.count()));
        for (auto& number : knot) {
            // Runs of zeros, small numbers and a few large ones.
            const unsigned kind = chance() % 8;
            number =
                static_cast<std::int16_t>(kind < 4   ? 0
                                          : kind < 7 ? static_cast<int>(chance() % 129) - 64
                                                     : static_cast<int>(chance() % 4097) - 2048);
        }
    }
    return trained;
}

// The value by the definition: every shape in all its places, cell by cell.
int plain_value(const Weights& weights, Bits own, Bits other) {
    const int empty = std::min(60, 64 - count_bits(own | other));
    const std::int16_t* const table = weights.table(empty);
    int sum = weights.constant(empty);
    int start = 0;
    for (const Shape& shape : shapes) {
        std::vector<Bits> seen;
        for (int symmetry = 0; symmetry < 8; ++symmetry) {
            const Bits cells = cells_of(shape, symmetry);
            if (std::find(seen.begin(), seen.end(), cells) != seen.end()) {
                continue;
            }
            seen.push_back(cells);
            int index = start;
            for (int i = shape.size; i-- > 0;) {
                const Bits cell =
                    bit(symmetric_cell(shape.cells[static_cast<std::size_t>(i)], symmetry));
                const int digit = (own & cell) != 0 ? 2 : (other & cell) != 0 ? 0 : 1;
                index += digit * power_of_three(i);
            }
            sum += table[index];
        }
        start += power_of_three(shape.size);
    }
    sum += table[own_moves_at + std::min(max_moves, count_bits(moves(own, other)))];
    sum += table[other_moves_at + std::min(max_moves, count_bits(moves(other, own)))];
    return std::clamp(sum, -64 * parts_of_disc, 64 * parts_of_disc);
}

// Calls `look(own, other, features)` for every position of random games with incrementally updated
// features.
template <typename Look>
void random_games(int games, const Look& look) {
    std::mt19937 chance(7);
    for (int game = 0; game < games; ++game) {
        Bits own = bit(28) | bit(35);
        Bits other = bit(27) | bit(36);
        Features features = Features::of(own, other);
        for (;;) {
            look(own, other, features);
            Bits legal = moves(own, other);
            if (legal == 0) {
                if (moves(other, own) == 0) {
                    break;
                }
                std::swap(own, other);
                features = features.after_pass();
                continue;
            }
            for (auto skip = chance() % static_cast<unsigned>(count_bits(legal)); skip > 0;
                 --skip) {
                legal &= legal - 1;
            }
            const int cell = lowest_index(legal);
            const Bits flipped = flips(own, other, cell);
            features = features.after(cell, flipped);
            const Bits mine = own | flipped | bit(cell);
            own = other & ~flipped;
            other = mine;
        }
    }
}

Bits image(Bits board, int symmetry) {
    Bits result = 0;
    while (board != 0) {
        result |= bit(symmetric_cell(take_lowest(board), symmetry));
    }
    return result;
}

std::string reason(const std::vector<std::byte>& file) {
    try {
        Weights::read(file);
    } catch (const InvalidText& error) {
        return error.what();
    }
    return "";
}

}  // namespace

TEST(incremental_features_match_the_position) {
    random_games(50, [](Bits own, Bits other, const Features& features) {
        CHECK(features == Features::of(own, other));
        CHECK(features.after_pass() == Features::of(other, own));
    });
}

TEST(the_value_is_the_sum_over_every_shape_in_every_place) {
    const Weights weights(random_trained(1));
    random_games(20, [&](Bits own, Bits other, const Features& features) {
        CHECK(evaluate(weights, features, own, other) == plain_value(weights, own, other));
    });
}

TEST(both_kernels_compute_the_same_values) {
    const Weights weights(random_trained(8));
    for (unsigned seed = 0; seed < 20; ++seed) {
        if (const auto fast = tests::fast_values(weights, seed)) {
            CHECK(*fast == tests::portable_values(weights, seed));
        }
    }
}

TEST(mirror_images_have_the_same_value) {
    const Weights weights(random_trained(2));
    random_games(5, [&](Bits own, Bits other, const Features& features) {
        const int value = evaluate(weights, features, own, other);
        for (int symmetry = 1; symmetry < 8; ++symmetry) {
            const Bits mine = image(own, symmetry);
            const Bits theirs = image(other, symmetry);
            CHECK(evaluate(weights, Features::of(mine, theirs), mine, theirs) == value);
        }
    });
}

TEST(a_full_and_an_almost_empty_board_have_a_value) {
    const Weights weights(random_trained(3));
    for (const auto& [own, other] : {std::pair<Bits, Bits>{~Bits{0}, 0}, {0, ~Bits{0}}, {1, 2}}) {
        const int value = evaluate(weights, Features::of(own, other), own, other);
        CHECK(value == plain_value(weights, own, other));
    }
}

TEST(weights_survive_writing_and_reading) {
    const Trained trained = random_trained(4);
    const Trained again = read_trained(write_trained(trained));
    CHECK(again.constants == trained.constants);
    CHECK(again.knots == trained.knots);
}

TEST(between_two_knots_the_numbers_are_their_mean) {
    const Trained trained = random_trained(5);
    const Weights weights(trained);
    const Packing packing;
    for (int index = 0; index < table_size; index += 97) {
        const auto place = static_cast<std::size_t>(packing[index]);
        // Knot 3 is phase 8: 16 and 17 empty cells; knot 4 is 20 and 21.
        const int lower = trained.knots[3][place];
        const int upper = trained.knots[4][place];
        CHECK(weights.table(17)[index] == 4 * lower);
        CHECK(weights.table(18)[index] == 2 * (lower + upper));
        CHECK(weights.table(20)[index] == 4 * upper);
        CHECK(weights.table(0)[index] == 4 * trained.knots[0][place]);
        CHECK(weights.table(60)[index] == 4 * trained.knots[knot_count - 1][place]);
    }
}

TEST(a_damaged_weights_file_is_rejected_with_the_reason) {
    const std::vector<std::byte> file = write_trained(random_trained(6));
    CHECK(reason(file).empty());
    CHECK(reason({}) == "This is not an Othello weights file.");
    CHECK(reason(std::vector<std::byte>(1000)) == "This is not an Othello weights file.");
    auto changed = file;
    changed[16] = std::byte{9};
    CHECK(reason(changed) ==
          "The Othello weights file has version 9; this program reads version 1.");
    changed = file;
    changed[24] ^= std::byte{1};
    CHECK(reason(changed) == "The Othello weights file was made for other patterns.");
    changed = file;
    changed[file.size() / 2] ^= std::byte{4};
    CHECK(reason(changed) == "The Othello weights file is damaged: its checksum is wrong.");
    changed = file;
    changed.pop_back();
    CHECK(reason(changed) == "The Othello weights file is damaged: its checksum is wrong.");
}
