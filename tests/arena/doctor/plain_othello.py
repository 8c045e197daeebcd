"""Othello in a few lines, for programs that start fast and import nothing of fivefold."""

STEPS = [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if x or y]
PASS = "pa"


def square(column: int, row: int) -> str:
    return "abcdefgh"[column] + str(row + 1)


class Board:
    def __init__(self) -> None:
        self.discs = {"d4": "w", "e5": "w", "e4": "b", "d5": "b"}
        self.side = "b"

    def copy(self) -> "Board":
        board = Board()
        board.discs, board.side = dict(self.discs), self.side
        return board

    def flips(self, name: str, side: str) -> list[str]:
        if name in self.discs or len(name) != 2 or name[0] not in "abcdefgh":
            return []
        found = []
        for dx, dy in STEPS:
            line: list[str] = []
            x, y = "abcdefgh".index(name[0]) + dx, int(name[1]) - 1 + dy
            while 0 <= x < 8 and 0 <= y < 8:
                disc = self.discs.get(square(x, y))
                if disc is None:
                    break
                if disc == side:
                    found += line
                    break
                line.append(square(x, y))
                x, y = x + dx, y + dy
        return found

    def moves(self, side: str | None = None) -> list[str]:
        every = [square(x, y) for y in range(8) for x in range(8)]
        return [name for name in every if self.flips(name, side or self.side)]

    def play(self, name: str, side: str | None = None) -> None:
        side = side or self.side
        if name != PASS:
            for flipped in [*self.flips(name, side), name]:
                self.discs[flipped] = side
        self.side = "w" if side == "b" else "b"
