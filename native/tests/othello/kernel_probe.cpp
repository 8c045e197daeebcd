#include "tests/othello/kernel_probe.hpp"

#include "othello/endgame/endgame.hpp"

namespace fivefold::tests {

namespace {

namespace kernel = fivefold::othello::FIVEFOLD_KERNEL;

class Probe : public OthelloProbe {
  public:
    Bits moves(Bits own, Bits other) const override { return kernel::moves(own, other); }

    Bits flips(Bits own, Bits other, int cell) const override {
        return kernel::flips(own, other, cell);
    }

    int stable_discs(Bits own, Bits other) const override {
        return kernel::stable_discs(own, other);
    }

    int null_window(Bits own, Bits other, int alpha) override {
        return endgame_.null_window(own, other, alpha);
    }

    std::uint64_t nodes() const override { return endgame_.nodes; }

  private:
    kernel::Endgame endgame_;
};

}  // namespace

#if defined(FIVEFOLD_FAST_PROBE)

std::unique_ptr<OthelloProbe> make_fast_probe() {
    const bool runs = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2") &&
                      __builtin_cpu_supports("popcnt");
    return runs ? std::make_unique<Probe>() : nullptr;
}

#else

std::unique_ptr<OthelloProbe> make_portable_probe() {
    return std::make_unique<Probe>();
}

#if !defined(FIVEFOLD_HAS_FAST_SEARCH)
std::unique_ptr<OthelloProbe> make_fast_probe() {
    return nullptr;
}
#endif

#endif

}  // namespace fivefold::tests
