"""Protocols: external engines as players, and Boardworth as an engine of others."""

from boardworth.arena.protocols.external_player import ExternalPlayer
from boardworth.arena.protocols.ggp_engine import GgpEngine
from boardworth.arena.protocols.ggp_http import GgpServer, serve_ggp
from boardworth.arena.protocols.ggp_player import GgpPlayer
from boardworth.arena.protocols.gtp import GtpPlayer
from boardworth.arena.protocols.gtp_engine import serve_gtp
from boardworth.arena.protocols.nboard import NBoardPlayer
from boardworth.arena.protocols.nboard_engine import serve_nboard
from boardworth.arena.protocols.uci import UCI, USI, UciPlayer, UsiPlayer, serve_uci

__all__ = [
    "UCI",
    "USI",
    "ExternalPlayer",
    "GgpEngine",
    "GgpPlayer",
    "GgpServer",
    "GtpPlayer",
    "NBoardPlayer",
    "UciPlayer",
    "UsiPlayer",
    "serve_ggp",
    "serve_gtp",
    "serve_nboard",
    "serve_uci",
]
