"""The model that comes with Boardworth against another engine over NBoard, at equal depth.

Needs BOARDWORTH_DATA; BOARDWORTH_NBOARD_PEER is the command that starts the other engine, and
BOARDWORTH_NBOARD_NAME its name.
"""

from benchmarks.data import NoData, othello_data
from benchmarks.figures import boardworth
from benchmarks.peer import peer_command, peer_name
from benchmarks.timing import show

DEPTH = 12
GAMES = 200


def run() -> None:
    command = peer_command()
    if command is None:
        raise NoData("BOARDWORTH_NBOARD_PEER starts no other engine")
    (table,) = boardworth(
        f'match othello "nboard:{command}" --depth {DEPTH} --games {GAMES} '
        "--openings openings/xot.txt",
        othello_data(),
    )
    show(
        "The model that comes with Boardworth against another engine, from XOT's openings",
        ("opponent", "limit of a move", "games", "W-D-L", "score", "Elo, 95 %"),
        [(peer_name(), f"depth {DEPTH}", *table.rows[0][:4])],
    )
