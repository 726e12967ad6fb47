"""Shell completion for bash, zsh and fish: what each parameter can be completed with.

A shell gets its script from `_SUDOKU_COMPARE_COMPLETE=bash_source sudoku-compare` (or zsh_source, fish_source). The
script calls the program again for each word. Commands declare no completions themselves, so that they do not
slow down a normal start.
"""

import os
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import click
from click.shell_completion import (
    BashComplete,
    CompletionItem,
    FishComplete,
    add_completion_class,
    shell_complete,
    split_arg_string,
)

from ..core.names import TECHNIQUES

WORD_BREAKS = ":="  # characters at which bash splits a word

Completer = Callable[[str], Iterable[str]]


def complete(cli: click.Group, program: str, variable: str, instruction: str) -> int:
    """Print a shell's completion script, or the completions of the current word; return the exit code."""
    context = click.Context(cli)
    for name in cli.list_commands(context):
        command = cli.get_command(context, name)
        for parameter in command.params if command else ():
            _add_completion(name, parameter)
    add_completion_class(_Bash)
    add_completion_class(_Fish)
    return shell_complete(cli, {}, program, variable, instruction)


def _add_completion(command: str, parameter: click.Parameter) -> None:
    name = parameter.name or ""
    if completer := COMPLETERS.get((command, name)) or COMPLETERS.get(("", name)):
        parameter.type = _CompletableString(completer)
    elif type(parameter.type) is click.types.StringParamType and (
        isinstance(parameter, click.Argument) or parameter.metavar == "FILE"
    ):
        parameter.type = click.Path()


def complete_engine(incomplete: str) -> Iterator[str]:
    """Yield engines, or after a colon an engine's options, or after an equals sign an option's values.

    >>> list(complete_engine("cps"))
    ['cpsat']
    >>> list(complete_engine("sat:encoding=min"))
    ['sat:encoding=minimal']
    """
    from ..core.errors import OptionError
    from ..engines.options import list_options
    from ..engines.registry import list_engine_names, load_engine_class

    name, colon, settings = incomplete.partition(":")
    if not colon:
        yield from (engine for engine in list_engine_names() if engine.startswith(name))
        return
    try:
        options = list_options(load_engine_class(name))
    except OptionError:
        return
    before, comma, setting = settings.rpartition(",")
    start = f"{name}:{before}{comma}"
    used = {part.partition("=")[0] for part in before.split(",")}
    for option in options:
        words = [f"{option.name}={choice}" for choice in option.choices] if "=" in setting else [f"{option.name}="]
        yield from (start + word for word in words if word.startswith(setting) and option.name not in used)


def complete_technique(incomplete: str) -> Iterator[str]:
    """Yield the techniques whose names start with this text."""
    return (name for name in TECHNIQUES if name.startswith(incomplete.lower()))


def complete_record(incomplete: str) -> Iterator[str]:
    """Yield the names of the benchmark records in results/, in alphabetical order."""
    from ..benchmark.recording.results_folder import find_records

    return iter(sorted(path.stem for path in find_records() if path.stem.startswith(incomplete)))


def complete_study(incomplete: str) -> Iterator[str]:
    """Yield the names of the studies."""
    from ..studies.registry import STUDIES

    return (name for name in STUDIES if name.startswith(incomplete))


COMPLETERS: dict[tuple[str, str], Completer] = {  # by command ("" for any) and parameter
    ("", "engines"): complete_engine,
    ("", "level"): complete_technique,
    ("", "resume"): complete_record,
    ("report", "names"): complete_record,
    ("study", "name"): complete_study,
    ("classic", "name"): lambda incomplete: (),
}


class _CompletableString(click.types.StringParamType):
    """The type of a parameter during completion; offers files if the completer offers nothing."""

    def __init__(self, completer: Completer) -> None:
        self._completer = completer

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> "list[CompletionItem[Any]]":
        found = [CompletionItem(word) for word in self._completer(incomplete)]
        if not found and self._completer is complete_record:
            return [CompletionItem(incomplete, type="file")]
        return found


class _Bash(BashComplete):
    """Bash splits `sat:solver=x` into five words; they are joined again, and only the last part is completed."""

    source_template = BashComplete.source_template.replace(
        "COMPREPLY+=($value)", "COMPREPLY+=($value); [[ $value == *= ]] && compopt -o nospace"
    )

    def get_completion_args(self) -> tuple[list[str], str]:
        """Return the words before the cursor, and the word at it."""
        words = split_arg_string(os.environ["COMP_WORDS"])[: int(os.environ["COMP_CWORD"]) + 1]
        if len(words) <= int(os.environ["COMP_CWORD"]):
            words.append("")
        joined: list[str] = []
        for previous, word in zip(["", *words], words, strict=False):
            if _is_break(previous) or (_is_break(word) and len(joined) > 1):
                joined[-1] += word
            else:
                joined.append(word)
        *args, incomplete = joined[1:] or [""]
        value = incomplete.partition("=")[2] if incomplete.startswith("--") else incomplete
        self._kept = max(0, len(value) - (0 if _is_break(words[-1]) else len(words[-1])))
        return args, incomplete

    def format_completion(self, item: "CompletionItem[str]") -> str:
        """Return a completion without the part that bash regards as earlier words."""
        return f"{item.type},{item.value[self._kept :]}" if item.type == "plain" else f"{item.type},{item.value}"


class _Fish(FishComplete):
    """Fixes click's script, which cuts completions off at a comma."""

    source_template = FishComplete.source_template.replace('string split ","', 'string split --max 1 ","')


def _is_break(word: str) -> bool:
    return word != "" and all(character in WORD_BREAKS for character in word)
