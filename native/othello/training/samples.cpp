// Samples for the fit: targets, symmetric images, measurement.
#include <algorithm>
#include <cmath>
#include <tuple>

#include "othello/evaluation/evaluation.hpp"
#include "othello/training/fit.hpp"

namespace fivefold::othello::training {

namespace {

Bits flipped_rows(Bits board) {
    board = (board >> 8 & 0x00ff00ff00ff00ffu) | (board & 0x00ff00ff00ff00ffu) << 8;
    board = (board >> 16 & 0x0000ffff0000ffffu) | (board & 0x0000ffff0000ffffu) << 16;
    return board >> 32 | board << 32;
}

Bits flipped_columns(Bits board) {
    board = (board >> 1 & 0x5555555555555555u) | (board & 0x5555555555555555u) << 1;
    board = (board >> 2 & 0x3333333333333333u) | (board & 0x3333333333333333u) << 2;
    return (board >> 4 & 0x0f0f0f0f0f0f0f0fu) | (board & 0x0f0f0f0f0f0f0f0fu) << 4;
}

Bits transposed(Bits board) {
    Bits swapped = (board ^ board >> 7) & 0x00aa00aa00aa00aau;
    board ^= swapped ^ swapped << 7;
    swapped = (board ^ board >> 14) & 0x0000cccc0000ccccu;
    board ^= swapped ^ swapped << 14;
    swapped = (board ^ board >> 28) & 0x00000000f0f0f0f0u;
    return board ^ swapped ^ swapped << 28;
}

// Replaces the position by the smallest of its eight images.
void make_canonical(Bits& own, Bits& other) {
    Bits mine = own;
    Bits theirs = other;
    for (int symmetry = 1; symmetry < 8; ++symmetry) {
        if (symmetry == 4) {
            mine = transposed(mine);
            theirs = transposed(theirs);
        } else if (symmetry % 2 == 1) {
            mine = flipped_columns(mine);
            theirs = flipped_columns(theirs);
        } else {
            mine = flipped_rows(mine);
            theirs = flipped_rows(theirs);
        }
        if (std::tie(mine, theirs) < std::tie(own, other)) {
            own = mine;
            other = theirs;
        }
    }
}

}  // namespace

void append_samples(const std::vector<Record>& records, const Mixture& mixture,
                    std::vector<Sample>& samples) {
    const std::vector<float> expected = expectations(records, mixture);
    for (std::size_t i = 0; i < records.size(); ++i) {
        samples.push_back({records[i].own, records[i].other, expected[i]});
        make_canonical(samples.back().own, samples.back().other);
    }
}

void merge_images(std::vector<Sample>& samples) {
    std::sort(samples.begin(), samples.end(), [](const Sample& a, const Sample& b) {
        return std::tie(a.own, a.other, a.target) < std::tie(b.own, b.other, b.target);
    });
    std::size_t kept = 0;
    for (std::size_t i = 0; i < samples.size();) {
        const Sample& first = samples[i];
        std::size_t end = i;
        double sum = 0;
        for (; end < samples.size() && samples[end].own == first.own &&
               samples[end].other == first.other;
             ++end) {
            sum += samples[end].target;
        }
        samples[kept++] = {first.own, first.other,
                           static_cast<float>(sum / static_cast<double>(end - i))};
        i = end;
    }
    samples.resize(kept);
}

bool is_held_out(const Sample& sample) {
    Bits own = sample.own;
    Bits other = sample.other;
    make_canonical(own, other);
    const Bits mixed = (own * 0x9e3779b97f4a7c15u + other) * 0xd6e8feb86659fd93u;
    return (mixed >> 40) % 50 == 0;
}

Measured measure(const Weights& weights, const std::vector<Sample>& samples) {
    Measured measured;
    for (const Sample& sample : samples) {
        const auto features = Features::of(sample.own, sample.other);
        const double value = evaluate(weights, features, sample.own, sample.other);
        const double difference = value / parts_of_disc - sample.target;
        const auto empty =
            static_cast<std::size_t>(std::min(60, 64 - count_bits(sample.own | sample.other)));
        measured.error[empty] += std::abs(difference);
        measured.bias[empty] += difference;
        ++measured.count[empty];
    }
    for (std::size_t empty = 0; empty < measured.count.size(); ++empty) {
        if (measured.count[empty] > 0) {
            measured.error[empty] /= static_cast<double>(measured.count[empty]);
            measured.bias[empty] /= static_cast<double>(measured.count[empty]);
        }
    }
    return measured;
}

}  // namespace fivefold::othello::training
