r"""RenLib libraries, `.lib`: the tree of a renju player's notes, on 15x15.

    header, 20 bytes    FF R e n L i b FF, major and minor version, ten times FF
    node, 2 bytes       the point: column + 16 * row, the column from 1, the row from 0 at the top;
                        0 is a pass, and at the first node the empty board
                        flags: 80 another branch follows this one    08 comment
                               40 the branch ends here               04 start position
                               20 comment of an old version          02 not a move, only a text
                               10 marked                             01 two more bytes follow
    two more bytes      01 in the second: the move has a text on the board

Nodes stand in the order of a walk: what follows a node, then the next branch. Texts end with a zero
and have an even length; in a comment, \x08 separates the first line from the others. Without a
header, and before version 3.4, the first node is the move h8. Moves that the rules refuse are kept.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import ClassVar

from fivefold.core import Game, Player, State
from fivefold.errors import IllegalMove, InvalidNotation
from fivefold.formats.reading import Reading
from fivefold.formats.records import as_tree, record_of
from fivefold.formats.sgf.header import MOVES
from fivefold.formats.sgf.notes import LETTER
from fivefold.formats.sgf.points import is_pass, point_of, point_text
from fivefold.games.gomoku import GomokuGame
from fivefold.tree.game_tree import GameTree
from fivefold.tree.node import MOST_NODES, Entry, Node, Notes, Property, assemble
from fivefold.words import quoted, say

MAGIC = b"\xffRenLib\xff"
HEADER = 20
VERSION = (3, 4)
SIDE = 15
CENTRE = 0x78
NEXT, END, OLD_COMMENT, MARK, COMMENT, START, NO_MOVE, MORE = 128, 64, 32, 16, 8, 4, 2, 1
TEXT = 1
LINE = "\b"
FLAGS = {MARK: "mark", START: "start", NO_MOVE: "text"}
SWEDISH = str.maketrans("}{|][\\", "åäöÅÄÖ")
"""The letters of old comments, which have seven bits."""
OWN = "FVLIB"
"""The SGF property for what only RenLib knows: marked nodes and start positions."""


@dataclass
class _LibNode:
    """A node as the file has it."""

    point: int
    flags: int
    offset: int
    comment: str = ""
    text: str = ""
    end: int = 0


class RenLibFormat:
    """One Gomoku tree from the empty board, with comments and texts on points."""

    extensions: ClassVar[tuple[str, ...]] = (".lib",)

    def is_like(self, content: bytes, path: str) -> bool:
        """Recognizes the files by their first bytes, or by the extension."""
        return content.startswith(MAGIC) or Path(path).suffix.lower() in self.extensions

    def read(self, content: bytes, path: str, game: Game | None) -> Iterator[Reading]:
        """Yields the tree; the rules are renju unless the known game has others."""
        if game is not None and not isinstance(game, GomokuGame):
            raise InvalidNotation("record.other_game", other=GomokuGame.name, game=game.name)
        start = GomokuGame(SIDE, "renju" if game is None else game.rules).start
        root = assemble(_entries(content, start))
        tree = GameTree(start, root, record_of(Reading(start)))
        record = record_of(Reading(start, tree.moves))
        yield Reading(start, tree.moves, record, tree=replace(tree, record=record))

    def files(self, readings: Sequence[Reading], path: str) -> dict[str, bytes]:
        """Returns the content of the file to write."""
        if path == "-":
            raise InvalidNotation("lib.no_stream")
        if len(readings) != 1:
            raise InvalidNotation("format.one_only", name="lib", count=len(readings))
        return {path: library_bytes(as_tree(readings[0]))}


def _entries(content: bytes, start: State) -> list[Entry]:
    """Returns the nodes of the tree, in file order."""
    entries = [Entry(-1)]
    labels: dict[int, list[tuple[int, str]]] = {}
    # The node that the next one follows: its index, its position, and whose move comes next.
    above: tuple[int, State | None, Player] = (0, start, start.to_move)
    branches: list[tuple[int, State | None, Player]] = []
    has_begun = ended = False
    for node in _nodes(content):
        if ended:
            raise InvalidNotation("lib.loop", offset=node.offset)
        if len(entries) > MOST_NODES:
            raise InvalidNotation("tree.large", most=MOST_NODES)
        is_first, has_begun = not has_begun, True
        if is_first and not node.point and not node.flags & NEXT:
            entries[0] = _root(node)
            continue
        parent, state, player = above
        cell = None if not node.point else (node.point >> 4) * SIDE + (node.point & 15) - 1
        if cell is not None and node.text:
            labels.setdefault(parent, []).append((cell, node.text))
        kind = node.flags & (NO_MOVE | MARK | START)
        # The last node ends its branch even if its flag does not say so.
        is_end = bool(node.flags & END) or node.end == len(content)
        is_label = kind == NO_MOVE and is_end and node.text and not node.comment
        if not (is_label and cell is not None):
            above = _follow(entries, node, above, cell)
        if node.flags & NEXT:
            branches.append((parent, state, player))
        if node.flags & END:
            ended = not branches
            above = branches.pop() if branches else above
    for place, own in labels.items():
        notes = entries[place].notes
        entries[place] = replace(entries[place], notes=replace(notes, labels=tuple(own)))
    return entries


def _root(node: _LibNode) -> Entry:
    return Entry(-1, None, Notes(comment=node.comment), _marked(node))


def _follow(
    entries: list[Entry],
    node: _LibNode,
    above: tuple[int, State | None, Player],
    cell: int | None,
) -> tuple[int, State | None, Player]:
    """Adds the node and returns what follows it."""
    parent, state, player = above
    source, move, after = _marked(node), None, None
    if state is not None and cell is not None and not node.flags & NO_MOVE:
        try:
            after = state.play(cell)
            move = cell
        except IllegalMove:
            after = None
    if move is None:
        point = "" if cell is None else point_text(cell, GomokuGame(SIDE))
        source = ((LETTER[player], (point,)), *source)
    entries.append(Entry(parent, move, Notes(comment=node.comment), source, move is None))
    return len(entries) - 1, after, player.other


def _marked(node: _LibNode) -> tuple[Property, ...]:
    """Returns the flags that only RenLib knows, as a property."""
    names = tuple(name for flag, name in FLAGS.items() if node.flags & flag)
    return ((OWN, names),) if names else ()


def _nodes(content: bytes) -> Iterator[_LibNode]:
    """Yields the nodes of the file."""
    at = 0
    if content.startswith(MAGIC):
        if len(content) < HEADER:
            raise InvalidNotation("lib.cut", part=say("lib.cut.header"))
        major, minor = content[len(MAGIC)], content[len(MAGIC) + 1]
        if (major, minor) > VERSION:
            raise InvalidNotation("lib.version", version=f"{major}.{minor:02}")
        at = HEADER
    elif not content or content[0] != CENTRE:
        raise InvalidNotation("lib.cut", part=say("lib.cut.header"))
    while at < len(content):
        node = _LibNode(*_pair(content, at), at)
        if (node.point and not node.point & 15) or node.point >> 4 >= SIDE:
            raise InvalidNotation("lib.point", offset=at)
        at += 2
        has_text = False
        if node.flags & MORE:
            has_text = bool(_pair(content, at)[1] & TEXT)
            at += 2
        if node.flags & OLD_COMMENT:
            node.comment, at = _old_text(content, at)
        elif node.flags & COMMENT:
            text, at = _text(content, at)
            node.comment = text.replace(LINE, "\n", 1)
        if has_text:
            node.text, at = _text(content, at)
        node.end = at
        yield node


def _pair(content: bytes, at: int) -> tuple[int, int]:
    if at + 2 > len(content):
        raise InvalidNotation("lib.cut", part=say("lib.cut.node"))
    return content[at], content[at + 1]


def _text(content: bytes, at: int) -> tuple[str, int]:
    """Returns the text that ends with a zero, and where the next node begins."""
    end = content.find(b"\0", at)
    if end < 0:
        raise InvalidNotation("lib.cut", part=say("lib.cut.text"))
    return _decoded(content[at:end]), end + 2 - (end - at) % 2


def _old_text(content: bytes, at: int) -> tuple[str, int]:
    """Returns the text whose last byte has its highest bit set."""
    end = at
    while end < len(content) and content[end] < 0x80:
        end += 1
    if end == len(content):
        raise InvalidNotation("lib.cut", part=say("lib.cut.text"))
    text = bytes([*content[at:end], content[end] & 0x7F]).decode("ascii").rstrip("\0")
    text = text.translate(SWEDISH)
    return text.replace(LINE, "\n", 1), end + 1 + (end + 1 - at) % 2


def _decoded(raw: bytes) -> str:
    """Returns the text: UTF-8, or the Western charset of Windows."""
    for charset in ("utf-8", "cp1252"):
        try:
            return raw.decode(charset)
        except UnicodeDecodeError:
            continue
    return raw.decode("latin-1")


def _encoded(text: str) -> bytes:
    """Returns the text so that it is read as the same text, in the charset of Windows if it can."""
    for charset in ("cp1252", "latin-1", "utf-8"):
        try:
            raw = text.encode(charset)
        except UnicodeEncodeError:
            continue
        if _decoded(raw) == text:
            return raw
    raise InvalidNotation("lib.text", character=quoted(text))


@dataclass
class _Branch:
    """A node to write."""

    point: int
    flags: int = 0
    comments: list[str] = field(default_factory=list)
    labels: list[tuple[int, str]] = field(default_factory=list)
    text: str = ""
    below: list[_Branch] = field(default_factory=list)


def library_bytes(tree: GameTree) -> bytes:
    """Returns the tree as the content of a RenLib library."""
    game = tree.start.game
    if not isinstance(game, GomokuGame) or game.size != SIDE or tree.start != game.start:
        raise InvalidNotation("lib.cells")
    root = _branches(tree)
    parts = [MAGIC, bytes(VERSION), b"\xff" * (HEADER - len(MAGIC) - 2)]
    waiting: list[tuple[_Branch, bool]] = [(root, False)]
    while waiting:
        branch, has_next = waiting.pop()
        for cell, text in branch.labels:
            if text:
                _set_text(branch, cell, text)
        is_end = not branch.below and branch is not root
        parts.append(_node_bytes(branch, has_next, is_end))
        last = len(branch.below) - 1
        waiting.extend((each, at < last) for at, each in reversed(list(enumerate(branch.below))))
    return b"".join(parts)


def _branches(tree: GameTree) -> _Branch:
    """Returns the nodes to write; notes at a node without a move belong to the one before it."""
    root = _Branch(0)
    waiting = [(tree.root, root, tree.start.to_move)]
    while waiting:
        node, above, player = waiting.pop()
        branch = above
        if node.move is not None or node.refused:
            branch = _Branch(_point(node, player))
            above.below.append(branch)
            player = player.other
        for name, values in node.source:
            if name == OWN:
                branch.flags |= sum(flag for flag, text in FLAGS.items() if text in values)
        if node.notes.comment:
            branch.comments.append(node.notes.comment)
        branch.labels += node.notes.labels
        waiting.extend((child, branch, player) for child in reversed(node.children))
    return root


def _point(node: Node, player: Player) -> int:
    """Returns the point of the move as the file has it."""
    cell = node.move
    if cell is None:
        moves = [(name, value) for name, values in node.source if name in MOVES for value in values]
        if len(moves) != 1 or moves[0][0] != LETTER[player]:
            raise InvalidNotation("lib.set_up")
        game = GomokuGame(SIDE)
        if is_pass(moves[0][1], game):
            return 0
        cell = point_of(moves[0][1], game)
    return _point_of_cell(cell)


def _point_of_cell(cell: int) -> int:
    row, column = divmod(cell, SIDE)
    return row * 16 + column + 1


def _set_text(branch: _Branch, cell: int, text: str) -> None:
    """Puts the text on the move to the cell, or on a node of its own."""
    point = _point_of_cell(cell)
    for each in branch.below:
        if each.point == point and not each.text and not each.flags & NO_MOVE:
            each.text = text
            return
    branch.below.append(_Branch(point, NO_MOVE, text=text))


def _node_bytes(branch: _Branch, has_next: bool, is_end: bool) -> bytes:
    comment = "\n\n".join(branch.comments).replace("\n", LINE, 1)
    flags = branch.flags | (NEXT if has_next else 0) | (END if is_end else 0)
    flags |= (COMMENT if comment else 0) | (MORE if branch.text else 0)
    parts = [bytes((branch.point, flags))]
    if branch.text:
        parts.append(bytes((0, TEXT)))
    if comment:
        parts.append(_text_bytes(comment, 1 if "\n" in "".join(branch.comments) else 0))
    if branch.text:
        parts.append(_text_bytes(branch.text, 0))
    return b"".join(parts)


def _text_bytes(text: str, lines: int) -> bytes:
    if "\0" in text or text.count(LINE) > lines:
        raise InvalidNotation("lib.text", character="U+0000" if "\0" in text else "U+0008")
    raw = _encoded(text) + b"\0"
    return raw + b"\0" * (len(raw) % 2)


LIB = RenLibFormat()
