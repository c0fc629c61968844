"""All public rule sheets: how many can be grounded and played, and whether all ways agree.

The sheets are those in the folder gdl of the one that BOARDWORTH_DATA names. It takes long.
"""

import os
import resource
import sys
import time
from collections import Counter
from pathlib import Path

from benchmarks.timing import show
from boardworth import _core
from boardworth.errors import BoardworthError, FormatError
from boardworth.rules.gdl import read_rule_sheet
from boardworth.rules.gdl.grounding import TooCostly, ground
from boardworth.rules.gdl.network import network

LONGEST = 200


def run() -> None:
    data = os.environ.get("BOARDWORTH_DATA")
    if not data:
        print("gdl_sheets: BOARDWORTH_DATA is not set", file=sys.stderr)
        return
    outcomes: Counter[str] = Counter()
    costs = []
    for path in sorted((Path(data) / "gdl").glob("*.kif")):
        before = cpu_seconds()
        try:
            net = network(ground(read_rule_sheet(path)))
            costs.append(cpu_seconds() - before)
            outcomes[outcome_of(net)] += 1
        except BoardworthError as error:
            outcomes[reason(error)] += 1
            print(error)
    costs.sort()
    show(
        f"{outcomes.total()} rule sheets",
        ("outcome", "sheets"),
        [(name, str(count)) for name, count in outcomes.most_common()],
        f"to ground and build: median {costs[len(costs) // 2]:.2f} CPU s, most {costs[-1]:.1f} s",
    )


def cpu_seconds() -> float:
    return time.process_time() + resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime


def reason(error: BoardworthError) -> str:
    if isinstance(error, TooCostly):
        return "too many ground rules, or too slow"
    return "cannot be read" if isinstance(error, FormatError) else "rules that break the language's"


def outcome_of(net: _core.Network) -> str:
    """Plain and followed games must be the same, moves in lanes those of the plain network."""
    plain = net.play_random_games(10, seed=1, max_moves=LONGEST)
    followed = net.follow_random_games(10, seed=1, max_moves=LONGEST)
    same = (plain.moves, plain.goal_sums) == (followed.moves, followed.goal_sums)
    _, states, moves, playing = net.recorded_lanes(64, lanes=64, seed=1, max_moves=30)
    for step in range(0, len(states) - 1, 1 + len(states) // 10):
        state = states[step, step % 64].tobytes()
        if playing[step, step % 64] and not net.terminal(state) and all(net.legal_moves(state)):
            after = net.play(state, moves[step, step % 64].tolist())
            same = same and after == states[step + 1, step % 64].tobytes()
    if not same:
        return "WAYS DIFFER"
    played = net.play_in_lanes(1000, lanes=_core.lane_widths()[-1], seed=2, max_moves=LONGEST)
    if played.unfinished:
        return f"all ways agree; some games take more than {LONGEST} moves, or a role is stuck"
    if any(played.without_goal):
        return "all ways agree; a role ends without a goal, or with several"
    return "all ways agree, 1,000 games end"
