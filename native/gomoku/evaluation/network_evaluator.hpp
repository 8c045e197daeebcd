// Evaluates positions of a search with the network, incrementally.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "gomoku/board/board.hpp"
#include "gomoku/evaluation/network_kernel.hpp"

namespace fivefold::gomoku {

// Keeps the sums of every ply of a board that is searched. They are brought up to date only when a
// position is evaluated, so positions decided by their threats cost nothing.
class NetworkEvaluator {
  public:
    NetworkEvaluator(std::shared_ptr<const Network> network, const NetworkKernel& kernel);

    const NetworkSums& sums(const Board& board);
    // The points that the network adds for the side to move; `threats` is threat_mask(board).
    int output(const Board& board, int threats);
    // The points that the network adds to the score of each move; see NetworkKernel.
    void score_moves(int threats, std::span<const std::uint32_t> codes, int* points) const {
        kernel_->score_moves(*network_, threats, codes, points);
    }

  private:
    struct Ply {
        NetworkSums sums;
        std::uint64_t hash = 0;  // of the position they belong to
    };
    void set_up(const Board& board);
    void collect_steps(const Board& board, int stone);
    void apply_steps(const Board& board, NetworkSums& sums) const;

    std::shared_ptr<const Network> network_;
    const NetworkKernel* kernel_;
    std::vector<Ply> plies_;
    std::vector<CodeStep> steps_;
};

}  // namespace fivefold::gomoku
