"""The files that a match writes: its figures and its games."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Protocol


class Outcome(Protocol):
    """What a match has brought."""

    def summary(self) -> dict[str, Any]:
        """The figures, for JSON."""

    def records(self) -> str:
        """The games."""


def write_outcome(outcome: Outcome, results: Path | None, records: Path | None) -> None:
    """Writes the figures and the games to the files that are wanted."""
    from boardworth.files import written_atomically

    if results is not None:
        with written_atomically(results) as file:
            file.write(json.dumps(outcome.summary(), indent=2).encode() + b"\n")
    if records is not None:
        with written_atomically(records) as file:
            file.write(outcome.records().encode())
