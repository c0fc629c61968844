"""One rule sheet, played in every way: `python -m benchmarks.gdl_sheet SHEET`.

Each step of the work prints all that is known so far as one line of JSON, so that a sheet that
takes too long still tells how far it came.
"""

import json
import random
import resource
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TypeAlias

from boardworth import _core
from boardworth.errors import BoardworthError, FormatError, IllegalMove
from boardworth.rules.gdl import RuleSheet, Term, read_rule_sheet
from boardworth.rules.gdl.check.playtest import playtest
from boardworth.rules.gdl.ground.grounding import TooCostly
from boardworth.rules.gdl.interpreted_machine import InterpretedMachine
from boardworth.rules.gdl.machine_choice import machine_for
from boardworth.rules.gdl.propnet_machine import PropnetMachine
from boardworth.rules.gdl.state_machine import StateMachine

GAMES = 1000
LONGEST = 500
STATES = 200  # of random play, on which all ways are compared
SECONDS = 120  # of CPU time
LONG_ENOUGH = 0.25  # seconds of CPU time, to measure speed
MEMORY = 8 << 30

# Lanes do not begin more games once none has ended for so long.
TOO_LONG = f"games take more than {LONGEST} moves"
# States of random play, each with the joint move that is made in it, if there is any.
States: TypeAlias = list[tuple[bytes, list[int] | None]]
# Reasoners that read the sheet for themselves, to be compared with the one that plays it.
OTHERS: dict[str, Callable[[RuleSheet], StateMachine]] = {"interpreted": InterpretedMachine}


def main(path: Path) -> None:
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
    record: dict[str, Any] = {"name": path.stem}
    try:
        for step in steps(path, record):
            record["step"] = step
            print(json.dumps(record), flush=True)
    except (BoardworthError, MemoryError) as error:
        record |= {"outcome": refusal(error), "reason": str(error) or type(error).__name__}
        print(json.dumps(record), flush=True)


def refusal(error: Exception) -> str:
    if isinstance(error, FormatError):
        return "cannot be read"
    return "too costly" if isinstance(error, TooCostly | MemoryError) else "unsound"


def steps(path: Path, record: dict[str, Any]) -> Iterator[str]:
    """Fills a record; yields what is to be done next."""
    yield "to load"
    before = cpu_seconds()
    sheet = read_rule_sheet(path)
    machine = machine_for(sheet)
    record |= {"roles": len(machine.roles), "load_seconds": cpu_seconds() - before}
    record |= size_of(machine)
    yield "to compare"
    record["kind"], differing = compared(sheet, machine)
    if differing:
        record |= {"outcome": "differ", "reason": f"{', '.join(differing)} differ"}
        return
    yield "to look at games"
    found = playtest(machine, 100, seed=1, max_moves=LONGEST, seconds=20)
    record["errors"] = [f.message for f in found.findings if f.severity == "error"]
    yield "to play"
    played, record["states_per_second"] = timed_games(machine)
    record["games"], record["unfinished"] = played.games, played.unfinished
    record["without_goal"] = sum(played.without_goal)
    enough = played.games + played.unfinished == GAMES
    record |= {"outcome": "agree"} if enough else {"outcome": "too long", "reason": TOO_LONG}
    yield "done"


def cpu_seconds() -> float:
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + children.ru_utime + children.ru_stime


def size_of(machine: StateMachine) -> dict[str, Any]:
    if not isinstance(machine, PropnetMachine):
        return {"machine": type(machine).__name__}
    game, net = machine.ground_game, machine.propnet
    moves = sum(map(len, game.moves))
    return {
        "machine": "propnet",
        "fluents": len(game.fluents),
        "moves": moves,
        "ground_rules": len(game.rules.heads),
        "gates": net.slots - 1 - len(game.fluents) - moves,
    }


def timed_games(machine: StateMachine) -> tuple[_core.RandomPlay, float | None]:
    """Random games, and how many states a second there are; None for games without a move.

    The speed is that of as many games as take LONG_ENOUGH: a process whose time is limited reads
    its clock in ticks of some milliseconds.
    """
    played, seconds = timed(machine, GAMES)
    moves, games = played.moves, GAMES
    while moves and seconds < LONG_ENOUGH:
        games *= 4
        more, seconds = timed(machine, games)
        moves = more.moves
    return played, moves / seconds if moves else None


def timed(machine: StateMachine, games: int) -> tuple[_core.RandomPlay, float]:
    start = time.process_time()
    if isinstance(machine, PropnetMachine):
        widest = _core.lane_widths()[-1]
        net = machine.propnet
        played = net.play_in_lanes(games, lanes=widest, seed=2, max_moves=LONGEST)
    else:
        played = machine.play_random_games(games, seed=2, max_moves=LONGEST)
    return played, time.process_time() - start


def compared(sheet: RuleSheet, machine: StateMachine) -> tuple[str, list[str]]:
    """The kind of game, and the ways to play it that are not the machine's own."""
    states = random_states(machine)
    differing = [
        name for name, make in OTHERS.items() if not same_rules(machine, make(sheet), states)
    ]
    if isinstance(machine, PropnetMachine):
        if not followed_alike(machine.propnet, states):
            differing.append("followed")
        differing += [
            f"{lanes} lanes"
            for lanes in _core.lane_widths()
            if not lanes_alike(machine.propnet, lanes)
        ]
    return kind_of(machine, states), differing


def random_states(machine: StateMachine) -> States:
    """States of games that follow each other."""
    draw = random.Random(1)
    found: States = []
    state = machine.start()
    for _ in range(STATES):
        legal = machine.legal_moves(state)
        if machine.terminal(state) or not all(legal):
            found.append((state, None))
            state = machine.start()
            continue
        joint = [draw.choice(moves) for moves in legal]
        found.append((state, joint))
        state = machine.play(state, joint)
    return found


def kind_of(machine: StateMachine, states: States) -> str:
    if len(machine.roles) == 1:
        return "puzzle"
    at_once = any(
        sum(len(moves) > 1 for moves in machine.legal_moves(state)) > 1
        for state, joint in states
        if joint is not None
    )
    players = "2 players" if len(machine.roles) == 2 else "3 and more players"
    return f"{players}, {'at once' if at_once else 'in turn'}"


def same_rules(first: StateMachine, second: StateMachine, states: States) -> bool:
    """Whether a machine says of the states of another what that one says, in the sheet's words."""
    try:
        return set(first.fluents(first.start())) == set(second.fluents(second.start())) and all(
            same_view(first, second, state) and same_step(first, second, state, joint)
            for state, joint in states
        )
    except (FormatError, IllegalMove):  # what one knows, the other thinks impossible
        return False


def same_view(first: StateMachine, second: StateMachine, state: bytes) -> bool:
    other = second.state(first.fluents(state))
    return (
        first.terminal(state) == second.terminal(other)
        and first.goals(state) == second.goals(other)
        and named_moves(first, state) == named_moves(second, other)
    )


def named_moves(machine: StateMachine, state: bytes) -> list[set[Term]]:
    legal = machine.legal_moves(state)
    return [{machine.move(role, move) for move in own} for role, own in enumerate(legal)]


def same_step(
    first: StateMachine, second: StateMachine, state: bytes, joint: list[int] | None
) -> bool:
    if joint is None:
        return True
    named = [first.move(role, move) for role, move in enumerate(joint)]
    other_joint = [second.move_number(role, move) for role, move in enumerate(named)]
    after = second.play(second.state(first.fluents(state)), other_joint)
    return set(first.fluents(first.play(state, joint))) == set(second.fluents(after))


def followed_alike(net: _core.Propnet, states: States) -> bool:
    machine = _core.StateMachine(net)
    for state, joint in states:
        if machine.state != state:
            machine.go_to(state)
        if machine.terminal != net.terminal(state):
            return False
        if machine.terminal and machine.points() != [goal or 0 for goal in net.goals(state)]:
            return False
        if not machine.terminal and machine.legal_moves() != net.legal_moves(state):
            return False
        if joint is not None:
            machine.play(joint)
            if machine.state != net.play(state, joint):
                return False
    return True


def lanes_alike(net: _core.Propnet, lanes: int) -> bool:
    """Whether sampled moves of games in lanes are moves of the plain propnet."""
    _, states, moves, playing = net.recorded_lanes(lanes, lanes=lanes, seed=1, max_moves=30)
    for step in range(len(states) - 1):
        for lane in range(step % 16, lanes, 16):
            state = states[step, lane].tobytes()
            goes_on = playing[step, lane] and not net.terminal(state)
            if goes_on and all(net.legal_moves(state)):
                after = net.play(state, moves[step, lane].tolist())
                if after != states[step + 1, lane].tobytes():
                    return False
    return True


if __name__ == "__main__":
    main(Path(sys.argv[1]))
