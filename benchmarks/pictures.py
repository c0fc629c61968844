"""The pictures of README, drawn anew: what the model of Othello that comes along has learned.

    make pictures

A test finds the same.
"""

import boardworth as bw
from benchmarks.figures import ROOT
from boardworth.fitting.shown import heat_map
from boardworth.report.heat_maps import heat_maps

FOLDER = ROOT / "docs" / "pictures"
OPENING = "f5d6c3d3c4f4c5b3c2e3d2c6b4a3"


def run() -> None:
    FOLDER.mkdir(exist_ok=True)
    for name, svg in pictures().items():
        (FOLDER / name).write_text(f"{svg}\n")
        print(f"{len(svg):8,} bytes  {name}")


def pictures() -> dict[str, str]:
    """By the names of their files."""
    model = bw.shipped_model(bw.load_game("othello"))
    squares = heat_maps(model)
    assert squares is not None
    middle = squares.maps[len(squares.maps) // 2]
    position = model.game.start()
    for at in range(0, len(OPENING), 2):
        position = position.play(OPENING[at : at + 2])
    return {
        "othello-squares.svg": str(middle.svg),
        "othello-position.svg": heat_map(bw.Evaluator(model).explain(position)),
    }
