#include "gomoku/evaluation/network_kernel.hpp"

#include <algorithm>

#include "core/cpu.hpp"

#if defined(FIVEFOLD_FAST_KERNEL) && defined(__AVX2__)
#include <immintrin.h>
#endif

namespace fivefold::gomoku {

#if defined(FIVEFOLD_HAS_FAST_SEARCH)
const NetworkKernel& compiled_fast_kernel();
#endif

namespace {

#if defined(FIVEFOLD_FAST_KERNEL)

// Sixteen numbers.
using Half = __m256i;

Half load(const void* from) {
    return _mm256_load_si256(static_cast<const __m256i*>(from));
}

// Both halves of a row.
struct Row {
    Half low;
    Half high;

    explicit Row(const NetworkRow& row) : low(load(row.data())), high(load(row.data() + 16)) {}
    void move(const NetworkRow& before, const NetworkRow& after) {
        low = _mm256_add_epi16(low, _mm256_sub_epi16(load(after.data()), load(before.data())));
        high = _mm256_add_epi16(
            high, _mm256_sub_epi16(load(after.data() + 16), load(before.data() + 16)));
    }
    void store(NetworkRow& row) const {
        _mm256_store_si256(reinterpret_cast<__m256i*>(row.data()), low);
        _mm256_store_si256(reinterpret_cast<__m256i*>(row.data() + 16), high);
    }
};

void step(const Network::Table& first, const Network::Table& second, NetworkSums& sums,
          std::span<const CodeStep> steps) {
    Row of_first(sums.of[0]);
    Row of_second(sums.of[1]);
    for (const CodeStep& each : steps) {
        of_first.move(first.rows[each.before & 0xffff], first.rows[each.after & 0xffff]);
        of_second.move(second.rows[each.before >> 16], second.rows[each.after >> 16]);
    }
    of_first.store(sums.of[0]);
    of_second.store(sums.of[1]);
}

// The activations of a row of sums, one byte each.
Half inputs_of(const NetworkRow& sums) {
    const Half low = _mm256_srai_epi16(load(sums.data()), sum_shift);
    const Half high = _mm256_srai_epi16(load(sums.data() + 16), sum_shift);
    // Packing takes the lanes of 128 bits in turn; the permutation restores the order.
    const Half packed = _mm256_permute4x64_epi64(_mm256_packus_epi16(low, high), 0b11011000);
    return _mm256_min_epu8(packed, _mm256_set1_epi8(network_one));
}

// Eight sums of eight numbers each, in order.
Half sums_of_eight(const std::array<Half, 8>& parts) {
    const Half a = _mm256_hadd_epi32(_mm256_hadd_epi32(parts[0], parts[1]),
                                     _mm256_hadd_epi32(parts[2], parts[3]));
    const Half b = _mm256_hadd_epi32(_mm256_hadd_epi32(parts[4], parts[5]),
                                     _mm256_hadd_epi32(parts[6], parts[7]));
    return _mm256_add_epi32(_mm256_permute2x128_si256(a, b, 0x20),
                            _mm256_permute2x128_si256(a, b, 0x31));
}

Half widened(const std::int16_t* numbers) {
    return _mm256_cvtepi16_epi32(_mm_load_si128(reinterpret_cast<const __m128i*>(numbers)));
}

int sum_of(Half eight) {
    __m128i four = _mm_add_epi32(_mm256_castsi256_si128(eight), _mm256_extracti128_si256(eight, 1));
    four = _mm_add_epi32(four, _mm_shuffle_epi32(four, 0b01001110));
    four = _mm_add_epi32(four, _mm_shuffle_epi32(four, 0b10110001));
    return _mm_cvtsi128_si32(four);
}

int output(const Network& network, const NetworkRow& own, const NetworkRow& other,
           const NetworkRow& threats, const NetworkRow& rules) {
    const Half own_inputs = inputs_of(own);
    const Half other_inputs = inputs_of(other);
    const Half ones = _mm256_set1_epi16(1);
    Half total = _mm256_setzero_si256();
    for (int group = 0; group < network_width; group += 8) {
        std::array<Half, 8> parts;
        for (int each = 0; each < 8; ++each) {
            const auto& weights = network.hidden[static_cast<std::size_t>(group + each)];
            // The largest pair of products is 2 * 127 * 127, which 16 bits hold.
            const Half of_own = _mm256_maddubs_epi16(own_inputs, load(weights.data()));
            const Half of_other =
                _mm256_maddubs_epi16(other_inputs, load(weights.data() + network_width));
            parts[static_cast<std::size_t>(each)] = _mm256_add_epi32(
                _mm256_madd_epi16(of_own, ones), _mm256_madd_epi16(of_other, ones));
        }
        Half sums = _mm256_add_epi32(
            sums_of_eight(parts),
            _mm256_add_epi32(widened(threats.data() + group), widened(rules.data() + group)));
        sums = _mm256_srai_epi32(sums, hidden_shift);
        sums = _mm256_max_epi32(_mm256_min_epi32(sums, _mm256_set1_epi32(network_one)),
                                _mm256_setzero_si256());
        total = _mm256_add_epi32(total,
                                 _mm256_mullo_epi32(sums, widened(network.output.data() + group)));
    }
    return (sum_of(total) >> output_shift) + network.output_start;
}

void score_moves(const Network& network, int threats, std::span<const std::uint32_t> codes,
                 int* points) {
    const Half made = load(network.made.threats[threats].data());
    const Half taken = load(network.taken.threats[threats].data());
    const auto products_of = [&](std::uint32_t each) {
        return _mm256_madd_epi16(
            _mm256_add_epi16(made, load(network.made.codes[each & 0xffff].data())),
            _mm256_add_epi16(taken, load(network.taken.codes[each >> 16].data())));
    };
    std::size_t at = 0;
    for (; at + 8 <= codes.size(); at += 8) {
        std::array<Half, 8> parts;
        for (std::size_t each = 0; each < 8; ++each) {
            parts[each] = products_of(codes[at + each]);
        }
        _mm256_storeu_si256(reinterpret_cast<__m256i*>(points + at),
                            _mm256_srai_epi32(sums_of_eight(parts), move_shift));
    }
    for (; at < codes.size(); ++at) {
        points[at] = sum_of(products_of(codes[at])) >> move_shift;
    }
}

#else

void step(const Network::Table& first, const Network::Table& second, NetworkSums& sums,
          std::span<const CodeStep> steps) {
    const auto move = [](NetworkRow& sum, const NetworkRow& before, const NetworkRow& after) {
        for (int i = 0; i < network_width; ++i) {
            sum[i] = static_cast<std::int16_t>(sum[i] + after[i] - before[i]);
        }
    };
    for (const CodeStep& each : steps) {
        move(sums.of[0], first.rows[each.before & 0xffff], first.rows[each.after & 0xffff]);
        move(sums.of[1], second.rows[each.before >> 16], second.rows[each.after >> 16]);
    }
}

int output(const Network& network, const NetworkRow& own, const NetworkRow& other,
           const NetworkRow& threats, const NetworkRow& rules) {
    const auto clipped = [](int number) { return std::clamp(number, 0, network_one); };
    std::array<std::int16_t, 2 * network_width> inputs{};
    for (int i = 0; i < network_width; ++i) {
        inputs[i] = static_cast<std::int16_t>(clipped(own[i] >> sum_shift));
        inputs[network_width + i] = static_cast<std::int16_t>(clipped(other[i] >> sum_shift));
    }
    int total = 0;
    for (int i = 0; i < network_width; ++i) {
        int sum = threats[i] + rules[i];
        for (int j = 0; j < 2 * network_width; ++j) {
            sum += inputs[j] * network.hidden[i][j];
        }
        total += clipped(sum >> hidden_shift) * network.output[i];
    }
    return (total >> output_shift) + network.output_start;
}

void score_moves(const Network& network, int threats, std::span<const std::uint32_t> codes,
                 int* points) {
    for (const std::uint32_t each : codes) {
        const MoveRow& made = network.made.codes[each & 0xffff];
        const MoveRow& taken = network.taken.codes[each >> 16];
        int sum = 0;
        for (int i = 0; i < move_width; ++i) {
            sum += (made[i] + network.made.threats[threats][i]) *
                   (taken[i] + network.taken.threats[threats][i]);
        }
        *points++ = sum >> move_shift;
    }
}

#endif

constexpr NetworkKernel kernel{step, output, score_moves};

}  // namespace

#if defined(FIVEFOLD_FAST_KERNEL)

const NetworkKernel& compiled_fast_kernel() {
    return kernel;
}

#else

const NetworkKernel& portable_network_kernel() {
    return kernel;
}

const NetworkKernel* fast_network_kernel() {
#if defined(FIVEFOLD_HAS_FAST_SEARCH)
    if (can_run_fast_build()) {
        return &compiled_fast_kernel();
    }
#endif
    return nullptr;
}

const NetworkKernel& best_network_kernel() {
    const NetworkKernel* const fast = fast_network_kernel();
    return fast != nullptr ? *fast : portable_network_kernel();
}

#endif

}  // namespace fivefold::gomoku
