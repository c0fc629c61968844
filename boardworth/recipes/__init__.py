"""Recipes: the stages put together into whole constructions of evaluations."""

from boardworth.recipes.auto import Build, Settings
from boardworth.recipes.reporter import Reporter, Silent

__all__ = ["Build", "Reporter", "Settings", "Silent"]
