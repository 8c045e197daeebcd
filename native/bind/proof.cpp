#include <nanobind/stl/optional.h>

#include "bind/bind.hpp"
#include "proof/checker.hpp"

namespace fivefold::bind {

using namespace nb::literals;

namespace {

// Runs the checker in another thread without the interpreter lock. Meanwhile this thread checks
// twenty times a second for Ctrl-C, which it raises, and for `stop`, which returns nullopt.
std::optional<bool> ask(proof::Checker& checker, std::uint64_t free, unsigned pieces,
                        nb::handle stop) {
    using namespace std::chrono_literals;
    StopFlag flag{false};
    bool is_interrupted = false;
    std::optional<bool> lost;
    {
        nb::gil_scoped_release released;
        auto work =
            std::async(std::launch::async, [&] { return checker.is_lost(free, pieces, flag); });
        while (!flag && work.wait_for(50ms) != std::future_status::ready) {
            nb::gil_scoped_acquire held;
            is_interrupted = PyErr_CheckSignals() != 0;
            flag = is_interrupted || (!stop.is_none() && nb::cast<bool>(stop.attr("is_set")()));
        }
        lost = work.get();
    }
    if (is_interrupted) {
        throw nb::python_error();
    }
    return lost;
}

}  // namespace

void add_proof(nb::module_& module) {
    nb::class_<proof::Checker>(
        module, "PentominoChecker",
        "An independent solver that shares nothing with PentominoSolver and verifies the book.")
        .def(nb::init<std::size_t>(), "memory"_a = 64,
             "A checker with at most memory MiB of table.")
        .def("is_lost", &ask, "free"_a, "pieces"_a, "stop"_a = nb::none(),
             "Whether the side to move loses; None when stopped. Bit 8 * row + column of `free` is "
             "a free cell, bit i of `pieces` the i-th letter of FILNPTUVWXYZ.")
        .def_prop_ro("nodes", &proof::Checker::nodes, "Positions searched so far.");
}

}  // namespace fivefold::bind
