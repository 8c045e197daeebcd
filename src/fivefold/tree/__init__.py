"""Game trees: a game with its variations and everything that was written into it."""

from fivefold.tree.game_tree import GameTree, Path, Variation
from fivefold.tree.node import Node, Notes, Property, Value

__all__ = ["GameTree", "Node", "Notes", "Path", "Property", "Value", "Variation"]
