"""UCT without rollouts, plainly: UCB1 down a tree of positions, the value of a leaf up again.

As in the core, equal positions are one node, a move leads to its node when it is tried for the
second time, and the visits of a node count the simulation that is under way.
"""

import math


def ucb1(points, visits, total, exploration):
    """What a move promises that has brought so many points in so many of all visits."""
    return points / visits + exploration * math.sqrt(math.log(total) / visits)


class Node:
    """A position: its moves in the order to try them, with their points and visits."""

    def __init__(self, moves):
        self.moves = moves
        self.points = dict.fromkeys(moves, 0.0)
        self.visits = dict.fromkeys(moves, 0)

    def choice(self, exploration):
        for move in self.moves:
            if self.visits[move] == 0:
                return move
        total = sum(self.visits.values()) + 1
        return max(
            self.moves,
            key=lambda move: ucb1(self.points[move], self.visits[move], total, exploration),
        )


def search(root, simulations, exploration, values):
    """The root after so many simulations, of which none may reach the end of the game.

    Args:
        root: a position in which it is somebody's turn.
        simulations: how many.
        exploration: C of UCB1, for points of 0 to 1.
        values: of a position, the points of each role.
    """

    def node_of(position):
        if position not in nodes:
            role = position.mover
            following = {move: values(position.play(move))[role] for move in position.legal_moves()}
            nodes[position] = Node(sorted(following, key=following.get, reverse=True))
        return nodes[position]

    nodes = {}
    node_of(root)
    for _ in range(simulations):
        position, path = root, []
        while True:
            node = nodes[position]
            move = node.choice(exploration)
            path.append((node, position.mover, move))
            position = position.play(move)
            if node.visits[move] == 0:
                break
            if position not in nodes:
                node_of(position)
                break
        points = values(position)
        for node, role, move in path:
            node.points[move] += points[role]
            node.visits[move] += 1
    return nodes[root]
