"""boardworth reproduce: a paper's tables again, ours beside theirs."""

from boardworth.cli.reproduce.papers import PAPERS, reproduce

__all__ = ["PAPERS", "reproduce"]
