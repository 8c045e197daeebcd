"""The session: seats, moves, undo and records."""

from __future__ import annotations

from pathlib import Path

import pytest

from fivefold.cli.terminal.saves import default_file, load, save
from fivefold.cli.terminal.session import HUMAN, Session, seats_from
from fivefold.core import Player
from fivefold.errors import FivefoldError, InvalidNotation
from fivefold.formats import Reading, read_file, read_moves
from fivefold.match.clock import TimeControl
from fivefold.match.play import Ply
from fivefold.match.record import Ending, MatchRecord
from fivefold.names import game_from
from fivefold.strategies.base import Decision

X, O = Player  # noqa: E741  # the marks of the two players


def table_for(game: str, first: str = HUMAN, second: str = "random", moves: str = "") -> Session:
    """Returns a session with those moves."""
    session = Session(Reading(game_from(game).start), {X: first, O: second})
    play(session, moves)
    return session


def play(session: Session, moves: str) -> None:
    for move in read_moves(moves, session.state):
        before, after = session.state, session.state.play(move)
        decision = Decision(move, text=f"thought of {len(session.moves)}")
        session.played(Ply(len(session.moves) + 1, before.to_move, before, decision, 0.5, after))


def ended(session: Session, ending: Ending, winner: Player | None, reason: str = "why") -> None:
    """Ends the game as `play_match` would."""
    start = session.states[0]
    record = MatchRecord("", "", "", start.game.format_position(start), (), winner, ending, reason)
    session.finish(record)


def test_undo_goes_back_to_a_persons_last_choice() -> None:
    session = table_for("gomoku", moves="h8 a1 h9 a2")
    assert session.undo() == 2
    assert session.state.to_move is X
    assert len(session.moves) == len(session.seconds) == len(session.thoughts) == 2
    assert session.undo() == 2
    with pytest.raises(InvalidNotation, match="There is no move to take back"):
        session.undo()


def test_undo_while_the_machine_is_to_move_takes_one_move() -> None:
    session = table_for("gomoku", moves="h8 a1 h9")
    assert session.undo() == 1
    assert session.state.to_move is X


def test_undo_between_people_takes_one_move() -> None:
    session = table_for("gomoku", second=HUMAN, moves="h8 a1 h9")
    assert session.undo() == 1
    assert session.state.to_move is X


def test_a_person_in_the_second_seat_cannot_take_back_the_machines_first_move() -> None:
    session = table_for("gomoku", "random", HUMAN, "h8")
    with pytest.raises(InvalidNotation):
        session.undo()
    play(session, "a1 h9")
    assert session.undo() == 2
    assert len(session.moves) == 1


def test_undo_skips_forced_passes() -> None:
    session = table_for("othello(size=4)", second=HUMAN, moves="b1 c1 d3 a1 --")
    assert session.undo() == 2
    assert session.state.game.format_move(session.moves[-1]) == "d3"


def test_undo_of_given_moves_is_possible() -> None:
    start = game_from("gomoku").start
    session = Session(Reading(start, read_moves("h8 a1 h9 a2", start)), {X: HUMAN, O: "random"})
    assert session.thoughts == [None] * 4
    assert session.undo() == 2


def test_undo_opens_a_finished_game_but_not_one_a_person_lost_on_time() -> None:
    session = table_for("gomoku", moves="h8 a1 h9 a2")
    ended(session, "resigned", O)
    assert session.is_over
    assert session.undo() == 2
    assert not session.is_over
    ended(session, "time", O)
    with pytest.raises(InvalidNotation, match="cannot be taken back"):
        session.undo()


def test_swap_exchanges_the_seats() -> None:
    session = table_for("gomoku")
    session.swap()
    assert session.seats == {X: "random", O: HUMAN}


def test_the_opponent_is_the_only_engine_or_the_player_not_to_move() -> None:
    session = table_for("gomoku", "random", HUMAN)
    session.seat_opponent("level(2)")
    assert session.seats == {X: "level(2)", O: HUMAN}
    people = table_for("gomoku", second=HUMAN, moves="h8")
    people.seat_opponent("level(2)")
    assert people.seats == {X: "level(2)", O: HUMAN}
    machines = table_for("gomoku", "level(1)", "level(2)", "h8")
    machines.seat_opponent(HUMAN)
    assert machines.seats == {X: HUMAN, O: "level(2)"}


def test_the_computer_can_be_switched_off_and_comes_back_as_itself() -> None:
    session = table_for("gomoku", HUMAN, "level(2)")
    session.switch_computer(on=False)
    assert session.seats == {X: HUMAN, O: HUMAN}
    play(session, "h8")
    session.switch_computer(on=True)
    assert session.seats == {X: "level(2)", O: HUMAN}
    session.switch_computer(on=True)
    assert session.seats == {X: "level(2)", O: HUMAN}


def test_without_a_machine_before_the_computer_is_the_usual_one() -> None:
    session = table_for("gomoku", second=HUMAN)
    session.switch_computer(on=True)
    assert session.seats == {X: HUMAN, O: "level(3)"}


@pytest.mark.parametrize("ending", ["crashed", "illegal", "time"])
def test_a_game_that_only_a_machine_broke_off_goes_on_with_another(ending: Ending) -> None:
    session = table_for("gomoku", moves="h8")
    ended(session, ending, X, "“random” crashed: by chance.")
    assert session.record
    assert session.record.reason == "“random” crashed: by chance. Black wins."
    session.seat_opponent("level(2)")
    assert not session.is_over


def test_a_resigned_game_stays_over_after_a_change_of_seats() -> None:
    session = table_for("gomoku", moves="h8 a1")
    ended(session, "resigned", O)
    assert session.record
    assert session.record.reason == "White wins: Black resigned."
    session.swap()
    assert session.is_over


def test_the_player_who_runs_out_of_time_is_named_by_colour() -> None:
    start = game_from("gomoku").start
    session = Session(Reading(start), {X: HUMAN, O: HUMAN}, TimeControl(base=0.000001))
    session.clock.start(X)
    session.clock.stop()
    ended(session, "time", O)
    assert session.record
    assert session.record.reason == "White wins: Black ran out of time."


def test_thoughts_are_kept_for_every_move_of_a_machine() -> None:
    session = table_for("gomoku", moves="h8 a1 h9 a2 h10")
    ply, thought = session.last_thought() or (None, None)
    assert ply == 3
    assert thought
    assert str(thought.text) == "thought of 3"
    session.undo()
    session.undo()
    assert (session.last_thought() or (None,))[0] == 1
    session.restart()
    assert session.last_thought() is None
    assert session.moves == []


def test_the_last_move_and_the_winning_line_are_marked() -> None:
    session = table_for("gomoku", second=HUMAN, moves="h8 a1 h9 b1 h10 c1 h11 d1 h12")
    names = session.state.game.format_cell
    assert [names(cell) for cell in session.marks().last] == ["h12"]
    assert sorted(map(names, session.marks().line)) == ["h10", "h11", "h12", "h8", "h9"]
    assert session.marks(-2).line == ()


def test_a_position_that_was_set_up_shows_its_line_too() -> None:
    cells = "XXXXX" + "." * 20 + " O"
    session = Session(
        Reading(game_from("gomoku(size=5)").parse_position(cells)), {X: HUMAN, O: HUMAN}
    )
    assert session.marks().line == (0, 1, 2, 3, 4)


@pytest.mark.parametrize("game", ["gomoku(size=9)", "othello(size=6)", "pentomino(size=6x10)"])
@pytest.mark.parametrize("plies", [0, 3, 1000])
def test_a_saved_game_can_be_loaded(game: str, plies: int, tmp_path: Path) -> None:
    session = table_for(game, HUMAN, "level(2)")
    while not session.state.outcome and len(session.moves) < plies:
        play(session, session.state.game.format_move(session.state.legal_moves()[-1]))
    file = str(tmp_path / "game.json")
    assert save(session, file) == file
    other = table_for(game, "random", HUMAN)
    load(other, file)
    assert other.seats == {X: "random", O: HUMAN}
    assert (other.states, other.moves, other.seconds) == (
        session.states,
        session.moves,
        session.seconds,
    )
    other.seats = session.seats
    assert other.as_record() == session.as_record()


def test_a_resigned_game_is_over_when_it_is_loaded(tmp_path: Path) -> None:
    session = table_for("gomoku", moves="h8 a1")
    ended(session, "resigned", O)
    save(session, str(tmp_path / "game.json"))
    other = table_for("gomoku")
    load(other, str(tmp_path / "game.json"))
    assert other.record
    assert other.record.reason == "White wins: Black resigned."


def test_players_of_a_saved_game_come_back_but_no_program_of_anybodys(tmp_path: Path) -> None:
    def seats(first: str, second: str) -> list[str]:
        save(table_for("gomoku", first, second, "h8"), str(tmp_path / "game.json"))
        return list(seats_from(read_file(str(tmp_path / "game.json"), game_from("gomoku")).record))

    assert seats("level(2)", HUMAN) == ["level(2)", HUMAN]
    assert seats(HUMAN, HUMAN) == [HUMAN, HUMAN]
    assert seats("./bot.py:Bot", HUMAN) == ["level(3)", HUMAN]
    assert seats("random", "reactive") == [HUMAN, "level(3)"]
    assert list(seats_from(None)) == [HUMAN, "level(3)"]


def test_files_that_cannot_be_used_give_one_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = table_for("gomoku")
    (tmp_path / "state").write_text("")
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    for name in ("", str(tmp_path), "/nowhere/game.json", "-", "~nobody-at-all/game.json"):
        with pytest.raises(FivefoldError) as error:
            save(session, name)
        assert str(error.value).endswith(".")
        with pytest.raises(FivefoldError):
            load(session, name)
    (tmp_path / "othello.json").write_text("{}")
    with pytest.raises(FivefoldError):
        load(session, str(tmp_path / "othello.json"))
    assert session.moves == []


def test_games_are_kept_in_the_folder_for_state(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", "/somewhere")
    assert str(default_file("othello")) == "/somewhere/fivefold/othello.json"
    monkeypatch.setenv("XDG_STATE_HOME", "")
    monkeypatch.setenv("HOME", "/home/me")
    assert str(default_file("othello")) == "/home/me/.local/state/fivefold/othello.json"
