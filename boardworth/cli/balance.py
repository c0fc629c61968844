"""boardworth balance: whether a game is any good, for those who invent one."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import Parameter, validators

from boardworth.cli.arguments import Force, Name, Seed, Threads, refuse_idle, threads_or_all
from boardworth.cli.file_kinds import REPORT
from boardworth.cli.output.figures import give
from boardworth.cli.output.interruption import show_so_far
from boardworth.cli.paths import Output, Words
from boardworth.errors import MissingCapability

if TYPE_CHECKING:
    from collections.abc import Mapping

    from boardworth.fitting import Model
    from boardworth.recipes.balance import Balance, BalanceStudy
    from boardworth.rules import Game

_AtLeastOne = Parameter(validator=validators.Number(gte=1, lte=10**6))


def balance(
    game: Name,
    /,
    *,
    games: Annotated[int, _AtLeastOne] = 200,
    simulations: Annotated[int, _AtLeastOne] = 200,
    depth: Annotated[int, Parameter(validator=validators.Number(gte=1, lte=60))] = 4,
    budget: Annotated[str | None, Words()] = None,
    seed: Seed = 0,
    threads: Threads | None = None,
    html: Annotated[Path | None, Output(REPORT)] = None,
    force: Force = False,
) -> None:
    """Find out whether a game is any good: who wins, how games go, and when they are decided.

    The game is played by itself: by random moves, by UCT, and by a model if one is given or
    learned. Each kind of play tells how often every role and the first mover win (with 95 %
    intervals), draws, the length of games, how many moves there are to choose from, how early the
    winner leads, which first moves are played, and how many games are the same. In the end it says
    in words what follows, and what is still undecided.

    Ctrl-C ends it: what was played so far is shown and written. The same seed gives the same
    figures, whatever the number of threads; a model that is learned depends on the machine.

    For example:

        boardworth balance tic-tac-toe --games 100
        boardworth balance game.gdl --games 20 --simulations 50 --html balance.html
        boardworth balance game.gdl --budget 60s --games 20 --json balance.json
        boardworth balance othello.model --games 10 --depth 2 --simulations 20
        boardworth balance three-stars --games 2 --simulations 10 --json -

    Args:
        game: a rule sheet, a built-in game, or a model, which then plays its game, too. Of othello,
            chess and shogi the model that comes with Boardworth is taken.
        games: of each kind of play.
        simulations: of UCT, for a move.
        depth: to which a model searches that plays by alpha-beta.
        budget: learn a model of a rule sheet within this time first (60s, 5m).
        seed: of everything random.
        threads: games played at a time.
        html: write a page about it to this file.
        force: replace files of another kind.
    """
    given = locals()
    from boardworth.cli.console import ProgressBars
    from boardworth.recipes.balance import BalanceStudy

    workers = threads_or_all(threads)
    rules, model = _game_and_model(given, workers)
    study = BalanceStudy(rules, seed=seed, threads=workers, reporter=ProgressBars())
    try:
        _play(study, model, games, simulations, depth)
    finally:
        if study.played:
            _tell(study.found(), model, html)


def _game_and_model(given: Mapping[str, Any], threads: int) -> tuple[Game, Model | None]:
    """What is played, and by which model, if there is one."""
    from boardworth import _core
    from boardworth.cli.arguments import model_of
    from boardworth.cli.build_methods.rule_sheet import draft_in_time
    from boardworth.evaluators import is_rule_sheet
    from boardworth.files import shipped_file
    from boardworth.rules import load_game
    from boardworth.rules.loading import RULE_SHEETS

    name, budget = given["game"], given["budget"]
    native = name in _core.game_names()
    sheet = is_rule_sheet(name) or name.endswith(RULE_SHEETS)
    if not native and not sheet:
        refuse_idle(balance, given, ["budget"], f"{name}, which is taken for a model")
    if budget is not None:
        model = _model_in(draft_in_time(name, budget, given["seed"], threads).model)
        return model.game, model
    if sheet or (native and shipped_file(f"{name}.model") is None):
        refuse_idle(balance, given, ["depth"], f"{name} without a model")
        return load_game(name), None
    model = model_of(name)
    return model.game, model


def _model_in(content: bytes) -> Model:
    """The model that a file of these bytes would hold."""
    from tempfile import TemporaryDirectory

    from boardworth.evaluators import load_model

    with TemporaryDirectory() as folder:
        path = Path(folder) / "learned.model"
        path.write_bytes(content)
        return load_model(path)


def _play(
    study: BalanceStudy, model: Model | None, games: int, simulations: int, depth: int
) -> None:
    """All kinds of play that the game and the model are capable of."""
    from boardworth.recipes.balance import learned_play, random_play, uct_play

    study.play(random_play(study.seed), games)
    try:
        study.play(uct_play(study.game, simulations, study.seed), games)
    except MissingCapability as why:
        study.reporter.line(f"not played by UCT: {why}")
    if model is not None:
        settings = {"depth": depth, "simulations": simulations, "seed": study.seed}
        study.play(learned_play(model, games, **settings), games)


def _tell(found: Balance, model: Model | None, html: Path | None) -> None:
    """Writes the page, shows the tables and gives the figures."""
    from dataclasses import replace

    import msgspec

    from boardworth.cli.tables.balance import show_balance
    from boardworth.report import what_matters, write_balance

    if model is not None:
        found = replace(found, matters=what_matters(model))
    if html is not None:
        write_balance(found, html)
    show_so_far("a study of balance")
    show_balance(found)
    give(found.balance, msgspec.to_builtins(found))
