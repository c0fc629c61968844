"""This checkout beside another one of Boardworth, such as the release before: is anything slower?

`BOARDWORTH_OTHER=/path/to/checkout python -m benchmarks against`; the other checkout has a virtual
environment of its own in .venv. Every measure is a program that both versions run, in turns, in
processes of their own; what counts is CPU time. BOARDWORTH_DATA adds the endings of the FFO set;
BOARDWORTH_MEASURE, a part of a measure's name, leaves the others out.
"""

import os
import statistics
import subprocess
import sys
from pathlib import Path

from benchmarks.timing import median_interval, show

ROUNDS = int(os.environ.get("BOARDWORTH_ROUNDS", "7"))
ROOT = Path(__file__).parents[1]
BEGIN = """
import time, boardworth as bw
from pathlib import Path
othello = bw.load_game("othello")
OLD = hasattr(othello, "players")  # as in 0.1.0
def measured(work):
    start = time.process_time()
    work()
    print(time.process_time() - start)
"""
# Each prints the CPU seconds of the same work.
MEASURES = {
    "midgame search": """
player = bw.AlphaBeta(bw.Evaluator(bw.load_model(MODEL)))
positions = [othello.start()]
for move in ("f5", "d6", "c3", "d3", "c4", "f4", "f6", "f3", "e6", "e7", "d7", "c5", "b6", "d8"):
    positions.append(positions[-1].play(move))
measured(lambda: [player.search(p, bw.Limit(depth=18)) for p in positions[4::3]])
""",
    "dobutsu search": """
if OLD:
    print(float("nan"))  # the game is younger
else:
    game = bw.load_game("dobutsu")
    player = bw.AlphaBeta(bw.Evaluator(bw.baseline(game, "material")))
    positions = [game.start()]
    for number in range(8):
        legal = positions[-1].legal_moves()
        positions.append(positions[-1].play(legal[number % len(legal)]))
    measured(lambda: [player.search(p, bw.Limit(depth=14)) for p in positions[::2]])
""",
    "FFO 40-44, exact": """
problems = bw.read_problems(othello, DATA / "othello" / "problems" / "fforum-40-59.obf")[:5]
solver = bw.solver(bw.load_model(MODEL))
measured(lambda: [bw.solve(solver, problem.position) for problem in problems])
""",
    "UCT by a propnet": """
game = bw.load_game("connect-four")
from boardworth.search import Uct
uct = Uct(100_000)
if OLD:
    measured(lambda: uct.search(game.reasoner, game.start().packed))
else:
    measured(lambda: uct.search(game.start(), bw.Limit(nodes=100_000)))
""",
    "random games by a propnet": """
game = bw.load_game("breakthrough")
machine = game.reasoner if OLD else game.state_machine
core = machine.network if OLD else machine.propnet
measured(lambda: (core.play_in_lanes(40_000, lanes=256, seed=1, start=None),
                  machine.play_random_games(2_000, seed=1)))
""",
    "least-squares fit": """
games = bw.self_play(othello, lambda p: p.legal_moves()[0], 1500, opening=(50, 58), seed=1)
train, held_out = bw.label(othello, games).split(0.1)
features = bw.board_patterns(othello)
fit = lambda: bw.LeastSquares(stages=6).fit(features, train, held_out)
fit()  # imports what it needs
measured(lambda: [fit() for _ in range(6)])
""",
    "build from the same records": """
from boardworth.cli.app import run
import random, tempfile
draw = random.Random(1)
lines = []
for _ in range(1500):
    position, moves = othello.start(), []
    while legal := position.legal_moves():
        moves.append(draw.choice(legal))
        position = position.play(moves[-1])
    text = (lambda m: othello.move_text(m)) if OLD else othello.start().move_text
    lines.append("".join(map(text, moves)))
with tempfile.TemporaryDirectory() as folder:
    Path(folder, "games.txt").write_text("\\n".join(lines))
    words = ["build", "othello", "-o", folder + "/x.model", "--records", folder + "/games.txt"]
    measured(lambda: run([*words, "--threads", "1"]))
""",
    "build of the demo, shortened": """
from boardworth.cli.app import run
import tempfile
with tempfile.TemporaryDirectory() as folder:
    words = ["build", "othello", "-o", folder + "/x.model", "--games", "1500"]
    measured(lambda: run([*words, "--generations", "1", "--threads", "1"]))
""",
}


def run() -> None:
    other = os.environ.get("BOARDWORTH_OTHER")
    if other is None:
        print("against: BOARDWORTH_OTHER names no other checkout")
        return
    rows = []
    wanted = os.environ.get("BOARDWORTH_MEASURE", "")
    for name, program in MEASURES.items():
        if wanted not in name:
            continue
        if "DATA" in program and "BOARDWORTH_DATA" not in os.environ:
            continue
        ratios = []
        for number in range(ROUNDS):
            checkouts = (Path(other), ROOT)
            order = checkouts if number % 2 else checkouts[::-1]
            took = {checkout: seconds(checkout, program) for checkout in order}
            ratios.append(took[Path(other)] / took[ROOT])
        low, high = median_interval(ratios)
        median = statistics.median(ratios)
        rows.append((name, f"{median:.3f}", f"[{low:.3f}, {high:.3f}]"))
        print(f"{name}: {median:.3f} [{low:.3f}, {high:.3f}]", flush=True)
    show(
        f"Speed of this checkout beside {Path(other).name}, CPU time, {ROUNDS} rounds",
        ("work", "times as fast", "interval of the median"),
        rows,
        "the interval spans the order statistics that hold the median 19 times in 20",
    )


def seconds(checkout: Path, program: str) -> float:
    """The CPU seconds that a program prints last, run by a checkout."""
    data = os.environ.get("BOARDWORTH_DATA", "")
    names = f"MODEL = {str(ROOT / 'games' / 'othello.model')!r}\nDATA = Path({data!r})\n"
    done = subprocess.run(
        [checkout / ".venv" / "bin" / "python", "-c", BEGIN + names + program],
        cwd=checkout,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        sys.exit(f"{checkout}: {done.stderr}")
    return float(done.stdout.split()[-1])
