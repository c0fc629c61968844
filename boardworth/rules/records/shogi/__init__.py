"""Records of shogi: CSA, KIF, KI2 and USI lines, read and written."""

from boardworth.rules.records.shogi.csa import read_csa
from boardworth.rules.records.shogi.csa_writing import write_csa
from boardworth.rules.records.shogi.kif import is_kif, read_kif
from boardworth.rules.records.shogi.kif_writing import (
    check_ki2,
    check_kif,
    write_ki2,
    write_ki2u,
    write_kif,
    write_kifu,
)
from boardworth.rules.records.shogi.usi import read_usi, write_usi

__all__ = [
    "check_ki2",
    "check_kif",
    "is_kif",
    "read_csa",
    "read_kif",
    "read_usi",
    "write_csa",
    "write_ki2",
    "write_ki2u",
    "write_kif",
    "write_kifu",
    "write_usi",
]
