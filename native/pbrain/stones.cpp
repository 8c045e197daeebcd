#include "pbrain/stones.hpp"

#include <algorithm>

#include "core/text.hpp"
#include "pbrain/parsing.hpp"

namespace fivefold::pbrain {

bool Stones::has(int cell) const {
    return std::any_of(stones_.begin(), stones_.end(),
                       [cell](const Stone& stone) { return stone.cell == cell; });
}

int Stones::parse_cell(std::string_view text) const {
    const auto place = parse_place(text);
    if (!place) {
        throw InvalidText("A point is x,y, not " + quoted(text) + ".");
    }
    if (place->x < 0 || place->x >= size_ || place->y < 0 || place->y >= size_) {
        throw InvalidText(quoted(text) + " is not on the board: both numbers go from 0 to " +
                          std::to_string(size_ - 1) + ".");
    }
    return place->y * size_ + place->x;
}

void Stones::put(int cell, Owner owner) {
    if (has(cell)) {
        throw InvalidText(format_place(cell, size_) + " is taken.");
    }
    stones_.push_back({cell, owner});
}

void Stones::take(int cell) {
    if (std::erase_if(stones_, [cell](const Stone& stone) { return stone.cell == cell; }) == 0) {
        throw InvalidText("There is no stone on " + format_place(cell, size_) + ".");
    }
}

void Stones::swap_owners() {
    for (Stone& stone : stones_) {
        stone.owner = stone.owner == Owner::self ? Owner::other : Owner::self;
    }
}

Owner Stones::black(Owner to_move) const {
    const auto ahead = std::count_if(stones_.begin(), stones_.end(), [to_move](const Stone& stone) {
        return stone.owner == to_move;
    });
    const auto behind = static_cast<std::ptrdiff_t>(stones_.size()) - ahead;
    if (ahead == behind) {
        return to_move;
    }
    if (ahead + 1 == behind) {
        return to_move == Owner::self ? Owner::other : Owner::self;
    }
    return stones_.front().owner;
}

gomoku::Position Stones::position(const gomoku::Rules& rules, Owner to_move) const {
    const Owner first = black(to_move);
    std::string text(static_cast<std::size_t>(size_ * size_), '.');
    for (const Stone& stone : stones_) {
        text[static_cast<std::size_t>(stone.cell)] = stone.owner == first ? 'X' : 'O';
    }
    return gomoku::Position(text + (to_move == first ? " X" : " O"), rules);
}

}  // namespace fivefold::pbrain
