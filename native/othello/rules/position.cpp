#include "othello/rules/position.hpp"

#include "core/text.hpp"

namespace fivefold::othello {

Position parse_position(std::string_view text) {
    Position position{};
    for (const int size : {4, 6, 8}) {
        if (text.size() == static_cast<std::size_t>(size * size) + 2) {
            position.size = size;
        }
    }
    if (position.size == 0) {
        throw InvalidText(
            "An Othello position is 16, 36 or 64 cells, a space and the side to move, not " +
            std::to_string(text.size()) + " characters.");
    }
    const int cells = position.size * position.size;
    for (int cell = 0; cell < cells; ++cell) {
        switch (text[cell]) {
            case 'X':
                position.first |= bit(cell);
                break;
            case 'O':
                position.second |= bit(cell);
                break;
            case '.':
                break;
            default:
                throw InvalidText("An Othello cell is 'X', 'O' or '.', not " +
                                  quoted(text.substr(cell, 1)) + ".");
        }
    }
    const std::string_view side = text.substr(cells);
    if (side != " X" && side != " O") {
        throw InvalidText("The side to move is ' X' or ' O' after the cells, not " + quoted(side) +
                          ".");
    }
    position.first_to_move = side == " X";
    return position;
}

std::string format_position(const Position& position) {
    std::string text;
    for (int cell = 0; cell < position.size * position.size; ++cell) {
        text += position.first & bit(cell) ? 'X' : position.second & bit(cell) ? 'O' : '.';
    }
    return text + (position.first_to_move ? " X" : " O");
}

int parse_move(std::string_view text, int size) {
    if (text == "--") {
        return pass;
    }
    const auto cell = parse_cell(text);
    if (!cell || cell->column >= size || cell->number > size) {
        throw InvalidText("An Othello move is a cell such as 'f5' or '--', not " + quoted(text) +
                          ".");
    }
    return (cell->number - 1) * size + cell->column;
}

std::string format_move(int move, int size) {
    return move == pass ? "--" : format_cell({move % size, move / size + 1});
}

}  // namespace fivefold::othello
