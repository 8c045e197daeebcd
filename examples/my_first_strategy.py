"""My first strategy: take a corner, give none away, leave the opponent few moves."""

from fivefold import Decision, Strategy

CORNERS = {0, 7, 56, 63}  # squares are numbered from 0 at a1, row by row


class MyFirst(Strategy):
    def choose(self, state, limit=None, stop=None):
        replies = {move: state.play(move).legal_moves() for move in state.legal_moves()}
        rank = {m: (m not in CORNERS, len(CORNERS & set(r)), len(r)) for m, r in replies.items()}
        best = min(rank, key=lambda move: rank[move])
        return Decision(best, text=f"Replies left to the opponent: {len(replies[best])}.")
