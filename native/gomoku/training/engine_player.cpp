#include "gomoku/training/engine_player.hpp"

#include <cstdlib>

namespace fivefold::gomoku::training {

EnginePlayer::EnginePlayer(const std::shared_ptr<const Weights>& weights, const std::string& rules,
                           const Limits& limits, const Settings& settings)
    : Player(weights, rules, 1), limits_(limits), searcher_(weights, megabytes, 1, settings) {}

void EnginePlayer::forget() {
    searcher_.forget();
}

Player::Found EnginePlayer::search(const Position& position) {
    const StopFlag never{false};
    const Report found = searcher_.search(position.text(), rules(), limits_, 1, never);
    const Line& best = found.lines.front();
    return {parse_move(best.move, position.size()), best.score,
            std::abs(best.score) >= min_likely_win};
}

}  // namespace fivefold::gomoku::training
