"""Players for tests: ours behind a real port, and scripted ones that behave badly."""

import re
import threading
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from boardworth.arena.protocols import GgpEngine, GgpServer
from boardworth.search import Playouts


@contextmanager
def running(server):
    """A server that answers in the background."""
    thread = threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True)
    thread.start()
    try:
        yield server
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


@contextmanager
def our_player(player=None, *, lines=None, **options):
    """Our player at a free port."""
    engine = GgpEngine(player or Playouts(8), **options)
    log = [] if lines is None else lines
    with running(GgpServer(engine, "127.0.0.1", 0, log.append)) as server:
        yield server


@contextmanager
def scripted_player(answer):
    """A player that answers every message by a function of it: a text, or a text and a status.

    For None it stays silent until the other side hangs up. Its attribute `heard` lists the
    messages.
    """

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self):
            message = self.rfile.read(int(self.headers["Content-Length"])).decode()
            self.server.heard.append(message)
            answered = answer(message)
            if answered is None:
                self.connection.recv(1)
                return
            text, status = answered if isinstance(answered, tuple) else (answered, 200)
            self.send_response(status)
            self.end_headers()
            self.wfile.write(text.encode("latin-1"))

        def log_message(self, *_arguments):
            pass

    class Server(ThreadingHTTPServer):
        def handle_error(self, *_arguments):
            """Whoever hangs up on a slow player need not be told."""

    server = Server(("127.0.0.1", 0), Handler)
    server.heard = []
    server.address = f"http://127.0.0.1:{server.server_port}"
    with running(server):
        yield server


def misbehaving(behaviour, moves="noop"):
    """Says ready to START; its moves are always the same, or worse."""

    def answer(message):
        keyword = re.match(r"\( (\w+)", message)[1]
        if keyword != "PLAY":
            return {"INFO": "( ( name x ) ( status available ) )", "START": "ready"}.get(
                keyword, "done"
            )
        if behaviour == "silent":
            return None
        if behaviour == "fails":
            return "out of memory", 500
        if behaviour == "floods":
            return "x" * 100_000
        return moves

    return answer
