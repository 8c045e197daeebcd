"""Matches and their events. The tables are spelled out: a step never changes afterwards."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Makes both tables."""
    op.create_table(
        "matches",
        sa.Column("id", sa.String(64), primary_key=True),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("public", sa.Boolean, nullable=False),
        sa.Column("created", sa.Double, nullable=False, comment="unix seconds"),
        sa.Column("updated", sa.Double, nullable=False, comment="when its last event happened"),
        sa.Column("ended", sa.Double, comment="null while the game goes on"),
        sa.Column(
            "moves", sa.Integer, nullable=False, comment="plies on the board, not ever played"
        ),
    )
    op.create_index("matches_by_public_and_time", "matches", ["public", "updated"])
    op.create_table(
        "events",
        sa.Column("match", sa.String(64), sa.ForeignKey("matches.id"), primary_key=True),
        sa.Column("version", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("at", sa.Double, nullable=False, comment="unix seconds"),
        sa.Column("data", sa.Text, nullable=False, comment="a JSON object"),
        sa.Column("move_id", sa.Text, comment="the client's id of a move"),
        sa.UniqueConstraint("match", "move_id", name="a_move_is_sent_once"),
        sqlite_with_rowid=False,
    )


def downgrade() -> None:
    """Drops both tables."""
    op.drop_table("events")
    op.drop_table("matches")
