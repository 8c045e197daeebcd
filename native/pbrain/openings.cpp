#include "pbrain/openings.hpp"

#include <algorithm>
#include <cstdint>

namespace fivefold::pbrain {

namespace {

constexpr int wanted = 24;

// Own generator: the standard library's distributions differ between compilers.
class Chance {
  public:
    int below(int bound) {
        state_ = state_ * 6'364'136'223'846'793'005u + 1'442'695'040'888'963'407u;
        return static_cast<int>((state_ >> 33) % static_cast<std::uint64_t>(bound));
    }

  private:
    std::uint64_t state_ = 2026;
};

}  // namespace

std::vector<Opening> openings_for(int size) {
    // All within a window, so that the stones interact.
    const int window = std::min(size, 7);
    Chance chance;
    std::vector<Opening> found;
    while (static_cast<int>(found.size()) < wanted) {
        const int left = chance.below(size - window + 1);
        const int top = chance.below(size - window + 1);
        Opening opening{};
        for (int& cell : opening) {
            cell = (top + chance.below(window)) * size + left + chance.below(window);
        }
        const auto [black, white, second] = opening;
        if (black != white && white != second && black != second) {
            found.push_back({std::min(black, second), white, std::max(black, second)});
        }
    }
    std::sort(found.begin(), found.end());
    found.erase(std::unique(found.begin(), found.end()), found.end());
    return found;
}

std::string text_after(const Opening& opening, int size) {
    std::string text(static_cast<std::size_t>(size * size), '.');
    text[static_cast<std::size_t>(opening[0])] = 'X';
    text[static_cast<std::size_t>(opening[1])] = 'O';
    text[static_cast<std::size_t>(opening[2])] = 'X';
    return text + " O";
}

}  // namespace fivefold::pbrain
