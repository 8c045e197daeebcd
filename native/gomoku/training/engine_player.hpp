// The whole engine as a player: with its solver of forced wins, and a limit in nodes or seconds.
#pragma once

#include "gomoku/search/searcher.hpp"
#include "gomoku/training/player.hpp"

namespace fivefold::gomoku::training {

class EnginePlayer : public Player {
  public:
    EnginePlayer(const std::shared_ptr<const Weights>& weights, const std::string& rules,
                 const Limits& limits, const Settings& settings = {});

    Found search(const Position& position) override;
    void forget() override;

  private:
    static constexpr std::size_t megabytes = 16;

    Limits limits_;
    Searcher searcher_;
};

}  // namespace fivefold::gomoku::training
