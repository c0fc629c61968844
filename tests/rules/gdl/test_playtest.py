"""Random games by a sheet: whatever is wrong with them is found, with the moves that lead there."""

from boardworth.rules.gdl import parse_rule_sheet, parse_term
from boardworth.rules.gdl.check.playtest import playtest
from boardworth.rules.gdl.machine_choice import machine_for

# One player counts to three, by one or by two.
COUNTING = """
(role me) (init (at 0))
(after 0 1) (after 1 2) (after 2 3)
(<= (legal me one) (true (at ?n)) (after ?n ?m))
(<= (legal me two) (true (at ?n)) (after ?n ?m) (after ?m ?k))
(<= (next (at ?m)) (does me one) (true (at ?n)) (after ?n ?m))
(<= (next (at ?k)) (does me two) (true (at ?n)) (after ?n ?m) (after ?m ?k))
(<= terminal (true (at 3)))
(<= (goal me 100) (true (at 3)))
"""


def games_of(text, games=200, **settings):
    return playtest(machine_for(parse_rule_sheet(text)), games, seed=1, **settings)


def only_finding(text, **settings):
    (finding,) = games_of(text, **settings).findings
    return finding


def test_sound_games_are_counted():
    found = games_of(COUNTING)
    assert found.findings == ()
    assert (found.games, found.ended, found.looked_at) == (200, 200, 100)
    assert (found.longest, found.max_choices, found.mean_choices) == (3, 2, 2.0)
    assert 2 < found.mean_moves < 3
    assert found.mean_goals == (100,)


def test_the_same_seed_finds_the_same():
    assert games_of(COUNTING) == games_of(COUNTING)


def test_a_role_without_a_move_is_found_with_the_moves_that_lead_there():
    stuck = COUNTING.replace("(after 2 3)", "")
    finding = only_finding(stuck.replace("(true (at 3))", "(true (at 9))"))
    assert finding.severity == "error"
    assert finding.message.startswith("me has no legal move, and the game is not over (100 of 100")
    assert finding.example.moves == ((parse_term("two"),),)  # the shortest way
    assert finding.example.state == (parse_term("(at 2)"),)


def test_an_end_without_a_goal_is_found():
    finding = only_finding(COUNTING.replace("(goal me 100) ", "(goal me 100) (true more) "))
    assert finding.severity == "error"
    assert finding.message == "me has no goal at the end, or several (200 of 200 games)"
    assert len(finding.example.moves) == 2


def test_an_end_with_two_goals_is_found():
    finding = only_finding(f"{COUNTING} (<= (goal me 50) terminal)")
    assert "or several" in finding.message


def test_a_goal_beyond_100_is_found():
    finding = only_finding(
        COUNTING.replace("(goal me 100)", "(goal me ?v) (worth ?v)") + "(worth 101)"
    )
    assert finding.severity == "error"
    assert finding.message.startswith("me has a goal that is not between 0 and 100")


def test_games_without_an_end_are_a_warning():
    endless = COUNTING.replace("(true (at 3))", "(true (at 9))") + "(after 3 0)"
    finding = only_finding(endless, max_moves=50)
    assert finding.severity == "warning"
    assert finding.message == "200 of 200 games did not end within 50 moves"


def test_rare_faults_get_an_example_too():
    """Only nine times a in a row end without a goal: one game of 512."""
    rare = "(role me) (init (at 0)) (init all) (legal me a) (legal me b)" + "".join(
        f"(after {i} {i + 1})" for i in range(9)
    )
    rare += """
    (<= (next (at ?m)) (true (at ?n)) (after ?n ?m))
    (<= (next all) (true all) (does me a))
    (<= terminal (true (at 9)))
    (<= (goal me 50) (not (true all)))
    """
    (finding,) = games_of(rare, games=5000).findings
    assert finding.example.moves == ((parse_term("a"),),) * 9


TWO = """
(role x) (role y) (init start) (legal x a) (legal x b) (legal y c)
(<= (next chose) (does x a)) (<= terminal (not (true start)))
"""


def test_a_role_that_never_scores_is_a_warning():
    one_sided = (
        f"{TWO} (goal y 0) (<= (goal x 100) (true chose)) (<= (goal x 50) (not (true chose)))"
    )
    assert only_finding(one_sided).message == "y never has a goal above 0 (200 games)"


def test_games_that_all_end_alike_are_a_warning():
    assert only_finding(f"{TWO} (goal x 50) (goal y 50)").message == (
        "every game ends with the same goals (200 games)"
    )


def test_time_is_limited():
    endless = COUNTING.replace("(true (at 3))", "(true (at 9))") + "(after 3 0)"
    found = games_of(endless, games=10**6, max_moves=10**6, seconds=0.5)
    assert found.games < 10**6
