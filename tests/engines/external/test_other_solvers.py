"""Solvers by others, as Debian installs them, agree with ours; every proof that they write is checked."""

import shutil

import pytest

from making import load_shipped
from sudoku_compare import Ending, Limits, Puzzle, load_engine
from sudoku_compare.checking.solution import find_fault
from sudoku_compare.core.answer import Stopwatch
from sudoku_compare.core.verdict import claimed_verdict
from sudoku_compare.engines.kernel import Kernel
from sudoku_compare.evidence.certificate import certify, load_prover

SOLVERS = ("cadical", "minisat", "cryptominisat5", "picosat", "clasp", "z3", "clingo")
PROVERS = ("cadical", "cryptominisat5", "picosat")
MIXED = {  # puzzles of each collection; 2,000 in all
    "unsolvable": 400,
    "multiple": 400,
    "hard": 400,
    "extreme": 200,
    "medium": 300,
    "easy": 240,
    "16x16": 60,
}
LIMITS = Limits(2, seconds=60)


def skip_unless_installed(program: str) -> None:
    if not shutil.which(program):
        pytest.skip(f"{program} is not installed")


def load_mixed() -> list[Puzzle]:
    return [puzzle for name, number in MIXED.items() for puzzle in load_shipped(name)[:number]]


@pytest.mark.parametrize("step", [pytest.param(10, marks=pytest.mark.slow), pytest.param(1, marks=pytest.mark.long)])
@pytest.mark.parametrize("name", SOLVERS)
def test_another_solver_agrees_with_the_kernel_on_mixed_puzzles(name: str, step: int) -> None:
    skip_unless_installed(name)
    compare_with_kernel(name, load_mixed()[::step])


@pytest.mark.parametrize("name", SOLVERS)
def test_another_solver_agrees_with_the_kernel_on_some_puzzles(name: str) -> None:
    skip_unless_installed(name)
    compare_with_kernel(name, load_mixed()[::100])


def test_minizinc_agrees_with_the_kernel_on_some_puzzles() -> None:
    skip_unless_installed("minizinc")
    skip_unless_installed("fzn-gecode")
    compare_with_kernel("minizinc", load_mixed()[::100])


def compare_with_kernel(name: str, puzzles: list[Puzzle]) -> None:
    engine, kernel = load_engine(name), Kernel()
    assert puzzles
    for puzzle in puzzles:
        answer, expected = engine.search(puzzle, LIMITS), kernel.search(puzzle, LIMITS)
        assert answer.ending in (Ending.EXHAUSTED, Ending.ENOUGH), (puzzle.text, answer)
        assert claimed_verdict(answer) is claimed_verdict(expected), (puzzle.text, answer)
        assert len(set(answer.solutions)) == len(expected.solutions)
        assert not any(find_fault(puzzle, solution) for solution in answer.solutions)
        assert answer.seconds.cpu is not None
        assert answer.seconds.cpu > 0


@pytest.mark.parametrize(
    "number", [pytest.param(20, marks=pytest.mark.slow), pytest.param(200, marks=pytest.mark.long)]
)
@pytest.mark.parametrize("name", PROVERS)
def test_every_proof_that_another_solver_writes_for_unsolvable_puzzles_is_accepted(name: str, number: int) -> None:
    skip_unless_installed(name)
    prover = load_prover(name, LIMITS)
    puzzles = load_shipped("unsolvable")[:number]
    assert len(puzzles) == number
    for puzzle in puzzles:
        certificate = certify(puzzle, None, prover, Stopwatch(LIMITS))
        assert certificate.prover == name
        assert certificate.proof[-1].split()[1] == "0"


@pytest.mark.parametrize("name", PROVERS)
def test_a_proof_that_there_is_no_other_solution_is_accepted(name: str) -> None:
    skip_unless_installed(name)
    prover = load_prover(name, LIMITS)
    for puzzle in load_shipped("extreme")[:3]:
        [solution] = Kernel().search(puzzle, LIMITS).solutions
        assert certify(puzzle, solution, prover, Stopwatch(LIMITS)).claim == solution
