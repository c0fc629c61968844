"""Alpha-beta search with an evaluator, as a player and as an oracle."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from boardworth import _core
from boardworth.errors import BoardworthError, MissingCapability, check_kind
from boardworth.evaluators import Evaluator, in_words
from boardworth.pickling import ByArguments
from boardworth.rules import Position
from boardworth.search.features import search_features
from boardworth.search.limit import Limit, smallest
from boardworth.search.player import Decision, Player
from boardworth.search.probcut import DEFAULT_SELECTIVITY, MAX_SELECTIVITY, checks

if TYPE_CHECKING:
    from boardworth._core import SearchResult
    from boardworth.rules import Game, History, Move

Driver: TypeAlias = Literal["pvs", "mtdf"]

MEMORY = 16 << 20
# Scores between which a draw lies, and nothing else.
WIN_DRAW_LOSS = (-1, 1)
_LONG = 1e9  # seconds


class AlphaBeta(ByArguments, Player):
    """Iterative deepening alpha-beta search. Raises MissingCapability for models without tables.

    Within a limit of depth or nodes a search depends on its position and limit alone, never on what
    was searched before; within a limit of time it builds on what it remembers.

    Args:
        evaluator: what values come from.
        name: for tables and records.
        driver: "pvs" (principal variation search with aspiration) or "mtdf" (MTD(f)).
        selectivity: the level of forward pruning by Multi-ProbCut, from 0 (none) to 7; without it,
            what suits a model that is calibrated, and 0 for one that is not.
        quiescence: whether noisy moves are searched beyond the depth: captures and mates; in
            Othello moves to a corner, where it is off unless asked for. Games without noisy moves
            refuse it.
        features: what a search of chess or shogi does beyond that: "playing" (all, as in matches),
            "learning" (only what changes no value), or names (`search_features`).
        memory: bytes of the table.
        threads: how many search together. With more than one, results do not repeat.
        pondering: whether it searches on while others think, when it is told to `ponder`.
        seconds: how long for a move at most, whatever the limit is.
        limit: its own, which holds in matches instead of theirs.
    """

    def __init__(
        self,
        evaluator: Evaluator,
        name: str = "",
        *,
        driver: Driver = "pvs",
        selectivity: int | None = None,
        quiescence: bool | None = None,
        features: str | Iterable[str] | None = None,
        memory: int = MEMORY,
        threads: int = 1,
        pondering: bool = False,
        seconds: float | None = None,
        limit: Limit | None = None,
    ) -> None:
        if not isinstance(getattr(evaluator, "core", None), _core.Evaluator):
            raise BoardworthError(
                f"a search takes an Evaluator, not a {type(evaluator).__name__}: of a model, it is "
                "Evaluator(model)"
            )
        self.evaluator = evaluator
        self._core = evaluator.core
        self.name = name or f"{evaluator.game.name} evaluator"
        self.driver = driver
        if selectivity is None:
            selectivity = DEFAULT_SELECTIVITY if evaluator.model.selectivity else 0
        if not 0 <= selectivity <= MAX_SELECTIVITY or memory < 1 or threads < 1:
            raise BoardworthError(
                f"a search of selectivity {selectivity}, {memory} bytes, {threads} threads: levels "
                f"are 0 to {MAX_SELECTIVITY}, and it needs memory and a thread"
            )
        usual = _core.quiescence(evaluator.game.core)
        if quiescence and usual is None:
            raise MissingCapability(f"{evaluator.game.name} has no moves for quiescence search")
        self.selectivity = selectivity
        self.quiescence = bool(usual) if quiescence is None else quiescence
        self.features = search_features(evaluator.game, features)
        self.memory = memory
        self.threads = threads
        self.pondering = pondering
        self.seconds = seconds
        self.limit = limit
        self._local = threading.local()

    def choose(
        self, position: Position, role: int, limit: Limit, history: History | None = None
    ) -> Decision:
        """The best move found within the limit."""
        self._require_own_game(position)
        if position.mover != role:
            return Decision(position.legal_moves(role)[0])
        counted = history if position.game.max_repetitions is not None else None
        before = counted.positions[:-1] if counted is not None else ()
        found = self.search(position, limit, history=before)
        bound = self.is_bound(position, limit, found)
        return Decision(
            found.pv[0],
            value=found.value / self.evaluator.model.scale,
            words=_outcome(found) if bound else in_words(self.evaluator.model, found.value),
            pv=tuple(found.pv),
            depth=found.depth,
            nodes=found.nodes,
            seconds=found.seconds,
            exact=found.exact and not bound,
        )

    def move(self, position: Position, limit: Limit) -> Move:
        """The same move alone: self-play asks for millions."""
        self._require_own_game(position)
        return self.search(position, limit).pv[0]

    def search(
        self,
        position: Position,
        limit: Limit,
        window: tuple[int, int] | None = None,
        history: Sequence[Position] = (),
        *,
        moves: Sequence[Move] = (),
        variations: int = 1,
        report: Callable[[SearchResult], None] | None = None,
    ) -> SearchResult:
        """The best line with its value (in the evaluator's integer units), depth and cost.

        At a level, a search to the end of the game may tell only who wins (see `is_bound`).

        Args:
            position: where to search; the game must not be over.
            limit: when to stop.
            window: where a search to the end of the game may tell only whether the score lies
                below, between or above these two.
            history: the positions before this one since the last irreversible move, for games in
                which a repetition ends the game.
            moves: those to choose from; all if there are none.
            variations: how many of the best moves are searched, each with its principal variation;
                all but the best one are only reported.
            report: is told every variation after every iteration, the best one first.
        """
        self.check_limit(limit)
        self.stop_pondering()
        soft = hard = None
        if limit.clock is not None:
            soft, hard = limit.clock.budget(position.moves_to_go // 2 + 1)
        seconds = smallest(limit.seconds, hard, self.seconds)
        goal = limit.goal(position, self.selectivity)
        if goal.wld and window is None:
            window = WIN_DRAW_LOSS
        keys = [_core.position_key(before.game.core, before.packed) for before in history]
        return self._search_here.search(
            position.packed,
            goal.depth,
            limit.nodes,
            seconds,
            soft,
            limit.stop,
            window,
            keys,
            goal.selectivity,
            limit.start,
            moves,
            variations,
            report,
        )

    def renew(self, threads: int, memory: int) -> None:
        """Sets how many threads search and the bytes of the table, and forgets all searches."""
        self.threads, self.memory = threads, memory
        self._local = threading.local()

    def allocate(self) -> None:
        """Makes this thread's table now, and not when it is first needed."""
        self._search_here  # noqa: B018

    def is_bound(self, position: Position, limit: Limit, found: SearchResult) -> bool:
        """Whether a search has found out only who wins: then its value tells no more than that."""
        wld = limit.goal(position, self.selectivity).wld
        return wld and found.value != 0 and position.ends_within(found.depth)

    def ponder(self, position: Position) -> None:
        """Searches a position in the background, until this thread's next search.

        A search within a limit of time then builds on what was found. Does nothing if the game is
        over, or if the player is not one that ponders.
        """
        self.stop_pondering()
        if not self.pondering or position.over:
            return
        sign = _core.StopSign()
        arguments = (position.packed, None, None, _LONG, None, sign, None)
        thread = threading.Thread(target=self._search_here.search, args=arguments, daemon=True)
        self._local.background = (sign, thread)
        thread.start()

    def stop_pondering(self) -> None:
        """Ends the search in the background, if there is one."""
        if hasattr(self._local, "background"):
            sign, thread = self._local.background
            sign.stop()
            thread.join()
            del self._local.background

    def _require_own_game(self, position: Position) -> None:
        check_kind(position, Position, "a search takes a Position")
        own = self.evaluator.game
        if position.game is not own and position.game != own:
            raise MissingCapability(f"{self.name} plays {own.name}, not {position.game.name}")

    @property
    def _search_here(self) -> _core.AlphaBeta:
        """This thread's own search."""
        if not hasattr(self._local, "core"):
            self._local.core = _core.AlphaBeta(
                self._core,
                checks(self.evaluator.model),
                self.selectivity,
                self.driver,
                self.memory,
                self.threads,
                self.quiescence,
                self.features,
            )
        core: _core.AlphaBeta = self._local.core
        return core


def _outcome(found: SearchResult) -> str:
    outcome = "a win" if found.value > 0 else "a loss"
    return outcome if found.exact else f"probably {outcome}"


def solve_all(game: Game, positions: NDArray[np.uint8], threads: int = 1) -> NDArray[np.int16]:
    """The mover's exact score of every packed position, by search to the end of the game."""
    if len(positions) and game.max_repetitions is not None:
        raise BoardworthError(
            f"{game.name}: positions recur, so its games are not searched to the end"
        )
    return _core.solve_all(game.core, positions, threads)
