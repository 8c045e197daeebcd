// The hot code of Othello, compiled for any processor and once more for newer ones, behind one
// interface, so that a test can hold the two against each other.
#pragma once

#include <cstdint>
#include <memory>

#include "core/bits.hpp"

namespace fivefold::tests {

class OthelloProbe {
  public:
    virtual ~OthelloProbe() = default;
    virtual Bits moves(Bits own, Bits other) const = 0;
    virtual Bits flips(Bits own, Bits other, int cell) const = 0;
    virtual int stable_discs(Bits own, Bits other) const = 0;
    virtual int null_window(Bits own, Bits other, int alpha) = 0;
    virtual std::uint64_t nodes() const = 0;
};

std::unique_ptr<OthelloProbe> make_portable_probe();

// Nothing when it was not built or this processor cannot run it.
std::unique_ptr<OthelloProbe> make_fast_probe();

}  // namespace fivefold::tests
