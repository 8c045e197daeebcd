// Shared by the bindings of the three games.
#pragma once

#include <nanobind/nanobind.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <future>
#include <optional>
#include <stdexcept>
#include <string_view>
#include <type_traits>
#include <utility>

#include "core/stop.hpp"

namespace fivefold::bind {

namespace nb = nanobind;

void add_gomoku(nb::module_& module);
void add_gomoku_searcher(nb::module_& module);
void add_gomoku_threats(nb::module_& module);
void add_othello(nb::module_& module);
void add_pentomino(nb::module_& module);
void add_proof(nb::module_& module);

// The text as UTF-8. A lone surrogate raises UnicodeEncodeError, which is a ValueError like every
// other rejected input.
inline std::string_view utf8(const nb::str& text) {
    Py_ssize_t length = 0;
    const char* letters = PyUnicode_AsUTF8AndSize(text.ptr(), &length);
    if (letters == nullptr) {
        throw nb::python_error();
    }
    return {letters, static_cast<std::size_t>(length)};
}

// Runs work(stop) in another thread without the interpreter lock and returns its result. Meanwhile
// this thread checks twenty times a second for Ctrl-C, the time limit and `is_set()` of a stop
// object that is not None. Ctrl-C is raised; the others only end the work.
template <typename Work>
auto run_interruptibly(std::optional<double> seconds, const nb::object& stop_object,
                       const Work& work) {
    using Clock = std::chrono::steady_clock;
    constexpr auto between_looks = std::chrono::milliseconds(50);
    const auto start = Clock::now();
    StopFlag stop{false};
    bool interrupted = false;
    std::optional<std::invoke_result_t<Work, const StopFlag&>> result;
    {
        nb::gil_scoped_release released;
        auto running = std::async(std::launch::async, [&] { return work(stop); });
        while (!stop) {
            auto wait = std::chrono::duration<double>(between_looks);
            if (seconds) {
                const std::chrono::duration<double> gone = Clock::now() - start;
                wait = std::clamp(std::chrono::duration<double>(*seconds) - gone,
                                  std::chrono::duration<double>(0), wait);
            }
            if (running.wait_for(wait) == std::future_status::ready) {
                break;
            }
            nb::gil_scoped_acquire held;
            interrupted = PyErr_CheckSignals() != 0;
            // Not called while a Ctrl-C is pending: the call would swallow it.
            const bool stop_is_set = !interrupted && !stop_object.is_none() &&
                                     nb::cast<bool>(stop_object.attr("is_set")());
            const bool late =
                seconds && Clock::now() - start >= std::chrono::duration<double>(*seconds);
            stop = interrupted || stop_is_set || late;
        }
        result = running.get();
    }
    if (interrupted) {
        throw nb::python_error();
    }
    return *std::move(result);
}

inline std::size_t checked_memory(std::int64_t megabytes) {
    constexpr std::int64_t most = 1 << 20;
    if (megabytes < 1 || megabytes > most) {
        throw std::invalid_argument("The memory must be 1 to 1048576 MiB.");
    }
    return static_cast<std::size_t>(megabytes);
}

inline int checked_threads(int threads) {
    if (threads < 1 || threads > 256) {
        throw std::invalid_argument("The number of threads must be 1 to 256.");
    }
    return threads;
}

// Counts leaves; Ctrl-C ends it.
template <typename Count>
std::uint64_t count_interruptibly(int depth, const Count& count) {
    if (depth < 0) {
        throw std::invalid_argument("The depth must be at least 0.");
    }
    return run_interruptibly(std::nullopt, nb::none(), count).value();
}

}  // namespace fivefold::bind
