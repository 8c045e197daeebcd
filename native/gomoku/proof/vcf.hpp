// Wins by continuous fours (VCF): every move of the attacker makes a four, which the defender must
// stop until no reply can.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/stop.hpp"
#include "gomoku/board/board.hpp"
#include "gomoku/proof/proof_tree.hpp"
#include "gomoku/proof/zone.hpp"

namespace fivefold::gomoku {

// The remaining search budget.
struct SearchEffort {
    const StopFlag* stop;
    std::uint64_t max_nodes;
    std::optional<std::chrono::steady_clock::time_point> deadline = std::nullopt;
    std::uint64_t nodes = 0;
    bool is_over = false;

    // Counts a position; false once the budget is used up.
    bool spend() {
        if (nodes >= max_nodes || (nodes % nodes_per_check == 0 && is_late())) {
            is_over = true;
            return false;
        }
        ++nodes;
        return true;
    }

  private:
    static constexpr std::uint64_t nodes_per_check = 64;

    bool is_late() const {
        return is_stopped(*stop) || (deadline && std::chrono::steady_clock::now() >= *deadline);
    }
};

// What is known about a position with the attacker to move.
struct VcfEntry {
    std::int16_t won_in = 0;      // plies; 0: no known win
    std::int16_t refuted_to = 0;  // no win within this many plies
    std::int16_t move = no_square;
};

// A hash table that always replaces.
class VcfTable {
  public:
    explicit VcfTable(std::size_t bytes);

    // Invalidates all entries.
    void begin_another() { ++generation_; }

    VcfEntry find(std::uint64_t hash) const {
        const Entry& entry = entries_[place_of(hash)];
        const bool is_it = entry.hash == hash && entry.generation == generation_;
        return is_it ? entry.known : VcfEntry{};
    }

    void keep(std::uint64_t hash, const VcfEntry& known) {
        entries_[place_of(hash)] = {hash, known, generation_};
    }

  private:
    struct Entry {
        std::uint64_t hash = 0;
        VcfEntry known;
        std::uint16_t generation = 0;
    };

    std::size_t place_of(std::uint64_t hash) const { return hash & (entries_.size() - 1); }

    std::vector<Entry> entries_;  // the size is a power of two
    std::uint16_t generation_ = 1;
};

// Longer than any game.
inline constexpr int unlimited_plies = 2 * max_cells;

// The squares, including `five`, where an opposing stone stops the five that `side` would make on
// `five`.
FewSquares stops_of(const Board& board, Side side, int five);

// The squares where the defender can stop every five that `side` threatens, and the five-squares.
struct Defence {
    FewSquares fives;  // a few suffice: no single stone stops two fives, except in caro
    FewSquares stops;  // they stop all of them, but may be forbidden
};
Defence defence_against(const Board& board, Side side);

// Whether the side to move has any legal move.
bool has_a_move(const Board& board);

// Whether a stone of `side` there makes a four or an open four and is legal.
bool makes_four(const Board& board, Side side, int square);

class VcfSearch {
  public:
    VcfSearch(Board& board, VcfTable& table, SearchEffort& effort)
        : board_(board), table_(table), effort_(effort) {}

    static constexpr int no_win = 0;
    static constexpr int unknown = -1;  // the budget ran out first

    // The plies in which the side to move wins by fours: at most `plies`, not necessarily the
    // fewest. Visits at most `max_nodes` positions.
    int won_in(int plies, std::uint64_t max_nodes);

    // The same for the shortest win, with the whole remaining budget.
    int shortest(int plies);

    // Whether the last `no_win` holds only for the given number of plies.
    bool was_cut() const { return was_cut_; }

    // Writes the win that won_in() has just found within `plies` to the tree. Returns its node, or
    // ProofTree::nothing if the budget runs out. Adds to the zone every square the win depends on:
    // a defender's stone elsewhere does not change it.
    int write(int plies, ProofTree* tree, Zone& zone);

  private:
    int search(int plies);
    int try_move(int square, int plies);

    Board& board_;
    VcfTable& table_;
    SearchEffort& effort_;
    std::uint64_t last_node_ = 0;
    bool was_cut_ = false;
};

// Adds a node that answers each reply to a four: play `five` on the first five-square, another five
// if that is stopped, and `answers` to the legal stops where all are.
int write_four(ProofTree& tree, const Board& board, Side attacker, int move, const Defence& defence,
               std::vector<std::pair<int, int>> answers);

}  // namespace fivefold::gomoku
