// Three stones to begin a game of swap2 with.
#pragma once

#include <array>
#include <string>
#include <vector>

namespace fivefold::pbrain {

using Opening = std::array<int, 3>;  // the cells of a black, a white and a black stone

// Different ones that fit on a board of that size, the same every time. The stones stand apart and
// mostly off the centre, where black's two are worth about as much as white's next move.
std::vector<Opening> openings_for(int size);

// The position with these stones and white to move.
std::string text_after(const Opening& opening, int size);

}  // namespace fivefold::pbrain
