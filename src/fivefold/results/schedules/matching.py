"""Can all be paired? A matching in any graph, by Edmonds' blossoms."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence


def can_pair_all(friends: Sequence[Sequence[int]]) -> bool:
    """Tells whether every node can have a partner of its own among its friends.

    From each single node a tree of alternating paths grows until it meets another single node;
    flipping the path between gives both a partner. Two even nodes that meet close an odd cycle,
    a blossom, which is shrunk to one node by giving all of it the same base. If a node finds no
    path there is no perfect matching: later flips cannot open one.
    """
    if len(friends) % 2:
        return False
    partner = [-1] * len(friends)
    for node, others in enumerate(friends):  # most are paired at once
        if partner[node] < 0:
            free = next((other for other in others if partner[other] < 0), None)
            if free is not None:
                partner[node], partner[free] = free, node
    return all(
        partner[node] >= 0 or _find_partner(friends, partner, node) for node in range(len(friends))
    )


def _find_partner(friends: Sequence[Sequence[int]], partner: list[int], root: int) -> bool:
    """Gives the root a partner and everybody else who had one, one too; False if none can be."""
    size = len(friends)
    parent, base = [-1] * size, list(range(size))
    even = [False] * size
    even[root] = True
    queue = deque([root])
    while queue:
        node = queue.popleft()
        for other in friends[node]:
            if base[node] == base[other] or partner[node] == other:
                continue
            if other == root or (partner[other] >= 0 and parent[partner[other]] >= 0):
                _shrink(node, other, partner, parent, base, even, queue)
            elif parent[other] < 0:
                parent[other] = node
                if partner[other] < 0:
                    _flip(other, partner, parent)
                    return True
                even[partner[other]] = True
                queue.append(partner[other])
    return False


def _flip(end: int, partner: list[int], parent: list[int]) -> None:
    """Swaps who is paired and who is not along the path from the end to the root."""
    while end >= 0:
        before = parent[end]
        after = partner[before]
        partner[end], partner[before] = before, end
        end = after


def _shrink(
    a: int,
    b: int,
    partner: list[int],
    parent: list[int],
    base: list[int],
    even: list[bool],
    queue: deque[int],
) -> None:
    """Makes one node of the odd cycle that the edge a–b closes: all of it becomes even."""
    top = _common_base(a, b, partner, parent, base)
    blossom: set[int] = set()
    for node, child in ((a, b), (b, a)):
        while base[node] != top:
            blossom |= {base[node], base[partner[node]]}
            parent[node] = child
            child = partner[node]
            node = parent[child]
    for node in range(len(base)):
        if base[node] in blossom:
            base[node] = top
            if not even[node]:
                even[node] = True
                queue.append(node)


def _common_base(a: int, b: int, partner: list[int], parent: list[int], base: list[int]) -> int:
    """Returns the first base that the paths from a and from b to the root share."""
    seen = set()
    while True:
        a = base[a]
        seen.add(a)
        if partner[a] < 0:
            break
        a = parent[partner[a]]
    while base[b] not in seen:
        b = parent[partner[base[b]]]
    return base[b]
