"""Whatever comes from a file, or from its name, can neither control the terminal nor run in a spreadsheet."""

import csv
import os
import unicodedata
from pathlib import Path

import pytest

from conftest import Run
from making import EASY, EASY_SOLUTION, NONE, TWO

RED, RIGHT_TO_LEFT, BELL = "\x1b[31m", "\u202e", "\x07"
EVIL = f"{RED}x{RIGHT_TO_LEFT}y{BELL}.txt"
NAME = f"evil {RED}name{RIGHT_TO_LEFT}{BELL}"
FAST = ("--engine", "kernel")
FORMULA = "=cmd|calc"

COMMANDS = [
    ["solve", EVIL, *FAST],
    ["solve", EVIL, *FAST, "--lines"],
    ["solve", EVIL, "--trace", "--engine", "reductio"],
    ["solve", EVIL, "--trace-html", f"{EVIL}.html", "--engine", "reductio"],
    ["solve", EVIL, "--all", "3"],
    ["solve", EVIL, "--all", "3", "--json"],
    ["solve", EVIL, *FAST, "--json"],
    ["solve", f"{EVIL}.missing", *FAST],
    ["solve", "folder", "--recursive", *FAST],
    ["solve", EVIL, "--engine", NAME],
    ["solve", EVIL, "--box", NAME],
    ["solve", EVIL, f"--{NAME}"],
    [NAME],
    ["uniqueness", EVIL, "--timeout", "5", *FAST],
    ["uniqueness", EVIL, "--timeout", "5", *FAST, "--lines"],
    ["uniqueness", EVIL, "--timeout", "5", *FAST, "--json"],
    ["uniqueness", EVIL, "--timeout", "5", *FAST, "--certificate", f"{EVIL}.certificates"],
    ["explain", EVIL],
    ["explain", EVIL, "--rating"],
    ["explain", EVIL, "--json"],
    ["explain", EVIL, "--level", NAME],
    ["explain", EVIL, "--html", f"{EVIL}.pages"],
    ["scan", EVIL, "--isomorphs"],
    ["scan", EVIL, "--json"],
    ["scan", EVIL, "--out", "-"],
    ["scan", EVIL, "--out", "-", "--format", "jsonl"],
    ["scan", EVIL, "--out", EVIL],
    ["bench", EVIL, *FAST, "--out", EVIL],
    ["bench", EVIL, *FAST, "--json"],
    ["bench", "--resume", f"{EVIL}.missing"],
    ["report", EVIL],
    ["report", f"{EVIL}.missing"],
    ["export", EVIL, "--format", "line"],
    ["export", EVIL, "--format", "grid"],
    ["export", EVIL, "--format", "csv"],
    ["export", EVIL, "--format", "dimacs", "--out", f"{EVIL}.models"],
    ["generate", "--out", f"no{EVIL}/x.txt"],
    ["study", "sufficiency", EVIL],
    ["study", NAME],
    ["test", EVIL, "2", "--seed", "1", *FAST],
    ["test", f"{EVIL}.missing"],
    ["verify", f"{EVIL}.certificates"],
    ["verify", EVIL],
    ["classic", NAME],
    ["engines", NAME],
    ["enter", "--size", NAME],
    ["serve", f"{EVIL}.missing"],
    ["serve", "--host", NAME],
]


@pytest.fixture(scope="module")
def evil_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("evil")
    board = "\n".join(EASY[start : start + 9] for start in range(0, 81, 9))
    lines = [
        f"{EASY}:1:{EASY_SOLUTION}  # {NAME}",
        f"{NONE}  # {NAME}",
        f"{TWO} # {NAME}",
        f"{EASY}:2:",
        f"{NAME} is not a puzzle",
        "",
        f"Grid {NAME}",
        board,
    ]
    (folder / EVIL).write_text("\n".join(lines))
    (folder / "folder").mkdir()
    (folder / "folder" / EVIL).write_text(f"{EASY}\n")
    (folder / "folder" / f"{EVIL}.bin").write_bytes(b"\0" * 100)
    return folder


def find_harmful(text: str) -> set[str]:
    """Return the characters that control a terminal or the direction of the text around them."""
    return {letter for letter in text if unicodedata.category(letter) in ("Cc", "Cf") and letter not in "\n\t"}


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: " ".join(command[:1] + command[2:])[:40].__repr__())
def test_no_control_character_reaches_the_terminal(
    sudoku_compare: Run, evil_folder: Path, command: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(evil_folder)
    done = sudoku_compare(*command)
    assert done.stdout + done.stderr
    assert "Traceback" not in done.stderr
    assert find_harmful(done.stdout) == find_harmful(done.stderr) == set()


def test_every_command_is_tried(sudoku_compare: Run) -> None:
    listed = sudoku_compare("--help").stdout.partition("Commands:")[2].partition("Exit codes")[0]
    commands = {line.split()[0] for line in listed.splitlines() if line[2:3].strip()}
    assert commands == {command[0] for command in COMMANDS} - {NAME}


@pytest.mark.parametrize("start", ["=", "+", "-", "@", "\t", "\r"])
def test_no_spreadsheet_runs_a_name_as_a_formula(
    sudoku_compare: Run, tmp_path: Path, start: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    name = f"{start}cmd|calc"
    Path(name).write_text(f"{EASY}  # {FORMULA}\n1.....2..3.....4\n")
    file = f"./{name}" if start == "-" else name
    tables = [
        sudoku_compare("export", file, "--format", "csv").stdout,
        sudoku_compare("scan", file, "--isomorphs", "--out", "-").stdout,
    ]
    assert sudoku_compare("bench", file, *FAST, "--out", "record").returncode == 0
    tables.append(sudoku_compare("report", "record", "--format", "csv").stdout)
    for table in tables:
        fields = [field for row in csv.reader(table.splitlines()) for field in row]
        assert any("cmd|calc" in field for field in fields)
        assert not [field for field in fields if field.startswith(("=", "+", "-", "@", "\t", "\r"))]
    assert f'"\'{FORMULA}"' in tables[0]


def test_puzzles_survive_the_way_through_a_table(sudoku_compare: Run, tmp_path: Path) -> None:
    path = tmp_path / "puzzles.txt"
    path.write_text(f"{EASY}  # {FORMULA}\n{NONE}  # -1+1\n")
    table = sudoku_compare("export", str(path), "--format", "csv").stdout
    lines = sudoku_compare("export", "-", "--format", "line", input=table).stdout.splitlines()
    assert [line.partition("  # ")[::2] for line in lines] == [(EASY, f"'{FORMULA}"), (NONE, "'-1+1")]


def test_file_names_that_are_not_text_are_shown(sudoku_compare: Run, tmp_path: Path) -> None:
    path = os.fsencode(tmp_path) + b"/\xff.txt"
    Path(os.fsdecode(path)).write_text(EASY)
    done = sudoku_compare("solve", os.fsdecode(path), *FAST, "--lines")
    assert (done.returncode, done.stdout.partition("  ")[0]) == (0, f"{tmp_path}/?.txt:1")
