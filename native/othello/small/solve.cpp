#include "othello/small/solve.hpp"

#include "core/text.hpp"
#include "othello/rules/position.hpp"
#include "othello/small/journal.hpp"

namespace fivefold::othello {

namespace {

// One solution, computed with the rules of Board<8> in the middle of 8x8.
class Solution {
  public:
    Solution(int size, const SmallOptions& options, const StopFlag& stop)
        : area_(in_the_middle(lowest_bits(size * size), size)),
          options_(options),
          stop_(stop),
          journal_(options.journal, size),
          solver_(make_best_small_solver(size, options.megabytes)) {}

    // The score by null windows, starting at 0 and moving to each new bound (MTD(f)).
    std::optional<int> score(const Board<8>& board) {
        const int cells = count_bits(area_);
        int lower = -cells;
        int upper = cells;
        int guess = 0;
        while (lower < upper) {
            const int alpha = guess == lower ? guess + 1 : guess - 1;
            const auto found = window(board, alpha);
            if (!found) {
                return std::nullopt;
            }
            guess = *found;
            (guess > alpha ? lower : upper) = guess;
        }
        return lower;
    }

    // A move that keeps the score, from known bounds if possible, else by search. nullopt when
    // stopped.
    std::optional<int> best_move(const Board<8>& board, int score) {
        const Bits legal = moves(board);
        if (legal == 0) {
            return pass;
        }
        for (Bits left = legal; left != 0;) {
            const int cell = take_lowest(left);
            const Board<8> after = board.played(cell);
            if (solver_->known(after.own, after.other).upper <= -score) {
                return cell;
            }
        }
        for (Bits left = legal; left != 0;) {
            const int cell = take_lowest(left);
            const auto found = window(board.played(cell), -score);
            if (!found) {
                break;
            }
            if (*found <= -score) {
                return cell;
            }
        }
        return std::nullopt;
    }

    Bits moves(const Board<8>& board) const { return board.moves() & area_; }

    bool is_over(const Board<8>& board) const {
        return moves(board) == 0 && moves(board.passed()) == 0;
    }

    int final_score(const Board<8>& board) const {
        const int ours = count_bits(board.own);
        const int theirs = count_bits(board.other);
        const int cells = count_bits(area_);
        return ours > theirs ? cells - 2 * theirs : ours < theirs ? 2 * ours - cells : 0;
    }

    std::uint64_t nodes() const { return solver_->nodes(); }

  private:
    std::optional<int> window(const Board<8>& board, int alpha) {
        if (is_over(board)) {
            return final_score(board);
        }
        return solver_->null_window(board.own, board.other, alpha, journal_, options_, stop_);
    }

    Bits area_;
    const SmallOptions& options_;
    const StopFlag& stop_;
    SmallJournal journal_;
    std::unique_ptr<SmallSolver> solver_;
};

std::string format_middle_move(int cell, int size) {
    if (cell == pass) {
        return format_move(pass, size);
    }
    return format_move(lowest_index(from_the_middle(bit(cell), size)), size);
}

}  // namespace

SmallAnswer solve_small(std::string_view text, const SmallOptions& options, const StopFlag& stop) {
    const Position position = parse_position(text);
    if (position.size == 8) {
        throw InvalidText("Only boards of 4x4 and 6x6 can be solved this way, not 8x8.");
    }
    Board<8> board{in_the_middle(position.first, position.size),
                   in_the_middle(position.second, position.size)};
    if (!position.first_to_move) {
        board = board.passed();
    }
    Solution solution(position.size, options, stop);
    SmallAnswer answer;
    if (solution.is_over(board)) {
        answer.score = solution.final_score(board);
        return answer;
    }
    answer.score = solution.score(board);
    if (answer.score) {
        for (int score = *answer.score; !solution.is_over(board); score = -score) {
            const auto move = solution.best_move(board, score);
            if (!move) {
                break;
            }
            answer.pv.push_back(format_middle_move(*move, position.size));
            board = *move == pass ? board.passed() : board.played(*move);
        }
        if (!answer.pv.empty()) {
            answer.move = answer.pv.front();
        }
    }
    answer.nodes = solution.nodes();
    return answer;
}

}  // namespace fivefold::othello
