"""The matches of Waledzik and Mandziuk 2014 at equal numbers of simulations: hours.

The sheets are those in the folder gdl of the one that BOARDWORTH_DATA names. Games that are
finished are kept, so that what is interrupted goes on.
"""

from collections.abc import Iterator, Sequence

from benchmarks.data import public_sheets
from benchmarks.figures import PRODUCT, Table, boardworth, record, work_folder

SOURCES = (*PRODUCT, "boardworth/reproduce")
# Games, simulations of plain UCT a move, and matches of each cell: as many as can be paid for.
FAITHFUL = (
    ("checkers", "50 200", 20),
    ("chess_200_v1", "50", 20),
    ("connect4 connect5", "50 200", 40),
)
# What is changed, with the C of guided and plain UCT, which the paper does not tell.
CHANGES = (
    ("equal simulations", "--equal simulations", FAITHFUL),
    ("C 0.02 of guided UCT", "--exploration 0.02", FAITHFUL),
    (
        "both",
        "--equal simulations --exploration 0.02",
        (("checkers", "50 200", 20),),
    ),
)
NOT_PLAYED = "not played"


def run() -> None:
    played = [_tables(f"--figures 4 table {_cell(*cell)}") for cell in FAITHFUL]
    *figures, verdicts = zip(*played, strict=True)
    for tables in figures:
        record(_joined(tables).only("game", "a move", "W-D-L", "per cent, 95 %", _paper(tables)))
    record(_joined(verdicts, _claims(verdicts)))
    rows = [row for change in CHANGES for row in _changed(*change)]
    columns = ["what is changed", "game", "a move", "W-D-L", "per cent, 95 %"]
    record(Table("Figure 4 by other settings", columns, rows))


def _cell(games: str, simulations: str, matches: int) -> str:
    return f"--games {games} --simulations {simulations} --matches {matches}"


def _tables(options: str) -> list[Table]:
    folders = f"--sheets {public_sheets()} --folder {work_folder()}/ggp.work"
    return boardworth(f"reproduce ggp {options} {folders}")


def _paper(tables: Sequence[Table]) -> str:
    """The column of what the paper says."""
    return tables[0].columns[-1]


def _joined(tables: Sequence[Table], rows: Sequence[list[str]] | None = None) -> Table:
    first = tables[0]
    own = [row for table in tables for row in table.rows] if rows is None else list(rows)
    return Table(first.title, first.columns, own, first.note)


def _claims(tables: Sequence[Table]) -> list[list[str]]:
    """The rows of what was played by any command; of all others, that they were not."""
    claims: dict[tuple[str, ...], list[list[str]]] = {}
    for table in tables:
        here = table.columns.index("here, 95 %")
        for row in table.rows:
            rows = claims.setdefault(tuple(row[:here]), [])
            if rows and rows[0][here] == NOT_PLAYED:
                rows.clear()
            if not rows or (row[here] != NOT_PLAYED and row not in rows):
                rows.append(row)
    return [row for rows in claims.values() for row in rows]


def _changed(what: str, options: str, cells: Sequence[tuple[str, str, int]]) -> Iterator[list[str]]:
    for cell in cells:
        (table, _) = _tables(f"--figures 4 {_cell(*cell)} {options}")
        for row in table.only("game", "a move", "W-D-L", "per cent, 95 %").rows:
            yield [what, *row]
