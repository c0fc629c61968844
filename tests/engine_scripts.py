"""Small engines that behave well or badly, as scripts for tests of whoever speaks to engines."""

import os
import shlex
import sys
from pathlib import Path

import chess
from waiting import until

_TESTS = Path(__file__).parent
_PACKAGES = Path(chess.__file__).parents[1]

# Plays the first legal move; the second argument says what goes wrong.
_ANY = f"""
import os, re, subprocess, sys, time
sys.path[:0] = [{str(_TESTS)!r}, {str(_PACKAGES)!r}]

behaviour, folder = sys.argv[1], sys.argv[2]
with open(os.path.join(folder, "pids"), "a") as pids:
    print(os.getpid(), file=pids)

def say(text):
    print(text, flush=True)

def heard():
    for line in sys.stdin:
        with open(os.path.join(folder, "heard"), "a") as file:
            file.write(line)
        yield line

def misbehave(position=("",)):
    if behaviour == "hangs":
        time.sleep(3600)
    elif behaviour == "starts a child and hangs":
        child = subprocess.Popen(["sleep", "3600"])
        with open(os.path.join(folder, "pids"), "a") as pids:
            print(child.pid, file=pids)
        time.sleep(3600)
    elif behaviour == "crashes":
        sys.exit("out of memory")
    elif behaviour == "crashes once" and not os.path.exists(os.path.join(folder, "crashed")):
        open(os.path.join(folder, "crashed"), "w").close()
        os.abort()
    elif behaviour == "crashes in every game" and len(position[0]) > 20:
        sys.exit(3)
    elif behaviour == "closes its output":
        os.close(1)
        time.sleep(3600)
    elif behaviour == "floods":
        while True:
            print("status " + "x" * 1000)
    elif behaviour == "floods without an end of line":
        while True:
            print("x" * 1000, end="")
    elif behaviour == "waits for another engine":
        while len(open(os.path.join(folder, "pids")).readlines()) < 2:
            time.sleep(0.01)
    elif behaviour == "chatters":
        for _ in range(50):
            print("y" * 100_000)
            print("z" * 10_000, file=sys.stderr)
"""

# By the slow reference rules.
_COMMON = (
    _ANY
    + """
from reference import othello as rules

def answer(position, passing):
    misbehave(position)
    if behaviour == "answers nonsense":
        return "q9"
    if behaviour == "plays an illegal move":
        return "A1"
    move = rules.legal_moves(*position)[0]
    assert move != "--", "nobody asks about a forced pass"
    return move.upper()

def moved(position, text):
    text = text.lower()
    return rules.play(*position, "--" if text in ("pa", "pass") else text)
"""
)

_NBOARD = (
    _COMMON
    + """
position = None
if behaviour == "does not listen":
    time.sleep(3600)
for line in heard():
    if line.startswith("set game"):
        board = re.search(r"BO\\[8 ([-*O]{64} [*O])\\]", line)[1].replace("*", "X")
        position = rules.from_text(board)
        for move in re.findall(r"\\b[BW]\\[([^]]*)\\]", line):
            position = moved(position, move.partition("/")[0])
    elif line.startswith("ping"):
        if behaviour != "never says pong":
            say("pong " + line.split()[1])
    elif line.strip() == "go":
        say("status thinking")
        say("an unknown line")
        say("=== " + answer(position, "PA").lower() + " -1.00 0.0")
    elif line.strip() == "quit":
        break
"""
)

_GTP = (
    _COMMON
    + """
position = (rules.START, "X")
for line in heard():
    words = line.split()
    if words[0] in ("set_game", "boardsize", "time_settings", "time_left"):
        say("? unknown command\\n")
    elif words[0] == "clear_board":
        position = (rules.START, "X")
        say("=\\n")
    elif words[0] == "play":
        assert position[1] == {"black": "X", "white": "O"}[words[1]]
        position = moved(position, words[2])
        say("= \\n")
    elif words[0] == "genmove":
        if behaviour == "refuses":
            say("? I would rather not\\n")
            continue
        move = answer(position, "pass")
        say("= " + move + "\\nand a second line\\n")
        if behaviour not in ("answers nonsense", "plays an illegal move"):
            position = moved(position, move)
    elif words[0] == "quit":
        break
"""
)

# By the rules of the oracles.
_UCI = (
    _ANY
    + """
import chess

class Game:
    def __init__(self, words):
        usual = words[1:2] == ["startpos"]
        fen = chess.STARTING_FEN if usual else " ".join(words[2:8])
        self.board = chess.Board(fen, chess960=chess960)

    def play(self, text):
        self.board.push_uci(text)

    def moves(self):
        castling = list(self.board.generate_castling_moves()) if behaviour == "castles" else []
        return [move.uci() for move in castling or self.board.legal_moves]
"""
)

_USI = (
    _ANY
    + """
import cshogi

class Game:
    def __init__(self, words):
        self.board = cshogi.Board()
        if words[1:2] == ["sfen"]:
            self.board.set_sfen(" ".join(words[2:6]))

    def play(self, text):
        self.board.push_usi(text)

    def moves(self):
        return [cshogi.move_to_usi(move) for move in self.board.legal_moves]
"""
)

_UCI_OR_USI = """
ILLEGAL = {"chess": "e2e5", "cshogi": "5i5e"}
game = None
chess960 = False
for line in heard():
    words = line.split()
    if words[0] in ("uci", "usi"):
        say("id name a script")
        say("option name Skill Level type spin default 1 min 0 max 9")
        say("option name Clear Hash type button")
        if behaviour == "castles":
            say("option name UCI_Chess960 type check default false")
        say("  " + words[0] + "ok ")
    elif words[0] == "isready" and behaviour != "is never ready":
        say("readyok")
    elif words[:3] == ["setoption", "name", "UCI_Chess960"]:
        chess960 = words[-1] == "true"
    elif words[0] == "position":
        places = words.index("moves") if "moves" in words else len(words)
        game = Game(words[:places])
        for text in words[places + 1 :]:
            game.play(text)
    elif words[0] == "go":
        say("info depth 1 score cp 3 pv a1a1")
        say("an unknown line")
        misbehave()
        text = min(game.moves())
        if behaviour == "answers nonsense":
            text = "q9"
        if behaviour == "plays an illegal move":
            text = next(ILLEGAL[name] for name in ILLEGAL if name in globals())
        if behaviour == "resigns":
            text = "resign"
        if behaviour == "claims a win":
            text = "win"
        say("bestmove " + text + " ponder a1a1")
    elif words[0] == "quit":
        break
"""

_SCRIPTS = {
    "nboard": _NBOARD,
    "gtp": _GTP,
    "uci": _UCI + _UCI_OR_USI,
    "usi": _USI + _UCI_OR_USI,
}


def engine_command(folder, protocol, behaviour):
    """The command that starts an engine; it writes its number to 'pids', its input to 'heard'."""
    script = folder / f"{protocol}.py"
    script.write_text(_SCRIPTS[protocol])
    return shlex.join([sys.executable, "-S", str(script), behaviour, str(folder)])


def processes(folder):
    """The numbers of all processes that have begun to run."""
    file = folder / "pids"
    return file.read_text().split() if file.exists() else []


def heard(folder):
    """All lines that the engines have been sent and have read."""
    file = folder / "heard"
    return file.read_text().splitlines() if file.exists() else []


def assert_all_have_ended(folder):
    """None of the processes goes on, or was not waited for by us."""
    until(lambda: not any(map(_alive, processes(folder))), "an engine is still alive")


def _alive(number):
    try:
        state, parent = Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()[:2]
    except (FileNotFoundError, ProcessLookupError):
        return False
    return state != "Z" or parent == str(os.getpid())
