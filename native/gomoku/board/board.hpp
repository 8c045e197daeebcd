// A Gomoku board that keeps, for every empty square, what a stone of either side would make there.
// Built for the search: no text, and place() does not check legality.
#pragma once

#include <array>
#include <cstdint>
#include <cstring>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "gomoku/board/patterns.hpp"
#include "gomoku/board/squares.hpp"
#include "gomoku/rules/fouls.hpp"
#include "gomoku/rules/position.hpp"

namespace fivefold::gomoku {

constexpr int index_of(Side side) {
    return static_cast<int>(side);
}

enum class Stone : std::uint8_t { first, second, none, edge };

class Board {
    // Derived from the lines through an empty square; the first side's in the low half.
    struct View {
        std::uint32_t packed = 0;  // four classes of four bits, twice
        std::uint32_t codes = 0;
        std::uint16_t kinds = 0;
        std::int16_t value = 0;  // the first side's minus the second's
    };

  public:
    // What a stone changed on another square, which was empty.
    struct Change {
        View before;
        std::uint32_t square;
        std::uint32_t codes_after;
    };

    // Sets up the position. value() sums up `values`.
    Board(const Position& position, const Rules& rules, const CodeValues& values);
    // The same with all values 0.
    Board(const Position& position, const Rules& rules);

    int size() const { return size_; }
    const Rules& rules() const { return rules_; }
    const Patterns& patterns() const { return *patterns_; }
    Side to_move() const { return to_move_; }
    int empty_count() const { return empty_; }
    bool is_empty(int square) const { return squares_[square].stone == Stone::none; }
    Stone stone(int square) const { return squares_[square].stone; }
    // Covers the stones, the side to move, the size and the rules.
    std::uint64_t hash() const { return hash_; }
    // hash() when `ply` stones were placed, up to ply().
    std::uint64_t hash_at(int ply) const {
        return ply == this->ply() ? hash_ : history_[static_cast<std::size_t>(ply)].hash;
    }
    // hash() after the side to move plays here.
    std::uint64_t hash_after(int square) const;

    // Plays a stone for the side to move on an empty square.
    void place(int square);
    // Undoes the last place() and returns its square.
    int take_back();
    // The number of stones placed by place().
    int ply() const { return static_cast<int>(history_.size()); }
    int last_square(int back = 0) const {
        return back < ply() ? history_[history_.size() - 1 - static_cast<std::size_t>(back)].square
                            : no_square;
    }
    // Passes the turn; calling it again undoes that.
    void pass() {
        to_move_ = opponent(to_move_);
        hash_ ^= turn_key;
    }
    // The side that made five with a stone placed by place().
    std::optional<Side> winner() const { return winner_; }

    // What a stone of `side` would make on this empty square. Kind::foul means it may be forbidden.
    Kind kind(Side side, int square) const {
        return static_cast<Kind>(kinds_[index_of(side)][square]);
    }
    // The number of empty squares where a stone of `side` would make `kind`.
    int count(Side side, Kind kind) const {
        return counts_[index_of(side)][static_cast<std::size_t>(kind)];
    }
    int code(Side side, int square) const {
        return squares_[square].view.codes >> 16 * index_of(side) & 0xffff;
    }
    // Both sides' codes of a square, the first side's in the low half; those of a stone's square
    // are from just before it was placed.
    std::uint32_t codes(int square) const { return squares_[square].view.codes; }
    // The square of a stone placed by place(), counting from 0, and what else the stone changed.
    int placed_square(int ply) const { return history_[static_cast<std::size_t>(ply)].square; }
    std::span<const Change> changes_by(int ply) const {
        const auto next = static_cast<std::size_t>(ply) + 1;
        const std::uint32_t begin = history_[next - 1].changes;
        const std::uint32_t end = next < history_.size() ? history_[next].changes : change_count_;
        return {changes_.data() + begin, end - begin};
    }
    LineClass line_class(Side side, int square, int direction) const {
        return static_cast<LineClass>(
            squares_[square].view.packed >> (16 * index_of(side) + 4 * direction) & 15);
    }
    // Some empty square of this kind; at least one must exist.
    int find(Side side, Kind kind) const {
        const std::uint8_t* const all = kinds_[index_of(side)].data();
        const auto* const found = static_cast<const std::uint8_t*>(
            std::memchr(all + first_square_, static_cast<int>(kind), square_range_));
        return static_cast<int>(found - all);
    }

    // Whether the empty square is truly forbidden to `side`.
    bool is_forbidden(Side side, int square) const {
        return kind(side, square) == Kind::foul && is_foul(side, square);
    }
    // kind(), but Kind::foul only where the square is truly forbidden.
    Kind exact_kind(Side side, int square) const;

    // The class of an empty square in one line if `owner` had one more stone at `offset` from it
    // along that line. `offset` is between -reach and reach and refers to an empty square.
    LineClass line_class_with(Side side, int square, int direction, int offset, Side owner) const {
        const int reach = patterns_->reach();
        const std::uint32_t bits = owner == Side::first ? 1 : 2;
        return patterns_->line_class(
            side, squares_[square].keys[direction] | bits << Patterns::shift(offset, reach));
    }

    // The empty squares near stones, or the centre of an empty board. One word per row of the
    // array; bit i is the row's i-th square.
    std::uint32_t candidates(int array_row) const { return near_[array_row] & free_[array_row]; }
    // All empty squares, in the same form.
    std::uint32_t empty_squares(int array_row) const { return free_[array_row]; }
    int first_array_row() const { return margin; }
    int last_array_row() const { return margin + size_ - 1; }

    // The sum over all empty squares of the value of `side`'s code minus the opponent's.
    int value(Side side) const { return side == Side::first ? value_ : -value_; }

  private:
    static constexpr std::uint64_t turn_key = 0x9d39247e33776d41u;
    static constexpr int near_rows = 9;

    // The value and kind of a code for one side.
    struct Meaning {
        std::int16_t value;
        std::uint16_t kind;
    };
    using Meanings = std::array<std::array<Meaning, code_count>, 2>;

    struct alignas(32) Square {
        std::array<std::uint32_t, 4> keys{};
        View view;
        Stone stone = Stone::edge;
    };

    // State to restore when a stone is taken back, apart from the squares it affects.
    struct Before {
        int square;
        std::uint32_t changes;
        std::uint64_t hash;
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
    std::vector<Change> changes_;  // preallocated for the longest game
    std::uint32_t change_count_ = 0;
};

}  // namespace fivefold::gomoku
