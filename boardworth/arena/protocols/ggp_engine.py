"""GGP: our player. It plays one match at a time, of whatever game the server sends the rules."""

from __future__ import annotations

import threading
import time
from concurrent.futures import FIRST_COMPLETED, Future, wait
from dataclasses import dataclass
from typing import TYPE_CHECKING

from boardworth.arena.protocols.ggp_learning import SHORTEST_CLOCK, Learning
from boardworth.arena.protocols.ggp_messages import (
    Abort,
    Info,
    Play,
    Preview,
    Request,
    Start,
    Stop,
    spelled,
)
from boardworth.errors import FormatError
from boardworth.rules import History
from boardworth.rules.gdl.game import RuleGame
from boardworth.rules.gdl.ground.grounding import GroundingLimits
from boardworth.rules.gdl.interpreted_machine import InterpretedMachine
from boardworth.rules.gdl.machine_choice import machine_for
from boardworth.rules.gdl.syntax.parser import parse_term
from boardworth.rules.gdl.syntax.terms import RuleSheet, Term
from boardworth.search import Limit, StopSign
from boardworth.search.background import in_background

if TYPE_CHECKING:
    from collections.abc import Callable

    from boardworth.arena.protocols.ggp_learning import Learn
    from boardworth.arena.protocols.ggp_messages import JointMove
    from boardworth.search import Player

# Reserved of each clock for network latency: so many seconds and a share of the clock, but never
# more than the last two.
_RESERVE, _RESERVED_SHARE = 0.1, 0.1
_MAX_RESERVED, _MAX_RESERVED_SHARE = 1.0, 0.5
# Grounding that takes longer than the start clock is given up, if it has had so many seconds.
_MIN_GROUNDING = 10
# What is answered where no move is known in time: likely to be legal, and if not, the server
# chooses another.
_NOTHING = Term("noop")
# What the game of a rule sheet is called that came without a name.
_GAME = "game"
# What a search has if the time is over before it begins.
_AN_INSTANT = 0.001


class GgpEngine:
    """Answers the requests of a game server; several at a time may ask.

    Args:
        player: who chooses the moves.
        name: what it tells about itself.
        patience: seconds after which a match whose clocks have run out is given up.
        learn: makes a better player within the start clock, for games that have a propnet.
        learns_from: the shortest start clock in which it is tried.
        log: told in a line what has gone wrong with that.
    """

    def __init__(
        self,
        player: Player,
        name: str = "boardworth",
        patience: float = 10,
        *,
        learn: Learn | None = None,
        learns_from: float = SHORTEST_CLOCK,
        log: Callable[[str], None] = lambda _line: None,
    ) -> None:
        self._player = player
        self._name = name
        self._patience = patience
        self._learn = learn
        self._learns_from = learns_from
        self._log = log
        self._lock = threading.Lock()  # of what follows
        self._match: _Match | None = None
        self._prepared: _Prepared | None = None

    def answer(self, request: Request, arrived: float) -> str:
        """What the server is answered.

        Args:
            request: what it wants.
            arrived: when it began to wait, by time.monotonic().

        Raises:
            BoardworthError: the request makes no sense; matches go on as before.
        """
        match request:
            case Info():
                status = "available" if self._free() else "busy"
                return f"( ( name {self._name} ) ( status {status} ) )"
            case Preview(rules, clock):
                _wait(self._prepare(rules, clock).games.best, _deadline(arrived, clock))
                return "ready"
            case Start():
                return self._start(request, arrived)
            case Play(name, moves):
                playing = self._find(name)
                return playing.play(moves, arrived) if playing else "busy"
            case Stop(name) | Abort(name):
                return self._end(name, "done" if isinstance(request, Stop) else "aborted")

    def close(self) -> None:
        """Ends the search of a match that is under way."""
        with self._lock:
            self._leave_match()

    def _free(self) -> bool:
        with self._lock:
            return self._match is None or self._match.given_up

    def _find(self, name: str) -> _Match | None:
        """The match under way, if that is its name."""
        with self._lock:
            return self._match if self._match and self._match.name == name else None

    def _start(self, start: Start, arrived: float) -> str:
        with self._lock:
            if self._match and not self._match.given_up:
                return "busy"
            self._leave_match()
        prepared = self._prepare(start.rules, start.start_clock)
        playing = _Match(start, prepared, self._player, self._patience)
        with self._lock:
            if self._match:  # somebody was faster
                return "busy"
            self._match = playing
        try:
            playing.prepare(arrived, learning=start.start_clock >= self._learns_from)
        except BaseException:
            self._end(start.match, "")
            raise
        return "ready"

    def _end(self, name: str, answer: str) -> str:
        with self._lock:
            if not self._match or self._match.name != name:
                return "busy"
            self._leave_match()
            return answer

    def _leave_match(self) -> None:
        if self._match:
            self._match.leave()
        self._match = None

    def _prepare(self, rules: RuleSheet, clock: float) -> _Prepared:
        """What plays by a sheet; that of the last sheet is kept."""
        with self._lock:
            known = self._prepared
            if known and known.rules == rules and not known.games.failed:
                return known
            limits = GroundingLimits(seconds=max(_MIN_GROUNDING, int(clock)))
            games = PreparedGames(
                in_background(lambda: RuleGame(machine_for(rules, limits), _GAME)),
                in_background(lambda: RuleGame(InterpretedMachine(rules), _GAME)),
            )
            learning = Learning(self._learn, self._log) if self._learn else None
            self._prepared = _Prepared(rules, games, learning)
            return self._prepared


@dataclass(frozen=True, slots=True)
class PreparedGames:
    """The game of a sheet, by two state machines.

    Attributes:
        best: takes its time to get ready.
        quick: is there almost at once, but slow at playing.
    """

    best: Future[RuleGame]
    quick: Future[RuleGame]

    @property
    def failed(self) -> bool:
        """Whether nothing can play the sheet."""
        return self.best.done() and self.best.exception() is not None

    def ready(self, deadline: float) -> RuleGame | None:
        """The best one if it is ready, else the other, else whatever is first."""
        if not self.best.done() and _sound(self.quick):
            return self.quick.result()
        wait([self.best, self.quick], max(deadline - time.monotonic(), 0), FIRST_COMPLETED)
        if self.best.done() or not _sound(self.quick):
            return _wait(self.best, deadline)
        return self.quick.result()


@dataclass(frozen=True, slots=True)
class _Prepared:
    """What is known of a sheet's game, for all matches of it."""

    rules: RuleSheet
    games: PreparedGames
    learning: Learning | None


class _Match:
    """One match: where its game is, and the search that is under way."""

    def __init__(self, start: Start, prepared: _Prepared, player: Player, patience: float) -> None:
        self.name = start.match
        self._start = start
        self._games = prepared.games
        self._learning = prepared.learning
        self._player = player
        self._patience = patience + start.start_clock + 2 * start.play_clock
        self._lock = threading.Lock()  # of what follows
        self._heard = time.monotonic()
        self._moves: list[JointMove] = []
        self._followed: History | None = None
        self._search = StopSign()

    @property
    def given_up(self) -> bool:
        """Whether its server has been silent for so long that it must have gone."""
        return time.monotonic() > self._heard + self._patience

    def prepare(self, arrived: float, *, learning: bool) -> None:
        """Gets ready, or at least waits as long as the start clock allows. Raises RulesError."""
        deadline = _deadline(arrived, self._start.start_clock)
        game = _wait(self._games.best, deadline)
        if game is not None:
            self._role(game)
            if self._learning and learning and game.propnet_machine is not None:
                self._learning.go_on(game, deadline)
        self._heard = time.monotonic()

    def play(self, moves: JointMove, arrived: float) -> str:
        """Our move after these. Whoever asked before has waited long enough, and is answered."""
        deadline = _deadline(arrived, self._start.play_clock)
        with self._lock:
            self._heard = time.monotonic()
            self._search.stop()
            self._search = search = StopSign()
            if moves:
                self._moves.append(moves)
        game = self._games.ready(deadline)
        if game is None:
            return spelled(_NOTHING, self._start.spelling)
        role, history = self._role(game), self._follow(game)
        player = (self._learning.player(game) if self._learning else None) or self._player
        left = max(deadline - time.monotonic(), _AN_INSTANT)
        position = history.position
        move = player.choose(position, role, Limit(seconds=left, stop=search), history).move
        self._heard = time.monotonic()
        text = position.move_text(move, role)
        return spelled(parse_term(text, "move"), self._start.spelling)

    def leave(self) -> None:
        """Nobody waits for its moves any more."""
        with self._lock:
            self._search.stop()
        if self._learning:
            self._learning.stop()

    def _role(self, game: RuleGame) -> int:
        if self._start.role not in game.roles:
            listed = ", ".join(game.roles)
            raise FormatError(f"there is no role {self._start.role}: the roles are {listed}")
        return game.roles.index(self._start.role)

    def _follow(self, game: RuleGame) -> History:
        """The game after all moves. Raises if the last are not the game's, and forgets them."""
        with self._lock:
            history = self._followed
            if history is None or history.game is not game:
                history = History.after(game.start())
            try:
                for moves in self._moves[len(history.joint_moves) :]:
                    history = _after(history, moves)
            except BaseException:
                del self._moves[len(history.joint_moves) :]
                raise
            self._followed = history
            return history


def _after(history: History, moves: JointMove) -> History:
    """The game with one more joint move. Raises FormatError, IllegalMove."""
    game, position = history.game, history.position
    if len(moves) != len(game.roles):
        raise FormatError(f"{len(moves)} moves of {len(game.roles)} roles")
    return history.play_joint([position.parse_move(str(m), r) for r, m in enumerate(moves)])


def _deadline(arrived: float, clock: float) -> float:
    """When to answer at the latest, with time left for the answer to arrive."""
    reserved = min(_RESERVE + _RESERVED_SHARE * clock, _MAX_RESERVED, _MAX_RESERVED_SHARE * clock)
    return arrived + clock - reserved


def _wait(game: Future[RuleGame], deadline: float) -> RuleGame | None:
    """The game, if it is ready in time. Raises RulesError if there is none."""
    try:
        return game.result(max(deadline - time.monotonic(), 0))
    except TimeoutError:
        return None


def _sound(game: Future[RuleGame]) -> bool:
    return game.done() and game.exception() is None
