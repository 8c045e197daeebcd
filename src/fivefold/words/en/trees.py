"""Sentences about game trees, the files that hold them, and analysis, in English."""

from __future__ import annotations

TREES: dict[str, str] = {
    # trees
    "tree.no_node": "The tree has no node at this path.",
    "tree.not_played": "The rules do not allow a move on the way to this node.",
    "tree.root": "The start of a tree cannot be moved or deleted.",
    "tree.other_start": "Only trees of the same game from the same position can be merged.",
    "tree.large": "The tree has more than {most} nodes.",
    "tree.json": "In the tree of the record, node {number} is not valid: {reason}",
    "tree.json.none": "The tree of the record must be a list of nodes.",
    "tree.json.parent": "its parent must be an earlier node.",
    "tree.json.field": "{field} is not as described in docs/reference/positions.md.",
    "tree.json.main_line": "The main line of the tree differs from the moves of the record.",
    # SGF
    "sgf.go": "The SGF is of Go (GM[1]), which Fivefold does not play: if it is a game of ours under that number, name the game, as in --game gomoku.",
    "sgf.charset": "The file {path} says that its charset is {charset}, but is not valid in it: correct CA, or save the file as UTF-8.",
    # RenLib
    "lib.version": "RenLib files of version {version} are not known: save the library as version 3.04 or older.",
    "lib.cut": "The RenLib library ends inside {part}.",
    "lib.cut.header": "its header",
    "lib.cut.node": "a node",
    "lib.cut.text": "a text",
    "lib.point": "Byte {offset} of the RenLib library is not a point of the board.",
    "lib.loop": "Byte {offset} of the RenLib library leads back to a branch that does not exist.",
    "lib.cells": "A RenLib library holds games of gomoku on 15x15 from the empty board: use json or sgf.",
    "lib.set_up": "A RenLib library cannot hold set-up stones or two moves in a row by one side: use sgf or json.",
    "lib.no_stream": "RenLib libraries are binary and can only be written to a file.",
    "lib.text": "A RenLib library cannot hold the character {character} in a text: use sgf or json.",
    # what a format cannot hold
    "losses.variations": "{count} {count|variation|variations}",
    "losses.comments": "{count} {count|comment|comments}",
    "losses.glyphs": "{count} {count|glyph|glyphs}",
    "losses.marks": "{count} {count|marked cell|marked cells}",
    "losses.labels": "{count} {count|label|labels}",
    "losses.arrows": "{count} {count|arrow|arrows}",
    "losses.clocks": "{count} {count|clock time|clock times}",
    "losses.seconds": "{count} {count|thinking time|thinking times}",
    "losses.values": "{count} {count|engine value|engine values}",
    "losses.proofs": "{count} {count|proof|proofs}",
    "losses.refused": "{count} {count|refused move|refused moves}",
    "losses.properties": "{count} other {count|property|properties}",
    "losses.moves": "{count} {count|move|moves}",
    "losses.players": "{count} {count|player's name|players' names}",
    "losses.results": "{count} {count|result|results}",
    "losses.swap2": "{count} {count|choice of colours|choices of colours}",
    "losses.details": "{count} {count|detail|details}",
    "losses.found": "{parts} {total|is|are} not written: the format {format} cannot hold {total|it|them}.",
    "losses.and": "{first} and {last}",
    "losses.strict": "Nothing was written: the format {format} cannot hold {parts}.",
}
