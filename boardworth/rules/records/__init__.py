"""Records of games: one reader per format, chosen by the file's ending; and files of problems."""

from boardworth.rules.records.obf import Problem, read_problems
from boardworth.rules.records.reading import RECORD_ENDINGS, read_records
from boardworth.rules.records.record import GameRecord, RecordFile

__all__ = ["RECORD_ENDINGS", "GameRecord", "Problem", "RecordFile", "read_problems", "read_records"]
