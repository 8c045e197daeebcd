"""Pictures of boards are valid, self-contained, and show what is on the board."""

from __future__ import annotations

import random
import re
from xml.etree import ElementTree

import pytest

from fivefold.core import WIN, State
from fivefold.drawing import board_svg
from fivefold.drawing.boards import layout_of
from fivefold.drawing.marks import score_text
from fivefold.drawing.pieces import outline
from fivefold.games.othello import PASS
from fivefold.games.pentomino import board_of
from fivefold.match.samples import sample
from fivefold.names import game_from, strategy_from
from fivefold.strategies.base import Candidate, Decision, Overlay

SEAL = "#b3341c"
GAMES = ["gomoku", "gomoku(size=9)", "gomoku(size=19)", "othello", "othello(size=4)", "pentomino"]


def played(game: str, moves: str) -> State:
    """Returns the position after the moves."""
    rules = game_from(game)
    state: State = rules.start
    for move in rules.split_moves(moves):
        state = state.play(rules.parse_move(move))
    return state


def wandered(game: str, plies: int, seed: int = 1) -> State:
    """Returns an unfinished position of a random game."""
    rng, state = random.Random(seed), game_from(game).start
    for _ in range(plies):
        after = state.play(rng.choice(state.legal_moves()))
        if after.outcome:
            return state
        state = after
    return state


def texts(picture: str) -> list[str]:
    """Returns the texts in the picture, which has to be valid XML."""
    root = ElementTree.fromstring(picture)
    return [each.text or "" for each in root.iter("{http://www.w3.org/2000/svg}text")]


def marks(picture: str, name: str, **attributes: str) -> int:
    """Returns the number of elements with this name and these attributes."""
    root = ElementTree.fromstring(picture)
    found = root.iter(f"{{http://www.w3.org/2000/svg}}{name}")
    return sum(attributes.items() <= each.attrib.items() for each in found)


def stones(picture: str) -> tuple[int, int]:
    """Returns the numbers of black and white stones drawn."""
    fills = re.findall(r'fill="url\(#\w+-(black|white)\)"', picture)
    return fills.count("black"), fills.count("white")


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("plies", [0, 1, 7, 40])
def test_every_stone_is_drawn(game: str, plies: int) -> None:
    state = wandered(game, plies)
    picture = board_svg(state)
    if state.game.name == "pentomino":
        pieces = [text for text in texts(picture) if text.isupper()]
        assert sorted(pieces) == sorted(set(state.cells) - {"."})
    else:
        assert stones(picture) == (state.cells.count("X"), state.cells.count("O"))


@pytest.mark.parametrize("game", [*GAMES, "pentomino(size=6x10)"])
def test_the_edge_shows_the_coordinates_of_the_notation(game: str) -> None:
    rules = game_from(game)
    written = texts(board_svg(rules.start))
    names = {rules.format_cell(cell) for cell in range(rules.rows * rules.columns)}
    letters, numbers = {name[0] for name in names}, {name[1:] for name in names}
    assert set(written) == letters | numbers
    assert len(written) == rules.rows + rules.columns
    assert texts(board_svg(rules.start, coordinates=False)) == []


def test_a_board_keeps_its_shape_at_any_width() -> None:
    root = ElementTree.fromstring(board_svg(game_from("pentomino(size=6x10)").start, width=900))
    _, _, wide, high = map(float, root.attrib["viewBox"].split())
    assert wide > high
    assert abs(float(root.attrib["height"]) - 900 * high / wide) <= 1


@pytest.mark.parametrize(
    ("game", "moves", "title"),
    [
        ("gomoku", "h8", "Gomoku: White to move"),
        ("othello", "", "Othello: Black to move"),
        ("pentomino", "", "Pentomino: First to move"),
        ("gomoku", "h8 a1 i8 b1 j8 c1 k8 d1 l8", "Gomoku: Black has five in a row."),
    ],
)
def test_the_title_says_whose_turn_it_is_or_how_the_game_ended(
    game: str, moves: str, title: str
) -> None:
    root = ElementTree.fromstring(board_svg(played(game, moves)))
    assert root.findtext("{http://www.w3.org/2000/svg}title") == title


@pytest.mark.parametrize(
    ("game", "moves"),
    [("gomoku", "h8 i9"), ("othello", "f5"), ("pentomino", "F c4 d4 d5 e5 d6")],
)
def test_the_last_move_is_marked(game: str, moves: str) -> None:
    state = played(game, moves)
    assert marks(board_svg(state), "rect", fill=SEAL) == 1
    set_up = state.game.parse_position(state.game.format_position(state))
    assert marks(board_svg(set_up), "rect", fill=SEAL) == 0


def test_a_pass_is_not_marked() -> None:
    forced = sample(game_from("othello")).passes[0]
    assert marks(board_svg(forced), "rect", fill=SEAL) == 1
    assert marks(board_svg(forced.play(PASS)), "rect", fill=SEAL) == 0


@pytest.mark.parametrize("known", [True, False])
def test_a_winning_line_runs_through_the_five(known: bool) -> None:
    state = played("gomoku", "h8 a1 i8 b1 j8 c1 k8 d1 l8")
    if not known:
        state = state.game.parse_position(state.game.format_position(state))
    picture = board_svg(state)
    line = re.search(rf'<path d="M([\d.]+) ([\d.]+)L([\d.]+) ([\d.]+)" stroke="{SEAL}"', picture)
    assert line
    x1, y1, x2, y2 = map(float, line.groups())
    assert (y1, x2 - x1) == (y2, 4 * 40)
    assert marks(board_svg(played("gomoku", "h8 a1 i8 b1")), "path", stroke=SEAL) == 0


def test_scores_are_drawn_on_the_squares_and_the_best_is_filled() -> None:
    state = played("othello", "f5")
    decision = strategy_from("h1", "othello").choose(state)
    written = texts(board_svg(state, decision))
    assert len(written) == 16 + len(decision.candidates) + 1
    assert "Scores for White" in written
    best = Decision(
        state.legal_moves()[0],
        candidates=(Candidate(state.legal_moves()[0], 3), Candidate(state.legal_moves()[1], -2)),
    )
    picture = board_svg(state, best)
    assert [text for text in texts(picture) if text[0] in "+−"] == ["+3", "−2"]
    assert marks(picture, "circle", r="14.5", fill="#ffffff") == 1


def test_a_quantity_is_drawn_as_a_heat_map_under_the_pieces() -> None:
    state = wandered("pentomino", 5, seed=4)
    decision = strategy_from("openspace", "pentomino", 1).choose(state)
    picture = board_svg(state, decision)
    assert picture.count('fill-opacity="0.93"') == 64
    free = state.cells.count(".") - 5
    assert sum(text.isdigit() for text in texts(picture)) == 8 + free
    assert sum(text.isdigit() for text in texts(board_svg(state, decision, numbers=False))) == 8


def test_a_heat_map_can_replace_the_scores() -> None:
    state = played("othello", "f5d6c3")
    decision = strategy_from("h2", "othello").choose(state)
    assert board_svg(state, decision).count('fill-opacity="0.93"') == 0
    assert board_svg(state, decision, heat=True).count('fill-opacity="0.93"') == 64


@pytest.mark.parametrize(
    ("game", "player"),
    [
        ("gomoku", "random"),
        ("gomoku", "reactive"),
        ("gomoku", "level(3)"),
        ("gomoku", "negamax(depth=2)"),
        ("othello", "methodical"),
        ("othello", "random"),
        ("pentomino", "random"),
        ("pentomino", "level(2)"),
    ],
)
def test_every_strategy_can_be_drawn(game: str, player: str) -> None:
    state = wandered(game, 6)
    decision = strategy_from(player, game, 1).choose(state)
    picture = board_svg(state, decision)
    ElementTree.fromstring(picture)
    assert picture != board_svg(state)


HOSTILE = "</svg><script>alert('&\"')</script>\x00\x1b\ud800\ufffe"


def test_foreign_text_is_escaped() -> None:
    state = game_from("gomoku(size=9)").start
    overlay = Overlay("cells", HOSTILE, tone=HOSTILE, cells=(3, 999))  # type: ignore[arg-type]
    decision = Decision(40, overlay=(overlay,), text=HOSTILE)
    picture = board_svg(state, decision)
    root = ElementTree.fromstring(picture)
    assert "<script" not in picture
    said = root.findtext("{http://www.w3.org/2000/svg}desc")
    assert said == "</svg><script>alert('&\"')</script>"


def test_infinities_and_nan_are_not_drawn() -> None:
    state = game_from("othello").start
    values = (float("nan"), float("inf"), None, *[1.0] * 3)
    decision = Decision(19, overlay=(Overlay("values", "odd", values=values),))
    assert board_svg(state, decision).count('fill-opacity="0.93"') == 3


def test_a_picture_is_self_contained() -> None:
    one, other = (board_svg(wandered("othello", 10, seed)) for seed in (1, 2))
    for picture in (one, other):
        used = set(re.findall(r"url\(#([^)]+)\)", picture))
        names = set(re.findall(r' id="([^"]+)"', picture))
        assert used <= names
        assert re.findall(r'https?://[^"]+', picture) == ["http://www.w3.org/2000/svg"]
    assert not set(re.findall(r' id="([^"]+)"', one)) & set(re.findall(r' id="([^"]+)"', other))


def test_the_same_position_gives_the_same_picture() -> None:
    assert board_svg(wandered("gomoku", 9)) == board_svg(wandered("gomoku", 9))


@pytest.mark.parametrize("move", [0, 100, 500, 1000, 1500, 2000, 2307])
def test_the_outline_of_a_piece_goes_once_around_its_five_cells(move: int) -> None:
    game = game_from("pentomino")
    cells = board_of(8, 8).placements[move].cells
    layout = layout_of(game, coordinates=True)
    path = outline(layout, cells)
    numbers = list(map(float, re.findall(r"-?[\d.]+", path)))
    corners = list(zip(numbers[2::6], numbers[3::6], strict=True))  # the middle point of each bend
    area = sum(
        x1 * y2 - x2 * y1
        for (x1, y1), (x2, y2) in zip(corners, [*corners[1:], corners[0]], strict=True)
    )
    # About five cells of 40x40, minus a seam of 1.4 along 12 sides (10 for P).
    assert 5 * 40 * 40 - 1.4 * 12 * 40 <= area / 2 <= 5 * 40 * 40 - 1.4 * 10 * 40 + 20
    middles = [layout.centre(cell) for cell in cells]
    assert all(min(abs(x - a) + abs(y - b) for a, b in middles) < 41 for x, y in corners)


@pytest.mark.parametrize(
    ("score", "text"),
    [
        (0, "0"),
        (6, "6"),
        (-2, "−2"),
        (0.25, "0.2"),
        (12.6, "13"),
        (999, "999"),
        (1234, "1k"),
        (-56789, "−57k"),
        (2_000_000, "2M"),
        (WIN - 7, "W7"),
        (6 - WIN, "L6"),
        (WIN, "W0"),
    ],
)
def test_a_score_fits_on_a_square(score: float, text: str) -> None:
    assert score_text(score) == text
    assert len(text) <= 4


def test_a_custom_game_is_drawn_on_a_plain_board() -> None:
    gomoku = type(game_from("gomoku"))
    tiny = type("Tiny", (gomoku,), {"name": "tiny"})(5)
    state = tiny.start.play(12).play(13)
    assert stones(board_svg(state)) == (1, 1)
