"""From text to objects: games, strategies and players.

`gomoku(size=19)`, `minimax(depth=3)`, `./my_bot.py:MyBot`, `gomocup:./engine`.
"""

from fivefold.names.arguments import parameters as parameters
from fivefold.names.games import format_game as format_game
from fivefold.names.games import game_from as game_from
from fivefold.names.games import parse_size as parse_size
from fivefold.names.games import read_rules as read_rules
from fivefold.names.players import PROTOCOLS as PROTOCOLS
from fivefold.names.players import BuiltIn as BuiltIn
from fivefold.names.players import FromFile as FromFile
from fivefold.names.players import Program as Program
from fivefold.names.players import parse_player as parse_player
from fivefold.names.registry import all_games as all_games
from fivefold.names.registry import all_strategies as all_strategies
from fivefold.names.registry import strategies_for as strategies_for
from fivefold.names.strategies import strategy_from as strategy_from
