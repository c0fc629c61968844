"""boardworth play: a game at the terminal, against opponents in all other roles."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from boardworth.cli.arguments import (
    MovesText,
    Name,
    PositionText,
    Threads,
    history_of,
    limit_of,
    refuse_idle,
)
from boardworth.cli.paths import Input, Words
from boardworth.cli.streams import notice, say
from boardworth.cli.terminal.session import Session

if TYPE_CHECKING:
    from boardworth.evaluators import Evaluator
    from boardworth.rules import Game, Position
    from boardworth.search import Player


def play(
    model: Name,
    /,
    *,
    side: Annotated[str | None, Words(role=True)] = None,
    opponent: Annotated[str | None, Input(players=True)] = None,
    level: int | None = None,
    depth: int | None = None,
    nodes: int | None = None,
    seconds: float | None = None,
    threads: Threads = 1,
    position: PositionText | None = None,
    moves: MovesText = "",
    unicode: bool | None = None,
) -> None:
    """Play a game. Type a move in notation; 'help' lists what else can be typed.

    At the end the moves are shown, as --moves takes them to go on later, and the position where
    the game began, as --position takes it, unless it is the start. The game can be saved.

    For example:

        boardworth play othello
        boardworth play othello --level 3
        boardworth play othello.model --side white --depth 8
        boardworth play game.gdl --seconds 2
        boardworth play three-stars --side green --opponent uct:500

    Args:
        model: a model file, or a game whose model comes with Boardworth (othello); or any game or
            rule sheet, which UCT plays without a model.
        side: the role that you take, by name; else the one that moves first.
        opponent: the player of all other roles, written as for boardworth match; else the model.
        level: how well the opponent plays, from 1 to 60: it looks that many moves ahead and, in
            Othello, solves endings (default: 12 in Othello, else 1 second a move). Models and
            baselines that search by alpha-beta take a level, and a depth; UCT and playouts take
            nodes or seconds.
        depth: the opponent's limit per move, in plies.
        nodes: the opponent's limit per move, in positions searched, or in simulations.
        seconds: the opponent's limit per move.
        threads: how many search together.
        position: where to start, as text; else the start of the game.
        moves: to play first; where roles do not take turns, of every role that has a choice.
        unicode: draw pieces as Unicode has them, or in ASCII; else as the terminal can.
    """
    if opponent is not None:
        refuse_idle(play, locals(), ["threads"], "--opponent, whose settings have threads=")
    from boardworth.errors import BoardworthError
    from boardworth.search import level as limit_at
    from boardworth.search import usual_limit

    player, evaluator, game = _opponent(model, opponent, threads)
    if side is not None and side not in game.roles:
        raise BoardworthError(f"side '{side}': the roles are {', '.join(game.roles)}")
    start = history_of(game, position, moves)
    you = game.roles.index(side) if side else _first_to_choose(start.position)
    wanted = None if level is None else limit_at(game, level)
    default = player.limit or usual_limit(game, player.needs_time)
    limit = limit_of(depth, nodes, seconds, default, level=wanted)
    if player.limit is not None and player.limit != limit:
        raise BoardworthError(f"{player.name} plays at {player.limit}, not at {limit}")
    player.check_limit(limit)
    Session(player, evaluator, limit, you, start, unicode=unicode).run()


def _opponent(
    what: str, description: str | None, threads: int
) -> tuple[Player, Evaluator | None, Game]:
    """The opponent, the evaluator that explains positions, if any, and the game."""
    from boardworth import _core
    from boardworth.arena import players_of
    from boardworth.evaluators import Evaluator, find_model, is_rule_sheet
    from boardworth.files import shipped_file
    from boardworth.rules import NATURE, load_game
    from boardworth.search import Fallback, Playouts, Uct, UctSettings, model_player

    evaluator = None
    native = what in _core.game_names()
    if is_rule_sheet(what) or (native and shipped_file(f"{what}.model") is None):
        with notice(f"reading the rules of {what}"):
            game = load_game(what)
        if description is None:
            gives, makes = "By UCT alone", "an opponent"
            if len(set(game.roles) - {NATURE}) == 1:
                gives, makes = "UCT gives the hints", "a model"
            say(f"{gives}; boardworth build {what} makes {makes} that has learned.")
            uct = Uct(settings=UctSettings(threads=threads))
            return Fallback((uct, Playouts()), "uct"), None, game
    else:
        with notice(f"reading {what}"):
            model = find_model(what)
        game = model.game
        evaluator = Evaluator(model)
        if description is None:
            return model_player(model, Path(what).stem, threads=threads), evaluator, game
    return players_of([description], game)[0][0], evaluator, game


def _first_to_choose(position: Position) -> int:
    """The first role that has a choice."""
    roles = range(len(position.game.roles))
    return next((role for role in roles if len(position.legal_moves(role)) > 1), 0)
