#include "gomoku/training/contest.hpp"

#include <array>
#include <string>

namespace fivefold::gomoku::training {

namespace {

// The winner when `players[0]` plays the first side.
std::optional<Side> play_game(const std::array<Player*, 2>& players, int size,
                              const std::vector<int>& opening) {
    const Rules rules = parse_rules(players[0]->rules());
    Position position(std::string(static_cast<std::size_t>(size) * size, '.') + " X", rules);
    for (const int cell : opening) {
        position.place(cell);
    }
    players[0]->forget();
    players[1]->forget();
    while (!position.is_over()) {
        Player& player = *players[static_cast<std::size_t>(position.to_move())];
        position.place(player.search(position).cell);
    }
    return position.winner();
}

}  // namespace

Standing play_contest(Player& first, Player& second, int size, int pairs, Chance& chance,
                      const std::function<void(const Standing&)>& report) {
    Standing standing;
    for (int pair = 0; pair < pairs; ++pair) {
        Player& judge = pair % 2 == 0 ? first : second;
        const std::vector<int> opening = even_opening(judge, size, {}, chance);
        for (const Side seat : {Side::first, Side::second}) {
            const bool is_first = seat == Side::first;
            const auto winner = play_game(
                {is_first ? &first : &second, is_first ? &second : &first}, size, opening);
            (!winner ? standing.draws : *winner == seat ? standing.wins : standing.losses) += 1;
        }
        report(standing);
    }
    return standing;
}

}  // namespace fivefold::gomoku::training
