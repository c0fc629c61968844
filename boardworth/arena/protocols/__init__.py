"""Protocols: external engines as players, and Boardworth as an engine of others."""

from boardworth.arena.protocols.external_player import ExternalPlayer
from boardworth.arena.protocols.ggp_engine import GgpEngine
from boardworth.arena.protocols.ggp_http import GgpServer, serve_ggp
from boardworth.arena.protocols.ggp_player import GgpPlayer
from boardworth.arena.protocols.gtp import GtpPlayer
from boardworth.arena.protocols.gtp_engine import serve_gtp
from boardworth.arena.protocols.nboard import NBoardPlayer
from boardworth.arena.protocols.nboard_engine import serve_nboard

__all__ = [
    "ExternalPlayer",
    "GgpEngine",
    "GgpPlayer",
    "GgpServer",
    "GtpPlayer",
    "NBoardPlayer",
    "serve_ggp",
    "serve_gtp",
    "serve_nboard",
]
