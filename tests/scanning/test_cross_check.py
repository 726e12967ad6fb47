"""The cross-check of a scan: what is drawn, what counts as agreement, and that no batch waits for it."""

from collections.abc import Iterator
from itertools import takewhile

import pytest

from batches import batch_of
from making import EASY, NONE, TWO
from sudoku_compare.running.place import ThisMachine
from sudoku_compare.scanning.cross_check import CrossCheck, cross_check, draw_numbers
from sudoku_compare.scanning.results import CrossCheckResult, Objection, ScannedBatch
from sudoku_compare.scanning.settle import settle_batch

ALL = CrossCheck(1.0)


def scanned(*lines: str) -> ScannedBatch:
    return ScannedBatch(settle_batch(batch_of(*lines), 60), None, b"")


def results_of(batch: ScannedBatch, check: CrossCheck = ALL) -> list[CrossCheckResult]:
    return [result for result in cross_check([batch], check, ThisMachine(1)) if isinstance(result, CrossCheckResult)]


def draw_below(limit: int, share: float, seed: int) -> list[int]:
    return list(takewhile(lambda number: number < limit, draw_numbers(share, seed)))


def test_a_sample_has_its_share_and_is_the_same_for_the_same_seed() -> None:
    numbers = draw_below(10_000, 0.1, 5)
    assert numbers == draw_below(10_000, 0.1, 5)
    assert 900 < len(numbers) < 1100
    assert draw_below(3, 1, 0) == [0, 1, 2]
    assert draw_below(10_000, 0.1, 6) != numbers
    assert draw_below(10_000, 5e-324, 0) == []


def test_every_verdict_can_be_confirmed() -> None:
    results = results_of(scanned(EASY, "1.....2..3.....4", TWO, NONE))
    assert [result.is_agreed for result in results] == [True] * 4


def test_a_verdict_that_others_contradict_is_an_objection() -> None:
    batch = scanned(EASY, TWO)
    wrong = batch._replace(settled=batch.settled._replace(found=bytes([2, 1])))
    results = results_of(wrong)
    assert not any(result.is_agreed or result.is_open for result in results)
    assert [objection for result in results for objection in result.objections] == [
        Objection("file:1", "cross-check: the scan found multiple, sat and cpsat unique"),
        Objection("file:2", "cross-check: the scan found unique, sat and cpsat multiple"),
    ]


def test_a_different_solution_is_an_objection() -> None:
    batch = scanned(EASY)
    wrong = batch._replace(settled=batch.settled._replace(solutions=memoryview(bytes(162))))
    [result] = results_of(wrong)
    assert [objection.text for objection in result.objections] == ["cross-check: the scan found a different solution"]


@pytest.mark.parametrize("cores", [1, 2])
def test_a_batch_is_passed_on_before_the_engines_are_asked_about_it(
    monkeypatch: pytest.MonkeyPatch, cores: int
) -> None:
    monkeypatch.setattr("sudoku_compare.running.jobs.count_cores", lambda: cores)
    taken = []

    def batches() -> Iterator[ScannedBatch]:
        for number in range(40):
            taken.append(number)
            yield scanned(EASY)

    passed = 0
    for result in cross_check(batches(), ALL, ThisMachine(1)):
        passed += isinstance(result, ScannedBatch)
        assert len(taken) == passed  # so that memory does not grow with what the engines have not answered
    assert passed == 40


def test_the_same_puzzles_are_drawn_whatever_the_batches_are() -> None:
    half = CrossCheck(0.5, seed=3)
    together = results_of(scanned(*[EASY] * 40), half)
    apart = [r for r in cross_check([scanned(EASY)] * 40, half, ThisMachine(1)) if isinstance(r, CrossCheckResult)]
    assert 0 < len(together) == len(apart) < 40
