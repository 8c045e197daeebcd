#include "pentomino/search.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <tuple>

#include "pentomino/graph.hpp"

#if defined(__BMI2__)
#include <immintrin.h>
#endif

namespace fivefold::pentomino {

namespace {

constexpr int max_words = 37;  // 2,308 placements on 8x8
constexpr int max_placements = 64 * max_words;
constexpr int lost = -1;

// The bits of `from` selected by `mask`, packed together (PEXT).
inline Bits gathered(Bits from, Bits mask) {
#if defined(__BMI2__)
    return _pext_u64(from, mask);
#else
    Bits found = 0;
    for (int at = 0; mask != 0; ++at) {
        found |= (from >> take_lowest(mask) & 1) << at;
    }
    return found;
#endif
}

// Move ordering: moves that won before with as many pieces down, and moves that leave few replies.
// History counts once per doubling of a move's wins, size once per third of a doubling.
constexpr int history_weight = 3;
constexpr int early_history_weight = 16;  // with more than 512 placements left
constexpr int size_weight = 5;
constexpr int min_peeked = 400;     // with fewer moves, table lookups cost more than they save
constexpr int min_compared = 1024;  // with more moves, symmetric replies count once
constexpr std::uint64_t nodes_per_check = 1024;

struct Stopped {};

// A vertex of the set that excludes the whole set, or `lost`: playing it wins.
inline int sweeping(const Graph<1>& graph, Bits live, int count) {
    for (Bits candidates = live & graph.wide[count]; candidates != 0;) {
        const int vertex = lowest_index(candidates);
        const Bits spared = live & ~graph.conflicts[vertex].words[0];
        if (spared == 0) {
            return vertex;
        }
        // A vertex that excludes everything must exclude what this one spared, too.
        candidates &= graph.conflicts[lowest_index(spared)].words[0];
    }
    return lost;
}

struct Move {
    int vertex;
    int size;  // number of placements it leaves
    int score;

    // A heap keeps the best in front; ties go by number, so every run is the same.
    bool operator<(const Move& other) const {
        return score != other.score ? score < other.score : vertex > other.vertex;
    }
};

template <int W>
struct Pool {
    std::array<std::unique_ptr<Graph<W>>, piece_count + 1> graphs;
};

// Finds twins: vertices with the same conflicts among the live ones.
template <int W>
struct Twins {
    std::array<Set<W>, 64 * W> rows;
    std::array<Bits, 64 * W> areas;
    std::array<std::uint16_t, 64 * W> pieces;
    std::array<std::int16_t, 128 * W> slots;
};

class GraphSearch final : public Search {
  public:
    explicit GraphSearch(Setting setting);

    Verdict decide(const std::vector<int>& live, int pieces_down, const Budget& budget) override;
    void forget() override;

  private:
    // Each returns a winning vertex, `lost`, or one past the last vertex if the table knows that
    // some move wins but not which.
    template <int W>
    int search(Graph<W>& graph, const Set<W>& live, int count, int ply);
    template <int W>
    int visit(Graph<W>& graph, const Set<W>& live, int count, int ply);
    template <int V, int W>
    int descend(const Graph<W>& graph, const Set<W>& live, const Bits* areas,
                const std::uint16_t* pieces, int ply);
    int finish(const Graph<1>& graph, Bits live);
    int finish_misere(const Graph<1>& graph, Bits live);

    template <int W>
    bool peek(const Graph<W>& graph, const Set<W>& live, const Key& here,
              const std::vector<Move>& moves, Set<W>& todo, int& winner);
    void look_around() {
        if (nodes_ >= next_look_) {
            next_look_ = nodes_ + nodes_per_check;
            if (is_stopped(*stop_) || nodes_ - nodes_before_ >= max_nodes_) {
                throw Stopped{};
            }
        }
    }

    Setting setting_;
    Table table_;
    std::unique_ptr<Graph<max_words>> board_;
    std::tuple<Pool<1>, Pool<2>, Pool<4>, Pool<8>, Pool<16>, Pool<32>> pools_;
    std::tuple<std::unique_ptr<Twins<2>>, std::unique_ptr<Twins<4>>, std::unique_ptr<Twins<8>>,
               std::unique_ptr<Twins<16>>, std::unique_ptr<Twins<32>>,
               std::unique_ptr<Twins<max_words>>>
        twins_;
    std::array<std::vector<Move>, piece_count + 1> moves_;
    // How often a placement won, by number of pieces down.
    std::array<std::array<std::uint32_t, max_placements>, piece_count + 1> history_{};
    std::array<std::int16_t, max_placements + 1> thirds_{};  // thirds of a doubling, by size
    const StopFlag* stop_ = nullptr;
    std::uint64_t max_nodes_ = 0;
    std::uint64_t nodes_ = 0;
    std::uint64_t nodes_before_ = 0;
    std::uint64_t next_look_ = 0;
};

GraphSearch::GraphSearch(Setting setting)
    : setting_(std::move(setting)),
      table_(setting_.megabytes),
      board_(std::make_unique<Graph<max_words>>()) {
    const auto& placements = setting_.placements;
    const int count = static_cast<int>(placements.size());
    for (int vertex = 0; vertex < count; ++vertex) {
        board_->areas[vertex] = setting_.frame.laid_out(placements[vertex].cells);
        board_->pieces[vertex] = static_cast<std::uint16_t>(bit(placements[vertex].piece));
        board_->placements[vertex] = static_cast<std::uint16_t>(vertex);
    }
    board_->index_vertices(count);
    for (int vertex = 0; vertex < count; ++vertex) {
        Set<max_words> row = board_->of_piece[placements[vertex].piece];
        for (Bits rest = board_->areas[vertex]; rest != 0;) {
            row = row.with(board_->over_cell[take_lowest(rest)]);
        }
        board_->conflicts[vertex] = row;
    }
    for (int size = 1, thirds = 0; size <= max_placements; ++size) {
        // The largest number of thirds with 2^thirds <= size^3.
        const auto cube = static_cast<std::uint64_t>(size) * size * size;
        while (Bits{2} << thirds <= cube) {
            ++thirds;
        }
        thirds_[size] = static_cast<std::int16_t>(thirds);
    }
}

Verdict GraphSearch::decide(const std::vector<int>& live, int pieces_down, const Budget& budget) {
    if (live.empty()) {
        return {setting_.last_loses ? Value::won : Value::lost, -1, 0};
    }
    stop_ = &budget.stop;
    max_nodes_ = budget.nodes;
    nodes_before_ = nodes_;
    next_look_ = nodes_;
    Set<max_words> all{};
    for (const int placement : live) {
        all.add(placement);
    }
    try {
        int found = visit(*board_, all, all.count(), pieces_down);
        if (found == Graph<max_words>::capacity) {
            // The table knew the result without the move: one of the children is lost.
            for (const int placement : live) {
                const auto child = all.without(board_->conflicts[placement]);
                const int size = child.count();
                if (size == 0 ? !setting_.last_loses
                              : visit(*board_, child, size, pieces_down + 1) == lost) {
                    found = placement;
                    break;
                }
            }
        }
        return {found == lost ? Value::lost : Value::won, found, nodes_ - nodes_before_};
    } catch (const Stopped&) {
        return {Value::unknown, -1, nodes_ - nodes_before_};
    }
}

void GraphSearch::forget() {
    table_.clear();
    history_ = {};
}

// Builds a graph of the live vertices, with twins merged, if that needs fewer words.
template <int W>
int GraphSearch::visit(Graph<W>& graph, const Set<W>& live, int count, int ply) {
    if (count > 32 * W) {
        return search(graph, live, count, ply);
    }
    auto& held = std::get<std::unique_ptr<Twins<W>>>(twins_);
    if (!held) {
        held = std::make_unique<Twins<W>>();
    }
    Twins<W>& twins = *held;
    const auto slot_count = 2 * std::bit_ceil(static_cast<std::uint32_t>(count));
    std::memset(twins.slots.data(), 0xff, slot_count * sizeof(twins.slots[0]));
    Set<W> kept = live;
    int left = count;
    const bool needs_areas = count > Graph<1>::capacity;  // for table keys, which small sets do not
                                                          // have
    live.each([&](int vertex) {
        const Set<W> row = graph.conflicts[vertex].within(live);
        std::uint64_t hash = 0;
        for (const Bits word : row.words) {
            hash = (hash ^ word) * 0x9e3779b97f4a7c15u;
            hash ^= hash >> 29;
        }
        for (auto slot = hash >> 20 & (slot_count - 1);; slot = (slot + 1) & (slot_count - 1)) {
            const int twin = twins.slots[slot];
            if (twin < 0) {
                twins.slots[slot] = static_cast<std::int16_t>(vertex);
                twins.rows[vertex] = row;
                if (needs_areas) {
                    twins.areas[vertex] = graph.areas[vertex];
                    twins.pieces[vertex] = graph.pieces[vertex];
                }
                return;
            }
            if (twins.rows[twin] == row) {
                if (needs_areas) {
                    twins.areas[twin] |= graph.areas[vertex];
                    twins.pieces[twin] |= graph.pieces[vertex];
                }
                kept.remove(vertex);
                --left;
                return;
            }
        }
    });
    const Bits* areas = twins.areas.data();
    const std::uint16_t* pieces = twins.pieces.data();
    if (left <= 64) {
        return descend<1>(graph, kept, areas, pieces, ply);
    }
    if constexpr (W > 2) {
        if (left <= 128) {
            return descend<2>(graph, kept, areas, pieces, ply);
        }
    }
    if constexpr (W > 4) {
        if (left <= 256) {
            return descend<4>(graph, kept, areas, pieces, ply);
        }
    }
    if constexpr (W > 8) {
        if (left <= 512) {
            return descend<8>(graph, kept, areas, pieces, ply);
        }
    }
    if constexpr (W > 16) {
        if (left <= 1024) {
            return descend<16>(graph, kept, areas, pieces, ply);
        }
    }
    if constexpr (W > 32) {
        return descend<32>(graph, kept, areas, pieces, ply);
    }
    return search(graph, live, count, ply);
}

template <int V, int W>
int GraphSearch::descend(const Graph<W>& graph, const Set<W>& live, const Bits* areas,
                         const std::uint16_t* pieces, int ply) {
    auto& held = std::get<Pool<V>>(pools_).graphs[ply];
    if (!held) {
        held = std::make_unique<Graph<V>>();
    }
    Graph<V>& smaller = *held;
    int count = 0;
    live.each([&](int vertex) {
        if constexpr (V > 1) {
            smaller.areas[count] = areas[vertex];
            smaller.pieces[count] = pieces[vertex];
            smaller.placements[count] = graph.placements[vertex];
        }
        smaller.above[count] = static_cast<std::uint16_t>(vertex);
        ++count;
    });
    std::array<int, W> widths;
    for (int w = 0; w < W; ++w) {
        widths[w] = count_bits(live.words[w]);
    }
    for (int vertex = 0; vertex < count; ++vertex) {
        const Set<W>& from = graph.conflicts[smaller.above[vertex]];
        Set<V> row{};
        int at = 0;
        for (int w = 0; w < W; ++w) {
            if (widths[w] == 0) {
                continue;
            }
            const Bits part = gathered(from.words[w], live.words[w]);
            if constexpr (V == 1) {
                row.words[0] |= part << at;
            } else {
                row.words[at >> 6] |= part << (at & 63);
                if ((at & 63) + widths[w] > 64) {
                    row.words[(at >> 6) + 1] |= part >> (64 - (at & 63));
                }
            }
            at += widths[w];
        }
        smaller.conflicts[vertex] = row;
    }
    smaller.index_vertices(count);
    int found;
    if constexpr (V == 1) {
        found = setting_.last_loses ? finish_misere(smaller, lowest_bits(count))
                                    : finish(smaller, lowest_bits(count));
    } else {
        found = search(smaller, Set<V>::first(count), count, ply);
    }
    if (found == lost) {
        return lost;
    }
    return found == Graph<V>::capacity ? Graph<W>::capacity : smaller.above[found];
}

// Looks up every move. Returns true if one is known to win and sets `winner`; removes known losers
// from `todo`.
template <int W>
bool GraphSearch::peek(const Graph<W>& graph, const Set<W>& live, const Key& here,
                       const std::vector<Move>& moves, Set<W>& todo, int& winner) {
    for (const Move& move : moves) {
        const Set<W> child = live.without(graph.conflicts[move.vertex]);
        const Bits area = graph.area_of(child, here.area);
        const std::uint32_t pieces = graph.pieces_of(child, here.pieces);
        switch (table_.find({setting_.frame.canonical(area), pieces})) {
            case Value::lost:
                winner = move.vertex;
                return true;
            case Value::won:
                todo.remove(move.vertex);
                break;
            case Value::unknown:
                break;
        }
    }
    return false;
}

template <int W>
int GraphSearch::search(Graph<W>& graph, const Set<W>& live, int count, int ply) {
    ++nodes_;
    look_around();
    const std::uint64_t nodes_at_start = nodes_;
    const Key here{graph.area_of(live, graph.area), graph.pieces_of(live, (1 << piece_count) - 1)};
    const Key key{setting_.frame.canonical(here.area), here.pieces};
    switch (table_.find(key)) {
        case Value::lost:
            return lost;
        case Value::won:
            return Graph<W>::capacity;
        case Value::unknown:
            break;
    }
    Set<W> todo = live;
    auto& moves = moves_[ply];
    moves.clear();
    auto& history = history_[ply];
    const int weight = count > 512 ? early_history_weight : history_weight;
    int winner = lost;
    const auto symmetries = [&](int vertex) {
        const Set<W> child = live.without(graph.conflicts[vertex]);
        return setting_.frame.symmetries(graph.area_of(child, here.area));
    };
    live.each([&](int vertex) {
        const int size = live.without(graph.conflicts[vertex]).count();
        if (size > 0) {
            const auto wins = static_cast<int>(std::bit_width(history[graph.placements[vertex]]));
            const int different = count > min_compared ? size / symmetries(vertex) : size;
            moves.push_back({vertex, size, weight * wins - size_weight * thirds_[different]});
        } else if (setting_.last_loses) {
            todo.remove(vertex);
        } else {
            winner = vertex;
        }
    });
    if (winner != lost || (count > min_peeked && peek(graph, live, here, moves, todo, winner))) {
        table_.store(key, Value::won, nodes_ - nodes_at_start + 1);
        return winner;
    }
    for (std::make_heap(moves.begin(), moves.end()); !moves.empty();) {
        std::pop_heap(moves.begin(), moves.end());
        const Move move = moves.back();
        moves.pop_back();
        if (!todo.has(move.vertex)) {
            continue;
        }
        const int reply =
            visit(graph, live.without(graph.conflicts[move.vertex]), move.size, ply + 1);
        if (reply == lost) {
            winner = move.vertex;
            ++history[graph.placements[winner]];
            break;
        }
        // If the reply refutes the move, the move refutes the reply: the same pieces are down.
        if (reply < Graph<W>::capacity) {
            todo.remove(reply);
        }
    }
    table_.store(key, winner == lost ? Value::lost : Value::won, nodes_ - nodes_at_start + 1);
    return winner;
}

// At most 64 vertices, one word per set. Looking two moves ahead decides most positions: a vertex
// that excludes all others wins, and one that leaves such a reply loses.
int GraphSearch::finish(const Graph<1>& graph, Bits live) {
    ++nodes_;
    look_around();
    const auto* conflicts = reinterpret_cast<const Bits*>(graph.conflicts.data());
    const int count = count_bits(live);
    const int at_once = sweeping(graph, live, count);
    if (at_once != lost) {
        return at_once;
    }
    Bits todo = live;
    Bits killer = 0;  // the last refuting reply and what it excludes
    int killer_at = 0;
    std::uint64_t looked_at = 0;
    for (Bits rest = live; rest != 0;) {
        const int move = take_lowest(rest);
        const Bits child = live & ~conflicts[move];
        ++looked_at;
        if ((child & ~killer) == 0 && (child >> killer_at & 1) != 0) {
            todo &= ~bit(move);
            continue;
        }
        const int reply = sweeping(graph, child, count_bits(child));
        if (reply != lost) {
            todo &= ~(bit(move) | bit(reply));
            rest &= ~bit(reply);
            killer = conflicts[reply];
            killer_at = reply;
        }
    }
    nodes_ += looked_at;
    if (todo == 0) {
        return lost;
    }
    while (todo != 0) {
        int move = 0;
        int fewest = 65;
        for (Bits rest = todo; rest != 0;) {
            const int vertex = take_lowest(rest);
            const int size = count_bits(live & ~conflicts[vertex]);
            if (size < fewest) {
                fewest = size;
                move = vertex;
            }
        }
        todo &= ~bit(move);
        const int reply = finish(graph, live & ~conflicts[move]);
        if (reply == lost) {
            return move;
        }
        todo &= ~bit(reply);
    }
    return lost;
}

// The misère version: an empty set is won for the side to move.
int GraphSearch::finish_misere(const Graph<1>& graph, Bits live) {
    if (live == 0) {
        return Graph<1>::capacity;
    }
    ++nodes_;
    look_around();
    Bits todo = live;
    while (todo != 0) {
        int move = 0;
        int fewest = 65;
        for (Bits rest = todo; rest != 0;) {
            const int vertex = take_lowest(rest);
            const int size = count_bits(live & ~graph.conflicts[vertex].words[0]);
            if (size < fewest) {
                fewest = size;
                move = vertex;
            }
        }
        todo &= ~bit(move);
        const int reply = finish_misere(graph, live & ~graph.conflicts[move].words[0]);
        if (reply == lost) {
            return move;
        }
        if (reply < Graph<1>::capacity) {
            todo &= ~bit(reply);
        }
    }
    return lost;
}

}  // namespace

#if defined(FIVEFOLD_FAST_SEARCH)
std::unique_ptr<Search> make_fast_search(Setting setting) {
#else
std::unique_ptr<Search> make_portable_search(Setting setting) {
#endif
    return std::make_unique<GraphSearch>(std::move(setting));
}

}  // namespace fivefold::pentomino
