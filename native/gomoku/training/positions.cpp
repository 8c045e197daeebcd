#include "gomoku/training/positions.hpp"

#include <string>

namespace fivefold::gomoku::training {

namespace {

bool is_quiet(const Board& board) {
    const Side own = board.to_move();
    return board.count(own, Kind::five) == 0 && board.count(opponent(own), Kind::five) == 0 &&
           board.count(own, Kind::open_four) == 0 && board.count(own, Kind::double_four) == 0;
}

}  // namespace

void visit_positions(const PlayedGame& game, const CodeValues& values, const Visit& visit) {
    const Rules rules = parse_rules(trained_rules[game.rules]);
    const auto cells = static_cast<std::size_t>(game.size) * game.size;
    Board board(Position(std::string(cells, '.') + " X", rules), rules, values);
    for (const PlayedMove& move : game.moves) {
        if ((move.notes & unsearched) == 0 && is_quiet(board)) {
            const int result = board.to_move() == Side::first ? game.result : -game.result;
            visit({board, move, 0.5f + 0.5f * static_cast<float>(result)});
        }
        board.place(square_of_cell(move.cell, game.size));
    }
}

void visit_positions(const PlayedGame& game, const Visit& visit) {
    constexpr CodeValues none{};
    visit_positions(game, none, visit);
}

}  // namespace fivefold::gomoku::training
