"""A custom game: Gomoku with falling stones. Only the differences need code."""

from dataclasses import dataclass

from fivefold import IllegalMove, Player, strategy
from fivefold.games.gomoku import GomokuGame, GomokuState


@dataclass(frozen=True)
class DropState(GomokuState):
    def legal_moves(self):
        return [move for move in super().legal_moves() if self.is_held(move)]

    def play(self, move):
        after = super().play(move)
        if not self.is_held(after.last_move):
            raise IllegalMove("plain", text="The stone hangs in the air.")
        return DropState(**vars(after))

    def is_held(self, cell):
        below = cell + self.game.size
        return below >= len(self.cells) or self.cells[below] != "."


class DropGame(GomokuGame):
    name = "drop"
    start = property(lambda self: DropState(self, "." * self.size**2, Player.FIRST))

    def parse_position(self, text):
        return DropState(**vars(super().parse_position(text)))


if __name__ == "__main__":
    players = {Player.FIRST: strategy("negamax(depth=3)", "drop")}
    players[Player.SECOND] = strategy("random", "drop", seed=1)
    state = DropGame(size=7).start
    while not state.outcome:
        state = state.play(players[state.to_move].choose(state).move)
    print(state.game.diagram(state), state.outcome.reason, sep="\n")
