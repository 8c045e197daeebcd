// The player of training games: the engine's search on one thread with a fixed number of nodes per
// move and no memory between games.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "gomoku/rules/position.hpp"
#include "gomoku/search/search.hpp"

namespace fivefold::gomoku::training {

class Player {
  public:
    Player(std::shared_ptr<const Weights> weights, std::string rules, std::uint64_t nodes,
           const Settings& settings = {});
    virtual ~Player() = default;

    struct Found {
        int cell = 0;
        int score = 0;            // for the side to move
        bool is_decided = false;  // a forced win or loss was found
    };
    // The game must not be over.
    virtual Found search(const Position& position);

    // Clears everything learned in earlier games.
    virtual void forget();

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
