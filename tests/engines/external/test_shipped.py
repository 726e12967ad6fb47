"""The descriptions that come with the package: each is short, and each program that is installed does what it says."""

import subprocess
from pathlib import Path
from tomllib import loads

import pytest

from making import EASY, EASY_SOLUTION, ESCARGOT, NONE, TWO
from sudoku_compare import Limits, Puzzle
from sudoku_compare.checking.proof_check import check_proof
from sudoku_compare.checking.proof_text import ClauseLine
from sudoku_compare.core.puzzle import Grid, compact
from sudoku_compare.engines.external import description as description_module
from sudoku_compare.engines.external.asp_output import parse_asp_output
from sudoku_compare.engines.external.description import Description, parse_descriptions
from sudoku_compare.engines.external.minizinc_output import parse_minizinc_output
from sudoku_compare.engines.external.proof_files import read_proof
from sudoku_compare.engines.external.sat_output import parse_sat_output
from sudoku_compare.engines.models import MODEL_FORMATS
from sudoku_compare.engines.reductio.engine import Reductio
from sudoku_compare.engines.sat.cnf import Formula
from sudoku_compare.engines.sat.dimacs import dimacs_lines

FILE = Path(description_module.__file__).with_name("shipped.toml")
SHIPPED = parse_descriptions(FILE.read_text(encoding="utf-8"), FILE.name, FILE.parent)
MODELS = {"sat": "dimacs", "minizinc": "minizinc", "asp": "asp"}


def run(description: Description, text: str, folder: Path, limit: int = 2) -> tuple[str, int]:
    """Return what the program answers to a formula or a model, and its exit code."""
    if description.find_program() is None:
        pytest.skip(f"{description.name} is not installed; .ci/run installs it")
    source, result = folder / "input", folder / "result"
    source.with_suffix(".mzn").write_text(text)
    source.write_text(text)
    if description.protocol == "minizinc":
        source = source.with_suffix(".mzn")  # MiniZinc reads no other files
    command = description.make_command({}, input=str(source), output=str(result), limit=str(limit))
    done = subprocess.run(command, capture_output=True, text=True, timeout=60)
    return (result.read_text() if result.exists() else done.stdout), done.returncode


@pytest.mark.parametrize("name", SHIPPED)
def test_a_description_has_at_most_12_lines_and_says_what_the_program_is(name: str) -> None:
    parts = FILE.read_text(encoding="utf-8").split("\n\n")
    part = next(part for part in parts if part.startswith(f"[{name}]"))
    assert len(part.splitlines()) <= 12
    assert list(loads(part)) == [name]
    assert SHIPPED[name].about.endswith(".")


@pytest.mark.parametrize("name", [name for name in SHIPPED if SHIPPED[name].protocol == "sat"])
def test_a_sat_solver_finds_the_solution_or_that_there_is_none(name: str, tmp_path: Path) -> None:
    for text in (EASY, ESCARGOT, NONE, "1.....2..3.....4"):
        puzzle = Puzzle.from_text(text)
        result = parse_sat_output(*run(SHIPPED[name], "".join(dimacs_lines(puzzle)), tmp_path))
        (tmp_path / "result").unlink(missing_ok=True)
        found = [Formula(puzzle).grid(result.literals)] if result.is_satisfiable else []
        assert found == list(Reductio().search(puzzle, Limits(2)).solutions)


@pytest.mark.parametrize("name", [name for name in SHIPPED if SHIPPED[name].protocol != "sat"])
@pytest.mark.parametrize(("text", "limit"), [(EASY, 1), (EASY, 2), (NONE, 2), (TWO, 2), (TWO, 3)])
def test_a_model_solver_finds_as_many_solutions_as_wanted(name: str, text: str, limit: int, tmp_path: Path) -> None:
    puzzle, one = Puzzle.from_text(text), SHIPPED[name]
    output, code = run(one, "".join(MODEL_FORMATS[MODELS[one.protocol]].write(puzzle)), tmp_path, limit)
    if one.protocol == "asp":
        solutions, is_complete = parse_asp_output(output, puzzle, code)
    else:
        solutions, is_complete = parse_minizinc_output(output, puzzle, limit)
    expected = Reductio().search(puzzle, Limits(limit)).solutions
    assert len(set(solutions)) == len(solutions) == len(expected)
    assert is_complete or len(solutions) == limit
    if text == EASY:
        assert compact(solutions[0], puzzle.shape) == EASY_SOLUTION


@pytest.mark.parametrize("name", [name for name in SHIPPED if SHIPPED[name].proof])
@pytest.mark.parametrize("text", [NONE, ESCARGOT, "1.....2..3.....4", "11" + "." * 14])
def test_the_checker_accepts_the_proofs_of_a_solver(name: str, text: str, tmp_path: Path) -> None:
    puzzle, one = Puzzle.from_text(text), SHIPPED[name]
    if one.find_program() is None:
        pytest.skip(f"{name} is not installed; .ci/run installs it")
    claim = next(iter(Reductio().search(puzzle, Limits(1)).solutions), None)
    source, proof = tmp_path / "formula", tmp_path / "proof"
    source.write_text("".join(dimacs_lines(puzzle, claim)))
    command = one.make_proof_command({}, input=str(source), proof=str(proof))
    done = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert not parse_sat_output(done.stdout, done.returncode).is_satisfiable
    assert check(puzzle, claim, read_proof(proof.read_bytes(), one.proof_format, puzzle.shape.side**3)) > 0


def check(puzzle: Puzzle, claim: Grid | None, lines: list[str]) -> int:
    """Return the number of steps that the proof checker accepted."""
    steps = []
    for number, line in enumerate(lines, start=1):
        words = line.removeprefix("d ").split()
        steps.append(ClauseLine(number, list(map(int, words[:-1])), line.startswith("d")))
    return check_proof(puzzle, claim, steps, lambda: None)


@pytest.mark.parametrize("name", [name for name in SHIPPED if SHIPPED[name].version])
def test_the_command_for_the_version_prints_something(name: str) -> None:
    if SHIPPED[name].find_program() is None:
        pytest.skip(f"{name} is not installed; .ci/run installs it")
    done = subprocess.run(SHIPPED[name].make_version_command(), capture_output=True, text=True, timeout=60)
    assert done.stdout.split()


@pytest.mark.parametrize(
    ("name", "values"),
    [
        ("cadical", {"seed": 7}),
        ("cryptominisat5", {"seed": 7}),
        ("picosat", {"seed": 7}),
        ("z3", {"seed": 7}),
        ("minisat", {"seed": 7, "random_start": True}),
        ("clasp", {"configuration": "crafty"}),
    ],
)
def test_a_program_takes_its_options(name: str, values: dict[str, object], tmp_path: Path) -> None:
    one, puzzle = SHIPPED[name], Puzzle.from_text(ESCARGOT)
    assert set(values) == {option.name for option in one.options}
    run(one, "".join(dimacs_lines(puzzle)), tmp_path)
    command = one.make_command(values, input=str(tmp_path / "input"), output=str(tmp_path / "result"))
    assert subprocess.run(command, capture_output=True, timeout=60).returncode in (10, 0)
