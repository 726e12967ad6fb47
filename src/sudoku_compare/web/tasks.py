"""What the server can be asked to do: a name, and a function that does it in a process of its own.

A task gets the fields of a request, and sends messages: names and JSON values, as `docs/json.md` describes them.
"""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from ..core.errors import UserError
from ..running.fork_server import Emit
from . import library_tasks, puzzle_tasks, run_tasks
from .fields import Fields
from .sending import Sender
from .settings import Settings

Do = Callable[[Fields, Sender, Settings], None]


@dataclass(frozen=True, slots=True)
class TaskKind:
    """A kind of task: what it does, and which queue it waits in."""

    do: Do
    is_search: bool = False  # it may take long, and keeps a core busy
    is_file: bool = False  # it answers with a file instead of messages


TASKS: Mapping[str, TaskKind] = {
    "uniqueness": TaskKind(puzzle_tasks.settle, is_search=True),
    "explain": TaskKind(puzzle_tasks.explain_position, is_search=True),
    "trace": TaskKind(puzzle_tasks.trace_search, is_search=True),
    "certificate": TaskKind(puzzle_tasks.pack_certificate, is_search=True, is_file=True),
    "page": TaskKind(puzzle_tasks.write_page, is_search=True, is_file=True),
    "read": TaskKind(puzzle_tasks.read_text),
    "export": TaskKind(puzzle_tasks.export),
    "engines": TaskKind(puzzle_tasks.list_engines),
    "examples": TaskKind(library_tasks.list_examples),
    "library": TaskKind(library_tasks.list_library),
    "collection": TaskKind(library_tasks.list_puzzles, is_search=True),
    "runs": TaskKind(run_tasks.list_runs),
    "report": TaskKind(run_tasks.write_report, is_file=True),
}


def do_task(settings: Settings, request: tuple[str, bytes], emit: Emit) -> None:
    """Do one task: the name and the JSON text of its request.

    The last message is `end`, or `error` for whatever the user can change.
    """
    name, body = request
    sender = Sender(emit)
    try:
        TASKS[name].do(Fields(parse_body(body), longest=settings.longest), sender, settings)
        sender.send("end", {})
    except UserError as error:
        sender.send("error", {"message": str(error)})
    except (MemoryError, RecursionError) as error:
        sender.send("error", {"message": f"the request is too large: {type(error).__name__}"})


def make_server_function(settings: Settings) -> Callable[[Any, Emit], None]:
    """Return the function that a fork server calls for each request."""
    return partial(do_task, settings)


def parse_body(body: bytes) -> dict[str, Any]:
    """Return the JSON object of a request; raise UserError for anything else."""
    try:
        value = json.loads(body)
    except (ValueError, RecursionError) as error:
        raise UserError(f"expected a JSON object: {error}") from error
    if not isinstance(value, dict):
        raise UserError(f"expected a JSON object, found {type(value).__name__}")
    return value
