"""The verifier accepts a correct book and finds every kind of fault.

The books are of small boards, whose outcomes are known by brute force. The test writes the files
itself, so that writer and verifier cannot share a mistake.
"""

from __future__ import annotations

import _thread
import json
import random
import threading
import time
from base64 import b64decode, b64encode
from collections.abc import Callable, Iterable
from hashlib import sha256
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from fivefold.book.verify import Report, Verifier
from fivefold.book.verify_board import board_of
from fivefold.book.verify_claims import read_claims
from fivefold.cli import main
from fivefold.errors import DamagedBook, FivefoldError, Refused

if TYPE_CHECKING:
    from tests.book.conftest import Oracle

BOARD = board_of(4, 5)
HEADER = "fivefold pentomino book 1 4x5"
Run = Callable[..., tuple[int, str, str]]


def signed(lines: Iterable[str]) -> bytes:
    """Returns the lines as a file with a valid checksum."""
    body = "".join(f"{line}\n" for line in lines).encode()
    return body + f"sha256 {sha256(body).hexdigest()}\n".encode()


def packed(answers: list[int]) -> str:
    bits = "".join(f"{answer:012b}" for answer in answers)
    bits += "0" * (-len(bits) % 8)
    return b64encode(bytes(int(bits[i : i + 8], 2) for i in range(0, len(bits), 8))).decode()


def unpacked(text: str, count: int) -> list[int]:
    bits = "".join(f"{byte:08b}" for byte in b64decode(text))
    return [int(bits[12 * i : 12 * i + 12], 2) for i in range(count)]


def name(move: int) -> str:
    return BOARD.placements[move].text


def answers_to(oracle: Oracle, first: int) -> list[int]:
    """Returns for every reply a winning third move, or else the first possible one."""
    found = []
    for reply in oracle.replies(first):
        thirds = oracle.replies(first, reply)
        wins = [third for third in thirds if not oracle.wins(first, reply, third)]
        found.append((wins or thirds)[0])
    return found


@pytest.fixture(scope="module")
def truth() -> Oracle:
    from tests.book.conftest import oracle

    return oracle(4, 5)


@pytest.fixture(scope="module")
def lines(truth: Oracle) -> list[str]:
    """A complete book of 4x5 without its checksum: 10 first moves win, 88 lose."""
    written = [HEADER]
    for first in truth.moves:
        if BOARD.canonical(first) != (first,):
            continue
        lost = [reply for reply in truth.replies(first) if not truth.wins(first, reply)]
        outcome = f"loss : {name(lost[0])}" if lost else f"win : {packed(answers_to(truth, first))}"
        written.append(f"{name(first)} : {outcome}")
    return written


@pytest.fixture
def book(tmp_path: Path) -> Path:
    return tmp_path / "book.txt"


def index_of(lines: list[str], outcome: str, number: int = 0) -> int:
    """Returns the index of the line with that outcome and number."""
    return [i for i, line in enumerate(lines) if f" : {outcome} : " in line][number]


def first_of(line: str) -> int:
    return BOARD.numbers[line.split(" : ")[0]]


def verified(book: Path, data: bytes | Iterable[str], **options: Any) -> Report:
    book.write_bytes(data if isinstance(data, bytes) else signed(data))
    return Verifier(book, **options).run()


def faults(report: Report) -> list[str]:
    return [
        f"{fault.first or '-'} / {fault.reply or '-'} / {fault.reason}" for fault in report.faults
    ]


@pytest.fixture
def command(capsys: pytest.CaptureFixture[str]) -> Run:
    """Runs `fivefold book pentomino verify ARGUMENTS`; returns its exit code and output."""

    def run(*arguments: str) -> tuple[int, str, str]:
        code = main(["book", "pentomino", "verify", *arguments])
        return code, *capsys.readouterr()

    return run


# ---------------------------------------------------------------- a correct book


def test_a_right_book_is_verified(book: Path, lines: list[str]) -> None:
    report = verified(book, lines, threads=2, memory=1)
    assert faults(report) == []
    assert report.is_verified
    assert report.is_complete
    assert (report.wins, report.losses) == (10, 88)
    replies = sum(len(BOARD.after(first_of(line))) for line in lines if " : win : " in line)
    assert report.claims == report.chosen == replies + 88
    assert 88 / 2 <= report.searched == report.positions < report.claims
    assert report.nodes > 0


def test_symmetric_positions_are_searched_once(book: Path, lines: list[str]) -> None:
    chosen = [lines[0], lines[index_of(lines, "win")]]
    report = verified(book, chosen, memory=1)
    first = first_of(chosen[1])
    answers = unpacked(chosen[1].split(" : ")[2], report.claims)
    pairs = zip(BOARD.after(first), answers, strict=True)
    assert report.positions == len({BOARD.canonical(first, *pair) for pair in pairs})


def test_a_first_move_after_which_nothing_fits_needs_no_answer(book: Path) -> None:
    header = HEADER.replace("4x5", "1x5")
    report = verified(book, [header, "I a1 b1 c1 d1 e1 : win : "], memory=1)
    assert report.is_complete
    assert report.claims == 0


# ---------------------------------------------------------------- one altered byte


def test_a_book_with_one_altered_byte_fails(book: Path, lines: list[str], command: Run) -> None:
    data = signed(lines)
    place = data.index(b" : win : ") + 12
    book.write_bytes(data[:place] + bytes([data[place] ^ 1]) + data[place + 1 :])
    code, out, err = command(str(book))
    assert code == 1
    assert out.splitlines() == [
        "The checksum does not match: the file was changed.",
        "Not verified: 1 fault found.",
    ]
    assert err == ""
    book.write_bytes(data)
    assert command(str(book))[0] == 0


def test_no_altered_byte_goes_unnoticed(lines: list[str]) -> None:
    win = index_of(lines, "win")
    data = signed([*lines[:3], lines[win]])
    assert not read_claims(data).faults
    for place in range(len(data)):
        for change in (1, 32, 128):
            altered = data[:place] + bytes([data[place] ^ change]) + data[place + 1 :]
            (fault,) = read_claims(altered).faults
            assert "checksum" in str(fault.reason)


def test_no_missing_end_goes_unnoticed(lines: list[str]) -> None:
    data = signed(lines[:3])
    for length in range(len(data)):
        assert read_claims(data[:length]).faults
    assert read_claims(data + b"\n").faults
    assert not read_claims(data).faults


# ---------------------------------------------------------------- one missing reply


@pytest.mark.parametrize("place", [0, 7, -1])
def test_a_book_with_one_dropped_reply_fails(
    book: Path, lines: list[str], command: Run, place: int
) -> None:
    at = index_of(lines, "win")
    first, _, answers = lines[at].split(" : ")
    replies = len(BOARD.after(first_of(lines[at])))
    fewer = unpacked(answers, replies)
    del fewer[place]
    book.write_bytes(signed([*lines[:at], f"{first} : win : {packed(fewer)}", *lines[at + 1 :]]))
    code, out, _ = command(str(book))
    assert code == 1
    assert out.splitlines()[0] == (
        f"“{first}”: Not every reply is covered: "
        f"there are {replies - 1} answers to {replies} replies."
    )


def test_an_answer_too_many_is_no_better(book: Path, lines: list[str]) -> None:
    at = index_of(lines, "win")
    first, _, answers = lines[at].split(" : ")
    more = [*unpacked(answers, len(BOARD.after(first_of(lines[at])))), 0]
    report = verified(book, [lines[0], f"{first} : win : {packed(more)}"])
    assert "Not every reply is covered" in faults(report)[0]


# ---------------------------------------------------------------- one wrong outcome


def test_a_winning_first_move_that_is_said_to_lose_is_found(
    book: Path, lines: list[str], command: Run
) -> None:
    at = index_of(lines, "win", 3)
    first = lines[at].split(" : ")[0]
    reply = name(BOARD.after(first_of(lines[at]))[4])
    book.write_bytes(signed([*lines[:at], f"{first} : loss : {reply}", *lines[at + 1 :]]))
    code, out, _ = command(str(book), "--all", "--memory", "1")
    assert code == 1
    assert out.splitlines()[-2:] == [
        f"{first}, reply {reply}: This reply does not refute the first move: "
        "the side to move after it wins.",
        "Not verified: 1 fault found.",
    ]


def test_a_losing_first_move_that_is_said_to_win_is_found(
    book: Path, lines: list[str], truth: Oracle
) -> None:
    for at in range(1, len(lines), 20):
        first = first_of(lines[at])
        if not all(truth.replies(first, reply) for reply in truth.replies(first)):
            continue  # a reply that leaves no placement has no answer
        answers = answers_to(truth, first)
        claim = f"{name(first)} : win : {packed(answers)}"
        report = verified(book, [*lines[:at], claim, *lines[at + 1 :]], memory=1)
        wrong = {
            (name(first), name(reply), name(answer))
            for reply, answer in zip(truth.replies(first), answers, strict=True)
            if truth.wins(first, reply, answer)
        }
        assert wrong if " : loss : " in lines[at] else not wrong
        assert {
            (fault.first, fault.reply, fault.reason.facts["answer"]) for fault in report.faults
        } == wrong
        assert report.is_verified is not bool(wrong)


def test_one_wrong_answer_among_all_is_found_wherever_it_is(
    book: Path, lines: list[str], truth: Oracle
) -> None:
    chance = random.Random(6)
    for _ in range(25):
        at = index_of(lines, "win", chance.randrange(10))
        first = first_of(lines[at])
        replies = truth.replies(first)
        answers = unpacked(lines[at].split(" : ")[2], len(replies))
        place = chance.randrange(len(replies))
        thirds = truth.replies(first, replies[place])
        wrong = [third for third in thirds if truth.wins(first, replies[place], third)]
        if not wrong:
            continue
        answers[place] = chance.choice(wrong)
        claim = f"{name(first)} : win : {packed(answers)}"
        report = verified(book, [lines[0], claim], memory=1)
        assert faults(report) == [
            f"{name(first)} / {name(replies[place])} / The answer {name(answers[place])} "
            "does not win: the side to move after it wins."
        ]


# ---------------------------------------------------------------- other invalid lines


def with_a_byte_more(line: str) -> str:
    """Returns the line, whose answers fill whole bytes, with an extra zero byte."""
    *start, proof = line.split(" : ")
    return " : ".join([*start, b64encode(b64decode(proof) + bytes(1)).decode()])


def other(lines: list[str], kind: str) -> list[str]:
    """Returns a book with that fault and a valid checksum."""
    head, win = lines[0], lines[index_of(lines, "win")]
    loss, later = lines[index_of(lines, "loss")], lines[index_of(lines, "loss", 5)]
    first, _, proof = win.split(" : ")
    number = first_of(win)
    answers = unpacked(proof, len(BOARD.after(number)))
    image = next(move for move in range(len(BOARD.placements)) if BOARD.canonical(move) != (move,))
    books = {
        "header": ["fivefold pentomino book 2 4x5", win],
        "board": ["fivefold pentomino book 1 4x10", win],
        "line": [head, f"{first} : win"],
        "empty line": [head, "", win],
        "move": [head, win.replace(first, first.lower())],
        "canonical": [head, f"{name(image)} : loss : {name(BOARD.after(image)[0])}"],
        "twice": [head, loss, loss],
        "order": [head, later, loss],
        "outcome": [head, win.replace("win", "draw")],
        "base64": [head, f"{first} : win : {proof[:-4]}****"],
        "filled up": [head, with_a_byte_more(lines[index_of(lines, "win", 2)])],
        "reply": [head, f"{first} : loss : {first}"],
        "answer": [head, f"{first} : win : {packed([number, *answers[1:]])}"],
        "no such answer": [head, f"{first} : win : {packed([4000, *answers[1:]])}"],
    }
    return books[kind]


@pytest.mark.parametrize(
    ("kind", "sentence"),
    [
        ("header", "The first line is not the header of a pentomino book of version 1."),
        ("board", "The board 4x10 is too large: sides can be at most 8."),
        ("line", "A line must consist of a first move, its outcome and its proof."),
        ("empty line", "A line must consist of a first move, its outcome and its proof."),
        ("move", "is not a move in the book's notation."),
        ("canonical", "The first move is not the smallest of its symmetric images."),
        ("twice", "The first move appears twice."),
        ("order", "The first move is out of order."),
        ("outcome", "The outcome must be win or loss, not “draw”."),
        ("base64", "The answers are not 12-bit numbers in base64."),
        ("filled up", "The answers are not 12-bit numbers in base64."),
        ("reply", "This reply cannot be played."),
        ("answer", "The answer to this reply cannot be played."),
        ("no such answer", "The answer to this reply cannot be played."),
    ],
)
def test_a_line_that_is_wrong_is_named(
    book: Path, lines: list[str], kind: str, sentence: str
) -> None:
    report = verified(book, other(lines, kind))
    assert len(report.faults) == 1
    assert sentence in faults(report)[0]
    assert not report.is_verified
    assert report.searched == 0


# ---------------------------------------------------------------- samples and single first moves


def test_a_sample_says_that_it_is_one(book: Path, lines: list[str], command: Run) -> None:
    book.write_bytes(signed(lines))
    code, out, _ = command(str(book), "--memory", "1")
    assert code == 0
    wins = 3 * 10  # replies with their answers
    losses = sum(
        min(3, len(BOARD.after(*(BOARD.numbers[part] for part in line.split(" : loss : ")))))
        for line in lines
        if " : loss : " in line
    )
    assert out.splitlines()[-1] == (
        f"The sample of {wins + losses} positions holds. Use --all to check every claim."
    )
    code, out, _ = command(str(book), "--all", "--memory", "1")
    assert code == 0
    assert out.splitlines()[-1] == "Verified: every claim holds."


def test_a_sample_can_show_that_a_first_move_does_not_lose(
    book: Path, lines: list[str], truth: Oracle
) -> None:
    at = index_of(lines, "win", 3)
    first = first_of(lines[at])
    reply = next(r for r in truth.replies(first) if len(truth.replies(first, r)) > 1)
    wrong = [lines[0], f"{name(first)} : loss : {name(reply)}"]
    report = verified(book, wrong, sample=1000, memory=1)
    assert report.chosen == len(truth.replies(first, reply))
    assert faults(report) == sorted(
        f"{name(first)} / {name(reply)} / This reply does not refute the first move: "
        f"{name(third)} wins against it."
        for third in truth.replies(first, reply)
        if not truth.wins(first, reply, third)
    )
    assert report.faults


def test_the_seed_chooses_the_sample(book: Path, lines: list[str], tmp_path: Path) -> None:
    found = []
    for number, seed in enumerate((0, 0, 1)):
        journal = tmp_path / f"journal{number}"
        verified(book, lines, sample=2, seed=seed, journal=journal, memory=1)
        found.append(sorted(journal.read_text().splitlines()))
    assert found[0] == found[1] != found[2]


def test_one_first_move_is_checked_alone_in_any_image(
    book: Path, lines: list[str], command: Run
) -> None:
    book.write_bytes(signed(lines))
    first = first_of(lines[index_of(lines, "win")])
    image = next(m for m in range(len(BOARD.placements)) if BOARD.canonical(m) == (first,))
    letter, *cells = name(image).split()
    text = " ".join([letter.lower(), *reversed(cells)]).upper()
    code, out, _ = command(str(book), "--first", text, "--all", "--json", "--memory", "1")
    document = json.loads(out)
    assert code == 0
    assert (document["won"], document["lost"]) == (1, 0)
    assert document["claims"] == len(BOARD.after(first))
    assert document["verified"] is document["complete"] is True


# ---------------------------------------------------------------- the journal


def test_a_verification_goes_on_where_it_was(book: Path, lines: list[str], tmp_path: Path) -> None:
    journal = tmp_path / "journal"
    whole = verified(book, lines, journal=journal, memory=1)
    assert whole.searched == whole.positions
    kept = journal.read_bytes()
    again = verified(book, lines, journal=journal, memory=1)
    assert (again.searched, again.remembered) == (0, whole.positions)
    assert again.is_complete
    journal.write_bytes(kept[:200])  # the last line is torn
    third = verified(book, lines, journal=journal, memory=1)
    assert third.remembered == kept[:200].count(b"\n") - 1
    assert third.remembered + third.searched == whole.positions
    assert sorted(journal.read_bytes().splitlines()) == sorted(kept.splitlines())


def test_a_claim_that_failed_before_fails_again(
    book: Path, lines: list[str], tmp_path: Path
) -> None:
    at = index_of(lines, "win")
    reply = name(BOARD.after(first_of(lines[at]))[0])
    wrong = [lines[0], f"{lines[at].split(' : ')[0]} : loss : {reply}"]
    journal = tmp_path / "journal"
    once = verified(book, wrong, journal=journal, memory=1)
    again = verified(book, wrong, journal=journal, memory=1)
    assert faults(once) == faults(again) != []
    assert (again.searched, again.remembered) == (0, 1)


def test_a_journal_of_something_else_is_left_alone(
    book: Path, lines: list[str], tmp_path: Path
) -> None:
    journal = tmp_path / "journal"
    header = "fivefold pentomino verified 1 4x5\n"
    for text in ("my diary\n", header.replace("4x5", "5x5"), f"{header}1 2 3 maybe\n", "no end"):
        journal.write_text(text)
        with pytest.raises(DamagedBook):
            verified(book, lines, journal=journal)
        assert journal.read_text() == text
    journal.write_text(header + "9999 9998 lost\n")
    with pytest.raises(DamagedBook, match=r"line 2"):
        verified(book, lines, journal=journal)


def test_two_verifications_do_not_share_a_journal(
    book: Path, lines: list[str], tmp_path: Path
) -> None:
    journal = tmp_path / "journal"

    def start_another(report: Report) -> None:
        if not refused:
            with pytest.raises(Refused):
                verified(book, lines, journal=journal)
            refused.append(True)

    refused: list[bool] = []
    report = verified(book, lines, journal=journal, memory=1, on_tick=start_another)
    assert refused
    assert report.is_complete


# ---------------------------------------------------------------- stopping, and misuse


def test_a_stopped_verification_claims_nothing(book: Path, lines: list[str]) -> None:
    book.write_bytes(signed(lines))
    verifier = Verifier(book, memory=1)
    verifier.stop.set()
    report = verifier.run()
    assert report.searched == 0 < report.positions
    assert not report.is_verified


LOST_PAIR = "L d3 e3 d4 d5 d6 : loss : I h4 h5 h6 h7 h8"
"""On 8x8: a search of almost a minute."""


def test_ctrl_c_ends_a_long_search(book: Path, command: Run, tmp_path: Path) -> None:
    book.write_bytes(signed(["fivefold pentomino book 1 8x8", LOST_PAIR]))
    journal = tmp_path / "journal"

    def interrupt() -> None:
        while not journal.exists():  # it is created when the search begins
            time.sleep(0.01)
        _thread.interrupt_main()

    thread = threading.Thread(target=interrupt)
    thread.start()
    code, out, _ = command(str(book), "--journal", str(journal), "--memory", "1")
    thread.join()
    assert code == 130
    assert out.splitlines()[-1] == "Stopped early; no fault was found so far."


@pytest.mark.long
def test_the_long_l_in_the_centre_loses_to_the_i_as_orman_found(book: Path) -> None:
    assert verified(book, ["fivefold pentomino book 1 8x8", LOST_PAIR]).is_complete


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--all", "--sample", "3"], "Use either --all or --sample, not both."),
        (["--first", "Q a1"], "“Q a1” is not a move on this board."),
        (["--first", ""], "“” is not a move on this board."),
        (["--journal", "."], "cannot be written"),
        (["no-such-book.txt"], "There is no book “no-such-book.txt”."),
        (["."], "cannot be read"),
    ],
)
def test_misuse_is_told_in_one_sentence(
    book: Path,
    lines: list[str],
    command: Run,
    arguments: list[str],
    sentence: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(book.parent)
    book.write_bytes(signed(lines))
    options = arguments if not arguments[0].startswith("--") else ["book.txt", *arguments]
    code, out, err = command(*options)
    assert code == 2
    assert out == ""
    assert sentence in err
    assert err.count("\n") == 1


def test_a_first_move_that_the_book_does_not_decide_is_refused(
    book: Path, lines: list[str]
) -> None:
    book.write_bytes(signed(lines[:2]))
    verifier = Verifier(book)
    with pytest.raises(FivefoldError, match=r"does not decide"):
        verifier.only([lines[2].split(" : ")[0]])


# ---------------------------------------------------------------- the book we ship


PACKAGED = resources.files("fivefold") / "data" / "pentomino" / "book.txt"


@pytest.mark.slow
def test_the_packaged_book_is_whole_and_covers_every_reply() -> None:
    report = Verifier(PACKAGED, sample=0).run()
    assert faults(report) == []
    assert report.board == "8x8"


@pytest.mark.long
def test_a_sample_of_the_packaged_book_holds() -> None:
    report = Verifier(PACKAGED, sample=2, threads=2).run()
    assert faults(report) == []
    assert report.is_verified
