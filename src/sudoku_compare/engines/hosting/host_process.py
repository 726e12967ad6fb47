"""In the child: a process that searches with one engine that is not trusted, question by question.

Questions and answers are lines of JSON. What the engine prints goes to standard error, away from the answers.
"""

import json
import os
import sys
from importlib import import_module
from inspect import cleandoc
from typing import Any, BinaryIO

from ...core.answer import Answer, Ending, Limits, Seconds
from ...core.errors import OptionError, UserError
from ...core.puzzle import Puzzle
from ...core.shape import shape_of_box
from ..options import Option, configure_engine, list_options
from ..protocol import Engine, find_method, is_complete, is_repeatable
from .answer_check import format_safely
from .guard import guard


def serve_class(path: list[str], reference: str, settings: str) -> None:
    """Load the engine `module:Class` with these settings, describe it, and answer questions until there are no more.

    `path` is where modules are looked for.
    """
    questions, answers = _take_streams()
    try:
        sys.path[:] = path
        kind = import_class(reference)
        engine = configure_engine(kind, settings)
        _import_package(engine)
        description = describe_engine(engine)
    except UserError as error:
        description = {"problem": str(error)}
    except BaseException as error:
        description = {"problem": f"{type(error).__name__}: {format_safely(str, error)}"}
    _write(answers, description)
    if "problem" not in description:
        _serve(engine, questions, answers)


def serve_object(engine: Engine) -> None:
    """In a fork: answer questions with an engine that exists already."""
    questions, answers = _take_streams()
    _write(answers, {})
    _serve(engine, questions, answers)


def import_class(reference: str) -> Any:
    """Return the class `module:Class`; raise OptionError if it is not an engine."""
    module, _, attribute = reference.partition(":")
    found: Any = import_module(module.strip())
    for part in attribute.strip().split("."):
        found = getattr(found, part)
    if not (isinstance(found, type) and hasattr(found, "__dataclass_fields__") and hasattr(found, "search")):
        raise OptionError("not an engine: expected a frozen dataclass with the method `search`")
    missing = [name for name in ("name", "package", "distribution", "counted") if not hasattr(found, name)]
    if missing:
        raise OptionError(f"not an engine: it has no {missing[0]}; derive it from sudoku_compare.Engine")
    return found


def _import_package(engine: Engine) -> None:
    """Import the package of an engine before its clock starts; the engine itself reports that it is missing."""
    if engine.package:
        try:
            import_module(engine.package)
        except ImportError:
            return


def describe_engine(engine: Any) -> dict[str, Any]:
    """Return what others need to know about an engine and its class, as plain values."""
    kind, sizes = type(engine), getattr(engine, "sizes", None)
    return {
        "name": str(kind.name),
        "about": cleandoc(kind.__doc__ or "").partition("\n")[0],
        "method": str(find_method(kind)),
        "is_complete": bool(is_complete(kind)),
        "is_stoppable": bool(engine.stoppable),
        "is_repeatable": bool(is_repeatable(engine)),
        "sizes": None if sizes is None else [int(side) for side in sizes],
        "package": kind.package and str(kind.package),
        "distribution": kind.distribution and str(kind.distribution),
        "counted": {str(name): str(meaning) for name, meaning in kind.counted.items()},
        "options": [_describe_option(kind, one) for one in list_options(kind)],
    }


def _describe_option(kind: Any, option: Option) -> list[Any]:
    default = kind.__dataclass_fields__[option.name].default
    if not isinstance(default, bool | int | float | str | None):
        raise OptionError(f"option {option.name}: expected a default that is text, a number, or true or false")
    return [option.name, default, [str(choice) for choice in option.choices], str(option.help)]


def _take_streams() -> tuple[BinaryIO, BinaryIO]:
    """Take standard input and output away from the engine: it reads nothing, and prints to standard error."""
    questions, answers = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb", 0)
    nowhere = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nowhere, 0)
    os.dup2(2, 1)
    return questions, answers


def _serve(engine: Engine, questions: BinaryIO, answers: BinaryIO) -> None:
    for line in questions:
        height, width, givens, limits = json.loads(line)
        puzzle = Puzzle(shape_of_box(height, width), bytes.fromhex(givens))
        answer = guard(engine, puzzle, Limits(*limits), _search)
        for stream in (sys.stdout, sys.stderr):
            try:
                stream.flush()
            except BaseException:  # an engine may have closed or replaced it
                continue
        _write(answers, pack_answer(answer))


def _search(engine: Engine, puzzle: Puzzle, limits: Limits) -> Answer:
    return engine.search(puzzle, limits)


def _write(answers: BinaryIO, message: dict[str, Any]) -> None:
    data = memoryview(json.dumps(message).encode() + b"\n")
    while data:
        data = data[answers.write(data) :]


def pack_question(puzzle: Puzzle, limits: Limits) -> bytes:
    """Return a question as a line."""
    bounds = [limits.solutions, limits.seconds, limits.cpu, limits.memory, limits.output]
    shape = puzzle.shape
    return json.dumps([shape.box_height, shape.box_width, puzzle.givens.hex(), bounds]).encode() + b"\n"


def pack_answer(answer: Answer) -> dict[str, Any]:
    """Return an answer as plain values."""
    seconds = answer.seconds
    return {
        "solutions": [solution.hex() for solution in answer.solutions],
        "ending": answer.ending.value,
        "seconds": [seconds.build, seconds.first, seconds.settle],
        "counts": answer.counts,
        "detail": answer.detail,
    }


def unpack_answer(line: bytes) -> Answer:
    """Return the answer in a line; raise ValueError, KeyError or TypeError if it is not one."""
    values = json.loads(line)
    build, first, settle = values["seconds"]
    return Answer(
        tuple(map(bytes.fromhex, values["solutions"])),
        Ending(values["ending"]),
        Seconds(build, first, settle),
        values["counts"],
        values["detail"],
    )
