// The exact endgame search, without an evaluation.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "othello/endgame/last_moves.hpp"
#include "othello/endgame/stability.hpp"
#include "othello/rules/kernel.hpp"

namespace fivefold::othello::inline FIVEFOLD_KERNEL {

// Exact scores of positions with few empty cells; one object per thread. Empty cells count for the
// winner, so scores are even numbers from -64 to 64.
template <int Size>
class EndgameOn {
  public:
    static constexpr int max_empty = 14;

    EndgameOn() : table_(std::size_t{1} << table_bits) {}

    // The score for `own`, to move, against alpha, fail-soft: a result above alpha is a lower
    // bound, any other an upper bound. At most `max_empty` cells are empty.
    int null_window(Bits own, Bits other, int alpha) {
        const Bits empty = area<Size> & ~(own | other);
        const int left = count_bits(empty);
        if (left >= min_sorted) {
            return sorted(own, other, alpha, empty, left);
        }
        return unsorted(own, other, alpha, empty, left);
    }

    // Nodes since the start.
    std::uint64_t nodes = 0;

  private:
    static constexpr int table_bits = 13;  // 200 KB: fits the second-level cache
    static constexpr int min_sorted = 6;
    static constexpr int min_peeked = 8;
    static constexpr int none = -65;  // below every score
    static constexpr int no_move = 64;
    static constexpr int first_of_all = -1000;  // sorts before every other key

    struct Entry {
        Bits own = 0;
        Bits other = 0;
        std::int8_t lower = 0;
        std::int8_t upper = 0;
        std::uint8_t move = no_move;

        bool is_about(Bits ours, Bits theirs) const { return own == ours && other == theirs; }
    };

    struct Move {
        Bits own;  // discs of the side to move
        Bits other;
        int cell;
        int key;  // smallest first
    };

    Entry& entry_of(Bits own, Bits other) {
        const Bits mixed = own * 0x9e3779b97f4a7c15u + std::rotl(other * 0xd6e8feb86659fd93u, 32);
        return table_[(mixed ^ mixed >> 32) * 0x9e3779b97f4a7c15u >> (64 - table_bits)];
    }

    // 0 to 5 empty cells: moves are ordered by parity alone.
    int unsorted(Bits own, Bits other, int alpha, Bits empty, int left) {
        switch (left) {
            case 0:
                ++nodes;
                return final_score<Size>(own, other);
            case 1:
                ++nodes;
                return last_one<Size>(own, alpha, lowest_index(empty));
            case 2: {
                const int first = take_lowest(empty);
                return last_two<Size>(own, other, alpha, first, lowest_index(empty), nodes);
            }
            case 3:
                return last_three<Size>(own, other, alpha, empty, nodes);
            case 4:
                return last_four<Size>(own, other, alpha, empty, nodes);
            default:
                return last_five(own, other, alpha, empty);
        }
    }

    int last_five(Bits own, Bits other, int alpha, Bits empty) {
        ++nodes;
        Bits legal = moves(own, other) & area<Size>;
        if (legal == 0) {
            return after_pass(own, other, alpha);
        }
        const Bits odd = odd_quadrants(empty);
        constexpr Bits corners = corner_cells<Size>;
        int best = none;
        for (const Bits group : {odd & corners, odd, corners, ~Bits{0}}) {
            Bits cells = legal & group;
            legal &= ~group;
            while (cells != 0) {
                const int cell = take_lowest(cells);
                const Bits flipped = flips(own, other, cell);
                const int score = -last_four<Size>(other & ~flipped, own | flipped | bit(cell),
                                                   ~alpha, empty & ~bit(cell), nodes);
                if (score > best) {
                    best = score;
                    if (best > alpha) {
                        return best;
                    }
                }
            }
        }
        return best;
    }

    int after_pass(Bits own, Bits other, int alpha) {
        return (moves(other, own) & area<Size>) == 0 ? final_score<Size>(own, other)
                                                     : -null_window(other, own, ~alpha);
    }

    int sorted(Bits own, Bits other, int alpha, Bits empty, int left) {
        ++nodes;
        Entry& entry = entry_of(own, other);
        __builtin_prefetch(&entry);
        if constexpr (Size == 8) {
            // Far above zero it pays to count the opponent's stable discs.
            if (alpha >= 2 * left - 4) {
                const int most = 64 - 2 * stable_discs(other, own);
                if (most <= alpha) {
                    return most;
                }
            }
        }
        Bits legal = moves(own, other) & area<Size>;
        if (legal == 0) {
            return after_pass(own, other, alpha);
        }
        int known = no_move;
        if (entry.is_about(own, other)) {
            if (entry.lower > alpha) {
                return entry.lower;
            }
            if (entry.upper <= alpha) {
                return entry.upper;
            }
            known = entry.move;
        }
        std::array<Move, max_empty> list;
        int count = 0;
        const Bits odd = odd_quadrants(empty);
        while (legal != 0) {
            const int cell = take_lowest(legal);
            const Bits flipped = flips(own, other, cell);
            Move& move = list[count++];
            move = {other & ~flipped, own | flipped | bit(cell), cell, first_of_all};
            if (left >= min_peeked) {
                __builtin_prefetch(&entry_of(move.own, move.other));
            }
        }
        if (count > 1) {
            for (int place = 0; place < count; ++place) {
                Move& move = list[place];
                if (move.cell != known) {
                    move.key = key_of(move, empty & ~bit(move.cell), odd);
                }
            }
        }
        if (left >= min_peeked) {
            for (int place = 0; place < count; ++place) {
                const Move& move = list[place];
                // A reply with a sufficient known score ends the search of this node.
                const Entry& reply = entry_of(move.own, move.other);
                if (reply.is_about(move.own, move.other) && -reply.upper > alpha) {
                    return -reply.upper;
                }
            }
        }
        int best = none;
        int best_move = no_move;
        for (int place = 0; place < count; ++place) {
            // The first move often suffices, so the others are sorted only when needed.
            int next = place;
            for (int later = place + 1; later < count; ++later) {
                next = list[later].key < list[next].key ? later : next;
            }
            const Move move = list[next];
            list[next] = list[place];
            const Bits rest = empty & ~bit(move.cell);
            const int score = left > min_sorted
                                  ? -sorted(move.own, move.other, ~alpha, rest, left - 1)
                                  : -last_five(move.own, move.other, ~alpha, rest);
            if (score > best) {
                best = score;
                best_move = move.cell;
                if (best > alpha) {
                    break;
                }
            }
        }
        if (!entry.is_about(own, other)) {
            entry = {own, other, -64, 64, no_move};
        }
        (best > alpha ? entry.lower : entry.upper) = static_cast<std::int8_t>(best);
        entry.move = static_cast<std::uint8_t>(best_move);
        return best;
    }

    // Fastest first: moves that leave the opponent few replies and few open discs of ours come
    // early. Corners and the cells diagonally next to them also count.
    static int key_of(const Move& move, Bits empty, Bits odd) {
        constexpr Bits not_a = ~Bits{0x0101010101010101u};
        constexpr Bits not_h = ~Bits{0x8080808080808080u};
        constexpr Bits corners = corner_cells<Size>;
        constexpr Bits beside_corners =
            (corners << 9 | corners >> 9 | corners << 7 | corners >> 7) & area<Size - 2>;
        const Bits replies = moves(move.own, move.other) & area<Size>;
        const Bits wide = empty | (empty << 1 & not_a) | (empty >> 1 & not_h);
        const Bits open = wide | wide << 8 | wide >> 8;
        const Bits disc = bit(move.cell);
        return 4 * (count_bits(replies) + count_bits(replies & corners)) +
               count_bits(move.other & open) - ((odd & disc) != 0 ? 1 : 0) -
               ((corners & disc) != 0 ? 4 : 0) + ((beside_corners & disc) != 0 ? 4 : 0);
    }

    std::vector<Entry> table_;
};

using Endgame = EndgameOn<8>;

}  // namespace fivefold::othello::inline FIVEFOLD_KERNEL
