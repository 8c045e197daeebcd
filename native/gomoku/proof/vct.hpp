// Wins by continuous threats (VCT): every move of the attacker makes a four or threatens a win by
// fours, as an open three does and sometimes a quieter move.
//
// The defender's replies are not guessed from shapes. The search finds the threatened win by fours
// and with it the squares that win depends on: where it can be stopped, and where the defender can
// interpose a four. Any other reply loses to it.
//
// A move that stops the defender's four is tried whatever its shape. It keeps the attack alive if
// the threats already on the board still win by fours should the defender pass.
#pragma once

#include <cstdint>
#include <limits>
#include <unordered_map>
#include <vector>

#include "gomoku/proof/vcf.hpp"

namespace fivefold::gomoku {

// The numbers of proof-number search: the minimum number of leaves that must be won to prove a win,
// and refuted to disprove it.
struct ProofNumbers {
    static constexpr std::uint32_t infinite = 1'000'000'000;

    std::uint32_t proof = 1;
    std::uint32_t disproof = 1;

    bool is_won() const { return proof == 0; }
    bool is_refuted() const { return disproof == 0; }
};

inline constexpr ProofNumbers won{0, ProofNumbers::infinite};
inline constexpr ProofNumbers refuted{ProofNumbers::infinite, 0};

// The table of proof numbers. Four entries per bucket; the one with the least work is replaced.
class VctTable {
  public:
    explicit VctTable(std::size_t bytes);

    // Invalidates all entries.
    void begin_another() { ++generation_; }

    const ProofNumbers* find(std::uint64_t hash) const;
    void keep(std::uint64_t hash, ProofNumbers numbers, std::uint64_t work);

  private:
    struct Entry {
        std::uint64_t hash = 0;
        ProofNumbers numbers;
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

// The attacker's moves: fours and threes; also moves that make an open two or a closed three; or
// every move that threatens to win by fours, whatever its shape.
enum class Attack { threes, quiet, every_threat };

class VctSearch {
  public:
    // Looks for wins of the side to move within `plies`.
    VctSearch(Board& board, VctTable& table, VcfTable& fours, SearchEffort& effort, Attack attack,
              int plies);

    // Searches until a win is proven or refuted, or the budget runs out.
    ProofNumbers run();

    // Whether a VCF search inside the tree ran out of nodes, so that "no win" is not proven.
    bool is_incomplete() const { return is_incomplete_; }

    // Writes the proof after run() has found a win; empty if the budget runs out.
    ProofTree write();

  private:
    // The defender's options after a threat.
    struct Replies {
        bool is_threat = true;
        Squares squares;                     // all legal
        int otherwise = ProofTree::nothing;  // the win after any other reply, if written
    };

    ProofNumbers attack(int plies, ProofNumbers most);
    ProofNumbers defend(int plies, ProofNumbers most);
    bool wins_by_fours(int plies);
    void add_moves(int plies, Squares& moves);
    bool is_threat(int square, int plies);
    void find_replies(int plies, Replies& replies, ProofTree* tree = nullptr);
    ProofNumbers initial_numbers(int square) const;
    int write_attack(int plies, ProofTree& tree);
    int write_defence(int move, int plies, ProofTree& tree);

    Board& board_;
    VctTable& table_;
    SearchEffort& effort_;
    VcfSearch fours_;
    Side attacker_;
    Attack attack_;
    int plies_;
    bool is_incomplete_ = false;
    std::unordered_map<std::uint64_t, int> written_;
};

}  // namespace fivefold::gomoku
