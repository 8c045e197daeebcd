#include "othello/training/player.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace fivefold::othello::training {

namespace {

constexpr int divided_down(int number, int divisor) {
    return number >= 0 ? number / divisor : -((divisor - 1 - number) / divisor);
}

int final_difference(Bits own, Bits other) {
    const int mine = count_bits(own);
    const int theirs = count_bits(other);
    return mine > theirs ? 64 - 2 * theirs : mine < theirs ? 2 * mine - 64 : 0;
}

// The exact score from null windows around a guess until both bounds meet. `test(score)` is
// fail-soft. Scores are even, so windows are odd.
template <typename Test>
int exact_score(int guess, const Test& test) {
    int lower = -64;
    int upper = 64;
    int asked = std::clamp(guess / 2 * 2, -62, 62) - 1;
    while (lower < upper) {
        const int score = test(asked);
        if (score > asked) {
            lower = score;
            asked = lower + 1;
        } else {
            upper = score;
            asked = upper - 1;
        }
    }
    return lower;
}

}  // namespace

int classical_value(Bits own, Bits other) {
    // One quarter of the board; the neighbours of a taken corner count 2.
    constexpr std::array<std::array<int, 4>, 4> prices{
        {{20, -4, 6, 4}, {-4, -8, -1, -1}, {6, -1, 2, 1}, {4, -1, 1, 1}}};
    constexpr int harmless = 2;
    const Bits filled = own | other;
    int sum = 0;
    for (Bits discs = filled; discs != 0;) {
        const int cell = take_lowest(discs);
        const int column = std::min(cell % 8, 7 - cell % 8);
        const int row = std::min(cell / 8, 7 - cell / 8);
        const int corner = (cell / 8 < 4 ? 0 : 56) + (cell % 8 < 4 ? 0 : 7);
        const bool beside = column <= 1 && row <= 1 && column + row > 0;
        const int price =
            beside && (filled & bit(corner)) != 0
                ? harmless
                : prices[static_cast<std::size_t>(row)][static_cast<std::size_t>(column)];
        sum += (own & bit(cell)) != 0 ? price : -price;
    }
    const int mobility = count_bits(moves(own, other)) - count_bits(moves(other, own));
    return std::clamp((sum + mobility) * (parts_of_disc / 4), -64 * parts_of_disc,
                      64 * parts_of_disc);
}

Player::Player(std::shared_ptr<const Weights> weights)
    : weights_(std::move(weights)), table_(std::size_t{1} << table_bits) {}

int Player::value_of(const Node& node) const {
    return weights_ ? evaluate(*weights_, node.features, node.own, node.other)
                    : classical_value(node.own, node.other);
}

Player::Entry& Player::entry_of(const Node& node) {
    const Bits mixed =
        node.own * 0x9e3779b97f4a7c15u + std::rotl(node.other * 0xd6e8feb86659fd93u, 32);
    return table_[(mixed ^ mixed >> 32) * 0x9e3779b97f4a7c15u >> (64 - table_bits)];
}

int Player::to_the_end(const Node& node, int alpha, int beta) {
    const auto test = [&](int score) { return endgame_.null_window(node.own, node.other, score); };
    if (beta - alpha == 1) {
        return test(divided_down(alpha, parts_of_disc)) * parts_of_disc;
    }
    return exact_score(value_of(node) / parts_of_disc, test) * parts_of_disc;
}

int Player::last_move(const Node& node, Bits legal, int beta) {
    int best = -most - 1;
    while (legal != 0 && best < beta) {
        ++nodes;
        best = std::max(best, -value_of(node.after(take_lowest(legal))));
    }
    return best;
}

int Player::window(const Node& node, int depth, int alpha, int beta) {
    ++nodes;
    const int empty = node.empty();
    if (depth >= empty && empty <= Endgame::max_empty) {
        return to_the_end(node, alpha, beta);
    }
    if (depth == 0) {
        return value_of(node);
    }
    Bits legal = moves(node.own, node.other);
    if (legal == 0) {
        if (moves(node.other, node.own) == 0) {
            return final_difference(node.own, node.other) * parts_of_disc;
        }
        return -window(node.after_pass(), depth, -beta, -alpha);
    }
    if (depth == 1) {
        return last_move(node, legal, beta);
    }
    Entry& entry = entry_of(node);
    int known = no_move;
    if (entry.own == node.own && entry.other == node.other) {
        known = entry.move;
        if (entry.depth == depth) {
            if (entry.lower >= beta || entry.lower == entry.upper) {
                return entry.lower;
            }
            if (entry.upper <= alpha) {
                return entry.upper;
            }
        }
    }

    struct Child {
        Node node;
        int move;
        int key;  // largest first
    };
    std::array<Child, 34> children;
    std::array<Child*, 34> order;
    std::size_t count = 0;
    while (legal != 0) {
        const int cell = take_lowest(legal);
        Child& child = children[count];
        child.node = node.after(cell);
        child.move = cell;
        child.key = cell == known ? 2 * most : -value_of(child.node);
        std::size_t place = count++;
        for (; place > 0 && order[place - 1]->key < child.key; --place) {
            order[place] = order[place - 1];
        }
        order[place] = &child;
    }

    const int first_alpha = alpha;
    int best = -most - 1;
    int best_move = no_move;
    for (std::size_t i = 0; i < count && best < beta; ++i) {
        const Child& child = *order[i];
        int value = -most;
        if (i == 0 || beta - alpha == 1) {
            value = -window(child.node, depth - 1, -beta, -alpha);
        } else {
            value = -window(child.node, depth - 1, -alpha - 1, -alpha);
            if (value > alpha && value < beta) {
                value = -window(child.node, depth - 1, -beta, -value);
            }
        }
        if (value > best) {
            best = value;
            best_move = child.move;
            alpha = std::max(alpha, value);
        }
    }

    if (entry.own != node.own || entry.other != node.other || entry.depth != depth) {
        entry = {node.own, node.other, -most, most, static_cast<std::uint8_t>(depth), no_move};
    }
    if (best > first_alpha) {
        entry.lower = std::max(entry.lower, static_cast<std::int16_t>(best));
    }
    if (best < beta) {
        entry.upper = std::min(entry.upper, static_cast<std::int16_t>(best));
    }
    entry.move = static_cast<std::uint8_t>(best_move);
    return best;
}

Player::Found Player::search(Bits own, Bits other, int depth) {
    const Node root = Node::of(own, other);
    if (moves(own, other) == 0) {
        if (moves(other, own) == 0) {
            return {final_difference(own, other) * parts_of_disc, no_move};
        }
        return {-search(other, own, depth).value, no_move};
    }
    Found found{0, no_move};
    for (int reached = depth % 2 == 0 ? 2 : 1; reached <= depth; reached += 2) {
        found = {-most - 1, no_move};
        const Entry& entry = entry_of(root);
        const bool is_known = entry.own == own && entry.other == other;
        const int known = is_known ? entry.move : no_move;
        struct Choice {
            int move;
            int key;
        };
        std::vector<Choice> choices;
        for (Bits legal = moves(own, other); legal != 0;) {
            const int cell = take_lowest(legal);
            choices.push_back({cell, cell == known ? 2 * most : -value_of(root.after(cell))});
        }
        std::stable_sort(choices.begin(), choices.end(),
                         [](const Choice& a, const Choice& b) { return a.key > b.key; });
        for (const Choice& choice : choices) {
            const Node child = root.after(choice.move);
            int value = 0;
            if (found.move == no_move) {
                value = -window(child, reached - 1, -most, most);
            } else {
                value = -window(child, reached - 1, -found.value - 1, -found.value);
                if (value > found.value) {
                    value = -window(child, reached - 1, -most, -value);
                }
            }
            if (value > found.value) {
                found = {value, choice.move};
            }
        }
        entry_of(root) = {own,
                          other,
                          static_cast<std::int16_t>(found.value),
                          static_cast<std::int16_t>(found.value),
                          static_cast<std::uint8_t>(reached),
                          static_cast<std::uint8_t>(found.move)};
    }
    return found;
}

int Player::solve(Bits own, Bits other) {
    const Node root = Node::of(own, other);
    const int empty = root.empty();
    return exact_score(value_of(root) / parts_of_disc, [&](int score) {
        const int alpha = score * parts_of_disc;
        return window(root, empty, alpha, alpha + 1) / parts_of_disc;
    });
}

}  // namespace fivefold::othello::training
