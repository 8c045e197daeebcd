"""The rules of the three games in C++: text positions in, text out."""



def gomoku_legal_moves(position: str, rules: str) -> list[str]:
    """The legal moves in reading order; none when the game is over."""

def gomoku_play(position: str, move: str, rules: str) -> str:
    """The position after a legal move."""

def gomoku_outcome(position: str, rules: str) -> str | None:
    """'X', 'O' or 'draw'; None while the game goes on."""

def gomoku_perft(position: str, rules: str, depth: int) -> int:
    """
    The number of positions depth moves on; a game that ends earlier counts once.
    """

def othello_legal_moves(position: str) -> list[str]:
    """
    The legal moves in reading order; a forced pass is ['--'], none when the game is over.
    """

def othello_play(position: str, move: str) -> str:
    """The position after a legal move."""

def othello_outcome(position: str) -> str | None:
    """'X', 'O' or 'draw'; None while the game goes on."""

def othello_perft(position: str, depth: int) -> int:
    """
    The number of positions depth moves on; a pass is a move, an ended game counts once.
    """

def pentomino_legal_moves(position: str, rows: int, columns: int) -> list[str]:
    """
    The legal moves by piece letter, then by cells; none when the game is over.
    """

def pentomino_play(position: str, move: str, rows: int, columns: int) -> str:
    """The position after a legal move."""

def pentomino_outcome(position: str, rows: int, columns: int) -> str | None:
    """
    'X' or 'O', whoever placed the last piece; None while the game goes on.
    """

def pentomino_perft(position: str, rows: int, columns: int, depth: int) -> int:
    """
    The number of positions depth moves on; a game that ends earlier counts once.
    """

class PentominoSolver:
    """Who wins a position, exactly. What it learns it keeps."""

    def __init__(self, rows: int, columns: int, memory: int = 64, misere: bool = False) -> None:
        """A solver for one board with a table of that many MiB."""

    def solve(self, position: str, seconds: float | None = None, nodes: int | None = None, stop: object | None = None) -> tuple[int, str | None, int]:
        """
        The value for the side to move (1, -1, or 0 where the limit came first), a move that wins, and the nodes.
        """

    def values(self, position: str, seconds: float | None = None, nodes: int | None = None, stop: object | None = None) -> tuple[list[int], int]:
        """
        For every legal move 1 when it wins, -1 when it loses, 0 where that is not known; and the nodes.
        """

    def forget(self) -> None:
        """Forgets all it has learned."""

class PentominoChecker:
    """
    A solver that shares nothing with PentominoSolver: the book is verified by it.
    """

    def __init__(self, memory: int = 64) -> None:
        """With a table of at most that many MiB."""

    def is_lost(self, free: int, pieces: int, stop: object | None = None) -> bool | None:
        """
        Whether the side to move loses; None when stopped. Bit 8 * row + column of `free` is a free cell, bit i of `pieces` the i-th letter of FILNPTUVWXYZ.
        """

    @property
    def nodes(self) -> int:
        """Positions searched so far."""
