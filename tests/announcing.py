"""Runs a command of Boardworth, and tells on standard output when it comes to a function.

    python announcing.py MODULE:FUNCTION ARGUMENT...

Who wants to interrupt a command at its work learns from the line that it has begun.
"""

import functools
import importlib
import sys

from boardworth.cli import main

LINE = "at work"


def announce(place):
    """Every call of a function, named like `package.module:Class.function`, prints a line."""
    module, _, path = place.partition(":")
    *owners, name = path.split(".")
    owner = functools.reduce(getattr, owners, importlib.import_module(module))
    function = getattr(owner, name)

    @functools.wraps(function)
    def announcing(*arguments, **options):
        print(LINE, flush=True)
        return function(*arguments, **options)

    setattr(owner, name, announcing)


if __name__ == "__main__":
    announce(sys.argv.pop(1))
    main()
