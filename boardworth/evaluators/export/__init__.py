"""Models for other programs: one file without dependencies, or tables of weights."""

from boardworth.evaluators.export.formats import ENDINGS, ExportFormat, export_model

__all__ = ["ENDINGS", "ExportFormat", "export_model"]
