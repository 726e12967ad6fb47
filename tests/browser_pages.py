"""The pages that the browser tests open: every kind that the program writes, made by the commands that users type."""

import fcntl
import shutil
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from conftest import PROGRAM, ROOT
from making import EASY, EASY_SOLUTION, ESCARGOT, NONE, TWO

NASTY_FILE = "<script>document.title='hit'<script> & \"quotes\""
NASTY_NAME = "</script><script>document.title='hit'</script> & \"quotes\""
FOUR = "1.....2..3.....4"
WRONG_ANSWER = f"{EASY}:1:{EASY_SOLUTION[::-1]}"  # makes the engines' answers objections
TIMES = ("cactus", "tiers", "split", "virtual-best", "scatter")
SIX_ENGINES = ("backtrack", "kernel", "sat", "reductio", "cpsat", "logic")


@dataclass(frozen=True)
class PageKind:
    """How to write a page, as `page.html` in a folder of its own, and the charts that it must show."""

    commands: tuple[tuple[str, ...], ...]
    charts: int = 0
    files: Mapping[str, str] = field(default_factory=dict)


def _bench(*arguments: str, charts: int = len(TIMES), files: Mapping[str, str] | None = None) -> PageKind:
    bench = ("bench", *arguments, "--out", "run")
    return PageKind((bench, ("report", "run", "--html", "page.html")), charts, files or {})


def _study(*arguments: str, charts: int, files: Mapping[str, str] | None = None) -> PageKind:
    return PageKind((("study", *arguments, "--html", "page.html"),), charts, files or {})


def _explain(puzzle: str) -> PageKind:
    return PageKind((("explain", "puzzle.txt", "--html", "page.html"),), files={"puzzle.txt": puzzle})


def _trace(puzzles: str) -> PageKind:
    return PageKind((("solve", "puzzles.txt", "--trace-html", "page.html"),), files={"puzzles.txt": puzzles})


def _load_first(name: str) -> str:
    lines = (ROOT / "data" / f"{name}.txt").read_text().splitlines()
    return next(line for line in lines if line and not line.startswith("#"))


def _export(puzzles: str, *options: str) -> PageKind:
    command = ("export", "puzzles.txt", "--format", "html", "--out", "page.html", *options)
    return PageKind((command,), files={"puzzles.txt": puzzles})


SAMPLE = ("--n", "8")
PAGES = {
    "bench": _bench("--n", "16"),
    "bench-objections": _bench(
        NASTY_FILE,
        "--engine",
        "reductio",
        "--engine",
        "sat",
        files={NASTY_FILE: f"{EASY}\n{TWO}\n{NONE}\n{WRONG_ANSWER}\n"},
    ),
    "bench-timeouts": _bench(
        "--n", "16", "--timeout", "0.005", *(word for name in SIX_ENGINES for word in ("--engine", name))
    ),
    "bench-one-engine": _bench("--n", "3", "--engine", "sat:warm=true", charts=3),
    "study-sufficiency": _study(
        "sufficiency", NASTY_FILE, charts=1, files={NASTY_FILE: f"{EASY}\n{ESCARGOT}  # {NASTY_NAME}\n"}
    ),
    "study-rounds": _study("rounds", *SAMPLE, charts=1),
    "study-techniques": _study("techniques", *SAMPLE, charts=1),
    "study-branching": _study("branching", *SAMPLE, charts=1),
    "study-propagation": _study("propagation", *SAMPLE, charts=2),
    "study-encodings": _study("encodings", *SAMPLE, charts=1),
    "study-grids": _study("grids", "--n", "40", charts=3),
    "explain-hard": _explain(f"{ESCARGOT}  # {NASTY_NAME}"),
    "explain-4x4": _explain(FOUR),
    "explain-25x25": _explain(_load_first("25x25")),
    "explain-unsolvable": _explain(NONE),
    "trace": _trace(f"{ESCARGOT}  # {NASTY_NAME}\n{TWO}\n"),
    "trace-16x16": _trace(_load_first("16x16")),
    "export": _export(f"{ESCARGOT}  # {NASTY_NAME}\n{TWO}\n{FOUR}\n", "--per-page", "2", "--solution", "--candidates"),
    "export-25x25": _export(_load_first("25x25"), "--labels", "--title", "A title"),
}


def write_page(name: str, shared: Path) -> Path:
    """Return the page of this kind; the first of all test processes that asks for it runs the commands."""
    folder = shared / name
    page = folder / "page.html"
    with open(shared / f"{name}.lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not page.exists():
            shutil.rmtree(folder, ignore_errors=True)
            _run_commands(PAGES[name], folder)
    return page


def _run_commands(kind: PageKind, folder: Path) -> None:
    folder.mkdir()
    for name, text in kind.files.items():
        (folder / name).write_text(text)
    for command in kind.commands:
        done = subprocess.run([PROGRAM, *command], cwd=folder, capture_output=True, text=True, timeout=300)
        assert "Traceback" not in done.stderr, done.stderr
    assert (folder / "page.html").exists(), done.stderr
