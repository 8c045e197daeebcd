"""Sentences about studies, in English."""

from __future__ import annotations

STUDIES: dict[str, str] = {
    "study.missing": "Study not found. Check the link.",
    "study.unreadable": "This saved study is damaged and cannot be opened. Event {event}: {reason}",
    "study.not_yours": "Only people with the edit link can change this study.",
    "study.node": "The study has no node {node}.",
    "study.deleted": "This move was deleted in the meantime. Undo the deletion to get it back.",
    "study.grew": "{count} {count|node|nodes} below this one {count|was|were} added or changed in the meantime. Look at {count|it|them} first.",
    "study.changed": "This was changed in the meantime. Look at the change first.",
    "study.undone": "Edit {edit} cannot be undone, or it is undone already.",
    "study.no_edit": "The study has no edit {edit}.",
    "study.twice": "Another edit of this study has the same id.",
    "study.nodes": "A study holds at most {most} moves, deleted ones included.",
    "study.large": "The game has more moves and variations than a study can hold: {most}.",
    "study.too_long": "This study has reached {most} edits. Copy it to go on.",
    "study.full": "This study has reached {most} MB. Copy it to go on.",
    "study.storage": "Your address has stored too much. Wait a while before you edit again.",
    "study.full_house": "This study is full: {most} people follow it.",
    "study.source": "A study starts from one source: a game, a position, a text, a file, a match or another study.",
    "study.header": "{name} is not a header. The headers are {names}.",
    "study.which_position": "Name a node of the study, or a game and its moves.",
    "request.not_following": "Follow a study first.",
    "request.wanted.base64": "must be Base64",
    "backup.bad_study": "{file} holds a study that cannot be restored: {match}, event {event}. {reason} Nothing was changed; --salvage restores the rest.",
    "backup.studies": "Studies: {count}.",
}
