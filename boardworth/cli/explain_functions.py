"""What `boardworth explain` shows of functions for the roles of a rule sheet."""

from __future__ import annotations

from typing import TYPE_CHECKING

from boardworth.errors import BoardworthError, IllegalMove

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from boardworth.fitting import RoleFunction, WeightedFeature
    from boardworth.rules.gdl import Term
    from boardworth.rules.gdl.networked import NetworkReasoner


def explain_functions(path: Path, position: str | None, moves: str, terms: int | None) -> None:
    """A table for each role: its terms, and with a state what each of them comes to."""
    from boardworth.evaluators import load_role_functions

    functions = load_role_functions(path)
    if position is None and not moves:
        for function in functions:
            _show_function(function, functions.name, terms)
        return
    reasoner = functions.reasoner
    state = _state(reasoner, position, moves)
    fluents = reasoner.fluents(state)
    print(" ".join(map(str, fluents)))
    if reasoner.terminal(state):
        print("The game is over: what follows is only what the weights would say.")
    for function in functions:
        _show_values(function, fluents, terms)


def _show_function(function: RoleFunction, name: str, shown: int | None) -> None:
    from boardworth.cli.console import show_table

    rows = [
        (f"{t.weight:+.3f}", str(t), f"{t.correlation:+.3f}", f"{t.stability:.3f}")
        for t in function.terms[:shown]
    ]
    rows += _others(function.terms, shown)
    show_table(
        f"{name}: what a state is worth to {function.role}",
        (">weight", "term", ">correlation", ">stability"),
        [rows, [(f"{function.constant:+.3f}", "constant", "", "")]],
    )


def _others(terms: Sequence[WeightedFeature], shown: int | None) -> list[tuple[str, str, str, str]]:
    rest = [] if shown is None else terms[shown:]
    return [("", f"{len(rest)} other terms", "", "")] if rest else []


def _show_values(function: RoleFunction, fluents: Sequence[Term], shown: int | None) -> None:
    from boardworth.cli.console import show_table

    counted = [(term, term.feature.value(fluents)) for term in function.terms]
    counted.sort(key=lambda pair: -abs(pair[0].weight * pair[1]))
    rows = [
        (f"{term.weight * value:+.3f}", str(value), f"{term.weight:+.3f}", str(term.feature))
        for term, value in counted[:shown]
    ]
    rest = [] if shown is None else counted[shown:]
    if rest:
        total = sum(term.weight * value for term, value in rest)
        rows.append((f"{total:+.3f}", "", "", f"{len(rest)} other terms"))
    show_table(
        f"{function.value(fluents):.2f} points for {function.role}",
        (">part", ">value", ">weight", "feature"),
        [rows, [(f"{function.constant:+.3f}", "", "", "constant")]],
    )


def _state(reasoner: NetworkReasoner, position: str | None, moves: str) -> bytes:
    """A state given by all that holds, else the start, then moves."""
    from boardworth.rules.gdl.parser import parse_terms

    state = (
        reasoner.start()
        if position is None
        else reasoner.state(parse_terms(position, "--position"))
    )
    left = list(parse_terms(moves, "--moves"))
    while left:
        if reasoner.terminal(state):
            raise BoardworthError(f"--moves {moves}: the game is over before {left[0]}")
        state = reasoner.play(state, _joint_move(reasoner, state, left))
    return state


def _joint_move(reasoner: NetworkReasoner, state: bytes, left: list[Term]) -> list[int]:
    """Takes a move for every role that has a choice; the others make the only one they have."""
    legal = reasoner.legal_moves(state)
    joint_move = []
    for role, own in enumerate(legal):
        number = own[0] if own else 0
        if len(own) > 1:
            if not left:
                raise BoardworthError(f"--moves: a move of {reasoner.roles[role]} is missing")
            move = left.pop(0)
            number = reasoner.move_number(role, move)
            if number not in own:
                raise IllegalMove(f"--moves: {move} of {reasoner.roles[role]} is illegal")
        joint_move.append(number)
    if all(len(own) <= 1 for own in legal) and left:
        left.pop(0)  # nobody has a choice: the next move in the list is the only one
    return joint_move
