// What the bindings of the three games share.
#pragma once

#include <nanobind/nanobind.h>

#include <chrono>
#include <cstdint>
#include <future>
#include <optional>
#include <stdexcept>
#include <string_view>

#include "core/stop.hpp"

namespace fivefold::bind {

namespace nb = nanobind;

void add_gomoku(nb::module_& module);
void add_othello(nb::module_& module);
void add_pentomino(nb::module_& module);

// The text as UTF-8; a text that has none (a lone surrogate) raises UnicodeEncodeError, which is
// a ValueError like every other refusal.
inline std::string_view utf8(const nb::str& text) {
    Py_ssize_t length = 0;
    const char* letters = PyUnicode_AsUTF8AndSize(text.ptr(), &length);
    if (letters == nullptr) {
        throw nb::python_error();
    }
    return {letters, static_cast<std::size_t>(length)};
}

// What count(stop) returns, counted in another thread without the interpreter lock, while this one
// looks for Ctrl-C twenty times a second and passes it on.
template <typename Count>
std::uint64_t count_interruptibly(int depth, const Count& count) {
    using namespace std::chrono_literals;
    if (depth < 0) {
        throw std::invalid_argument("The depth is 0 or more.");
    }
    StopFlag stop{false};
    std::optional<std::uint64_t> leaves;
    {
        nb::gil_scoped_release released;
        auto work = std::async(std::launch::async, [&] { return count(stop); });
        while (!stop && work.wait_for(50ms) != std::future_status::ready) {
            nb::gil_scoped_acquire held;
            stop = PyErr_CheckSignals() != 0;
        }
        leaves = work.get();
    }
    if (stop) {
        throw nb::python_error();
    }
    return leaves.value();
}

}  // namespace fivefold::bind
