#include "othello/rules/kernels.hpp"

#include "core/cpu.hpp"
#include "othello/rules/perft.hpp"
#include "othello/rules/random_games.hpp"

namespace fivefold::othello {

#if defined(FIVEFOLD_HAS_FAST_SEARCH)
const Kernels& fast_kernels();
#endif

namespace {

// Calls work(board) with the board type of this size.
template <typename Work>
auto with_board(int size, Bits own, Bits other, const Work& work) {
    switch (size) {
        case 4:
            return work(Board<4>{own, other});
        case 6:
            return work(Board<6>{own, other});
        default:
            return work(Board<8>{own, other});
    }
}

constexpr Kernels kernels{[](int size, Bits own, Bits other, int depth, const StopFlag& stop) {
                              return with_board(size, own, other, [&](const auto& board) {
                                  return count_leaves(board, depth, stop);
                              });
                          },
                          [](int size, Bits own, Bits other, std::uint64_t games,
                             std::uint64_t seed, const StopFlag& stop) {
                              return with_board(size, own, other, [&](const auto& board) {
                                  return play_out(board, games, seed, stop);
                              });
                          }};

}  // namespace

#if defined(FIVEFOLD_FAST_KERNELS)

const Kernels& fast_kernels() {
    return kernels;
}

#else

const Kernels& portable_kernels() {
    return kernels;
}

const Kernels& best_kernels() {
#if defined(FIVEFOLD_HAS_FAST_SEARCH)
    if (can_run_fast_build()) {
        return fast_kernels();
    }
#endif
    return portable_kernels();
}

#endif

}  // namespace fivefold::othello
