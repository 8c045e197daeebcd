// Chooses between the two builds of the hot code (see othello/rules/kernel.hpp).
#pragma once

namespace fivefold {

// Whether the build for AVX2, BMI2 and POPCNT exists and this processor can run it.
inline bool can_run_fast_build() {
#if defined(FIVEFOLD_HAS_FAST_SEARCH)
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2") &&
           __builtin_cpu_supports("popcnt");
#else
    return false;
#endif
}

}  // namespace fivefold
