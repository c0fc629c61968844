"""Negamax through a tree of games by plain recursion: what label_by_tree must agree with."""

from statistics import mean

from reference.canonical import canonical


def tree_values(game, records):
    """The mover's value of every canonical position that the games went through."""
    successors, results, exact = {}, {}, {}
    for record in records:
        line = [record.start]
        for move in record.moves:
            line.append(line[-1].play(move))
        for ply, position in enumerate(line):
            after = line[ply + 1] if ply + 1 < len(line) else None
            here = successors.setdefault(canonical(game, position), set())
            if after is not None:
                sign = 1 if after.mover == position.mover else -1
                here.add((sign, canonical(game, after)))
            if ply in record.exact:
                score = record.exact[ply] * (-1) ** position.mover
                exact.setdefault(canonical(game, position), []).append(score)
        score = record.score * (-1) ** line[-1].mover
        results.setdefault(canonical(game, line[-1]), []).append(score)

    def value(node):
        if node in exact:
            return mean(exact[node])
        if not successors[node]:
            return mean(results[node])
        return max(sign * value(after) for sign, after in successors[node])

    return {node: value(node) for node in successors}
