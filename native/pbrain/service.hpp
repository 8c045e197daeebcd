// Runs the engine: one thread reads, one searches, and one replies without ever waiting for a
// search, so END and STOP work at any time.
//
//     input ── lines ───> reader ─────────┐
//                                         ├── events ──> serve(): handles lines, prints
//     jobs ── requests ─> search thread ──┘
#pragma once

#include <functional>
#include <istream>
#include <string>

#include "pbrain/engine.hpp"

namespace fivefold::pbrain {

// Prints and flushes one line.
using Print = std::function<void(const std::string& line)>;

// Serves until END or the end of the input; pending requests are then stopped and answered at once.
// The input must outlive the process: it may be read even after END.
void serve(std::istream& input, const Print& print, Engine& engine);

}  // namespace fivefold::pbrain
