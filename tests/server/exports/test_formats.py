"""Exported files: text that is read back, images whose pixels are checked."""

from __future__ import annotations

import asyncio
import io
import json
import os
import random
import re
import subprocess
import sys
from itertools import pairwise
from xml.etree import ElementTree

import pytest
from PIL import Image, ImageChops

from fivefold.core import Game, State
from fivefold.errors import FivefoldError, IllegalMove, InvalidNotation, Refused, UnknownName
from fivefold.formats import read_all, read_text
from fivefold.match.record import MatchRecord
from fivefold.match.replay import play_through, read_line
from fivefold.names import game_from
from fivefold.server.exports import images as pictures
from fivefold.server.exports.formats import MEDIA_TYPES, Exported, export
from fivefold.server.exports.process import ExportProcess

GOMOKU, OTHELLO, PENTOMINO = map(game_from, ("gomoku", "othello", "pentomino"))
FIVE = ["h8", "a1", "i8", "b1", "j8", "c1", "k8", "d1", "l8"]
Colour = tuple[int, int, int]


def wandered(game: Game, plies: int, seed: int = 3) -> list[str]:
    """Returns the moves of a random game."""
    chance, state, moves = random.Random(seed), game.start, list[str]()
    while len(moves) < plies and (legal := state.legal_moves()):
        move = chance.choice(legal)
        moves.append(game.format_move(move))
        state = state.play(move)
    return moves


def states_of(game: Game, moves: list[str]) -> tuple[State, ...]:
    return play_through(game.start, read_line(game.start, moves))


def opened(file: Exported) -> Image.Image:
    return Image.open(io.BytesIO(file.content))


def colour_of(image: Image.Image, game: Game, cell: str, off: float = 0.0) -> Colour:
    """Returns the colour of a cell's centre, or slightly beside it, away from lines and marks.

    Computed from the drawing's scale, 40 units per cell, not by the code that draws.
    """
    column = ord(cell[0]) - ord("a")
    number = int(cell[1:])
    if game.name == "gomoku":
        wide = 2 * 38 + 40 * (game.columns - 1)
        x, y = 38 + 40 * column, 38 + 40 * (game.rows - number)
    else:
        wide = 2 * 24 + 40 * game.columns
        x, y = 24 + 40 * column + 20, 24 + 40 * (number - 1) + 20
    scale = image.width / wide
    pixel = image.convert("RGB").getpixel((round((x + off) * scale), round((y - off) * scale)))
    assert isinstance(pixel, tuple)
    return pixel[0], pixel[1], pixel[2]


def is_near(colour: Colour, wanted: str, tolerance: int = 24) -> bool:
    parts = [int(wanted[place : place + 2], 16) for place in (1, 3, 5)]
    return all(abs(part - other) <= tolerance for part, other in zip(colour, parts, strict=True))


@pytest.mark.parametrize("name", ["gomoku", "othello", "pentomino"])
@pytest.mark.parametrize("format", ["sgf", "moves", "json"])
def test_a_text_is_read_back_as_the_same_game(name: str, format: str) -> None:
    game = game_from(name)
    moves = wandered(game, 8)
    if (name, format) == ("pentomino", "sgf"):
        with pytest.raises(InvalidNotation, match="SGF cannot hold pentomino"):
            export(game.start, moves, format)
        return
    file = export(game.start, moves, format, names={"X": "Ann", "O": "level(2)"})
    reading = read_text(file.content.decode(), game)
    assert [game.format_move(move) for move in reading.moves] == moves
    assert file.file_name == f"{name}.{'txt' if format == 'moves' else format}"
    assert file.media_type == MEDIA_TYPES[format]


def test_the_json_is_a_record_with_everything_that_is_known() -> None:
    result = {
        "winner": "O",
        "ending": "abandoned",
        "reason": {"key": "x", "facts": {}, "text": "Black left the game: White wins."},
        "margin": None,
    }
    names = {"X": None, "O": "level(2)"}
    options = {"names": names, "result": result, "seconds": [1.5, 0.25]}
    file = export(GOMOKU.start, ["h8", "i9"], "json", **options)  # type: ignore[arg-type]
    record = MatchRecord.from_json(json.loads(file.content))
    assert record.as_json() == {
        "game": "gomoku(size=15, rules=freestyle)",
        "first": "?",
        "second": "level(2)",
        "start": "." * 225 + " X",
        "moves": ["h8", "i9"],
        "winner": "O",
        "ending": "adjudicated",
        "reason": "Black left the game: White wins.",
        "seconds": [1.5, 0.25],
    }


@pytest.mark.parametrize(
    ("ending", "written"), [("resigned", "W+R"), ("time", "W+T"), ("crashed", "W+F")]
)
def test_the_result_stands_in_the_sgf(ending: str, written: str) -> None:
    result = {"winner": "O", "ending": ending, "reason": {"text": "So."}, "margin": None}
    text = export(GOMOKU.start, ["h8"], "sgf", names={"X": "A]\n;B[aa]"}, result=result)
    assert f"RE[{written}]" in text.content.decode()
    (reading,) = read_all(text.content.decode())
    assert reading.record
    assert reading.record.first == "A] ;B[aa]"
    assert len(reading.moves) == 1


def test_a_finished_game_has_the_result_of_the_board() -> None:
    record = json.loads(export(GOMOKU.start, FIVE, "json").content)
    assert (record["winner"], record["ending"]) == ("X", "normal")


def test_another_start_is_kept_where_the_format_can() -> None:
    start = OTHELLO.start.play(19)
    for format in ("sgf", "json"):
        (reading,) = read_all(export(start, ["c3"], format).content.decode())
        assert (reading.start, reading.moves) == (start, (18,))
    with pytest.raises(InvalidNotation, match="use json"):
        export(start, ["c3"], "moves")


@pytest.mark.parametrize("game", [GOMOKU, OTHELLO, PENTOMINO], ids=lambda game: game.name)
def test_a_picture_is_of_the_position_after_that_ply(game: Game) -> None:
    moves = wandered(game, 6)
    for ply in (0, 3, None):
        file = export(game.start, moves, "svg", ply=ply)
        at = len(moves) if ply is None else ply
        root = ElementTree.fromstring(file.content)
        assert root.tag.endswith("svg")
        assert file.content == pictures.svg_of(states_of(game, moves)[at])
        assert file.file_name == f"{game.name}-move-{at}.svg"


def test_a_png_shows_stones_where_they_are() -> None:
    image = opened(export(GOMOKU.start, ["h8", "a15", "o1"], "png"))
    assert (image.format, image.size, image.mode) == ("PNG", (800, 800), "RGBA")
    assert is_near(colour_of(image, GOMOKU, "h8"), "#26231f", 40)
    assert is_near(colour_of(image, GOMOKU, "a15"), "#f6f2ea")
    assert is_near(colour_of(image, GOMOKU, "o1"), "#b3341c")  # the mark of the last move
    assert is_near(colour_of(image, GOMOKU, "b14"), "#6a4b22", 60)  # a crossing of two lines
    assert is_near(colour_of(image, GOMOKU, "b14", off=15), "#e6c288")
    corner = image.getpixel((0, 0))
    assert isinstance(corner, tuple)
    assert corner[3] == 0


def test_a_png_of_othello_shows_felt_and_turned_discs() -> None:
    image = opened(export(OTHELLO.start, ["f5", "d6"], "png"))
    colours = {cell: colour_of(image, OTHELLO, cell, off=6) for cell in ("e5", "d5", "a1", "f5")}
    assert sum(colours["e5"]) < 250
    assert sum(colours["d5"]) > 600
    assert is_near(colours["a1"], "#2b7151", 12)
    assert sum(colours["f5"]) < 250


def test_a_png_of_pentomino_keeps_its_shape_and_colours() -> None:
    game = game_from("pentomino(size=6x10)")
    image = opened(export(game.start, ["I a1 b1 c1 d1 e1"], "png"))
    assert image.size == (800, round(800 * (48 + 240) / (48 + 400)))
    assert is_near(colour_of(image, game, "b1", off=8), "#2657a4")
    assert is_near(colour_of(image, game, "f1"), "#f8f3e8")


@pytest.mark.parametrize("game", [GOMOKU, OTHELLO, PENTOMINO], ids=lambda game: game.name)
def test_letters_are_drawn_without_the_fonts_of_the_system(game: Game) -> None:
    image = opened(export(game.start, [], "png")).convert("RGB")
    plain = re.sub(rb"<text.*?</text>", b"", pictures.svg_of(game.start)).decode()
    scale, whole = pictures._scaled(pictures._layout(game.start), 800)
    bare = Image.open(io.BytesIO(pictures._rasterized(plain, whole, scale))).convert("RGB")
    changed = ImageChops.difference(image, bare).convert("L").point(lambda v: 255 * (v > 40))
    # Every column and row has a label.
    assert changed.histogram()[255] > 15 * (game.columns + game.rows)


def frames_of(file: Exported) -> tuple[list[Image.Image], list[int]]:
    film = opened(file)
    frames, durations = [], []
    for number in range(getattr(film, "n_frames", 1)):
        film.seek(number)
        frames.append(film.convert("RGB"))
        durations.append(film.info["duration"])
    return frames, durations


def test_an_animation_shows_every_move_and_holds_the_last() -> None:
    moves = ["h8", "i9", "h9", "a1"]
    file = export(GOMOKU.start, moves, "gif", speed=2.0)
    frames, durations = frames_of(file)
    assert durations == [500, 500, 500, 500, 3000]
    assert opened(file).info["loop"] == 0
    assert {frame.size for frame in frames} == {(480, 480)}
    for number, frame in enumerate(frames):
        for ply, move in enumerate(moves):
            colour = colour_of(frame, GOMOKU, move, off=8)
            if ply >= number:
                assert sum(colour) < 700
                assert not is_near(colour, "#26231f", 60)
            elif ply % 2:
                assert is_near(colour, "#fbf9f4", 30)
            else:
                assert is_near(colour, "#26231f", 60)
        sealed = [move for move in moves if is_near(colour_of(frame, GOMOKU, move), "#b3341c")]
        assert sealed == moves[number - 1 : number] if number else sealed == []


@pytest.mark.parametrize(
    ("ply", "last", "first", "count"),
    [(None, 2, 4, 3), (None, None, 0, 7), (4, 2, 2, 3), (4, 99, 0, 5), (0, 5, 0, 1), (3, 0, 3, 1)],
)
def test_an_animation_shows_the_chosen_range(
    ply: int | None, last: int | None, first: int, count: int
) -> None:
    moves = ["a1", "b2", "c3", "d4", "e5", "a5"]
    game = game_from("gomoku(size=5)")
    frames, _ = frames_of(export(game.start, moves, "gif", ply=ply, last=last))
    assert len(frames) == count
    for shown, at in ((frames[0], first), (frames[-1], first + count - 1)):
        dark = [move for move in moves[::2] if sum(colour_of(shown, game, move, off=8)) < 250]
        assert dark == moves[:at:2]


@pytest.mark.parametrize(("speed", "pace"), [(0.5, 2000), (4.0, 250), (100.0, 50), (0.001, 10_000)])
def test_the_speed_of_an_animation_has_bounds(speed: float, pace: int) -> None:
    game = game_from("gomoku(size=5)")
    _, durations = frames_of(export(game.start, ["a1", "b2"], "gif", speed=speed))
    assert durations == [pace, pace, max(pace, 3000)]


@pytest.mark.slow
@pytest.mark.parametrize("text", ["othello", "pentomino(size=5x8)", "gomoku(size=9)"])
def test_a_frame_drawn_in_parts_is_the_whole_picture(text: str) -> None:
    game = game_from(text)
    moves = wandered(game, 9, seed=5)
    frames, _ = frames_of(export(game.start, moves, "gif"))
    for frame, state in list(zip(frames, states_of(game, moves), strict=True))[::3]:
        scale, whole = pictures._scaled(pictures._layout(state), 480)
        difference = ImageChops.difference(frame, pictures._image(state, whole, scale))
        # 256 colours are not all colours, but no piece, mark or letter may be lost.
        assert sum(difference.convert("L").histogram()[70:]) <= 12


def test_a_winning_line_is_in_the_last_frame() -> None:
    frames, _ = frames_of(export(GOMOKU.start, FIVE, "gif", last=2))
    reds = [
        sum(is_near(colour_of(frame, GOMOKU, move), "#b3341c", 40) for move in FIVE[::2])
        for frame in frames
    ]
    assert reds == [1, 0, 5]


def test_a_long_animation_is_scaled_down(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pictures, "MAX_FRAMES", 20)
    monkeypatch.setattr(pictures, "MAX_PIXELS", 200_000)
    game = game_from("gomoku(size=9)")
    frames, _ = frames_of(export(game.start, wandered(game, 30), "gif"))
    assert len(frames) == 20
    assert frames[0].size == (100, 100)
    assert all(ImageChops.difference(*pair).getbbox() for pair in pairwise(frames))


@pytest.mark.parametrize(
    ("moves", "format", "options", "kind", "reason"),
    [
        (["h8"], "pdf", {}, UnknownName, "“pdf” is not an export format"),
        (["h8"], "png", {"ply": 2}, InvalidNotation, "There is no move 2: the game has 1 move"),
        (["h8"], "png", {"ply": -1}, InvalidNotation, "There is no move -1"),
        (["h8", "h8"], "png", {}, IllegalMove, "Move 2: h8 is taken"),
    ],
)
def test_impossible_exports_are_refused_with_the_reason(
    moves: list[str], format: str, options: dict[str, int], kind: type[FivefoldError], reason: str
) -> None:
    with pytest.raises(kind, match=re.escape(reason)):
        export(GOMOKU.start, moves, format, **options)  # type: ignore[arg-type]


@pytest.mark.slow
def test_the_process_makes_the_same_files_and_gives_the_same_reasons() -> None:
    async def run() -> None:
        exporter = ExportProcess()
        try:
            for format, options in (("png", {"ply": 1}), ("gif", {"last": 1}), ("sgf", {})):
                made = await exporter.export(OTHELLO.start, ["f5", "d6"], format, **options)  # type: ignore[arg-type]
                assert made == export(OTHELLO.start, ["f5", "d6"], format, **options)  # type: ignore[arg-type]
            with pytest.raises(InvalidNotation, match="There is no move 7"):
                await exporter.export(OTHELLO.start, ["f5"], "png", ply=7)
            os.kill(_process_of(exporter), 9)
            with pytest.raises(Refused, match="took too long"):
                await exporter.export(OTHELLO.start, [], "png")
            assert (await exporter.export(OTHELLO.start, [], "png")).content
        finally:
            await exporter.close()

    asyncio.run(run())


def _process_of(exporter: ExportProcess) -> int:
    assert exporter._pool
    (process,) = exporter._pool._processes
    return process


def test_too_many_files_and_files_that_take_too_long_are_refused() -> None:
    async def run() -> None:
        exporter = ExportProcess(max_waiting=1, max_seconds=0.01)
        asked = [exporter.export(OTHELLO.start, [], "png") for _ in range(3)]
        results = await asyncio.gather(*asked, return_exceptions=True)
        codes = [result.code for result in results if isinstance(result, Refused)]
        assert sorted(codes) == ["export.busy", "export.failed", "export.failed"]
        await exporter.close()

    asyncio.run(run())


@pytest.mark.system
def test_the_process_ends_when_the_server_is_killed() -> None:
    program = (
        "import asyncio, os\n"
        "from fivefold.names import game_from\n"
        "from fivefold.server.exports.process import ExportProcess\n"
        "async def main():\n"
        "    exporter = ExportProcess()\n"
        "    await exporter.export(game_from('othello').start, [], 'png')\n"
        "    print(*exporter._pool._processes, flush=True)\n"
        "    os.kill(os.getpid(), 9)\n"
        "if __name__ == '__main__':\n"
        "    asyncio.run(main())\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, timeout=60)
    assert done.returncode == -9
    # The process holds the other end of the pipe, so the end of its output means it has ended.
    assert int(done.stdout) > 0
