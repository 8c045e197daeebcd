// A small, steady player of training games: the engine's search on one thread, so many positions a
// move, nothing remembered from game to game.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "gomoku/position.hpp"
#include "gomoku/search.hpp"

namespace fivefold::gomoku::training {

class Player {
  public:
    Player(std::shared_ptr<const Weights> weights, std::string rules, std::uint64_t nodes);

    struct Found {
        int cell = 0;
        int score = 0;            // for the side to move
        bool is_decided = false;  // a forced win or loss was seen
    };
    // The position is not over.
    Found search(const Position& position);

    // Forgets what it knows of other games.
    void forget();

    const std::string& rules() const { return rules_; }

  private:
    static constexpr std::size_t megabytes = 2;

    std::shared_ptr<const Weights> weights_;
    std::string rules_;
    Rules rule_set_;
    std::uint64_t nodes_;
    std::shared_ptr<Table> table_;
    Search search_;
};

}  // namespace fivefold::gomoku::training
