// The flag that stops a long search from another thread.
#pragma once

#include <atomic>

namespace fivefold {

// Set by the caller, polled by searches; work ends within 50 ms.
using StopFlag = std::atomic<bool>;

inline bool is_stopped(const StopFlag& stop) {
    return stop.load(std::memory_order_relaxed);
}

}  // namespace fivefold
