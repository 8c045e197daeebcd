// Gomoku rule sets: which row wins and which moves are forbidden.
#pragma once

#include <array>
#include <string_view>

namespace fivefold::gomoku {

enum class Side { first, second };

constexpr Side opponent(Side side) {
    return side == Side::first ? Side::second : Side::first;
}

// How one side wins, and which of its moves are fouls.
struct SideRules {
    bool six_wins = false;      // six or more in a row also win
    bool needs_an_end = false;  // a five with an opposing stone at both ends does not win
    bool no_six = false;
    bool no_fours = false;
    bool no_threes = false;

    constexpr bool has_fouls() const { return no_six || no_fours || no_threes; }

    friend bool operator==(const SideRules&, const SideRules&) = default;

    // Whether an unbroken row of `length` stones wins.
    constexpr bool wins_by(int length) const { return length == 5 || (length > 5 && six_wins); }
};

struct Rules {
    SideRules first;
    SideRules second;

    constexpr const SideRules& of(Side side) const { return side == Side::first ? first : second; }
};

// Accepts "freestyle", "standard", "renju", "caro" or "omok", the last with optional switches such
// as "omok:threes=black:fours=black:six=win". Throws InvalidText.
Rules parse_rules(std::string_view text);

}  // namespace fivefold::gomoku
