"""boardworth openings: balanced lines for matches to begin with."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter, validators

from boardworth.cli.arguments import Count, Force, Name, Seed, alpha_beta_of
from boardworth.cli.file_kinds import OPENINGS
from boardworth.cli.output.figures import give
from boardworth.cli.paths import Output

# How far from even, at most: points of score, or per cent to win.
_WITHIN = {"score": 2.0, "win": 5.0}


def openings(
    model: Name,
    /,
    *,
    output: Annotated[Path, Output(OPENINGS), Parameter(name=["--output", "-o"])],
    force: Force = False,
    count: Annotated[int, Parameter(validator=validators.Number(gte=1, lte=10**6))] = 100,
    plies: Count = 8,
    within: Annotated[float, Parameter(validator=validators.Number(gte=0))] | None = None,
    depth: int = 6,
    seed: Seed = 0,
) -> None:
    """Write openings that a search finds even, for `boardworth match --openings`.

    Lines are drawn at random, good moves more often than bad ones; those whose last position is
    close to even are kept, and no two of them lead to equivalent positions.

    For example:

        boardworth openings othello.model --count 20 --plies 8 --within 3 --depth 4 -o balanced.txt

    Args:
        model: a model file, or a game (othello) whose model comes with Boardworth.
        output: the text file to write: one line of moves each, under a comment with its value.
        force: replace a file that is not such a list.
        count: how many openings.
        plies: how many moves each.
        within: how far from even, at most (default 2 points, or 5 % to win).
        depth: of the search of each last position, in plies.
        seed: of the draws.
    """
    from boardworth.arena import balanced_openings, openings_text
    from boardworth.cli.console import ProgressBars
    from boardworth.evaluators import worth
    from boardworth.files import written_atomically
    from boardworth.search import Limit

    limit = Limit(depth=depth)
    player = alpha_beta_of(model, "boardworth openings")
    evaluation = player.evaluator.model
    bound = _WITHIN[evaluation.target] if within is None else within
    with ProgressBars().task(f"{count} openings of {plies} plies", count) as advance:
        found = balanced_openings(
            player,
            count,
            plies,
            limit=limit,
            max_imbalance=bound,
            seed=seed,
            kept=lambda: advance(1),
        )
    measure = "points" if evaluation.target == "score" else "% to win"
    title = f"# within {bound:g} {measure} of even by {Path(model).name} at {limit}, seed {seed}\n"
    with written_atomically(output) as file:
        file.write((title + openings_text(evaluation, found)).encode())
    print(f"{output}: {len(found)} openings of {plies} plies, within {bound:g} {measure} of even")
    game = evaluation.game
    lines = [
        {
            "moves": game.line_text(game.start(), opening.moves),
            "value": worth(evaluation, opening.units),
        }
        for opening in found
    ]
    unit = "points" if evaluation.target == "score" else "% to win above 50"
    give(game.name, {"file": output, "unit": unit, "openings": lines})
