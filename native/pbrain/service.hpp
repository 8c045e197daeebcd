// The brain at work: one thread listens, one thinks, and one answers without ever waiting for a
// thought, so that END and STOP work at any time.
//
//     input ── lines ──> listener ──┐
//                                   ├──> mailbox ──> serve: hears, prints
//     engine <── questions ── thinker ─┘
#pragma once

#include <functional>
#include <istream>
#include <string>

#include "pbrain/thinker.hpp"

namespace fivefold::pbrain {

// Prints one line and sees to it that it gets there.
using Print = std::function<void(const std::string& line)>;

// Answers until END or until the input ends; what was asked before the end of the input is still
// answered, in haste. The input must outlive the process: after END it may still be read from.
void serve(std::istream& input, const Print& print, Thinker& thinker);

}  // namespace fivefold::pbrain
