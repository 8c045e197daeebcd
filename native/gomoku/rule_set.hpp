// The rule sets of Gomoku: which row wins, and what a side may not make.
#pragma once

#include <array>
#include <string_view>

namespace fivefold::gomoku {

enum class Side { first, second };

constexpr Side opponent(Side side) {
    return side == Side::first ? Side::second : Side::first;
}

// What one side wins by, and what it may not make.
struct SideRules {
    bool six_wins = false;      // six or more in a row win too
    bool needs_an_end = false;  // a five between two stones of the other side is nothing
    bool no_six = false;
    bool no_fours = false;
    bool no_threes = false;

    constexpr bool has_fouls() const { return no_six || no_fours || no_threes; }

    friend bool operator==(const SideRules&, const SideRules&) = default;

    // Whether an unbroken row of that many stones is long enough and not too long.
    constexpr bool wins_by(int length) const { return length == 5 || (length > 5 && six_wins); }
};

struct Rules {
    SideRules first;
    SideRules second;

    constexpr const SideRules& of(Side side) const { return side == Side::first ? first : second; }
};

// "freestyle", "standard", "renju", "caro" or "omok", the last also with its switches, such as
// "omok:threes=black:fours=black:six=win"; throws InvalidText.
Rules parse_rules(std::string_view text);

}  // namespace fivefold::gomoku
