"""UCI, for chess, and USI, for shogi: both directions."""

from boardworth.arena.protocols.uci.dialect import UCI, USI, Dialect
from boardworth.arena.protocols.uci.engine import serve_uci
from boardworth.arena.protocols.uci.options import Options
from boardworth.arena.protocols.uci.player import UciPlayer, UsiPlayer

__all__ = ["UCI", "USI", "Dialect", "Options", "UciPlayer", "UsiPlayer", "serve_uci"]
