"""The samples that come with Boardworth, anew: games of its own players, the same every time.

    make samples

The matches are those of the command line. Problems are positions of their games: endings of Othello
with the exact score of every move, and mates of chess that one move alone forces.
"""

import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import boardworth as bw
from benchmarks.figures import ROOT, boardworth
from boardworth.evaluators import final_units

FOLDER = ROOT / "boardworth" / "samples"
# What is written, by the words after `boardworth`, in their order.
COMMANDS = (
    "match othello othello --level 5 --level 4 --games 1000 --seed 1 --records othello.wtb",
    "match othello othello --level 9 --level 8 --games 20 --seed 2 --records othello.ggf",
    "openings othello --count 100 --within 3 -o othello-openings.txt",
    "match chess chess --level 5 --level 4 --games 40 --opening-plies 6 --seed 3"
    " --records chess.pgn",
    "match shogi shogi --level 4 --level 3 --games 20 --opening-plies 6 --seed 4"
    " --records shogi.usi",
    "match shogi shogi --level 4 --level 3 --games 4 --opening-plies 6 --seed 5"
    " --records shogi.csa",
    "match shogi shogi --level 4 --level 3 --games 4 --opening-plies 6 --seed 6"
    " --records shogi.kif",
    "records shogi.kif --to shogi.ki2",
)
EMPTIES = 14  # of the endings
MATE_DEPTH = 3  # plies in which a mate is forced
PROBLEMS = 20


def run() -> None:
    with tempfile.TemporaryDirectory() as name:
        made = Path(name)
        for command in COMMANDS:
            boardworth(f"{command} --quiet", made)
        bw.write_problems(made / "othello.obf", _endings(made / "othello.ggf"))
        bw.write_problems(made / "chess.epd", _mates(made / "chess.pgn"))
        for path in sorted(made.iterdir()):
            shutil.copyfile(path, FOLDER / path.name)
            print(f"{path.stat().st_size:8,} bytes  {path.name}")


def _endings(records: Path) -> list[bw.Problem]:
    """One position of every game, and what each of its moves is worth."""
    game = bw.load_game("othello")
    player = bw.solver(bw.shipped_model(game))
    problems = []
    for record in bw.read_records(game, records).games:
        positions = bw.History.after(record.start, record.moves).positions
        start = next(one for one in positions if game.text(one).count("-") <= EMPTIES)
        afters = {move: start.play(move) for move in start.legal_moves()}
        scores = {move: _score(player, start, after) for move, after in afters.items()}
        problems.append(bw.Problem(start, scores, ""))
    return problems[:PROBLEMS]


def _score(player: bw.AlphaBeta, start: bw.Position, after: bw.Position) -> int:
    """What a position after a move is worth to the side that has made it."""
    score = bw.solve(player, after).score
    return score if after.mover == start.mover else -score


def _mates(records: Path) -> list[bw.Problem]:
    """Positions of which one move leads to a mate, and no other within the same depth."""
    game = bw.load_game("chess")
    player = bw.AlphaBeta(bw.Evaluator(bw.shipped_model(game)))
    found = []
    for record in bw.read_records(game, records).games:
        for position in _near_the_end(record):
            best = _only_mate(player, position)
            if best is not None:
                found.append(bw.Problem(position, {}, "", best=(best,)))
                break
    names = (f"mate {number}" for number in range(1, PROBLEMS + 1))
    return [
        bw.Problem(one.position, {}, "", best=one.best, name=name)
        for name, one in zip(names, found, strict=False)
    ]


def _only_mate(player: bw.AlphaBeta, position: bw.Position) -> int | None:
    """The one move that leads to a mate, if there is one; not where it mates at once."""
    limit, won = bw.Limit(depth=MATE_DEPTH), final_units(player.evaluator.model, 1)
    first = player.search(position, limit)
    if first.value < won or len(first.pv) == 1:
        return None
    best, *others = bw.analyze_position(player, position, limit)
    return None if any(other.units >= won for other in others) else best.move


def _near_the_end(record: bw.GameRecord) -> Iterator[bw.Position]:
    positions = bw.History.after(record.start, record.moves).positions
    yield from reversed(positions[-2 * MATE_DEPTH : -1])
