"""Rule sheets without variables: all fluents, moves and goals of a game, and their rules."""

from __future__ import annotations

import io
import re
import signal
import subprocess
import sys
import warnings
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from boardworth.errors import FaultyRules, RulesError, TooMany
from boardworth.rules.gdl.ground import clingo_process
from boardworth.rules.gdl.ground.logic_program import LogicProgram, logic_program
from boardworth.rules.gdl.ground.splitting import split_rules
from boardworth.rules.gdl.syntax.terms import (
    KEYWORDS,
    Rule,
    RuleSheet,
    Signature,
    Term,
    goal_value,
    variables,
)
from boardworth.rules.stopping import stop_sign

ALWAYS, NEVER = 0, -1
_LOOK = 0.05  # how often a stop sign is looked for, in seconds


@dataclass(frozen=True)
class GroundingLimits:
    """How much a sheet may cost."""

    seconds: int = 60  # of CPU time; half of it for the sheet as it is, half for the split one
    memory: int = 6 << 30  # in bytes
    rules: int = 1_000_000  # most ground rules of the sheet as it is
    split_rules: int = 8_000_000  # most ground rules of the split one


@dataclass(frozen=True)
class GroundRules:
    """Rule i: atom heads[i] holds if literals[starts[i]:starts[i + 1]] do; negative ones must not.

    Atoms are numbered from 1; ALWAYS and NEVER stand for those that need no rules.
    """

    heads: NDArray[np.int32]
    starts: NDArray[np.uint64]
    literals: NDArray[np.int32]


@dataclass(frozen=True)
class GroundGame:
    """A game in which nothing is left to look up: what there is, and the atoms that mean it."""

    roles: tuple[str, ...]  # in the order of joint moves
    fluents: tuple[Term, ...]  # everything that can hold in a state
    fluent_atoms: tuple[int, ...]  # the atom of "true", fluent by fluent
    next_atoms: tuple[int, ...]  # the atom of "next", fluent by fluent
    initial: tuple[int, ...]  # the numbers of the fluents that hold at the start
    moves: tuple[tuple[Term, ...], ...]  # role by role
    does_atoms: tuple[tuple[int, ...], ...]  # the atom of "does", role by role and move by move
    legal_atoms: tuple[tuple[int, ...], ...]  # the same, of "legal"
    goals: tuple[tuple[int, int, int], ...]  # role, value and atom of each
    terminal_atom: int  # the atom of "terminal"
    rules: GroundRules  # what follows from what
    source: str = "rule sheet"  # of the sheet, for messages


@dataclass(frozen=True)
class GroundQueries:
    """Ground rules, with the atoms of the language's own predicates and of all queries."""

    atoms: Mapping[Signature, Mapping[Term, int]]  # by predicate; ALWAYS for what needs no rules
    rules: GroundRules


class TooCostly(RulesError):
    """A sheet that cannot be grounded within the limits."""


class _Refused(Exception):
    """What clingo says about a program that it does not take."""


def ground(sheet: RuleSheet, limits: GroundingLimits | None = None) -> GroundGame:
    """The ground form of a rule sheet. Raises TooCostly beyond the limits.

    Rules are split if there are too many ground rules without that; the count decides, so that
    the same sheet is always grounded in the same way.
    """
    program, named, rules = _ground(sheet.rules, (), (), sheet.source, limits or GroundingLimits())
    try:
        return _game(sheet, program, named, rules)
    except RecursionError:
        raise RulesError(f"{sheet.source}: terms of the game are nested too deeply") from None


def ground_queries(
    sheet: RuleSheet, queries: Sequence[Rule], limits: GroundingLimits | None = None
) -> GroundQueries:
    """The ground form of rules together with further ones, whose heads are asked for.

    The heads' predicates are no others' of the sheet. Raises TooCostly beyond the limits.
    """
    shown = dict.fromkeys(query.head.signature for query in queries)
    limits = limits or GroundingLimits()
    program, named, rules = _ground(sheet.rules, queries, shown, sheet.source, limits)
    found: dict[Signature, dict[Term, int]] = {}
    for predicate, atoms in named.items():
        signature = program.shown.get(predicate) or (predicate, KEYWORDS[predicate])
        found[signature] = {
            Term(signature[0], program.decode_arguments(text)): atom for text, atom in atoms.items()
        }
    return GroundQueries(found, rules)


def _ground(
    rules: Sequence[Rule],
    queries: Sequence[Rule],
    shown: Iterable[Signature],
    source: str,
    limits: GroundingLimits,
) -> tuple[LogicProgram, dict[str, dict[str, int]], GroundRules]:
    """The program, its named atoms by predicate and text of the arguments, its ground rules."""
    try:
        program = logic_program([*rules, *queries], shown)
        arrays = _ground_arrays(program, limits, limits.rules, source)
    except TooCostly:
        program = logic_program([*split_rules(rules), *queries], shown)
        arrays = _ground_arrays(program, limits, limits.split_rules, source)
    heads, starts, literals, named_atoms, names = arrays
    named = _named(names.tobytes().decode("ascii"), named_atoms, program.shown)
    return program, named, GroundRules(heads, starts, literals)


def _ground_arrays(
    program: LogicProgram, limits: GroundingLimits, max_rules: int, source: str
) -> list[NDArray[Any]]:
    try:
        arrays = io.BytesIO(_run_clingo(program.text, limits, max_rules, source))
    except _Refused as refused:
        raise _explained(refused, program, source) from None
    return [np.load(arrays) for _ in range(5)]


def _run_clingo(text: str, limits: GroundingLimits, max_rules: int, source: str) -> bytes:
    seconds = max(1, limits.seconds // 2)
    # -P: no file of the folder we are in is taken for a library.
    command = [sys.executable, "-P", "-m", clingo_process.__name__]
    numbers = (seconds, limits.memory, max_rules)
    result = _finished(command + [str(number) for number in numbers], text.encode("ascii"), source)
    said = result.stderr.decode(errors="replace").strip()
    reasons = {
        -signal.SIGXCPU: f"{seconds} seconds",
        -signal.SIGKILL: f"{seconds} seconds",
        clingo_process.OUT_OF_MEMORY: f"{limits.memory / (1 << 30):.1f} GiB of memory",
        clingo_process.TOO_MANY_RULES: f"{max_rules:,} ground rules",
    }
    if result.returncode in reasons:
        raise TooCostly(f"{source}: grounding takes more than {reasons[result.returncode]}")
    if result.returncode == clingo_process.NOT_A_PROGRAM:
        raise _Refused(said)
    if result.returncode != 0:
        raise RulesError(f"{source}: grounding failed: {said or result.returncode}")
    return result.stdout


def _finished(command: list[str], text: bytes, source: str) -> subprocess.CompletedProcess[bytes]:
    """A process after its end. Raises TooMany, and ends it, when a stop sign is up."""
    sign, pipe = stop_sign(), subprocess.PIPE
    unsent: bytes | None = text
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe) as process:
        try:
            while True:
                try:
                    out, err = process.communicate(unsent, _LOOK if sign else None)
                except subprocess.TimeoutExpired:
                    unsent = None  # it is remembered
                    if sign and sign.stopped:
                        raise TooMany(f"{source}: the time for grounding is over") from None
                else:
                    return subprocess.CompletedProcess(command, process.returncode, out, err)
        finally:
            process.kill()


def _explained(refused: _Refused, program: LogicProgram, source: str) -> RulesError:
    """The first of clingo's complaints, in terms of the sheet."""
    line = re.search(r"<block>:(\d+):.*unsafe", str(refused))
    if line is None or int(line[1]) > len(program.rules):
        return RulesError(f"{source}: {refused}")
    rule = program.rules[int(line[1]) - 1]
    return RulesError(
        f"{source}, {rule.place}: a variable of this rule is in no condition that lists its values"
    )


def _named(names: str, atoms: NDArray[np.int32], shown: Iterable[str]) -> dict[str, dict[str, int]]:
    """The atoms of each predicate that has names by the text of their arguments."""
    found: dict[str, dict[str, int]] = {predicate: {} for predicate in (*KEYWORDS, *shown)}
    for text, atom in zip(names.splitlines(), atoms.tolist(), strict=True):
        keyword, _, arguments = text.partition("(")
        found[keyword][arguments[:-1]] = atom
    return found


def _game(
    sheet: RuleSheet,
    program: LogicProgram,
    named: dict[str, dict[str, int]],
    rules: GroundRules,
) -> GroundGame:
    roles = _roles(sheet, program, named["role"])
    fluents, does, legal = named["true"], named["does"], named["legal"]
    moves = [[pair for pair in does if pair.startswith(f"{role},")] for role in roles]
    return GroundGame(
        roles=tuple(roles.values()),
        fluents=tuple(map(program.decode, fluents)),
        fluent_atoms=tuple(fluents.values()),
        next_atoms=tuple(named["next"].get(fluent, NEVER) for fluent in fluents),
        initial=tuple(n for n, fluent in enumerate(fluents) if fluent in named["init"]),
        moves=tuple(
            tuple(program.decode(pair[len(role) + 1 :]) for pair in own)
            for role, own in zip(roles, moves, strict=True)
        ),
        does_atoms=tuple(tuple(does[pair] for pair in own) for own in moves),
        legal_atoms=tuple(tuple(legal.get(pair, NEVER) for pair in own) for own in moves),
        goals=_goals(sheet, program, named["goal"], roles),
        terminal_atom=named["terminal"].get("", NEVER),
        rules=rules,
        source=sheet.source,
    )


def _roles(sheet: RuleSheet, program: LogicProgram, listed: dict[str, int]) -> dict[str, str]:
    """The names of the roles by their texts: those of the sheet first, in its order."""
    if not listed:
        raise RulesError(f"{sheet.source}: there is no role")
    names = {text: str(program.decode(text)) for text in listed}
    places = {role: place for place, role in enumerate(sheet.roles)}
    return dict(sorted(names.items(), key=lambda role: places.get(role[1], len(places))))


def _goals(
    sheet: RuleSheet, program: LogicProgram, named: dict[str, int], roles: dict[str, str]
) -> tuple[tuple[int, int, int], ...]:
    """Role, value and atom of each goal that is a number; a warning tells of the others."""
    goals: list[tuple[int, int, int]] = []
    strange: list[Term] = []
    for pair, atom in named.items():
        for number, role in enumerate(roles):
            if not pair.startswith(f"{role},"):
                continue
            term = program.decode(pair[len(role) + 1 :])
            value = goal_value(term)  # random games find those beyond 100
            if value is None:
                strange.append(Term("goal", (program.decode(role), term)))
            else:
                goals.append((number, value, atom))
    if strange:
        _warn_of_strange(strange, sheet)
    return tuple(goals)


def _warn_of_strange(goals: Sequence[Term], sheet: RuleSheet) -> None:
    """Names the rules by which the first of them may be, and how many more there are."""
    first = goals[0]
    places = " or ".join(
        str(rule.place)
        for rule in sheet.by_predicate[first.signature]
        if all(
            any(variables(pattern)) or pattern == argument
            for pattern, argument in zip(rule.head.arguments, first.arguments, strict=True)
        )
    )
    more = f" (and {len(goals) - 1} more)" if len(goals) > 1 else ""
    role, value = first.arguments
    warnings.warn(
        f"{sheet.source}, {places}: the goal {value} of {role} is no number from 0 to 100: "
        f"it counts for nothing{more}",
        FaultyRules,
        stacklevel=2,
    )
