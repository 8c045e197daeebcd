"""Perfect matchings in general graphs, by Edmonds' blossom algorithm."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence


def can_pair_all(friends: Sequence[Sequence[int]]) -> bool:
    """Tells whether a perfect matching exists: every node gets a partner among its friends.

    From each unmatched node a tree of alternating paths grows until it meets another unmatched one;
    flipping the path between them matches both. Two even nodes that meet close an odd cycle, a
    blossom, which is contracted by giving its nodes one base. If a node finds no path there is no
    perfect matching: later flips cannot open one.
    """
    if len(friends) % 2:
        return False
    partner = [-1] * len(friends)
    for node, others in enumerate(friends):  # a greedy start matches most nodes
        if partner[node] < 0:
            free = next((other for other in others if partner[other] < 0), None)
            if free is not None:
                partner[node], partner[free] = free, node
    return all(
        partner[node] >= 0 or _find_partner(friends, partner, node) for node in range(len(friends))
    )


def _find_partner(friends: Sequence[Sequence[int]], partner: list[int], root: int) -> bool:
    """Matches the root, keeping everyone else matched; False if that is impossible."""
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
    """Swaps matched and unmatched edges along the path from the end to the root."""
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
    """Contracts the odd cycle closed by the edge a–b: all of its nodes become even."""
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
    """Returns the first base shared by the paths from a and from b to the root."""
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
