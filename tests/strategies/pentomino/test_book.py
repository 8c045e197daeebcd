"""The book file with all kinds of damage, and its answers in all images of a position.

Whether a book's answers are right is tested in tests/book, on boards small enough to search.
"""

from __future__ import annotations

import random
from hashlib import sha256
from pathlib import Path

import pytest

from fivefold.errors import DamagedBook
from fivefold.games.pentomino import PentominoGame
from fivefold.strategies.pentomino.book import Book, book, read_book
from fivefold.strategies.pentomino.book_text import (
    Damage,
    FirstMove,
    format_book,
    losing,
    pack,
    parse_book,
    unpack,
    winning,
)
from fivefold.strategies.pentomino.symmetry import symmetry_of
from fivefold.words import CATALOGUES, write

GAME = PentominoGame()
WINS = GAME.parse_move("N d4 e4 f4 c5 d5")
LOSES = GAME.parse_move("L d3 d4 d5 d6 e6")


def made_up() -> dict[int, FirstMove]:
    """Returns a book of two first moves, with legal but random answers."""
    canonical = symmetry_of(8, 8).canonical
    rng = random.Random(3)
    wins, loses = canonical[WINS], canonical[LOSES]
    after = GAME.start.play(wins)
    answers = {reply: rng.choice(after.play(reply).legal_moves()) for reply in after.legal_moves()}
    refutation = rng.choice(GAME.start.play(loses).legal_moves())
    return {wins: winning(GAME, wins, answers), loses: losing(GAME, loses, refutation)}


MADE_UP = made_up()
GOOD = format_book(GAME, MADE_UP)
LINES = GOOD.decode().splitlines(keepends=True)


def signed(*lines: str) -> bytes:
    """Returns a book of these lines with a correct checksum."""
    data = "".join(lines).encode()
    return data + f"sha256 {sha256(data).hexdigest()}\n".encode()


def test_the_bundled_book_is_readable() -> None:
    found = book()
    assert found.game == PentominoGame()
    assert found is book()
    for known in found.first_moves.values():
        assert known.outcome in ("win", "loss")
        assert (known.refutation is None) is (known.outcome == "win")
        if known.answers is not None:
            assert list(known.answers) == GAME.start.play(known.move).legal_moves()


def test_a_book_round_trips(tmp_path: Path) -> None:
    file = tmp_path / "book.txt"
    file.write_bytes(GOOD)
    found = read_book(file)
    assert found.game == GAME
    assert found.first_moves == MADE_UP
    assert found.size == len(GOOD)
    assert GOOD.decode().endswith(f"sha256 {found.sha256}\n")
    assert format_book(GAME, found.first_moves) == GOOD


def test_the_file_format_is_as_documented() -> None:
    head, *lines, last = LINES
    assert head == "fivefold pentomino book 1 8x8\n"
    moves = [GAME.parse_move(line.split(" : ")[0]) for line in lines]
    assert moves == sorted(MADE_UP)
    assert last == f"sha256 {sha256(''.join(LINES[:-1]).encode()).hexdigest()}\n"


@pytest.mark.parametrize("count", range(12))
def test_moves_take_twelve_bits_each(count: int) -> None:
    moves = random.Random(count).sample(range(4096), count)
    text = pack(moves)
    assert unpack(text, count) == moves
    for other in {count - 1, count + 1, 0, 50} - {count, -1}:
        with pytest.raises(Damage):
            unpack(text, other)


def test_padding_bits_are_zero() -> None:
    assert pack([0x123]) == "EjA="
    with pytest.raises(Damage):
        unpack("EjE=", 1)


DAMAGES = {
    "empty": (b"", "book.empty"),
    "other text": (b"hello\n", "book.no_header"),
    "header alone, without its end": (b"fivefold pentomino book 1 8x8", "book.no_header"),
    "header alone": (b"fivefold pentomino book 1 8x8\n", "book.cut_off"),
    "other version": (GOOD.replace(b"book 1", b"book 2", 1), "book.version"),
    "version with a zero before it": (GOOD.replace(b"book 1", b"book 01", 1), "book.no_header"),
    "board with a zero before it": (GOOD.replace(b"8x8", b"08x8", 1), "book.no_header"),
    "no such board": (GOOD.replace(b"8x8", b"9x8", 1), "book.board"),
    "other board": (GOOD.replace(b"8x8", b"7x7", 1), "book.checksum"),
    "without its last byte": (GOOD[:-1], "book.cut_off"),
    "half": (GOOD[: len(GOOD) // 2], "book.cut_off"),
    "without the checksum": ("".join(LINES[:-1]).encode(), "book.cut_off"),
    "something behind the checksum": (GOOD + b"\n", "book.cut_off"),
    "a line dropped": ("".join(LINES[:1] + LINES[2:]).encode(), "book.checksum"),
    "carriage returns": (GOOD.replace(b"\n", b"\r\n"), "book.no_header"),
    "a byte that is not ASCII": (GOOD.replace(b"win", b"w\xc3\xadn"), "book.not_ascii"),
    "other checksum": (GOOD[:-2] + (b"0\n" if GOOD[-2:] != b"0\n" else b"1\n"), "book.checksum"),
}


@pytest.mark.parametrize("name", DAMAGES)
def test_damage_is_reported_in_one_sentence(name: str, tmp_path: Path) -> None:
    data, reason = DAMAGES[name]
    file = tmp_path / "book.txt"
    file.write_bytes(data)
    with pytest.raises(DamagedBook) as caught:
        read_book(file)
    assert caught.value.code == "book.damaged"
    assert caught.value.reason.key == reason
    for catalogue in CATALOGUES.values():
        sentence = write(caught.value.message, catalogue)
        assert "book.txt" in sentence
        assert "{" not in sentence
        assert "\n" not in sentence


def test_a_missing_book_is_reported(tmp_path: Path) -> None:
    with pytest.raises(DamagedBook) as caught:
        read_book(tmp_path / "none.txt")
    assert caught.value.code == "book.missing"
    with pytest.raises(DamagedBook) as caught:
        read_book(tmp_path)
    assert caught.value.code == "book.unreadable"


@pytest.mark.parametrize("number", range(len(GOOD) // 97))
def test_no_altered_byte_goes_unnoticed(number: int) -> None:
    place = number * 97
    altered = GOOD[:place] + bytes([GOOD[place] ^ 1 << number % 7]) + GOOD[place + 1 :]
    with pytest.raises(Damage):
        parse_book(altered)


HEAD, LOSS, WIN = sorted(LINES[:-1], key=lambda line: ("fivefold" not in line, "win" in line))
WRONG_LINES = {
    "no move": (LOSS.replace("L ", "Q ", 1), "book.no_move"),
    "a move in another order": (WIN.replace("N ", "n ", 1), "book.no_move"),
    "nothing": ("\n", "book.parts"),
    "no outcome": (WIN.replace("win", "draw"), "book.no_outcome"),
    "only a move": (WIN.split(" : ")[0] + "\n", "book.parts"),
    "another image": ("X f2 e3 f3 g3 f4 : loss : I a1 a2 a3 a4 a5\n", "book.not_canonical"),
    "a refutation that overlaps": (f"{LOSS[:16]} : loss : {LOSS[:16]}\n", "book.illegal"),
    "no refutation": (" : ".join([*LOSS.split(" : ")[:2], "\n"]), "book.no_move"),
    "an answer too few": (WIN[:-5] + "\n", "book.count"),
    "an answer too many": (WIN[:-1] + "AAAA\n", "book.count"),
    "no answers": (" : ".join([*WIN.split(" : ")[:2], "\n"]), "book.count"),
    "twice": (WIN + WIN, "book.order"),
}


@pytest.mark.parametrize("name", WRONG_LINES)
def test_a_wrong_line_with_a_correct_checksum_is_reported(name: str) -> None:
    line, reason = WRONG_LINES[name]
    with pytest.raises(Damage) as caught:
        parse_book(signed(HEAD, line))
    assert caught.value.reason.key == "book.line"
    assert caught.value.reason.facts["reason"].key == reason


def test_a_win_without_replies_keeps_its_empty_last_field() -> None:
    """On 2x5 no second piece fits; a line without the empty field was once read back with it."""
    head, line = "fivefold pentomino book 1 2x5\n", "I a1 b1 c1 d1 e1 : win"
    game, found = parse_book(signed(head, f"{line} : \n"))
    assert format_book(game, found) == signed(head, f"{line} : \n")
    with pytest.raises(Damage) as caught:
        parse_book(signed(head, f"{line}\n"))
    assert caught.value.reason.facts["reason"].key == "book.parts"


WRONG_ANSWERS = {"not base64": ("!", "book.not_base64"), "no legal move": ("////", "book.answer")}


@pytest.mark.parametrize("name", WRONG_ANSWERS)
def test_wrong_answers_are_reported_on_demand(name: str) -> None:
    begin, reason = WRONG_ANSWERS[name]
    start, text = WIN[:-1].rsplit(" ", 1)
    _, found = parse_book(signed(HEAD, f"{start} {begin}{text[len(begin) :]}\n"))
    with pytest.raises(DamagedBook) as caught:
        _ = next(iter(found.values())).answers
    assert caught.value.reason.key == reason


def test_an_answer_is_the_same_in_all_eight_images() -> None:
    symmetry, known = symmetry_of(8, 8), Book(GAME, MADE_UP)
    (wins, win), (loses, loss) = sorted(MADE_UP.items(), key=lambda each: each[1].outcome)[::-1]
    assert (win.outcome, loss.outcome) == ("win", "loss")
    assert win.answers is not None
    assert loss.refutation is not None
    for image in symmetry.images:
        lost = known.lookup(GAME.start.play(image[wins]))
        won = known.lookup(GAME.start.play(image[loses]))
        assert lost is not None
        assert won is not None
        assert (lost.value, lost.move) == ("loss", None)
        answers = {image[reply]: image[third] for reply, third in win.answers.items()}
        assert known.answers(GAME.start.play(image[wins])) == answers
        assert known.answers(GAME.start.play(image[loses])) == {}
        assert (won.value, won.move) == ("win", image[loss.refutation])
        refuted = GAME.start.play(image[loses]).play(image[loss.refutation])
        pair = known.lookup(refuted)
        assert pair is not None
        assert (pair.value, pair.move) == ("loss", None)
        for reply, third in random.Random(4).sample(sorted(win.answers.items()), 20):
            for order in ((wins, reply), (reply, wins)):
                state = GAME.start.play(image[order[0]]).play(image[order[1]])
                answer = known.lookup(state)
                assert answer is not None
                assert (answer.value, answer.move) == ("win", image[third])


def test_the_book_does_not_answer_unknown_positions() -> None:
    known = Book(GAME, {move: each for move, each in MADE_UP.items() if each.outcome == "loss"})
    assert known.lookup(GAME.start) is None
    assert Book(GAME, {}).lookup(GAME.start) is None
    assert Book(GAME, MADE_UP).lookup(GAME.start) is not None
    other = GAME.parse_move("X b1 a2 b2 c2 b3")
    assert known.lookup(GAME.start.play(other)) is None
    loses = next(iter(known.first_moves))
    reply = next(
        move
        for move in GAME.start.play(loses).legal_moves()
        if move != known.first_moves[loses].refutation
    )
    assert known.lookup(GAME.start.play(loses).play(reply)) is None
    wins = next(move for move, each in MADE_UP.items() if each.outcome == "win")
    three = GAME.start.play(wins)
    three = three.play(three.legal_moves()[0])
    three = three.play(three.legal_moves()[0])
    assert Book(GAME, MADE_UP).lookup(three) is None
    assert Book(GAME, MADE_UP).lookup(PentominoGame(5, 6).start) is None
    small = PentominoGame(5, 6).start
    small = small.play(small.legal_moves()[0])
    for state in (GAME.start, GAME.start.play(other), three, small):
        assert Book(GAME, MADE_UP).answers(state) == {}
