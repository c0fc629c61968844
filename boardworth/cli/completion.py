"""boardworth completion: what a shell needs to complete commands, options and names of games."""

from __future__ import annotations

from typing import Literal


def completion(shell: Literal["bash", "zsh", "fish"], /) -> None:
    """Print the script that lets a shell complete commands, options, names of games and files.

    For bash, put this line into ~/.bashrc, and for zsh into ~/.zshrc with zsh in place of bash:
    eval "$(boardworth completion bash)". For fish, write the script once to
    ~/.config/fish/completions/boardworth.fish.

    For example:

        boardworth completion bash
        boardworth completion fish

    Args:
        shell: which one.
    """
    from boardworth.cli.app import app

    print(app.generate_completion(prog_name="boardworth", shell=shell), end="")
