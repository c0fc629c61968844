"""Public rule sheets for two: who takes turns, what tells whose turn it is, and is it true?

The sheets are those in the folder gdl of the one that BOARDWORTH_DATA names. Where more than one
fluent of each role tells, a proof is tried, and random games that the search for turns has not
seen. It takes some minutes, and goes on where it was interrupted: what is known of each sheet is
kept in gdl_turns.jsonl, in the folder of this version of the code (see `figures.work_folder`).
"""

import json
import random
import time
import warnings
from collections import Counter
from pathlib import Path
from typing import Any

from benchmarks.data import public_sheets
from benchmarks.figures import work_folder
from benchmarks.timing import show
from boardworth.errors import BoardworthError, FaultyRules
from boardworth.rules.gdl import RuleSheet, read_rule_sheet
from boardworth.rules.gdl.ground.grounding import GroundingLimits
from boardworth.rules.gdl.machine_choice import machine_for
from boardworth.rules.gdl.propnet_machine import PropnetMachine
from boardworth.rules.gdl.structure.groups import grouped_kinds
from boardworth.rules.gdl.structure.sample import random_sample
from boardworth.rules.gdl.structure.structure import Turns
from boardworth.rules.gdl.structure.turns import observed_turns

LIMITS = GroundingLimits(seconds=8, rules=100_000, split_rules=100_000)
SIMPLE = "one fluent of each role"
MAX_FLUENTS = 10_000
STATES = 2_000  # of random play, on which turns are tried
SECONDS = 5.0  # and of CPU time for them
SEED = 77


def run() -> None:
    warnings.simplefilter("ignore", FaultyRules)
    results = work_folder() / "gdl_turns.jsonl"
    lines = results.read_text().splitlines() if results.exists() else []
    known = {record["name"]: record for record in map(json.loads, lines)}
    with results.open("a") as file:
        for path in sorted(public_sheets().glob("*.kif")):
            if path.stem not in known:
                known[path.stem] = {"name": path.stem} | examined(path)
                print(json.dumps(known[path.stem]), file=file, flush=True)
    tell(list(known.values()))


def examined(path: Path) -> dict[str, Any]:
    try:
        sheet = read_rule_sheet(path)
        return found_in(sheet) if len(sheet.roles) == 2 else {"turns": "not for two"}
    except BoardworthError as error:
        return {"turns": "not played", "reason": str(error)}


def found_in(sheet: RuleSheet) -> dict[str, Any]:
    machine = machine_for(sheet, LIMITS)
    if not isinstance(machine, PropnetMachine) or len(machine.ground_game.fluents) > MAX_FLUENTS:
        return {"turns": "too large"}
    sample = random_sample(machine)
    seen = observed_turns(machine, sample)
    kind = kind_of(seen)
    if seen is None or kind == SIMPLE:
        return {"turns": kind}
    turns = grouped_kinds(machine.ground_game, sample, seen)[1]
    states, at_once = tried(machine)
    proven = turns is not None and turns.proven
    return {"turns": kind, "proven": proven, "states": states, "at_once": at_once}


def kind_of(turns: Turns | None) -> str:
    if turns is None:
        return "none: two choose at once, or nobody ever"
    if not turns.fluents:
        return "legal moves alone"
    single = all(len(fluents) == 1 for fluents in turns.fluents)
    return SIMPLE if single else "several fluents of a role"


def tried(machine: PropnetMachine) -> tuple[int, int]:
    """States of random games, and those in which two roles have a choice."""
    draw = random.Random(SEED)
    end = time.process_time() + SECONDS
    state, states, at_once = machine.start(), 0, 0
    while states < STATES and time.process_time() < end:
        legal = machine.legal_moves(state)
        if machine.terminal(state) or not all(legal):
            if state == machine.start():
                break
            state = machine.start()
            continue
        states += 1
        at_once += sum(len(moves) > 1 for moves in legal) > 1
        state = machine.play(state, [draw.choice(moves) for moves in legal])
    return states, at_once


def tell(records: list[dict[str, Any]]) -> None:
    counts = Counter(record["turns"] for record in records)
    proven = Counter(record["turns"] for record in records if record.get("proven"))
    wrong = Counter(record["turns"] for record in records if record.get("at_once"))
    rows = [(kind, str(n), str(proven[kind]), str(wrong[kind])) for kind, n in counts.most_common()]
    show(
        "Two players: what tells whose turn it is",
        ("turns", "sheets", "proven", "refuted by other games"),
        rows,
    )
    for kind in ("several fluents of a role", "legal moves alone"):
        names = [record["name"] for record in records if record["turns"] == kind]
        print(f"{kind}: {', '.join(names)}")
