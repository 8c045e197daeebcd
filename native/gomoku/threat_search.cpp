#include "gomoku/threat_search.hpp"

#include <algorithm>

namespace fivefold::gomoku {

namespace {

// Positions that a search for fours inside the tree may look at: nearly all need fewer.
constexpr std::uint64_t most_inner_nodes = 2000;

// The shortest win that is not by fours alone: three, reply, open four, reply, five.
constexpr int shortest_by_threes = 5;

std::uint32_t sum(std::uint32_t a, std::uint32_t b) {
    return std::min(a + b, Numbers::infinite);
}

// How far the best child may be searched before the second best would be preferred; a little
// further, so that the search does not go to and fro between two.
std::uint32_t leeway(std::uint32_t second) {
    return sum(second, 1 + second / 4);
}

}  // namespace

ThreatTable::ThreatTable(std::size_t bytes)
    : entries_(std::max(std::bit_floor(bytes / sizeof(Entry)), bucket_size)) {}

const Numbers* ThreatTable::find(std::uint64_t hash) const {
    const Entry* const entries = &entries_[bucket_of(hash)];
    for (std::size_t i = 0; i < bucket_size; ++i) {
        if (entries[i].hash == hash && entries[i].generation == generation_) {
            return &entries[i].numbers;
        }
    }
    return nullptr;
}

void ThreatTable::keep(std::uint64_t hash, Numbers numbers, std::uint64_t work) {
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
    constexpr std::uint64_t most_work = std::numeric_limits<std::uint32_t>::max();
    *replaced = {hash, numbers, static_cast<std::uint32_t>(std::min(work, most_work)), generation_};
}

ThreatSearch::ThreatSearch(Board& board, ThreatTable& table, FourTable& fours, Effort& effort,
                           Attack attack, int plies)
    : board_(board),
      table_(table),
      effort_(effort),
      fours_(board, fours, effort),
      attacker_(board.to_move()),
      weakest_(attack == Attack::quiet ? Kind::two : Kind::three),
      plies_(plies) {
    table_.begin_another();
}

Numbers ThreatSearch::run() {
    return attack(plies_, {Numbers::infinite, Numbers::infinite});
}

bool ThreatSearch::wins_by_fours(int plies) {
    const int found = fours_.won_in(plies, most_inner_nodes);
    is_incomplete_ = is_incomplete_ || found == FourSearch::unknown;
    return found > 0;
}

void ThreatSearch::add_moves(Squares& moves) const {
    const Side defender = opponent(attacker_);
    const auto consider = [&](int square) {
        const Kind kind = board_.exact_kind(attacker_, square);
        if (kind >= weakest_ && kind != Kind::five) {
            moves.add(square);
        }
    };
    if (board_.count(defender, Kind::five) > 0) {
        if (board_.count(defender, Kind::five) == 1) {
            consider(board_.find(defender, Kind::five));
        }
        return;
    }
    for_each_candidate(board_, consider);
    std::stable_sort(moves.begin(), moves.end(), [&](int a, int b) {
        return board_.kind(attacker_, a) > board_.kind(attacker_, b);
    });
}

// The numbers of a move that nothing is known of: a four has one reply, a three has several, and
// a quiet move may be no threat at all.
Numbers ThreatSearch::first_numbers(int square) const {
    const Kind kind = board_.kind(attacker_, square);
    return {kind >= Kind::four ? 1u : kind >= Kind::three ? 3u : 5u, 1};
}

// The attacker is to move and has so many plies, its own move included.
Numbers ThreatSearch::attack(int plies, Numbers most) {
    if (!effort_.spend()) {
        return {};
    }
    const std::uint64_t work_before = effort_.nodes;
    const std::uint64_t hash = board_.hash();
    const auto keep = [&](Numbers numbers) {
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
        add_moves(moves);
    }
    if (moves.is_empty()) {
        return keep(refuted);
    }
    while (true) {
        Numbers here{Numbers::infinite, 0};
        int best = no_square;
        Numbers of_best;
        std::uint32_t second = Numbers::infinite;
        for (const int square : moves) {
            const Numbers* const known = table_.find(board_.hash_after(square));
            const Numbers numbers = known != nullptr ? *known : first_numbers(square);
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

void ThreatSearch::find_replies(int plies, Replies& replies, ProofTree* tree) {
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

// The defender is to move and the attacker has so many plies, this one included.
Numbers ThreatSearch::defend(int plies, Numbers most) {
    const std::uint64_t work_before = effort_.nodes;
    const std::uint64_t hash = board_.hash();
    const auto keep = [&](Numbers numbers) {
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
        Numbers here{0, Numbers::infinite};
        int best = no_square;
        Numbers of_best;
        std::uint32_t second = Numbers::infinite;
        for (const int square : replies.squares) {
            const Numbers* const known = table_.find(board_.hash_after(square));
            const Numbers numbers = known != nullptr ? *known : Numbers{};
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

ProofTree ThreatSearch::write() {
    ProofTree tree;
    written_.clear();
    tree.set_root(write_attack(plies_, tree));
    return tree;
}

int ThreatSearch::write_attack(int plies, ProofTree& tree) {
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
        add_moves(moves);
        const auto wins = [&](int square) {
            const Numbers* const known = table_.find(board_.hash_after(square));
            return known != nullptr && known->is_won();
        };
        auto found = std::find_if(moves.begin(), moves.end(), wins);
        if (found == moves.end()) {  // the table had no room for it
            attack(plies, {Numbers::infinite, Numbers::infinite});
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

int ThreatSearch::write_defence(int move, int plies, ProofTree& tree) {
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
