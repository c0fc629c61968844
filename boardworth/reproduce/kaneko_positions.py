"""Positions with the scores of perfect play: to learn from, and of other games to measure on."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from boardworth.positions import Dataset, concatenate
from boardworth.recipes.records import label_file
from boardworth.rules import Position, progress_near_the_end
from boardworth.search import solve_all
from boardworth.search.core_games import SelfPlayPlan, play_searched

if TYPE_CHECKING:
    from boardworth.fitting import Model
    from boardworth.recipes import Reporter
    from boardworth.rules import Game

DATA = "BOARDWORTH_DATA"  # names a folder that may have tournament games
# Of those, the ones that are learned from; the later ones are measured on.
LAST_YEAR = 2015
# Positions this near to their end are solved here; the records have exact scores of earlier ones.
SOLVED = 6
HELD_OUT = 0.2


@dataclass(frozen=True)
class Sample:
    """Positions of one number of empty squares, no two of them alike."""

    train: Dataset
    held_out: Dataset  # of other games, and none that is learned from, up to symmetry


@dataclass(frozen=True)
class Games:
    """Labelled positions of whole games, to learn from and to measure on."""

    train: Dataset
    held_out: Dataset
    words: str  # where they are from

    @property
    def checksum(self) -> str:
        """Of all positions and what they are worth."""
        digest = hashlib.sha256()
        for data in (self.train, self.held_out):
            digest.update(data.positions.tobytes() + data.targets.tobytes())
        return digest.hexdigest()

    def all(self) -> Sample:
        """All positions, each of them once."""
        return _sample(self.train, self.held_out)

    def at(self, empties: int) -> Sample:
        """The positions with this number of empty squares."""
        wanted = self.train.game.max_progress - empties
        return _sample(*(d.select(d.progress == wanted) for d in (self.train, self.held_out)))


def _sample(train: Dataset, held_out: Dataset) -> Sample:
    train = train.merged()
    return Sample(train, held_out.merged().without(train.canonical_keys()))


def tournament_files() -> tuple[list[Path], list[Path]]:
    """WTHOR's files to learn from and to measure on; none if the environment names no folder."""
    folder = os.environ.get(DATA)
    files = sorted(Path(folder, "othello", "wthor").glob("WTH_????.wtb")) if folder else []
    early = [file for file in files if int(file.stem[-4:]) <= LAST_YEAR]
    return early, files[len(early) :]


def recorded_games(
    game: Game, train: Sequence[Path], held_out: Sequence[Path], reporter: Reporter, threads: int
) -> Games:
    """Of records; a share of the games is held out if no files are."""
    learned = _read(game, train, reporter, threads)
    if held_out:
        return Games(learned, _read(game, held_out, reporter, threads), "records")
    return Games(*learned.split(HELD_OUT), "records")


def self_played_games(
    model: Model, games: int, opening: tuple[int, int], *, solved: int, seed: int, threads: int
) -> Games:
    """Of a model against itself, a ply deep, after a random number of random moves.

    Positions have the results of their games; those with at most `solved` moves to go are solved.
    """
    game = model.game
    plan = SelfPlayPlan(games, opening=opening, seed=seed, threads=threads)
    played = play_searched(model, 1, plan)
    progress, targets = game.progress(played.positions), played.scores.copy()
    if solved:
        near = np.flatnonzero(progress >= progress_near_the_end(game, solved))
        targets[near] = solve_all(game, played.positions[near], threads)
    data = Dataset(game, played.positions, targets, progress, played.games)
    return Games(*data.split(HELD_OUT, seed), "self-play")


@dataclass(frozen=True)
class MoveChoices:
    """Positions with several moves, and what each move leads to."""

    successors: NDArray[np.uint8]  # packed, position after position
    position_of: NDArray[np.int64]  # by successor
    # By successor, what it is worth to the player that moved there: under perfect play.
    worth: NDArray[np.float64]
    # By successor: -1 where the other player is to move in it, 1 where the same one is.
    signs: NDArray[np.float64]

    @classmethod
    def of(cls, data: Dataset, threads: int) -> MoveChoices:
        """All positions of the data in which moves differ in worth. They are near their end."""
        game, parts = data.game, []
        for number, packed in enumerate(data.positions):
            position = Position(game, packed.tobytes())
            after = [position.play(move) for move in position.legal_moves()]
            if len(after) > 1:
                own = [1.0 if next_.mover == position.mover else -1.0 for next_ in after]
                parts.append((number, after, own))
        successors = np.frombuffer(
            b"".join(one.packed for _, after, _ in parts for one in after), np.uint8
        ).reshape(-1, game.packed_size)
        signs = np.array([sign for *_, own in parts for sign in own])
        position_of = np.repeat([number for number, *_ in parts], [len(a) for _, a, _ in parts])
        worth = signs * solve_all(game, successors, threads)
        choices = cls(successors, position_of, worth, signs)
        return choices._that_matter()

    def _that_matter(self) -> MoveChoices:
        """Without the positions all whose moves are equally good."""
        _, number = np.unique(self.position_of, return_inverse=True)
        best = np.full(number.max(initial=-1) + 1, -np.inf)
        worst = -best
        np.maximum.at(best, number, self.worth)
        np.minimum.at(worst, number, self.worth)
        rows = (best > worst)[number]
        return replace(
            self,
            successors=self.successors[rows],
            position_of=self.position_of[rows],
            worth=self.worth[rows],
            signs=self.signs[rows],
        )

    def right(self, values: NDArray[np.float64]) -> NDArray[np.bool_]:
        """By position, whether the successor with the highest value is one of the best.

        Args:
            values: of the successors, for the side to move in them.
        """
        order = np.lexsort((-self.signs * values, self.position_of))
        first = np.append(True, np.diff(self.position_of[order]) > 0)
        best = np.maximum.reduceat(self.worth[order], np.flatnonzero(first))
        return np.asarray(self.worth[order][first] == best)


def _read(game: Game, files: Sequence[Path], reporter: Reporter, threads: int) -> Dataset:
    found = []
    with reporter.task("reading records", len(files)) as advance:
        for path in files:
            labelled = label_file(game, path, exact=SOLVED, threads=threads, reporter=reporter)
            if labelled is not None:
                found.append(labelled)
            advance(1)
    return concatenate(found)
