// A forced win written down: the attacker's move, an answer to each reply that matters, and one
// answer to all the others.
//
//     h8 -- i8 -- g8 ...         after h8 i8 the attacker plays g8
//      |--- g8 -- i8 ...
//      `--- otherwise -- i8      after any other legal reply
//
// What such a tree must be is said in src/fivefold/strategies/gomoku_proof.py, which checks it.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

namespace fivefold::gomoku {

class ProofTree {
  public:
    static constexpr int nothing = -1;

    // Moves and replies are squares of the board while the tree grows and cells once it is told.
    struct Node {
        int move;
        std::vector<std::pair<int, int>> replies;  // and the node that answers
        int otherwise = nothing;
        int plies = 1;  // until five on the longest line, the move included
    };

    // Adds a node whose answers are there already, and returns its number.
    int add(Node node);

    const Node& node(int number) const { return nodes_[static_cast<std::size_t>(number)]; }
    int size() const { return static_cast<int>(nodes_.size()); }

    int root() const { return root_; }
    void set_root(int number) { root_ = number; }
    bool is_empty() const { return root_ == nothing; }
    int plies() const { return is_empty() ? 0 : node(root_).plies; }

    // The same tree with every square given another name.
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
