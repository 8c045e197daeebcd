"""Studies and their events. The tables are spelled out: a step never changes afterwards."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Makes both tables."""
    op.create_table(
        "studies",
        sa.Column("id", sa.String(64), primary_key=True),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("created", sa.Double, nullable=False, comment="unix seconds"),
        sa.Column("updated", sa.Double, nullable=False, comment="when its last event happened"),
    )
    op.create_index("studies_by_time", "studies", ["updated"])
    op.create_table(
        "study_events",
        sa.Column("study", sa.String(64), sa.ForeignKey("studies.id"), primary_key=True),
        sa.Column("version", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("at", sa.Double, nullable=False, comment="unix seconds"),
        sa.Column("data", sa.Text, nullable=False, comment="a JSON object"),
        sa.Column("edit_id", sa.Text, comment="the client's id of an edit"),
        sa.UniqueConstraint("study", "edit_id", name="an_edit_is_sent_once"),
        sqlite_with_rowid=False,
    )


def downgrade() -> None:
    """Drops both tables."""
    op.drop_table("study_events")
    op.drop_table("studies")
