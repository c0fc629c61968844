"""The ways in which input can be wrong. Messages say what was given, what was expected, where."""


class BoardworthError(Exception):
    """Anything a user can mend. The command line prints it in one line and exits with 2."""


class RulesError(BoardworthError):
    """There is no such game, or its rules make no sense."""


class FaultyRules(UserWarning):
    """A rule sheet some of whose rules break the language; it is played without them."""


class MissingCapability(BoardworthError):
    """A game, model or player that cannot do what is asked of it. The message says why."""


class IllegalMove(BoardworthError):
    """A move that the rules do not allow in its position."""


class FormatError(BoardworthError):
    """Text or bytes that do not describe what they should: positions, records, pictures, models."""


class NotFitted(BoardworthError):
    """A fit that cannot be made, or a model that lacks what is asked of it."""


class TooMany(BoardworthError):
    """More results than there was to be room for."""


class EngineError(BoardworthError):
    """An external engine that cannot be started, has ended, does not answer or makes no sense."""


class OutOfTime(EngineError):
    """An external player that has not answered in time."""
