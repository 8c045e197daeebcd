"""The two tables: matches for lists, and the log of events, which is the truth.

matches     one row a match; whatever else it says can be computed from its events
events      (match, version) is the key, so of two writers for one version the database
            itself lets one in; (match, move_id) is unique, so a move sent twice is one move,
            where a move_id is who moved and the id they gave
"""

from __future__ import annotations

from sqlalchemy import (
    Boolean,
    Column,
    Double,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
)

LONGEST_ID = 64

metadata = MetaData()

matches = Table(
    "matches",
    metadata,
    Column("id", String(LONGEST_ID), primary_key=True),
    Column("game", Text, nullable=False),
    Column("public", Boolean, nullable=False),
    Column("created", Double, nullable=False, comment="unix seconds"),
    Column("updated", Double, nullable=False, comment="when its last event happened"),
    Column("ended", Double, comment="null while the game goes on"),
    Column("moves", Integer, nullable=False, comment="plies on the board, not ever played"),
    Index("matches_by_public_and_time", "public", "updated"),
)

events = Table(
    "events",
    metadata,
    Column("match", String(LONGEST_ID), ForeignKey("matches.id"), primary_key=True),
    Column("version", Integer, primary_key=True, autoincrement=False),
    Column("kind", Text, nullable=False),
    Column("at", Double, nullable=False, comment="unix seconds"),
    Column("data", Text, nullable=False, comment="a JSON object"),
    Column("move_id", Text, comment="the client's id of a move"),
    UniqueConstraint("match", "move_id", name="a_move_is_sent_once"),
    # The key is the table: the events of one match lie together, and a write touches less.
    sqlite_with_rowid=False,
)
