"""Reports: everything about a model on one page that needs no propnet."""

from boardworth.report.report import Results, read_results, write_report

__all__ = ["Results", "read_results", "write_report"]
