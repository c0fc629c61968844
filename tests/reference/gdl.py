"""A slow, obvious interpreter of rule sheets: derives what follows from the rules as written."""

from boardworth.rules.gdl.syntax.terms import Distinct, Term, Variable, substitute, variables


class Interpreter:
    """States are frozen sets of fluents; moves are terms, one for each role."""

    def __init__(self, sheet):
        self.roles = sheet.roles
        self.layers = _layers(
            [rule for rule in sheet.rules if rule.head.name not in {"base", "input"}]
        )

    def start(self):
        return frozenset(fact.arguments[0] for fact in self._facts((), ()) if fact.name == "init")

    def view(self, state):
        """Whether a state is terminal, the legal moves and the goals of each role."""
        facts = self._facts(state, ())
        legal = {role: set() for role in self.roles}
        goals = {role: set() for role in self.roles}
        for fact in facts:
            if fact.name == "legal":
                legal[str(fact.arguments[0])].add(fact.arguments[1])
            elif fact.name == "goal":
                goals[str(fact.arguments[0])].add(int(fact.arguments[1].name))
        return Term("terminal") in facts, legal, goals

    def play(self, state, joint_move):
        facts = self._facts(state, zip(self.roles, joint_move, strict=True))
        return frozenset(fact.arguments[0] for fact in facts if fact.name == "next")

    def _facts(self, state, moves):
        facts = {Term("true", (fluent,)) for fluent in state}
        facts |= {Term("does", (Term(role), move)) for role, move in moves}
        known = {}
        for fact in facts:
            known.setdefault(fact.signature, set()).add(fact)
        for layer in self.layers:
            while new := {f for rule in layer for f in _consequences(rule, known)} - facts:
                facts |= new
                for fact in new:
                    known.setdefault(fact.signature, set()).add(fact)
        return facts


def _layers(rules):
    """Rules in layers such that whatever is negated in a layer is settled in an earlier one."""
    layer = {rule.head.signature: 0 for rule in rules}
    changed = True
    while changed:
        changed = False
        for rule in rules:
            for condition in rule.body:
                if isinstance(condition, Distinct) or condition.atom.signature not in layer:
                    continue
                least = layer[condition.atom.signature] + condition.negated
                if layer[rule.head.signature] < least:
                    layer[rule.head.signature] = least
                    changed = True
                    assert least <= len(rules)
    last = max(layer.values())
    return [[r for r in rules if layer[r.head.signature] == n] for n in range(last + 1)]


def _consequences(rule, known):
    listing = [c for c in rule.body if not isinstance(c, Distinct) and not c.negated]
    checking = [c for c in rule.body if c not in listing]
    for values in _matches(listing, {}, known):
        if all(_holds(condition, values, known) for condition in checking):
            yield substitute(rule.head, values)


def _matches(listing, values, known):
    if not listing:
        yield values
        return
    for fact in known.get(listing[0].atom.signature, ()):
        found = _match(listing[0].atom, fact, values)
        if found is not None:
            yield from _matches(listing[1:], found, known)


def _match(term, fact, values):
    if isinstance(term, Variable):
        if term in values:
            return values if values[term] == fact else None
        return {**values, term: fact}
    if term.signature != fact.signature:
        return None
    for part, value in zip(term.arguments, fact.arguments, strict=True):
        values = _match(part, value, values)
        if values is None:
            return None
    return values


def _holds(condition, values, known):
    if isinstance(condition, Distinct):
        return substitute(condition.left, values) != substitute(condition.right, values)
    atom = substitute(condition.atom, values)
    assert not list(variables(atom))
    return atom not in known.get(atom.signature, ())
