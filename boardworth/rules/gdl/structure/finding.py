"""All that is found out about a ground game, put together."""

from __future__ import annotations

from typing import TYPE_CHECKING

from boardworth.rules.gdl.structure.boards import boards
from boardworth.rules.gdl.structure.cones import Definitions
from boardworth.rules.gdl.structure.counters import count
from boardworth.rules.gdl.structure.groups import grouped_kinds
from boardworth.rules.gdl.structure.progress import progress
from boardworth.rules.gdl.structure.sample import random_sample
from boardworth.rules.gdl.structure.structure import Structure
from boardworth.rules.gdl.structure.symmetries import symmetries
from boardworth.rules.gdl.structure.turns import observed_turns

if TYPE_CHECKING:
    from boardworth.rules.gdl.propnet_machine import PropnetMachine


def find_structure(machine: PropnetMachine) -> Structure:
    """What the rules reveal about a game: seen in random play, then proven where possible."""
    game = machine.ground_game
    sample = random_sample(machine)
    turns = observed_turns(machine, sample)
    grouped, turns = grouped_kinds(game, sample, turns)
    groups = tuple(group for kind in grouped for group in kind.groups)
    definitions = Definitions(game)
    counts = [count(game, definitions, group) for group in groups]
    moving = progress(game, grouped, [values for values in counts if values is not None], sample)
    return Structure(
        groups=groups,
        counters=tuple(n for n, values in enumerate(counts) if values is not None),
        boards=boards(machine.sheet, grouped),
        turns=turns,
        progress=moving.weights,
        progress_offset=moving.offset,
        max_progress=moving.most,
        symmetries=symmetries(game),
    )
