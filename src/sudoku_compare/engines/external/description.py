"""Descriptions of engines that are other programs: a TOML file with one table for each.

A description says how the program is called. Its placeholders: `{input}` is the file with the formula or the model
(without it, the program reads standard input), `{output}` the file that it writes its result to, `{limit}` the number
of solutions wanted, `{proof}` the file for a proof, and `{folder}` the folder of the TOML file.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from ...core.errors import OptionError
from ...core.shape import LARGEST_SIDE
from ...core.text import make_printable
from .program_option import ProgramOption, parse_options
from .proof_files import PROOF_FORMATS
from .toml_table import Table, describe, format_name, parse_toml

METHODS = {"sat": "cnf", "lines": None, "minizinc": "minizinc model", "asp": "asp program"}  # by protocol
KEYS = ("about", "protocol", "command", "version", "proof", "proof_format", "sizes", "empty", "method", "options")
KEYS_OF_PROTOCOL = {"proof": "sat", "proof_format": "sat", "empty": "lines"}  # the others are for every protocol
SMALLEST_SIDE = 4
NAME = re.compile(r"[A-Za-z][A-Za-z0-9._-]{0,39}")
EMPTY = re.compile(r"[!-+\-./;-@[-`{-~0]")  # one character that is no value of any board and separates no fields
OPTIONS = "{options}"  # a word of its own, which the arguments of the options replace; usually after the program
PLACEHOLDER = re.compile(r"\{(input|output|limit|proof|folder)\}")
PLACES = ("input", "output", "limit", "proof", "folder", "options")
BRACES = re.compile(r"\{([a-z]+)\}")


@dataclass(frozen=True, slots=True)
class Description:
    """How a program is called, and what it expects and answers."""

    name: str
    protocol: str
    command: tuple[str, ...]
    source: str = ""  # the TOML file, as shown to people
    folder: Path = Path()  # of the TOML file
    about: str = ""
    version: tuple[str, ...] = ()  # the command that prints the version, if there is one
    proof: tuple[str, ...] = ()  # the command that writes a proof, if there is one
    proof_format: str = "drat"
    sizes: tuple[int, ...] = ()  # sides of the boards that it takes; any if there are none
    empty: str = "."
    method: str = ""
    options: tuple[ProgramOption, ...] = ()

    def find_program(self) -> str | None:
        """Return the absolute path of the executable, or None if it cannot be found or is not executable."""
        from shutil import which  # imported late: it slows down every start

        path = which(self._resolve_program(self.command[0]))
        return path and str(Path(path).absolute())

    def make_command(self, values: Mapping[str, object], **places: str) -> list[str]:
        """Return the command for these values of options; those that are missing have their defaults.

        `places` has what replaces the placeholders: input, output and limit.
        """
        return self._fill_in(self.command, values, places)

    def make_proof_command(self, values: Mapping[str, object], **places: str) -> list[str]:
        """Return the command that writes a proof; `places` has input and proof. It is empty if there is none."""
        return self._fill_in(self.proof, values, places) if self.proof else []

    def make_version_command(self) -> list[str]:
        """Return the command that prints the version; it is empty if there is none."""
        return [self._resolve_program(self.version[0]), *self.version[1:]] if self.version else []

    def _fill_in(self, command: tuple[str, ...], values: Mapping[str, object], places: Mapping[str, str]) -> list[str]:
        places = {"folder": str(self.folder), **places}
        settings = [
            argument
            for option in self.options
            for argument in option.make_arguments(values.get(option.name, option.default))
        ]
        words = command if OPTIONS in command else (command[0], OPTIONS, *command[1:])
        filled = [self._resolve_program(command[0])]
        for word in words[1:]:
            filled += settings if word == OPTIONS else [PLACEHOLDER.sub(lambda one: places.get(one[1], one[0]), word)]
        return filled

    def _resolve_program(self, program: str) -> str:
        """Return a bare name as it is, and a path as one that starts in the folder of the TOML file."""
        return str((self.folder / program).absolute()) if "/" in program else program


def parse_descriptions(text: str, source: str, folder: Path) -> dict[str, Description]:
    """Return the descriptions in a TOML file by name.

    `source` is the file as shown to people, `folder` the one that contains it. Raises OptionError.
    """
    source = make_printable(source)
    descriptions = {}
    for name, values in parse_toml(text, source).items():
        if not NAME.fullmatch(name):
            expected = "expected a name of at most 40 letters, digits, '-', '_' and '.' that starts with a letter"
            raise OptionError(f"{source}: [{format_name(name)}]: {expected}")
        if not isinstance(values, dict):
            raise OptionError(f"{source}: {name}: expected a table such as [{name}], found {describe(values)}")
        descriptions[name] = _parse_description(name, Table(f"{source}: [{name}]", values), source, folder)
    return descriptions


def _parse_description(name: str, table: Table, source: str, folder: Path) -> Description:
    table.check_keys(KEYS)
    protocol = table.read_choice("protocol", METHODS)
    for key in table.values:
        if KEYS_OF_PROTOCOL.get(key, protocol) != protocol:
            raise table.complain(key, f"only for the protocol {KEYS_OF_PROTOCOL[key]}, but the protocol is {protocol}")
    return Description(
        name=name,
        protocol=protocol,
        command=_read_command(table, protocol),
        source=source,
        folder=folder,
        about=table.read_text("about", ""),
        version=table.read_texts("version", 'an array of text such as ["./mysolver", "--version"]'),
        proof=_read_proof_command(table),
        proof_format=table.read_choice("proof_format", PROOF_FORMATS, "drat"),
        sizes=table.read_numbers("sizes", SMALLEST_SIDE, LARGEST_SIDE),
        empty=_read_empty(table),
        method=_read_method(table, METHODS[protocol] or name),
        options=parse_options(table, f"{source}: [{name}.options"),
    )


def _read_command(table: Table, protocol: str) -> tuple[str, ...]:
    expected = 'an array of text such as ["./mysolver", "{input}"]'
    command = table.read_texts("command", expected)
    if not command or not command[0]:
        raise table.expect("command", expected)
    unused = {"proof", *(("output",) if protocol != "sat" else ()), *(("input",) if protocol == "lines" else ())}
    _check_spelling(table, "command", command)
    for name in PLACEHOLDER.findall(" ".join(command)):
        if name in unused:
            raise table.complain("command", f"the protocol {protocol} has no {{{name}}} here")
    return command


def _check_spelling(table: Table, key: str, command: tuple[str, ...]) -> None:
    """Refuse a word in braces that is nearly a placeholder; any other is passed on as it is."""
    from difflib import get_close_matches  # imported late: it slows down every start

    for word in BRACES.findall(" ".join(command)):
        close = get_close_matches(word, PLACES, n=1) if word not in PLACES else []
        if close:
            raise table.complain(key, f"unknown placeholder {{{word}}}; did you mean {{{close[0]}}}?")


def _read_proof_command(table: Table) -> tuple[str, ...]:
    expected = 'an array of text such as ["./mysolver", "{input}", "{proof}"]'
    command = table.read_texts("proof", expected)
    if command and (not command[0] or "{proof}" not in " ".join(command[1:])):
        raise table.complain("proof", f"expected {expected}, but {{proof}} is missing")
    return command


def _read_method(table: Table, default: str) -> str:
    method = table.read_text("method", default)
    if not method:
        raise table.expect("method", "text that is not empty")
    return method


def _read_empty(table: Table) -> str:
    empty = table.read_text("empty", ".")
    if not EMPTY.fullmatch(empty):
        raise table.expect("empty", "one character that is not a letter or a digit above 0, such as '.' or '0'")
    return empty
