"""Arguments that several verbs share: numbers, positions, players, limits, files by pattern."""

from __future__ import annotations

import os
import re
from glob import glob
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, TypeAlias

import msgspec
from cyclopts import Parameter, validators

from boardworth.errors import BoardworthError, FormatError, IllegalMove

if TYPE_CHECKING:
    from collections.abc import Sequence

    from boardworth.fitting import Model, RoleFunctions
    from boardworth.rules import Game, Position
    from boardworth.search import Limit, Player

# Boards often begin with empty squares, and lines of moves with a pass: both look like options.
PositionText: TypeAlias = Annotated[str, Parameter(allow_leading_hyphen=True)]
MovesText: TypeAlias = Annotated[str, Parameter(allow_leading_hyphen=True)]
Threads: TypeAlias = Annotated[int, Parameter(validator=validators.Number(gte=1, lte=1024))]
Memory: TypeAlias = Annotated[int, Parameter(validator=validators.Number(gte=1, lte=1 << 20))]
Seed: TypeAlias = Annotated[int, Parameter(validator=validators.Number(gte=0, lt=2**63))]
Count: TypeAlias = Annotated[int, Parameter(validator=validators.Number(gte=0, lt=2**31))]
Exact: TypeAlias = Annotated[int, Parameter(validator=validators.Number(gte=0, lte=20))]

_ENGINES = ("nboard:", "gtp:")
# How the files of rule sheets end.
RULE_SHEETS = (".gdl", ".kif", ".gdl.gz", ".kif.gz")
# Who plays by rule sheets alone, with a number of simulations or without one.
_BY_RULES = re.compile(r"(playouts|uct)(:|$)")


def limit_of(
    depth: int | None,
    nodes: int | None,
    seconds: float | None,
    default: Limit,
    clock: str | None = None,
) -> Limit:
    """The limit that the options give, or the default if they give none."""
    from boardworth.search import Clock, Limit

    if depth is None and nodes is None and seconds is None and clock is None:
        return default
    time_left = Clock.parse(clock) if clock is not None else None
    if time_left is not None and time_left.seconds == 0:
        raise BoardworthError(f"clock '{clock}': no time to make a move")
    return Limit(depth, nodes, seconds, time_left)


def find_files(patterns: Sequence[str]) -> list[Path]:
    """The files that paths and quoted patterns such as 'wthor/*.wtb' name, each once, in order."""
    found: dict[Path, None] = {}
    for pattern in patterns:
        matches = sorted(glob(pattern, recursive=True)) or [pattern]  # noqa: PTH207 - also absolute
        found.update(dict.fromkeys(Path(match) for match in matches))
    for path in found:
        check_file(path)
    return list(found)


def check_file(path: Path) -> None:
    """Raises if there is no such file to read."""
    if path.is_dir():
        raise BoardworthError(f"{path} is a folder, not a file")
    if not path.exists():
        raise BoardworthError(f"no such file: {path}")


def check_output(path: Path | None) -> None:
    """Raises if a file cannot be written there; better before the work than after it."""
    if path is None:
        return
    if path.is_dir():
        raise BoardworthError(f"cannot write {path}: it is a folder")
    if not path.parent.is_dir():
        raise BoardworthError(f"cannot write {path}: no such folder: {path.parent}")
    if not os.access(path.parent, os.W_OK):
        raise BoardworthError(f"cannot write {path}: {path.parent} is not writable")


def model_of(path: Path) -> Model:
    """The model in a file, or the one that comes with Boardworth for a game of that name."""
    from boardworth import _core
    from boardworth.evaluators import load_model, shipped_model
    from boardworth.files import shipped_file
    from boardworth.rules import load_game

    if str(path) in _core.game_names() and not path.is_file():
        return shipped_model(load_game(str(path)))
    if is_rule_sheet(path):
        raise BoardworthError(f"{path} is a rule sheet, not a model: boardworth build {path}")
    if not path.exists():
        shipped = [name for name in _core.game_names() if shipped_file(f"{name}.model")]
        raise BoardworthError(
            f"no such file: {path} (models that come with Boardworth: {', '.join(shipped)})"
        )
    check_file(path)
    return load_model(path)


def is_rule_sheet(path: Path) -> bool:
    """Whether that is a rule sheet's file, or the name of one that comes with Boardworth."""
    from boardworth.files import shipped_file

    if path.exists():
        return path.is_file() and path.name.lower().endswith(RULE_SHEETS)
    return shipped_file(f"gdl/{path}.gdl") is not None


def evaluation_of(path: Path) -> Model | RoleFunctions:
    """A model, as `model_of` finds it, or the functions for roles in a file."""
    from boardworth.evaluators import load_role_functions

    return load_role_functions(path) if holds_role_functions(path) else model_of(path)


def holds_role_functions(path: Path) -> bool:
    """Whether a file is one of functions for roles; whatever else is wrong with it is not said."""
    from boardworth.evaluators.container import Kind, kind_of

    try:
        return path.is_file() and kind_of(path) is Kind.ROLE_FUNCTIONS
    except FormatError:
        return False


def game_of(evaluation: Model | RoleFunctions) -> Game:
    """What an evaluation plays. Raises RulesError if its players do not take turns."""
    from boardworth.fitting import Model
    from boardworth.rules import load_game

    return evaluation.game if isinstance(evaluation, Model) else load_game(evaluation.definition)


def knows_its_game(specification: str) -> bool:
    """Whether a player is a model or an engine, of which it is known what it plays."""
    anyone = specification == "random" or specification.startswith("baseline:")
    return not anyone and not plays_by_rules(specification)


def plays_by_rules(specification: str) -> bool:
    """Whether a player is one of ours that needs no more than a rule sheet."""
    return _BY_RULES.match(specification) is not None


def player_of(specification: str, game: Game | None) -> tuple[Player, Game]:
    """A player and its game: 'baseline:NAME', 'random', 'uct:NUMBER', an engine, else a model.

    The search of a baseline or model may be set: 'othello.model:threads=2,width=0'.
    """
    from boardworth.evaluators import Evaluator, baseline
    from boardworth.fitting import Model
    from boardworth.search import AlphaBeta, RandomPlayer, advised_player

    if specification.startswith(_ENGINES):
        return _engine_of(specification, game)
    what, settings = _search_settings(specification)
    if knows_its_game(what):
        evaluation = evaluation_of(Path(what))
        played = game_of(evaluation)
        if game is not None and played != game:
            raise BoardworthError(f"{what} plays {played.name}, not {game.name}")
        if not isinstance(evaluation, Model) or settings.keys() <= {"threads"}:
            return advised_player(evaluation, specification, **settings), played
        return AlphaBeta(Evaluator(evaluation), specification, **settings), played
    if game is None:
        raise BoardworthError(f"{specification} plays any game: say which with --game")
    if what == "random":
        return RandomPlayer(), game
    if plays_by_rules(what):
        return _by_rules(what), game
    model = baseline(game, what.removeprefix("baseline:"))
    return AlphaBeta(Evaluator(model), specification, **settings), game


def _by_rules(specification: str) -> Player:
    from boardworth.search import RulesPlayer, chooser_of

    chooser = chooser_of(specification)
    if chooser is None:
        raise BoardworthError(f"{specification}: say how many, such as uct:1000")
    return RulesPlayer(chooser, specification)


class _Settings(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """What can be set about a player's search."""

    driver: Literal["pvs", "mtdf"] = "pvs"
    width: Annotated[int, msgspec.Meta(ge=0, le=7)] | None = None
    memory: Annotated[int, msgspec.Meta(ge=1, le=1 << 20)] | None = None  # in MiB
    threads: Annotated[int, msgspec.Meta(ge=1, le=1024)] = 1


def _search_settings(specification: str) -> tuple[str, dict[str, Any]]:
    """A player, and the settings that follow it after a colon."""
    found = re.fullmatch(r"(.*):(\w+=\w+(?:,\w+=\w+)*)", specification)
    if found is None:
        return specification, {}
    pairs = dict(pair.split("=") for pair in found[2].split(","))
    try:
        settings = msgspec.to_builtins(msgspec.convert(pairs, _Settings, strict=False))
    except msgspec.ValidationError as error:
        wrong = str(error).replace("Object contains u", "u").replace(" - at `$.", " for `")
        raise BoardworthError(
            f"{specification}: {wrong}; what can be set is driver (pvs or mtdf), width (0 to 7), "
            "memory (MiB) and threads"
        ) from None
    if "memory" in settings:
        settings["memory"] <<= 20
    return found[1], settings


def _engine_of(specification: str, game: Game | None) -> tuple[Player, Game]:
    """An external engine; it is started when it is first asked."""
    from boardworth.arena.protocols import GtpPlayer, NBoardPlayer
    from boardworth.rules import load_game

    protocol, _, command = specification.partition(":")
    if game is not None and game.name != "othello":
        raise BoardworthError(f"{protocol} engines play othello, not {game.name}")
    player = NBoardPlayer if protocol == "nboard" else GtpPlayer
    return player(command, specification), game or load_game("othello")


def position_of(game: Game, text: str | None, moves: str) -> Position:
    """A position given as text (else the start), then moves in notation."""
    position = game.parse(text) if text is not None else game.start()
    try:
        return game.legal_replay(position, game.parse_moves(moves, position)).last
    except IllegalMove as error:
        raise IllegalMove(f"--moves {moves}: {error}") from None


def threads_or_all(threads: int | None) -> int:
    """As many as were asked for, else as many as there are processors for us."""
    if threads is not None:
        return threads
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
