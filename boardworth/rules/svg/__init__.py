"""Boards as SVG images of our own drawing: no other files, the same bytes every time."""

from boardworth.rules.svg.images import board_svg, facts_svg, heat_svg, squares_svg

__all__ = ["board_svg", "facts_svg", "heat_svg", "squares_svg"]
