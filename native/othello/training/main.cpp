// The training program. One job per call, so that training/train_othello.py can run several in
// parallel, stop at any time and resume. Prints results as lines of JSON.
#include <cstdio>
#include <ctime>
#include <filesystem>
#include <map>
#include <stdexcept>
#include <string>
#include <string_view>

#include "core/options.hpp"
#include "othello/training/contest.hpp"
#include "othello/training/fit.hpp"
#include "othello/training/selfplay.hpp"

namespace {

using namespace fivefold;
using namespace fivefold::othello;
using namespace fivefold::othello::training;

constexpr std::string_view usage =
    "usage: othello_training JOB [--option value ...] [FILE ...]\n"
    "  random   --out FILE --fewest N --most N --depth D --count N [--weights FILE] [--seed S]\n"
    "  games    --out FILE --weights FILE --depth D --exact N --count N [--seed S]\n"
    "  fit      --out FILE [--weights FILE] [--iterations N] [--shrinkage X] [--smoothness X] "
    "[--fairness X]\n"
    "           [--share X] [--trust X] [--threads N] RECORDS ...\n"
    "  measure  --weights FILE [--share X] [--trust X] [--held-out 1] RECORDS ...\n"
    "  contest  --weights FILE [--against FILE] --depth D --exact N --count PAIRS --moves N "
    "[--seed S]\n"
    "  speed    --weights FILE\n";

std::shared_ptr<const Weights> read_weights(const std::string& path) {
    return Weights::read(read_file(path));
}

// The weights of --NAME; none selects the classical evaluation.
std::shared_ptr<const Weights> weights_of(const Options& options, const std::string& name) {
    return options.has(name) ? read_weights(options.text(name)) : nullptr;
}

double cpu_seconds() {
    return static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
}

void make_random(const Options& options) {
    Player player(weights_of(options, "weights"));
    Chance chance(options.seed());
    const auto records = random_positions(player,
                                          {options.number("fewest"), options.number("most"),
                                           options.number("depth"), options.number("count")},
                                          chance);
    write_records(options.text("out"), records);
    std::printf("{\"positions\": %zu, \"seconds\": %.2f}\n", records.size(), cpu_seconds());
}

void make_games(const Options& options) {
    Player player(weights_of(options, "weights"));
    Chance chance(options.seed());
    std::vector<Record> records;
    for (int game = options.number("count"); game > 0; --game) {
        const auto played =
            self_play(player, {options.number("depth"), options.number("exact")}, chance);
        records.insert(records.end(), played.begin(), played.end());
    }
    write_records(options.text("out"), records);
    std::printf("{\"positions\": %zu, \"seconds\": %.2f}\n", records.size(), cpu_seconds());
}

// Samples from the record files; the records of one folder must come from the same weights.
std::vector<Sample> samples_of(const Options& options) {
    const Mixture standard;
    const Mixture mixture{static_cast<float>(options.real("trust", standard.trust)),
                          static_cast<float>(options.real("share", standard.share))};
    std::map<std::filesystem::path, std::vector<Record>> folders;
    for (const std::filesystem::path path : options.files) {
        const auto records = read_records(path);
        auto& all = folders[path.parent_path()];
        all.insert(all.end(), records.begin(), records.end());
    }
    std::vector<Sample> samples;
    for (const auto& [folder, records] : folders) {
        append_samples(records, mixture, samples);
    }
    merge_images(samples);
    return samples;
}

void fit_weights(const Options& options) {
    const std::vector<Sample> samples = samples_of(options);
    Trained trained;
    if (options.has("weights")) {
        trained = read_trained(read_file(options.text("weights")));
    } else {
        for (auto& knot : trained.knots) {
            knot.resize(static_cast<std::size_t>(Packing().count()));
        }
    }
    const FitSettings standard;
    const FitSettings settings{options.number("iterations", standard.iterations),
                               options.real("shrinkage", standard.shrinkage),
                               options.real("smoothness", standard.smoothness),
                               options.real("fairness", standard.fairness),
                               options.number("threads", standard.threads)};
    std::printf("{\"samples\": %zu, \"seconds\": %.2f}\n", samples.size(), cpu_seconds());
    std::fflush(stdout);
    fit(trained, samples, settings, [](const Progress& progress) {
        std::printf("{\"iteration\": %d, \"error\": %.4f, \"held_out\": %.4f, \"seconds\": %.2f}\n",
                    progress.iteration, progress.error, progress.held_out_error, cpu_seconds());
        std::fflush(stdout);
    });
    write_file(options.text("out"), write_trained(trained));
}

void measure_weights(const Options& options) {
    std::vector<Sample> samples = samples_of(options);
    if (options.has("held-out")) {
        std::erase_if(samples, [](const Sample& sample) { return !is_held_out(sample); });
    }
    const Measured measured = measure(*read_weights(options.text("weights")), samples);
    for (std::size_t empty = 0; empty < measured.count.size(); ++empty) {
        if (measured.count[empty] > 0) {
            std::printf("{\"empty\": %zu, \"positions\": %zu, \"error\": %.3f, \"bias\": %.3f}\n",
                        empty, measured.count[empty], measured.error[empty], measured.bias[empty]);
        }
    }
}

void hold_contest(const Options& options) {
    Player first(weights_of(options, "weights"));
    Player second(weights_of(options, "against"));
    Chance chance(options.seed());
    play_contest(first, second,
                 {options.number("depth"), options.number("exact"), options.number("count"),
                  options.number("moves")},
                 chance, [](const Standing& standing) {
                     std::printf(
                         "{\"wins\": %d, \"draws\": %d, \"losses\": %d, \"discs\": %d, "
                         "\"seconds\": %.2f}\n",
                         standing.wins, standing.draws, standing.losses, standing.discs,
                         cpu_seconds());
                     std::fflush(stdout);
                 });
}

// Measures evaluations per second, with and without making the move.
void measure_speed(const Options& options) {
    const auto weights = read_weights(options.text("weights"));
    Chance chance(options.seed());
    struct Step {
        Node node;
        int cell;
        Bits flipped;
    };
    std::vector<Step> steps;
    while (steps.size() < 4096) {
        Bits own = 0;
        Bits other = 0;
        if (play_at_random(own, other, 30 + static_cast<int>(steps.size() % 2), chance)) {
            const int cell = lowest_index(moves(own, other));
            steps.push_back({Node::of(own, other), cell, flips(own, other, cell)});
        }
    }
    constexpr int rounds = 500;
    const auto timed = [&](const char* name, auto&& work) {
        double best = 1e9;
        long sum = 0;
        for (int attempt = 0; attempt < 5; ++attempt) {
            const double begin = cpu_seconds();
            for (int round = 0; round < rounds / 5; ++round) {
                for (const Step& step : steps) {
                    sum += work(step);
                }
            }
            best = std::min(best, cpu_seconds() - begin);
        }
        std::printf("{\"%s\": %.1f, \"sum\": %ld}\n", name,
                    rounds / 5 * static_cast<double>(steps.size()) / best / 1e6, sum);
    };
    timed("million evaluations per second", [&](const Step& step) {
        return evaluate(*weights, step.node.features, step.node.own, step.node.other);
    });
    timed("million moves and evaluations per second", [&](const Step& step) {
        const Features next = step.node.features.after(step.cell, step.flipped);
        return evaluate(*weights, next, step.node.other & ~step.flipped,
                        step.node.own | step.flipped | bit(step.cell));
    });
}

}  // namespace

int main(int count, char** words) {
    const std::string job = count > 1 ? words[1] : "";
    const std::map<std::string, void (*)(const Options&)> jobs{
        {"random", make_random},      {"games", make_games},     {"fit", fit_weights},
        {"measure", measure_weights}, {"contest", hold_contest}, {"speed", measure_speed}};
    const auto found = jobs.find(job);
    if (found == jobs.end()) {
        std::fputs(usage.data(), stderr);
        return 2;
    }
    try {
        found->second(Options(count, words));
    } catch (const std::exception& error) {
        std::fprintf(stderr, "othello_training %s: %s\n", job.c_str(), error.what());
        return 2;
    }
    return 0;
}
