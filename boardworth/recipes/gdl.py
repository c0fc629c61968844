"""Functions for all roles of a rule sheet, from its rules alone (Waledzik & Mandziuk 2014).

Expressions are found in the rules, statistics about them in random games; the few that tell most
about the scores make a function for each role.
"""

from __future__ import annotations

import time
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from importlib.metadata import version
from typing import TYPE_CHECKING, Literal

from boardworth.features.domains import FluentDomains, StatedDomains
from boardworth.features.from_rules import MOST_CONSTANTS, rule_features
from boardworth.fitting.correlation import Correlation
from boardworth.fitting.role_functions import RoleFunctions
from boardworth.positions.sequences import SequencePlan, sample_sequences
from boardworth.recipes.reporter import Silent

if TYPE_CHECKING:
    from collections.abc import Iterator

    from boardworth.recipes.reporter import Reporter
    from boardworth.rules.gdl.networked import NetworkReasoner


@dataclass(frozen=True, slots=True)
class PaperSettings:
    """How functions are made of rules.

    Attributes:
        plan: the random sequences that statistics are taken from.
        terms: most features of a function.
        domains: what arguments can be: "stated" finds it in the rules' terms, as the paper does;
            "fluents" in the ground game, which knows all of them.
        most_constants: domains of more constants are not specialised to.
        scaled: make values comparable to scores (see `boardworth.fitting.correlation`).
        seed: of everything random.
    """

    plan: SequencePlan = field(default_factory=SequencePlan)
    terms: int = 30
    domains: Literal["stated", "fluents"] = "stated"
    most_constants: int = MOST_CONSTANTS
    scaled: bool = False
    seed: int = 0


def functions_from_rules(
    reasoner: NetworkReasoner,
    name: str,
    settings: PaperSettings | None = None,
    *,
    threads: int = 1,
    reporter: Reporter | None = None,
) -> RoleFunctions:
    """A function for each role of a ground sheet; threads do not change it.

    Raises NotFitted where random games tell nothing.
    """
    settings = settings or PaperSettings()
    clock = _Clock(reporter or Silent())
    sheet, fluents = reasoner.sheet, reasoner.ground_game.fluents
    with clock.task("features"):
        stated = settings.domains == "stated"
        domains = StatedDomains(sheet) if stated else FluentDomains(fluents)
        features = rule_features(sheet, domains, most_constants=settings.most_constants)
    with clock.task("random games"):
        sample = sample_sequences(reasoner, settings.plan, seed=settings.seed, threads=threads)
    with clock.task("statistics"):
        fitter = Correlation(settings.terms, settings.scaled)
        functions = fitter.fit(features, reasoner.roles, fluents, sample)
    return RoleFunctions(
        name,
        sheet,
        functions,
        metrics={
            "features": len(features),
            "sequences": len(sample),
            "states": len(sample.states),
            "usual_length": sample.usual_length,
        },
        provenance={
            "method": "paper",
            "settings": asdict(settings),
            "versions": {"boardworth": version("boardworth")},
        },
        seconds=clock.seconds,
    )


class _Clock:
    """How long each part of the work took."""

    def __init__(self, reporter: Reporter) -> None:
        self._reporter = reporter
        self.seconds: dict[str, float] = {}

    @contextmanager
    def task(self, name: str) -> Iterator[None]:
        start = time.perf_counter()
        with self._reporter.task(name, 1) as advance:
            yield
            advance(1)
        self.seconds[name] = time.perf_counter() - start
