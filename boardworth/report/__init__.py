"""Reports: everything about a model on one page that needs no network."""

from boardworth.report.report import write_report

__all__ = ["write_report"]
