"""Matches of our GGP player beside other busy processes: does it keep every clock?

This process is the game server; the player is a process of its own, as users start it, and learns.
`stress-ng --cpu 4` runs beside it (where that is not installed, four busy processes do). Counted
are answers that came after their clock, illegal moves, requests that failed, and the peak memory
of the player with all processes it has started.

BOARDWORTH_DATA names the folder of the public rule sheets. BOARDWORTH_MATCHES is the number of
matches (100), BOARDWORTH_GAMES the sheets (20), BOARDWORTH_STEPS after how many steps a match is
aborted, BOARDWORTH_BUSY the number of busy processes (4). What was played is kept in
ggp_clocks.jsonl in the folder that BOARDWORTH_RESULTS names (else in build), and not played again.
"""

import json
import os
import random
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from typing import Any, TypeAlias

from benchmarks.figures import work_folder
from benchmarks.timing import show
from boardworth.errors import BoardworthError
from boardworth.rules import Position
from boardworth.rules.loading import load_rule_game

Record: TypeAlias = dict[str, Any]

# Lines, races, captures and puzzles; at once, for three; large ones, and one too large to ground.
GAMES = (
    "ticTacToe connectFour connectFourLarge breakthrough hex knightthrough__dresden skirmish "
    "speedChess checkers pentago_v1 reversi nineBoardTicTacToe sheepAndWolf quarto amazons_8x8 "
    "3pttc dotsAndBoxes chineseCheckers2 connectFourSimultaneous alexChess"
)
START_CLOCK, PLAY_CLOCK = 10, 1
BUSY = int(os.environ.get("BOARDWORTH_BUSY", "4"))
GRACE = 60  # seconds that the server waits beyond a clock, to see how late an answer is


def run() -> None:
    data = os.environ.get("BOARDWORTH_DATA")
    if not data:
        print("ggp_clocks: BOARDWORTH_DATA is not set", file=sys.stderr)
        return
    names = os.environ.get("BOARDWORTH_GAMES", GAMES).split()
    matches = int(os.environ.get("BOARDWORTH_MATCHES", "100"))
    steps = int(os.environ.get("BOARDWORTH_STEPS", "1000"))
    results = work_folder() / "ggp_clocks.jsonl"
    records = [json.loads(line) for line in _lines(results)]
    if len(records) < matches:
        with _busy(), _player() as player, results.open("a") as file:
            for number in range(len(records), matches):
                sheet = Path(data) / "gdl" / f"{names[number % len(names)]}.kif"
                records.append(_Match(player, sheet, number, steps).play())
                print(json.dumps(records[-1]), file=file, flush=True)
                print(f"{number + 1} of {matches}: {records[-1]}", flush=True)
    _show(records[:matches])


def _lines(path: Path) -> list[str]:
    return path.read_text().splitlines() if path.exists() else []


@contextmanager
def _busy() -> Iterator[None]:
    """Processes that take what they can get."""
    stress = ["stress-ng", "--cpu", str(BUSY), "--quiet"]
    loop = [sys.executable, "-c", "while True: pass"]
    commands = [stress] if BUSY and shutil.which("stress-ng") else [loop] * BUSY
    processes = [subprocess.Popen(command) for command in commands]
    try:
        yield
    finally:
        for process in processes:
            process.terminate()
            process.wait()


class _Player:
    """The player's process and its port; it looks how much memory all of it takes."""

    def __init__(self, process: subprocess.Popen[str], port: int) -> None:
        self.process = process
        self.port = port
        self.peak = 0
        threading.Thread(target=self._watch, daemon=True).start()

    def _watch(self) -> None:
        while self.process.poll() is None:
            self.peak = max(self.peak, _resident(self.process.pid))
            time.sleep(0.1)


@contextmanager
def _player() -> Iterator[_Player]:
    command = [sys.executable, "-m", "boardworth", "engine", "--protocol", "ggp", "--port", "0"]
    log = (work_folder() / "ggp_clocks.log").open("a")
    process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
    assert process.stderr is not None
    port = int(process.stderr.readline().rpartition(":")[2])
    stderr = process.stderr
    threading.Thread(target=lambda: [print(line, end="", file=log) for line in stderr]).start()
    try:
        yield _Player(process, port)
    finally:
        process.terminate()
        process.wait()


def _resident(root: int) -> int:
    """Bytes in memory of a process and all that come of it."""
    sizes, parents = {}, {}
    for folder in Path("/proc").iterdir():
        if folder.name.isdecimal():
            try:
                fields = (folder / "stat").read_text().rpartition(")")[2].split()
            except OSError:
                continue
            parents[int(folder.name)] = int(fields[1])
            sizes[int(folder.name)] = int(fields[21]) * os.sysconf("SC_PAGESIZE")
    own = {root}
    while more := {pid for pid, parent in parents.items() if parent in own} - own:
        own |= more
    return sum(sizes.get(pid, 0) for pid in own)


class _Match:
    """One match: the player takes one role, chance the others."""

    def __init__(self, player: _Player, sheet: Path, number: int, steps: int) -> None:
        self._player = player
        self._sheet = sheet
        self._name = f"m{number}"
        self._steps = steps
        self._draw = random.Random(number)
        self._game = load_rule_game(str(sheet))
        self._role = number // len(GAMES.split()) % len(self._game.roles)
        self.record: Record = {
            "game": sheet.stem,
            "requests": 0,
            "late": [],
            "failed": [],
            "illegal": [],
            "slowest": 0.0,
        }

    def play(self) -> Record:
        """What happened in it."""
        self._player.peak = 0
        rules = " ".join(line.partition(";")[0] for line in _lines(self._sheet))
        role = self._game.roles[self._role]
        clocks = f"{START_CLOCK} {PLAY_CLOCK}"
        self._ask(f"( START {self._name} {role} ( {rules} ) {clocks} )", START_CLOCK)
        position, last, steps = self._game.start(), "NIL", 0
        while not position.over and steps < self._steps:
            self._ask("( INFO )", PLAY_CLOCK)
            joint = self._joint(position, self._ask(f"( PLAY {self._name} {last} )", PLAY_CLOCK))
            texts = [position.move_text(move, number) for number, move in enumerate(joint)]
            last = f"( {' '.join(texts)} )"
            position, steps = position.play_joint(joint), steps + 1
        end = f"( STOP {self._name} {last} )" if position.over else f"( ABORT {self._name} )"
        self._ask(end, PLAY_CLOCK)
        payoffs = position.payoffs
        return self.record | {
            "steps": steps,
            "points": payoffs[self._role] if payoffs else None,
            "peak_mib": self._player.peak >> 20,
        }

    def _joint(self, position: Position, answer: str) -> list[int]:
        legal = [position.legal_moves(role) for role in range(len(self._game.roles))]
        joint = [self._draw.choice(moves) for moves in legal]
        try:
            move = position.parse_move(answer, self._role)
        except BoardworthError:
            move = -1
        if move in legal[self._role]:
            joint[self._role] = move
        else:
            self.record["illegal"].append(answer)
        return joint

    def _ask(self, message: str, clock: float) -> str:
        start = time.monotonic()
        connection = HTTPConnection("127.0.0.1", self._player.port, timeout=clock + GRACE)
        try:
            connection.request("POST", "/", message.encode("ascii", "replace"))
            response = connection.getresponse()
            answer = response.read().decode()
            status = response.status
        except (OSError, HTTPException) as error:
            status, answer = 0, str(error)
        finally:
            connection.close()
        took = time.monotonic() - start
        what = message.split()[1]
        self.record["requests"] += 1
        self.record["slowest"] = max(self.record["slowest"], round(took / clock, 3))
        if took > clock:
            self.record["late"].append(f"{what} {took:.2f} s")
        if status != 200:
            self.record["failed"].append(f"{what} {status} {answer}"[:200])
        return answer


def _show(records: list[Record]) -> None:
    rows = []
    for name in dict.fromkeys(record["game"] for record in records):
        own = [record for record in records if record["game"] == name]
        rows.append((name, *_figures(own)))
    rows.append(("all", *_figures(records)))
    columns = ("game", "matches", "requests", "late", "illegal", "failed", "slowest", "peak MiB")
    show(
        f"GGP beside {BUSY} busy processes, clocks of {START_CLOCK} s and {PLAY_CLOCK} s",
        columns,
        rows,
        "slowest: the longest answer as a share of its clock",
    )


def _figures(records: list[Record]) -> tuple[str, ...]:
    counts = [sum(len(record[key]) for record in records) for key in ("late", "illegal", "failed")]
    return (
        str(len(records)),
        str(sum(record["requests"] for record in records)),
        *map(str, counts),
        f"{max(record['slowest'] for record in records):.2f}",
        str(max(record["peak_mib"] for record in records)),
    )
