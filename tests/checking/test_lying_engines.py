"""Engines that lie in every way an answer allows, against brute force on 4x4: they never cause a false verdict."""

from collections import Counter
from dataclasses import dataclass
from random import Random

import pytest

from making import boards_4x4, solutions_4x4
from sudoku_compare import Answer, Ending, Limits, Puzzle, Verdict
from sudoku_compare.checking.judge import choose_checker, judge
from sudoku_compare.core.entry import Expected
from sudoku_compare.core.shape import shape_of_side
from sudoku_compare.core.verdict import EngineResult, claimed_verdict

FOUR = shape_of_side(4)
METHODS = ("reductio", "cnf", "cp-sat", "kernel")
CUT_SHORT = (Ending.TIMED_OUT, Ending.STUCK, Ending.FAILED)


@dataclass(frozen=True)
class Case:
    """A puzzle with all of its solutions, and what honest and lying engines say about it."""

    puzzle: Puzzle
    solutions: tuple[bytes, ...]
    limits: Limits
    honest: tuple[EngineResult, ...]
    lying: tuple[EngineResult, ...]
    in_order: tuple[EngineResult, ...]  # both, shuffled

    @property
    def truth(self) -> Verdict:
        if self.limits.solutions == 1 and self.solutions:
            return Verdict.SOLVED
        return (Verdict.UNSOLVABLE, Verdict.UNIQUE, Verdict.MULTIPLE)[min(2, len(self.solutions))]

    def has_two_honest_witnesses(self) -> bool:
        return len({result.method for result in self.honest if result.answer.ending not in CUT_SHORT}) >= 2

    def has_an_honest_contradiction(self) -> bool:
        """Whether an honest engine found a solution that a lying engine claims does not exist."""
        return any(
            solution not in lie.answer.solutions
            for lie in self.lying
            if lie.answer.ending is Ending.EXHAUSTED
            for result in self.honest
            for solution in result.answer.solutions
        )


def random_case(rng: Random) -> Case:
    puzzle = random_puzzle(rng)
    solutions = tuple(solutions_4x4(puzzle.givens))
    limits = Limits(rng.choice((1, 2, 2, 2, 3, 5)))
    liars = rng.randint(0, 3)
    honest = [honest_answer(rng, solutions, limits) for _ in range(rng.randint(0 if liars else 1, 3))]
    plot = random_solutions(rng, puzzle, solutions)  # liars that tell the same lie are the dangerous ones
    lies = [lie(rng, plot if rng.random() < 0.7 else random_solutions(rng, puzzle, solutions)) for _ in range(liars)]
    results = [
        EngineResult(f"engine{number}", answer, claimed_verdict(answer), rng.choice(METHODS))
        for number, answer in enumerate(honest + lies)
    ]
    shuffled = rng.sample(results, len(results))
    return Case(
        puzzle, solutions, limits, tuple(results[: len(honest)]), tuple(results[len(honest) :]), tuple(shuffled)
    )


def random_puzzle(rng: Random) -> Puzzle:
    """Part of a full board, with one value changed in every third puzzle."""
    board = bytearray(rng.choice(boards_4x4()))
    if rng.random() < 1 / 3:
        board[rng.randrange(len(board))] = rng.randint(1, FOUR.side)
    kept = rng.choice((0.2, 0.3, 0.4, 0.6, 1.0))
    return Puzzle(FOUR, bytes(value if rng.random() < kept else 0 for value in board))


def honest_answer(rng: Random, solutions: tuple[bytes, ...], limits: Limits) -> Answer:
    """True solutions, and an ending that is true; every fourth search is cut short."""
    found = rng.sample(solutions, min(len(solutions), limits.solutions))
    if len(found) < limits.solutions and rng.random() < 0.25:
        return Answer(tuple(found[: rng.randint(0, len(found))]), rng.choice(CUT_SHORT))
    return Answer(tuple(found), Ending.ENOUGH if len(found) == limits.solutions else Ending.EXHAUSTED)


def lie(rng: Random, solutions: tuple[bytes, ...]) -> Answer:
    """These solutions with any ending, most often the one that claims that there are no others."""
    return Answer(solutions, rng.choice((*Ending, Ending.EXHAUSTED, Ending.EXHAUSTED)))


def random_solutions(rng: Random, puzzle: Puzzle, solutions: tuple[bytes, ...]) -> tuple[bytes, ...]:
    """Up to three grids: solutions, boards that are no solutions, solutions of the wrong form, the same one twice."""
    makers = [
        lambda: rng.choice(boards_4x4()),
        lambda: changed_cell(rng, rng.choice(solutions or boards_4x4())),
        lambda: rng.randbytes(rng.choice((0, 1, len(FOUR.cells) - 1, len(FOUR.cells), len(FOUR.cells) + 1))),
        lambda: puzzle.givens,
        *([lambda: rng.choice(solutions)] * 6 if solutions else []),
    ]
    grids = [rng.choice(makers)() for _ in range(rng.choice((0, 0, 1, 1, 1, 2, 3)))]
    return tuple(grids + grids[:1] if rng.random() < 0.1 else grids)


def changed_cell(rng: Random, board: bytes) -> bytes:
    cell = rng.randrange(len(board))
    return board[:cell] + bytes([rng.choice((0, 1, 2, 3, 4, 5, 17, 255))]) + board[cell + 1 :]


@pytest.mark.parametrize("count", [2_000, pytest.param(100_000, marks=pytest.mark.slow)])
def test_liars_cause_no_false_verdict_beside_two_honest_engines_or_one_that_contradicts(count: int) -> None:
    rng = Random(count)
    seen: Counter[tuple[bool, Verdict, bool]] = Counter()
    for _ in range(count):
        case = random_case(rng)
        judgement = judge(case.puzzle, case.in_order, case.limits)
        is_guarded = case.has_two_honest_witnesses() or case.has_an_honest_contradiction()
        is_true = judgement.verdict in (case.truth, Verdict.UNKNOWN)
        assert is_true or not is_guarded, case
        assert is_true or judgement.verdict not in (Verdict.MULTIPLE, Verdict.SOLVED), case  # these are proven
        assert set(judgement.solutions) <= set(case.solutions), case
        assert len(set(judgement.solutions)) == len(judgement.solutions), case
        seen[is_guarded, judgement.verdict, is_true] += 1
    for verdict in Verdict:
        assert seen[True, verdict, True] > count // 100, verdict  # the cases are of every kind
    assert (
        seen[False, Verdict.UNIQUE, False] + seen[False, Verdict.UNSOLVABLE, False] > count // 100
    )  # the lies are good


def test_no_lie_denies_a_solution_that_the_source_knows() -> None:
    rng = Random(4)
    for _ in range(2_000):
        case = random_case(rng)
        if case.solutions:
            known = rng.choice(case.solutions)
            judgement = judge(case.puzzle, case.in_order, case.limits, Expected(solution=known))
            assert judgement.verdict is not Verdict.UNSOLVABLE, case
            assert judgement.verdict is not Verdict.UNIQUE or judgement.solutions == (known,), case


def test_honest_engines_get_the_true_verdict_and_no_objection() -> None:
    rng = Random(1)
    for _ in range(2_000):
        case = random_case(rng)
        judgement = judge(case.puzzle, case.honest, case.limits)
        assert judgement.objections == (), case
        if case.has_two_honest_witnesses():
            assert (judgement.verdict, judgement.agreed) == (case.truth, True), case


def test_a_lie_about_solutions_beside_an_honest_engine_is_an_objection() -> None:
    rng = Random(2)
    for _ in range(2_000):
        case = random_case(rng)
        judgement = judge(case.puzzle, case.in_order, case.limits)
        invented = {grid for result in case.lying for grid in result.answer.solutions} - set(case.solutions)
        assert not judgement.agreed or not (invented or case.has_an_honest_contradiction()), case


def test_a_batch_checked_as_a_whole_gets_the_same_verdict() -> None:
    rng = Random(3)
    for _ in range(2_000):
        case = random_case(rng)
        found = [(case.puzzle, grid) for result in case.in_order for grid in result.answer.solutions]
        as_a_whole = judge(case.puzzle, case.in_order, case.limits, check=choose_checker(found))
        assert as_a_whole == judge(case.puzzle, case.in_order, case.limits), case
