"""GGP over HTTP: every request of a game server is a POST, every answer a few words."""

from __future__ import annotations

import threading
import time
from contextlib import suppress
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from socket import SHUT_WR
from socketserver import TCPServer
from typing import TYPE_CHECKING

from boardworth.arena.protocols.ggp_messages import MAX_BYTES, Info, Preview, read_request
from boardworth.errors import BoardworthError

if TYPE_CHECKING:
    from collections.abc import Callable

    from boardworth.arena.protocols.ggp_engine import GgpEngine
    from boardworth.arena.protocols.ggp_messages import Request

CONTENT_TYPE = "text/acl"
# A client that sends too long a message may read the answer only when it has sent all of it. After
# the answer, these many bytes are still read, for at most these seconds.
_MAX_TAKEN = 64 << 20
_SECONDS_TAKING = 5.0
_CHUNK = 1 << 16
# Requests at a time; others are refused at once.
_MAX_REQUESTS = 32
# Web pages of any origin may ask: match managers run in browsers.
_CORS = {
    "Access-Control-Allow-Origin": "*",
    "Access-Control-Allow-Methods": "POST, GET, OPTIONS",
    "Access-Control-Allow-Headers": "Content-Type, Accept, Sender, Receiver",
    "Access-Control-Allow-Private-Network": "true",
    "Access-Control-Max-Age": "86400",
}
_MAX_DIGITS = 15  # of a length
_LONGEST_LINE = 200  # of the log


def serve_ggp(engine: GgpEngine, host: str, port: int, log: Callable[[str], None]) -> None:
    """Answers game servers until it is interrupted.

    Args:
        engine: who answers.
        host: the name or address to listen at.
        port: its port; 0 is any that is free.
        log: told every request in a line.

    Raises:
        BoardworthError: nothing can be listened to there.
    """
    with GgpServer(engine, host, port, log) as server:
        server.serve_forever()


class GgpServer(ThreadingHTTPServer):
    """A player's door; every request has a thread of its own, not waited for at the end."""

    def __init__(self, engine: GgpEngine, host: str, port: int, log: Callable[[str], None]) -> None:
        self.engine = engine
        self.log = log
        self.places = threading.BoundedSemaphore(_MAX_REQUESTS)
        try:
            super().__init__((host, port), _Handler)
        except (OSError, OverflowError) as error:
            reason = getattr(error, "strerror", None) or error
            raise BoardworthError(f"cannot listen at {host}, port {port}: {reason}") from None
        log(f"a player at {self.address}")

    @property
    def address(self) -> str:
        """Where game servers find it."""
        host, port = self.server_address[:2]
        return f"http://{host!s}:{port}"

    def server_bind(self) -> None:
        """As every server does; HTTPServer would ask the network for our name, and wait."""
        TCPServer.server_bind(self)
        host, self.server_port = self.server_address[:2]
        self.server_name = str(host)

    def server_close(self) -> None:
        """No more requests; searches end."""
        super().server_close()
        self.engine.close()


class _Refusal(Exception):
    """A message that is not even looked into."""

    def __init__(self, status: HTTPStatus, reason: str, unread: int = 0) -> None:
        super().__init__(reason)
        self.status = status
        self.unread = unread  # bytes of the message


class _Handler(BaseHTTPRequestHandler):
    """One request."""

    server: GgpServer
    server_version = "Boardworth"
    timeout = 10  # seconds without a byte of a message
    error_content_type = "text/plain"
    error_message_format = "%(message)s\n"

    def do_POST(self) -> None:
        """A request of the protocol."""
        arrived = time.monotonic()
        if not self.server.places.acquire(blocking=False):
            refused = f"more than {_MAX_REQUESTS} requests at a time"
            self._send(HTTPStatus.SERVICE_UNAVAILABLE, refused)
            self._take(self._length or 0)
            return
        try:
            self._answer(arrived)
        finally:
            self.server.places.release()

    def _answer(self, arrived: float) -> None:
        what, unread = "?", 0
        try:
            request = read_request(self._message())
            what = _named(request)
            status, answer = HTTPStatus.OK, self.server.engine.answer(request, arrived)
        except _Refusal as refusal:
            status, answer, unread = refusal.status, str(refusal), refusal.unread
        except BoardworthError as error:
            status, answer = HTTPStatus.BAD_REQUEST, " ".join(str(error).split())
        except Exception as error:
            # A fault of ours in one match; the next one may go well.
            fault = f"{type(error).__name__}: {error}".splitlines()[0]
            answer = f"this should not happen, please report it: {fault}"
            status = HTTPStatus.INTERNAL_SERVER_ERROR
        failed = "" if status == HTTPStatus.OK else f"{status.value} "
        self._log(f"{what}: {failed}{answer} ({time.monotonic() - arrived:.2f} s)")
        self._send(status, answer)
        self._take(unread)

    def do_OPTIONS(self) -> None:
        """A browser asks what a web page may ask."""
        self._send(HTTPStatus.OK, "")

    def do_GET(self) -> None:
        """A look with a browser."""
        self._send(HTTPStatus.METHOD_NOT_ALLOWED, "this is a GGP player: it is asked by POST")

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002
        """What goes wrong below the protocol; requests have a line each anyway."""

    def log_error(self, format: str, *args: object) -> None:  # noqa: A002
        """The same."""
        self._log(format % args)

    def _log(self, line: str) -> None:
        self.server.log(f"{self.client_address[0]} {line}"[:_LONGEST_LINE])

    @property
    def _length(self) -> int | None:
        """The bytes of the message, if it tells."""
        length = self.headers.get("Content-Length", "")
        return int(length) if length.isdecimal() and len(length) <= _MAX_DIGITS else None

    def _message(self) -> bytes:
        """What was sent. Raises _Refusal."""
        length = self._length
        if length is None:
            raise _Refusal(HTTPStatus.LENGTH_REQUIRED, "the message does not tell its length")
        if length > MAX_BYTES:
            raise _Refusal(
                HTTPStatus.REQUEST_ENTITY_TOO_LARGE,
                f"the message has {length:,} bytes; at most {MAX_BYTES:,}",
                length,
            )
        try:
            message = self.rfile.read(length)
        except TimeoutError:
            raise _Refusal(HTTPStatus.REQUEST_TIMEOUT, "the message does not come") from None
        if len(message) < length:
            raise _Refusal(HTTPStatus.BAD_REQUEST, "the message ends before its end")
        return message

    def _take(self, unread: int) -> None:
        """Reads what is not wanted: a connection closed before that would lose the answer."""
        left, end = min(unread, _MAX_TAKEN), time.monotonic() + _SECONDS_TAKING
        with suppress(OSError):
            if left:
                self.wfile.flush()
                self.connection.shutdown(SHUT_WR)
            while left > 0 and time.monotonic() < end:
                chunk = self.rfile.read1(_CHUNK)
                left -= len(chunk) or left

    def end_headers(self) -> None:
        """Web pages may read all answers, also those to methods that there are not."""
        for name, value in _CORS.items():
            self.send_header(name, value)
        super().end_headers()

    def _send(self, status: HTTPStatus, answer: str) -> None:
        body = answer.encode("ascii", "backslashreplace")
        try:
            self.send_response(status)
            plain = CONTENT_TYPE if status == HTTPStatus.OK else "text/plain"
            self.send_header("Content-Type", plain)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)
        except OSError as error:
            self._log(f"has gone without waiting for the answer: {error.strerror or error}")


def _named(request: Request) -> str:
    """A request in a word or two."""
    if isinstance(request, Info | Preview):
        return request.keyword
    return f"{request.keyword} {request.match}"
