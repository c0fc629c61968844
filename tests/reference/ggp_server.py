"""A game server of its own, written from the specification of the GGP protocol.

It shares no code with the product's: raw sockets, and the slow interpreter of rules. Words that
differ in capital letters are different words.
"""

import random
import re
import socket

from waiting import PATIENCE

from reference.gdl import Interpreter, term, written

_KEYWORDS = re.compile(
    r"role|init|true|does|next|legal|goal|terminal|base|input|not|or|distinct|<=|[0-9]+"
)


def post(port, body, *, method="POST", headers=None):
    """Sends bytes to a player on this machine; the status and the body of its answer."""
    with socket.create_connection(("127.0.0.1", port), timeout=PATIENCE) as connection:
        lines = {"Accept": "text/delim", "Content-type": "text/acl", "Content-length": len(body)}
        lines.update(headers or {})
        head = "".join(f"{name}: {value}\n" for name, value in lines.items() if value is not None)
        connection.sendall(f"{method} / HTTP/1.0\n{head}\n".encode("latin-1") + body)
        connection.shutdown(socket.SHUT_WR)
        received = b""
        while chunk := connection.recv(65536):
            received += chunk
    head, _, answer = received.partition(b"\r\n\r\n")
    assert f"content-length: {len(answer)}" in head.decode("latin-1").lower()
    return int(head.split()[1]), answer.decode("ascii")


def ask(port, text, **options):
    """The answer to a message that must be accepted."""
    status, answer = post(port, text.encode("ascii"), **options)
    assert status == 200, f"{status} {answer}"
    return answer


def scrambled(text, seed):
    """A rule sheet in words that mean nothing; numbers of points stay what they are."""
    draw = random.Random(seed)
    words = {}

    def other(found):
        word = found[0]
        if _KEYWORDS.fullmatch(word.lower()):
            return word
        sign = "?" if word.startswith("?") else ""
        if word not in words:
            letters = draw.choices("abcXYZ_0-", k=6)
            words[word] = f"{sign}{draw.choice('qrS')}{''.join(letters)}{len(words)}"
        return words[word]

    return re.sub(r"[^\s()]+", other, re.sub(r";.*", "", text))


class Match:
    """A match of a rule sheet in which some roles are played by players at ports, others by us."""

    def __init__(self, name, text, ports, *, seed=0, start_clock=60, play_clock=60):
        self.name = name
        self.text = " ".join(re.sub(r";.*", "", text).split())
        self.ports = ports  # by role
        self.clocks = f"{start_clock} {play_clock}"
        self.rules = Interpreter(text)
        self.draw = random.Random(seed)
        self.state = self.rules.start()
        self.last = "NIL"
        self.moves = []
        self.illegal = []

    def start(self):
        """START to all players, who must be ready."""
        for role, port in self.ports.items():
            message = f"( START {self.name} {role} ( {self.text} ) {self.clocks} )"
            assert ask(port, message) == "ready"

    def step(self, replaced=()):
        """PLAY to all players; moves of the roles to replace are lost on the way."""
        _, legal, _ = self.rules.view(self.state)
        joint = []
        for role in self.rules.roles:
            move = self.draw.choice(sorted(legal[role]))
            if role in self.ports:
                answer = written(term(ask(self.ports[role], f"( PLAY {self.name} {self.last} )")))
                if answer not in legal[role]:
                    self.illegal.append(answer)
                elif role not in replaced:
                    move = answer
            joint.append(move)
        self.state = self.rules.play(self.state, joint)
        self.moves.append(joint)
        self.last = f"( {' '.join(joint)} )"

    @property
    def over(self):
        return self.rules.view(self.state)[0]

    def stop(self):
        for port in self.ports.values():
            assert ask(port, f"( STOP {self.name} {self.last} )") == "done"

    def abort(self):
        for port in self.ports.values():
            assert ask(port, f"( ABORT {self.name} )") == "aborted"

    def play(self, replaced=()):
        """A whole match; the goals of all roles."""
        self.start()
        while not self.over:
            self.step(replaced)
        self.stop()
        goals = self.rules.view(self.state)[2]
        return {role: next(iter(goals[role])) for role in self.rules.roles}
