"""Budgets: nodes, time, and the stop flag."""

from __future__ import annotations

import pytest

from fivefold.core import Limit
from fivefold.strategies.budget import Budget, OutOfBudget


def spend_all(budget: Budget, cap: int = 10_000) -> int:
    """Returns how many nodes the budget grants, up to `cap`."""
    for granted in range(cap):
        try:
            budget.spend()
        except OutOfBudget:
            return granted
    return cap


@pytest.mark.parametrize("nodes", [1, 2, 15, 16, 17, 1_000])
def test_it_grants_exactly_the_nodes_of_the_limit_and_counts_them(nodes: int) -> None:
    budget = Budget(Limit(nodes=nodes))
    assert spend_all(budget) == nodes
    assert budget.nodes == nodes
    with pytest.raises(OutOfBudget):
        budget.spend()


def test_without_a_limit_it_grants_everything() -> None:
    assert spend_all(Budget(Limit())) == 10_000
    assert spend_all(Budget(Limit(depth=1))) == 10_000


def test_an_expired_limit_is_noticed_at_the_first_node() -> None:
    assert spend_all(Budget(Limit(seconds=1e-9))) == 0


def test_a_set_stop_flag_is_noticed_within_sixteen_nodes() -> None:
    class Raised:
        def is_set(self) -> bool:
            return True

    assert spend_all(Budget(Limit(), Raised())) < 16


def test_a_part_continues_from_the_whole_and_never_exceeds_it() -> None:
    whole = Budget(Limit(nodes=100))
    for _ in range(60):
        whole.spend()
    assert spend_all(whole.part(25)) == 25
    assert spend_all(whole.part(70)) == 40
    assert spend_all(whole.part(None)) == 40
    assert whole.nodes == 60
    assert spend_all(Budget(Limit()).part(7)) == 7


def test_the_rest_becomes_the_limit_of_another_search() -> None:
    budget = Budget(Limit(nodes=100))
    budget.spend()
    assert budget.left() == Limit(nodes=99)
    assert budget.left(0.5) == Limit(nodes=49)
    budget.charge(98)
    assert budget.nodes == 99
    assert budget.left() == Limit(nodes=1)
    assert budget.left(0.5) is None
    budget.charge(1)
    assert budget.left() is None
    assert Budget(Limit()).left() == Limit()


def test_a_share_of_time_is_left_until_the_deadline_or_the_stop_flag() -> None:
    class Flag:
        raised = False

        def is_set(self) -> bool:
            return self.raised

    flag = Flag()
    budget = Budget(Limit(seconds=1_000), flag)
    left = budget.left(0.5)
    assert left is not None
    assert left.nodes is None
    assert left.seconds is not None
    assert 0 < left.seconds <= 500
    assert budget.stop is flag
    flag.raised = True
    assert budget.left() is None
    assert Budget(Limit(seconds=1e-9)).left() is None
