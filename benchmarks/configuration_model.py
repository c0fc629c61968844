"""An evaluation of configurations alone: built, loaded, explained and matched, and what it costs.

Matches are limited in depth or nodes: a busy machine does not change them. Needs BOARDWORTH_DATA.
"""

import json
import shlex
import time
from collections.abc import Callable
from pathlib import Path

import boardworth as bw
from benchmarks.cover import DEPTH, NOTE, WORK, measured, middle_game, show_speeds
from benchmarks.data import othello_data
from benchmarks.figures import PRODUCT, boardworth, work_folder
from benchmarks.timing import show
from boardworth.features import ConfigurationSet

SOURCES = (*PRODUCT, "benchmarks/cover.py", "benchmarks/touches.py")
# Searches are not calibrated: it would take longer than the matches.
BUILD = "build othello {} --calibration 0 --records 'wthor/WTH_201[3-5].wtb' -o {}"
FEATURES = {
    "configurations": "--configurations 4:100:6500 --mined per-phase",
    "single-facts": "--configurations 1:100 --mined per-phase",
    "logistello": "--patterns shipped",
}
MATCHES = (
    ("configurations", "baseline:squares", "--depth 2 --games 40"),
    ("configurations", "single-facts", "--nodes 300 --games 100"),
    ("configurations", "logistello", "--nodes 300 --games 100"),
)
MIN_MEMBERS = 50_000


def run() -> None:
    model = bw.load_model(model_file("configurations"))
    (part,) = model.weighted_sum.features.parts
    assert isinstance(part, ConfigurationSet)
    assert len(part.members) >= MIN_MEMBERS
    show_fits()
    show_explanation(model)
    work, speeds = measured(part.members, part.semantics)
    show("Following them", WORK, [("of the model", *work)], NOTE.format(DEPTH))
    show_speeds(part.semantics, [("of the model", f"{len(part.members):,}", *speeds)])
    show(
        "Matches of fits to the same games",
        ("player", "opponent", "limit of a move", "games", "W-D-L", "score", "Elo, 95 %"),
        [kept(" - ".join(match), lambda match=match: played(*match)) for match in MATCHES],
        "from XOT's openings, both colours",
    )


def show_fits() -> None:
    """How large the models are, how well they fit, and what building them took."""
    rows = []
    for name, words in FEATURES.items():
        path = model_file(name)
        start = time.process_time()
        model = bw.load_model(path)
        bw.Evaluator(model)
        loading = time.process_time() - start
        features = model.weighted_sum.features
        parts = [part for part in features.parts if isinstance(part, ConfigurationSet)]
        members = sum(len(part.members) for part in parts)
        rows.append(
            (
                f"`{words}`",
                f"{members:,}" if members else "-",
                f"{len(features):,}",
                f"{model.metrics['held_out']['all']['mse']:.1f}",
                f"{path.stat().st_size / 1e6:.1f}",
                *kept(f"{name} building", lambda: ("",)),
                f"{loading:.2f}",
            )
        )
    show(
        "Models of configurations and others, from the same games",
        (
            "features", "configurations", "weights a stage", "MSE held out", "MB",
            "building, CPU seconds", "loading, CPU seconds",
        ),
        rows,
        f"`boardworth {BUILD.format('FEATURES', 'FILE')}`; configurations that are images of each "
        "other share a weight",
    )  # fmt: skip


def show_explanation(model: bw.Model) -> None:
    """How many terms a value is the sum of."""
    rows = []
    evaluator = bw.Evaluator(model)
    for name, position in (
        ("the start", model.game.start()),
        ("a middle game", middle_game(model.game)),
    ):
        explanation = evaluator.explain(position)
        assert sum(term.contribution for term in explanation.terms) == explanation.value
        assert explanation.value == evaluator.value(position)
        largest = max(abs(term.contribution) for term in explanation.terms)
        rows.append(
            (name, str(len(explanation.terms)), f"{explanation.value:+.2f}", f"{largest:.2f}")
        )
    show(
        "Values of the model of configurations, explained",
        ("position", "terms", "their sum", "the largest"),
        rows,
        "the sum of the terms is the value",
    )


def model_file(name: str) -> Path:
    """The model of some features, built if this code has not built it yet."""
    path = work_folder() / f"{name}-2013.model"

    def build() -> tuple[str, ...]:
        start = time.process_time()
        boardworth(BUILD.format(FEATURES[name], shlex.quote(str(path))), othello_data())
        return (f"{time.process_time() - start:.0f}",)

    kept(f"{name} building", build)
    return path


def played(first: str, second: str, limit: str) -> tuple[str, ...]:
    """The row of a match."""
    files = (str(model_file(p)) if p in FEATURES else p for p in (first, second))
    table, *_ = boardworth(
        f"match {shlex.join(files)} {limit} --openings openings/xot.txt", othello_data()
    )
    name, amount, *_ = limit.removeprefix("--").split()
    words = {"nodes": "{} nodes", "depth": "depth {}"}[name].format(amount)
    return (first, second, words, *table.rows[0][:4])


def kept(name: str, work: Callable[[], tuple[str, ...]]) -> tuple[str, ...]:
    """What some work returns, done once by each version of the code."""
    path = work_folder() / f"{name}.json"
    if not path.exists():
        path.write_text(json.dumps(work()))
    return tuple(json.loads(path.read_text()))
