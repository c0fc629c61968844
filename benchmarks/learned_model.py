"""A model as users have it: learned from tournament games, calibrated, kept between runs."""

from pathlib import Path

import boardworth as bw
from boardworth.features import shipped_pictures

FOLDER = Path("build/bench")


def training_records(data: Path) -> list[Path]:
    """The WTHOR games to 2015."""
    games = sorted((data / "othello" / "wthor").glob("*.wtb"))
    return [file for file in games if int(file.stem[-4:]) <= 2015]


def learned_model(data: Path) -> bw.Model:
    """Logistello's patterns, from the WTHOR games to 2015; made once, in a minute or two."""
    path = FOLDER / "othello.model"
    if path.exists():
        return bw.load_model(path)
    FOLDER.mkdir(parents=True, exist_ok=True)
    othello = bw.load_game("othello")
    pictures = shipped_pictures(othello)
    assert pictures is not None
    features = bw.read_pictures(othello, pictures)
    records = training_records(data)
    build = bw.Build(othello, FOLDER / "work", features=features, records=records, threads=2)
    print("learning a model from tournament games")
    model = build.run()
    model = model.with_playing(selectivity=bw.calibrate(model, threads=2))
    bw.save_model(model, path)
    return model
