"""Contests of Walędzik and Mańdziuk 2014: all that their games depend on, and their players."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias

import numpy as np

from boardworth import _core
from boardworth.positions import SequencePlan
from boardworth.recipes import PaperSettings
from boardworth.reproduce.ggp_paper import EXPERIMENTS, Kind
from boardworth.search import FinalMove, Limit, Mtdf, Player, Uct, UctSettings

if TYPE_CHECKING:
    from boardworth.rules.gdl.game import RuleGame

Functions: TypeAlias = Literal["paper", "ours"]
Equal: TypeAlias = Literal["moves", "simulations"]
FUNCTIONS: Mapping[Functions, PaperSettings] = {
    "paper": PaperSettings(plan=SequencePlan.of_the_paper()),
    "ours": PaperSettings(domains="fluents", scaled=True),
}
DRAW = 50.0  # points of goal
# Within equal simulations, states of MTD(f) for each.
NODES_PER_SIMULATION = 20
CUT = 0.1  # probability at each move that Guided UCT ends a rollout


@dataclass(frozen=True)
class UctPlay:
    """How UCT and Guided UCT play. The defaults are the paper's, as far as it tells.

    It does not tell C.
    """

    exploration: float = 0.5  # C of Guided UCT, with any function
    plain_exploration: float = 0.5  # C of plain UCT
    final_move: FinalMove = "mean"
    proofs: bool = False
    lanes: int = 0  # 0: one simulation after the other
    keep_tree: bool = True

    def settings(self, kind: Kind, threads: int) -> UctSettings:
        """Of one of the players."""
        return UctSettings(
            exploration=self.plain_exploration if kind == "UCT" else self.exploration,
            final_move=self.final_move,
            proofs=self.proofs,
            lanes=self.lanes,
            keep_tree=self.keep_tree,
            threads=threads,
            cut=None if kind == "UCT" else CUT,
        )

    def __str__(self) -> str:
        both = f"{self.exploration:g} and {self.plain_exploration:g}"
        return (
            f"C {both} (guided, plain), final move by {self.final_move}, "
            f"{'proofs' if self.proofs else 'no proofs'}, {self.lanes or 'no'} lanes"
        )


@dataclass(frozen=True)
class Contest:
    """All that a pair of games depends on, but for its number and the hour."""

    figure: str  # of the paper
    game: str  # the name of the rule sheet
    rules: str  # a checksum of it
    functions: Functions  # which settings make them
    seconds: float | None  # for a move, or
    simulations: int | None  # for a move
    # Of (Guided) UCT in figures 6 and 8. Within simulations it has that many times as many
    # simulations instead.
    threads: int
    opening: int  # how many random moves games begin with
    seed: int  # of everything random
    play: UctPlay
    # Moves of a random game, if players make equally many moves instead of simulations. In the
    # paper, moves by its Prolog program were what took time.
    usual_length: int | None = None

    @property
    def limits(self) -> tuple[Limit, Limit]:
        """Of a move of either player."""
        experiment = EXPERIMENTS[self.figure]
        return self._limit(experiment.first), self._limit(experiment.second)

    def _limit(self, kind: Kind) -> Limit:
        if self.simulations is None:
            return Limit(seconds=self.seconds)
        times = 1 if kind == "MTD(f)" else self.threads
        return Limit(nodes=round(self.simulations * times * self._times(kind)))

    def _times(self, kind: Kind) -> float:
        """What a player has for each simulation of plain UCT."""
        if self.usual_length is None:
            return NODES_PER_SIMULATION if kind == "MTD(f)" else 1
        plain = simulated_moves(self.usual_length)
        each = {"UCT": plain, "MTD(f)": 1.0}.get(kind, simulated_moves(self.usual_length, CUT))
        return plain / each

    @property
    def limit_text(self) -> str:
        """Of a move, for tables."""
        if self.simulations is None:
            return f"{self.seconds:g} s"
        text = f"{self.simulations:,} simulations"
        return text if self.usual_length is None else f"the moves of {text}"

    def player(self, kind: Kind, game: RuleGame, function: _core.FluentSum, seed: int) -> Player:
        """One of its players."""
        if kind == "MTD(f)":
            player = Mtdf(function, name=kind)
            player.choose(game.start(), 0, Limit(nodes=1))  # makes the search before the first move
            return player
        guides = {"GUCT": function, "null": null_function(game), "UCT": None}
        settings = self.play.settings(kind, 1 if self.simulations else self.threads)
        return Uct(seed=seed, settings=settings, function=guides[kind], name=kind)


def simulated_moves(usual_length: int, cut: float = 0.0) -> float:
    """How many moves a simulation makes on average, in all phases of a game of usual length.

    One leaves the tree; a rollout that is cut with probability p makes k more or ends with the
    game after r with the probability (1 - p)^k.
    """
    lengths = range(1, usual_length + 1)
    rollouts = (sum((1 - cut) ** k for k in range(1, left + 1)) for left in lengths)
    return 1 + sum(rollouts) / usual_length


def null_function(game: RuleGame) -> _core.FluentSum:
    """Every state is worth a draw to every role."""
    propnet = game.require_propnet("guided UCT")
    roles, fluents = len(game.roles), len(propnet.ground_game.fluents)
    return _core.FluentSum(
        propnet.propnet, np.zeros((roles, fluents), np.float32), np.full(roles, DRAW, np.float32)
    )
