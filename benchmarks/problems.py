"""Tactical problems of chess, mates of shogi, and nodes a second beside other engines.

Needs BOARDWORTH_DATA, for mates also cshogi, whose solver confirms them. BOARDWORTH_NODES is
another number of nodes a problem. Stockfish and GNU Chess are asked where they are installed.
"""

import os
import re
import shutil
import subprocess
import time
from collections.abc import Iterator

import cshogi

import boardworth as bw
from benchmarks.data import data_folder
from benchmarks.timing import show

SOURCES = ("core/search", "core/evaluators", "core/rules", "boardworth/search")
NODES = int(os.environ.get("BOARDWORTH_NODES", "1000000"))
MEMORY = 64 << 20
SETS = {"wac": "Win at Chess", "ecm": "Encyclopedia of Chess Middlegames", "bratko-kopec": "BK"}
MATES = (1, 3, 5)
MATES_OF_EACH = 100
SPEED_SECONDS = 10
# Debian puts games where not every PATH looks.
PATH = os.environ.get("PATH", "") + ":/usr/games"


def run() -> None:
    show_problems()
    show_mates()
    show_speed()


def player(game: bw.Game) -> bw.AlphaBeta:
    return bw.AlphaBeta(bw.Evaluator(bw.baseline(game, "piece-square")), memory=MEMORY)


def problems(game: bw.Game, name: str) -> Iterator[tuple[bw.Position, set[int], set[int]]]:
    """Positions with the best moves and the moves to avoid."""
    for line in (data_folder() / "chess" / "problems" / f"{name}.epd").read_text().splitlines():
        fields = line.split(maxsplit=4)
        if len(fields) < 5:
            continue
        position = game.parse(" ".join(fields[:4]))
        found = dict(re.findall(r"\b(bm|am) ([^;]+);", fields[4]))
        best, avoided = (
            {position.parse_move(word) for word in found.get(code, "").split()}
            for code in ("bm", "am")
        )
        yield position, best, avoided


def show_problems() -> None:
    game = bw.load_game("chess")
    searching = player(game)
    rows = []
    for name, title in SETS.items():
        solved = count = 0
        nodes, seconds = 0, 0.0
        for position, best, avoided in problems(game, name):
            start = time.process_time()
            found = searching.search(position, bw.Limit(nodes=NODES))
            seconds += time.process_time() - start
            nodes += found.nodes
            count += 1
            solved += found.pv[0] not in avoided and (not best or found.pv[0] in best)
        rows.append((title, str(count), str(solved), f"{nodes / seconds / 1e6:.2f}"))
        print(*rows[-1], sep=" | ", flush=True)
    show(
        f"Problems of chess at {NODES:,} nodes, material and squares",
        ("problems", "number", "solved", "million nodes a CPU second"),
        rows,
    )


def mates(game: bw.Game) -> dict[int, list[tuple[bw.Position, int]]]:
    """Positions near the ends of recorded games in which cshogi mates, by the plies it takes."""
    found: dict[int, list[tuple[bw.Position, int]]] = {plies: [] for plies in MATES}
    for file in sorted((data_folder() / "shogi").glob("*.usi")):
        for line in file.read_text().splitlines():
            moves = line.partition("startpos moves ")[2].split()
            if len(moves) < 40 or all(len(some) >= MATES_OF_EACH for some in found.values()):
                continue
            board = cshogi.Board()
            for move in moves[:-7]:
                board.push_usi(move)
            for move in moves[-7:]:
                plies = mate_distance(board)
                if plies is not None and len(found[plies]) < MATES_OF_EACH:
                    found[plies].append((game.parse(board.sfen()), plies))
                board.push_usi(move)
    return found


def mate_distance(board: cshogi.Board) -> int | None:
    """The least number of plies in which the mover mates by checks alone, up to five."""
    if board.is_check() or board.is_game_over():
        return None
    if board.mate_move_in_1ply():
        return 1
    return next((plies for plies in MATES[1:] if board.mate_move(plies)), None)


def show_mates() -> None:
    game = bw.load_game("shogi")
    searching = player(game)
    rows = []
    for plies, positions in mates(game).items():
        solved = shortest = nodes = 0
        for position, known in positions:
            found = searching.search(position, bw.Limit(nodes=NODES, depth=known + 4))
            if found.distance is not None and found.value > 0:
                solved += 1
                shortest += found.distance <= known
            nodes += found.nodes
        cells = (len(positions), solved, shortest, nodes // max(len(positions), 1))
        rows.append((f"in {plies}", *(f"{cell:,}" for cell in cells)))
        print(*rows[-1], sep=" | ", flush=True)
    show(
        "Mates of shogi from the ends of recorded games",
        ("mate", "positions", "found", "as soon as cshogi", "nodes a position"),
        rows,
        f"by the playing features, {NODES:,} nodes and four plies more than the mate at most",
    )


def show_speed() -> None:
    game = bw.load_game("chess")
    start = time.process_time()
    found = player(game).search(game.start(), bw.Limit(seconds=SPEED_SECONDS))
    rows = [("boardworth, material and squares", speed(found.nodes, time.process_time() - start))]
    asked = f"uci\nsetoption name Hash value 64\nisready\ngo movetime {1000 * SPEED_SECONDS}\n"
    for name, command in {"Stockfish": ["stockfish"], "GNU Chess": ["gnuchess", "--uci"]}.items():
        program = shutil.which(command[0], path=PATH)
        if program is not None:
            rows.append((name, speed(*asked_for_nodes([program, *command[1:]], asked))))
    show(
        f"Nodes a second from the start of chess, {SPEED_SECONDS} seconds, one thread",
        ("engine", "million nodes a CPU second"),
        rows,
        "engines count nodes in ways of their own",
    )


def speed(nodes: int, seconds: float) -> str:
    return f"{nodes / seconds / 1e6:.2f}"


def asked_for_nodes(command: list[str], text: str) -> tuple[int, float]:
    """The nodes that an engine says it has searched last, and its CPU seconds."""
    before = os.times()
    nodes = 0
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
    ) as engine:
        assert engine.stdin is not None
        assert engine.stdout is not None
        engine.stdin.write(text)
        engine.stdin.flush()
        for line in engine.stdout:
            if counted := re.search(r"\bnodes (\d+)", line):
                nodes = int(counted[1])
            if line.startswith("bestmove"):
                break
        engine.communicate("quit\n")
    after = os.times()
    return nodes, sum(after[2:4]) - sum(before[2:4])
