"""boardworth completion: what a shell needs to complete commands, options, names and files.

The scripts ask `boardworth __complete WORDS`, whose last word is the one to complete. It prints a
candidate a line. A star stands for all files, `*.model` for those that end so, `*/` for folders. A
candidate that ends in a colon goes on.
"""

from __future__ import annotations

from inspect import Parameter, signature
from typing import TYPE_CHECKING, Any, Literal, get_type_hints

from boardworth.cli.file_kinds import MODEL
from boardworth.cli.guide import line_game
from boardworth.cli.paths import Input, Output, Words, WorkFolder, marks, option_name, types_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    Command = Callable[..., int | None]

ASKED = "__complete"
_FILES, _FOLDERS = "*", "*/"
_BASELINE = "baseline:"
_PLAYERS = (_BASELINE, "uct:", "random", "playouts:")
# Bash takes them for words of their own.
_BREAKS = {":", "="}

_SCRIPTS = {
    "bash": """\
_boardworth() {
    local current=${COMP_WORDS[COMP_CWORD]} line file
    COMPREPLY=()
    while IFS= read -r line; do
        if [[ $line == '*'* ]]; then
            while IFS= read -r file; do
                compopt -o filenames
                COMPREPLY+=("$file")
            done < <(if [[ $line == '*/' ]]; then
                compgen -d -- "$current"
            else
                compgen -f -X "!$line" -- "$current"
            fi)
        else
            [[ $line == *: ]] && compopt -o nospace
            COMPREPLY+=("$line")
        fi
    done < <(boardworth __complete "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}
complete -F _boardworth boardworth
""",
    "zsh": """\
#compdef boardworth
_boardworth() {
    local -a found files
    found=("${(@f)$(boardworth __complete "${(@)words[2,CURRENT]}" 2>/dev/null)}")
    files=("${(@M)found:#\\**}")
    found=("${(@)found:#\\**}")
    found=("${(@)found:#}")
    (( $#files )) && _files -g "(${(j:|:)files:#*/})"
    compadd -S '' -- "${(@M)found:#*:}"
    compadd -- "${(@)found:#*:}"
}
compdef _boardworth boardworth
""",
    "fish": """\
function __boardworth_candidates
    for line in (boardworth __complete (commandline -opc)[2..] (commandline -ct) 2>/dev/null)
        if test (string sub -l 1 -- "$line") = '*'
            for path in (__fish_complete_path (commandline -ct))
                string match -q -- "$line" (string split \\t -- $path)[1]; and echo $path
            end
        else
            echo $line
        end
    end
end
complete -c boardworth -f -a '(__boardworth_candidates)'
""",
}


def completion(shell: Literal["bash", "zsh", "fish"], /) -> None:
    """Print the script that lets a shell complete commands, options, names of games and files.

    In bash, eval "$(boardworth completion bash)" in ~/.bashrc does it; in zsh the same with zsh,
    in ~/.zshrc after compinit. For fish, write the script to
    ~/.config/fish/completions/boardworth.fish.

    For example:

        boardworth completion bash
        boardworth completion fish

    Args:
        shell: which one.
    """
    print(_SCRIPTS[shell], end="")


def candidates(words: Sequence[str], commands: Mapping[tuple[str, ...], Command]) -> Iterator[str]:
    """What the last word may become, in a command line without its first word.

    Args:
        words: the others.
        commands: all there are, by their words.
    """
    *before, current = _parted(words) or [""]
    last = words[-1] if words else ""
    glued = last.removesuffix(current) if last.startswith("--") and "=" in last else ""
    # What stands before the last word that a shell knows is not replaced.
    kept = 0 if glued else len(current) - (0 if last in _BREAKS else len(last))
    called = next((name for name in commands if name == tuple(before[: len(name)])), None)
    if called is None or called == ("help",):
        prefix = tuple(before[1:] if called else before)
        next_words = {name[len(prefix)]: None for name in commands if _leads_on(prefix, name)}
        found: Iterator[str] = iter(next_words)
    else:
        found = _of_command(commands[called], before[len(called) :], current)
    return (
        each if each.startswith(_FILES) else glued + each[kept:]
        for each in found
        if each.startswith((_FILES, current))
    )


def _parted(words: Sequence[str]) -> list[str]:
    """Words with options apart from their values: --option=value is one word, or three in bash.

    What bash has taken apart at colons is one word again.
    """
    parted: list[str] = []
    goes_on = False
    for word in words:
        if word == "=" and parted and parted[-1].startswith("--"):
            parted.append("")
            goes_on = True
        elif parted and (word in _BREAKS or (goes_on and word)):
            parted[-1] += word
            goes_on = word in _BREAKS
        else:
            parted += word.split("=", 1) if word.startswith("--") and "=" in word else [word]
            goes_on = False
    return parted


def _leads_on(prefix: tuple[str, ...], name: tuple[str, ...]) -> bool:
    return len(name) > len(prefix) and name[: len(prefix)] == prefix


def _of_command(command: Command, before: Sequence[str], current: str) -> Iterator[str]:
    """Options, or values of the parameter that comes next."""
    parameters = signature(command).parameters
    options = {
        option_name(one): one for one in parameters.values() if one.kind is Parameter.KEYWORD_ONLY
    }
    if current.startswith("-") and current != "-":
        yield from [*options, "--help"]
        return
    hints = get_type_hints(command, include_extras=True)
    option = options.get(before[-1]) if before else None
    if option is not None and bool not in types_of(hints[option.name]):
        yield from _values(command, option.name, hints[option.name], before, current)
        return
    places = [one.name for one in parameters.values() if one.kind is not Parameter.KEYWORD_ONLY]
    if places:
        name = places[min(_count_positional(before, options, hints), len(places) - 1)]
        yield from _values(command, name, hints[name], before, current)


def _count_positional(
    before: Sequence[str], options: Mapping[str, Parameter], hints: Mapping[str, Any]
) -> int:
    """How many words are neither options nor their values."""
    count, is_value = 0, False
    for word in before:
        if word.startswith("-") and len(word) > 1:
            is_value = word not in options or bool not in types_of(hints[options[word].name])
        else:
            count += not is_value
            is_value = False
    return count


def _values(
    command: Command, name: str, hint: Any, before: Sequence[str], current: str
) -> Iterator[str]:
    """What a parameter may be, as far as it is known."""
    yield from (word for word in types_of(hint) if isinstance(word, str))
    for mark in marks(command)[name]:
        match mark:
            case Words(role=True):
                yield from line_game.roles(before)
            case Input(players=True) if current.startswith(_BASELINE):
                yield from (_BASELINE + name for name in line_game.baselines(before))
            case Input(players=True):
                yield from [*line_game.names(), *_PLAYERS, *_files(MODEL.endings)]
            case Input(models=True):
                from boardworth.rules.loading import RULE_SHEETS

                yield from [*line_game.names(), *_files((*MODEL.endings, *RULE_SHEETS))]
            case Input() | Output() | WorkFolder():
                yield _FILES


def _files(endings: Sequence[str]) -> list[str]:
    """What stands for files that end so, and for folders."""
    return [*(f"*{ending}" for ending in endings), _FOLDERS]
