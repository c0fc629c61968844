"""Records of games, read and written by the file's ending; and files of problems."""

from boardworth.rules.records.formats import RECORD_ENDINGS, format_of
from boardworth.rules.records.problem import PROBLEM_ENDINGS, Problem, read_problems, write_problems
from boardworth.rules.records.reading import read_in_parts, read_records
from boardworth.rules.records.record import GameRecord, Note, RecordFile
from boardworth.rules.records.writing import write_records

__all__ = [
    "PROBLEM_ENDINGS",
    "RECORD_ENDINGS",
    "GameRecord",
    "Note",
    "Problem",
    "RecordFile",
    "format_of",
    "read_in_parts",
    "read_problems",
    "read_records",
    "write_problems",
    "write_records",
]
