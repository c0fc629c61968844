"""The page about a game's balance."""

import re
from dataclasses import replace

import pytest
from html_pages import read_page

import boardworth as bw
from boardworth.arena import Share
from boardworth.recipes.balance import BalanceStudy, Matter, random_play, uct_play
from boardworth.recipes.balance.figures import Leads
from boardworth.report import write_balance


@pytest.fixture(scope="module")
def found():
    game = bw.load_game("tic-tac-toe")
    study = BalanceStudy(game, seed=1, threads=1)
    study.play(random_play(1), 6)
    study.play(uct_play(game, 20, 1), 6)
    matters = (
        Matter("early <on>", 2.5, "points", "x on cell 1 1"),
        Matter("late", -1, "points", "o"),
    )
    return replace(study.found(), matters=matters)


def test_it_is_a_page_that_can_be_read_everywhere(tmp_path, found):
    write_balance(found, tmp_path / "b.html")
    page = read_page(tmp_path / "b.html")
    titles = [title for _, title in page.headings]
    for title in ("Is tic-tac-toe any good?", "Who wins", "How games go", "First moves"):
        assert title in titles, title
    assert all(line in page.said for line in found.conclusions)
    assert "The later winner leads" in titles
    assert "early <on>" in page.said


def with_leads(found, decided):
    """Each kind of play with so many decided games, of which half are known at once."""
    led = (Share.of(decided // 2, decided),) * 9
    leads = Leads("UCT", led, 5.0, 1.0)
    return replace(found, plays=tuple(replace(play, leads=leads) for play in found.plays))


def test_no_line_is_broken_within_a_share(tmp_path, found):
    write_balance(found, tmp_path / "b.html")
    html = (tmp_path / "b.html").read_text()
    assert re.search(r"\d\xa0%\xa0\[\d+,\xa0\d+\]", html)
    assert not re.search(r"\d %", html)


def test_when_the_winner_is_known_is_said_of_enough_games(tmp_path, found):
    for decided in (19, 20):
        write_balance(with_leads(found, decided), tmp_path / "b.html")
        page = read_page(tmp_path / "b.html")
        assert ("too few games are decided" in page.said) == (decided < 20)
        assert ("who wins is settled after 50 %" in page.said) == (decided >= 20)
        (plot,) = re.findall(r'<svg class="plot"[^>]*label="The later.*?</svg>', page.text)
        assert plot.count('class="area ') == 2
        assert re.findall(r'class="end"[^>]*>(\d+)<', plot) == ["0", "20", "40", "60", "80", "100"]


def test_moves_by_chance_are_not_called_drawn(tmp_path, found):
    imposed = tuple(replace(play, imposed=2) for play in found.plays)
    write_balance(replace(found, plays=imposed), tmp_path / "b.html")
    html = (tmp_path / "b.html").read_text()
    assert "after 2 random moves" in html
    assert "drawn moves" not in html


def test_a_report_takes_it_in(tmp_path, found):
    model = bw.baseline(bw.load_game("tic-tac-toe"), "material")
    bw.write_report(model, tmp_path / "r.html", balance=found)
    page = read_page(tmp_path / "r.html")
    assert ["h2", "Is tic-tac-toe any good?"] in page.headings
    assert "#balance" in page.links
