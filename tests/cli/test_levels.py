"""Levels on the command line: in play, match and engine, and what they cannot be combined with."""

import json
import re
import shlex
from pathlib import Path

import pytest

from boardworth.cli.app import run


@pytest.fixture
def shown(capsys, tmp_path, monkeypatch, othello_model_file):
    """What a command prints, on both streams."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "o.model").write_bytes(othello_model_file.read_bytes())

    def show(command, code=0):
        assert run(shlex.split(command)) == code
        return "".join(capsys.readouterr())

    return show


@pytest.mark.parametrize(
    ("players", "options", "title"),
    [
        ("o.model o.model", "--level 2", "level 2 per move"),
        (
            "o.model o.model",
            "--level 2 --level 1",
            " o.model (level 2) against o.model (level 1)\n",
        ),
        ("o.model,level=2 baseline:discs", "", "level 2 against depth 4 per move"),
        ("o.model,level=2 baseline:discs,level=1", "", "level 2 against level 1 per move"),
        ("o.model,level=2 uct", "--nodes 5", "level 2 against 5 nodes per move"),
        ("o.model,level=2 uct:5", "", "level 2 against 5 nodes per move"),
        ("o.model uct:5", "--depth 2", "depth 2 against 5 nodes per move"),
        ("uct:5 playouts:5", "--game tic-tac-toe", "uct:5 against playouts:5, 5 nodes per move"),
        ("random o.model", "--depth 2", "random against o.model, depth 2 per move"),
        ("random random", "--game othello", " random 1 against random 2\n"),
        ("uct:5 uct:4", "--game tic-tac-toe --seconds 1", "5 nodes, 1 s against 4 nodes, 1 s per"),
    ],
)
def test_a_match_at_levels(shown, players, options, title):
    out = shown(f"match {players} {options} --games 2 --threads 1")
    assert title in re.sub(r" +\n", "\n", out)


def test_players_of_one_name_are_told_apart_wherever_they_are_shown(shown):
    out = shown("match o.model o.model --level 2 --level 1 --games 2 --json m.json --records r.txt")
    names = ["o.model (level 2)", "o.model (level 1)"]
    assert " - ".join(names) in out
    assert re.search(r"role +┃ o.model \(level 2\) ┃ o.model \(level 1\)", out)
    assert json.loads(Path("m.json").read_text())["result"]["players"] == names
    assert f"# pair 1: {' - '.join(names)}\n" in Path("r.txt").read_text()


@pytest.mark.parametrize(
    ("players", "title"),
    [
        ("uct:20 playouts:10 random", "uct:20: 20 nodes, playouts:10: 10 nodes per move"),
        ("uct:20 uct:20 uct:10", "uct:20 1: 20 nodes, uct:20 2: 20 nodes, uct:10: 10 nodes per"),
        ("uct:20 playouts:20 random", "(red, green, blue), 20 nodes per move"),
        ("random random random", "(red, green, blue) ┏"),
    ],
)
def test_the_limits_of_three_players_are_told_by_name(shown, players, title):
    out = shown(f"match {players} --game three-stars --games 3")
    assert title in " ".join(out.split())


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ("match o.model --level 3 --depth 4", "--level 3 and --depth 4: give one of them"),
        ("match o.model --level 3 --nodes 50", "--level 3 and --nodes 50: give one of them"),
        ("match o.model --level 3 --seconds 0.5", "--level 3 and --seconds 0.5: give one"),
        ("match o.model --level 0", "level 0: levels are 1 to 60"),
        ("match o.model --level 61", "level 61: levels are 1 to 60"),
        ("match o.model --level 1 --level 2 --level 3", "--level is given 3 times"),
        ("match o.model,level=0", "for `level`"),
        ("match o.model,method=uct,level=3", "uct knows no level"),
        ("match uct,level=3 random --game othello", "unknown field `level`"),
        ("play o.model --level 3 --depth 4", "--level 3 and --depth 4: give one of them"),
        ("play o.model --opponent o.model,level=3 --depth 4", "plays at level 3, not at depth 4"),
        ("play o.model --level 0", "level 0: levels are 1 to 60"),
        ("engine o.model --protocol gtp --level 3 --nodes 9", "--level 3 and --nodes 9: give one"),
        ("engine --protocol ggp --level 3", "--level means nothing to ggp"),
        ("engine chess,level=2 --protocol uci --level 3", "chess,level=2 and --level 3: one of"),
    ],
)
def test_what_a_level_cannot_be_combined_with(shown, arguments, message):
    out = shown(arguments, code=2)
    (line,) = [line for line in out.splitlines() if line.startswith("boardworth: error: ")]
    assert message in line


@pytest.mark.parametrize(
    ("options", "limit"),
    [
        ("", "level 12"),
        ("--level 3", "level 3"),
        ("--opponent o.model,level=2", "level 2"),
        ("--depth 2", "depth 2"),
        ("--opponent uct", "1 s"),
    ],
)
def test_the_opponent_plays_at_a_level(shown, monkeypatch, options, limit):
    limits = []
    monkeypatch.setattr(
        "boardworth.cli.play.Session.run", lambda session: limits.append(str(session.limit))
    )
    shown(f"play o.model {options}")
    assert limits == [limit]


@pytest.mark.parametrize("arguments", ["chess --level 2", "chess,level=2"])
def test_a_uci_engine_plays_at_a_level(shown, monkeypatch, arguments):
    limits = []
    monkeypatch.setattr(
        "boardworth.arena.protocols.serve_uci", lambda *given: limits.append(str(given[2]))
    )
    shown(f"engine {arguments} --protocol uci")
    assert limits == ["level 2"]
