"""Records of games: one reader per format, chosen by the file's ending."""

from boardworth.rules.records.reading import read_records
from boardworth.rules.records.record import GameRecord, RecordFile

__all__ = ["GameRecord", "RecordFile", "read_records"]
