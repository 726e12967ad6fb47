"""The messages of the server are the objects of the command line, except for times and ids."""

import json
from collections.abc import Iterator
from typing import Any

import pytest

from conftest import Run
from web_server import WebServer, choose_puzzles, start_server

COMMANDS = (("solve", "uniqueness", "comparison"), ("uniqueness", "uniqueness", "result"), ("explain", "explain", None))
UNREPEATABLE = ("seconds", "id")


@pytest.fixture(scope="module")
def server() -> Iterator[WebServer]:
    with start_server("--timeout=600") as server:
        yield server


def strip(value: Any) -> Any:
    """Return a JSON value without what differs from run to run."""
    if isinstance(value, dict):
        return {name: strip(one) for name, one in value.items() if name not in UNREPEATABLE}
    return [strip(one) for one in value] if isinstance(value, list) else value


@pytest.mark.parametrize(
    "number", [12, pytest.param(60, marks=pytest.mark.slow), pytest.param(300, marks=pytest.mark.long)]
)
@pytest.mark.parametrize(("command", "task", "message"), COMMANDS)
def test_the_server_sends_what_the_command_prints(
    server: WebServer, sudoku_compare: Run, command: str, task: str, message: str | None, number: int
) -> None:
    puzzles = choose_puzzles(number)
    verdicts = set()
    for start in range(0, number, 50):
        some = puzzles[start : start + 50]
        done = sudoku_compare(command, "--json", "--timeout=600", "-", input="\n".join(some))
        printed = [json.loads(line) for line in done.stdout.splitlines()]
        assert len(printed) == len(some)
        for givens, expected in zip(some, printed, strict=True):
            box = {"verdict_only": True} if message == "comparison" else {}
            events = dict(server.ask(task, givens=givens, box=expected["box"], seconds=600, **box))
            assert strip(events[message or "explanation"]) == strip(expected)
            verdicts.add(expected["verdict"])
    assert verdicts == {"unique", "multiple", "unsolvable"}
    assert len({len(givens) for givens in puzzles}) > 1
