"""UCT for native games and propnets of rule sheets, plain or guided by an evaluation."""

from __future__ import annotations

import math
import threading
import time
from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING, TypeAlias
from weakref import WeakKeyDictionary

from boardworth import _core
from boardworth.errors import BoardworthError, RulesError
from boardworth.rules.gdl.game import RuleGame
from boardworth.rules.gdl.networked import NetworkReasoner
from boardworth.search.background import in_background

if TYPE_CHECKING:
    from collections.abc import Sequence

    from boardworth.rules import Game, Move, Position
    from boardworth.rules.gdl.reasoner import Reasoner
    from boardworth.search.limit import Limit

    _Rules: TypeAlias = NetworkReasoner | Game

# The role that nature plays, in sheets that have it.
_NATURE = "random"
MEMORY = 512 << 20
MOST_THREADS = 64
_LARGE = 1_000_000


@dataclass(frozen=True, slots=True)
class UctSettings:
    """How UCT searches.

    The uses of an evaluation F need a function; F(s, a) is its mean over what may follow a move.

    Attributes:
        exploration: C of UCB1, for points of 0 to 1.
        first_play: what a move that was never tried promises; infinite: each is tried once before
            any is tried twice.
        virtual_loss: how much of a loss a simulation in flight counts as, 0 to 1.
        lanes: most simulations in flight of a thread by a propnet, up to the lanes that the
            processor has; 0: one by one, each followed move by move. Native games always simulate
            one by one.
        in_flight_share: simulations in flight at most, for each that came back to the root.
        expand_after: how often a move is tried before its state becomes a node of the tree.
        threads: how many search together; with more than one, results do not repeat.
        memory: bytes of the tree, which then grows no more.
        most_moves: of a rollout; one that is longer counts as lost by all roles of a rule sheet,
            and as a draw between the players of a native game.
        prior_visits: F(s, a) counts as so many simulations of a new node's moves.
        order_moves: untried moves in the order of F(s, a).
        greed: share of moves in rollouts that are the best by F(s, a).
        temperature: above 0, other moves in rollouts by Gibbs' distribution of F(s, a) as points
            of 0 to 1.
        cut: probability at each step that a rollout ends with F; 0.1 if it is not said and there is
            a function.
    """

    exploration: float = 0.5
    first_play: float = math.inf
    virtual_loss: float = 0.0
    lanes: int = 64
    in_flight_share: float = 0.1
    expand_after: int = 1
    threads: int = 1
    memory: int = MEMORY
    most_moves: int = 10_000
    prior_visits: int = 0
    order_moves: bool = False
    greed: float = 0.0
    temperature: float = 0.0
    cut: float | None = None

    def __post_init__(self) -> None:
        ranges = {
            "exploration": math.inf,
            "first_play": math.inf,
            "virtual_loss": 1,
            "lanes": math.inf,
            "in_flight_share": math.inf,
            "expand_after": _LARGE,
            "memory": math.inf,
            "most_moves": _LARGE,
            "prior_visits": _LARGE,
            "greed": 1,
            "temperature": math.inf,
            "cut": 1,
        }
        for name, most in ranges.items():
            value = getattr(self, name)
            if value is not None and not 0 <= value <= most:
                raise BoardworthError(f"uct: {name} {value}: it is 0 to {most:g}")
        if not 1 <= self.threads <= MOST_THREADS:
            raise BoardworthError(f"uct: {self.threads} threads: there are 1 to {MOST_THREADS}")

    @property
    def guided(self) -> bool:
        """Whether there is anything to ask a function for."""
        return bool(
            self.prior_visits or self.order_moves or self.greed or self.temperature or self.cut
        )


class Uct:
    """Chooses by UCT; may be asked by several threads at once.

    With a number of simulations alone, the same question always has the same answer. With a limit
    of time it builds on what it knows about the state from earlier questions.

    Args:
        simulations: how many for a move at most.
        seconds: how long for a move at most.
        seed: of all that is drawn.
        settings: how it searches.
        function: an evaluation of states; then this is Guided UCT.
    """

    def __init__(
        self,
        simulations: int | None = None,
        seconds: float | None = None,
        seed: int = 0,
        settings: UctSettings | None = None,
        function: _core.StateFunction | None = None,
    ) -> None:
        settings = settings or UctSettings()
        if function is None and settings.guided:
            raise BoardworthError("uct: there is no function to be guided by")
        if settings.cut is None:
            settings = replace(settings, cut=0.0 if function is None else 0.1)
        self.simulations = simulations
        self.seconds = seconds
        self.seed = seed
        self.settings = settings
        self.function = function
        self._idle: WeakKeyDictionary[_Rules, list[_core.Uct]] = WeakKeyDictionary()
        self._lock = threading.Lock()  # of the idle searches

    @property
    def ends_by_itself(self) -> bool:
        """Whether it has limits of its own."""
        return self.simulations is not None or self.seconds is not None

    def choose(
        self,
        reasoner: Reasoner,
        state: bytes,
        role: int,
        deadline: float | None = None,
        stop: _core.StopSign | None = None,
        simulations: int | None = None,
    ) -> int:
        """A move of a role in a state that is not terminal.

        Args:
            reasoner: the rules, by a network.
            state: where the game is.
            role: for whom to choose.
            deadline: by time.monotonic(), when to answer at the latest.
            stop: ends the search.
            simulations: how many at most, besides the number of its own.
        """
        legal = reasoner.legal_moves(state)
        for name, moves in zip(reasoner.roles, legal, strict=True):
            if not moves:
                raise RulesError(f"{reasoner.sheet.source}: {name} has no legal move")
        if len(legal[role]) == 1:
            return legal[role][0]
        return best_move(self.search(reasoner, state, deadline, stop, simulations).moves[role])

    def choose_move(self, position: Position, limit: Limit) -> Move:
        """The mover's move in a position that is not over."""
        legal = position.legal_moves()
        if len(legal) == 1:
            return legal[0]
        game, role = position.game, position.mover
        number = best_move(self.search_position(position, limit).moves[role])
        if isinstance(game, RuleGame):
            return game.parse_move(str(game.reasoner.move(role, number)))
        return number

    def search_position(self, position: Position, limit: Limit) -> _core.UctResult:
        """What is found out about all roles' moves in a position that is not over.

        Moves of a rule sheet's game are numbered role by role, as its reasoner numbers them; moves
        of a native game are its own, and the player who waits has a single one.
        """
        seconds = limit.seconds
        if limit.clock is not None:
            seconds = limit.clock.budget(position.moves_to_go // 2 + 1)[0]
        deadline = None if seconds is None else time.monotonic() + seconds
        game = position.game
        rules = game.reasoner if isinstance(game, RuleGame) else game
        return self._search(rules, position.packed, deadline, limit.stop, limit.nodes)

    def search(
        self,
        reasoner: Reasoner,
        state: bytes,
        deadline: float | None = None,
        stop: _core.StopSign | None = None,
        simulations: int | None = None,
    ) -> _core.UctResult:
        """What is found out about all roles' moves in a state that is not terminal."""
        if not isinstance(reasoner, NetworkReasoner):
            raise RulesError(f"{reasoner.sheet.source} has no network, which UCT plays by")
        return self._search(reasoner, state, deadline, stop, simulations)

    def _search(
        self,
        rules: _Rules,
        state: bytes,
        deadline: float | None,
        stop: _core.StopSign | None,
        simulations: int | None,
    ) -> _core.UctResult:
        seconds = self.seconds
        if deadline is not None:
            left = max(deadline - time.monotonic(), 0.0)
            seconds = left if seconds is None else min(seconds, left)
        if self.simulations is not None:
            simulations = min(self.simulations, simulations or self.simulations)
        if simulations is None and seconds is None and stop is None:
            raise BoardworthError("uct needs a number, a deadline or a stop sign to end")
        timed = seconds is not None
        sign = stop or _core.StopSign()

        def work() -> _core.UctResult:
            core = self._take(rules, state, timed)
            try:
                return core.search(
                    state, keep=timed, simulations=simulations, seconds=seconds, stop=sign
                )
            finally:
                with self._lock:
                    self._idle.setdefault(rules, []).append(core)

        # The caller's thread may be one that ends with the program, even inside the core.
        found = in_background(work)
        try:
            return found.result()
        except BaseException:
            sign.stop()
            raise

    def _take(self, rules: _Rules, state: bytes, knowing: bool) -> _core.Uct:
        """A search that nobody uses; if possible one that knows a state."""
        with self._lock:
            idle = self._idle.get(rules, [])
            for core in idle:
                if knowing and core.knows(state):
                    idle.remove(core)
                    return core
            if idle:
                return idle.pop()
        settings = asdict(self.settings) | {"seed": self.seed}
        if isinstance(rules, NetworkReasoner):
            chance = [name == _NATURE for name in rules.roles]
            return _core.Uct(rules.network, self.function, chance=chance, **settings)
        return _core.Uct(rules.core, self.function, chance=[], **settings)


def best_move(moves: Sequence[_core.UctMove]) -> int:
    """The move of most visits, unless something better is proven."""
    proven = max(
        (move for move in moves if move.proven is not None),
        key=lambda move: (move.proven, move.visits),
        default=None,
    )
    open_moves = [move for move in moves if move.proven is None]
    if not open_moves:
        assert proven is not None
        return proven.move
    most = max(open_moves, key=lambda move: (move.visits, move.mean))
    if proven is not None and proven.proven is not None and proven.proven >= most.mean:
        return proven.move
    return most.move
