"""Where a model comes from, in words: only what took part in making it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from boardworth.errors import MissingCapability
from boardworth.recipes.settings import idle_settings
from boardworth.words import counted

if TYPE_CHECKING:
    from boardworth.fitting import Model

# Settings with what they mean, in the order of a build.
_MEANINGS = {
    "games": "games of each generation of self-play",
    "generations": "generations of self-play after the random one",
    "depth": "moves that self-play looks ahead",
    "exact": "moves before the end from which positions were solved",
    "near_even": "points from even within which positions were learned from",
    "searched": "positions that were labelled by searches",
    "label_depth": "depth of those searches",
    "solved": "moves before the end from which those searches went to the end",
    "target": "what values estimate",
    "loss": "what the fit minimised",
    "stages": "phases with weights of their own",
    "min_count": "occurrences that a configuration of a sparse pattern needs for a weight",
    "smooth": "pull of a weight towards the same weight in adjacent phases",
    "share": "how phases share weights that few positions show",
    "held_out": "share of the games that is only measured on",
    "calibration": "positions on which shallow and deep searches were compared",
    "seed": "of everything random",
    "seconds": "time of the whole build",
}
_OF_MOVES = {
    **_MEANINGS,
    "games": "games of the records, at most",
    "depth": "depth to which each move was searched, before quiescence search",
    "iterations": "searches of all positions of a batch",
    "batch": "positions that an iteration searched, others every time",
    "results": "how much the result of a game counted beside each of its moves",
    "l1": "pull of every weight towards 0",
    "patience": "iterations without a better held-out agreement that end a step of learning",
    "tapered": "whether weights pass from those of the beginning to those of the end",
}
_OF_FUNCTIONS = {
    "domains": "where the values of variables were taken from",
    "max_constants": "constants that an expression may have, tried at most",
    "sequences": "random games",
    "min_states": "states taken of each, at least",
    "max_states": "states taken of each, at most",
    "max_apart": "moves between them, at most",
    "rollouts": "random games from each state, which say what it is worth",
    "scaled": "whether weights are divided by the deviations of expressions",
    "terms": "expressions that were kept, of all roles",
    "seed": "of everything random",
}
# What other models were there for.
_EARLIER = {
    "improved": "Its first searches were those of another model:",
    "prior": "The fit began with the weights of another model:",
    "folded": "It is another model with its tables folded into one:",
}
# Older names of settings.
_RENAMED = {"least_seen": "min_count"}
# What means that nothing of the kind was done.
_UNUSED_IF_ZERO = frozenset({"near_even", "searched", "smooth", "calibration", "patience"})
_ALL = 10**9


@dataclass(frozen=True, slots=True)
class Setting:
    """A choice that took part in making a model."""

    name: str
    value: str
    meaning: str  # empty where the name must do


@dataclass(frozen=True, slots=True)
class History:
    """How a model was made, in sentences, and the models that it was made with."""

    lines: tuple[str, ...]
    earlier: tuple[tuple[str, History], ...] = ()  # what for, and how they were made


def history(model: Model) -> History:
    """How it was made, in sentences."""
    return _history(model.provenance, model.metrics)


def settings(model: Model) -> tuple[Setting, ...]:
    """The settings that took part, in their order; those of other kinds of builds are left out."""
    provenance = model.provenance
    given = dict(provenance.get("settings") or {})
    given |= {name: provenance[name] for name in ("seconds", "seed") if name in provenance}
    meanings = _OF_MOVES if _by_moves(provenance) else _MEANINGS
    if _by_functions(provenance):
        given |= given.pop("plan", {})
        meanings = _OF_FUNCTIONS
    given = {_RENAMED.get(name, name): value for name, value in given.items()}
    idle = _idle(provenance)
    if not _has_sparse_patterns(model):
        idle |= {"min_count"}
    for name in ("configurations", "logic", "theory"):
        if name in provenance:
            given[name] = provenance[name]
    order = {name: place for place, name in enumerate(meanings)}
    return tuple(
        Setting(name.replace("_", " "), _value(name, value), meanings.get(name, ""))
        for name, value in sorted(given.items(), key=lambda item: order.get(item[0], len(order)))
        if name not in idle and not _unused(name, value)
    )


def record_files(model: Model) -> tuple[tuple[str, str], ...]:
    """The files that it learned from, with the SHA-256 of each."""
    return tuple((name, digest) for name, digest in model.provenance.get("records") or ())


def _has_sparse_patterns(model: Model) -> bool:
    try:
        return any(pattern.sparse for pattern in model.weighted_sum.features.patterns)
    except MissingCapability:
        return False


def _by_moves(provenance: Mapping[str, Any]) -> bool:
    return isinstance(provenance.get("method"), Mapping)


def _by_functions(provenance: Mapping[str, Any]) -> bool:
    return provenance.get("method") == "paper"


def _idle(provenance: Mapping[str, Any]) -> frozenset[str]:
    if _by_functions(provenance):
        return frozenset()
    if _by_moves(provenance):
        tapered = (provenance.get("settings") or {}).get("tapered")
        return frozenset({"stages"} if tapered else ())
    return idle_settings(
        provenance.get("settings") or {},
        records=bool(provenance.get("records")),
        improved="improved" in provenance,
    )


def _unused(name: str, value: Any) -> bool:
    return value is None or (name in _UNUSED_IF_ZERO and not value)


def _value(name: str, value: Any) -> str:
    if name == "games" and value == _ALL:
        return "all"
    if name == "seconds":
        return f"{value:.0f} s"
    if isinstance(value, Mapping):
        return ", ".join(
            f"{key.replace('_', ' ')} {_value(key, own)}" for key, own in value.items()
        )
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list | tuple):
        return ", ".join(map(str, value))
    return f"{value:,}" if isinstance(value, int) and name != "seed" else f"{value}"


def _history(provenance: Mapping[str, Any], metrics: Mapping[str, Any]) -> History:
    lines = [*_made(provenance, metrics), *_searches(provenance), *_versions(provenance)]
    earlier = [
        (what, _history(provenance[name].get("from", provenance[name]), {}))
        for name, what in _EARLIER.items()
        if name in provenance
    ]
    if not lines and not earlier:
        return History(("It does not say where it comes from.",))
    return History(tuple(lines), tuple(earlier))


def _made(provenance: Mapping[str, Any], metrics: Mapping[str, Any]) -> Iterator[str]:
    """What was learned from, and how."""
    if "made" in provenance:
        yield f"It was made {provenance['made']}."
    if "sequences" in metrics:
        yield (
            "Its expressions were found in the rules, and their weights by how they go with the "
            f"results of {metrics['sequences']:,} random games, in {metrics['states']:,} states."
        )
    if data := provenance.get("data"):
        yield from _data(provenance, data)


def _data(provenance: Mapping[str, Any], data: Mapping[str, Any]) -> Iterator[str]:
    given = provenance.get("settings") or {}
    amount = f"{counted(data['positions'], 'position')} of {counted(data['games'], 'game')}"
    if "near_even" in data:
        amount = f"{data['near_even']:,} positions near even, of {amount}"
    if _by_moves(provenance):
        yield f"It learned which moves players chose in {amount}, from {_files(provenance)}."
    elif provenance.get("records"):
        yield f"It learned from {amount}: {_files(provenance)}."
    elif "improved" in provenance:
        yield f"It learned from {amount}, of self-play by another model."
    else:
        yield f"It learned from {amount}, which it played against itself."
        if "generations" in given:
            yield (
                "The first games were of random moves; "
                f"{counted(given['generations'], 'generation')} followed, each played by a model "
                f"of the one before that looked {counted(given['depth'], 'move')} ahead."
            )


def _searches(provenance: Mapping[str, Any]) -> Iterator[str]:
    given = provenance.get("settings") or {}
    if not given.get("searched"):
        return
    if provenance.get("records") or "improved" in provenance:
        yield (
            f"{given['games']:,} games of self-play from random openings, by searches to depth "
            f"{given['depth']}, gave positions beside."
        )
    yield (
        f"{given['searched']:,} positions, half of them met inside searches, were labelled by "
        f"searches to depth {given['label_depth']}."
    )


def _files(provenance: Mapping[str, Any]) -> str:
    """The files of records by their names, as far as they are few."""
    names = [name for name, _ in provenance.get("records") or ()]
    few = names if len(names) <= 3 else [names[0], "…", names[-1]]
    return f"{counted(len(names), 'file')} of records ({', '.join(few)})"


def _versions(provenance: Mapping[str, Any]) -> Iterator[str]:
    if versions := provenance.get("versions"):
        others = [f"{name} {own}" for name, own in versions.items() if name != "boardworth"]
        beside = f" with {' and '.join(others)}" if others else ""
        yield f"It was made by Boardworth {versions['boardworth']}{beside}."
