// The hot code of Othello in its portable and fast builds behind one interface, for tests that
// compare them.
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

// Null if not built or not supported by this processor.
std::unique_ptr<OthelloProbe> make_fast_probe();

}  // namespace fivefold::tests
