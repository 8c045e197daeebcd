// A second solver of the pentomino game, used to verify the book. It shares nothing with
// pentomino/: shapes, moves, table and search are its own, so an error would have to be made twice
// to go unnoticed.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/stop.hpp"

namespace fivefold::proof {

// Maps a position to its winning move, 0 if there is none. Keys are complete positions, so there
// are no false hits.
class Memory {
  public:
    // Grows to this size; then new results replace old ones.
    explicit Memory(std::size_t megabytes);

    void forget();
    std::optional<std::uint64_t> recall(std::uint64_t position) const;
    void keep(std::uint64_t position, std::uint64_t winner);

  private:
    struct Entry {
        std::uint64_t position = 0;  // 0: empty; a position without moves is never stored
        std::uint64_t winner = 0;
    };

    Entry& place_of(std::uint64_t position);
    const Entry& place_of(std::uint64_t position) const;
    void grow();

    std::vector<Entry> entries_;  // the size is a power of two
    std::size_t most_;
    std::size_t filled_ = 0;
};

// A position is the free cells of an 8x8 grid (bit 8 * row + column; a smaller board is part of it)
// and the pieces left (bit i is the i-th letter of F I L N P T U V W X Y Z).
//
// A placement uses up cells and pieces alike. Both are numbered together, so a placement is a word
// of six bits and two placements exclude each other if their words share a bit. 64 bits suffice
// from the second piece on: 64 cells and 12 pieces, minus 2 * (5 + 1).
class Checker {
  public:
    explicit Checker(std::size_t table_megabytes);

    // Whether the side to move loses, i.e. will be unable to place a piece; nullopt when stopped.
    // Throws std::invalid_argument if cells and pieces do not fit into a word.
    std::optional<bool> is_lost(std::uint64_t free_cells, unsigned pieces_left,
                                const StopFlag& stop);

    // Positions searched so far; safe to read from other threads.
    std::uint64_t nodes() const { return nodes_.load(std::memory_order_relaxed); }

  private:
    using Words = std::vector<std::uint64_t>;

    struct Level {
        Words moves;    // possible placements in search order
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
