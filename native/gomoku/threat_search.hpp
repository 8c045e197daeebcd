// Wins by threats (VCT): every move of the attacker makes a four, or threatens to win by fours if
// the defender does nothing about it, as an open three does and now and then a quieter move.
//
// The defender's replies are not guessed from shapes. The win by fours that a move threatens is
// found, and with it the squares that matter to it: where it is stopped, and where the defender
// comes to a four of its own in the meantime. A reply elsewhere loses to that win.
#pragma once

#include <cstdint>
#include <limits>
#include <unordered_map>
#include <vector>

#include "gomoku/four_search.hpp"

namespace fivefold::gomoku {

// Proof-number search: how many positions at least must be won to prove a win, and how many must
// be refuted to disprove it.
struct Numbers {
    static constexpr std::uint32_t infinite = 1'000'000'000;

    std::uint32_t proof = 1;
    std::uint32_t disproof = 1;

    bool is_won() const { return proof == 0; }
    bool is_refuted() const { return disproof == 0; }
};

inline constexpr Numbers won{0, Numbers::infinite};
inline constexpr Numbers refuted{Numbers::infinite, 0};

// What is known of positions. Four to a bucket; a new one takes the place of the least work.
class ThreatTable {
  public:
    explicit ThreatTable(std::size_t bytes);

    // Everything kept before counts as forgotten.
    void begin_another() { ++generation_; }

    const Numbers* find(std::uint64_t hash) const;
    void keep(std::uint64_t hash, Numbers numbers, std::uint64_t work);

  private:
    struct Entry {
        std::uint64_t hash = 0;
        Numbers numbers;
        std::uint32_t work = 0;
        std::uint32_t generation = 0;
    };

    static constexpr std::size_t bucket_size = 4;

    std::size_t bucket_of(std::uint64_t hash) const {
        return (hash & (entries_.size() / bucket_size - 1)) * bucket_size;
    }

    std::vector<Entry> entries_;
    std::uint32_t generation_ = 1;
};

// What the attacker tries: fours and threes, or also what makes an open two or a closed three.
enum class Attack { threes, quiet };

class ThreatSearch {
  public:
    // Finds wins of the side to move in at most so many plies.
    ThreatSearch(Board& board, ThreatTable& table, FourTable& fours, Effort& effort, Attack attack,
                 int plies);

    // Searches until a win is proven or refuted, or the effort is over.
    Numbers run();

    // Whether it was no_win only because a search for fours was given up.
    bool is_incomplete() const { return is_incomplete_; }

    // After run() has proven a win: the tree, empty if that took more effort than there is.
    ProofTree write();

  private:
    // What the defender has to choose from after a threat.
    struct Replies {
        bool is_threat = true;
        Squares squares;                     // legal
        int otherwise = ProofTree::nothing;  // the win after any other reply to a three, if written
    };

    Numbers attack(int plies, Numbers most);
    Numbers defend(int plies, Numbers most);
    bool wins_by_fours(int plies);
    void add_moves(Squares& moves) const;
    void find_replies(int plies, Replies& replies, ProofTree* tree = nullptr);
    Numbers first_numbers(int square) const;
    int write_attack(int plies, ProofTree& tree);
    int write_defence(int move, int plies, ProofTree& tree);

    Board& board_;
    ThreatTable& table_;
    Effort& effort_;
    FourSearch fours_;
    Side attacker_;
    Kind weakest_;  // that is tried as a threat
    int plies_;
    bool is_incomplete_ = false;
    std::unordered_map<std::uint64_t, int> written_;
};

}  // namespace fivefold::gomoku
