// The midgame search: null windows with a table, ProbCut and an evaluation.
#pragma once

#include <algorithm>

#include "othello/endgame/endgame.hpp"
#include "othello/evaluation/evaluation.hpp"
#include "othello/search/ordering.hpp"
#include "othello/search/probcut.hpp"
#include "othello/search/search.hpp"

namespace fivefold::othello::inline FIVEFOLD_KERNEL {

class Midgame final : public Search {
  public:
    Midgame(std::shared_ptr<TableMemory> memory, std::shared_ptr<const Weights> weights)
        : memory_(std::move(memory)), weights_(std::move(weights)), table_(*memory_) {}

    int window(Bits own, Bits other, int alpha, int beta, int depth, int selectivity,
               const Budget& budget) override {
        budget_ = &budget;
        selectivity_ = selectivity;
        probes_ = 0;
        look_around();
        const int empties = 64 - count_bits(own | other);
        return principal(own, other, Features::of(own, other), alpha, beta,
                         std::min(depth, empties));
    }

    std::optional<int> known_move(Bits own, Bits other) override {
        TableEntry entry;
        if (!table_.find(own, other, entry) || entry.move == no_move) {
            return std::nullopt;
        }
        return entry.move;
    }

    int evaluate(Bits own, Bits other) override {
        return value_of(Features::of(own, other), own, other);
    }

    std::uint64_t nodes() const override { return nodes_ + endgame_.nodes; }

    void start() override {
        table_ = Table(*memory_);
        nodes_ = 0;
        endgame_.nodes = 0;
        next_look_ = 0;
    }

    void forget() override { endgame_ = Endgame(); }

    void vary(int variation) override { variation_ = variation; }

  private:
    // Up to this many empty cells, a search to the end orders moves without the evaluation; up to
    // the second limit, Endgame takes over.
    static constexpr int max_unevaluated = 14;
    static constexpr int max_handed_over = 12;
    static constexpr std::uint64_t nodes_per_check = 2048;

    // The fail-soft result of a search and its move.
    struct Found {
        int score = -max_score - 1;
        int move = no_move;
    };

    void enter() {
        ++nodes_;
        if (nodes() >= next_look_) {
            look_around();
        }
    }

    void look_around() {
        if (is_stopped(budget_->stop) || nodes() >= budget_->nodes) {
            throw Stopped{};
        }
        next_look_ = std::min(nodes() + nodes_per_check, budget_->nodes);
    }

    int value_of(const Features& features, Bits own, Bits other) const {
        return othello::evaluate(*weights_, features, own, other);
    }

    // All are fail-soft; the first three search a null window above alpha.
    int null_window(Bits own, Bits other, const Features& features, int alpha, int depth);
    int leaf(Bits own, Bits other, const Features& features, int alpha, int depth);
    int ending(Bits own, Bits other, int alpha);
    int principal(Bits own, Bits other, const Features& features, int alpha, int beta, int depth);

    // Ways to answer a null window without searching; `score` is then the result.
    bool is_stable_enough(Bits own, Bits other, int empties, int alpha, int& score) const;
    bool is_foretold(Bits own, Bits other, const Features& features, int alpha, int depth,
                     int& score);
    bool is_known_after(MoveList& list, Bits own, Bits other, int alpha, int depth,
                        int& score) const;

    void rate(MoveList& list, Bits own, Bits other, const Features& features, int depth,
              int second_move);
    void rate_ending(MoveList& list, Bits own, Bits other, int second_move) const;
    int varied(int cell) const;

    std::shared_ptr<TableMemory> memory_;
    std::shared_ptr<const Weights> weights_;
    Table table_;
    Endgame endgame_;
    const Budget* budget_ = nullptr;
    std::uint64_t nodes_ = 0;
    std::uint64_t next_look_ = 0;
    int selectivity_ = unselective;
    int variation_ = 0;
    int probes_ = 0;  // enclosing ProbCut searches
};

}  // namespace fivefold::othello::inline FIVEFOLD_KERNEL
