"""Plots of our own as inline SVG: small, offline, and in the colours of the page."""

from boardworth.report.plots.bars import Bars, bar_plot
from boardworth.report.plots.frame import Plot, Series
from boardworth.report.plots.grid import grid_plot
from boardworth.report.plots.interval import interval_plot
from boardworth.report.plots.lines import line_plot
from boardworth.report.plots.scale import number_text

__all__ = [
    "Bars",
    "Plot",
    "Series",
    "bar_plot",
    "grid_plot",
    "interval_plot",
    "line_plot",
    "number_text",
]
