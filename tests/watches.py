"""Clocks for tests: no test waits for them."""


class Watch:
    """A clock that goes on when somebody looks at it, and when it is set."""

    def __init__(self, step=0.0):
        self.time = 0.0
        self.step = step

    def __call__(self):
        self.time += self.step
        return self.time
