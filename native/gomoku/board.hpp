// A Gomoku board that knows at every moment what a stone of either side would make on every empty
// square. For the search: no texts, and whoever places a stone has to know that it is legal.
#pragma once

#include <array>
#include <cstdint>
#include <cstring>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "gomoku/fouls.hpp"
#include "gomoku/patterns.hpp"
#include "gomoku/position.hpp"
#include "gomoku/squares.hpp"

namespace fivefold::gomoku {

constexpr int index_of(Side side) {
    return static_cast<int>(side);
}

enum class Stone : std::uint8_t { first, second, none, edge };

class Board {
  public:
    // The position with its stones. `values` gives what value() sums up.
    Board(const Position& position, const Rules& rules, const CodeValues& values);
    // The same where values do not matter.
    Board(const Position& position, const Rules& rules);

    int size() const { return size_; }
    const Rules& rules() const { return rules_; }
    const Patterns& patterns() const { return *patterns_; }
    Side to_move() const { return to_move_; }
    int empty_count() const { return empty_; }
    bool is_empty(int square) const { return squares_[square].stone == Stone::none; }
    Stone stone(int square) const { return squares_[square].stone; }
    // Differs with the stones, the side to move, the size and the rules.
    std::uint64_t hash() const { return hash_; }
    // What hash() will be after a stone of the side to move.
    std::uint64_t hash_after(int square) const;

    // Puts a stone of the side to move on an empty square.
    void place(int square);
    // Takes back the stone that place() put last and returns where it was.
    int take_back();
    // The stones placed by place(), oldest first.
    int ply() const { return static_cast<int>(history_.size()); }
    int last_square(int back = 0) const {
        return back < ply() ? history_[history_.size() - 1 - static_cast<std::size_t>(back)].square
                            : no_square;
    }
    // Gives the turn to the other side. The same again takes that back.
    void pass() {
        to_move_ = opponent(to_move_);
        hash_ ^= turn_key;
    }
    // The side whose stone, put by place(), made five.
    std::optional<Side> winner() const { return winner_; }

    // What a stone of that side on the empty square would make; Kind::foul may be forbidden.
    Kind kind(Side side, int square) const {
        return static_cast<Kind>(kinds_[index_of(side)][square]);
    }
    // On how many empty squares a stone of that side would make this.
    int count(Side side, Kind kind) const {
        return counts_[index_of(side)][static_cast<std::size_t>(kind)];
    }
    int code(Side side, int square) const {
        return squares_[square].view.codes >> 16 * index_of(side) & 0xffff;
    }
    LineClass line_class(Side side, int square, int direction) const {
        return static_cast<LineClass>(
            squares_[square].view.packed >> (16 * index_of(side) + 4 * direction) & 15);
    }
    // Some empty square of this kind; there is one.
    int find(Side side, Kind kind) const {
        const std::uint8_t* const all = kinds_[index_of(side)].data();
        const auto* const found = static_cast<const std::uint8_t*>(
            std::memchr(all + first_square_, static_cast<int>(kind), square_range_));
        return static_cast<int>(found - all);
    }

    // Whether this empty square is forbidden to that side, exactly.
    bool is_forbidden(Side side, int square) const {
        return kind(side, square) == Kind::foul && is_foul(side, square);
    }
    // kind(), but Kind::foul only where it is one.
    Kind exact_kind(Side side, int square) const;

    // What the class of an empty square would be in one line, with one more stone of `owner` at
    // `offset` from it in that line; the offset is from -reach to reach, on an empty square.
    LineClass line_class_with(Side side, int square, int direction, int offset, Side owner) const {
        const int reach = patterns_->reach();
        const std::uint32_t bits = owner == Side::first ? 1 : 2;
        return patterns_->line_class(
            side, squares_[square].keys[direction] | bits << Patterns::shift(offset, reach));
    }

    // The empty squares near stones, or the middle of an empty board: a word for each row of the
    // array, bit i is its i-th square.
    std::uint32_t candidates(int array_row) const { return near_[array_row] & free_[array_row]; }
    // Every empty square, in the same way.
    std::uint32_t empty_squares(int array_row) const { return free_[array_row]; }
    int first_array_row() const { return margin; }
    int last_array_row() const { return margin + size_ - 1; }

    // The sum over the empty squares of the values of that side's codes less the other's.
    int value(Side side) const { return side == Side::first ? value_ : -value_; }

  private:
    static constexpr std::uint64_t turn_key = 0x9d39247e33776d41u;
    static constexpr int near_rows = 9;

    // What a code means to a side.
    struct Meaning {
        std::int16_t value;
        std::uint16_t kind;
    };
    using Meanings = std::array<std::array<Meaning, code_count>, 2>;

    // What follows from the lines through an empty square; the first side's in the lower half.
    struct View {
        std::uint32_t packed = 0;  // four classes of four bits, twice
        std::uint32_t codes = 0;
        std::uint16_t kinds = 0;
        std::int16_t value = 0;  // the first side's less the second's
    };

    struct alignas(32) Square {
        std::array<std::uint32_t, 4> keys{};
        View view;
        Stone stone = Stone::edge;
    };

    struct Change {
        View view;
        std::uint32_t square;
    };

    // What a stone changes apart from the squares around it, as it was before.
    struct Before {
        int square;
        std::uint32_t changes;
        std::array<std::array<std::uint16_t, kind_count>, 2> counts;
        int value;
        std::array<std::uint32_t, near_rows> near;
        std::optional<Side> winner;
    };

    struct Update;
    Update update_at(int square, Side side);
    void set_kinds(int square, std::uint16_t kinds);
    template <int Reach, int Direction, int Offset>
    void update_square(Update& update);
    template <int Reach>
    void update_lines(int square, Side side);
    template <int Reach>
    void restore_lines(int square, Side side);
    void set_up_square(int square);
    void put(int square, Side side);
    bool is_foul(Side side, int square) const;

    Rules rules_;
    std::shared_ptr<const Patterns> patterns_;
    std::shared_ptr<const Meanings> meanings_;
    const std::uint16_t* code_of_packed_;
    int size_;
    int empty_;
    int first_square_;
    std::size_t square_range_;
    Side to_move_;
    std::optional<Side> winner_;
    bool has_fouls_;
    std::uint64_t hash_;
    std::array<Square, square_count> squares_{};
    std::array<std::array<std::uint8_t, square_count>, 2> kinds_{};
    std::array<std::array<std::uint16_t, kind_count>, 2> counts_{};
    int value_ = 0;
    std::array<std::uint32_t, row_length> near_{};
    std::array<std::uint32_t, row_length> free_{};
    std::array<Lines, 2> lines_{};
    std::vector<Before> history_;
    std::vector<Change> changes_;  // room for all there can be
    std::uint32_t change_count_ = 0;
};

}  // namespace fivefold::gomoku
