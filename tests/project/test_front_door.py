"""README's console lines run as they are written, and say how long they take.

Here they run quickly (test_examples). `make front-door` runs them in full where nothing but the
wheel is, and compares their times with those that README states.
"""

from pathlib import Path

from benchmarks.front_door import stated_lines

README = (Path(__file__).parents[2] / "README.md").read_text()
# These end when somebody says so.
TALKING = ("play", "engine")


def test_the_front_door_is_all_of_readme():
    shown = [line[2:] for line in README.splitlines() if line.startswith("$ ")]
    assert [line for line, _ in stated_lines(README)] == shown


def test_every_line_that_ends_by_itself_says_how_long_it_takes():
    for line, seconds in stated_lines(README):
        assert (seconds is None) == (line.split()[1] in TALKING), line
        assert seconds is None or 1 <= seconds <= 180, line


def test_lines_and_times_are_read():
    page = "```console\n$ boardworth games   # 2 s\n$ boardworth play 'a # b'\n```\n$ no # 3 s\n"
    assert list(stated_lines(page)) == [
        ("boardworth games   # 2 s", 2.0),
        ("boardworth play 'a # b'", None),
    ]
