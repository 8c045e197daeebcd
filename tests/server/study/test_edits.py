"""What each edit does to the tree, and what its undo leaves."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest

from fivefold.errors import FivefoldError, IllegalMove
from fivefold.formats import write_text
from fivefold.formats.reading import Reading
from fivefold.names import game_from
from fivefold.server.study import edits as do
from fivefold.server.study.document import document
from fivefold.server.study.replay import replayed
from fivefold.server.study.study import Done

if TYPE_CHECKING:
    from tests.server.study.conftest import Desk


def code_of(attempt: Callable[[], object]) -> str:
    with pytest.raises(FivefoldError) as caught:
        attempt()
    return caught.value.code


def test_moves_become_nodes_with_ids_that_count_up(desk: Desk) -> None:
    assert desk.lines() == {0: [1], 1: [2, 4], 2: [3]}
    assert [desk.node(id)["move"] for id in (1, 2, 3, 4)] == ["h8", "i9", "j10", "g9"]


def test_moves_that_exist_are_followed(desk: Desk) -> None:
    before = desk.study.version
    assert desk.do(do.Add(0, ("h8", "i9"))) == Done(before, 2)
    assert desk.add(0, "h8", "g9", "g10") == 5
    assert desk.lines()[4] == [5]
    assert desk.study.version == before + 1


def test_an_illegal_move_is_explained_and_adds_nothing(desk: Desk) -> None:
    assert code_of(lambda: desk.add(1, "h8")) == "move.occupied"
    assert code_of(lambda: desk.add(1, "a1", "h8")) == "moves.numbered"
    assert desk.lines() == {0: [1], 1: [2, 4], 2: [3]}


def test_a_node_says_which_cells_its_move_changes(new_desk: Any) -> None:
    othello = new_desk("f5", "othello")
    othello.add(1, "d6")
    assert othello.node(1)["set"] == ["X", 37, 36]
    assert othello.node(2)["set"] == ["O", 43, 35]
    pentomino = new_desk("." * 25, "pentomino(size=5)")
    move = pentomino.study.game.format_move(pentomino.study.start.legal_moves()[0])
    found = pentomino.node(pentomino.add(0, move))["set"]
    assert found[0] == move[0]
    assert len(found) == 6


@pytest.mark.parametrize("game", ["gomoku", "othello", "pentomino(size=6)"])
def test_the_changed_cells_lead_to_every_position(new_desk: Any, game: str) -> None:
    """Applied one after another, they give what the rules give."""
    desk = new_desk(_position(game), game)
    state, node = desk.study.start, 0
    cells = list(state.cells)
    for number in range(40):
        if state.outcome is not None:
            break
        legal = state.legal_moves()
        move = legal[number * 7 % len(legal)]
        state = state.play(move)
        node = desk.add(node, desk.study.game.format_move(move))
        for id in desk.study.nodes.path(node)[-2:]:
            mark = ""
            for each in desk.node(id).get("set", []):
                if isinstance(each, str):
                    mark = each
                else:
                    cells[each] = mark
        state = desk.study.nodes.position(node)
        assert "".join(cells) == state.cells


def _position(game: str) -> str:
    known = game_from(game)
    return known.format_position(known.start)


def line_to_a_pass() -> list[str]:
    """Returns moves on a small board after which the other side has none."""
    chance, game = random.Random(4), game_from("othello(size=4)")
    while True:
        state, moves = game.start, list[str]()
        while state.outcome is None and state.legal_moves() != [game.pass_move]:
            move = chance.choice(state.legal_moves())
            moves.append(game.format_move(move))
            state = state.play(move)
        if state.outcome is None:
            return moves


def test_a_forced_pass_is_added_by_itself(new_desk: Any) -> None:
    desk, moves = new_desk(_position("othello(size=4)"), "othello"), line_to_a_pass()
    node = desk.add(0, *moves)
    assert (desk.node(node)["move"], desk.node(node)["set"]) == ("--", [])
    assert node == len(moves) + 1
    before = desk.study.version
    assert desk.do(do.Add(node - 2, (moves[-1],))) == Done(before, node)
    # A line that leaves the pass out is the same line.
    after = desk.study.nodes.position(node)
    on = after.game.format_move(after.legal_moves()[0])
    assert node in desk.study.nodes.path(desk.add(0, *moves, on))


def test_a_deleted_line_is_gone_and_comes_back_with_its_ids(desk: Desk) -> None:
    desk.note(3, comment="Far.")
    desk.do(do.Delete(2))
    assert desk.lines() == {0: [1], 1: [4]}
    assert code_of(lambda: desk.add(3, "a1")) == "study.deleted"
    desk.undo()
    assert desk.lines() == {0: [1], 1: [2, 4], 2: [3]}
    assert desk.node(3)["comment"] == "Far."


def test_a_promoted_move_is_the_first(desk: Desk) -> None:
    desk.do(do.Promote(4))
    assert desk.lines()[1] == [4, 2]
    desk.undo()
    assert desk.lines()[1] == [2, 4]
    assert desk.do(do.Promote(2)).version == desk.study.version  # nothing to do


def test_a_line_is_promoted_to_the_main_line(desk: Desk) -> None:
    other = desk.add(0, "a1", "b2")
    desk.add(4, "c3")
    deep = desk.add(4, "d4")
    desk.do(do.Promote(deep, main=True))
    main = [node.id for node in desk.study.nodes.main_line()]
    assert main == [1, 4, deep]
    desk.do(do.Promote(other, main=True))
    assert [node.id for node in desk.study.nodes.main_line()] == [other - 1, other]
    desk.undo()
    assert [node.id for node in desk.study.nodes.main_line()] == main


def test_the_notes_that_are_named_are_replaced_and_others_stay(desk: Desk) -> None:
    desk.note(1, comment="Good.", glyphs=["!"], marks=[["h8", "circle"]], arrows=[["h8", "i9"]])
    desk.note(1, comment="", labels=[["i9", "A"]])
    assert "comment" not in desk.node(1)
    assert desk.node(1)["glyphs"] == ["!"]
    assert desk.node(1)["labels"] == [["i9", "A"]]
    desk.undo()
    assert desk.node(1)["comment"] == "Good."
    assert "labels" not in desk.node(1)
    desk.redo()
    assert "comment" not in desk.node(1)


def test_notes_with_a_cell_off_the_board_are_refused(desk: Desk) -> None:
    assert code_of(lambda: desk.note(1, marks=[["z9", "circle"]])) == "tree.json.field"


def test_headers_are_texts_on_one_line(desk: Desk) -> None:
    desk.do(do.SetHeaders({"title": " A  title\n", "first": "Ann", "date": "2026"}))
    headers = desk.study.headers
    assert (headers["title"], headers["first"], headers["date"]) == ("A title", "Ann", "2026")
    assert headers["second"] == ""
    desk.undo()
    assert desk.study.headers["first"] == ""
    assert code_of(lambda: desk.do(do.SetHeaders({"colour": "red"}))) == "study.header"


def test_undo_and_redo_go_back_and_forth_as_far_as_the_log(desk: Desk) -> None:
    desk.note(1, comment="One.")
    desk.do(do.Delete(4))
    desk.do(do.SetHeaders({"title": "T"}))
    pictures = [picture(desk)]
    while desk.study.undoable:
        desk.undo()
        pictures.append(picture(desk))
    assert desk.lines() == {}
    for expected in reversed(pictures[:-1]):
        desk.redo()
        assert picture(desk) == expected
    assert desk.study.redoable == []


def picture(desk: Desk) -> Any:
    shown = document(desk.study)
    return shown["nodes"], shown["headers"]


def test_a_new_edit_ends_the_redoing(desk: Desk) -> None:
    desk.undo()
    desk.note(1, comment="New.")
    assert desk.study.redoable == []


def test_an_edit_is_undone_once(desk: Desk) -> None:
    version = desk.note(1, comment="One.").version
    desk.do(do.Undo(version))
    assert code_of(lambda: desk.do(do.Undo(version))) == "study.undone"
    assert code_of(lambda: desk.do(do.Undo(1))) == "study.undone"  # the creation
    assert code_of(lambda: desk.do(do.Undo(99))) == "study.no_edit"


def test_the_root_stays(desk: Desk) -> None:
    with pytest.raises(IllegalMove):
        desk.do(do.Delete(0))
    assert code_of(lambda: desk.do(do.Promote(0))) == "tree.root"
    assert code_of(lambda: desk.do(do.Delete(77))) == "study.node"


def test_the_result_is_that_of_the_main_line(new_desk: Any) -> None:
    desk = new_desk("(;GM[4]SZ[15]RE[B+R];B[hh];W[ii])")
    assert desk.study.result["winner"] == "X"
    assert desk.study.result["ending"] == "resigned"
    desk.add(2, "a1")
    moves = ["h8", "i7", "h9", "a2", "h10", "a3", "h11", "a4", "h12"]
    node = desk.add(0, *moves)
    desk.do(do.Promote(node, main=True))
    assert (desk.study.result["winner"], desk.study.result["ending"]) == ("X", "normal")
    assert desk.node(node)["end"]["winner"] == "X"


def test_a_file_comes_back_word_for_word(new_desk: Any) -> None:
    text = "(;FF[4]GM[4]SZ[15]XX[ours][kept]C[Hello \\] you]\n;B[hh]YY[1];W[ii](;B[aa])(;B[bb]))\n"
    desk = new_desk(text)
    tree = desk.study.tree()
    written = write_text([Reading(tree.start, tree.moves, tree.main_line, tree=tree)], "sgf")
    for part in ("XX[ours][kept]", "C[Hello \\] you]", "YY[1]", "(;B[aa])", "(;B[bb])"):
        assert part in written.replace("\n", "")


def test_the_log_alone_gives_the_same_study(desk: Desk) -> None:
    desk.note(2, comment="Two.")
    desk.do(do.Delete(2))
    desk.undo()
    desk.do(do.Promote(4))
    again = replayed("s", desk.log)
    assert document(again) == document(desk.study)
