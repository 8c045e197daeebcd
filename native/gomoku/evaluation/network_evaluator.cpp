#include "gomoku/evaluation/network_evaluator.hpp"

#include <string>
#include <utility>

namespace fivefold::gomoku {

namespace {

constexpr std::uint32_t no_codes = stone_code | stone_code << 16;

}  // namespace

NetworkEvaluator::NetworkEvaluator(std::shared_ptr<const Network> network,
                                   const NetworkKernel& kernel)
    : network_(std::move(network)), kernel_(&kernel) {
    steps_.reserve(max_cells);
}

const NetworkSums& NetworkEvaluator::sums(const Board& board) {
    const int ply = board.ply();
    if (plies_.size() <= static_cast<std::size_t>(ply)) {
        plies_.resize(static_cast<std::size_t>(ply) + 1);
    }
    int known = ply;
    while (known >= 0 && plies_[static_cast<std::size_t>(known)].hash != board.hash_at(known)) {
        --known;
    }
    if (known < 0) {
        set_up(board);
        known = ply;
    }
    for (; known < ply; ++known) {
        Ply& next = plies_[static_cast<std::size_t>(known) + 1];
        next.sums = plies_[static_cast<std::size_t>(known)].sums;
        collect_steps(board, known);
        apply_steps(board, next.sums);
        next.hash = board.hash_at(known + 1);
    }
    return plies_[static_cast<std::size_t>(ply)].sums;
}

int NetworkEvaluator::output(const Board& board, int threats) {
    const NetworkSums& both = sums(board);
    const Side own = board.to_move();
    return kernel_->output(*network_, both.of[index_of(own)], both.of[index_of(opponent(own))],
                           network_->threats[static_cast<std::size_t>(threats)],
                           network_->rules[rules_row_of(board.rules(), own)]);
}

// Sums up the rows of the whole board, then derives the sums of all plies before this one, so that
// a search, which returns to them, need not start again.
void NetworkEvaluator::set_up(const Board& board) {
    const int size = board.size();
    const auto cells = static_cast<std::size_t>(size) * size;
    const Board empty(Position(std::string(cells, '.') + " X", board.rules()), board.rules());
    steps_.clear();
    for (int cell = 0; cell < size * size; ++cell) {
        const int square = square_of_cell(cell, size);
        steps_.push_back(
            {empty.codes(square), board.is_empty(square) ? board.codes(square) : no_codes});
    }
    Ply* here = &plies_[static_cast<std::size_t>(board.ply())];
    here->sums.of = {network_->start, network_->start};
    apply_steps(board, here->sums);
    here->hash = board.hash();
    for (int stone = board.ply() - 1; stone >= 0; --stone, --here) {
        Ply& before = *(here - 1);
        before.sums = here->sums;
        collect_steps(board, stone);
        for (CodeStep& step : steps_) {
            std::swap(step.before, step.after);
        }
        apply_steps(board, before.sums);
        before.hash = board.hash_at(stone);
    }
}

// What the stone placed at this ply changed, its own square included.
void NetworkEvaluator::collect_steps(const Board& board, int stone) {
    steps_.clear();
    steps_.push_back({board.codes(board.placed_square(stone)), no_codes});
    for (const Board::Change& change : board.changes_by(stone)) {
        steps_.push_back({change.before.codes, change.codes_after});
    }
}

void NetworkEvaluator::apply_steps(const Board& board, NetworkSums& sums) const {
    const auto table_of = [&](Side side) -> const Network::Table& {
        return network_->tables[row_table_of(board.rules().of(side))];
    };
    kernel_->step(table_of(Side::first), table_of(Side::second), sums, steps_);
}

}  // namespace fivefold::gomoku
