#include "othello/kernels.hpp"

#include "othello/perft.hpp"
#include "othello/random_games.hpp"
#include "othello/small_search.hpp"

namespace fivefold::othello {

#if defined(FIVEFOLD_HAS_FAST_SEARCH)
const Kernels& fast_kernels();
#endif

namespace {

// Calls work(board) with the board type of the size.
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
                          },
                          [](int size, std::size_t megabytes) -> std::unique_ptr<SmallSolver> {
                              if (size == 4) {
                                  return std::make_unique<SmallSearch<4>>(megabytes);
                              }
                              return std::make_unique<SmallSearch<6>>(megabytes);
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
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2") &&
        __builtin_cpu_supports("popcnt")) {
        return fast_kernels();
    }
#endif
    return portable_kernels();
}

#endif

}  // namespace fivefold::othello
