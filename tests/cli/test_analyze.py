"""boardworth analyze: positions and games from the command line, their tables and files."""

import json
import re
from pathlib import Path

import pytest
from conftest import random_game, random_model

import boardworth as bw
from boardworth.cli.app import run
from boardworth.cli.console import bar_chart
from boardworth.features import board_patterns
from boardworth.rules.records.transcript import transcript


@pytest.fixture
def model_of(tmp_path, monkeypatch):
    """Writes a model of any game and target, and returns its name."""
    monkeypatch.chdir(tmp_path)

    def write(game, target="score"):
        bw.save_model(random_model(board_patterns(game, 100), 1, target=target), "some.model")
        return "some.model"

    return write


def rows(shown):
    return [line for line in shown.splitlines() if re.match(r" +\d+  \w", line)]


@pytest.mark.parametrize("target", ["score", "win"])
def test_a_position_of_any_game_has_best_moves(capsys, game, model_of, target):
    arguments = ["analyze", model_of(game, target), game.text(game.start()), "--depth", "2"]
    assert run([*arguments, "--variations", "2", "--json", "p.json"]) == 0
    shown = capsys.readouterr().out
    assert f"the best of {len(game.start().legal_moves())} moves" in shown
    report = json.loads(Path("p.json").read_text())["result"]
    assert len(report["moves"]) == 2
    assert report["moves"][0]["value"] >= report["moves"][1]["value"]
    assert report["player"] == game.roles[0]
    for move in report["moves"]:
        assert " ".join(move["pv"]) in shown
    assert ("points" if target == "score" else "win") in shown


def test_moves_lead_to_a_position(capsys, game, model_of):
    moves = random_game(game, 4)[1][:2]
    position = game.start().play(moves[0]).play(moves[1])
    arguments = ["analyze", model_of(game), "--depth", "2"]
    assert run([*arguments, "--moves", game.line_text(game.start(), moves)]) == 0
    by_moves = capsys.readouterr().out
    assert run([*arguments, game.text(position)]) == 0
    assert by_moves == capsys.readouterr().out


@pytest.mark.parametrize("target", ["score", "win"])
def test_a_game_of_any_game_is_analyzed_to_its_end(capsys, game, model_of, target):
    moves = random_game(game, 4)[1]
    text = game.line_text(game.start(), moves)
    arguments = ["analyze", model_of(game, target), text, "--depth", "2", "--exact", "5"]
    assert run([*arguments, "--threshold", "3", "--json", "g.json"]) == 0
    shown = capsys.readouterr().out
    report = json.loads(Path("g.json").read_text())["result"]
    played = [one["played"]["move"] for one in report["moves"]]
    assert played == game.move_texts(game.start(), moves)
    assert len(rows(shown)) == len(moves)
    assert [("?" in row) for row in rows(shown)] == [one["mistake"] for one in report["moves"]]
    for one in report["moves"]:
        assert one["cost"] == pytest.approx(one["best"]["value"] - one["played"]["value"])
        assert one["mistake"] == (one["cost"] >= 3)
    if game.moves_bounded:
        assert report["moves"][-1]["exact"]
        assert f"exact from move {report['exact_from']} on" in shown
    for number, player in enumerate(report["players"]):
        own = [one for one in report["moves"] if one["player"] == game.roles[number]]
        assert player["name"] == game.roles[number]
        assert player["total_cost"] == pytest.approx(sum(one["cost"] for one in own))
        assert player["mistakes"] == sum(one["mistake"] for one in own)
    assert len(report[f"{game.roles[0]}_curve"]) == len(moves)


def test_a_game_of_a_file_is_chosen_by_its_number(capsys, game, model_of):
    model = model_of(game)
    games = [bw.GameRecord(game.start(), tuple(random_game(game, seed)[1])) for seed in range(3)]
    Path("games.txt").write_text("\n".join(map(transcript, games)))
    assert run(["analyze", model, "games.txt", "--depth", "2", "--exact", "0"]) == 0
    assert len(rows(capsys.readouterr().out)) == len(games[0].moves)
    assert run(["analyze", model, "games.txt", "--number", "3", "--depth", "2"]) == 0
    shown = capsys.readouterr().out
    assert "games.txt, line 3" in shown
    assert len(rows(shown)) == len(games[2].moves)


def test_a_chart_has_a_bar_for_every_value():
    chart = bar_chart([8, -8, 4, 0, 100], 8, ("+8", "0", "-8")).splitlines()
    columns = ["".join(line[3:][place] for line in chart[:8]) for place in range(5)]
    full, none = "\u28ff" * 4, "\u2800" * 4
    half = "\u2800" * 2 + "\u28ff" * 2
    assert columns == [full + none, none + full, half + none, none + none, full + none]
    assert [chart[0][:2], chart[4][:2], chart[7][:2]] == ["+8", " 0", "-8"]


@pytest.mark.parametrize(
    ("game", "unit"), [("othello", " to black, in points"), ("chess", " to white")]
)
def test_a_curve_says_whose_it_is_and_what_its_marks_mean(capsys, game, unit):
    moves = {"othello": "f5d6c3d3c4f4c5b3c2e3", "chess": "f3 e5 g4 Qh4#"}[game]
    assert run(["analyze", game, moves, "--depth", "2", "--threshold", "1"]) == 0
    shown = capsys.readouterr().out
    about, curve = re.search(r"(What the position before [^:]*):\n(.*?)\n\n", shown, re.S).groups()
    told, _, marks = about.partition("; below it, ")
    assert told == f"What the position before every move was worth{unit}"
    marked = {*"bw"} & {*curve.splitlines()[-2]}
    assert set(re.findall(r"(\w) marks a mistake of \1", marks)) == marked


def test_a_long_chart_has_two_bars_to_a_character():
    chart = bar_chart([1, -1] * 60, 1, ("", "", ""), " x" * 60).splitlines()
    assert len(chart[0].strip()) == 60
    assert {chart[0].strip(), chart[7].strip()} == {"\u2847" * 60, "\u28b8" * 60}
    assert chart[8].strip() == "x" * 60
    assert chart[9].split()[-1] == "120"


def test_a_game_is_written_as_a_page(tmp_path, capsys):
    page = tmp_path / "game.html"
    moves = "f5d6c3d3c4f4c5b4"
    assert (
        run(["analyze", "othello", moves, "--depth", "2", "--html", str(page), "--json", "-"]) == 0
    )
    told = json.loads(capsys.readouterr().out)["result"]
    html = page.read_text()
    assert "http" not in html.replace("http://www.w3.org/2000/svg", "")
    assert "<script" not in html
    for number, move in enumerate(told["moves"], 1):
        own = html.split(f'<li id="move-{number}"')[1].split("</li>")[0]
        assert f"<b>{number}. {move['played']['move']}</b>" in own
        assert own.startswith(' class="mistake">') == move["mistake"]
        marked = re.findall(r'<title>(\w+): [^<]*</title><rect [^>]*class="last"', own)
        assert marked == [move["played"]["move"]]
        assert html.count(f'href="#move-{number}"') == move["mistake"]
    curve = re.search(r'<polyline points="([^"]*)"', html).group(1).split()
    heights = [float(point.split(",")[1]) for point in curve]
    order = sorted(range(len(heights)), key=lambda n: -heights[n])
    values = [told["black_curve"][n] for n in order]
    assert values == sorted(values)
    assert run(["analyze", "othello", moves, "--depth", "2", "--html", str(page)]) == 0


@pytest.mark.parametrize(
    ("file", "moves", "counted"),
    [
        ("f3 e5 g4 Qh4#", ["1. f3", "1... e5", "2. g4", "2... Qh4#"], "4 plies, each"),
        ("one.pgn", ["30... Kg7", "31. Ra2"], "2 plies, each"),
    ],
)
def test_moves_of_chess_have_its_numbers(tmp_path, monkeypatch, file, moves, counted):
    monkeypatch.chdir(tmp_path)
    fen = "8/7k/8/8/8/8/8/R3K3 b - - 0 30"
    Path("one.pgn").write_text(f'[FEN "{fen}"]\n[SetUp "1"]\n\n30... Kg7 31. Ra2 *\n')
    assert run(["analyze", "chess", file, "--depth", "2", "--html", "game.html"]) == 0
    html = Path("game.html").read_text()
    assert re.findall("<b>([^<]*)</b>", html) == ["start", *moves]
    assert counted in html
    players = ["white", "black"] if file != "one.pgn" else ["black", "white"]
    told = re.findall(r"<div>[^<]* for (\w+)", html)
    assert told == [players[number % 2] for number in range(len(moves))]
    exact = "From move 2... Qh4# on, values are those of perfect play" in html
    assert exact == (file != "one.pgn")


def test_values_say_for_whom_they_are(tmp_path):
    page = tmp_path / "game.html"
    assert run(["analyze", "othello", "f5d6c3", "--depth", "2", "--html", str(page)]) == 0
    told = re.findall(r"<div>[^<]* points for (\w+)", page.read_text())
    assert told == ["black", "white", "black"]
    assert "<b>2. d6</b>" in page.read_text()


def test_a_position_is_written_as_a_page(tmp_path, capsys):
    page = tmp_path / "position.html"
    command = ["analyze", "chess", "--moves", "e4", "--depth", "2", "--html", str(page)]
    assert run([*command, "--json", "-"]) == 0
    told = json.loads(capsys.readouterr().out)["result"]
    html = page.read_text()
    assert "http" not in html.replace("http://www.w3.org/2000/svg", "")
    assert "<script" not in html
    assert len(told["moves"]) == 3
    rows = [re.findall("<td[^>]*>([^<]*)</td>", row) for row in re.findall("<tr>.*?</tr>", html)]
    for move in told["moves"]:
        assert [move["move"], " ".join(move["pv"])] in [[row[0], row[-1]] for row in rows if row]
    assert f"{told['moves'][0]['move']} is best: " in html
    assert "Names of terms are as black sees the board" in html
    assert run([*command]) == 0  # a page of its own is replaced
    assert f"wrote {page}" in capsys.readouterr().out


def test_a_page_replaces_no_other_file(tmp_path):
    page = tmp_path / "notes.html"
    page.write_text("<p>mine</p>")
    assert run(["analyze", "othello", "f5d6", "--depth", "2", "--html", str(page)]) == 2
    assert page.read_text() == "<p>mine</p>"


def test_what_a_page_says_is_escaped(tmp_path):
    record = tmp_path / "a<b>&.txt"
    record.write_text("f5d6c3\n")
    page = tmp_path / "page.html"
    assert run(["analyze", "othello", str(record), "--depth", "2", "--html", str(page)]) == 0
    assert "a&lt;b&gt;&amp;.txt" in page.read_text()
    assert "<b>&." not in page.read_text()
