"""Protocols: external engines as players, and Boardworth as an engine of others."""

from boardworth.arena.protocols.external_player import ExternalPlayer
from boardworth.arena.protocols.gtp import GtpPlayer
from boardworth.arena.protocols.nboard import NBoardPlayer

__all__ = ["ExternalPlayer", "GtpPlayer", "NBoardPlayer"]
