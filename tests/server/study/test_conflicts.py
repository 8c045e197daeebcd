"""Two editors at once: who wins, what the other is told, and that nothing is lost."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest

from fivefold.errors import FivefoldError, Refused, StaleWrite
from fivefold.server.room.replay import DamagedLog
from fivefold.server.study import edits as do
from fivefold.server.study import rules
from fivefold.server.study.creation import created
from fivefold.server.study.document import changed, document, event_as_json
from fivefold.server.study.replay import replayed
from fivefold.server.study.rules import decide

if TYPE_CHECKING:
    from tests.server.study.conftest import Desk


def code_of(attempt: Callable[[], object]) -> str:
    with pytest.raises(FivefoldError) as caught:
        attempt()
    return caught.value.code


def test_edits_of_different_things_never_conflict(desk: Desk) -> None:
    seen = desk.study.version
    desk.do(do.Add(1, ("a1",)), seen)
    desk.do(do.Add(3, ("a2",)), seen)
    desk.do(do.Annotate(2, {"comment": "One."}), seen)
    desk.do(do.Annotate(2, {"glyphs": ["!"]}), seen)
    desk.do(do.Promote(4), seen)
    desk.do(do.SetHeaders({"first": "Ann"}), seen)
    desk.do(do.SetHeaders({"second": "Bob"}), seen)
    assert desk.study.version == seen + 7


def test_two_who_play_the_same_move_get_one_node(desk: Desk) -> None:
    seen = desk.study.version
    first = desk.do(do.Add(3, ("a1",)), seen)
    second = desk.do(do.Add(3, ("a1",)), seen)
    assert first.node == second.node


def test_a_deletion_before_an_addition_below_it(desk: Desk) -> None:
    """The move is refused, and can be played once the deletion is undone."""
    seen = desk.study.version
    deleted = desk.do(do.Delete(2), seen).version
    with pytest.raises(StaleWrite) as caught:
        desk.do(do.Add(3, ("a1",)), seen)
    assert (caught.value.code, caught.value.version) == ("study.deleted", deleted)
    desk.do(do.Undo(deleted))
    assert desk.node(desk.add(3, "a1"))["move"] == "a1"


def test_an_addition_before_the_deletion_of_its_line(desk: Desk) -> None:
    """The deletion is refused until its editor has seen what it would delete."""
    seen = desk.study.version
    added = desk.do(do.Add(3, ("a1", "a2")), seen)
    with pytest.raises(StaleWrite) as caught:
        desk.do(do.Delete(2), seen)
    assert (caught.value.code, caught.value.count) == ("study.grew", 2)
    desk.do(do.Delete(2), added.version)
    assert desk.lines() == {0: [1], 1: [4]}


def test_a_comment_below_counts_as_growth_too(desk: Desk) -> None:
    seen = desk.study.version
    desk.note(3, comment="Mine.")
    assert code_of(lambda: desk.do(do.Delete(2), seen)) == "study.grew"
    assert code_of(lambda: desk.do(do.Undo(2), seen)) == "study.grew"  # the addition of 1 to 3


def test_of_two_comments_the_second_is_told(desk: Desk) -> None:
    seen = desk.study.version
    first = desk.do(do.Annotate(2, {"comment": "One."}), seen)
    assert code_of(lambda: desk.do(do.Annotate(2, {"comment": "Two."}), seen)) == "study.changed"
    assert desk.node(2)["comment"] == "One."
    desk.do(do.Annotate(2, {"comment": "Two."}), first.version)
    assert desk.node(2)["comment"] == "Two."


def test_the_same_comment_twice_is_no_conflict(desk: Desk) -> None:
    seen = desk.study.version
    desk.do(do.Annotate(2, {"comment": "One."}), seen)
    desk.do(do.Annotate(2, {"comment": "One."}), seen)


def test_undo_does_not_overwrite_what_came_after(desk: Desk) -> None:
    first = desk.note(2, comment="One.")
    second = desk.note(2, comment="Two.")
    assert code_of(lambda: desk.do(do.Undo(first.version))) == "study.changed"
    desk.do(do.Undo(second.version))
    desk.do(do.Undo(first.version))
    assert "comment" not in desk.node(2)


def test_a_header_that_somebody_else_changed_is_a_conflict(desk: Desk) -> None:
    seen = desk.study.version
    version = desk.do(do.SetHeaders({"first": "Ann"}), seen).version
    with pytest.raises(StaleWrite):
        desk.do(do.SetHeaders({"first": "Bob"}), seen)
    desk.do(do.SetHeaders({"first": "Cid"}), version)
    assert code_of(lambda: desk.do(do.Undo(version))) == "study.changed"


def test_the_same_id_gives_the_same_answer_once(desk: Desk) -> None:
    change = do.Add(3, ("a1",))
    first = desk.do(change, id="mine")
    desk.add(3, "a2")
    again = desk.decide(change, id="mine")
    assert (first.version, first.node) == (again.version, again.node)  # type: ignore[union-attr]
    other = do.Add(3, ("a3",))
    assert code_of(lambda: desk.decide(other, id="mine")) == "study.twice"


def test_only_the_secret_edits(desk: Desk) -> None:
    edit = do.Edit("x", 1, do.Add(0, ("a1",)))
    for holder in (None, "", "another hash"):
        with pytest.raises(Refused) as caught:
            decide(desk.study, edit, holder, 2.0)
        assert caught.value.code == "study.not_yours"


def test_secrets_are_not_shown(desk: Desk) -> None:
    shown = str([event_as_json(event) for event in desk.log]) + str(document(desk.study))
    assert desk.study.owner not in shown
    assert "digest" not in shown


def test_a_study_has_limits(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rules, "MAX_NODES", len(desk.study.nodes) + 1)
    desk.add(3, "a1")
    assert code_of(lambda: desk.add(3, "a2")) == "study.nodes"
    tree = desk.study.tree()
    monkeypatch.setattr("fivefold.server.study.creation.MAX_NODES", 3)
    assert code_of(lambda: created(tree, "h", 1.0)) == "study.large"
    monkeypatch.setattr(rules, "MAX_BYTES", desk.study.size + 100)
    assert code_of(lambda: desk.note(1, comment="x" * 200)) == "study.full"
    monkeypatch.setattr(rules, "MAX_EVENTS", desk.study.version)
    assert code_of(lambda: desk.note(1, comment="x")) == "study.too_long"


def test_a_damaged_log_is_named_by_its_event(desk: Desk) -> None:
    with pytest.raises(DamagedLog) as caught:
        replayed("s", [desk.log[0], desk.log[2]])
    assert caught.value.event == 2
    with pytest.raises(DamagedLog):
        replayed("s", [])


def follow(tree: dict[int, dict[str, Any]], children: dict[int, list[int]], change: Any) -> None:
    """Applies `changed` as a page does, knowing nothing of the edit."""
    for node in change["nodes"]:
        tree[node["id"]] = node
    for id, ids in change["children"].items():
        children[int(id)] = ids


def reached(tree: dict[int, Any], children: dict[int, list[int]]) -> list[Any]:
    found, waiting = [], [0]
    while waiting:
        id = waiting.pop()
        found.append(tree[id])
        waiting += reversed(children.get(id, []))
    return found


@pytest.mark.parametrize("seed", range(8))
def test_followers_who_only_apply_changes_have_the_same_study(desk: Desk, seed: int) -> None:
    """Random edits with old versions: one follower sees each, one comes back now and then."""
    chance = random.Random(seed)
    study = desk.study
    at_once, late = snapshot(desk), snapshot(desk)
    seen = study.version
    for number in range(150):
        try:
            desk.do(random_change(desk, chance), chance.randint(1, study.version), id=f"r{number}")
        except FivefoldError:
            continue
        follow(*at_once, changed(study, study.log[-1:]))
        assert reached(*at_once) == document(study)["nodes"]
        if chance.random() < 0.1:
            follow(*late, changed(study, study.log[seen:]))
            seen = study.version
            assert reached(*late) == document(study)["nodes"]
    assert study.version > 30
    assert document(replayed("s", desk.log)) == document(study)


def snapshot(desk: Desk) -> tuple[dict[int, Any], dict[int, list[int]]]:
    nodes = document(desk.study)["nodes"]
    return {node["id"]: node for node in nodes}, desk.lines()


def random_change(desk: Desk, chance: random.Random) -> do.Change:
    node = chance.randrange(len(desk.study.nodes))
    move = f"{chance.choice('abcdefg')}{chance.randint(1, 15)}"
    return chance.choice(
        (
            do.Add(node, (move,)),
            do.Add(node, (move,)),
            do.Delete(node),
            do.Promote(node, chance.random() < 0.5),
            do.Annotate(node, {"comment": chance.choice(("", "One.", "Two."))}),
            do.Undo(chance.randint(1, desk.study.version)),
        )
    )
