"""GGP: one match of our player. Whatever a search does, there is an answer in time."""

from __future__ import annotations

import threading
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from boardworth.arena.protocols.ggp_messages import spelled
from boardworth.errors import FormatError, IllegalMove, TooMany
from boardworth.rules import History
from boardworth.rules.gdl.syntax.parser import parse_term
from boardworth.rules.stopping import stopped_by
from boardworth.search import Limit, StopSign
from boardworth.search.background import in_background

if TYPE_CHECKING:
    from collections.abc import Callable
    from concurrent.futures import Future

    from boardworth.arena.protocols.ggp_clock import Deadline, Latency
    from boardworth.arena.protocols.ggp_messages import JointMove, Start
    from boardworth.arena.protocols.ggp_preparation import Preparation
    from boardworth.rules import Position
    from boardworth.rules.gdl.game import RuleGame
    from boardworth.search import Player

# What is answered where no move is known in time: likely to be legal, and if not, the server
# chooses another.
_NOTHING = "noop"
# What a search has if the time is over before it begins.
_AN_INSTANT = 0.001
# Share of the time after which a search tells what it has found so far, and goes on.
_FIRST_PART = 0.4
# A search that takes less than this share of its time needs no more of it.
_UNTIMED = 0.8


@dataclass(slots=True)
class _Turn:
    """One question for a move.

    Attributes:
        sign: ends all that is done about it.
        in_hand: a legal move, once one is known; the best so far.
    """

    sign: StopSign = field(default_factory=StopSign)
    in_hand: str = ""


class GgpMatch:
    """Where the game of a match is, and the search that is under way.

    Args:
        start: the request that began it.
        preparation: of its game.
        player: chooses where there is no learned player.
        latency: of answers.
        patience: seconds after which it is given up when its clocks have run out.
        log: told in a line what has gone wrong.
    """

    def __init__(
        self,
        start: Start,
        preparation: Preparation,
        player: Player,
        latency: Latency,
        patience: float,
        log: Callable[[str], None],
    ) -> None:
        self.name = start.match
        self.preparation = preparation
        self._start = start
        self._player = player
        self._latency = latency
        self._patience = patience + start.start_clock + 2 * start.play_clock
        self._log = log
        self._left = StopSign()
        self._following = threading.Lock()  # of following the game
        self._lock = threading.Lock()  # of what follows; never kept for long
        self._heard = time.monotonic()
        self._moves: list[JointMove] = []
        self._followed: History | None = None
        self._turn = _Turn()

    @property
    def given_up(self) -> bool:
        """Whether its server has been silent for so long that it must have gone."""
        return time.monotonic() > self._heard + self._patience

    def prepare(self, arrived: float, *, learning: bool) -> None:
        """Gets ready, or at least waits as long as the start clock allows. Raises RulesError."""
        deadline = self._latency.deadline(arrived, self._start.start_clock).thinking
        jobs = self.preparation.learning if learning else None
        if jobs:
            jobs.begin(deadline)
        game = self.preparation.games.wait(deadline)
        if game is not None:
            self._role(game)
        if jobs:
            jobs.wait(deadline)
        self._heard = time.monotonic()

    def play(self, moves: JointMove, arrived: float) -> str:
        """Our move after these. An earlier question has waited long enough, and is answered."""
        deadline = self._latency.deadline(arrived, self._start.play_clock)
        turn = _Turn()
        with self._lock:
            self._heard = time.monotonic()
            self._turn.sign.stop()
            self._turn = turn
            if moves:
                self._moves.append(moves)
        work = in_background(lambda: self._decide(turn, deadline))
        move = self._in_time(work, turn, deadline)
        self._heard = time.monotonic()
        self._latency.note(deadline)
        return spelled(parse_term(move, "move"), self.preparation.spelling)

    def leave(self) -> None:
        """Its moves are not waited for any more."""
        self._left.stop()
        with self._lock:
            self._turn.sign.stop()

    def _in_time(self, work: Future[str], turn: _Turn, deadline: Deadline) -> str:
        """What was decided, or else the move in hand. Raises what is wrong with the request."""
        try:
            try:
                return work.result(deadline.left)
            except TimeoutError:
                turn.sign.stop()
                return work.result(max(deadline.answer - time.monotonic(), 0))
        except TimeoutError:
            self._log(f"{self.name}: the search does not end: the move in hand is played")
        except TooMany as error:
            self._log(f"{self.name}: {error}")
        except Exception as error:
            if not turn.in_hand:
                raise
            self._log(f"{self.name}: no choice: {type(error).__name__}: {error}")
        return turn.in_hand or _NOTHING

    def _decide(self, turn: _Turn, deadline: Deadline) -> str:
        """A move as text; the first legal one is in hand before the search begins.

        The game is followed to its end even if that takes longer than this turn: the next turn
        begins there.
        """
        game = self.preparation.games.ready(deadline.thinking)
        if game is None:
            return _NOTHING
        role = self._role(game)
        with stopped_by(self._left):
            history = self._follow(game)
        with stopped_by(turn.sign):
            position = history.position
            legal = position.legal_moves(role)
            if not legal:
                raise FormatError("the game is over")
            turn.in_hand = position.move_text(legal[0], role)
            if len(legal) == 1:
                return turn.in_hand
            return self._chosen(position, role, turn, deadline, history)

    def _chosen(
        self, position: Position, role: int, turn: _Turn, deadline: Deadline, history: History
    ) -> str:
        """By the learned player; where that fails, by the other player in what time is left.

        A first choice is in hand long before the deadline. Searches remember what they have found,
        so that the second one goes on where the first one was.
        """
        learning = self.preparation.learning
        player = (learning.player() if learning else None) or self._player
        for share in (_FIRST_PART, 1.0):
            left = deadline.left
            limit = Limit(seconds=max(share * left, _AN_INSTANT), stop=turn.sign)
            try:
                move = player.choose(position, role, limit, history).move
            except Exception as error:
                if player is self._player:
                    raise
                self._log(f"{self.name}: {error}")
                player = self._player
                continue
            turn.in_hand = position.move_text(move, role)
            if left - deadline.left < _UNTIMED * share * left:
                break
        return turn.in_hand

    def _role(self, game: RuleGame) -> int:
        """Our number. Old servers write roles in capital letters, whatever the rules do."""
        role, roles = self._start.role, game.roles
        if role in roles:
            return roles.index(role)
        alike = [number for number, name in enumerate(roles) if name.lower() == role.lower()]
        if len(alike) != 1:
            raise FormatError(f"there is no role {role}: the roles are {', '.join(roles)}")
        return alike[0]

    def _follow(self, game: RuleGame) -> History:
        """The game after all moves. Raises if the last are not the game's, and forgets them."""
        with self._following:
            with self._lock:
                moves = list(self._moves)
            history = self._followed
            if history is None or history.game is not game:
                history = History.after(game.start())
            try:
                for joint_move in moves[len(history.joint_moves) :]:
                    history = _after(history, joint_move)
            except (FormatError, IllegalMove):
                with self._lock:
                    del self._moves[len(history.joint_moves) :]
                raise
            finally:
                self._followed = history
            return history


def _after(history: History, moves: JointMove) -> History:
    """The game with one more joint move. Raises FormatError, IllegalMove."""
    game, position = history.game, history.position
    if len(moves) != len(game.roles):
        raise FormatError(f"{len(moves)} moves of {len(game.roles)} roles")
    return history.play_joint([position.parse_move(str(m), r) for r, m in enumerate(moves)])
