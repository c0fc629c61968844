"""The matches of Waledzik and Mandziuk 2014 at equal numbers of simulations: hours.

The sheets are those in the folder gdl of the one that BOARDWORTH_DATA names. Games that are
finished are kept, so that what is interrupted goes on.
"""

from collections.abc import Iterator, Sequence

from benchmarks.data import public_sheets
from benchmarks.figures import PRODUCT, Table, boardworth, record, work_folder
from boardworth.reproduce.ggp_paper import EXPERIMENTS
from boardworth.reproduce.ggp_verdicts import verdicts

SOURCES = (*PRODUCT, "boardworth/reproduce")
# Figures of the paper, games, simulations of plain UCT a move, and matches of each cell: as many as
# can be paid for.
FAITHFUL = (
    ("4 table", "checkers", "50 200", 20),
    ("4 table", "chess_200_v1", "50", 20),
    ("4 table", "othello-comp2007", "50", 40),
    ("4 table", "connect4 connect5", "50 200", 200),
    ("5 7", "connect4 connect5", "50 200", 100),
    ("5 7 --threads 8", "connect4 connect5", "50", 100),
    ("5 7", "othello-comp2007", "50", 20),
    ("5 7", "checkers", "50", 20),
)
# What is changed in figure 4, and where.
CHANGES = (
    ("equal simulations", "--equal simulations", "checkers", "50 200", 20),
    ("equal simulations", "--equal simulations", "connect4 connect5", "50 200", 200),
    ("C `0.02` of guided UCT", "--exploration 0.02", "checkers", "50 200", 20),
    ("C `0.02` of guided UCT", "--exploration 0.02", "connect4 connect5", "50 200", 100),
    ("both", "--equal simulations --exploration 0.02", "checkers", "50 200", 20),
)
COLUMNS = ("game", "a move", "W-D-L", "per cent, 95 %")
NOTHING = ("not played", "not counted")


def run() -> None:
    figures: dict[str, list[Table]] = {}
    judged = []
    for numbers, games, simulations, matches in FAITHFUL:
        *tables, claims = _tables(f"--figures {numbers}", games, simulations, matches)
        judged.append(claims)
        for table in tables:
            figures.setdefault(table.title, []).append(table)
    for title in sorted(figures):
        paper = figures[title][0].columns[-1]
        record(_joined(figures[title]).only(*COLUMNS, paper))
    record(_claims(judged))
    rows = [row for change in CHANGES for row in _changed(*change)]
    record(Table("Figure 4 by other settings", ["what is changed", *COLUMNS], rows))


def _tables(options: str, games: str, simulations: str, matches: int) -> list[Table]:
    cell = f"--games {games} --simulations {simulations} --matches {matches}"
    folders = f"--sheets {public_sheets()} --folder {work_folder()}/ggp.work"
    return boardworth(f"reproduce ggp {options} {cell} {folders}")


def _joined(tables: Sequence[Table]) -> Table:
    first = tables[0]
    rows = {tuple(row): row for table in tables for row in table.rows}
    return Table(first.title, first.columns, list(rows.values()), first.note)


def _claims(tables: Sequence[Table]) -> Table:
    """All claims: what any command has played, and of the others that they were not."""
    none = [
        [row.source, row.claim, row.paper, row.ours, row.verdict, row.would_decide]
        for row in verdicts([], EXPERIMENTS, {})
    ]
    first = tables[0]
    whole = _joined([*tables, Table(first.title, first.columns, none, first.note)])
    here = whole.columns.index("here, 95 %")
    rows = [row for row in whole.rows if row[here] not in NOTHING]
    played = {tuple(row[:here]) for row in rows}
    rows += [row for row in whole.rows if tuple(row[:here]) not in played]
    rows = [row for row in rows if not any(_says_more(other, row, here) for other in rows)]
    order = ["Section IV.A.1", *(f"Figure {number}" for number in range(4, 9)), "Table I"]
    rows = sorted(rows, key=lambda row: order.index(row[0]))
    return Table(whole.title, whole.columns, rows, whole.note)


def _says_more(one: Sequence[str], other: Sequence[str], here: int) -> bool:
    """Whether a row has the same contest by more limits."""
    return (
        one[:here] == other[:here]
        and one[here] != other[here]
        and one[here].startswith(other[here])
    )


def _changed(
    what: str, options: str, games: str, simulations: str, matches: int
) -> Iterator[list[str]]:
    (table, _) = _tables(f"--figures 4 {options}", games, simulations, matches)
    for row in table.only(*COLUMNS).rows:
        yield [what, *row]
