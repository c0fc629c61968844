"""Damage done to rule sheets, and what becomes of a damaged one on its way to random games."""

import random
import re

from boardworth import _core
from boardworth.errors import BoardworthError
from boardworth.rules.gdl import check_text, parse_rule_sheet
from boardworth.rules.gdl.check.playtest import playtest
from boardworth.rules.gdl.ground.grounding import GroundingLimits, TooCostly
from boardworth.rules.gdl.machine_choice import machine_for
from boardworth.rules.gdl.propnet_machine import PropnetMachine
from boardworth.rules.gdl.syntax.terms import CONNECTIVES

# Small, so that many sheets take little time: most sheets of one page have fewer rules.
LIMITS = GroundingLimits(seconds=4, memory=1 << 30, rules=20_000, split_rules=40_000)

_TOKENS = re.compile(r"[()]|;[^\n]*|[^\s();]+|\s+")
_SPECIAL = ("(", ")", "?x", "not", "or", "<=", "distinct", "true")


def damaged(text: str, seed: int) -> bytes:
    """The text with a few of its words mixed up, or with more than that broken."""
    draw = random.Random(seed)
    tokens = _TOKENS.findall(text)
    if draw.random() < 0.6:
        return "".join(_reworded(tokens, draw)).encode("latin-1")
    return _broken(tokens, draw)


def _reworded(tokens: list[str], draw: random.Random) -> list[str]:
    """Names for names, variables for variables: mostly still a rule sheet, but another one."""
    words = [i for i, token in enumerate(tokens) if token[0] not in "(); \t\r\n"]
    names = [i for i in words if tokens[i][0] != "?" and tokens[i].lower() not in CONNECTIVES]
    variables = [i for i in words if tokens[i][0] == "?"]
    for _ in range(draw.choice([1, 1, 2, 5, 20])):
        kind = draw.choice([names, variables or names])
        place, other = draw.choice(kind), draw.choice(kind)
        if draw.random() < 0.5:
            tokens[place] = tokens[other]
        else:
            tokens[place], tokens[other] = tokens[other], tokens[place]
    return tokens


def _broken(tokens: list[str], draw: random.Random) -> bytes:
    """Tokens deleted, doubled or swapped, the end cut off, random bytes put in."""
    for _ in range(draw.choice([1, 1, 2, 5])):
        first, second = draw.randrange(len(tokens)), draw.randrange(len(tokens))
        match draw.randrange(5):
            case 0:
                tokens[first] = ""
            case 1:
                tokens[first] *= 2
            case 2:
                tokens[first], tokens[second] = tokens[second], tokens[first]
            case 3 if draw.random() < 0.2:
                tokens = tokens[: first + 1]
            case _:
                tokens[first] = draw.choice(_SPECIAL)
    content = bytearray("".join(tokens).encode("latin-1"))
    if draw.random() < 0.2:
        place = draw.randrange(len(content) + 1)
        content[place:place] = draw.randbytes(draw.randint(1, 20))
    return bytes(content)


def outcome_of(content: bytes, name: str) -> str:
    """Reads, checks, grounds and plays a sheet: how far it comes. Its refusal must name the place.

    Raises whatever should not happen.
    """
    text = content.decode("latin-1")
    sheet, problems = check_text(text, name)
    assert all(problem.place.line >= 1 for problem in problems)
    try:
        machine = machine_for(parse_rule_sheet(text, name), LIMITS)
    except BoardworthError as error:
        unsound = sheet is None or any(problem.severity == "error" for problem in problems)
        place = rf"{re.escape(name)}, line \d+, column \d+: " if unsound else re.escape(name)
        if not re.match(place, str(error)):
            raise ValueError(f"no place in: {error}") from error
        if unsound:
            return "unreadable" if sheet is None else "unsound"
        return "too costly" if isinstance(error, TooCostly) else "unplayable"
    playtest(machine, 2, max_moves=20, seconds=2)
    machine.play_random_games(3, seed=1, max_moves=20)
    if isinstance(machine, PropnetMachine):
        widest = _core.lane_widths()[-1]
        machine.propnet.play_in_lanes(widest, lanes=widest, seed=1, max_moves=20)
    return "played"
