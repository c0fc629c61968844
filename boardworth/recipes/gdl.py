"""Functions for all roles of a rule sheet, from its rules alone (Waledzik & Mandziuk 2014).

Expressions are found in the rules, statistics about them in random games; the few that tell most
about the scores make a function for each role.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, field, replace
from importlib.metadata import version
from typing import TYPE_CHECKING, Literal

from boardworth.features.domains import FluentDomains, StatedDomains
from boardworth.features.from_rules import MAX_CONSTANTS, rule_features
from boardworth.fitting.correlation import Correlation
from boardworth.positions.sequences import SequencePlan, sample_sequences
from boardworth.recipes.reporter import Reporter, Silent

if TYPE_CHECKING:
    from boardworth.fitting import Model
    from boardworth.rules.gdl.game import RuleGame


@dataclass(frozen=True, slots=True)
class PaperSettings:
    """How functions are made of rules."""

    # The random sequences that statistics are taken from.
    plan: SequencePlan = field(default_factory=SequencePlan)
    terms: int = 30  # most features of a function
    # What arguments can be: "stated" finds it in the rules' terms, as the paper does; "fluents" in
    # the ground game, which knows all of them.
    domains: Literal["stated", "fluents"] = "stated"
    max_constants: int = MAX_CONSTANTS  # domains of more constants are not specialised to
    scaled: bool = False  # make values comparable to scores (see `boardworth.fitting.correlation`)
    seed: int = 0  # of everything random


def functions_from_rules(
    game: RuleGame,
    settings: PaperSettings | None = None,
    *,
    threads: int = 1,
    reporter: Reporter | None = None,
) -> Model:
    """A function for each role of a ground sheet; threads do not change it.

    Raises NotFitted where random games tell nothing.
    """
    settings = settings or PaperSettings()
    reporter = reporter or Silent()
    with reporter.task("features", 1):
        stated = settings.domains == "stated"
        fluents = game.require_propnet("a function of roles").ground_game.fluents
        domains = StatedDomains(game.sheet) if stated else FluentDomains(fluents)
        features = rule_features(game.sheet, domains, max_constants=settings.max_constants)
    with reporter.task("random games", 1):
        sample = sample_sequences(game, settings.plan, seed=settings.seed, threads=threads)
    with reporter.task("statistics", 1):
        model = Correlation(settings.terms, settings.scaled).fit(features, sample)
    return replace(
        model,
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
    )
