"""The example solvers of docs/examples keep the engine contract, and the documents show them as they are."""

import json
import os
import re
import select
import subprocess
from pathlib import Path
from typing import Any

import pytest

from conftest import PROGRAM, ROOT
from examples import EXAMPLES, copy_examples

PAGE = ROOT / "docs" / "external-engines.md"
MOST_LINES_OF_C = 30
MOST_LINES_OF_TOML = 12
PATIENCE = 10  # seconds to wait for an answer
PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLUTION = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
TWO = ".39...12....9.7...8..4.1..6.42...79...........91...54.5..1.9..3...8.5....14...87."
NONE = "11" + "." * 79


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return copy_examples(tmp_path_factory.mktemp("examples"))


def find_blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", PAGE.read_text(), re.DOTALL | re.MULTILINE)


def test_the_page_shows_the_whole_solver_in_c() -> None:
    assert find_blocks("c") == [(EXAMPLES / "solver.c").read_text()]


def test_the_solver_in_c_is_short() -> None:
    assert len((EXAMPLES / "solver.c").read_text().splitlines()) <= MOST_LINES_OF_C


def test_the_descriptions_on_the_page_are_short_and_those_of_the_files() -> None:
    shipped = (ROOT / "src" / "sudoku_compare" / "engines" / "external" / "shipped.toml").read_text()
    files = (EXAMPLES / "engines.toml").read_text() + shipped
    blocks = find_blocks("toml")
    assert len(blocks) == 2
    for block in blocks:
        assert len(block.splitlines()) <= MOST_LINES_OF_TOML
        assert block in files


@pytest.mark.parametrize("arguments", [["./mysolver", "2"], ["./mysolver"], ["./solver.py", "2"], ["./solver.py"]])
def test_an_example_answers_line_by_line(folder: Path, arguments: list[str]) -> None:
    buffered = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}
    pipe = subprocess.PIPE
    with subprocess.Popen(
        arguments, cwd=folder, env=buffered, stdin=pipe, stdout=pipe, text=True, bufsize=1
    ) as program:
        assert program.stdin
        assert program.stdout
        found = []
        for puzzle in (PUZZLE, TWO, NONE):
            program.stdin.write(puzzle + "\n")
            if not select.select([program.stdout], [], [], PATIENCE)[0]:
                program.kill()
                pytest.fail("no answer in time: the program does not flush its output")
            found.append(sorted(program.stdout.readline().split(), key=len))
        program.stdin.close()
    assert found[0] == ["1", SOLUTION]
    assert [found[1][0], len(set(found[1][1:]))] == ["2", 2]
    assert found[2] == ["0"]
    assert program.returncode == 0


@pytest.mark.parametrize("line", ["1.....2..3.....4", PUZZLE + ".", PUZZLE[1:], "A" + PUZZLE[1:], "." * 256])
def test_the_solver_in_c_refuses_what_is_not_a_9x9_puzzle(folder: Path, line: str) -> None:
    done = subprocess.run(["./mysolver"], cwd=folder, input=line + "\n", capture_output=True, text=True)
    assert (done.returncode, done.stdout, done.stderr) == (1, "", "expected 81 cells\n")


def check(folder: Path, engine: str, *options: str) -> dict[str, Any]:
    command = [str(PROGRAM), "engines", "--check", engine, "--json", *options]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    return found


@pytest.mark.slow
@pytest.mark.parametrize("engine", ["mysolver", "pysolver"])
def test_an_example_keeps_the_engine_contract(folder: Path, engine: str) -> None:
    promises = {row["promise"]: row["kept"] for row in check(folder, engine)["promises"]}
    assert promises.pop("nothing printed") is None  # what a program prints is its answer
    assert promises.pop("memory limit") is not False  # 64 MB may be enough
    assert set(promises.values()) == {True}


@pytest.mark.slow
def test_the_kernel_as_a_program_keeps_the_engine_contract(folder: Path) -> None:
    python = Path(PROGRAM).parent / "python"
    (folder / "kernel.toml").write_text(
        f"""[lines]
protocol = "lines"
command = ["{python}", "{{folder}}/kernel_lines.py", "{{limit}}"]
sizes = [9]
"""
    )
    assert check(folder, "lines", "--engine-file", "kernel.toml")["kept"]


def test_the_solver_in_python_can_be_named_by_its_path() -> None:
    assert os.access(EXAMPLES / "solver.py", os.X_OK)
    command = [str(PROGRAM), "solve", "1.....2..3.....4", "--engine", "docs/examples/solver.py", "--json"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert json.loads(done.stdout)["solution"] == "1243342143122134"
