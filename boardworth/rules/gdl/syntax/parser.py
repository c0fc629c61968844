"""Rule sheets from text: an expression becomes rules, or an error that tells why not."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from boardworth.errors import FormatError
from boardworth.files import FilePath, read_bytes
from boardworth.rules.gdl.ground.bodies import alternatives, resolved
from boardworth.rules.gdl.syntax.expressions import Group, Misread, Word, read_expressions
from boardworth.rules.gdl.syntax.terms import (
    CONNECTIVES,
    Argument,
    Place,
    Rule,
    RuleSheet,
    Term,
    Variable,
)
from boardworth.rules.stopping import check_stop_sign

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from boardworth.rules.gdl.syntax.expressions import Expression
    from boardworth.rules.gdl.syntax.problems import Problem

# What "or" can be written out to; the largest public sheet has 25,570 rules and facts.
MAX_RULES = 200_000


def read_rule_sheet(path: FilePath) -> RuleSheet:
    """The rule sheet in a file. Raises FormatError, as `parse_rule_sheet` does."""
    return parse_rule_sheet(sheet_text(path), str(path))


def sheet_text(path: FilePath) -> str:
    """A file's characters. Comments may be in any encoding: they are not looked into.

    Raises FormatError if it is a game of shogi: records of these end in .kif, too.
    """
    from boardworth.rules.records.shogi import is_kif

    content = read_bytes(Path(path))
    if is_kif(content):
        raise FormatError(f"{path}: this is a record of shogi, not a rule sheet")
    return content.decode("latin-1")


def parse_rule_sheet(text: str, source: str = "rule sheet") -> RuleSheet:
    """The rule sheet that a text describes. Raises FormatError with line and column.

    >>> parse_rule_sheet("(ROLE white) (<= terminal (or (true end) (not (true go))))").rules
    ... # doctest: +NORMALIZE_WHITESPACE
    (Rule(head=Term(name='role', arguments=(Term(name='white', arguments=()),)), body=()),
     Rule(head=Term(name='terminal', arguments=()),
          body=(Literal(atom=Term(name='true', arguments=(Term(name='end', arguments=()),)),
                        negated=False),)),
     Rule(head=Term(name='terminal', arguments=()),
          body=(Literal(atom=Term(name='true', arguments=(Term(name='go', arguments=()),)),
                        negated=True),)))
    """
    sheet = rules_of(read_expressions(text, source), source)
    for problem in sheet.unread:
        raise Misread(source, problem.place, problem.message)
    return sheet


def rules_of(expressions: Iterable[Expression], source: str) -> RuleSheet:
    """The rules that expressions make, and a problem for each expression that makes none."""
    rules: list[Rule] = []
    unread: list[Problem] = []
    reader = Reader(source)
    for expression in expressions:
        check_stop_sign(source)
        try:
            rules += reader.rules(expression)
        except Misread as error:
            unread.append(error.problem)
        if len(rules) > MAX_RULES:
            raise reader.misread(expression, f"more than {MAX_RULES:,} rules up to here")
    return RuleSheet(tuple(rules), source, tuple(unread))


def parse_term(text: str, source: str = "term") -> Term:
    """One term without variables, such as a move: `(mark 1 2)`. Raises FormatError.

    >>> str(parse_term("( Mark 1 2 )"))
    '(Mark 1 2)'
    """
    expressions = read_expressions(text, source)
    if len(expressions) != 1:
        raise Misread(
            source, _second_place(expressions), f"one term is expected, not {len(expressions)}"
        )
    return _ground_term(expressions[0], source)


def parse_terms(text: str, source: str = "terms") -> tuple[Term, ...]:
    """Any number of terms without variables. Raises FormatError."""
    return tuple(_ground_term(expression, source) for expression in read_expressions(text, source))


def _ground_term(expression: Expression, source: str) -> Term:
    term = Reader(source).argument(expression)
    if isinstance(term, Variable) or not term.is_ground:
        raise Misread(source, expression.place, f"{term} has a variable")
    return term


class Reader:
    """Makes rules and terms of the expressions of one source."""

    def __init__(self, source: str) -> None:
        self._source = source

    def rules(self, expression: Expression) -> list[Rule]:
        """The rules of an expression that stands by itself: a fact, or (<= head condition ...)."""
        if isinstance(expression, Word):
            if expression.text == "terminal":
                return [Rule(Term("terminal"), (), expression.place)]
            raise self.misread(expression, f"'{expression}' stands outside of parentheses")
        first, rest = self._split(expression)
        if first.text != "<=":
            return [Rule(self.atom(expression, "a fact"), (), expression.place)]
        if not rest:
            raise self.misread(expression, "a rule without a head: (<= head condition ...)")
        head = self.atom(rest[0], "the head of a rule")
        bodies = alternatives(self, rest[1:], expression)
        found = (resolved(head, body, expression.place) for body in bodies)
        return [rule for rule in found if rule is not None]

    def atom(self, expression: Expression, what: str) -> Term:
        """A predicate of arguments; `what` it is here is for messages."""
        name = expression if isinstance(expression, Word) else self._split(expression)[0]
        if name.text.startswith("?"):
            raise self.misread(name, f"{what} cannot be the variable {name}")
        if name.text in CONNECTIVES:
            raise self.misread(name, f"'{name}' cannot be {what}")
        term = self.argument(expression)
        assert isinstance(term, Term)
        return term

    def argument(self, expression: Expression) -> Argument:
        """A variable, a constant or a function of arguments."""
        if isinstance(expression, Word):
            if not expression.text.startswith("?"):
                return Term(self._name(expression))
            if expression.text == "?":
                raise self.misread(expression, "a variable without a name")
            return Variable(expression.text[1:])
        name, rest = self._split(expression)
        if name.text.startswith("?"):
            raise self.misread(name, f"the variable {name} cannot be a function")
        return Term(self._name(name), tuple(map(self.argument, rest)))

    def connective(self, expression: Expression) -> tuple[str, Sequence[Expression]]:
        """What joins the parts of a condition, and the parts; "" if it is an atom."""
        if isinstance(expression, Word):
            return "", ()
        name, rest = self._split(expression)
        return (name.text, rest) if name.text in CONNECTIVES else ("", ())

    def misread(self, expression: Expression, message: str) -> Misread:
        """An error at the place of an expression."""
        return Misread(self._source, expression.place, message)

    def _name(self, word: Word) -> str:
        if word.text == "<=":
            raise self.misread(word, "'<=' inside of a term: is a parenthesis missing above?")
        return word.text

    def _split(self, group: Group) -> tuple[Word, Sequence[Expression]]:
        """The word that a group begins with, and the rest."""
        if not group.items:
            raise self.misread(group, "there is nothing between these parentheses")
        first = group.items[0]
        if isinstance(first, Group):
            raise self.misread(first, "a name is expected here, not a parenthesis")
        return first, group.items[1:]


def _second_place(expressions: Sequence[Expression]) -> Place:
    return expressions[1].place if len(expressions) > 1 else Place(1, 1)
