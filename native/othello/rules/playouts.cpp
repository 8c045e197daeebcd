#include "othello/rules/playouts.hpp"

#include "othello/rules/kernels.hpp"
#include "othello/rules/position.hpp"

namespace fivefold::othello {

std::optional<Playouts> playouts(std::string_view text, std::uint64_t games, std::uint64_t seed,
                                 const StopFlag& stop) {
    const Position position = parse_position(text);
    const auto [own, other] = position.board<8>();
    Playouts played = best_kernels().play_out(position.size, own, other, games, seed, stop);
    if (is_stopped(stop)) {
        return std::nullopt;
    }
    if (!position.first_to_move) {
        std::swap(played.first_wins, played.second_wins);
    }
    return played;
}

}  // namespace fivefold::othello
