// The three opening stones of a swap2 game.
#pragma once

#include <array>
#include <string>
#include <vector>

namespace fivefold::pbrain {

using Opening = std::array<int, 3>;  // the cells of a black, a white and a black stone

// Distinct openings that fit the board size, always the same ones. The stones are spread out and
// mostly off the centre, where black's two are worth about as much as white's next move.
std::vector<Opening> openings_for(int size);

// The position with these stones, white to move.
std::string text_after(const Opening& opening, int size);

}  // namespace fivefold::pbrain
