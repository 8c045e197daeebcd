// A second solver of the pentomino game, by which the book is verified. It shares nothing with
// pentomino/: shapes, moves, table and search are its own, so that an error would have to be made
// twice to pass.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/stop.hpp"

namespace fivefold::proof {

// What is free -> the move that wins, 0 if none does. Keys are whole positions: no hit is wrong.
class Memory {
  public:
    // Grows with what is kept, up to that size; then new results push out old ones.
    explicit Memory(std::size_t megabytes);

    void forget();
    std::optional<std::uint64_t> recall(std::uint64_t position) const;
    void keep(std::uint64_t position, std::uint64_t winner);

  private:
    struct Entry {
        std::uint64_t position = 0;  // 0: empty, for a position without a move is never kept
        std::uint64_t winner = 0;
    };

    Entry& place_of(std::uint64_t position);
    const Entry& place_of(std::uint64_t position) const;
    void grow();

    std::vector<Entry> entries_;  // a power of two of them
    std::size_t most_;
    std::size_t filled_ = 0;
};

// Positions are the free cells of an 8x8 grid (bit 8 * row + column; a smaller board is a part of
// it) and the pieces left (bit i is the i-th letter of F I L N P T U V W X Y Z).
//
// Cells and pieces are alike things that a placement uses up. So both are numbered through, a
// placement is one word of six bits, and two placements exclude each other when their words share a
// bit. 64 bits are enough from the second piece on: 64 cells and 12 pieces, less 2 * (5 + 1).
class Checker {
  public:
    explicit Checker(std::size_t table_megabytes);

    // Whether whoever is to move loses, which is who cannot place a piece; none when it was
    // stopped. Throws std::invalid_argument when cells and pieces do not fit into a word.
    std::optional<bool> is_lost(std::uint64_t free_cells, unsigned pieces_left,
                                const StopFlag& stop);

    // Positions searched since the checker was made; another thread may ask while it searches.
    std::uint64_t nodes() const { return nodes_.load(std::memory_order_relaxed); }

  private:
    using Words = std::vector<std::uint64_t>;

    struct Level {
        Words moves;    // the possible placements in the order they are tried
        Words replies;  // the same, those that refuted a move of this level first
    };

    std::uint64_t winner(std::size_t depth, std::size_t count);
    std::uint64_t search(std::size_t depth, std::size_t count);

    std::vector<Level> levels_;
    Memory memory_;
    const StopFlag* stop_ = nullptr;
    bool was_stopped_ = false;
    std::atomic<std::uint64_t> nodes_{0};
};

}  // namespace fivefold::proof
