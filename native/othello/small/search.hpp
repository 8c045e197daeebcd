// The exact search on 4x4 and 6x6: null windows, a large table and a rough move ordering. Boards
// lie in the middle of 8x8.
#pragma once

#include <algorithm>
#include <array>

#include "othello/endgame/endgame.hpp"
#include "othello/small/journal.hpp"
#include "othello/small/table.hpp"

namespace fivefold::othello::inline FIVEFOLD_KERNEL {

// The smallest of the position's eight symmetric images.
inline Board<8> merged_with_mirrored(Board<8> board) {
    const auto rows_turned = [](Bits cells) { return __builtin_bswap64(cells); };
    const auto mirrored = [](Bits cells) {
        // Transposes the board: rows and columns change places.
        Bits moved = (cells ^ cells >> 7) & 0x00aa00aa00aa00aau;
        cells ^= moved ^ moved << 7;
        moved = (cells ^ cells >> 14) & 0x0000cccc0000ccccu;
        cells ^= moved ^ moved << 14;
        moved = (cells ^ cells >> 28) & 0x00000000f0f0f0f0u;
        return cells ^ moved ^ moved << 28;
    };
    Board<8> least = board;
    // Alternately mirroring and transposing visits all eight images.
    for (int step = 1; step < 8; ++step) {
        board = step % 2 != 0 ? Board<8>{rows_turned(board.own), rows_turned(board.other)}
                              : Board<8>{mirrored(board.own), mirrored(board.other)};
        if (board.own < least.own || (board.own == least.own && board.other < least.other)) {
            least = board;
        }
    }
    return least;
}

template <int Size>
class SmallSearch final : public SmallSolver {
  public:
    explicit SmallSearch(std::size_t megabytes) : table_(megabytes) {}

    std::optional<int> null_window(Bits own, Bits other, int alpha, SmallJournal& journal,
                                   const SmallOptions& options, const StopFlag& stop) override {
        journal_ = &journal;
        options_ = &options;
        stop_ = &stop;
        try {
            return score(own, other, alpha, count_bits(area<Size> & ~(own | other)));
        } catch (const Stopped&) {
            return std::nullopt;
        }
    }

    Bounds known(Bits own, Bits other) const override {
        const int left = count_bits(area<Size> & ~(own | other));
        const Board<8> board =
            left >= min_merged ? merged_with_mirrored({own, other}) : Board<8>{own, other};
        return remembered(board, left).bounds;
    }

    std::uint64_t nodes() const override { return nodes_ + endgame_.nodes; }

  private:
    struct Stopped {};

    struct Move {
        Board<8> after;
        int cell;
        int key;  // smallest first
    };

    static constexpr int min_kept = 10;       // in the large table; Endgame has its own for fewer
    static constexpr int min_merged = 20;     // merged with symmetric images
    static constexpr int min_compared = 14;   // ordered by a shallow search instead of mobility
    static constexpr int min_written = 18;    // written to the journal
    static constexpr int max_look = 100'000;  // above anything static_value() and guess() return
    static constexpr std::uint64_t nodes_written = 10'000'000;  // if it took this many nodes
    static constexpr std::uint64_t nodes_per_check = 64;        // a few milliseconds

    void look_at_budget() {
        if (options_->progress != nullptr) {
            options_->progress->store(nodes(), std::memory_order_relaxed);
        }
        if (is_stopped(*stop_) || nodes() >= options_->nodes) {
            throw Stopped{};
        }
    }

    static Bits legal_moves(const Board<8>& board) { return moves(board) & area<Size>; }

    int score(Bits own, Bits other, int alpha, int left) {
        if (left < min_kept) {
            return endgame_.null_window(own, other, alpha);
        }
        ++nodes_;
        if (++entered_ % nodes_per_check == 0) {
            look_at_budget();
        }
        Board<8> board{own, other};
        if (left >= min_merged) {
            board = merged_with_mirrored(board);
        }
        Bits legal = legal_moves(board);
        if (legal == 0) {
            return legal_moves(board.passed()) == 0 ? final_score<Size>(own, other)
                                                    : -score(board.other, board.own, ~alpha, left);
        }
        Remembered earlier = remembered(board, left);
        Bounds& bounds = earlier.bounds;
        if (bounds.lower > alpha || bounds.lower == bounds.upper) {
            return bounds.lower;
        }
        if (bounds.upper <= alpha) {
            return bounds.upper;
        }
        const std::uint64_t nodes_before = nodes();
        const auto [best, best_move] = searched(board, legal, alpha, left, earlier.move);
        (best > alpha ? bounds.lower : bounds.upper) = best;
        table_.keep(board.own, board.other, bounds, best_move, left);
        if (left >= min_written && nodes() - nodes_before >= nodes_written) {
            journal_->add(board.own, board.other, bounds);
        }
        return best;
    }

    // The table and journal entry of a board, merged with its images if deep enough.
    Remembered remembered(const Board<8>& board, int left) const {
        Remembered found = table_.find(board.own, board.other);
        if (left >= min_written && journal_ != nullptr) {
            if (const auto written = journal_->find(board.own, board.other)) {
                found.bounds = {std::max(found.bounds.lower, written->lower),
                                std::min(found.bounds.upper, written->upper)};
            }
        }
        return found;
    }

    struct Found {
        int score;
        int move;
    };

    Found searched(const Board<8>& board, Bits legal, int alpha, int left, int known_move) {
        std::array<Move, 32> list;
        int count = 0;
        const Bits odd = odd_quadrants(area<Size> & ~(board.own | board.other));
        while (legal != 0) {
            const int cell = take_lowest(legal);
            Move& move = list[static_cast<std::size_t>(count++)];
            move.after = played(board, cell);
            move.cell = cell;
            if (left - 1 >= min_kept && left - 1 < min_merged) {
                table_.prefetch(move.after.own, move.after.other);
            }
        }
        // A reply known to be good enough ends the search of this node.
        if (left - 1 >= min_kept) {
            for (int place = 0; place < count; ++place) {
                const Move& move = list[static_cast<std::size_t>(place)];
                const int least = -known(move.after.own, move.after.other).upper;
                if (least > alpha) {
                    return {least, move.cell};
                }
            }
        }
        for (int place = 0; place < count; ++place) {
            Move& move = list[static_cast<std::size_t>(place)];
            if (move.cell == known_move) {
                move.key = -max_look;
            } else if (left >= min_compared) {
                move.key = guess(move.after, -max_look, max_look, guess_depth(left));
            } else {
                move.key = quick_key(move.after, move.cell, odd);
            }
        }
        std::stable_sort(list.begin(), list.begin() + count,
                         [](const Move& a, const Move& b) { return a.key < b.key; });
        Found best{-65, no_move};
        for (int place = 0; place < count; ++place) {
            const Move& move = list[static_cast<std::size_t>(place)];
            const int found = -score(move.after.own, move.after.other, ~alpha, left - 1);
            if (found > best.score) {
                best = {found, move.cell};
                if (found > alpha) {
                    break;
                }
            }
        }
        return best;
    }

    // As in Endgame: few replies and few open discs of ours first.
    static int quick_key(const Board<8>& after, int cell, Bits odd) {
        constexpr Bits corners = corner_cells<Size>;
        const Bits replies = legal_moves(after);
        const Bits open = around(area<Size> & ~(after.own | after.other));
        return 4 * (count_bits(replies) + count_bits(replies & corners)) +
               count_bits(after.other & open) - ((odd & bit(cell)) != 0 ? 1 : 0) -
               ((corners & bit(cell)) != 0 ? 4 : 0);
    }

    // A static value for the side to move: current and future mobility, and corners.
    static int static_value(const Board<8>& board) {
        const Bits empty = area<Size> & ~(board.own | board.other);
        const Bits open = around(empty);
        const Bits ours = legal_moves(board);
        const Bits theirs = legal_moves(board.passed());
        constexpr Bits corners = corner_cells<Size>;
        const Bits beside_empty_corner = around(empty & corners);
        return 8 * (count_bits(ours) - count_bits(theirs)) +
               8 * (count_bits(ours & corners) - count_bits(theirs & corners)) +
               3 * (count_bits(board.other & open) - count_bits(board.own & open)) +
               48 * (count_bits(board.own & corners) - count_bits(board.other & corners)) -
               12 * (count_bits(board.own & beside_empty_corner) -
                     count_bits(board.other & beside_empty_corner));
    }

    static Bits around(Bits cells) {
        const Bits wide = cells | cells << 1 | cells >> 1;  // the margin separates the rows
        return (wide | wide << 8 | wide >> 8) & area<Size>;
    }

    static int guess_depth(int left) { return left >= 20 ? 3 : left >= 17 ? 2 : 1; }

    // static_value() after a shallow search; a finished game outweighs it.
    int guess(const Board<8>& board, int alpha, int beta, int depth) {
        ++nodes_;
        if (depth == 0) {
            return static_value(board);
        }
        Bits legal = legal_moves(board);
        if (legal == 0) {
            if (legal_moves(board.passed()) == 0) {
                return 1000 * final_score<Size>(board.own, board.other);
            }
            return -guess(board.passed(), -beta, -alpha, depth - 1);
        }
        int best = -max_look;
        while (legal != 0 && best < beta) {
            best = std::max(best, -guess(played(board, take_lowest(legal)), -beta,
                                         -std::max(alpha, best), depth - 1));
        }
        return best;
    }

    SmallTable table_;
    EndgameOn<Size> endgame_;
    std::uint64_t nodes_ = 0;    // including those of guess()
    std::uint64_t entered_ = 0;  // entered by score()
    SmallJournal* journal_ = nullptr;
    const SmallOptions* options_ = nullptr;
    const StopFlag* stop_ = nullptr;
};

}  // namespace fivefold::othello::inline FIVEFOLD_KERNEL
