"""The experiments of Walędzik and Mańdziuk 2014, at a very small scale."""

import json
from contextlib import nullcontext
from dataclasses import replace
from itertools import count

import pytest

from boardworth.cli.app import run
from boardworth.errors import BoardworthError
from boardworth.recipes import Silent
from boardworth.reproduce.ggp import FULL, QUICK, Round, Scale, Standing, Tournament
from boardworth.reproduce.ggp_contests import (
    FUNCTIONS,
    Contest,
    UctPlay,
    null_function,
    simulated_moves,
)
from boardworth.reproduce.ggp_games import OURS, PUBLIC, Sheets, load_games
from boardworth.reproduce.ggp_paper import EXPERIMENTS, PAPER_GAMES
from boardworth.reproduce.kept_pairs import KeptPair, KeptPairs
from boardworth.rules import load_game

SCALE = Scale(functions=("paper", "ours"), simulations=(40,), games=4, opening=4, seed=1)
CONTEST = Contest("4", "chess", "0", "paper", None, 50, 1, 0, 0, UctPlay())


class Lines(Silent):
    """Remembers what it was told."""

    def __init__(self):
        self.lines = []

    def line(self, text):
        self.lines.append(text)


@pytest.fixture(scope="module")
def games():
    return [load_game("tic-tac-toe"), load_game("connect-four")]


def played(games, scale, folder, jobs=1):
    """The standings of a tournament that is kept in a folder."""
    kept = KeptPairs(folder, Silent(), Contest)
    with kept.opened():
        tournament = Tournament(games, scale, kept)
        tournament.run(Silent(), jobs)
        return tournament.standings()


@pytest.fixture(scope="module")
def whole(games, tmp_path_factory):
    folder = tmp_path_factory.mktemp("whole")
    return played(games, SCALE, folder), folder


def test_every_figure_has_every_game_and_function(whole):
    contests = [standing.contest for standing in whole[0]]
    assert [(c.figure, c.game, c.functions) for c in contests] == [
        (figure, game, functions)
        for figure in ("4", "5", "7", "table")
        for game in ("tic-tac-toe", "connect-four")
        for functions in ("paper", "ours")
    ]
    assert all(sum(standing.score.wins_draws_losses) == 4 for standing in whole[0])


def test_a_pair_has_one_opening_and_pairs_have_others(games, whole):
    for standing in whole[0]:
        game = next(game for game in games if game.name == standing.contest.game)
        openings = [
            {game.parse_line(game.start(), text)[: SCALE.opening] for text in pair.moves}
            for pair in standing.pairs
        ]
        assert [len(pair) for pair in openings] == [1, 1]
        assert openings[0] != openings[1]


def test_jobs_change_no_game_that_is_limited_in_nodes(games, whole, tmp_path):
    assert played(games, SCALE, tmp_path, jobs=3) == whole[0]


def test_an_interrupted_tournament_goes_on(games, whole, tmp_path):
    class Interrupted(Silent):
        def task(self, name, total):
            finished = count(1)

            def advance(_amount):
                if next(finished) == 5:
                    raise KeyboardInterrupt

            return nullcontext(advance)

    kept = KeptPairs(tmp_path, Silent(), Contest)
    with kept.opened():
        tournament = Tournament(games, SCALE, kept)
        with pytest.raises(KeyboardInterrupt):
            tournament.run(Interrupted())
        assert sum(len(standing.pairs) for standing in tournament.standings()) == 5
    assert played(games, SCALE, tmp_path) == whole[0]


def test_more_matches_are_added_to_those_that_there_are(games, whole, tmp_path):
    played(games, replace(SCALE, games=2), tmp_path)
    before = (tmp_path / "pairs.jsonl").read_bytes()
    assert played(games, SCALE, tmp_path) == whole[0]
    assert (tmp_path / "pairs.jsonl").read_bytes().startswith(before)


def test_a_line_that_was_cut_off_is_played_again(games, whole, tmp_path):
    lines = (whole[1] / "pairs.jsonl").read_bytes()
    path = tmp_path / "pairs.jsonl"
    path.write_bytes(lines[:-20])
    assert played(games, SCALE, tmp_path) == whole[0]
    reporter = Lines()
    with KeptPairs(tmp_path, reporter, Contest).opened():
        assert reporter.lines == [f"{path}: 1 damaged lines are left out"]


def test_two_tournaments_do_not_share_a_folder(tmp_path):
    with (
        KeptPairs(tmp_path, Silent(), Contest).opened(),
        pytest.raises(BoardworthError, match="another tournament is at work"),
        KeptPairs(tmp_path, Silent(), Contest).opened(),
    ):
        pass


def test_functions_are_made_anew_for_each_pair(games):
    tic_tac_toe = games[0]
    state = tic_tac_toe.start().play("(mark 2 2)").packed
    rounds = [Round(tic_tac_toe, "paper", number, ()) for number in (0, 1, 0)]
    first, second, again = (one.function(seed=1).values(state) for one in rounds)
    assert first == again != second
    assert first != Round(tic_tac_toe, "paper", 0, ()).function(seed=2).values(state)
    assert first != Round(tic_tac_toe, "ours", 0, ()).function(seed=1).values(state)


def test_the_null_function_calls_everything_a_draw(games):
    for game in games:
        position = game.start()
        while moves := position.legal_moves():
            assert null_function(game).values(position.packed) == [50, 50]
            position = position.play(moves[-1])


def test_everything_is_as_in_the_paper_unless_it_is_said():
    plan = FUNCTIONS["paper"].plan
    assert (plan.sequences, plan.rollouts) == (100, 10)
    for scale in (QUICK, Scale(), FULL):
        assert scale.functions == ("paper",)
        assert scale.opening == 0
        for kind in ("UCT", "GUCT", "null"):
            settings = scale.play.settings(kind, 1)
            assert settings.final_move == "mean"
            assert settings.keep_tree
            assert not settings.proofs
            assert settings.lanes == 0


def test_guided_and_plain_uct_may_explore_differently(games):
    play = UctPlay(exploration=0.02, plain_exploration=0.7, final_move="visits", proofs=True)
    contest = replace(CONTEST, play=play)
    function = null_function(games[0])
    for kind, exploration in [("UCT", 0.7), ("GUCT", 0.02), ("null", 0.02)]:
        player = contest.player(kind, games[0], function, seed=3)
        assert player.settings.exploration == exploration
        assert player.settings.final_move == "visits"
        assert player.settings.proofs
        assert player.settings.cut == (0.0 if kind == "UCT" else 0.1)


def test_without_random_openings_pairs_are_other_games(games, tmp_path):
    scale = replace(SCALE, functions=("paper",), figures=("4",), opening=0)
    (found,) = played(games[1:], scale, tmp_path)
    texts = [text for pair in found.pairs for text in pair.moves]
    assert len(set(texts)) == len(texts) == 4


def test_mtdf_has_opponents_of_one_thread_and_of_more(games, tmp_path):
    scale = Scale(("4", "5", "6"), simulations=(20,), equal="simulations", games=1, threads=2)
    found = played(games[:1], scale, tmp_path)
    assert [(s.contest.figure, s.contest.threads) for s in found] == [("4", 1), ("5", 1), ("6", 2)]
    # Within simulations, MTD(f) has 20 states for each, and two threads are twice as many.
    limits = [[limit.nodes for limit in s.contest.limits] for s in found]
    assert limits == [[20, 20], [400, 20], [400, 40]]


def test_equally_many_moves_are_more_simulations_of_guided_uct():
    # A random game has two moves. A rollout makes one or two of them, or is cut before each with
    # the probability 0.1; one more move leaves the tree.
    plain, guided = 1 + (1 + 2) / 2, 1 + (0.9 + (0.9 + 0.81)) / 2
    assert simulated_moves(2) == pytest.approx(plain)
    assert simulated_moves(2, 0.1) == pytest.approx(guided)
    contest = replace(CONTEST, simulations=1_000, usual_length=2)
    assert [limit.nodes for limit in contest.limits] == [round(1_000 * plain / guided), 1_000]
    mtdf = replace(contest, figure="5")
    assert [limit.nodes for limit in mtdf.limits] == [2_500, 1_000]
    equal = replace(contest, usual_length=None)
    assert [limit.nodes for limit in equal.limits] == [1_000, 1_000]


def test_by_the_clock_both_players_have_the_same_time_and_uct_its_threads(games):
    contest = replace(CONTEST, simulations=None, seconds=0.5, threads=2)
    assert [limit.seconds for limit in contest.limits] == [0.5, 0.5]
    assert contest.player("UCT", games[0], null_function(games[0]), 1).settings.threads == 2
    by_the_clock = EXPERIMENTS["4"].threads(2, by_the_clock=True)
    assert (by_the_clock, EXPERIMENTS["5"].threads(2, by_the_clock=True)) == (2, 1)


def standing(*points):
    pairs = tuple(KeptPair(CONTEST, n, pair, ("", "")) for n, pair in enumerate(points))
    return Standing(CONTEST, pairs)


def test_scores_are_the_paper_s_percentages():
    # A win is +1, a loss -1: two wins, a draw and a loss of four games are 25 %.
    score, low, high = standing((1, 1), (0.5, 0)).percent
    assert score == pytest.approx(25)
    assert -100 < low < 25 < high < 100
    assert standing((1, 1), (1, 1)).percent[0::2] == (100, 100)
    assert standing((0, 0)).percent[:2] == (-100, -100)
    narrower = standing(*[(1, 1), (0.5, 0)] * 50).percent
    assert low < narrower[1] < 25 < narrower[2] < high


def test_the_paper_s_table_is_there_for_its_five_games():
    five = {"Chess", "Checkers", "Othello", "Connect4", "Connect5"}
    assert all(set(experiment.paper) == five for experiment in EXPERIMENTS.values())
    assert {PAPER_GAMES[name] for name in PUBLIC} == five
    assert {PAPER_GAMES[name] for name in OURS} == five


def test_sheets_are_found_in_a_folder(tmp_path):
    rules = load_game("tic-tac-toe").definition
    (tmp_path / "connect4.kif").write_text(rules)
    (tmp_path / "mine.gdl").write_text(rules)
    sheets = Sheets(tmp_path, ours_too=False)
    assert [game.name for game in load_games(["mine"], sheets, Silent())] == ["mine"]
    reporter = Lines()
    assert [game.name for game in load_games([], sheets, reporter)] == ["connect4"]
    assert "not played: checkers, connect5, othello-comp2007" in reporter.lines[0]


def test_which_sheets_are_used_is_said(monkeypatch, tmp_path):
    reporter = Lines()
    monkeypatch.delenv("BOARDWORTH_DATA", raising=False)
    assert Sheets.of(None, reporter).folder is None
    assert "not the paper's" in reporter.lines[-1]
    (tmp_path / "gdl").mkdir()
    monkeypatch.setenv("BOARDWORTH_DATA", str(tmp_path))
    named = Sheets.of(None, reporter)
    assert named.folder == tmp_path / "gdl"
    assert named.find("connect-four") is not None  # one of ours
    given = Sheets.of(tmp_path, reporter)
    assert given.folder == tmp_path
    assert given.find("connect-four") is None
    assert reporter.lines[-1] == f"rule sheets are those in {tmp_path}"


def test_public_sheets_have_these_names(data):
    assert all((data / "gdl" / f"{name}.kif").is_file() for name in PUBLIC)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ("--sheets nowhere", "no such folder: nowhere"),
        ("--sheets . --games chess", ". has no rule sheet of chess"),
        ("--games none", "unknown game 'none'"),
        ("--games othello", "othello has no rule sheet, and one is needed: those that come with"),
        ("--seconds 0.01 --equal simulations", "--equal means nothing to --seconds"),
        ("--seconds 0.01 --equal moves", "--equal means nothing to --seconds"),  # its default
        ("--games peg-solitaire", "the experiments are for two players"),
        ("--seconds 0 --games tic-tac-toe", "a limit of 0.0 seconds"),
        ("--results nowhere/x.json", "no such folder: nowhere"),
        ("--figures 9", "figures"),
    ],
)
def test_what_cannot_be_played_is_said(capsys, monkeypatch, tmp_path, options, message):
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("BOARDWORTH_DATA", raising=False)
    assert run(["reproduce", "ggp", *options.split()]) == 2
    assert message in capsys.readouterr().err


def test_the_command_shows_a_table_for_each_figure(capsys, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("BOARDWORTH_DATA", raising=False)
    options = "--games tic-tac-toe --matches 1 --simulations 9 --results r.json"
    for _ in range(2):
        assert run(["reproduce", "ggp", *options.split()]) == 0
    shown = capsys.readouterr().out
    for title in ("Figure 4: GUCT - UCT", "Figure 5", "Figure 7", "Table I: GUCT - null"):
        assert title in shown
    results = json.loads((tmp_path / "r.json").read_text())["result"]
    found = results["about"]["contests"]
    assert [row["figure"] for row in found] == ["4", "5", "7", "table"]
    assert all(row["wins"] + row["draws"] + row["losses"] == 2 for row in found)
    assert len((tmp_path / "ggp.work/pairs.jsonl").read_text().splitlines()) == 4
    rows = results["verdicts"]
    assert len(rows) == 2 + 4 * 5  # numbers of features, and the paper's games by figure
    assert {row["verdict"] for row in rows} == {"undecided"}


def test_options_change_how_uct_plays(capsys, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    options = (
        "--games tic-tac-toe --figures 4 --matches 1 --simulations 9 --exploration 0.02 "
        "--plain-exploration 0.7 --final-move visits --proofs --lanes 8 --opening 2 "
        "--equal simulations"
    )
    assert run(["reproduce", "ggp", *options.split()]) == 0
    kept = json.loads((tmp_path / "ggp.work/pairs.jsonl").read_text())["contest"]
    assert kept["play"] == {
        "exploration": 0.02,
        "plain_exploration": 0.7,
        "final_move": "visits",
        "proofs": True,
        "lanes": 8,
        "keep_tree": True,
    }
    assert (kept["opening"], kept["simulations"], kept["usual_length"]) == (2, 9, None)
    assert "C 0.02 and 0.7 (guided, plain), final move by visits" in capsys.readouterr().out
