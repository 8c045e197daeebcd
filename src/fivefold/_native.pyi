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

class GomokuLine:
    """A move and what is expected to follow."""

    @property
    def move(self) -> str:
        """The first move."""

    @property
    def score(self) -> int:
        """In hundredths, for the side to move."""

    @property
    def wins_in(self) -> int | None:
        """
        The ply, from 1, on which the side to move makes five whatever the other side does; negative when the other side makes it; None when neither is proven.
        """

    @property
    def depth(self) -> int:
        """How many moves deep it was searched."""

    @property
    def pv(self) -> list[str]:
        """The expected moves, the first included."""

class GomokuReport:
    """What a search has found."""

    @property
    def lines(self) -> list[GomokuLine]:
        """Best first; none when the game is over."""

    @property
    def nodes(self) -> int:
        """Positions entered."""

    @property
    def depth(self) -> int:
        """The depth of the last search of the best move."""

    @property
    def selective_depth(self) -> int:
        """The longest line looked at."""

class GomokuSearcher:
    """Searches Gomoku positions. What it learns it keeps."""

    def __init__(self, weights: bytes | None = None, memory: int = 64, threads: int = 1) -> None:
        """
        A searcher with these weights, by hand when None, and a table of that many MiB.
        """

    def search(self, position: str, rules: str, seconds: float | None = None, depth: int | None = None, nodes: int | None = None, stop: object | None = None, lines: int = 1, longest: float | None = None) -> GomokuReport:
        """
        Searches deeper and deeper until a limit or a proof: the best moves, that many of them with true scores, or with 0 every move near stones. With longest, the seconds are a share of a clock: it may take less, or more, but never longer than that.
        """

    def progress(self) -> GomokuReport | None:
        """What the running search, or the last one, has found so far."""

    def forget(self) -> None:
        """Forgets all it has learned."""

def gomoku_threats(position: str, rules: str) -> list[tuple[str, str, str]]:
    """
    What a stone would make on each empty cell: (cell, 'X' or 'O', kind), strongest kind first; the kinds are five, open_four, double_four, four_three, four, double_three, three. None when the game is over; forbidden cells are left out.
    """

class GomokuProof:
    """What a search for a forced win has found."""

    @property
    def found(self) -> bool:
        """Whether the side to move wins."""

    @property
    def complete(self) -> bool:
        """Whether it is certain that there is no such win within the plies."""

    @property
    def plies(self) -> int:
        """
        Moves until five on the longest line, both sides counted; 0 if not found.
        """

    @property
    def line(self) -> list[str]:
        """The moves of that line."""

    @property
    def tree(self) -> object:
        """(move, {reply: tree}, tree after any other reply); None if not found."""

    @property
    def nodes(self) -> int:
        """Positions looked at."""

class GomokuThreats:
    """Finds forced wins by fours (vcf) or fours and threes (vct)."""

    def __init__(self, memory: int = 64) -> None:
        """A solver with tables of that many MiB."""

    def solve(self, position: str, rules: str, kind: str, seconds: float | None = None, nodes: int | None = None, stop: object | None = None, most_plies: int | None = None) -> GomokuProof:
        """A forced win of the side to move, or none within the limits."""

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

class OthelloLine:
    """A move and what is expected to follow."""

    @property
    def move(self) -> str:
        """The first move; a forced pass is '--'."""

    @property
    def score(self) -> float:
        """In discs, for the side to move."""

    @property
    def depth(self) -> int:
        """How many moves deep it was searched."""

    @property
    def percent(self) -> int:
        """How sure the search is; 100 left nothing out."""

    @property
    def exact(self) -> bool:
        """Whether the score is proven."""

    @property
    def pv(self) -> list[str]:
        """The expected moves, the first included."""

class OthelloReport:
    """What a search has found."""

    @property
    def lines(self) -> list[OthelloLine]:
        """Best first; none when the game is over."""

    @property
    def nodes(self) -> int:
        """Positions entered."""

    @property
    def depth(self) -> int:
        """The depth of the last search that was finished."""

    @property
    def percent(self) -> int:
        """Its selectivity; 100 left nothing out."""

    @property
    def exact(self) -> bool:
        """Whether the value of the position is proven."""

class OthelloWeights:
    """What the evaluation was trained to; searchers share it."""

    def __init__(self, file: bytes) -> None:
        """Reads a weights file; refuses a damaged one."""

class OthelloSearcher:
    """Searches Othello positions on 8x8. What it learns it keeps."""

    def __init__(self, weights: OthelloWeights, memory: int = 64, threads: int = 1) -> None:
        """A searcher with these weights and a table of that many MiB."""

    def search(self, position: str, seconds: float | None = None, depth: int | None = None, nodes: int | None = None, stop: object | None = None, every_move: bool = False) -> OthelloReport:
        """
        Searches deeper and deeper until a limit or a proof: the best line, or one for each legal move.
        """

    def solve(self, position: str, seconds: float | None = None, nodes: int | None = None, stop: object | None = None, win_only: bool = False) -> OthelloReport:
        """
        Searches to the end of the game; with win_only the score is 1, 0 or -1.
        """

    def evaluate(self, position: str) -> float:
        """The value in discs without any search."""

    def progress(self) -> OthelloReport | None:
        """What the running search, or the last one, has found so far."""

    def forget(self) -> None:
        """Forgets all it has learned."""

def othello_playouts(position: str, games: int, seed: int) -> tuple[int, int, int, int]:
    """
    Plays random games to their ends: how many X won, were drawn, O won, and their moves in all.
    """

def othello_small_solve(position: str, memory: int = 256, seconds: float | None = None, nodes: int | None = None, stop: object | None = None, journal: str | None = None) -> tuple[int | None, str | None, list[str], int]:
    """
    The exact score of a position of 4x4 or 6x6, None at a limit; a best move, the line it begins, and the nodes. A journal file lets a later call go on.
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
