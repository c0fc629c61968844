"""GGP: a foreign player, as a game server speaks to it."""

from __future__ import annotations

import threading
import time
from contextlib import suppress
from http.client import HTTPConnection, HTTPException
from socket import SHUT_RDWR
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from boardworth.errors import BoardworthError, EngineError

if TYPE_CHECKING:
    from boardworth.arena.protocols.ggp_messages import Request

_MAX_ANSWER = 1 << 16  # bytes; a move has a few
_SHOWN = 80  # characters of an answer in messages


class NoAnswer(EngineError):
    """A player that cannot be reached, refuses a request or hangs up."""


class TimedOut(NoAnswer):
    """A player that has not answered in time."""


class GgpClient:
    """A player at an address such as http://localhost:9147. Raises BoardworthError for no address.

    >>> GgpClient("http://localhost:9147").address
    'http://localhost:9147'
    """

    def __init__(self, address: str) -> None:
        self.address = address
        try:
            parts = urlsplit(address)
            self._host, self._port = parts.hostname, parts.port or 80
        except ValueError as error:
            raise BoardworthError(f"{address}: {error}") from None
        if parts.scheme != "http" or not self._host:
            raise BoardworthError(f"{address}: no address such as http://localhost:9147")
        self._path = parts.path or "/"

    def ask(self, request: Request, seconds: float) -> str:
        """The player's answer. Raises NoAnswer, or TimedOut when the seconds are over."""
        assert self._host is not None
        deadline = time.monotonic() + seconds
        connection = HTTPConnection(self._host, self._port, timeout=seconds)
        # The connection's own limit begins again with every byte.
        bell = threading.Timer(seconds, _hang_up, (connection,))
        bell.daemon = True
        bell.start()
        try:
            headers = {"Content-Type": "text/acl", "Accept": "text/delim"}
            connection.request("POST", self._path, str(request).encode("ascii"), headers)
            response = connection.getresponse()
            answer = response.read(_MAX_ANSWER + 1).decode("latin-1").strip()
        except (OSError, HTTPException) as error:
            if isinstance(error, TimeoutError) or time.monotonic() >= deadline:
                raise TimedOut(f"no answer to {request.keyword} in {seconds:g} s") from None
            reason = getattr(error, "strerror", None) or str(error) or type(error).__name__
            raise NoAnswer(f"no answer to {request.keyword}: {reason}") from None
        finally:
            bell.cancel()
            connection.close()
        if time.monotonic() >= deadline:
            raise TimedOut(f"no whole answer to {request.keyword} in {seconds:g} s")
        if len(answer) > _MAX_ANSWER:
            raise NoAnswer(f"an answer of more than {_MAX_ANSWER:,} bytes to {request.keyword}")
        if response.status != 200:
            raise NoAnswer(f"{request.keyword} is refused ({response.status}): {shown(answer)}")
        return answer


def shown(answer: str) -> str:
    """A foreign answer in a message: short, and without odd characters."""
    return ascii(answer if len(answer) <= _SHOWN else f"{answer[:_SHOWN]}...")


def _hang_up(connection: HTTPConnection) -> None:
    if connection.sock:
        with suppress(OSError):  # it may just have been closed
            connection.sock.shutdown(SHUT_RDWR)
