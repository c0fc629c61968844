"""The commands of the papers, one function each."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cyclopts import App

from boardworth.cli.output.figures import with_figures
from boardworth.cli.reproduce.buro1995 import buro1995
from boardworth.cli.reproduce.ggp import ggp
from boardworth.cli.reproduce.glem import glem
from boardworth.cli.reproduce.kaneko import kaneko
from boardworth.cli.reproduce.mmto import mmto

if TYPE_CHECKING:
    from collections.abc import Callable

PAPERS: list[Callable[..., int | None]] = [
    with_figures(paper, under="reproduce") for paper in (buro1995, glem, kaneko, ggp, mmto)
]
reproduce = App(
    name="reproduce",
    help="Repeat a paper's experiment, show its figures beside the paper's, and give verdicts.",
)
for _place, _paper in enumerate(PAPERS):
    reproduce.command(_paper, sort_key=_place)
