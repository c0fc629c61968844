"""Tests hold on any machine, however busy it is: none of them relies on how long something takes.

A small check of their source. It finds what is easy to find: sleeps for a set time, asserts about
the time on the wall, and processes that are waited for no longer than some seconds.
"""

import ast
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from waiting import PATIENCE

TESTS = Path(__file__).parents[1]
WALL_CLOCKS = {"monotonic", "perf_counter", "time", "monotonic_ns", "perf_counter_ns", "time_ns"}


ORDER = ast.Lt | ast.LtE | ast.Gt | ast.GtE


def called(node):
    """The name of what is called, without its module; None for what is no call."""
    function = node.func if isinstance(node, ast.Call) else None
    return function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", None)


def is_time(node, names=frozenset()):
    """Whether an expression is made of times on the wall, or of names that stand for some."""
    match node:
        case ast.Name(name):
            return name in names
        case ast.BinOp(left, _, right):
            return is_time(left, names) or is_time(right, names)
        case ast.NamedExpr(_, value):
            return is_time(value, names)
        case _:
            return called(node) in WALL_CLOCKS and not node.args


def names_of_times(function):
    """Variables of a function whose values come from a clock, directly or by way of others."""
    names = set()
    assigned = [
        (target.id, node.value)
        for node in ast.walk(function)
        if isinstance(node, ast.Assign | ast.NamedExpr)
        for target in (node.targets if isinstance(node, ast.Assign) else [node.target])
        if isinstance(target, ast.Name)
    ]
    for _ in assigned:
        names |= {name for name, value in assigned if is_time(value, names)}
    return names


def compares_times(node, names):
    """Whether an expression asks what is more, a time or something else."""
    return any(
        isinstance(part, ast.Compare)
        and any(isinstance(operator, ORDER) for operator in part.ops)
        and any(is_time(side, names) for side in (part.left, *part.comparators))
        for part in ast.walk(node)
    )


def is_constant(node):
    """Whether an expression is a number, or made of numbers."""
    return all(
        isinstance(part, ast.Constant | ast.BinOp | ast.UnaryOp | ast.operator | ast.unaryop)
        for part in ast.walk(node)
    )


def problems(source):
    """Lines of a test file that rely on time, and what is wrong with them."""
    tree = ast.parse(source)
    loops = [node for node in ast.walk(tree) if isinstance(node, ast.While | ast.For)]
    polling = {part for loop in loops for part in ast.walk(loop)}
    for node in ast.walk(tree):
        if called(node) == "sleep" and node not in polling and all(map(is_constant, node.args)):
            yield node.lineno, "sleeps for a set time: wait for what should happen"
        if isinstance(node, ast.keyword) and node.arg == "timeout" and is_constant(node.value):
            yield node.value.lineno, "has a set time limit: use waiting.PATIENCE"
        if isinstance(node, ast.FunctionDef):
            names = names_of_times(node)
            for part in ast.walk(node):
                if isinstance(part, ast.Assert) and compares_times(part.test, names):
                    yield part.lineno, "asserts how long something takes"


@pytest.mark.parametrize(
    "path", sorted(TESTS.rglob("*.py")), ids=lambda path: str(path.relative_to(TESTS))
)
def test_no_test_relies_on_the_speed_of_the_machine(path):
    assert list(problems(path.read_text())) == []


@pytest.mark.parametrize(
    "line",
    [
        "time.sleep(0.5)",
        "sleep(2 * 60)",
        "process.communicate(timeout=20)",
        "assert time.monotonic() - before < 1",
        "took = perf_counter() - before; late = took - 1; assert late < 0",
        "assert (end := time.time()) < 3",
    ],
)
def test_what_relies_on_time_is_found(line):
    assert list(problems(f"def test():\n    {line}"))


@pytest.mark.parametrize(
    "line",
    [
        "while not done(): time.sleep(0.01)",
        "time.sleep(clock.seconds)",
        "process.communicate(timeout=PATIENCE)",
        "assert player.choose(state, deadline=time.monotonic() + 0.1) in moves",
        "assert time.process_time() < 9",
    ],
)
def test_what_is_right_on_any_machine_is_left_alone(line):
    assert not list(problems(f"def test():\n    {line}"))


def test_tests_of_ctrl_c_pass_where_it_is_ignored():
    """As it is for whatever a shell starts in the background, or by nohup."""
    test = "search/test_time.py::test_ctrl_c_ends_a_search_on_all_its_threads"
    subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", TESTS / test],
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_IGN),
        check=True,
        cwd=TESTS.parent,
        timeout=PATIENCE,
    )
