"""Files of models of patterns."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from boardworth.errors import BoardworthError, FormatError
from boardworth.evaluators.container import Kind, decode, encode
from boardworth.features import FeatureSet, Pattern
from boardworth.files import FilePath, shipped_file, written_atomically
from boardworth.fitting import Model, PlayerName, Selectivity, Stages, Target
from boardworth.rules import Game, load_game

if TYPE_CHECKING:
    from numpy.typing import NDArray

_MOST_SCALE = 1 << 12


class _About(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The part of a model that is not numbers in tables."""

    game: str
    patterns: list[Pattern]
    stages: Stages
    scale: int
    target: Target
    metrics: dict[str, Any]
    provenance: dict[str, Any]
    selectivity: Selectivity | None = None
    player: PlayerName | None = None
    parts: list[dict[str, Any]] = []


def save_model(model: Model, path: FilePath) -> None:
    """Writes a model file; it is either whole or not there."""
    features, feature_tensors = model.features.to_section()
    about = _About(
        model.game.definition,
        list(model.features.patterns),
        model.stages,
        model.scale,
        model.target,
        dict(model.metrics),
        dict(model.provenance),
        model.selectivity,
        model.player,
        features["parts"],
    )
    tensors: dict[str, NDArray[Any]] = {
        "support": model.support,
        "weights": model.weights,
        **feature_tensors,
    }
    with written_atomically(path) as file:
        file.write(encode(Kind.MODEL, msgspec.to_builtins(about), tensors))


def load_model(file_path: FilePath) -> Model:
    """Reads a model file. Raises FormatError if a single byte of it is not as it was written."""
    path = Path(file_path)
    content, tensors = decode(Kind.MODEL, path)
    try:
        about = msgspec.convert(content, _About)
        kept = {"patterns": content["patterns"], "parts": about.parts}
        features = FeatureSet.from_section(load_game(about.game), kept, tensors)
        expected = (len(about.stages), len(features))
    except (msgspec.ValidationError, BoardworthError) as error:
        raise FormatError(f"{path}: not a model of this version: {error}") from None
    stages = about.stages
    problems = {
        "scale": not 1 <= about.scale <= _MOST_SCALE,
        "stages": stages.max_progress != features.game.max_progress or not stages.sound(),
        "calibrations": about.selectivity is not None and not about.selectivity.sound(),
        "tensors": {n: (t.shape, t.dtype.name) for n, t in tensors.items()}
        != {
            "support": (expected, "uint8"),
            "weights": (expected, "int16"),
            **{n: (t.shape, t.dtype.name) for n, t in features.to_section()[1].items()},
        },
    }
    for name, wrong in problems.items():
        if wrong:
            raise FormatError(
                f"{path}: its {name} do not fit {features.game.name} and its patterns"
            )
    return Model(
        features,
        stages,
        tensors["weights"],
        about.scale,
        about.target,
        tensors["support"],
        about.selectivity,
        about.metrics,
        about.provenance,
        about.player,
    )


def shipped_model(game: Game) -> Model:
    """The model that comes with Boardworth for a game."""
    path = shipped_file(f"{game.name}.model")
    if path is None:
        raise BoardworthError(f"no model comes with Boardworth for {game.name}: build one")
    return load_model(path)
