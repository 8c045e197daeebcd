"""
The C++ core: rules, engines and solvers. Positions go in and come out as text.
"""



def gomoku_legal_moves(position: str, rules: str) -> list[str]:
    """The legal moves in reading order; empty once the game is over."""

def gomoku_play(position: str, move: str, rules: str) -> str:
    """The position after a legal move."""

def gomoku_outcome(position: str, rules: str) -> str | None:
    """'X', 'O' or 'draw'; None while the game is on."""

def gomoku_perft(position: str, rules: str, depth: int) -> int:
    """
    The number of positions depth plies ahead; a game that ends sooner counts once.
    """

class GomokuLine:
    """A move and its expected continuation."""

    @property
    def move(self) -> str:
        """The first move."""

    @property
    def score(self) -> int:
        """In hundredths, for the side to move."""

    @property
    def wins_in(self) -> int | None:
        """
        Plies, counting from 1, to the proven five of the side to move; negative for the opponent's; None if neither is proven.
        """

    @property
    def depth(self) -> int:
        """The depth it was searched to."""

    @property
    def pv(self) -> list[str]:
        """The expected moves, including the first."""

class GomokuReport:
    """The result of a search."""

    @property
    def lines(self) -> list[GomokuLine]:
        """Best first; empty once the game is over."""

    @property
    def nodes(self) -> int:
        """Positions searched."""

    @property
    def depth(self) -> int:
        """The search depth of the best move."""

    @property
    def selective_depth(self) -> int:
        """The length of the longest line searched."""

class GomokuSearcher:
    """Searches Gomoku positions and keeps its transposition table."""

    def __init__(self, weights: bytes | None = None, memory: int = 64, threads: int = 1) -> None:
        """
        A searcher with these weights (None: hand-written) and memory MiB of table.
        """

    def search(self, position: str, rules: str, seconds: float | None = None, depth: int | None = None, nodes: int | None = None, stop: object | None = None, lines: int = 1, longest: float | None = None) -> GomokuReport:
        """
        Iterative deepening until a limit or a proof. Returns the best moves, `lines` of them with exact scores; 0 means every move near stones. With longest, the seconds are a share of a game clock: a search may take more, but never over longest.
        """

    def progress(self) -> GomokuReport | None:
        """The state of the running or last search."""

    def forget(self) -> None:
        """Clears the transposition table."""

def gomoku_threats(position: str, rules: str) -> list[tuple[str, str, str]]:
    """
    The threats that a stone on an empty cell would make: (cell, 'X' or 'O', kind), the strongest first. Kinds: five, open_four, double_four, four_three, four, double_three, three. Forbidden cells are left out; empty once the game is over.
    """

class GomokuProof:
    """The result of a forced-win search."""

    @property
    def found(self) -> bool:
        """Whether the side to move wins."""

    @property
    def complete(self) -> bool:
        """Whether it is proven that no win of this kind exists within the plies."""

    @property
    def plies(self) -> int:
        """Plies to five on the longest line; 0 if no win was found."""

    @property
    def line(self) -> list[str]:
        """The moves of that line."""

    @property
    def tree(self) -> object:
        """
        (move, {reply: tree}, tree after any other reply); None if no win was found.
        """

    @property
    def nodes(self) -> int:
        """Positions searched."""

class GomokuThreats:
    """Finds forced wins by fours (vcf) or fours and threes (vct)."""

    def __init__(self, memory: int = 64) -> None:
        """A solver with memory MiB of tables."""

    def solve(self, position: str, rules: str, kind: str, seconds: float | None = None, nodes: int | None = None, stop: object | None = None, most_plies: int | None = None) -> GomokuProof:
        """Looks for a forced win of the side to move within the limits."""

def othello_legal_moves(position: str) -> list[str]:
    """
    The legal moves in reading order; ['--'] for a forced pass, empty once the game is over.
    """

def othello_play(position: str, move: str) -> str:
    """The position after a legal move."""

def othello_outcome(position: str) -> str | None:
    """'X', 'O' or 'draw'; None while the game is on."""

def othello_perft(position: str, depth: int) -> int:
    """
    The number of positions depth plies ahead; a pass is a move, an ended game counts once.
    """

class OthelloLine:
    """A move and its expected continuation."""

    @property
    def move(self) -> str:
        """The first move; a forced pass is '--'."""

    @property
    def score(self) -> float:
        """In discs, for the side to move."""

    @property
    def depth(self) -> int:
        """The depth it was searched to."""

    @property
    def percent(self) -> int:
        """Confidence; 100 means that nothing was pruned selectively."""

    @property
    def exact(self) -> bool:
        """Whether the score is proven."""

    @property
    def pv(self) -> list[str]:
        """The expected moves, including the first."""

class OthelloReport:
    """The result of a search."""

    @property
    def lines(self) -> list[OthelloLine]:
        """Best first; empty once the game is over."""

    @property
    def nodes(self) -> int:
        """Positions searched."""

    @property
    def depth(self) -> int:
        """The depth of the last completed search."""

    @property
    def percent(self) -> int:
        """Its confidence; 100 means that nothing was pruned selectively."""

    @property
    def exact(self) -> bool:
        """Whether the value of the position is proven."""

class OthelloWeights:
    """Trained evaluation weights, shared by searchers."""

    def __init__(self, file: bytes) -> None:
        """Reads a weights file; raises ValueError if it is damaged."""

class OthelloSearcher:
    """Searches Othello positions on 8x8 and keeps its transposition table."""

    def __init__(self, weights: OthelloWeights, memory: int = 64, threads: int = 1) -> None:
        """A searcher with these weights and memory MiB of table."""

    def search(self, position: str, seconds: float | None = None, depth: int | None = None, nodes: int | None = None, stop: object | None = None, every_move: bool = False) -> OthelloReport:
        """
        Iterative deepening until a limit or a proof. Returns the best line, or one per legal move.
        """

    def solve(self, position: str, seconds: float | None = None, nodes: int | None = None, stop: object | None = None, win_only: bool = False) -> OthelloReport:
        """
        Searches to the end of the game; with win_only the score is 1, 0 or -1.
        """

    def evaluate(self, position: str) -> float:
        """The static evaluation in discs."""

    def progress(self) -> OthelloReport | None:
        """The state of the running or last search."""

    def forget(self) -> None:
        """Clears the transposition table."""

def othello_playouts(position: str, games: int, seed: int) -> tuple[int, int, int, int]:
    """
    Plays random games to the end. Returns X's wins, the draws, O's wins and the total number of moves.
    """

def othello_small_solve(position: str, memory: int = 256, seconds: float | None = None, nodes: int | None = None, stop: object | None = None, journal: str | None = None) -> tuple[int | None, str | None, list[str], int]:
    """
    Solves a position of 4x4 or 6x6. Returns the exact score (None at a limit), a best move, its line and the nodes. A later call with the same journal file resumes.
    """

def pentomino_legal_moves(position: str, rows: int, columns: int) -> list[str]:
    """
    The legal moves by piece letter, then by cells; empty once the game is over.
    """

def pentomino_play(position: str, move: str, rows: int, columns: int) -> str:
    """The position after a legal move."""

def pentomino_outcome(position: str, rows: int, columns: int) -> str | None:
    """
    'X' or 'O', the side that placed the last piece; None while the game is on.
    """

def pentomino_perft(position: str, rows: int, columns: int, depth: int) -> int:
    """
    The number of positions depth plies ahead; a game that ends sooner counts once.
    """

class PentominoSolver:
    """Solves positions exactly and keeps its transposition table."""

    def __init__(self, rows: int, columns: int, memory: int = 64, misere: bool = False) -> None:
        """A solver for one board with memory MiB of table."""

    def solve(self, position: str, seconds: float | None = None, nodes: int | None = None, stop: object | None = None) -> tuple[int, str | None, int]:
        """
        Returns the value for the side to move (1, -1, or 0 at a limit), a winning move and the nodes.
        """

    def values(self, position: str, seconds: float | None = None, nodes: int | None = None, stop: object | None = None) -> tuple[list[int], int]:
        """
        Returns, for every legal move, 1 if it wins, -1 if it loses, 0 if unknown; and the nodes.
        """

    def forget(self) -> None:
        """Clears the transposition table."""

class PentominoChecker:
    """
    An independent solver that shares nothing with PentominoSolver and verifies the book.
    """

    def __init__(self, memory: int = 64) -> None:
        """A checker with at most memory MiB of table."""

    def is_lost(self, free: int, pieces: int, stop: object | None = None) -> bool | None:
        """
        Whether the side to move loses; None when stopped. Bit 8 * row + column of `free` is a free cell, bit i of `pieces` the i-th letter of FILNPTUVWXYZ.
        """

    @property
    def nodes(self) -> int:
        """Positions searched so far."""
