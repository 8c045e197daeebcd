#include "gomoku/proof/vct.hpp"

#include <algorithm>

namespace fivefold::gomoku {

namespace {

// The node limit of each VCF search inside the tree; nearly all need fewer.
constexpr std::uint64_t max_inner_nodes = 2000;

// The shortest win that is not by fours alone: three, reply, open four, reply, five.
constexpr int shortest_by_threes = 5;

std::uint32_t sum(std::uint32_t a, std::uint32_t b) {
    return std::min(a + b, ProofNumbers::infinite);
}

// How far to search the best child before switching to the second best. The slack keeps the search
// from oscillating between the two.
std::uint32_t leeway(std::uint32_t second) {
    return sum(second, 1 + second / 4);
}

}  // namespace

VctTable::VctTable(std::size_t bytes)
    : entries_(std::max(std::bit_floor(bytes / sizeof(Entry)), bucket_size)) {}

const ProofNumbers* VctTable::find(std::uint64_t hash) const {
    const Entry* const entries = &entries_[bucket_of(hash)];
    for (std::size_t i = 0; i < bucket_size; ++i) {
        if (entries[i].hash == hash && entries[i].generation == generation_) {
            return &entries[i].numbers;
        }
    }
    return nullptr;
}

void VctTable::keep(std::uint64_t hash, ProofNumbers numbers, std::uint64_t work) {
    Entry* const entries = &entries_[bucket_of(hash)];
    Entry* replaced = entries;
    for (std::size_t i = 0; i < bucket_size; ++i) {
        Entry& entry = entries[i];
        if (entry.generation != generation_) {
            entry.work = 0;
        }
        if (entry.hash == hash && entry.generation == generation_) {
            replaced = &entry;
            break;
        }
        if (entry.work < replaced->work) {
            replaced = &entry;
        }
    }
    constexpr std::uint64_t max_work = std::numeric_limits<std::uint32_t>::max();
    *replaced = {hash, numbers, static_cast<std::uint32_t>(std::min(work, max_work)), generation_};
}

VctSearch::VctSearch(Board& board, VctTable& table, VcfTable& fours, SearchEffort& effort,
                     Attack attack, int plies)
    : board_(board),
      table_(table),
      effort_(effort),
      fours_(board, fours, effort),
      attacker_(board.to_move()),
      attack_(attack),
      plies_(plies) {
    table_.begin_another();
}

ProofNumbers VctSearch::run() {
    return attack(plies_, {ProofNumbers::infinite, ProofNumbers::infinite});
}

bool VctSearch::wins_by_fours(int plies) {
    const int found = fours_.won_in(plies, max_inner_nodes);
    is_incomplete_ = is_incomplete_ || found == VcfSearch::unknown;
    return found > 0;
}

// Whether the attacker would win by fours if the defender passed after this legal move.
bool VctSearch::is_threat(int square, int plies) {
    const std::uint64_t hash = board_.hash_after(square);
    if (const ProofNumbers* const known = table_.find(hash); known != nullptr) {
        return !known->is_refuted();
    }
    board_.place(square);
    bool is_won = board_.count(attacker_, Kind::five) > 0;
    if (!is_won) {
        board_.pass();
        is_won = wins_by_fours(plies - 2);
        board_.pass();
    }
    board_.take_back();
    if (!is_won && !effort_.is_over) {
        table_.keep(hash, refuted, 1);
    }
    return is_won;
}

// The moves to try with `plies` left including this move. Complete for Attack::every_threat.
void VctSearch::add_moves(int plies, Squares& moves) {
    const Side defender = opponent(attacker_);
    if (board_.count(defender, Kind::five) > 0) {
        for (const int stop : defence_against(board_, defender).stops) {
            if (!board_.is_forbidden(attacker_, stop)) {
                moves.add(stop);
            }
        }
        return;
    }
    if (attack_ == Attack::every_threat) {
        for (int row = board_.first_array_row(); row <= board_.last_array_row(); ++row) {
            for (std::uint32_t left = board_.empty_squares(row); left != 0; left &= left - 1) {
                const int square = row * row_length + std::countr_zero(left);
                if (!board_.is_forbidden(attacker_, square) && is_threat(square, plies)) {
                    moves.add(square);
                }
            }
        }
    } else {
        const Kind weakest = attack_ == Attack::quiet ? Kind::two : Kind::three;
        for_each_candidate(board_, [&](int square) {
            if (board_.exact_kind(attacker_, square) >= weakest) {
                moves.add(square);
            }
        });
    }
    std::stable_sort(moves.begin(), moves.end(), [&](int a, int b) {
        return board_.kind(attacker_, a) > board_.kind(attacker_, b);
    });
}

// Initial numbers of an unknown move: a four has one reply, a three several, and a quiet move may
// be no threat at all.
ProofNumbers VctSearch::initial_numbers(int square) const {
    const Kind kind = board_.kind(attacker_, square);
    return {kind >= Kind::four ? 1u : kind >= Kind::three ? 3u : 5u, 1};
}

// The attacker to move, with `plies` left including this move.
ProofNumbers VctSearch::attack(int plies, ProofNumbers most) {
    if (!effort_.spend()) {
        return {};
    }
    const std::uint64_t work_before = effort_.nodes;
    const std::uint64_t hash = board_.hash();
    const auto keep = [&](ProofNumbers numbers) {
        table_.keep(hash, numbers, effort_.nodes - work_before);
        return numbers;
    };
    if (wins_by_fours(plies)) {
        return keep(won);
    }
    if (effort_.is_over) {
        return {};
    }
    Squares moves;
    if (plies >= shortest_by_threes) {
        add_moves(plies, moves);
    }
    if (effort_.is_over) {
        return {};
    }
    if (moves.is_empty()) {
        return keep(refuted);
    }
    while (true) {
        ProofNumbers here{ProofNumbers::infinite, 0};
        int best = no_square;
        ProofNumbers of_best;
        std::uint32_t second = ProofNumbers::infinite;
        for (const int square : moves) {
            const ProofNumbers* const known = table_.find(board_.hash_after(square));
            const ProofNumbers numbers = known != nullptr ? *known : initial_numbers(square);
            here.disproof = sum(here.disproof, numbers.disproof);
            if (best == no_square || numbers.proof < of_best.proof) {
                second = best == no_square ? second : of_best.proof;
                best = square;
                of_best = numbers;
            } else {
                second = std::min(second, numbers.proof);
            }
        }
        here.proof = of_best.proof;
        if (here.is_won()) {
            here = won;
        }
        if (here.proof >= most.proof || here.disproof >= most.disproof || here.is_won() ||
            here.is_refuted() || effort_.is_over) {
            return keep(here);
        }
        board_.place(best);
        defend(plies - 1, {std::min(most.proof, leeway(second)),
                           most.disproof - here.disproof + of_best.disproof});
        board_.take_back();
        if (effort_.is_over) {
            return here;
        }
    }
}

void VctSearch::find_replies(int plies, Replies& replies, ProofTree* tree) {
    const Side defender = opponent(attacker_);
    const auto add_if_legal = [&](int square) {
        if (!board_.is_forbidden(defender, square)) {
            replies.squares.add(square);
        }
    };
    if (board_.count(defender, Kind::five) > 0 || !has_a_move(board_)) {
        replies.is_threat = false;
        return;
    }
    if (board_.count(attacker_, Kind::five) > 0) {
        const Defence defence = defence_against(board_, attacker_);
        std::for_each(defence.stops.begin(), defence.stops.end(), add_if_legal);
        return;
    }
    Zone zone;
    board_.pass();
    if (wins_by_fours(plies - 1)) {
        replies.otherwise = fours_.write(plies - 1, tree, zone);
        is_incomplete_ = is_incomplete_ || replies.otherwise == ProofTree::nothing;
    }
    board_.pass();
    replies.is_threat = replies.otherwise != ProofTree::nothing;
    if (replies.is_threat) {
        zone.for_each([&](int square) {
            if (board_.is_empty(square)) {
                add_if_legal(square);
            }
        });
    }
}

// The defender to move, with `plies` left including this move.
ProofNumbers VctSearch::defend(int plies, ProofNumbers most) {
    const std::uint64_t work_before = effort_.nodes;
    const std::uint64_t hash = board_.hash();
    const auto keep = [&](ProofNumbers numbers) {
        table_.keep(hash, numbers, effort_.nodes - work_before + 1);
        return numbers;
    };
    Replies replies;
    find_replies(plies, replies);
    if (effort_.is_over) {
        return {};
    }
    if (!replies.is_threat) {
        return keep(refuted);
    }
    while (true) {
        ProofNumbers here{0, ProofNumbers::infinite};
        int best = no_square;
        ProofNumbers of_best;
        std::uint32_t second = ProofNumbers::infinite;
        for (const int square : replies.squares) {
            const ProofNumbers* const known = table_.find(board_.hash_after(square));
            const ProofNumbers numbers = known != nullptr ? *known : ProofNumbers{};
            here.proof = sum(here.proof, numbers.proof);
            if (best == no_square || numbers.disproof < of_best.disproof) {
                second = best == no_square ? second : of_best.disproof;
                best = square;
                of_best = numbers;
            } else {
                second = std::min(second, numbers.disproof);
            }
        }
        if (best != no_square) {
            here.disproof = of_best.disproof;
        }
        if (here.is_won() || here.is_refuted()) {
            return keep(here.is_won() ? won : refuted);
        }
        if (here.proof >= most.proof || here.disproof >= most.disproof) {
            return keep(here);
        }
        board_.place(best);
        attack(plies - 1,
               {most.proof - here.proof + of_best.proof, std::min(most.disproof, leeway(second))});
        board_.take_back();
        if (effort_.is_over) {
            return here;
        }
    }
}

ProofTree VctSearch::write() {
    ProofTree tree;
    written_.clear();
    tree.set_root(write_attack(plies_, tree));
    return tree;
}

int VctSearch::write_attack(int plies, ProofTree& tree) {
    const std::uint64_t hash = board_.hash();
    if (const auto known = written_.find(hash); known != written_.end()) {
        return known->second;
    }
    int number = ProofTree::nothing;
    if (wins_by_fours(plies)) {
        Zone zone;
        number = fours_.write(plies, &tree, zone);
    } else {
        Squares moves;
        add_moves(plies, moves);
        const auto wins = [&](int square) {
            const ProofNumbers* const known = table_.find(board_.hash_after(square));
            return known != nullptr && known->is_won();
        };
        auto found = std::find_if(moves.begin(), moves.end(), wins);
        if (found == moves.end()) {  // evicted from the table
            attack(plies, {ProofNumbers::infinite, ProofNumbers::infinite});
            found = std::find_if(moves.begin(), moves.end(), wins);
        }
        if (found != moves.end()) {
            const int move = *found;
            board_.place(move);
            number = write_defence(move, plies - 1, tree);
            board_.take_back();
        }
    }
    if (number != ProofTree::nothing) {
        written_.emplace(hash, number);
    }
    return number;
}

int VctSearch::write_defence(int move, int plies, ProofTree& tree) {
    Replies replies;
    find_replies(plies, replies, &tree);
    if (!replies.is_threat) {
        return ProofTree::nothing;
    }
    std::vector<std::pair<int, int>> answers;
    for (const int reply : replies.squares) {
        board_.place(reply);
        const int answer = write_attack(plies - 1, tree);
        board_.take_back();
        if (answer == ProofTree::nothing) {
            return ProofTree::nothing;
        }
        answers.emplace_back(reply, answer);
    }
    if (board_.count(attacker_, Kind::five) > 0) {
        return write_four(tree, board_, attacker_, move, defence_against(board_, attacker_),
                          std::move(answers));
    }
    return tree.add({move, std::move(answers), replies.otherwise});
}

}  // namespace fivefold::gomoku
