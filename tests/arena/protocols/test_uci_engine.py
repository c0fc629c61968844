"""Our engine of UCI and USI: what it says to a program, line by line."""

import io
import re

import chess
import pytest
from waiting import until

import boardworth as bw
from boardworth.arena.protocols import UCI, USI, serve_uci
from boardworth.arena.protocols.uci import Options
from boardworth.processes import memory_of_machine
from boardworth.rules import load_game

GAMES = {"uci": load_game("chess"), "usi": load_game("shogi")}
DIALECTS = {"uci": UCI, "usi": USI}
# One to play and mate at once.
MATE_IN_ONE = {
    "uci": ("fen 6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1", "a1a8"),
    "usi": ("sfen 4k4/9/4P4/9/9/9/9/9/4K4 b G 1", "G*5b"),
}
INFO = re.compile(
    r"info depth \d+ seldepth \d+( multipv \d+)? score (cp|mate) -?\d+ nodes \d+ nps \d+ "
    r"hashfull \d+ time \d+ pv( \S+)+"
)


@pytest.fixture(params=DIALECTS)
def protocol(request):
    return request.param


def player_of(protocol, **settings):
    model = bw.baseline(GAMES[protocol], "piece-square")
    return bw.AlphaBeta(bw.Evaluator(model), "piece-square", memory=1 << 20, **settings)


def said(beginning, times=1):
    """A place in a talk: the program waits until it was told a line that begins so."""
    return lambda lines: sum(line.startswith(beginning) for line in lines) >= times


def talk(protocol, *script, limit=None, player=None):
    """All lines of the engine; between its own, the program waits for some of them."""
    output = io.StringIO()

    def lines():
        for one in script:
            if callable(one):
                until(lambda one=one: one(output.getvalue().splitlines()), "it says nothing")
            else:
                yield f"{one}\n"

    serve_uci(DIALECTS[protocol], player or player_of(protocol), limit, lines(), output)
    return output.getvalue().splitlines()


def answer(protocol, position, go="go depth 2", **settings):
    """The last line after one search."""
    return talk(protocol, f"position {position}", go, said("bestmove"), **settings)[-1]


def infos(lines):
    return [line for line in lines if line.startswith("info depth")]


def test_the_engine_names_itself_and_its_options(protocol):
    lines = talk(protocol, protocol)
    assert re.fullmatch(r"id name Boardworth \S+ piece-square", lines[0])
    assert lines[-1] == f"{protocol}ok"
    options = {re.match("option name (.*) type", line)[1] for line in lines[2:-1]}
    hash_, ponder = {"uci": ("Hash", "Ponder"), "usi": ("USI_Hash", "USI_Ponder")}[protocol]
    assert {hash_, ponder, "Threads", "MultiPV"} <= options


def test_every_iteration_is_told_and_its_line_can_be_played(protocol):
    game = GAMES[protocol]
    lines = talk(protocol, "position startpos", "go depth 4", said("bestmove"))
    assert all(INFO.fullmatch(line) for line in lines[:-1])
    assert [int(line.split()[2]) for line in lines[:-1]] == [1, 2, 3, 4]
    for line in lines[:-1]:
        position = game.start()
        for text in line.partition(" pv ")[2].split():
            position = position.play(text)
    best, expected = lines[-2].partition(" pv ")[2].split()[:2]
    assert lines[-1] == f"bestmove {best} ponder {expected}"


def test_variations_are_told_from_the_best_to_the_worst(protocol):
    lines = talk(protocol, "setoption name MultiPV value 3", "go depth 2", said("bestmove"))
    told = [line.split() for line in infos(lines)]
    assert [(words[2], words[6]) for words in told] == [(d, m) for d in "12" for m in "123"]
    scores = [int(words[words.index("cp") + 1]) for words in told[-3:]]
    assert scores == sorted(scores, reverse=True)
    firsts = [words[words.index("pv") + 1] for words in told[-3:]]
    assert len(set(firsts)) == 3
    assert lines[-1].split()[1] == firsts[0]


def test_only_the_moves_asked_for_are_searched():
    lines = talk("uci", "go depth 2 searchmoves a2a3 h2h4", said("bestmove"))
    assert lines[-1].split()[1] in {"a2a3", "h2h4"}
    assert answer("uci", "startpos", "go searchmoves h2h3 depth 2").split()[1] == "h2h3"


@pytest.mark.parametrize("wrong", ["a2a5", "7g7e", "rubbish", "0000", "é"])
def test_moves_that_are_not_legal_are_not_asked_for_and_there_is_an_answer(protocol, wrong):
    legal = GAMES[protocol].start().legal_moves()[0]
    text = DIALECTS[protocol].move_text(GAMES[protocol].start(), legal)
    lines = talk(protocol, f"go depth 1 searchmoves {wrong}", said("bestmove"))
    assert lines[0] == f"info string searchmoves {wrong}: it is not legal"
    assert lines[-1].split()[1] not in {wrong, DIALECTS[protocol].no_move}
    lines = talk(protocol, f"go depth 1 searchmoves {wrong} {text}", said("bestmove"))
    assert lines[-1].split()[1] == text


def test_a_table_that_cannot_be_had_leaves_the_last_one(protocol, monkeypatch):
    player = player_of(protocol)
    allocate = player.allocate

    def fail_if_large():
        if player.memory > 3 << 20:
            raise MemoryError
        allocate()

    monkeypatch.setattr(player, "allocate", fail_if_large)
    options = [f"setoption name {DIALECTS[protocol].hash} value {size}" for size in (3, 5)]
    script = [options[0], "isready", options[1], "isready", "go depth 1", said("bestmove")]
    lines = talk(protocol, *script, player=player)
    assert lines[:3] == [
        "readyok",
        "info string there is no memory for a table of 5 MiB",
        "readyok",
    ]
    assert lines[-1].startswith("bestmove")
    assert player.memory == 3 << 20


def test_no_more_memory_is_offered_than_the_machine_has(protocol):
    hash_ = DIALECTS[protocol].hash
    [line] = [line for line in talk(protocol, protocol) if f"name {hash_} " in line]
    most = int(line.split()[-1])
    assert most << 20 < memory_of_machine()
    assert Options().set(["name", hash_, "value", str(1 << 40)]).memory == most


@pytest.mark.parametrize(
    ("protocol", "position", "score"),
    [
        ("uci", MATE_IN_ONE["uci"][0], "mate 1"),
        ("uci", "fen 7k/R7/8/8/8/8/8/1R5K b - - 0 1", "mate -1"),
        ("usi", MATE_IN_ONE["usi"][0], "mate 1"),
        ("usi", "sfen 8k/9/7G1/9/9/9/9/9/4K4 w G 1", "mate -2"),
    ],
)
def test_mates_are_counted_in_moves_in_uci_and_in_plies_in_usi(protocol, position, score):
    lines = talk(protocol, f"position {position}", "go depth 5", said("bestmove"))
    assert f" score {score} " in lines[-2]


def test_a_mate_in_some_moves_ends_a_search_for_it():
    position, mate = MATE_IN_ONE["uci"]
    assert answer("uci", position, "go mate 1").startswith(f"bestmove {mate}")


def test_a_usi_engine_tells_a_whole_mate():
    position, mate = MATE_IN_ONE["usi"]
    for go in ("go mate infinite", "go mate 100000"):
        lines = talk("usi", f"position {position}", go, said("checkmate"))
        assert lines[-1] == f"checkmate {mate}"
    checks = "position sfen 4k4/9/9/9/9/9/9/9/4K4 b G 1"
    assert talk("usi", checks, "go mate 60", said("checkmate"))[-1] == "checkmate timeout"


@pytest.mark.parametrize(
    "position",
    [
        "startpos",  # without a check
        "sfen 4k4/4G4/4P4/9/9/9/9/9/4K4 w - 1",  # mated
        "sfen 4k4/9/4P4/9/9/9/9/9/4K4 w G 1",  # mated in two
    ],
)
@pytest.mark.parametrize("go", ["go mate", "go mate infinite"])
def test_a_usi_engine_says_that_there_is_no_mate(position, go):
    assert talk("usi", f"position {position}", go, said("checkmate"))[-1] == "checkmate nomate"


def test_counts_of_moves_are_refused(protocol):
    lines = talk(protocol, "go perft 3", "isready")
    assert lines == [
        "info string go perft: moves are counted by boardworth perft, not here",
        "readyok",
    ]


def test_an_infinite_search_answers_when_it_is_stopped(protocol):
    """Also where it has come to its end by itself: nothing lies beyond a mate."""
    for position in ("startpos", MATE_IN_ONE[protocol][0]):
        script = [f"position {position}", "go infinite", said("info depth 1"), "isready"]
        lines = talk(protocol, *script, said("readyok"), "stop", said("bestmove"))
        places = [lines.index("readyok"), *(i for i, x in enumerate(lines) if "bestmove" in x)]
        assert places == sorted(places)
        assert len(places) == 2


def test_pondering_begins_to_count_with_the_hit(protocol):
    clocks = "wtime 10 btime 10"
    script = ["position startpos", f"go ponder {clocks}", said("info depth 3"), "isready"]
    lines = talk(protocol, *script, said("readyok"), "ponderhit", said("bestmove"))
    assert lines.index("readyok") < len(lines) - 1
    assert lines[-1].startswith("bestmove")
    lines = talk(protocol, *script, said("readyok"), "stop")
    assert lines[-1].startswith("bestmove")


def test_a_hit_before_a_search_without_an_end_changes_nothing(protocol):
    lines = talk(protocol, "ponderhit", "stop", "isready")
    assert lines == ["readyok"]


@pytest.mark.parametrize("clock", ["1", "0", "-20", "30", "100"])
def test_with_hardly_any_time_there_is_still_a_move(protocol, clock):
    lines = talk(protocol, f"go wtime {clock} btime {clock}", said("bestmove"))
    GAMES[protocol].start().play(lines[-1].split()[1])
    assert infos(lines)[0].startswith("info depth 1 ")


def test_a_search_that_is_stopped_at_once_has_looked_one_move_ahead(protocol):
    lines = talk(protocol, "position startpos", "go infinite", "stop")
    assert infos(lines)[0].startswith("info depth 1 ")


def test_with_hardly_any_nodes_a_piece_is_not_left_hanging():
    taken = "fen 4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1"
    assert answer("uci", taken, "go nodes 1").split()[1] == "e4d5"


@pytest.mark.parametrize("go", ["go movetime 5", "go nodes 50", "go btime 0 wtime 0 byoyomi 40"])
def test_limits_end_searches(protocol, go):
    assert talk(protocol, go, said("bestmove"))[-1].startswith("bestmove")


def test_the_limit_of_the_command_line_holds_besides(protocol):
    for go in ("go", "go depth 5", "go wtime 90000 btime 90000"):
        lines = talk(protocol, go, said("bestmove"), limit=bw.Limit(depth=2))
        assert [line.split()[2] for line in infos(lines)] == ["1", "2"]


@pytest.mark.parametrize(
    "line", ["", "   ", "joho", "debug on", "register later", "\x00", "isready-like", "é" * 9]
)
def test_what_it_does_not_know_is_skipped(protocol, line):
    assert talk(protocol, line, "isready") == ["readyok"]
    assert talk(protocol, f"joho \t isready {line}") == ["readyok"]


@pytest.mark.parametrize(
    "position",
    ["startpos moves e2e5", "startpos moves 0000", "fen rubbish", "sfen rubbish", "", "nowhere"],
)
def test_a_position_that_makes_no_sense_leaves_the_last_one(protocol, position):
    last, mate = MATE_IN_ONE[protocol]
    script = [f"position {last}", f"position {position}", "go depth 2", said("bestmove")]
    lines = talk(protocol, *script)
    assert lines[0].startswith("info string ")
    assert lines[-1].split()[1] == mate


@pytest.mark.parametrize(
    ("protocol", "position", "line"),
    [
        ("uci", "fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "bestmove (none)"),
        ("uci", "fen 8/8/8/8/8/k7/8/K6r w - - 0 1", "bestmove (none)"),
        ("usi", "sfen 4k4/4G4/4P4/9/9/9/9/9/4K4 w - 1", "bestmove resign"),
    ],
)
def test_a_game_that_is_over_has_no_move(protocol, position, line):
    assert talk(protocol, f"position {position}", "go depth 3", "go infinite") == [line] * 2


@pytest.mark.parametrize(
    "pieces", ["k7/8/8/8/8/8/8/K7", "8/8/8/8/8/4k3/8/4K1N1", "8/8/8/8/8/4k3/8/b6K"]
)
def test_where_nobody_can_win_there_is_still_a_move(pieces):
    best = talk("uci", f"position fen {pieces} w - - 0 1", "go depth 3")[-1].split()[1]
    assert chess.Move.from_uci(best) in chess.Board(f"{pieces} w - - 0 1").legal_moves


def test_a_program_may_play_on_after_fifty_moves():
    moves = " ".join(["g1f3 g8f6 f3g1 f6g8"] * 30)
    best = answer("uci", f"startpos moves {moves}")
    GAMES["uci"].start().play(best.split()[1])
    assert answer("uci", "fen 4k3/8/8/8/8/8/4P3/4K3 w - - 100 90") != "bestmove (none)"


def test_a_declared_win_is_the_move_that_is_told():
    entered = "sfen +R+R+B+B+PGGGK/+P+P+P+P5/9/9/9/9/9/9/4k4 b G 1"
    assert answer("usi", entered).startswith("bestmove win")


def test_castling_is_written_as_the_option_says():
    castling = "fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1"
    go = "go depth 1 searchmoves e1h1"
    assert answer("uci", castling, go).split()[1] == "e1g1"
    option = "setoption name UCI_Chess960 value true"
    for text in ("e1h1", "e1g1"):
        go = f"go depth 1 searchmoves {text}"
        lines = talk("uci", option, f"position {castling}", go, said("bestmove"))
        assert lines[-1].split()[1] == "e1h1"
    moved = f"{castling} moves e1h1"
    assert answer("uci", moved).split()[1].startswith("e8")


def test_options_change_the_search_that_comes_next(protocol):
    player = player_of(protocol)
    hash_ = DIALECTS[protocol].hash
    lines = talk(
        protocol,
        f"setoption name {hash_} value 3",
        "setoption name threads value 2",
        "setoption name Move Overhead value 7",
        "go depth 2",
        said("bestmove"),
        "setoption name Threads value x",
        "setoption name Wings value 4",
        player=player,
    )
    assert (player.memory, player.threads) == (3 << 20, 2)
    assert "'x' is not a number" in lines[-2]
    assert "there is no option" in lines[-1]


def test_a_new_game_begins_with_an_empty_table():
    """The last search within a limit of time is remembered, but not in another game."""
    go = ["position startpos", "go depth 5 movetime 100000000"]

    def nodes(*between):
        lines = talk("uci", *go, said("bestmove"), *between, *go, said("bestmove", 2))
        told = [int(re.search(r"nodes (\d+)", line)[1]) for line in infos(lines)]
        return told[4], told[-1]

    first, second = nodes()
    assert second < first
    for forgets in ("ucinewgame", "setoption name Clear Hash"):
        assert nodes(forgets) == (first, first)


def test_a_search_that_is_under_way_ends_with_the_talk(protocol):
    for last in ((), ("quit", "go depth 1")):
        lines = talk(protocol, "go infinite", said("info depth 1"), *last)
        assert lines[-1].startswith("bestmove")
    lines = talk(protocol, "go infinite", said("info depth 1"), "gameover lose", "isready")
    assert lines[-1] == "readyok"
    assert not any(line.startswith("bestmove") for line in lines)


def test_a_search_asked_for_during_another_ends_it(protocol):
    lines = talk(protocol, "go infinite", said("info depth 1"), "go depth 1", said("bestmove", 2))
    assert sum(line.startswith("bestmove") for line in lines) == 2
