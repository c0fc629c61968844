"""Strongly connected components: what depends on each other in a circle."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping
from typing import Generic, TypeVar

Node = TypeVar("Node", bound="Hashable")


def components(edges: Mapping[Node, Iterable[Node]]) -> dict[Node, int]:
    """The number of each node's component, greater than those of the components it leads to.

    >>> components({"a": "b", "b": "ac"})
    {'c': 0, 'a': 1, 'b': 1}
    """
    return _Tarjan(edges).number


class _Tarjan(Generic[Node]):
    """Tarjan's algorithm (1972) without recursion: chains of rules can be long."""

    def __init__(self, edges: Mapping[Node, Iterable[Node]]) -> None:
        self.number: dict[Node, int] = {}
        self._edges = edges
        self._seen: dict[Node, int] = {}
        self._lowest: dict[Node, int] = {}
        self._stack: list[Node] = []
        self._count = 0
        for start in edges:
            if start not in self._seen:
                self._visit(start)

    def _visit(self, start: Node) -> None:
        path = [(start, self._enter(start))]
        while path:
            here, ahead = path[-1]
            for there in ahead:
                if there not in self._seen:
                    path.append((there, self._enter(there)))
                    break
                if there not in self.number:
                    self._lowest[here] = min(self._lowest[here], self._seen[there])
            else:
                path.pop()
                self._leave(here)
                if path:
                    before = path[-1][0]
                    self._lowest[before] = min(self._lowest[before], self._lowest[here])

    def _enter(self, here: Node) -> Iterator[Node]:
        self._seen[here] = self._lowest[here] = len(self._seen)
        self._stack.append(here)
        return iter(self._edges.get(here, ()))

    def _leave(self, here: Node) -> None:
        """Closes the component that `here` was the first of, if it was."""
        if self._lowest[here] != self._seen[here]:
            return
        first = next(i for i in range(len(self._stack) - 1, -1, -1) if self._stack[i] == here)
        for member in self._stack[first:]:
            self.number[member] = self._count
        del self._stack[first:]
        self._count += 1
