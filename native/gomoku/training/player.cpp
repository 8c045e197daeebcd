#include "gomoku/training/player.hpp"

#include <cstdlib>

#include "gomoku/search/root.hpp"

namespace fivefold::gomoku::training {

Player::Player(std::shared_ptr<const Weights> weights, std::string rules, std::uint64_t nodes,
               const Settings& settings)
    : weights_(std::move(weights)),
      rules_(std::move(rules)),
      rule_set_(parse_rules(rules_)),
      nodes_(nodes),
      table_(std::make_shared<Table>(megabytes)),
      search_(table_, weights_, settings) {}

void Player::forget() {
    table_->forget();
    search_.forget();
}

Player::Found Player::search(const Position& position) {
    Board board(position, rule_set_, weights_->values);
    search_.start();
    table_->start_new_search();
    Root root(board, search_, 1);
    const StopFlag never{false};
    const Budget budget{never, nodes_, {}};
    try {
        for (int depth = 1; depth < max_plies / 2 && !root.is_settled(); ++depth) {
            root.deepen(search_, depth, budget);
        }
    } catch (const Stopped&) {
        // The result so far is good enough.
    }
    const RootMove& best = root.moves().front();
    return {cell_of_square(best.square, board.size()), best.value,
            std::abs(best.value) >= min_likely_win};
}

}  // namespace fivefold::gomoku::training
