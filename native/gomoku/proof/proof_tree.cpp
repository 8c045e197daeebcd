#include "gomoku/proof/proof_tree.hpp"

#include <algorithm>

namespace fivefold::gomoku {

int ProofTree::add(Node node) {
    for (const auto& [reply, answer] : node.replies) {
        node.plies = std::max(node.plies, 2 + this->node(answer).plies);
    }
    if (node.otherwise != nothing) {
        node.plies = std::max(node.plies, 2 + this->node(node.otherwise).plies);
    }
    nodes_.push_back(std::move(node));
    return size() - 1;
}

}  // namespace fivefold::gomoku
