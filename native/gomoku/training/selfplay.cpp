#include "gomoku/training/selfplay.hpp"

#include <algorithm>
#include <cstdlib>
#include <stdexcept>
#include <string>

namespace fivefold::gomoku::training {

namespace {

Position empty_position(int size, const Rules& rules) {
    return {std::string(static_cast<std::size_t>(size) * size, '.') + " X", rules};
}

// Uniform and the same on every machine, unlike std::uniform_int_distribution.
int below(int bound, Chance& chance) {
    return static_cast<int>(chance() % static_cast<std::uint64_t>(bound));
}

bool is_near(int cell, const std::vector<int>& stones, int size, int distance) {
    return std::ranges::any_of(stones, [&](int stone) {
        return std::abs(cell % size - stone % size) <= distance &&
               std::abs(cell / size - stone / size) <= distance;
    });
}

// A random legal cell near existing stones, all equally likely.
int random_near(const Position& position, const std::vector<int>& stones, int distance,
                Chance& chance) {
    std::vector<int> cells;
    for (int cell = 0; cell < position.cell_count(); ++cell) {
        if (is_near(cell, stones, position.size(), distance) && position.is_legal(cell)) {
            cells.push_back(cell);
        }
    }
    return cells.empty() ? -1 : cells[below(static_cast<int>(cells.size()), chance)];
}

}  // namespace

std::vector<int> random_opening(int size, int stones, const Rules& rules, Chance& chance) {
    const int around = std::max(1, size / 4);
    const auto near_middle = [&] { return size / 2 - around + below(2 * around + 1, chance); };
    for (;;) {
        Position position = empty_position(size, rules);
        std::vector<int> cells;
        while (static_cast<int>(cells.size()) < stones && !position.is_over()) {
            const int column = near_middle();
            const int cell = cells.empty() ? near_middle() * size + column
                                           : random_near(position, cells, 3, chance);
            if (cell < 0) {
                break;
            }
            position.place(cell);
            cells.push_back(cell);
        }
        if (static_cast<int>(cells.size()) == stones && !position.is_over()) {
            return cells;
        }
    }
}

std::vector<int> even_opening(Player& player, int size, const Openings& openings, Chance& chance) {
    const Rules rules = parse_rules(player.rules());
    for (;;) {
        const int stones = openings.fewest + below(openings.most - openings.fewest + 1, chance);
        std::vector<int> cells = random_opening(size, stones, rules, chance);
        Position position = empty_position(size, rules);
        for (const int cell : cells) {
            position.place(cell);
        }
        const Player::Found found = player.search(position);
        if (!found.is_decided && std::abs(found.score) <= openings.max_uneven) {
            return cells;
        }
    }
}

PlayedGame self_play(Player& player, const Play& play, Chance& chance) {
    player.forget();
    const Rules rules = parse_rules(player.rules());
    const auto known = std::ranges::find(trained_rules, player.rules());
    if (known == trained_rules.end()) {
        throw std::runtime_error("there is no training for the rules " + player.rules());
    }
    PlayedGame game;
    game.rules = static_cast<std::uint8_t>(known - trained_rules.begin());
    game.size = static_cast<std::uint8_t>(play.size);
    Position position = empty_position(play.size, rules);
    std::vector<int> stones;
    const auto put = [&](int cell, int score, int best, int notes) {
        game.moves.push_back({static_cast<std::uint16_t>(cell), static_cast<std::int16_t>(score),
                              static_cast<std::uint16_t>(best), static_cast<std::uint16_t>(notes)});
        position.place(cell);
        stones.push_back(cell);
    };
    for (const int cell : even_opening(player, play.size, play.openings, chance)) {
        put(cell, 0, cell, unsearched);
    }
    const auto won_by = [](Side side) { return side == Side::first ? 1 : -1; };
    while (!position.is_over()) {
        const Player::Found found = player.search(position);
        const int score = std::clamp(found.score, -30000, 30000);
        if (found.is_decided) {
            const Side winner = score > 0 ? position.to_move() : opponent(position.to_move());
            game.result = static_cast<std::int8_t>(won_by(winner));
            put(found.cell, score, found.cell, decided);
            return game;
        }
        const bool strays = static_cast<int>(stones.size()) < play.last_stray &&
                            static_cast<double>(chance() % 10000) < 10000 * play.strays;
        const int other = strays ? random_near(position, stones, 2, chance) : found.cell;
        put(other, score, found.cell, other == found.cell ? 0 : strayed);
    }
    if (position.winner()) {
        game.result = static_cast<std::int8_t>(won_by(*position.winner()));
    }
    return game;
}

}  // namespace fivefold::gomoku::training
