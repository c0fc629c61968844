"""`boardworth engine --protocol uci` and `usi` in the hands of other programs' drivers."""

import os
import shlex
import sys

import chess
import chess.engine
import cshogi
import pytest
from cshogi.usi.Engine import Engine as UsiDriver
from cshogi.usi.Engine import InfoListener, MultiPVListener
from waiting import PATIENCE, until_at_work

from boardworth.arena.protocols.engine_process import EngineProcess
from boardworth.errors import EngineError

COMMAND = [sys.executable, "-m", "boardworth", "engine", "baseline:piece-square", "--protocol"]


@pytest.fixture
def uci():
    with chess.engine.SimpleEngine.popen_uci([*COMMAND, "uci"], timeout=PATIENCE) as engine:
        yield engine


def test_python_chess_plays_a_game_and_ponders(uci):
    board = chess.Board()
    limits = [
        chess.engine.Limit(depth=3),
        chess.engine.Limit(nodes=300),
        chess.engine.Limit(time=0.02),
        chess.engine.Limit(white_clock=1, black_clock=1, white_inc=0.01, black_inc=0.01),
    ]
    for limit in limits * 2:
        result = uci.play(board, limit, info=chess.engine.INFO_ALL, ponder=True)
        board.push(result.move)
        if result.ponder is not None:
            board.push(result.ponder)
            assert result.info["pv"][:2] == [result.move, result.ponder]
    uci.ping()


def test_python_chess_analyses(uci):
    board = chess.Board("r1bqkbnr/pppp1ppp/2n5/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4")
    found = uci.analyse(board, chess.engine.Limit(depth=3), multipv=2)
    assert [line["multipv"] for line in found] == [1, 2]
    assert found[0]["score"] == chess.engine.PovScore(chess.engine.Mate(1), chess.WHITE)
    assert found[0]["pv"] == [chess.Move.from_uci("h5f7")]
    only = [chess.Move.from_uci("a2a3"), chess.Move.from_uci("h5h7")]
    found = uci.analyse(board, chess.engine.Limit(depth=2), root_moves=only)
    assert found["pv"][0] in only
    with uci.analysis(chess.Board()) as analysis:
        for info in analysis:
            if info.get("depth", 0) >= 4:
                break
    uci.configure({"Hash": 2, "Threads": 2, "Clear Hash": None})
    uci.ping()


def test_python_chess_castles_in_chess960(uci):
    board = chess.Board("4k3/8/8/8/8/8/8/1R2K1R1 w GBgb - 0 1", chess960=True)
    castling = chess.Move.from_uci("e1g1")
    assert board.is_castling(castling)
    result = uci.play(board, chess.engine.Limit(depth=1), root_moves=[castling])
    assert result.move == castling
    board.push(castling)
    assert uci.play(board, chess.engine.Limit(depth=2)).move in board.legal_moves


def test_cshogi_plays_and_analyses(tmp_path):
    """It starts a program without arguments, as graphical interfaces do."""
    script = tmp_path / "engine"
    script.write_text(f"#!/bin/sh\nexec {shlex.join([*COMMAND, 'usi'])}\n")
    script.chmod(0o755)
    engine = UsiDriver(str(script))
    engine.setoption("USI_Hash", 2)
    engine.isready()
    engine.usinewgame()
    board, listener, moves = cshogi.Board(), InfoListener(), []
    clocks = [{"byoyomi": 60}, {"btime": 900, "wtime": 900, "binc": 10, "winc": 10}, {"nodes": 300}]
    for clock in clocks * 2:
        engine.position(moves=moves)
        best, _ = engine.go(**clock, listener=listener.listen())
        board.push_usi(best)
        moves.append(best)
        assert listener.pv[0] == best
        assert isinstance(listener.score, int)
    assert board.is_ok()
    engine.setoption("MultiPV", 3)
    engine.position(sfen="sfen 4k4/9/4P4/9/9/9/9/9/4K4 b G 1")
    variations = MultiPVListener()
    best, _ = engine.go(nodes=3000, listener=variations.listen())
    assert best == "G*5b"
    assert variations.info[0]["mate"] == 1
    process = engine.proc
    engine.quit()
    assert process.wait(PATIENCE) == 0
    for stream in (process.stdin, process.stdout, process.stderr):
        stream.close()


@pytest.mark.parametrize("protocol", ["uci", "usi"])
@pytest.mark.parametrize("buffered", [True, False])
def test_the_end_of_the_input_ends_a_search(protocol, buffered, monkeypatch):
    monkeypatch.setenv("PYTHONUNBUFFERED", "" if buffered else "1")
    process = EngineProcess(shlex.join([*COMMAND, protocol]), protocol)
    process.send("go infinite")
    process.expect(lambda line: line.startswith("info depth 3") or None, PATIENCE)
    until_at_work(process._process, 0.1)
    process._input.close()
    lines = []
    with pytest.raises(EngineError, match="ended with exit code 0") as caught:
        process.expect(lines.append, PATIENCE)
    process.close()
    assert "standard error" not in str(caught.value)
    assert lines[-1].startswith("bestmove")


def test_an_engine_whose_program_is_gone_leaves():
    """What it says is not read; its input ends."""
    process = EngineProcess(shlex.join([*COMMAND, "uci"]), "uci")
    process.send("isready")
    process.expect(lambda line: line == "readyok" or None, PATIENCE)
    process._process.stdout.close()
    process.send("go depth 3")
    process.send("quit")
    ended = os.waitid(os.P_PID, process._process.pid, os.WEXITED | os.WNOWAIT)
    assert ended.si_code == os.CLD_EXITED
    process._input.close()
    process._process.wait()
    process._process.stderr.close()
    process._selector.close()
