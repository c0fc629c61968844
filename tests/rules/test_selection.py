"""Conditions about records: what they choose, and what is wrong with some."""

import pytest

from boardworth.errors import BoardworthError
from boardworth.rules import load_game
from boardworth.rules.records import GameRecord
from boardworth.rules.records.selection import parse_condition

GAME = load_game("chess")
RECORD = GameRecord(
    GAME.start(),
    tuple(GAME.parse_line(GAME.start(), "e4 e5 Nf3")),
    1,
    tags={
        "White": "Carlsen, Magnus",
        "Black": "?",
        "WhiteElo": "2850",
        "BlackElo": "2600",
        "Date": "2013.11.??",
        "Event": "World Championship",
        "ECO": "C40",
        "PlyCount": "3",
    },
)


@pytest.mark.parametrize(
    "text",
    [
        "elo >= 2600",
        "elo = 2600 and white_elo > 2800 and black_elo<2601",
        "plies==3 and plies != 4",
        "result = 1-0",
        "result = '1-0' and score = 1",
        "result != 1/2-1/2 and result != * and not result == 0-1",
        "year >= 2013 and date ~ 2013.11",
        "player ~ carlsen",
        "white = 'carlsen, magnus'",
        "event ~ 'world champ'",
        "ECO = C40 and ECO >= B and PlyCount <= 3",
        "not black ~ a",
        "not (black = x or black != x)",
        "not Site = x and not Site != x",
        "plies > 5 or plies < 5 and year = 2013",
        "not not (plies = 3)",
    ],
)
def test_true_of_a_game(text):
    assert parse_condition(GAME, text)(RECORD)
    assert not parse_condition(GAME, f"not ({text})")(RECORD)


def test_and_binds_more_than_or_and_not_more_than_and():
    assert parse_condition(GAME, "plies = 3 or plies = 3 and plies = 4")(RECORD)
    assert not parse_condition(GAME, "(plies = 3 or plies = 3) and plies = 4")(RECORD)
    assert not parse_condition(GAME, "not plies = 3 and plies = 4")(RECORD)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "expected a name at its end"),
        ("elo", "expected a comparison of elo at its end"),
        ("elo >=", "expected what elo is compared with at its end"),
        ("elo >= high", "column 8: elo is compared with a number by .*, found 'high'"),
        ("plies ~ 3", "column 9: plies is compared with a number"),
        ("rating > 3", "column 1: expected one of .*white_elo.* or a tag such as ECO, found 'rat"),
        ("plies > 3 plies < 9", "column 11: expected 'and' or 'or', found 'plies'"),
        ("(plies > 3", r"expected '\)' at its end"),
        ("plies > 3 and", "expected a name at its end"),
        ("plies > 3 & plies < 9", "column 10: '& plies < 9' is neither"),
        ("__import__('os')", "column 1: expected one of"),
        ("ECO = 'C40", "is neither a name, a number"),
        ("result = win", r"column 10: result is compared with 1-0, .* by = or !=, found 'win'"),
        ("result = 'white wins'", "column 10: result is compared with 1-0"),
        ("result = 1", "column 10: result is compared with 1-0"),
        ("result ~ 1-0", "column 10: result is compared with"),
        ("result > 0-1", "column 10: result is compared with"),
        ("3 < plies", "column 1: expected a name, found '3'"),
    ],
)
def test_what_is_no_condition_is_told_with_its_column(text, message):
    with pytest.raises(BoardworthError, match=message):
        parse_condition(GAME, text)


def test_players_have_the_names_of_their_roles():
    shogi = load_game("shogi")
    record = GameRecord(shogi.start(), (), tags={"Sente": "Habu", "GoteElo": "1800"})
    assert parse_condition(shogi, "sente = habu and gote_elo = 1800")(record)
    assert not parse_condition(shogi, "elo > 0 or not elo > 0 and sente_elo > 0")(record)
