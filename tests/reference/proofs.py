"""All proofs of a query in one state, by resolution over the rules as written.

It shares nothing with the product: neither its grounder nor its unfolding. A proof is the set of
what it rests on: facts that hold, facts that do not, and derived atoms that cannot be derived. What
is the same in all states needs no proof. In a derivation nothing rests on itself.
"""

from itertools import product

from reference.gdl import (
    Interpreter,
    as_atom,
    instance,
    match,
    parsed,
    signature,
    term,
    variables,
    written,
)

NEEDS_NOTHING = frozenset([frozenset()])


class Prover:
    def __init__(self, text):
        clauses = [as_atom(c) for c in parsed(text)]
        rules = [c[1:] if c[0] == "<=" else (c,) for c in clauses]
        self.rules = {}
        for head, *body in rules:
            for plain in plain_bodies(body):
                self.rules.setdefault(signature(as_atom(head)), []).append((as_atom(head), plain))
        self.layers = [[signature(rule[0]) for rule in layer] for layer in Interpreter(text).layers]
        self.changing = self._dependent({("true", 2), ("does", 3)})
        self.static = Facts()
        self._derive(self.static, self.rules.keys() - self.changing)

    def proofs(self, state, query, moves=()):
        """The proofs of every solution of a query such as "(legal x ?m)"; moves by role."""
        asked = as_atom(term(query))
        facts = Facts(self.static)
        for fluent in state:
            facts.add(("true", term(fluent)))
        for role, move in moves:
            facts.add(("does", role, term(move)))
        self._derive(facts, self._needed(signature(asked)) & self.changing)
        found = [f for f in facts.like(asked, {}) if match(asked, f, {}) is not None]
        return {written(fact): self._supports(fact, facts, ()) for fact in found}

    def _derive(self, facts, wanted):
        """Adds all that follows, layer by layer, of the wanted predicates."""
        for layer in self.layers:
            rules = [r for key in dict.fromkeys(layer) if key in wanted for r in self.rules[key]]
            fresh = {instance(h, way) for h, body in rules for way in ways(body, {}, facts)}
            while fresh := {fact for fact in fresh if facts.add(fact)}:
                fresh = {
                    instance(head, way)
                    for head, body in rules
                    for condition in body
                    for fact in fresh
                    if (values := match(condition, fact, {})) is not None
                    for way in ways([c for c in body if c is not condition], values, facts)
                }

    def _supports(self, atom, facts, path):
        if signature(atom) not in self.changing or atom[0] == "does":
            return NEEDS_NOTHING
        if atom[0] == "true":
            return {frozenset([written(atom)])}
        if atom in path:
            return set()
        found = set()
        for head, body in self.rules[signature(atom)]:
            values = match(head, atom, {})
            for way in ways(body, values, facts) if values is not None else ():
                parts = [self._of_condition(instance(c, way), facts, (*path, atom)) for c in body]
                found |= {frozenset().union(*choice) for choice in product(*parts)}
        return NEEDS_NOTHING if frozenset() in found else found

    def _of_condition(self, condition, facts, path):
        asked = asked_of(condition)
        if asked[0] == "distinct":
            return NEEDS_NOTHING
        if asked is condition:
            return self._supports(asked, facts, path)
        changing = signature(asked) in self.changing
        return {frozenset([f"not {written(asked)}"])} if changing else NEEDS_NOTHING

    def _dependent(self, sources):
        """Predicates that depend on others."""
        found = set(sources)
        while new := {
            key
            for key, rules in self.rules.items()
            if key not in found
            and any(signature(asked_of(c)) in found for _, body in rules for c in body)
        }:
            found |= new
        return found

    def _needed(self, key):
        """Predicates that one depends on, itself among them."""
        found, ahead = {key}, [key]
        while ahead:
            bodies = [body for _, body in self.rules.get(ahead.pop(), ())]
            new = {signature(asked_of(c)) for body in bodies for c in body} - found
            found |= new
            ahead += new
        return found


class Facts:
    """Atoms that hold, found by any word in them."""

    def __init__(self, others=None):
        self.buckets = {key: list(own) for key, own in others.buckets.items()} if others else {}
        self.all = set(others.all) if others else set()

    def __contains__(self, fact):
        return fact in self.all

    def add(self, fact):
        """Whether it is new."""
        if fact in self.all:
            return False
        self.all.add(fact)
        for word in [(), *words(fact, {})]:
            self.buckets.setdefault((signature(fact), word), []).append(fact)
        return True

    def like(self, atom, values):
        """Facts that share a word with an atom, those of its rarest one."""
        keys = [(signature(atom), word) for word in [(), *words(atom, values)]]
        return min((self.buckets.get(key, ()) for key in keys), key=len)


def words(part, values, place=()):
    """The words of a term and where they stand; variables count as their values."""
    if isinstance(part, tuple):
        for number, inner in enumerate(part):
            yield from words(inner, values, (*place, number))
    elif not part.startswith("?"):
        yield place, part
    elif part in values:
        yield from words(values[part], values, place)


def ways(conditions, values, facts):
    """Values of variables under which a plain conjunction holds."""
    if not conditions:
        yield values
        return
    known = [c for c in conditions if all(v in values for v in variables(c))]
    positive = [c for c in conditions if asked_of(c) is c and c[0] != "distinct"]
    chosen = known[0] if known else min(positive, key=lambda c: len(facts.like(c, values)))
    rest = [c for c in conditions if c is not chosen]
    if known:
        if holds(instance(chosen, values), facts):
            yield from ways(rest, values, facts)
        return
    for fact in list(facts.like(chosen, values)):
        found = match(chosen, fact, values)
        if found is not None:
            yield from ways(rest, found, facts)


def holds(condition, facts):
    name, *parts = as_atom(condition)
    if name == "not":
        return not holds(parts[0], facts)
    if name == "distinct":
        return written(parts[0]) != written(parts[1])
    return as_atom(condition) in facts


def asked_of(condition):
    name, *parts = condition
    return as_atom(parts[0]) if name == "not" else condition


def plain_bodies(conditions):
    """Conjunctions of atoms and their negations; each way through "or" is one."""
    return [
        [part for body in choice for part in body]
        for choice in product(*[plain(condition, holds=True) for condition in conditions])
    ]


def plain(condition, *, holds):
    name, *parts = as_atom(condition)
    if name == "not":
        return plain(parts[0], holds=not holds)
    if name in {"and", "or"} and (name == "and") == holds:
        return plain_bodies([part if holds else ("not", part) for part in parts])
    if name in {"and", "or"}:
        return [body for part in parts for body in plain(part, holds=holds)]
    return [[as_atom(condition) if holds else ("not", as_atom(condition))]]
