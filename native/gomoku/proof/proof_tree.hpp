// A proof of a forced win: the attacker's move, an answer to each reply that matters, and one
// answer to all other replies.
//
//     h8 -- i8 -- g8 ...         after h8 i8 the attacker plays g8
//      |--- g8 -- i8 ...
//      `--- otherwise -- i8      after any other legal reply
//
// src/fivefold/strategies/gomoku/proof.py defines and checks the format.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

namespace fivefold::gomoku {

class ProofTree {
  public:
    static constexpr int nothing = -1;

    // Moves and replies are squares while the tree grows, cells in the final result.
    struct Node {
        int move;
        std::vector<std::pair<int, int>> replies;  // each with the node that answers it
        int otherwise = nothing;
        int plies = 1;  // plies to five on the longest line, including this move
    };

    // Adds a node after its children and returns its index.
    int add(Node node);

    const Node& node(int number) const { return nodes_[static_cast<std::size_t>(number)]; }
    int size() const { return static_cast<int>(nodes_.size()); }

    int root() const { return root_; }
    void set_root(int number) { root_ = number; }
    bool is_empty() const { return root_ == nothing; }
    int plies() const { return is_empty() ? 0 : node(root_).plies; }

    // Maps every square through `rename`.
    template <typename Rename>
    void rename(const Rename& rename) {
        for (Node& node : nodes_) {
            node.move = rename(node.move);
            for (auto& [reply, answer] : node.replies) {
                reply = rename(reply);
            }
        }
    }

  private:
    std::vector<Node> nodes_;
    int root_ = nothing;
};

}  // namespace fivefold::gomoku
