#include "gomoku/rules/position.hpp"

#include <bit>

namespace fivefold::gomoku {

Position::Position(std::string_view text, const Rules& rules) : rules_(rules) {
    for (int size = min_size; size <= max_size; ++size) {
        if (text.size() == static_cast<std::size_t>(size * size) + 2) {
            size_ = size;
        }
    }
    if (size_ == 0) {
        throw InvalidText(
            "A Gomoku position is the cells of a board of size 5 to 22, a space and the side to "
            "move, not " +
            std::to_string(text.size()) + " characters.");
    }
    for (int cell = 0; cell < cell_count(); ++cell) {
        const char letter = text[cell];
        if (letter != 'X' && letter != 'O' && letter != '.') {
            throw InvalidText("A Gomoku cell is 'X', 'O' or '.', not " +
                              quoted(text.substr(cell, 1)) + ".");
        }
        cells_[cell] = letter;
        if (letter != '.') {
            lines(letter == 'X' ? Side::first : Side::second).toggle(point(cell), size_);
            ++stones_;
        }
    }
    const std::string_view side = text.substr(cell_count());
    if (side != " X" && side != " O") {
        throw InvalidText("The side to move is ' X' or ' O' after the cells, not " + quoted(side) +
                          ".");
    }
    to_move_ = side == " X" ? Side::first : Side::second;
    for (int cell = 0; cell < cell_count(); ++cell) {
        if (is_empty(cell)) {
            continue;
        }
        const Side owner = cells_[cell] == 'X' ? Side::first : Side::second;
        if (!wins_through(owner, cell)) {
            continue;
        }
        if (winner_ && *winner_ != owner) {
            throw InvalidText("Both sides have a winning row.");
        }
        winner_ = owner;
    }
    is_stuck_ = is_stuck();
}

bool Position::wins_through(Side side, int cell) const {
    const Point here = point(cell);
    const SideRules& rules = rules_.of(side);
    for (const Direction direction : directions) {
        const Row row =
            row_through(lines(side).through(here, direction, size_), here.place(direction));
        if (!rules.wins_by(row.length())) {
            continue;
        }
        const std::uint32_t blocked =
            row.ends() & lines(opponent(side)).through(here, direction, size_);
        if (!rules.needs_an_end || std::popcount(blocked) < 2) {
            return true;
        }
    }
    return false;
}

Foul Position::foul_at(int cell) const {
    return judge({lines(to_move_), lines(opponent(to_move_)), size_, rules_.of(to_move_)},
                 point(cell))
        .foul;
}

bool Position::is_stuck() const {
    if (winner_) {
        return false;
    }
    if (stones_ == cell_count() || !has_fouls()) {
        return stones_ == cell_count();
    }
    for (int cell = 0; cell < cell_count(); ++cell) {
        if (is_empty(cell) && foul_at(cell) == Foul::none) {
            return false;
        }
    }
    return true;
}

void Position::place(int cell) {
    lines(to_move_).toggle(point(cell), size_);
    cells_[cell] = to_move_ == Side::first ? 'X' : 'O';
    ++stones_;
    if (wins_through(to_move_, cell)) {
        winner_ = to_move_;
    }
    to_move_ = opponent(to_move_);
    is_stuck_ = is_stuck();
}

void Position::take_back(int cell) {
    to_move_ = opponent(to_move_);
    winner_.reset();
    is_stuck_ = false;
    --stones_;
    cells_[cell] = '.';
    lines(to_move_).toggle(point(cell), size_);
}

std::string Position::text() const {
    return std::string(cells_.data(), cell_count()) + (to_move_ == Side::first ? " X" : " O");
}

namespace {

InvalidText no_switch(std::string_view text) {
    return InvalidText(
        "A switch of omok is threes=none|black|both, fours=no|black or six=win|nothing|forbidden, "
        "each at most once, not " +
        quoted(text) + ".");
}

// Each part that begins with a colon is a switch, even an empty one; no switch may repeat.
Rules parse_omok(const std::string_view switches) {
    Rules rules;
    rules.first.no_threes = rules.second.no_threes = true;
    for (std::string_view rest = switches; !rest.empty();) {
        rest.remove_prefix(1);
        const std::string_view text = rest.substr(0, rest.find(':'));
        rest.remove_prefix(text.size());
        const std::string key = ":" + std::string(text.substr(0, text.find('='))) + "=";
        const bool is_there_twice = switches.find(key) != switches.rfind(key);
        if (text == "threes=none" || text == "threes=black" || text == "threes=both") {
            rules.first.no_threes = text != "threes=none";
            rules.second.no_threes = text == "threes=both";
        } else if (text == "fours=no" || text == "fours=black") {
            rules.first.no_fours = text == "fours=black";
        } else if (text == "six=win" || text == "six=nothing" || text == "six=forbidden") {
            rules.first.six_wins = text == "six=win";
            rules.first.no_six = text == "six=forbidden";
            rules.second.six_wins = text != "six=nothing";
        } else {
            throw no_switch(text);
        }
        if (is_there_twice) {
            throw no_switch(text);
        }
    }
    return rules;
}

}  // namespace

Rules parse_rules(std::string_view text) {
    const SideRules five_or_more{.six_wins = true};
    if (text == "freestyle") {
        return {five_or_more, five_or_more};
    }
    if (text == "standard") {
        return {};
    }
    if (text == "renju") {
        return {{.no_six = true, .no_fours = true, .no_threes = true}, five_or_more};
    }
    if (text == "caro") {
        return {{.needs_an_end = true}, {.needs_an_end = true}};
    }
    const std::string_view name = text.substr(0, text.find(':'));
    if (name == "omok") {
        return parse_omok(text.substr(name.size()));
    }
    throw InvalidText(
        "The Gomoku rules are 'freestyle', 'standard', 'renju', 'caro' or 'omok', not " +
        quoted(text) + ".");
}

int parse_move(std::string_view text, int size) {
    const auto cell = parse_cell(text);
    if (!cell || cell->column >= size || cell->number > size) {
        throw InvalidText("A Gomoku move is a cell of the board such as 'c3', not " + quoted(text) +
                          ".");
    }
    return (size - cell->number) * size + cell->column;
}

std::string format_move(int cell, int size) {
    return format_cell({cell % size, size - cell / size});
}

}  // namespace fivefold::gomoku
