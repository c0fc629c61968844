"""Reporters that tests listen with."""

from boardworth.recipes import Silent


class Listener(Silent):
    """Keeps what it is told."""

    def __init__(self):
        self.lines = []

    def line(self, text):
        self.lines.append(text)
