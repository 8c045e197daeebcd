// Wins by continuous fours (VCF): every move of the attacker makes a four, so that the defender
// has to stop a five each time, and at last cannot.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/stop.hpp"
#include "gomoku/board.hpp"
#include "gomoku/proof_tree.hpp"
#include "gomoku/zone.hpp"

namespace fivefold::gomoku {

// How much may still be searched.
struct Effort {
    const StopFlag* stop;
    std::uint64_t most_nodes;
    std::optional<std::chrono::steady_clock::time_point> deadline = std::nullopt;
    std::uint64_t nodes = 0;
    bool is_over = false;

    // Counts a position; false when it must not be searched any more.
    bool spend() {
        if (nodes >= most_nodes || (nodes % nodes_between_looks == 0 && is_late())) {
            is_over = true;
            return false;
        }
        ++nodes;
        return true;
    }

  private:
    static constexpr std::uint64_t nodes_between_looks = 64;

    bool is_late() const {
        return is_stopped(*stop) || (deadline && std::chrono::steady_clock::now() >= *deadline);
    }
};

// What is known of a position with the attacker to move.
struct KnownFours {
    std::int16_t won_in = 0;      // plies; 0: no win is known
    std::int16_t refuted_to = 0;  // no win in so many plies or fewer
    std::int16_t move = no_square;
};

// A newer position takes the older one's place.
class FourTable {
  public:
    explicit FourTable(std::size_t bytes);

    // Everything kept before counts as forgotten.
    void begin_another() { ++generation_; }

    KnownFours find(std::uint64_t hash) const {
        const Entry& entry = entries_[place_of(hash)];
        const bool is_it = entry.hash == hash && entry.generation == generation_;
        return is_it ? entry.known : KnownFours{};
    }

    void keep(std::uint64_t hash, const KnownFours& known) {
        entries_[place_of(hash)] = {hash, known, generation_};
    }

  private:
    struct Entry {
        std::uint64_t hash = 0;
        KnownFours known;
        std::uint16_t generation = 0;
    };

    std::size_t place_of(std::uint64_t hash) const { return hash & (entries_.size() - 1); }

    std::vector<Entry> entries_;  // a power of two of them
    std::uint16_t generation_ = 1;
};

// More plies than any game has.
inline constexpr int any_length = 2 * most_cells;

// The squares, `five` among them, where a stone of the other side stops the five that `side` would
// make on `five`.
FewSquares stops_of(const Board& board, Side side, int five);

// Where the other side can stop every five that `side` threatens, with the five-squares.
struct Defence {
    FewSquares fives;  // of many some, which is enough: nothing stops two, but in caro
    FewSquares stops;  // what stops all of them; may be forbidden
};
Defence defence_against(const Board& board, Side side);

// Whether the side to move may put a stone anywhere at all.
bool has_a_move(const Board& board);

// Whether a stone of that side makes a four or an open four there and is allowed.
bool makes_four(const Board& board, Side side, int square);

class FourSearch {
  public:
    FourSearch(Board& board, FourTable& table, Effort& effort)
        : board_(board), table_(table), effort_(effort) {}

    static constexpr int no_win = 0;
    static constexpr int unknown = -1;  // the effort was over first

    // The plies in which the side to move wins by fours: at most `plies`, not always the fewest.
    // Looks at no more positions than that.
    int won_in(int plies, std::uint64_t most_nodes);

    // The same, the shortest win first, with all the effort there is.
    int shortest(int plies);

    // Whether the last answer no_win was only true for so many plies.
    bool was_cut() const { return was_cut_; }

    // Writes down the win of at most so many plies that won_in() has just found: the number of the
    // node, or ProofTree::nothing when that needs more effort than there is. Adds to the zone the
    // squares that matter to it: a reply before it that is elsewhere does not change it.
    int write(int plies, ProofTree* tree, Zone& zone);

  private:
    int search(int plies);
    int try_move(int square, int plies);

    Board& board_;
    FourTable& table_;
    Effort& effort_;
    std::uint64_t last_node_ = 0;
    bool was_cut_ = false;
};

// The node that answers each reply to a four: `five` on the first five-square, another five where
// that is stopped, and `answers` (to the stops that are allowed) where all are.
int write_four(ProofTree& tree, const Board& board, Side attacker, int move, const Defence& defence,
               std::vector<std::pair<int, int>> answers);

}  // namespace fivefold::gomoku
