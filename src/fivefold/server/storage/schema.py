"""The tables: the logs of events, which are the source of truth, and matches for lists.

matches     one row per match, derived from its events events      the key (match, version) admits
one writer per version; (match, move_id) is unique,
            so a move that is sent twice is stored once. A move_id is the mover and their id
studies, study_events
            the same for studies; (study, edit_id) is unique
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

MAX_ID = 64

metadata = MetaData()

matches = Table(
    "matches",
    metadata,
    Column("id", String(MAX_ID), primary_key=True),
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
    Column("match", String(MAX_ID), ForeignKey("matches.id"), primary_key=True),
    Column("version", Integer, primary_key=True, autoincrement=False),
    Column("kind", Text, nullable=False),
    Column("at", Double, nullable=False, comment="unix seconds"),
    Column("data", Text, nullable=False, comment="a JSON object"),
    Column("move_id", Text, comment="the client's id of a move"),
    UniqueConstraint("match", "move_id", name="a_move_is_sent_once"),
    # Stores the rows in the primary key: a match's events lie together, and writes touch less.
    sqlite_with_rowid=False,
)

studies = Table(
    "studies",
    metadata,
    Column("id", String(MAX_ID), primary_key=True),
    Column("game", Text, nullable=False),
    Column("created", Double, nullable=False, comment="unix seconds"),
    Column("updated", Double, nullable=False, comment="when its last event happened"),
    Index("studies_by_time", "updated"),
)

study_events = Table(
    "study_events",
    metadata,
    Column("study", String(MAX_ID), ForeignKey("studies.id"), primary_key=True),
    Column("version", Integer, primary_key=True, autoincrement=False),
    Column("kind", Text, nullable=False),
    Column("at", Double, nullable=False, comment="unix seconds"),
    Column("data", Text, nullable=False, comment="a JSON object"),
    Column("edit_id", Text, comment="the client's id of an edit"),
    UniqueConstraint("study", "edit_id", name="an_edit_is_sent_once"),
    sqlite_with_rowid=False,
)
