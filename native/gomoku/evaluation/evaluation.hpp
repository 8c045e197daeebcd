// Static evaluation: the sum kept by the board, a term for the threats of both sides, and what the
// network adds.
#pragma once

#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <span>

#include "gomoku/board/board.hpp"
#include "gomoku/evaluation/network_evaluator.hpp"
#include "gomoku/evaluation/weights.hpp"

namespace fivefold::gomoku {

// The bits of threat_mask(), each with the kinds it covers.
enum class Threat {
    open_four,     // open_four
    four_fork,     // four_three, double_four
    four,          // four, four_two
    double_three,  // double_three
    three,         // three, three_two
};

inline int threats_of(const Board& board, Side side) {
    const auto has = [&](Kind kind) { return board.count(side, kind) > 0 ? 1 : 0; };
    return has(Kind::open_four) | (has(Kind::four_three) | has(Kind::double_four)) << 1 |
           (has(Kind::four) | has(Kind::four_two)) << 2 | has(Kind::double_three) << 3 |
           (has(Kind::three) | has(Kind::three_two)) << 4;
}

// The threats of the side to move in the low five bits, the opponent's above.
inline int threat_mask(const Board& board) {
    const Side side = board.to_move();
    return threats_of(board, side) | threats_of(board, opponent(side)) << threat_bits / 2;
}

// Larger absolute values are reserved for wins.
inline constexpr int max_evaluation = 20'000;

// Evaluates the positions of a search. Boards must have been set up with the same weights.
class Evaluator {
  public:
    explicit Evaluator(std::shared_ptr<const Weights> weights) : weights_(std::move(weights)) {
        if (weights_->network) {
            network_.emplace(weights_->network, best_network_kernel());
        }
    }

    // For the side to move. Neither side has five or can make it.
    int evaluate(const Board& board) {
        const int mask = threat_mask(board);
        const int linear = board.value(board.to_move()) + weights_->threats[mask];
        const int value = linear + (network_ ? network_->output(board, mask) : 0);
        return std::clamp(value, -max_evaluation, max_evaluation);
    }

    // Sets the score of every move from its `square`. 32 points more stand for a move that is e
    // times as likely to be the best.
    template <typename Moves>
    void score_moves(const Board& board, Moves& moves) const {
        const Side own = board.to_move();
        const Side other = opponent(own);
        for (auto& move : moves) {
            move.score = weights_->own_scores[board.code(own, move.square)] +
                         weights_->other_scores[board.code(other, move.square)];
        }
        if (!network_) {
            return;
        }
        std::array<std::uint32_t, max_cells> codes;
        std::array<int, max_cells> points;
        std::size_t count = 0;
        for (const auto& move : moves) {
            codes[count++] = static_cast<std::uint32_t>(board.code(own, move.square) |
                                                        board.code(other, move.square) << 16);
        }
        network_->score_moves(threat_mask(board), std::span(codes).first(count), points.data());
        count = 0;
        for (auto& move : moves) {
            move.score += points[count++];
        }
    }

  private:
    std::shared_ptr<const Weights> weights_;
    std::optional<NetworkEvaluator> network_;
};

}  // namespace fivefold::gomoku
