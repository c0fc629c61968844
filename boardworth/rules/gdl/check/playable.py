"""What of a faulty sheet can be played: rules that break the language are left out, and named."""

from __future__ import annotations

import warnings

from boardworth.errors import FaultyRules, RulesError
from boardworth.rules.gdl.check.checks import fatal_problems, faults_of
from boardworth.rules.gdl.syntax.terms import RuleSheet


def playable(sheet: RuleSheet) -> RuleSheet:
    """The sheet without faulty rules, of which a warning tells. Raises RulesError if none is left.

    A sheet is refused if the rest is no game, or has no meaning: something depends on its own
    negation, grows without end, or is asked for before it can be known.
    """
    faults = [*sheet.unread, *(fault for rule in sheet.rules for fault in faults_of(rule))]
    kept = sheet
    if faults:
        rules = tuple(rule for rule in sheet.rules if not any(faults_of(rule)))
        kept = RuleSheet(rules, sheet.source)
    fatal = [problem for problem in fatal_problems(kept) if problem.severity == "error"]
    lines = [
        problem.line(sheet.source)
        for problem in sorted(dict.fromkeys([*fatal, *faults]), key=lambda found: found.place)
    ]
    more = f" (and {len(lines) - 1} more)" if len(lines) > 1 else ""
    if fatal:
        raise RulesError(f"{lines[0]}{more}; try: boardworth check")
    if faults:
        what = f"{lines[0]}: the rule is left out{more}; try: boardworth check"
        warnings.warn(what, FaultyRules, stacklevel=2)
    return kept
