"""A slow, obvious interpreter of rule sheets: derives what follows from the rules as written.

It reads the text for itself and shares nothing with the product. A term is a word or a tuple of
terms; outside of this file it is text, such as "(mark 1 2)". Words are the same if they are written
alike, but for those that the language itself gives a meaning.
"""

import re
from functools import cache

_KEYWORDS = {
    *("role", "init", "true", "does", "next", "legal", "goal", "terminal", "base", "input"),
    *("and", "or", "not", "distinct", "random"),
}


class Interpreter:
    """States are frozen sets of fluents; a joint move lists a move for each role."""

    def __init__(self, text):
        clauses = [c if isinstance(c, tuple) else (c,) for c in parsed(text)]
        rules = [c[1:] if c[0] == "<=" else (c,) for c in clauses]
        rules = [(as_atom(head), *body) for head, *body in rules]
        self.roles = [head[1] for head, *body in rules if head[0] == "role" and not body]
        self.roles = list(dict.fromkeys(self.roles))
        self.layers = _layers([rule for rule in rules if rule[0][0] not in {"base", "input"}])

    def start(self):
        return frozenset(written(fact[1]) for fact in self._facts((), ()) if fact[0] == "init")

    def view(self, state):
        """Whether a state is terminal, the legal moves and the goals of each role."""
        facts = self._facts(state, ())
        legal = {role: set() for role in self.roles}
        goals = {role: set() for role in self.roles}
        for fact in facts:
            if fact[0] == "legal" and fact[1] in legal:
                legal[fact[1]].add(written(fact[2]))
            elif fact[0] == "goal" and fact[1] in goals:
                goals[fact[1]].add(int(fact[2]))
        return ("terminal",) in facts, legal, goals

    def play(self, state, joint_move):
        facts = self._facts(state, zip(self.roles, joint_move, strict=True))
        return frozenset(written(fact[1]) for fact in facts if fact[0] == "next")

    def _facts(self, state, moves):
        facts = {("true", term(fluent)) for fluent in state}
        facts |= {("does", role, term(move)) for role, move in moves}
        known = {}
        for fact in facts:
            known.setdefault(signature(fact), set()).add(fact)
        for layer in self.layers:
            while new := {f for rule in layer for f in _consequences(rule, known)} - facts:
                facts |= new
                for fact in new:
                    known.setdefault(signature(fact), set()).add(fact)
        return facts


def parsed(text):
    """All terms of a text."""
    stack = [[]]
    for token in re.findall(r"[()]|[^\s()]+", re.sub(r";[^\n]*", "", text)):
        if token == "(":
            stack.append([])
        elif token == ")":
            group = tuple(stack.pop())
            stack[-1].append(group)
        else:
            stack[-1].append(token.lower() if token.lower() in _KEYWORDS else token)
    (everything,) = stack
    return everything


@cache
def term(text):
    """The one term of a text."""
    (found,) = parsed(text)
    return found


@cache
def written(term):
    """A term as text. A word in parentheses of its own is that word."""
    if isinstance(term, str):
        return term
    return written(term[0]) if len(term) == 1 else f"({' '.join(map(written, term))})"


def as_atom(term):
    return term if isinstance(term, tuple) else (term,)


def signature(atom):
    return atom[0], len(atom)


def _layers(rules):
    """Rules in layers such that whatever is negated in a layer is settled in an earlier one."""
    layer = {signature(head): 0 for head, *_ in rules}
    changed = True
    while changed:
        changed = False
        for head, *body in rules:
            for atom, negated in (asked for condition in body for asked in _asked(condition)):
                least = layer.get(signature(atom), 0) + negated
                if layer[signature(head)] < least:
                    layer[signature(head)] = least
                    changed = True
                    assert least <= len(rules)
    last = max(layer.values())
    return [[r for r in rules if layer[signature(r[0])] == n] for n in range(last + 1)]


def _asked(condition, negated=False):
    """The atoms in a condition, and whether they are under a negation."""
    name, *parts = as_atom(condition)
    if name in {"and", "or", "not"}:
        for part in parts:
            yield from _asked(part, negated or name == "not")
    elif name != "distinct":
        yield as_atom(condition), negated


def _consequences(rule, known):
    head, *body = rule
    for values in _ways(body, {}, known):
        fact = instance(head, values)
        assert not list(variables(fact)), f"{fact} has a variable"
        yield fact


def _ways(conditions, values, known):
    """Values of variables under which all conditions hold."""
    if not conditions:
        yield values
        return
    costs = [_cost(condition, values) for condition in conditions]
    chosen = costs.index(min(costs))
    rest = conditions[:chosen] + conditions[chosen + 1 :]
    name, *parts = as_atom(conditions[chosen])
    if costs[chosen] == (0, 0):
        if _holds(instance(conditions[chosen], values), known):
            yield from _ways(rest, values, known)
    elif name == "or":
        for part in parts:
            yield from _ways([part, *rest], values, known)
    elif name == "and":
        yield from _ways([*parts, *rest], values, known)
    else:
        assert name not in {"not", "distinct"}, f"{conditions[chosen]} has a variable"
        atom = as_atom(conditions[chosen])
        for fact in known.get(signature(atom), ()):
            found = match(atom, fact, values)
            if found is not None:
                yield from _ways(rest, found, known)


def _cost(condition, values):
    """What to look at first: what is known, what lists values to go with them, alternatives."""
    kinds = {"or": 2, "and": 2, "not": 3, "distinct": 3}
    known = [variable in values for variable in variables(condition)]
    return (0, 0) if all(known) else (kinds.get(as_atom(condition)[0], 1), not any(known))


def _holds(condition, known):
    name, *parts = as_atom(condition)
    if name == "not":
        return not _holds(parts[0], known)
    if name == "and":
        return all(_holds(part, known) for part in parts)
    if name == "or":
        return any(_holds(part, known) for part in parts)
    if name == "distinct":
        return written(parts[0]) != written(parts[1])
    atom = as_atom(condition)
    return atom in known.get(signature(atom), ())


def match(pattern, fact, values):
    if isinstance(pattern, str):
        if not pattern.startswith("?"):
            return values if pattern == fact else None
        return values if values.get(pattern, fact) == fact else None
    if not isinstance(fact, tuple) or len(fact) != len(pattern):
        return None
    for part, value in zip(pattern, fact, strict=True):
        values = match(part, value, values)
        if values is None:
            return None
        if isinstance(part, str) and part.startswith("?"):
            values = {**values, part: value}
    return values


def instance(term, values):
    if isinstance(term, str):
        return values.get(term, term)
    return tuple(instance(part, values) for part in term)


def variables(term):
    if isinstance(term, tuple):
        for part in term:
            yield from variables(part)
    elif term.startswith("?"):
        yield term
