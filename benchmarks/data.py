"""Real records and rule sheets, in the folder that the variable BOARDWORTH_DATA names."""

import os
from pathlib import Path


class NoData(Exception):
    """A benchmark needs records that are not there."""


def data_folder() -> Path:
    folder = os.environ.get("BOARDWORTH_DATA")
    if not folder:
        raise NoData("BOARDWORTH_DATA names no folder of records")
    return Path(folder)


def othello_data() -> Path:
    """WTHOR's games, openings and problems."""
    return data_folder() / "othello"


def public_sheets() -> Path:
    """Rule sheets by other people."""
    return data_folder() / "gdl"
