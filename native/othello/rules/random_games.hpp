// Plays random games.
#pragma once

#include <cstdint>

#include "core/stop.hpp"
#include "othello/rules/kernel.hpp"
#include "othello/rules/playouts.hpp"

namespace fivefold::othello::inline FIVEFOLD_KERNEL {

// SplitMix64: one multiplication per number, the same on every machine.
class Dice {
  public:
    explicit Dice(std::uint64_t seed) : state_(seed) {}

    // 0 to sides - 1, for sides <= 64. The bias is at most 64 in 2^32.
    int roll(int sides) {
        state_ += 0x9e3779b97f4a7c15u;
        std::uint64_t mixed = (state_ ^ state_ >> 30) * 0xbf58476d1ce4e5b9u;
        mixed = (mixed ^ mixed >> 27) * 0x94d049bb133111ebu;
        return static_cast<int>((mixed >> 32) * static_cast<std::uint64_t>(sides) >> 32);
    }

  private:
    std::uint64_t state_;
};

// The index of the set bit that has `skipped` set bits below it.
inline int set_bit(Bits bits, int skipped) {
#if defined(__BMI2__)
    return lowest_index(_pdep_u64(bit(skipped), bits));
#else
    for (; skipped > 0; --skipped) {
        bits &= bits - 1;
    }
    return lowest_index(bits);
#endif
}

// "First" is the side to move. When stopped, the games played so far.
template <int Size>
Playouts play_out(const Board<Size>& start, std::uint64_t games, std::uint64_t seed,
                  const StopFlag& stop) {
    Playouts played;
    Dice dice(seed);
    for (std::uint64_t game = 0; game < games && !is_stopped(stop); ++game) {
        Board<Size> board = start;
        bool turned = false;  // whether `board` is from the second side's view
        for (;;) {
            const Bits legal = moves(board);
            if (legal != 0) {
                board = othello::played(board, set_bit(legal, dice.roll(count_bits(legal))));
            } else if (moves(board.passed()) != 0) {
                board = board.passed();
            } else {
                break;
            }
            turned = !turned;
            ++played.plies;
        }
        const int margin = count_bits(board.own) - count_bits(board.other);
        played.draws += margin == 0;
        played.first_wins += turned ? margin < 0 : margin > 0;
        played.second_wins += turned ? margin > 0 : margin < 0;
    }
    return played;
}

}  // namespace fivefold::othello::inline FIVEFOLD_KERNEL
