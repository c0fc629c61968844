"""Reports: everything about a model on one page that needs no network."""

from boardworth.report.balance import read_balance, write_balance
from boardworth.report.matters import what_matters
from boardworth.report.report import write_report
from boardworth.report.results import Results, read_results

__all__ = [
    "Results",
    "read_balance",
    "read_results",
    "what_matters",
    "write_balance",
    "write_report",
]
