#include "othello/small/solver.hpp"

#include "core/cpu.hpp"
#include "othello/small/search.hpp"

namespace fivefold::othello {

#if defined(FIVEFOLD_HAS_FAST_SEARCH)
std::unique_ptr<SmallSolver> make_fast_small_solver(int size, std::size_t megabytes);
#endif

namespace {

std::unique_ptr<SmallSolver> make_solver(int size, std::size_t megabytes) {
    if (size == 4) {
        return std::make_unique<SmallSearch<4>>(megabytes);
    }
    return std::make_unique<SmallSearch<6>>(megabytes);
}

}  // namespace

#if defined(FIVEFOLD_FAST_SMALL_SOLVER)

std::unique_ptr<SmallSolver> make_fast_small_solver(int size, std::size_t megabytes) {
    return make_solver(size, megabytes);
}

#else

std::unique_ptr<SmallSolver> make_portable_small_solver(int size, std::size_t megabytes) {
    return make_solver(size, megabytes);
}

std::unique_ptr<SmallSolver> make_best_small_solver(int size, std::size_t megabytes) {
#if defined(FIVEFOLD_HAS_FAST_SEARCH)
    if (can_run_fast_build()) {
        return make_fast_small_solver(size, megabytes);
    }
#endif
    return make_portable_small_solver(size, megabytes);
}

#endif

}  // namespace fivefold::othello
