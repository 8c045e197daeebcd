// How a long count is ended from outside.
#pragma once

#include <atomic>

namespace fivefold {

// Set by the caller, read by whoever searches or counts; work ends within 50 ms of it.
using StopFlag = std::atomic<bool>;

inline bool is_stopped(const StopFlag& stop) {
    return stop.load(std::memory_order_relaxed);
}

}  // namespace fivefold
