"""The command line: one verb per job, one file per verb."""

from boardworth.cli.app import main

__all__ = ["main"]
