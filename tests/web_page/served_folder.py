"""A folder as a user might have it, and the server that shows it."""

import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from conftest import PROGRAM
from making import EASY, NONE, TWO
from processes import wait_for
from web_server import WebServer, start_server

HOSTILE = "<img src=x onerror=\"document.title='hit'\">"
RUN = "bench-of-the-tests"


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
def serve_folder(folder: Path) -> Iterator[WebServer]:
    """Serve the folder that `write_folder` has written until the block ends."""
    with start_server("--runs", str(folder / "runs"), str(folder / "puzzles"), folder=folder) as server:
        yield server


def wait_until_idle(server: WebServer) -> None:
    """Wait until the server has no task left."""
    wait_for(lambda: not server.find_tasks())
