#include "othello/training/selfplay.hpp"

#include <algorithm>
#include <utility>

namespace fivefold::othello::training {

namespace {

constexpr Bits start_own = bit(28) | bit(35);    // e4, d5
constexpr Bits start_other = bit(27) | bit(36);  // d4, e5
// Positions with fewer empty cells are not used for training.
constexpr int min_taught = 4;

bool one_in(Chance& chance, unsigned times) {
    return chance() % times == 0;
}

int between(Chance& chance, int low, int high) {
    return low + static_cast<int>(chance() % static_cast<unsigned>(high - low + 1));
}

int random_move(Bits legal, Chance& chance) {
    for (auto skip = chance() % static_cast<unsigned>(count_bits(legal)); skip > 0; --skip) {
        legal &= legal - 1;
    }
    return lowest_index(legal);
}

void play(Bits& own, Bits& other, int cell) {
    const Bits flipped = flips(own, other, cell);
    const Bits mine = own | flipped | bit(cell);
    own = other & ~flipped;
    other = mine;
}

// Passes if the side to move must. Returns false once the game is over.
bool has_move(Bits& own, Bits& other) {
    if (moves(own, other) != 0) {
        return true;
    }
    std::swap(own, other);
    return moves(own, other) != 0;
}

Record solved(Player& player, Bits own, Bits other) {
    const int score = player.solve(own, other);
    return {own, other, static_cast<std::int16_t>(score * parts_of_disc), 1, 0, 0};
}

// Records every position to the end, with quickly chosen moves.
void play_the_end(Player& player, Bits own, Bits other, Chance& chance,
                  std::vector<Record>& records) {
    while (has_move(own, other) && count_bits(~(own | other)) >= min_taught) {
        records.push_back(solved(player, own, other));
        const int move = one_in(chance, 3) ? random_move(moves(own, other), chance)
                                           : player.search(own, other, 1).move;
        play(own, other, move);
    }
}

// Records the position after a random move: a search must judge such positions more often than
// those of good games.
void add_sideline(Player& player, Bits own, Bits other, int depth, Chance& chance,
                  std::vector<Record>& sidelines) {
    play(own, other, random_move(moves(own, other), chance));
    if (has_move(own, other) && count_bits(~(own | other)) >= min_taught) {
        const int value = player.search(own, other, depth).value;
        sidelines.push_back({own, other, static_cast<std::int16_t>(value), 0, 0, 0});
    }
}

}  // namespace

bool play_at_random(Bits& own, Bits& other, int empty, Chance& chance) {
    own = start_own;
    other = start_other;
    while (has_move(own, other)) {
        if (count_bits(~(own | other)) <= empty) {
            return true;
        }
        play(own, other, random_move(moves(own, other), chance));
    }
    return false;
}

std::vector<Record> random_positions(Player& player, const RandomPositions& wanted,
                                     Chance& chance) {
    std::vector<Record> records;
    while (static_cast<int>(records.size()) < wanted.count) {
        Bits own = 0;
        Bits other = 0;
        const int empty = between(chance, wanted.fewest, wanted.most);
        if (!play_at_random(own, other, empty, chance)) {
            continue;
        }
        if (empty <= wanted.depth || empty <= Endgame::max_empty - 2) {
            records.push_back(solved(player, own, other));
        } else {
            const int value = player.search(own, other, wanted.depth).value;
            records.push_back({own, other, static_cast<std::int16_t>(value), 0, 0, 0});
        }
    }
    return records;
}

std::vector<Record> self_play(Player& player, const Play& wanted, Chance& chance) {
    std::vector<Record> records;
    std::vector<Record> sidelines;
    Bits own = 0;
    Bits other = 0;
    // Most games leave known lines early, some late: positions after many random moves are
    // lopsided, but a search meets those too.
    const int random_moves = one_in(chance, 4) ? between(chance, 16, 40) : between(chance, 2, 15);
    if (!play_at_random(own, other, 60 - random_moves, chance)) {
        return records;
    }
    while (count_bits(~(own | other)) > wanted.exact) {
        const auto [value, best] = player.search(own, other, wanted.depth);
        records.push_back({own, other, static_cast<std::int16_t>(value), 0, 0, 0});
        add_sideline(player, own, other, wanted.depth, chance, sidelines);
        const bool strays = one_in(chance, 20);
        play(own, other, strays ? random_move(moves(own, other), chance) : best);
        std::uint8_t next = strays ? 0 : best_played;
        if (moves(own, other) == 0) {
            std::swap(own, other);
            next |= same_side;
            if (moves(own, other) == 0) {
                // The game is over: unless the last move was random, the search saw the end.
                records.back().exact = strays ? 0 : 1;
                records.insert(records.end(), sidelines.begin(), sidelines.end());
                return records;
            }
        }
        records.back().next = next;
    }
    play_the_end(player, own, other, chance, records);
    records.insert(records.end(), sidelines.begin(), sidelines.end());
    return records;
}

}  // namespace fivefold::othello::training
