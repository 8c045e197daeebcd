// The Othello training: a fit of a few samples, and the records of self-play.
#include <cmath>
#include <filesystem>
#include <memory>

#include "othello/training/contest.hpp"
#include "othello/training/fit.hpp"
#include "othello/training/selfplay.hpp"
#include "tests/check.hpp"

namespace {

using namespace fivefold;
using namespace fivefold::othello;
using namespace fivefold::othello::training;

Trained untrained() {
    Trained trained;
    for (auto& knot : trained.knots) {
        knot.resize(static_cast<std::size_t>(Packing().count()));
    }
    return trained;
}

std::vector<Record> some_records(unsigned seed, int count) {
    Player player(nullptr);
    Chance chance(seed);
    return random_positions(player, {4, 8, 0, count}, chance);
}

}  // namespace

TEST(a_fit_of_few_positions_lowers_the_error_of_others) {
    std::vector<Sample> samples;
    append_samples(some_records(1, 4000), {}, samples);
    merge_images(samples);
    Trained trained = untrained();
    std::vector<Progress> course;
    const auto remember = [&](const Progress& progress) { course.push_back(progress); };
    fit(trained, samples, {10, 16, 64, 0, 1}, remember);
    CHECK(course.size() == 2);
    CHECK(course.back().held_out_error < 0.8 * course.front().held_out_error);

    std::vector<Sample> others;
    append_samples(some_records(2, 300), {}, others);
    const auto again = Weights::read(write_trained(trained));
    const Measured before = measure(Weights(untrained()), others);
    const Measured after = measure(*again, others);
    for (const std::size_t empty : {4, 6, 8}) {
        CHECK(after.count[empty] > 20);
        CHECK(after.error[empty] < before.error[empty]);
    }
}

TEST(a_fit_does_not_depend_on_the_number_of_threads) {
    std::vector<Sample> samples;
    append_samples(some_records(3, 500), {}, samples);
    Trained one = untrained();
    Trained two = untrained();
    fit(one, samples, {3, 16, 64, 8, 1}, [](const Progress&) {});
    fit(two, samples, {3, 16, 64, 8, 2}, [](const Progress&) {});
    CHECK(one.knots == two.knots);
    CHECK(one.constants == two.constants);
}

TEST(targets_blend_later_values_and_the_score_along_the_best_moves) {
    int filled = 10;
    const auto record = [&](int discs, int exact, int next) {
        return Record{lowest_bits(++filled),
                      bit(63),
                      static_cast<std::int16_t>(discs * parts_of_disc),
                      static_cast<std::uint8_t>(exact),
                      static_cast<std::uint8_t>(next),
                      0};
    };
    const std::vector<Record> records{record(2, 0, best_played),
                                      record(-4, 0, best_played | same_side), record(-6, 1, 0),
                                      record(10, 0, 0), record(8, 1, 0)};
    const auto found = expectations(records, {0.5f, 1});
    CHECK(found[2] == -6);
    CHECK(found[1] == -5);    // half its own -4, half the same side's -6
    CHECK(found[0] == 3.5f);  // half its own 2, half of 5 after the sides changed
    CHECK(found[3] == 10);    // another move was played: what follows tells nothing
}

TEST(biased_search_values_are_corrected) {
    // A search that always overestimates the outcome by 2 discs.
    std::vector<Record> records;
    for (int game = 0; game < 400; ++game) {
        const int score = game % 21 - 10;
        const auto value = static_cast<std::int16_t>((score + 2) * parts_of_disc);
        const auto end = static_cast<std::int16_t>(-score * parts_of_disc);
        records.push_back({lowest_bits(20), bit(63), value, 0, best_played, 0});
        records.push_back({lowest_bits(21), bit(63), end, 1, 0, 0});
    }
    const auto found = expectations(records, {1, 0});
    for (std::size_t i = 0; i < records.size(); i += 2) {
        CHECK(std::abs(found[i] + found[i + 1]) < 1e-4f);
    }
}

TEST(a_search_to_the_end_is_exact_and_self_play_can_be_repeated) {
    Player player(nullptr);
    Chance chance(4);
    for (const Record& record : random_positions(player, {7, 9, 0, 30}, chance)) {
        CHECK(player.search(record.own, record.other, 12).value == record.value);
    }
    Chance first(5);
    Chance second(5);
    Player one(nullptr);
    Player two(nullptr);
    for (int game = 0; game < 3; ++game) {
        const auto played = self_play(one, {2, 10}, first);
        const auto repeated = self_play(two, {2, 10}, second);
        CHECK(played.size() == repeated.size());
        for (std::size_t i = 0; i < std::min(played.size(), repeated.size()); ++i) {
            CHECK(played[i].own == repeated[i].own && played[i].value == repeated[i].value);
            CHECK((played[i].own & played[i].other) == 0);
        }
    }
}

TEST(records_survive_writing_and_reading) {
    const auto path = std::filesystem::temp_directory_path() / "fivefold-training-test.records";
    const auto records = some_records(6, 50);
    write_records(path, records);
    const auto again = read_records(path);
    CHECK(again.size() == records.size());
    CHECK(again.back().own == records.back().own && again.back().value == records.back().value);
    std::filesystem::resize_file(path, 25);
    CHECK(tests::throws<std::runtime_error>([&] { read_records(path); }));
    std::filesystem::remove(path);
}

TEST(a_contest_of_equal_players_is_even) {
    Player one(nullptr);
    Player two(nullptr);
    Chance chance(7);
    const Standing standing = play_contest(one, two, {2, 8, 3, 8}, chance, [](const Standing&) {});
    CHECK(standing.wins + standing.draws + standing.losses == 6);
    CHECK(standing.wins == standing.losses);
    CHECK(standing.discs == 0);
}
