"""Reading PGN into positions, beside python-chess: elite2600.pgn of the data, on one core."""

import chess.pgn

import boardworth as bw
from benchmarks.data import data_folder
from benchmarks.timing import faster_by, seconds_by_round, show
from boardworth.rules.records.pgn import pgn_parts

PEER_GAMES = 500
ROUNDS = 5


def run() -> None:
    game = bw.load_game("chess")
    path = data_folder() / "chess" / "elite2600.pgn"
    count = len(bw.read_records(game, path).games)

    def ours() -> None:
        assert sum(len(part) for part in pgn_parts(game, path, with_positions=True)) == count

    def records() -> None:
        assert sum(1 for _ in bw.read_records(game, path).games) == count

    def peer() -> None:
        with path.open(encoding="latin-1") as file:
            for _ in range(PEER_GAMES):
                record = chess.pgn.read_game(file)
                assert record is not None
                board = record.board()
                for move in record.mainline_moves():
                    board.push(move)

    works = {"boardworth, packed positions": ours, "boardworth, records": records}
    seconds = seconds_by_round({**works, "python-chess": peer}, ROUNDS)
    peer_seconds = seconds["python-chess"]
    rows = [
        (
            name,
            f"{games / min(seconds[name]):,.0f}",
            faster_by(peer_seconds, seconds[name], games / PEER_GAMES),
        )
        for name, games in [*((name, count) for name in works), ("python-chess", PEER_GAMES)]
    ]
    show(
        f"Reading {count:,} games of chess from PGN",
        ("reader", "games/s", "faster than python-chess"),
        rows,
        note=f"one thread; python-chess reads the first {PEER_GAMES} games",
    )
