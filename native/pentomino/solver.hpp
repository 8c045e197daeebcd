// Solves positions of the pentomino game. Text in, text out.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "pentomino/position.hpp"
#include "pentomino/search.hpp"

namespace fivefold::pentomino {

struct Answer {
    Value value;                      // for the side to move
    std::optional<std::string> move;  // a winning move
    std::uint64_t nodes;
};

struct MoveValues {
    std::vector<Value> values;  // one per legal move, in order: `won` if the move wins
    std::uint64_t nodes;
};

enum class Kernel { best, portable };

class Solver {
  public:
    // Throws InvalidText if the board is not supported.
    Solver(int rows, int columns, std::size_t megabytes, bool last_loses,
           Kernel kernel = Kernel::best);

    // Both throw InvalidText for an invalid position and return `unknown` if the budget runs out; a
    // repeated call continues from the table.
    Answer solve(std::string_view position, const Budget& budget);
    MoveValues values(std::string_view position, const Budget& budget);

    void forget() { search_->forget(); }

  private:
    std::vector<int> live_in(const Position& position) const;

    Rectangle rectangle_;
    std::vector<Placement> placements_;
    std::unordered_map<Bits, int> index_of_;
    std::unique_ptr<Search> search_;
};

}  // namespace fivefold::pentomino
