"""boardworth records: counts, chooses, converts and splits games."""

import json

import pytest

import boardworth as bw
from boardworth.arena import read_openings
from boardworth.cli import app
from boardworth.rules.records import read_records

GAMES = """[White "a"]
[WhiteElo "2700"]
[BlackElo "2650"]
[Date "2020.01.01"]
[Result "1-0"]

1. e4 e5 2. Nf3 1-0

[White "b"]
[WhiteElo "2700"]
[BlackElo "2500"]
[Result "1/2-1/2"]

1. e4 e5 2. Nf3 1/2-1/2

[White "c"]

1. d4 d9 *
"""


@pytest.fixture
def run(capsys):
    def run(*arguments):
        code = app.run(arguments)
        said = capsys.readouterr()
        return code, said.out, said.err

    return run


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.pgn").write_text(GAMES)
    return tmp_path


def test_games_are_counted_and_damage_is_told(folder, run):
    code, out, _ = run("records", "a.pgn", "--json", "a.json")
    assert code == 1
    assert "left out: a.pgn, line 18: chess move: 'd9' is not a move" in out
    summary = json.loads((folder / "a.json").read_text())["result"]
    (file,) = summary["files"]
    assert (file["games"], file["positions"], file["plies"]) == (2, 8, [3, 3])
    assert file["results"] == {"1-0": 1, "1/2-1/2": 1}
    assert (file["ratings"], file["years"]) == ([2500, 2700], [2020, 2020])
    assert len(file["problems"]) == 1


def test_games_are_chosen_and_written(folder, run):
    chess = bw.load_game("chess")
    assert run("records", "a.pgn", "--where", "elo >= 2600", "--to", "b.pgn")[0] == 1
    (record,) = read_records(chess, "b.pgn").games
    assert record.players[0] == "a"
    assert run("records", "a.pgn", "--unique", "--to", "c.txt")[0] == 1
    assert (folder / "c.txt").read_text() == "e4 e5 Nf3 +1\n"
    assert run("records", "c.txt", "--game", "chess", "--to", "d.pgn")[0] == 0
    assert len(read_records(chess, "d.pgn").games) == 1


def test_a_split_is_drawn_by_game_and_keeps_equal_games_together(folder, run):
    chess = bw.load_game("chess")
    lines = [
        f"1. {one} {other} *" for one in ("e4", "d4", "c4", "a3", "h3") for other in ("e5", "d5")
    ]
    (folder / "many.pgn").write_text("\n\n".join(4 * lines))
    command = [
        "records",
        "many.pgn",
        "--split",
        "0.5",
        "--to",
        "x.pgn",
        "--rest",
        "y.pgn",
        "--force",
    ]
    assert run(*command)[0] == 0
    sides = [[r.moves for r in read_records(chess, name).games] for name in ("x.pgn", "y.pgn")]
    assert len(sides[0]) + len(sides[1]) == 40
    assert set(sides[0]).isdisjoint(sides[1])
    assert all(sides)
    before = (folder / "x.pgn").read_bytes()
    assert run(*command)[0] == 0
    assert (folder / "x.pgn").read_bytes() == before
    assert run(*command, "--seed", "1")[0] == 0
    assert (folder / "x.pgn").read_bytes() != before


def test_symmetric_games_of_othello_are_the_same(folder, run):
    (folder / "o.txt").write_text("f5d6\nd3c5\nf5f6\n")
    assert run("records", "o.txt", "--game", "othello", "--unique", "--to", "u.ggf")[0] == 0
    othello = bw.load_game("othello")
    assert [len(r.moves) for r in read_records(othello, "u.ggf").games] == [2, 2]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ("records a.pgn --to a.pgn", "would replace the input"),
        ("records a.pgn --to b.gam", "hold games of othello"),
        ("records a.pgn --to kept.pgn", "is a file, but not an empty one: see --force"),
        ("records a.pgn --where elo", "expected a comparison of elo"),
        ("records a.pgn --split 0.5 --to b.pgn", "needs two files, --to and --rest"),
        ("records a.pgn --rest b.pgn", "--rest means nothing to records that are not split"),
        ("records c.txt", "its ending does not tell the game: see --game"),
        ("records a.pgn o.ggf", "the files hold games of chess and othello"),
        ("records none.pgn", "no such file: none.pgn"),
    ],
)
def test_mistakes_are_told(folder, run, arguments, message):
    for name in ("c.txt", "o.ggf", "kept.pgn"):
        (folder / name).write_text("something")
    code, _, err = run(*arguments.split())
    assert code == 2
    assert message in err


@pytest.mark.parametrize(
    ("players", "name", "start"),
    [
        ("random random --game chess", "g.pgn", b'[Event "Boardworth match"]\n'),
        ("random random --game othello", "g.ggf", b"(;GM[Othello]EV[Boardworth match]"),
        ("random random --game othello", "g.wtb", b"\0\0\1\1"),
        ("random random --game othello", "g.txt", b"# pair 1: "),
    ],
)
def test_matches_are_recorded_in_the_format_of_the_ending(folder, run, players, name, start):
    command = ["match", *players.split(), "--games", "2", "--records", name]
    assert run(*command)[0] == 0
    assert (folder / name).read_bytes().startswith(start)
    game = bw.load_game(players.split()[-1])
    found = read_records(game, name)
    assert (len(found.games), found.problems) == (2, ())
    if name.endswith((".pgn", ".ggf")):
        assert found.games[0].players == ("random 1", "random 2")
        assert run(*command)[0] == 0


def test_a_match_of_another_game_is_refused_before_it_is_played(folder, run):
    code, _, err = run("match", "random", "random", "--game", "othello", "--records", "g.pgn")
    assert code == 2
    assert "g.pgn: .pgn files hold games of chess, not of othello" in err


@pytest.mark.parametrize("moves", ["1. Ra2 Kg8 2. Ra3 Kh8", "1. Ra2 Kg8"])
def test_a_game_that_went_on_after_fifty_moves_is_converted_there_and_back(folder, run, moves):
    start = '[FEN "7k/8/8/8/8/8/4B3/R6K w - - 98 120"]\n[SetUp "1"]\n'
    (folder / "fifty.pgn").write_text(f"{start}\n{moves} 1-0\n")
    assert run("records", "fifty.pgn", "--to", "fifty.txt")[0] == 0
    chess = bw.load_game("chess")
    (before,), (after,) = (read_records(chess, f"fifty.{end}").games for end in ("pgn", "txt"))
    assert (after.start, after.moves, after.result) == (before.start, before.moves, "1-0")


def test_a_game_that_went_on_after_fifty_moves_is_analyzed_up_to_there(folder, run):
    start = '[FEN "7k/8/8/8/8/8/4B3/R6K w - - 98 120"]\n[SetUp "1"]\n'
    (folder / "fifty.pgn").write_text(f"{start}\n1. Ra2 Kg8 2. Ra3 Kh8 1-0\n")
    code, out, _ = run("analyze", "chess", "fifty.pgn", "--depth", "2")
    assert code == 0
    assert "by the rules, the game is over after move 2 of 4" in out


def test_records_are_openings_only_where_they_are_cut_or_unfinished(folder, run):
    (folder / "whole.pgn").write_text(GAMES.rpartition("[White")[0])
    (folder / "over.txt").write_text("f3 e5 g4 Qh4#\n")
    match = ("match", "random", "random", "--game", "chess", "--games", "2", "--openings")
    code, _, err = run(*match, "whole.pgn")
    assert code == 2
    assert "whole.pgn, line 1: a game with a result is no opening; --opening-plies" in err
    chess = bw.load_game("chess")
    (cut,) = read_openings(chess, "whole.pgn", 2)
    assert cut.moves == read_records(chess, "whole.pgn").games[0].moves[:2]
    code, _, err = run(*match[:-1], "--records", "m.epd")
    assert (code, "m.epd: records end in .pgn" in err) == (2, True)
    code, _, err = run(*match, "over.txt")
    assert code == 2
    assert "over.txt, line 1: the game is over at the end of the opening" in err


def test_a_tag_that_no_game_has_is_told(folder, run):
    assert (
        "--where: no game has the tag ELO" in run("records", "a.pgn", "--where", "ELO >= 2100")[1]
    )
    assert "--where" not in run("records", "a.pgn", "--where", "WhiteElo >= 2800")[1]


def test_dates_are_compared_without_quotes(folder, run):
    for where, games in (("date>=2019.12.31", 1), ("date < 2019.12.31", 0)):
        run("records", "a.pgn", "--where", where, "--json", "a.json")
        assert json.loads((folder / "a.json").read_text())["result"]["files"][0]["games"] == games


@pytest.mark.parametrize("name", ["e.pgn", "e.txt", "e.csa", "e.kif", "e.usi", "e.ggf", "e.gam"])
def test_a_file_without_a_game_is_refused(folder, run, name):
    (folder / name).write_text("")
    game = ("--game", "chess") if name == "e.txt" else ()
    code, _, err = run("records", name, *game)
    assert (code, name in err) == (2, True)


def test_the_ending_tells_what_is_discovered_or_solved(folder, run):
    (folder / "one.epd").write_text("7k/8/8/8/8/8/8/K7 w - - bm Kb1;\n")
    assert "see boardworth analyze" in run("solve", "one.epd")[2]
    (folder / "one.pgn").write_text("1. e4 e9 *\n")
    assert "chess move: 'e9'" in "".join(run("discover", "one.pgn", "--exact", "0")[1:])


def test_problems_are_solved_or_not(folder, run):
    mate = "6k1/5ppp/8/8/8/8/8/R6K w - -"
    lines = (f'{mate} bm Ra8; id "one";', f"{mate} bm Ra7;", f"{mate} am Ra8;", f"{mate} am Ra7;")
    (folder / "mates.epd").write_text("\n".join(lines))
    code, out, _ = run("analyze", "chess", "mates.epd", "--depth", "2")
    assert code == 0
    assert out.splitlines()[-1] == "2 of 4 solved, depth 2"
    assert out.count("not solved") == 2


def test_a_game_that_a_format_cannot_hold_is_left_out_and_told(folder, run):
    (folder / "some.txt").write_text("f5d6 +2\nf5d6\nf5f6 +4\n")
    convert = ("records", "some.txt", "--game", "othello", "--to")
    code, out, _ = run(*convert, "some.wtb", "--json", "some.json")
    assert code == 1
    assert "not written: some.txt, line 2: a WTHOR game begins at the start and has an even" in out
    assert "1 game not written" in out
    othello = bw.load_game("othello")
    assert [game.score for game in read_records(othello, "some.wtb").games] == [2, 4]
    assert len(json.loads((folder / "some.json").read_text())["result"]["not_written"]) == 1
    (folder / "some.txt").write_text("f5d6\n")
    code, _, err = run(*convert, "none.wtb")
    assert code == 2
    assert "none.wtb: no game can be written there: some.txt, line 1: a WTHOR game" in err
    assert not (folder / "none.wtb").exists()


def test_the_games_of_a_match_are_written_but_for_those_that_a_format_cannot_hold(folder, run):
    start = f"{'-' * 27}OX{'-' * 6}XO{'-' * 27}"
    (folder / "openings.txt").write_text(f"f5d6\n{start.replace('OX', 'XX')} O\n")
    code, out, _ = run(
        *("match", "random", "random", "--game", "othello", "--games", "4"),
        *("--openings", "openings.txt", "--records", "games.wtb"),
    )
    assert code == 0
    assert "not written: game " in out
    assert len(read_records(bw.load_game("othello"), "games.wtb").games) == 2


def test_games_without_moves_are_kept_in_text(folder, run):
    fen = "8/8/8/4k3/8/8/4P3/4K3 w - - 0 1"
    setup = f'[FEN "{fen}"]\n[SetUp "1"]\n\n'
    (folder / "none.pgn").write_text(
        f'{setup}*\n\n[White "a"]\n\n*\n\n[White "b"]\n\n1. e4 *\n\n{setup}1-0\n'
    )
    assert run("records", "none.pgn", "--to", "none.txt")[0] == 0
    chess = bw.load_game("chess")
    before, after = (read_records(chess, f"none.{ending}").games for ending in ("pgn", "txt"))
    assert len(before) == 4
    assert [(g.start, g.moves, g.score) for g in after] == [
        (g.start, g.moves, g.score) for g in before
    ]
