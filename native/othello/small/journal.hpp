// A file of solved positions, so that a long solution survives interruptions.
#pragma once

#include <cstdio>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "othello/small/solver.hpp"

namespace fivefold::othello {

// One line per position: its text, then the lower and upper bound of its score.
//
//     ..............XO....OX.............. X -36 -4
//
// Each line is flushed: an interruption can only tear the last one, which is cut off on reading. Of
// several lines about one position the last counts.
class SmallJournal {
  public:
    // Reads the file and opens it for appending; throws InvalidText with the reason on failure. An
    // empty path disables the journal.
    SmallJournal(const std::string& path, int size);

    std::optional<Bounds> find(Bits own, Bits other) const;
    void add(Bits own, Bits other, Bounds bounds);

    bool is_kept() const { return file_ != nullptr; }

  private:
    struct Closer {
        void operator()(std::FILE* file) const { std::fclose(file); }
    };

    std::string path_;
    int size_;
    std::map<std::pair<Bits, Bits>, Bounds> known_;
    std::unique_ptr<std::FILE, Closer> file_;
};

// Converts reading order of a small board to the middle of 8x8, and back.
Bits in_the_middle(Bits cells, int size);
Bits from_the_middle(Bits cells, int size);

}  // namespace fivefold::othello
