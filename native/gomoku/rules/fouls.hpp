// Forbidden points: overline, double four, double three. src/fivefold/games/gomoku_fouls.py and
// docs/reference/gomoku-rules.md define them with pictures; this is the fast version of the same
// rules.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "gomoku/rules/lines.hpp"
#include "gomoku/rules/rule_set.hpp"

namespace fivefold::gomoku {

enum class Foul { none, six, fours, threes };

// What a stone makes in one line.
struct Shape {
    bool wins = false;
    bool six = false;
    int fours = 0;
    std::uint32_t straight = 0;  // where one more stone makes a straight four
};

// The free places beside the row where one more stone completes a winning five.
inline std::uint32_t ways_to_five(std::uint32_t own, std::uint32_t free, Row row,
                                  const SideRules& rules) {
    std::uint32_t found = 0;
    for (std::uint32_t ends = row.ends() & free; ends != 0; ends &= ends - 1) {
        const std::uint32_t end = ends & -ends;
        const int place = std::countr_zero(end);
        if (rules.wins_by(row_through(own | end, place).length())) {
            found |= end;
        }
    }
    return found;
}

// What the stone on `place`, one of `own`, makes in its line.
inline Shape shape_of(std::uint32_t own, std::uint32_t free, int place, const SideRules& rules) {
    const Row row = row_through(own, place);
    Shape shape;
    if (row.length() >= 5) {
        (rules.wins_by(row.length()) ? shape.wins : shape.six) = true;
        return shape;
    }
    if (const std::uint32_t fives = ways_to_five(own, free, row, rules)) {
        // A straight four has two winning places but counts as one four; with gaps each place is a
        // four of its own.
        shape.fours = row.length() == 4 ? 1 : std::popcount(fives);
        return shape;
    }
    for (std::uint32_t ends = row.ends() & free; ends != 0; ends &= ends - 1) {
        const std::uint32_t end = ends & -ends;
        const Row longer = row_through(own | end, std::countr_zero(end));
        if (longer.length() == 4 &&
            std::popcount(ways_to_five(own | end, free & ~end, longer, rules)) == 2) {
            shape.straight |= end;
        }
    }
    return shape;
}

// One side's stones, the opponent's, and the rules for that side.
struct Stones {
    const Lines& own;
    const Lines& other;
    int size;
    const SideRules& rules;
};

struct Verdict {
    bool wins = false;
    Foul foul = Foul::none;
};

// Classifies a stone on an empty point: a win takes precedence over any foul.
inline Verdict judge(const Stones& stones, Point point) {
    std::array<std::uint32_t, directions.size()> straight{};
    int fours = 0;
    int hopes = 0;
    bool six = false;
    for (const Direction direction : directions) {
        const int place = point.place(direction);
        const std::uint32_t own = stones.own.through(point, direction, stones.size) | 1u << place;
        if (std::popcount(own) < 3) {
            continue;
        }
        const std::uint32_t taken = own | stones.other.through(point, direction, stones.size);
        const std::uint32_t free = line_mask(point, direction, stones.size) & ~taken;
        const Shape shape = shape_of(own, free, place, stones.rules);
        if (shape.wins) {
            return {.wins = true, .foul = Foul::none};
        }
        six |= shape.six;
        fours += shape.fours;
        hopes += shape.straight != 0;
        straight[static_cast<std::size_t>(direction)] = shape.straight;
    }
    if (stones.rules.no_six && six) {
        return {.wins = false, .foul = Foul::six};
    }
    if (stones.rules.no_fours && fours > 1) {
        return {.wins = false, .foul = Foul::fours};
    }
    if (!stones.rules.no_threes || hopes < 2) {
        return {};
    }
    Lines with_this = stones.own;
    with_this.toggle(point, stones.size);
    const Stones after{with_this, stones.other, stones.size, stones.rules};
    int threes = 0;
    for (const Direction direction : directions) {
        // It is a three if some stone that makes a straight four is legal and does not make five.
        bool is_three = false;
        std::uint32_t places = straight[static_cast<std::size_t>(direction)];
        for (; places != 0 && !is_three; places &= places - 1) {
            const Verdict next = judge(after, point.moved_to(std::countr_zero(places), direction));
            is_three = !next.wins && next.foul == Foul::none;
        }
        threes += is_three;
    }
    return {.wins = false, .foul = threes > 1 ? Foul::threes : Foul::none};
}

}  // namespace fivefold::gomoku
