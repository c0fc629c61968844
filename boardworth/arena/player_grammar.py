"""The one grammar of players, for every command: KIND[:ARGUMENT][,key=value...].

| description | player |
|---|---|
| `random` | any legal move |
| `playouts:200` | the best move in 200 random games; without a number, within the time limit |
| `uct:200` | UCT with 200 simulations; without a number, within the time limit |
| `baseline:material` | alpha-beta with a hand-made evaluation |
| `othello`, `game.model` | the model that comes with Boardworth for a game, or in a file |
| `nboard:'COMMAND'`, `gtp:'COMMAND'` | an external engine of Othello |
| `uci:'COMMAND'`, `usi:'COMMAND'` | an external engine of chess, or of shogi |
| `http://localhost:9147` | a GGP player |

Settings follow after a comma: `othello.model,level=8,threads=2`, `uct:200,exploration=0.7`. Those
of UCI and USI engines are their own options: `uci:'stockfish',UCI_LimitStrength=true`.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, get_args

import msgspec

from boardworth.arena.protocols import GgpPlayer, GtpPlayer, NBoardPlayer, UciPlayer, UsiPlayer
from boardworth.errors import BoardworthError, MissingCapability
from boardworth.evaluators import Evaluator, baseline, find_model
from boardworth.fitting import PlayerName
from boardworth.rules import load_game
from boardworth.search import (
    MAX_LEVEL,
    AlphaBeta,
    FinalMove,
    Playouts,
    RandomPlayer,
    Uct,
    UctSettings,
    level,
    model_player,
    search_features,
)

if TYPE_CHECKING:
    from boardworth.fitting import Model
    from boardworth.rules import Game
    from boardworth.search import Player

_PLAIN = ("random", "playouts", "uct")
# What engines play, by their protocols.
_ENGINES = {"nboard": "othello", "gtp": "othello", "uci": "chess", "usi": "shogi"}
_WITH_OPTIONS = {"uci": UciPlayer, "usi": UsiPlayer}
_OTHERS = (
    "other players are random, uct, playouts, baseline:NAME, nboard:, gtp:, uci:, usi: and http://"
)
_METHODS: tuple[PlayerName, ...] = get_args(PlayerName)


class _NoSettings(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    pass


class _SearchSettings(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """What can be set about the search of a model or a baseline."""

    method: str | None = None
    driver: Literal["pvs", "mtdf"] | None = None
    selectivity: Annotated[int, msgspec.Meta(ge=0, le=7)] | None = None
    quiescence: bool | None = None
    features: str | None = None  # playing, learning, or names joined by +
    without: str | None = None  # names joined by +
    memory: Annotated[int, msgspec.Meta(ge=1, le=1 << 20)] | None = None  # in MiB
    threads: Annotated[int, msgspec.Meta(ge=1, le=1024)] = 1
    level: Annotated[int, msgspec.Meta(ge=1, le=MAX_LEVEL)] | None = None


class _UctOptions(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """What can be set about UCT."""

    exploration: float | None = None
    lanes: int | None = None
    memory: Annotated[int, msgspec.Meta(ge=1, le=1 << 20)] | None = None  # in MiB
    threads: Annotated[int, msgspec.Meta(ge=1, le=64)] | None = None
    proofs: bool | None = None
    final_move: FinalMove | None = None


@dataclass(frozen=True, slots=True)
class PlayerDescription:
    """A player as it is written on a command line."""

    text: str  # the whole description, which is the player's name
    kind: str  # the first word; "model" for files and games
    argument: str = ""  # what follows the colon; of a model, the file or the game
    settings: Mapping[str, str] = field(default_factory=dict)  # by name

    @property
    def plays_any_game(self) -> bool:
        """Whether the description does not say what is played."""
        return self.kind not in {"model", *_ENGINES}

    @property
    def files(self) -> tuple[str, ...]:
        """What may be files: a model, or a part of an engine's command."""
        if self.kind not in _ENGINES:
            return (self.argument,)
        try:
            words = shlex.split(self.argument)
        except ValueError:  # a quotation that does not end: no command
            return ()
        return (*words, *(part for word in words for part in re.split(r"[\s=]+", word)))

    def own_game(self) -> Game:
        """The game of a model, or the one that engines play."""
        own = _ENGINES.get(self.kind)
        return load_game(own) if own is not None else self.model().game

    def player(self, game: Game, seed: int = 0) -> Player:
        """The player, for a game. Raises BoardworthError if it plays another one."""
        return _MAKERS[self.kind](self, game, seed)

    def model(self) -> Model:
        """The model that is described."""
        try:
            return find_model(self.argument)
        except BoardworthError as error:
            if Path(self.argument).exists():
                raise
            kind, colon, _ = self.argument.partition(":")
            meant = get_close_matches(kind, [*_PLAIN, "baseline", *_ENGINES], 1) if colon else []
            hint = f" (did you mean {meant[0]}:?)" if meant else ""
            raise BoardworthError(f"{error}; {_OTHERS}{hint}") from None

    def simulations(self) -> int | None:
        """The number after the colon, if there is one."""
        if not self.argument:
            return None
        if not re.fullmatch(r"[1-9]\d{0,8}", self.argument):
            raise BoardworthError(f"{self.text}: expected a number, such as {self.kind}:1000")
        return int(self.argument)

    def checked(self, settings: type[msgspec.Struct]) -> dict[str, Any]:
        """The settings, checked."""
        try:
            found = msgspec.convert(dict(self.settings), settings, strict=False)
        except msgspec.ValidationError as error:
            wrong = str(error).replace("Object contains u", "u").replace(" - at `$.", " for `")
            wrong = wrong.replace(" | null", "")
            known = ", ".join(settings.__struct_fields__) or "nothing"
            raise BoardworthError(f"{self.text}: {wrong}; what can be set is {known}") from None
        chosen = {k: v for k, v in msgspec.to_builtins(found).items() if v is not None}
        if "memory" in chosen:
            chosen["memory"] <<= 20
        return chosen


def parse_player(text: str) -> PlayerDescription:
    """Reads a description; settings may also follow after a colon, as in m.model:threads=2."""
    if text.startswith(("http:", "https:")):
        return PlayerDescription(text, "http", text)
    kind, _, argument = text.partition(":")
    if kind in _WITH_OPTIONS:
        found = re.fullmatch(r"(.*?)((?:,\w[\w .-]*=[^,='\"]*)*)", argument, re.DOTALL)
        assert found is not None
        options = dict(pair.split("=") for pair in found[2].split(",")[1:])
        return PlayerDescription(text, kind, found[1], options)
    if kind in _ENGINES:
        return PlayerDescription(text, kind, argument)
    found = re.fullmatch(r"(.*?)[,:](\w+=[^,=]+(?:,\w+=[^,=]+)*)", text)
    what = found[1] if found else text
    settings = dict(pair.split("=") for pair in found[2].split(",")) if found else {}
    if "width" in settings:  # as it was called in 0.1.0
        settings["selectivity"] = settings.pop("width")
    kind, colon, argument = what.partition(":")
    if kind in _PLAIN or (kind == "baseline" and colon):
        return PlayerDescription(text, kind, argument, settings)
    return PlayerDescription(text, "model", what, settings)


def players_of(texts: Sequence[str], game: Game | None, seed: int = 0) -> tuple[list[Player], Game]:
    """Players by their descriptions, and what they play: a model tells the others its game."""
    descriptions = [parse_player(text) for text in texts]
    for one in descriptions:
        if game is None and not one.plays_any_game:
            game = one.own_game()
    if game is None:
        kind = "by rule sheets" if descriptions[0].kind == "http" else "any game"
        raise BoardworthError(f"{texts[0]} plays {kind}: say which with --game")
    return [one.player(game, seed) for one in descriptions], game


def _random(described: PlayerDescription, _game: Game, seed: int) -> Player:
    described.checked(_NoSettings)
    if described.argument:
        raise BoardworthError(f"{described.text}: random takes no argument")
    return RandomPlayer(seed)


def _playouts(described: PlayerDescription, _game: Game, seed: int) -> Player:
    described.checked(_NoSettings)
    return Playouts(described.simulations(), seed=seed, name=described.text)


def _uct(described: PlayerDescription, game: Game, seed: int) -> Player:
    game.simulator("UCT")
    settings = UctSettings(**described.checked(_UctOptions))
    return Uct(described.simulations(), seed=seed, settings=settings, name=described.text)


def _baseline(described: PlayerDescription, game: Game, _seed: int) -> Player:
    game.turn_based("alpha-beta")
    return _by_search(described, baseline(game, described.argument))


def _of_model(described: PlayerDescription, game: Game, _seed: int) -> Player:
    model = described.model()
    if model.game != game:
        raise MissingCapability(f"{described.argument} plays {model.game.name}, not {game.name}")
    return _by_search(described, model)


def _by_search(described: PlayerDescription, model: Model) -> Player:
    settings = described.checked(_SearchSettings)
    method = _method(described, settings.pop("method", None))
    if settings.keys() <= {"threads"}:
        return model_player(model, described.text, method=method, **settings)
    if method not in {None, "alpha-beta"}:
        raise BoardworthError(f"{described.text}: {method} knows no {', '.join(settings)}")
    if "level" in settings:
        settings["limit"] = level(model.game, settings.pop("level"))
    if settings.keys() & {"features", "without"}:
        chosen = settings.pop("features", "playing")
        named = chosen if chosen in {"playing", "learning"} else chosen.split("+")
        without = settings.pop("without", "")
        settings["features"] = search_features(
            model.game, named, without.split("+") if without else ()
        )
    return AlphaBeta(Evaluator(model), described.text, **settings)


def _method(described: PlayerDescription, name: str | None) -> PlayerName | None:
    if name is None:
        return None
    for method in _METHODS:
        if method == name.replace(" ", "-"):
            return method
    known = ", ".join(_METHODS)
    raise BoardworthError(f"{described.text}: method {name}: expected one of {known}")


def _engine(described: PlayerDescription, game: Game, _seed: int) -> Player:
    plays = _ENGINES[described.kind]
    if game.definition != plays:
        raise MissingCapability(f"{described.kind} engines play {plays}, not {game.name}")
    if described.kind in _WITH_OPTIONS:
        player = _WITH_OPTIONS[described.kind]
        return player(described.argument, described.text, described.settings)
    return (NBoardPlayer if described.kind == "nboard" else GtpPlayer)(
        described.argument, described.text
    )


def _http(described: PlayerDescription, game: Game, _seed: int) -> Player:
    if game.rule_sheet is None:
        raise MissingCapability(
            f"{described.text} plays by rule sheets, not {game.name}: say which with --game "
            "game.gdl"
        )
    return GgpPlayer(described.argument)


_MAKERS: dict[str, Callable[[PlayerDescription, Game, int], Player]] = {
    "random": _random,
    "playouts": _playouts,
    "uct": _uct,
    "baseline": _baseline,
    "model": _of_model,
    "nboard": _engine,
    "gtp": _engine,
    "uci": _engine,
    "usi": _engine,
    "http": _http,
}
