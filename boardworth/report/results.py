"""Results of matches, from the files that the command line writes."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

import msgspec

from boardworth.errors import BoardworthError, FormatError

if TYPE_CHECKING:
    from boardworth.files import FilePath


class Sprt(msgspec.Struct):
    """What the sequential test has found."""

    elo0: float
    elo1: float
    log_likelihood_ratio: float
    verdict: str


class Summarised(Protocol):
    """A match that can be reported: a `MatchResult`, or `Results` from a file."""

    def summary(self) -> dict[str, Any]:
        """Its figures by name."""
        ...


class Results(msgspec.Struct):
    """The result in what `boardworth match --json` writes: `MatchResult.summary`."""

    players: tuple[str, str]
    limit: str
    wins: int
    draws: int
    losses: int
    share: float
    elo: float | None
    elo_interval_95: tuple[float | None, float | None]
    pairs: list[int]
    sprt: Sprt
    game: str | None = None  # None in files of 0.1, which do not tell

    def summary(self) -> dict[str, Any]:
        """The same figures by name."""
        found: dict[str, Any] = msgspec.to_builtins(self)
        return found

    @property
    def games(self) -> int:
        """How many were played."""
        return self.wins + self.draws + self.losses

    @property
    def verdict(self) -> int:
        """1 if the first player is better, -1 if it is worse, 0 if the interval leaves it open."""
        low, high = self.elo_interval_95
        return int(low is not None and low > 0) - int(high is not None and high < 0)

    @property
    def elo_text(self) -> str:
        """The difference with its interval: +120 [+80, +165]; what is not bounded is ±∞."""
        low, high = self.elo_interval_95
        unbounded = "+∞" if self.share > 1 / 2 else "-∞"
        middle = unbounded if self.elo is None else f"{self.elo:+.0f}"
        ends = ["-∞" if low is None else f"{low:+.0f}", "+∞" if high is None else f"{high:+.0f}"]
        return f"{middle} [{', '.join(ends)}]"


def results_of(match: Summarised) -> Results:
    """The figures of a match of two players. Raises BoardworthError if there were others."""
    try:
        return msgspec.convert(match.summary(), Results)
    except msgspec.ValidationError as error:
        raise BoardworthError(f"not a match of two players: {error}") from None


def read_results(file_path: FilePath) -> Results:
    """The figures of a match, from its JSON document; in 0.1 they were all of it.

    Raises FormatError.
    """
    path = Path(file_path)
    figures = None
    try:
        document = msgspec.json.decode(path.read_bytes())
        figures = document.get("result", document) if isinstance(document, dict) else document
        found = msgspec.convert(figures, Results)
        if isinstance(document, dict) and isinstance(game := document.get("game"), str):
            found.game = game
        return found
    except msgspec.ValidationError as error:
        if isinstance(figures, dict) and "balance" in figures:
            raise FormatError(f"{path}: not a match, but a balance: see --balance") from None
        raise FormatError(f"{path}: not a result of a match of two players: {error}") from None
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise FormatError(f"{path}: not a result of a match: {error}") from None
