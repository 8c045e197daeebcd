// A file of solved positions, so that a long solution survives an interruption.
#pragma once

#include <cstdio>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "othello/small_solver.hpp"

namespace fivefold::othello {

// One line for each: the position as text, then the least and the greatest score that is possible.
//
//     ..............XO....OX.............. X -36 -4
//
// A line is whole once it is written: an interruption can only tear the last one, which is cut off
// when the file is read. Of several lines about a position the last holds.
class SmallJournal {
  public:
    // Reads the file and gets ready to add to it; throws InvalidText with the reason if that cannot
    // be done. An empty path keeps nothing.
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

// From reading order of a small board to the middle of 8x8, and back.
Bits in_the_middle(Bits cells, int size);
Bits from_the_middle(Bits cells, int size);

}  // namespace fivefold::othello
