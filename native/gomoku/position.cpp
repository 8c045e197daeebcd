#include "gomoku/position.hpp"

namespace fivefold::gomoku {

Position::Position(std::string_view text, Rules rules) : rules_(rules) {
    for (int size = smallest_size; size <= largest_size; ++size) {
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
            lines(letter == 'X' ? Side::first : Side::second)
                .toggle(cell % size_, cell / size_, size_);
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
}

bool Position::wins_through(Side side, int cell) const {
    return lines_[static_cast<std::size_t>(side)].wins_through(cell % size_, cell / size_, size_,
                                                               rules_);
}

void Position::place(int cell) {
    lines(to_move_).toggle(cell % size_, cell / size_, size_);
    cells_[cell] = to_move_ == Side::first ? 'X' : 'O';
    ++stones_;
    if (wins_through(to_move_, cell)) {
        winner_ = to_move_;
    }
    to_move_ = opponent(to_move_);
}

void Position::take_back(int cell) {
    to_move_ = opponent(to_move_);
    winner_.reset();
    --stones_;
    cells_[cell] = '.';
    lines(to_move_).toggle(cell % size_, cell / size_, size_);
}

std::string Position::text() const {
    return std::string(cells_.data(), cell_count()) + (to_move_ == Side::first ? " X" : " O");
}

Rules parse_rules(std::string_view text) {
    if (text == "freestyle") {
        return Rules::freestyle;
    }
    if (text == "standard") {
        return Rules::standard;
    }
    throw InvalidText("The Gomoku rules are 'freestyle' or 'standard', not " + quoted(text) + ".");
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
