"""UCT: a player for any game that has a state machine, plain or guided by an evaluation."""

from __future__ import annotations

import math
import threading
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import TYPE_CHECKING, Literal, TypeAlias, get_args

from boardworth import _core
from boardworth.errors import BoardworthError, MissingCapability, check_kind
from boardworth.fitting import Model
from boardworth.pickling import ByArguments
from boardworth.rules import NATURE, Game, History, Position, Simulator
from boardworth.search.background import in_background
from boardworth.search.limit import Limit, smallest
from boardworth.search.player import Decision, Player, Seating, only_move

if TYPE_CHECKING:
    from boardworth._core import StateFunction, UctMove, UctResult

MEMORY = 512 << 20
MAX_THREADS = 64
_LARGE = 1_000_000
# The mean of fewer simulations says too little to be told.
MIN_TOLD = 30
FinalMove: TypeAlias = Literal["visits", "mean"]


@dataclass(frozen=True, slots=True)
class UctSettings:
    """How UCT searches.

    The uses of an evaluation F need a function; F(s, a) is its mean over what may follow a move.
    """

    exploration: float = 0.5  # C of UCB1, for points of 0 to 1
    # What a move that was never tried is taken to be worth; infinite: each is tried once before any
    # is tried twice.
    first_play: float = math.inf
    virtual_loss: float = 0.0  # how much of a loss a simulation in flight counts as, 0 to 1
    # Most simulations in flight of a thread by a propnet, up to the lanes that the processor has;
    # 0: one by one, each followed move by move. Native games always simulate one by one.
    lanes: int = 64
    # Simulations in flight at most, for each that came back to the root.
    in_flight_share: float = 0.1
    expand_after: int = 1  # how often a move is tried before its state becomes a node of the tree
    threads: int = 1  # how many search together; with more than one, results do not repeat
    memory: int = MEMORY  # bytes of the tree, which then grows no more
    # Of a rollout; one that is longer counts as lost by all roles of a rule sheet, and as a draw
    # between the players of a native game.
    max_moves: int = 10_000
    # Whether ends of the game in the tree prove what leads to them; else they are results of
    # simulations as all others are.
    proofs: bool = True
    # The move of most visits, or of the highest mean, unless something better is proven.
    final_move: FinalMove = "visits"
    # Whether what is known from earlier questions is used within a number of simulations, too:
    # then answers depend on these.
    keep_tree: bool = False
    prior_visits: int = 0  # simulations that F(s, a) counts as, for a new node's moves
    order_moves: bool = False  # untried moves in the order of F(s, a)
    greed: float = 0.0  # share of moves in rollouts that are the best by F(s, a)
    # Above 0, other moves in rollouts by Gibbs' distribution of F(s, a) as points of 0 to 1.
    temperature: float = 0.0
    # Probability at each step that a rollout ends with F; 0.1 if it is not said and there is a
    # function.
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
            "max_moves": _LARGE,
            "prior_visits": _LARGE,
            "greed": 1,
            "temperature": math.inf,
            "cut": 1,
        }
        for name, largest in ranges.items():
            value = getattr(self, name)
            if value is not None and not 0 <= value <= largest:
                raise BoardworthError(f"uct: {name} {value}: it is 0 to {largest:g}")
        if not 1 <= self.threads <= MAX_THREADS:
            raise BoardworthError(f"uct: {self.threads} threads: there are 1 to {MAX_THREADS}")
        if self.final_move not in get_args(FinalMove):
            raise BoardworthError(f"uct: final_move {self.final_move}: it is visits or mean")

    @property
    def guided(self) -> bool:
        """Whether there is anything to ask a function for."""
        return bool(
            self.prior_visits or self.order_moves or self.greed or self.temperature or self.cut
        )


@dataclass(eq=False)
class Uct(ByArguments, Player):
    """Chooses by UCT; may be asked by several threads at once.

    Within a number of simulations alone, the same question always has the same answer, unless the
    tree is to be kept. Within a limit of time it builds on what it knows about the state from
    earlier questions.
    """

    simulations: int | None = None  # how many for a move at most
    seconds: float | None = None  # how long for a move at most
    seed: int = 0  # of all that is drawn
    settings: UctSettings = field(default_factory=UctSettings)
    # What states are worth: a model, or one that is compiled. Then it is guided UCT.
    function: Model | StateFunction | None = None
    name: str = "uct"  # for tables and records
    game: Game | None = None  # what it plays, if that is known; a model is compiled for it
    varies = True

    def __post_init__(self) -> None:
        if self.function is None and self.settings.guided:
            raise BoardworthError("uct: there is no function to be guided by")
        if self.settings.cut is None:
            self.settings = replace(self.settings, cut=0.0 if self.function is None else 0.1)
        self._function = self._compiled(self.function)
        self.needs_time = self.simulations is None and self.seconds is None
        self._idle: list[tuple[Simulator, _core.Uct]] = []
        self._lock = threading.Lock()  # of the idle searches

    def _compiled(self, function: Model | StateFunction | None) -> StateFunction | None:
        if not isinstance(function, Model):
            check_kind(function, _core.StateFunction | None, "uct is guided by a Model")
            return function
        self.game = self.game or function.game
        return function.evaluation.state_function(self.game)

    def narrowed(self, limit: Limit) -> Limit:
        """Without a depth."""
        return limit.of_simulations(self.simulations, self.seconds)

    def seat(self, seating: Seating) -> Player:
        """It simulates other games in every game of a match; its tree is made beforehand."""
        player = replace(self, seed=self.seed + seating.number, function=self._function)
        machine = seating.game.simulator("UCT")
        player._idle.append((machine, player._made(machine, seating.game.roles)))
        return player

    def choose(
        self,
        position: Position,
        role: int,
        limit: Limit,
        history: History | None = None,  # noqa: ARG002
    ) -> Decision:
        """A move of a role in a position that is not over."""
        if (forced := only_move(position, role)) is not None:
            return forced
        found = self.search(position, limit)
        best = best_move(found.moves[role], self.settings.final_move)
        proven = found.values[role]
        if proven is None:
            value = _mean(found.moves[role], best)
            words = "" if value is None else f"{value:.0f} of 100 points"
        else:
            value, words = float(proven), f"{proven} points, proven"
        return Decision(
            position.game.number(role, best.move),
            value=value,
            words=words,
            nodes=found.simulations,
            seconds=found.seconds,
            exact=proven is not None,
        )

    def search(self, position: Position, limit: Limit) -> UctResult:
        """What is found out about all roles' moves in a position that is not over."""
        game = position.game
        if self.game is not None and game != self.game:
            raise MissingCapability(f"{self.name} plays {self.game.name}, not {game.name}")
        machine = game.simulator("UCT")
        self.check_limit(limit)
        seconds = smallest(self.seconds, limit.move_seconds(game))
        simulations = smallest(self.simulations, limit.nodes)
        keep = seconds is not None or self.settings.keep_tree
        sign = limit.stop or _core.StopSign()

        def work() -> UctResult:
            core = self._take(machine, game.roles, position.packed, keep)
            try:
                return core.search(
                    position.packed, keep=keep, simulations=simulations, seconds=seconds, stop=sign
                )
            finally:
                with self._lock:
                    self._idle.append((machine, core))

        # The caller's thread may be one that ends with the program, even inside the core.
        found = in_background(work)
        try:
            return found.result()
        except BaseException:
            sign.stop()
            raise

    def _take(
        self, machine: Simulator, roles: Sequence[str], state: bytes, knowing: bool
    ) -> _core.Uct:
        """A search that is not in use; if possible one that knows a state."""
        with self._lock:
            own = [number for number, (its, _) in enumerate(self._idle) if its is machine]
            if own:
                known = (n for n in own if knowing and self._idle[n][1].knows(state))
                return self._idle.pop(next(known, own[-1]))[1]
        return self._made(machine, roles)

    def _made(self, machine: Simulator, roles: Sequence[str]) -> _core.Uct:
        settings = asdict(self.settings)
        for of_answers in ("final_move", "keep_tree"):
            del settings[of_answers]
        return _core.Uct(
            machine,
            self._function,
            seed=self.seed,
            chance=[name == NATURE for name in roles],
            **settings,
        )


def _mean(moves: Sequence[UctMove], best: UctMove) -> float | None:
    """The mean of the best move, else of all moves, of a telling number of simulations."""
    if best.visits >= MIN_TOLD:
        return best.mean
    visits = sum(move.visits for move in moves)
    if visits < MIN_TOLD:
        return None
    return sum(move.visits * move.mean for move in moves) / visits


def best_move(moves: Sequence[UctMove], by: FinalMove = "visits") -> UctMove:
    """The move of most visits, or of the highest mean, unless something better is proven."""
    proven = max(
        (move for move in moves if move.proven is not None),
        key=lambda move: (move.proven, move.visits),
        default=None,
    )
    open_moves = [move for move in moves if move.proven is None]
    if not open_moves:
        assert proven is not None
        return proven
    if by == "visits":
        tried = max(open_moves, key=lambda move: (move.visits, move.mean))
    else:
        tried = max(open_moves, key=lambda move: (move.visits > 0, move.mean, move.visits))
    if proven is not None and proven.proven is not None and proven.proven >= tried.mean:
        return proven
    return tried
