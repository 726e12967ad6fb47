"""Start `sudoku-compare serve` as a user does, and look at the processes that belong to it."""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from making import EASY, NONE, TWO
from processes import find_children, interrupt, wait_for

PROGRAM = Path(sys.executable).with_name("sudoku-compare")
HOSTILE = "<img src=x onerror=\"document.title='hit'\">"
RUN = "bench-of-the-tests"


@dataclass(frozen=True)
class Server:
    """A running server: its address with the token, and its process."""

    url: str
    process: "subprocess.Popen[str]"

    @property
    def address(self) -> str:
        """The address without the token."""
        return self.url.partition("#")[0]

    @property
    def token(self) -> str:
        return self.url.partition("#token=")[2]

    def list_processes(self) -> set[int]:
        """Return all processes below that of the server."""
        return set(_list_descendants(self.process.pid))


def _list_descendants(process: int) -> Iterator[int]:
    for child in find_children(process):
        yield child
        yield from _list_descendants(child)


def write_folder(folder: Path) -> None:
    """Write what a user might have: collections, one with names that contain a script, and a record of a benchmark."""
    puzzles = folder / "puzzles"
    puzzles.mkdir()
    many = "\n".join([EASY, TWO, NONE] * 10)
    (puzzles / "many.txt").write_text(f"{many}\n")
    (puzzles / f"{HOSTILE}.txt").write_text(f'{EASY}  # {HOSTILE}\n{TWO}  # it\'s "quoted"\n')
    runs = folder / "runs"
    runs.mkdir()
    arguments = ["--n", "4", "--engine", "kernel", "--engine", "reductio", "--out", str(runs / f"{RUN}.sqlite")]
    subprocess.run([PROGRAM, "bench", *arguments], check=True, capture_output=True, cwd=folder)


@contextmanager
def start_server(folder: Path) -> Iterator[Server]:
    """Serve the folder that `write_folder` has written until the block ends."""
    options = ["--no-browser", "--port", "0", "--runs", str(folder / "runs"), str(folder / "puzzles")]
    environment = {**os.environ, "PYTHONUNBUFFERED": "1"}
    process = subprocess.Popen(
        [PROGRAM, "serve", *options], stdout=subprocess.PIPE, text=True, cwd=folder, env=environment
    )
    assert process.stdout
    found = re.search(r"http://\S+", process.stdout.readline())
    assert found, "the server printed no address"
    try:
        yield Server(found.group(), process)
    finally:
        interrupt(process)


def wait_until_idle(server: Server, idle: set[int]) -> None:
    """Wait until the server has no processes but those that it had when it was idle."""
    wait_for(lambda: server.list_processes() <= idle)
