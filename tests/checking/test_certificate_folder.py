"""Valid certificates, and the ways in which one can be invalid."""

import os
import re
import resource
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from conftest import PROGRAM, Run
from making import CLASH, EASY, EASY_SOLUTION, ESCARGOT, NONE, unique_with_holes
from sudoku_compare import Puzzle
from sudoku_compare.checking import formula_file, hinted_refutation, rup
from sudoku_compare.checking.certificate_folder import PROOFS, verify
from sudoku_compare.checking.proof_check import check_hinted_proof, check_proof
from sudoku_compare.checking.proof_text import ClauseLine, HintedLine
from sudoku_compare.checking.puzzle_clauses import STRIDE
from sudoku_compare.checking.rejection import CertificateTooLarge, Rejected
from sudoku_compare.checking.sudoku_clauses import count_rules
from sudoku_compare.core.answer import Limits, OutOfTime, Stopwatch
from sudoku_compare.core.errors import SourceError
from sudoku_compare.core.shape import shape_of_box
from sudoku_compare.engines.reductio.engine import Reductio
from sudoku_compare.engines.sat.oracle import clauses_of_claim
from sudoku_compare.evidence.certificate import PROVERS, certify
from sudoku_compare.evidence.certificate_writer import write_certificate
from sudoku_compare.evidence.result import ProofFormat

Step = tuple[str, list[str], list[str]]  # number, literals and hints, as text
INKALA = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."


each_format = pytest.mark.parametrize("proof_format", ["lrat", "drup"])
each_prover = pytest.mark.parametrize("prover", ["sat", "reductio"])


def certificate(folder: Path, puzzle: Puzzle, prover: str = "sat", proof_format: str = "drup") -> Path:
    solutions = Reductio().search(puzzle, Limits(2)).solutions
    claim = solutions[0] if solutions else None
    proof = certify(puzzle, claim, PROVERS[prover], Stopwatch(Limits()), ProofFormat(proof_format))
    write_certificate(folder, puzzle, proof)
    return folder


@each_format
@each_prover
@pytest.mark.parametrize("text", [EASY, ESCARGOT, NONE, "55" + "." * 79, "1.....2..3.....4", "1243342143122134"])
def test_a_written_certificate_holds(
    text: str, prover: str, proof_format: str, tmp_path: Path, sudoku_compare: Run
) -> None:
    done = sudoku_compare("verify", str(certificate(tmp_path / "c", Puzzle.from_text(text), prover, proof_format)))
    assert done.returncode == 0
    assert f"holds: {text} (" in done.stdout
    assert "boxes 3x3) has" in done.stdout or "boxes 2x2) has" in done.stdout


@pytest.mark.slow
@each_format
@each_prover
def test_certificates_of_tall_boxes_and_large_boards_hold(
    prover: str, proof_format: str, tmp_path: Path, sudoku_compare: Run
) -> None:
    for number, shape in enumerate([shape_of_box(3, 2), shape_of_box(1, 5), shape_of_box(4, 4)]):
        certificate(tmp_path / str(number), unique_with_holes(shape, 0.6), prover, proof_format)
    done = sudoku_compare("verify", str(tmp_path))
    assert done.returncode == 0
    assert done.stdout.count("holds") == 3


def replace(name: str, old: str, new: str) -> Callable[[Path], None]:
    def change(folder: Path) -> None:
        text = (folder / name).read_text()
        assert old in text
        (folder / name).write_text(text.replace(old, new, 1))

    return change


def rewrite(name: str, change_text: Callable[[str], str]) -> Callable[[Path], None]:
    def change(folder: Path) -> None:
        (folder / name).write_text(change_text((folder / name).read_text()))

    return change


def write_bytes(name: str, data: bytes) -> Callable[[Path], None]:
    def change(folder: Path) -> None:
        (folder / name).write_bytes(data)

    return change


def of_another_puzzle(name: str) -> Callable[[Path], None]:
    def change(folder: Path) -> None:
        proof_format = "lrat" if (folder / "proof.lrat").exists() else "drup"
        other = certificate(folder.with_name("other"), Puzzle.from_text(INKALA), proof_format=proof_format)
        (folder / name).write_bytes((other / name).read_bytes())

    return change


def without_line(line: int) -> Callable[[str], str]:
    return lambda text: "".join(text.splitlines(keepends=True)[:line] + text.splitlines(keepends=True)[line + 1 :])


HEADER = "p cnf 729 10554"
Tampering = dict[str, tuple[Callable[[Path], None], str]]
TAMPERING: Tampering = {  # with the puzzle, the solution and the formula
    "a changed given": (replace("puzzle.txt", "1....7.9", "1....7.5"), "solution.txt: not a solution"),
    "a given more": (replace("puzzle.txt", "1....7.9", "16...7.9"), "formula.cnf: header: expected"),
    "a given less": (replace("puzzle.txt", "1....7.9", "1....7.."), "formula.cnf: header: expected"),
    "a changed solution": (replace("solution.txt", "162857493", "162857439"), "solution.txt: not a solution"),
    "a cut solution": (
        rewrite("solution.txt", lambda text: text[:40]),
        "solution.txt: not a puzzle: expected 81 cells (9x9), found 40",
    ),
    "no claim of a solution": (rewrite("solution.txt", lambda _: "none\n"), "formula.cnf: header: expected"),
    "other boxes": (replace("puzzle.txt", "box 3x3", "box 1x9"), "formula.cnf: header: expected"),
    "impossible boxes": (replace("puzzle.txt", "box 3x3", "box 0x9"), "puzzle.txt"),
    "huge boxes": (replace("puzzle.txt", "box 3x3", "box 999x999"), "puzzle.txt"),
    "no boxes": (replace("puzzle.txt", "# box 3x3\n", ""), "puzzle.txt, line 1: expected the size of the boxes"),
    "boxes in other digits": (replace("puzzle.txt", "box 3x3", "box \u0663x\u0663"), "expected the size of the boxes"),
    "no puzzle": (rewrite("puzzle.txt", lambda _: ""), "puzzle.txt"),
    "a puzzle of a megabyte": (rewrite("puzzle.txt", lambda text: text + "." * 1_000_000), "more than 100,000 bytes"),
    "a missing clause": (rewrite("formula.cnf", without_line(800)), "1 of the puzzle's 10554 clauses missing"),
    "a missing blocking clause": (
        rewrite("formula.cnf", lambda text: text.rstrip("\n").rpartition("\n")[0] + "\n"),
        "1 of the puzzle's 10554 clauses missing",
    ),
    "an extra clause": (
        rewrite("formula.cnf", lambda text: text + "5 6 0\n"),
        "not a clause of the puzzle, or a repeated one",
    ),
    "a clause twice": (
        rewrite("formula.cnf", lambda text: text + "1 0\n"),
        "not a clause of the puzzle, or a repeated one",
    ),
    "a clause changed": (
        replace("formula.cnf", "\n-1 -2 0\n", "\n-1 2 0\n"),
        "not a clause of the puzzle, or a repeated one",
    ),
    "a clause that is deleted": (
        replace("formula.cnf", "\n1 0\n", "\nd 1 0\n"),
        "not a clause of the puzzle, or a repeated one: 1",
    ),
    "an empty clause": (
        rewrite("formula.cnf", lambda text: text + "0\n"),
        "not a clause of the puzzle, or a repeated one",
    ),
    "an honest count of one clause more": (
        rewrite("formula.cnf", lambda text: text.replace(HEADER, "p cnf 729 10555") + "5 6 0\n"),
        "formula.cnf: header: expected",
    ),
    "an empty formula": (rewrite("formula.cnf", lambda _: ""), "formula.cnf: expected a formula in DIMACS format"),
    "a formula without a header": (replace("formula.cnf", HEADER, ""), "expected a header"),
    "a truncated formula": (rewrite("formula.cnf", lambda text: text[:60_000]), "formula.cnf"),
    "a huge variable": (rewrite("formula.cnf", lambda text: text + "99999999999999999999 0\n"), "at most 10 digits"),
    "a foreign variable": (
        rewrite("formula.cnf", lambda text: text + "730 0\n"),
        "expected a variable from 1 to 729, found",
    ),
    "a word in the formula": (
        rewrite("formula.cnf", lambda text: text + "one 0\n"),
        "expected a whole number of at most 10 digits, found 'one'",
    ),
    "the formula of another puzzle": (of_another_puzzle("formula.cnf"), "formula.cnf"),
    "another puzzle": (of_another_puzzle("puzzle.txt"), "solution.txt: not a solution"),
}
DRUP_TAMPERING: Tampering = {
    "a step that does not follow": (
        rewrite("proof.drup", lambda text: "2 0\n" + text),
        "line 1: the clause 2 does not",
    ),
    "a leap to the end": (rewrite("proof.drup", lambda _: "0\n"), "line 1: the contradiction does not follow"),
    "an empty proof": (rewrite("proof.drup", lambda _: ""), "ends before the contradiction"),
    "a proof of nothing but comments": (
        rewrite("proof.drup", lambda _: "c 0\n" * 9),
        "ends before the contradiction",
    ),
    "a truncated proof": (rewrite("proof.drup", lambda text: text[:-2]), "ends before the contradiction"),
    "a proof cut in a line": (rewrite("proof.drup", lambda text: text[:500]), "proof.drup"),
    "half a proof": (
        rewrite("proof.drup", lambda text: "".join(text.splitlines(keepends=True)[:30]) + "0\n"),
        "line 31: the contradiction does not follow",
    ),
    "a huge number": (
        rewrite("proof.drup", lambda text: "9" * 5000 + " 0\n" + text),
        "expected a whole number of at most 10 digits",
    ),
    "a variable of its own": (
        rewrite("proof.drup", lambda text: "730 -1 0\n" + text),
        "expected a variable from 1 to 729, found",
    ),
    "zero in the middle": (
        rewrite("proof.drup", lambda text: "1 0 2 0\n" + text),
        "expected a variable from 1 to 729, found",
    ),
    "a step without its end": (
        rewrite("proof.drup", lambda text: "1 2\n" + text),
        "expected one clause, terminated by 0",
    ),
    "a line without end": (rewrite("proof.drup", lambda text: "1 " * 1_000_000), "which no clause needs"),
    "binary": (rewrite("proof.drup", lambda text: "a\x02\x00a\x7f\x00" * 100), "proof.drup"),
    "a minus alone": (rewrite("proof.drup", lambda text: "- 0\n"), "digits, found ''"),
    "the proof of another puzzle": (of_another_puzzle("proof.drup"), "does not follow"),
    "a proof with hints": (
        rewrite("proof.drup", lambda _: "10555 0 1 0\n"),
        "line 1: expected a variable from 1 to 729, found 10555",
    ),
    "a second proof": (write_bytes("proof.lrat", b""), "expected one proof, found proof.lrat and proof.drup"),
}


def edit_step(change_step: Callable[[Step], Step], which: Callable[[Step], bool]) -> Callable[[Path], None]:
    """Return a function that changes the first step of an LRAT proof that fits."""

    def change(folder: Path) -> None:
        path = folder / "proof.lrat"
        steps = parse_steps(path.read_text())
        place = next(place for place, step in enumerate(steps) if which(step))
        steps[place] = change_step(steps[place])
        path.write_text(format_steps(steps))

    return change


def parse_steps(text: str) -> list[Step]:
    steps = []
    for line in text.splitlines():
        start, _, hints = line.partition(" 0 ")
        number, *literals = start.split()
        steps.append((number, literals, hints.split()[:-1]))
    return steps


def format_steps(steps: list[Step]) -> str:
    return "".join(f"{' '.join([number, *literals, '0', *hints, '0'])}\n" for number, literals, hints in steps)


def is_long(step: Step) -> bool:
    return len(step[2]) > 4 and len(step[1]) > 1


def is_any(step: Step) -> bool:
    return True


EXPECTED_STEP = "expected a step, such as"
NO_CLAUSE = "no clause before this step has this number, or it was deleted"
LRAT_TAMPERING: Tampering = {
    "a step that does not follow": (
        rewrite("proof.lrat", lambda text: "10555 2 0 1 0\n" + text),
        "line 1: the clause 2: hint 1: more than one literal of its clause is not false yet",
    ),
    "a leap to the end": (
        rewrite("proof.lrat", lambda _: "10555 0 1 0\n"),
        "line 1: the contradiction: hint 1: more than one literal",
    ),
    "a leap to the end without hints": (
        rewrite("proof.lrat", lambda _: "10555 0 0\n"),
        "line 1: the contradiction: the hints do not end in a contradiction",
    ),
    "an empty proof": (rewrite("proof.lrat", lambda _: ""), "proof.lrat: ends before the contradiction"),
    "a proof of nothing but comments": (
        rewrite("proof.lrat", lambda _: "c 0\n" * 9),
        "proof.lrat: ends before the contradiction (a step without literals)",
    ),
    "a truncated proof": (rewrite("proof.lrat", lambda text: text[:-2]), EXPECTED_STEP),
    "a proof without its last step": (
        rewrite("proof.lrat", lambda text: text.rstrip("\n").rpartition("\n")[0] + "\n"),
        "ends before the contradiction",
    ),
    "a proof cut in a line": (rewrite("proof.lrat", lambda text: text[:3000]), "proof.lrat"),
    "half a proof": (
        rewrite("proof.lrat", lambda text: "".join(text.splitlines(keepends=True)[:50] + text.splitlines(True)[-1:])),
        "line 51: the contradiction: hint 1",
    ),
    "a huge number": (rewrite("proof.lrat", lambda text: "9" * 5000 + " 1 0 1 0\n" + text), EXPECTED_STEP),
    "a huge literal": (rewrite("proof.lrat", lambda text: f"10555 {'9' * 5000} 0 1 0\n{text}"), EXPECTED_STEP),
    "a huge hint": (rewrite("proof.lrat", lambda text: f"10555 1 0 {'9' * 5000} 0\n{text}"), NO_CLAUSE),
    "a huge deletion": (rewrite("proof.lrat", lambda text: f"10555 d {'9' * 5000} 0\n{text}"), EXPECTED_STEP),
    "a variable of its own": (
        rewrite("proof.lrat", lambda text: "10555 730 -1 0 1 0\n" + text),
        "line 1: expected a variable from 1 to 729, found 730",
    ),
    "a negative variable of its own": (
        rewrite("proof.lrat", lambda text: "10555 -730 0 1 0\n" + text),
        "line 1: expected a variable from 1 to 729, found -730",
    ),
    "zero in the middle": (
        edit_step(lambda step: (step[0], step[1], [step[2][0], "0", *step[2][1:]]), is_long),
        f"hint 0: {NO_CLAUSE}",
    ),
    "a step without its end": (
        edit_step(lambda step: (step[0], step[1], [*step[2], "c"]), is_any),
        f"hint c: {NO_CLAUSE}",
    ),
    "a step without hints": (rewrite("proof.lrat", lambda text: "10555 1 2 0\n" + text), EXPECTED_STEP),
    "a line without end": (rewrite("proof.lrat", lambda text: "1 " * 1_000_000), "which no clause needs"),
    "binary": (rewrite("proof.lrat", lambda text: "a\x02\x00a\x7f\x00" * 100), "proof.lrat"),
    "a minus alone": (rewrite("proof.lrat", lambda text: "10555 - 0 1 0\n"), EXPECTED_STEP),
    "the proof of another puzzle": (of_another_puzzle("proof.lrat"), "proof.lrat"),
    "a proof without hints": (rewrite("proof.lrat", lambda _: "-1 -2 0\n0\n"), EXPECTED_STEP),
    "a second proof": (write_bytes("proof.drup", b""), "expected one proof, found proof.lrat and proof.drup"),
    "a wrong hint": (edit_step(lambda step: (step[0], step[1], ["5", *step[2][1:]]), is_long), "hint 5: more than one"),
    "no such hint": (
        edit_step(lambda step: (step[0], step[1], ["99999", *step[2][1:]]), is_long),
        f"hint 99999: {NO_CLAUSE}",
    ),
    "a hint that names the step itself": (
        edit_step(lambda step: (step[0], step[1], [*step[2][:-1], step[0]]), is_long),
        NO_CLAUSE,
    ),
    "a hint that names a later step": (
        edit_step(lambda step: (step[0], step[1], [str(int(step[0]) + 1), *step[2]]), is_long),
        NO_CLAUSE,
    ),
    "a hint with a leading zero": (
        edit_step(lambda step: (step[0], step[1], [f"0{step[2][0]}", *step[2][1:]]), is_long),
        NO_CLAUSE,
    ),
    "a missing hint at the start": (
        edit_step(lambda step: (step[0], step[1], step[2][1:]), is_long),
        "more than one literal of its clause is not false yet",
    ),
    "a missing hint at the end": (
        edit_step(lambda step: (step[0], step[1], step[2][:-1]), is_long),
        "the hints do not end in a contradiction",
    ),
    "hints in reverse order": (
        edit_step(lambda step: (step[0], step[1], step[2][::-1]), is_long),
        "more than one literal of its clause is not false yet",
    ),
    "a hint twice": (
        edit_step(lambda step: (step[0], step[1], [step[2][0], *step[2]]), is_long),
        "a hint is not needed: its clause is already true, or comes after a contradiction",
    ),
    "a hint after the contradiction": (
        edit_step(lambda step: (step[0], step[1], [*step[2], step[2][-1]]), is_long),
        "a hint is not needed: its clause is already true, or comes after a contradiction",
    ),
    "a negative hint": (
        edit_step(lambda step: (step[0], step[1], [f"-{step[2][0]}", *step[2][1:]]), is_long),
        "negative hints (RAT) are not accepted; every step must follow by unit propagation (RUP)",
    ),
    "a literal less": (
        edit_step(lambda step: (step[0], step[1][1:], step[2]), is_long),
        "proof.lrat, line",
    ),
    "a literal more": (
        edit_step(lambda step: (step[0], [*step[1], "1", "2", "3"], step[2]), is_long),
        "proof.lrat, line",
    ),
    "a negated literal": (
        edit_step(lambda step: (step[0], [str(-int(step[1][0])), *step[1][1:]], step[2]), is_long),
        "proof.lrat, line",
    ),
    "the number of a clause of the formula": (
        edit_step(lambda step: ("10554", step[1], step[2]), is_any),
        "expected a number above 10554, found 10554",
    ),
    "a number twice": (
        rewrite("proof.lrat", lambda text: text.partition("\n")[0] + "\n" + text),
        "line 2: ",
    ),
    "a clause deleted before it is used": (
        edit_step(lambda step: (step[0], ["d", step[2][-1], "0\n" + step[0], *step[1]], step[2]), is_any),
        NO_CLAUSE,
    ),
    "a clause deleted twice": (
        rewrite("proof.lrat", lambda text: "10554 d 7 7 0\n" + text),
        "line 1: a deletion: there is no clause 7 to delete",
    ),
    "a later clause deleted": (
        rewrite("proof.lrat", lambda text: "10554 d 10555 0\n" + text),
        "line 1: a deletion: there is no clause 10555 to delete",
    ),
    "a deletion without its end": (rewrite("proof.lrat", lambda text: "10554 d 7\n" + text), EXPECTED_STEP),
}


@pytest.fixture(scope="module")
def escargot(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """A valid certificate in each format; do not change them."""
    folder, puzzle = tmp_path_factory.mktemp("valid"), Puzzle.from_text(ESCARGOT)
    return {name: certificate(folder / name, puzzle, proof_format=name) for name in PROOFS}


CASES = [(proof_format, name, case) for proof_format in PROOFS for name, case in TAMPERING.items()]
CASES += [("drup", name, case) for name, case in DRUP_TAMPERING.items()]
CASES += [("lrat", name, case) for name, case in LRAT_TAMPERING.items()]


@pytest.mark.parametrize(("proof_format", "name", "case"), CASES, ids=[f"{case[0]}-{case[1]}" for case in CASES])
def test_a_modified_certificate_is_rejected_with_the_reason(
    proof_format: str,
    name: str,
    case: tuple[Callable[[Path], None], str],
    escargot: dict[str, Path],
    tmp_path: Path,
) -> None:
    change, reason = case
    folder = Path(shutil.copytree(escargot[proof_format], tmp_path / "c"))
    change(folder)
    with pytest.raises(Rejected, match=re.escape(reason)):
        verify(folder, lambda: None)


def test_every_existing_way_to_modify_a_proof_is_tried_in_both_formats() -> None:
    only_without_hints = {"half a proof", "a proof with hints"}
    assert DRUP_TAMPERING.keys() - only_without_hints <= LRAT_TAMPERING.keys()


def test_no_hint_can_be_left_out(escargot: dict[str, Path], tmp_path: Path) -> None:
    folder = Path(shutil.copytree(escargot["lrat"], tmp_path / "c"))
    steps = parse_steps((folder / "proof.lrat").read_text())
    for place in (0, 20, len(steps) - 1):
        number, literals, hints = steps[place]
        for left_out in range(len(hints)):
            changed = (number, literals, hints[:left_out] + hints[left_out + 1 :])
            (folder / "proof.lrat").write_text(format_steps([*steps[:place], changed, *steps[place + 1 :]]))
            with pytest.raises(Rejected, match=f"line {place + 1}: "):
                verify(folder, lambda: None)


@pytest.mark.parametrize("proof_format", PROOFS)
@pytest.mark.parametrize("name", ["a changed given", "a clause that is deleted", "a leap to the end", "binary"])
def test_a_rejected_certificate_is_reported_in_one_line(
    name: str, proof_format: str, escargot: dict[str, Path], tmp_path: Path, sudoku_compare: Run
) -> None:
    change, reason = (TAMPERING | (LRAT_TAMPERING if proof_format == "lrat" else DRUP_TAMPERING))[name]
    folder = Path(shutil.copytree(escargot[proof_format], tmp_path / "c"))
    change(folder)
    done = sudoku_compare("verify", str(folder))
    assert (done.returncode, done.stderr) == (1, "")
    assert f"{folder}  rejected: " in done.stdout
    assert reason in done.stdout
    assert len(done.stdout.splitlines()) == 1


IMPOSSIBLE = ClauseLine(1, [])  # the proof of a clash: the clauses contradict each other without any step


def test_a_puzzle_without_a_solution_is_no_proof_of_a_grid_that_breaks_the_rules() -> None:
    """Everything follows from the clauses of such a puzzle, so the grid itself must be checked."""
    puzzle, grid = Puzzle.from_text(CLASH), Puzzle.from_text(EASY_SOLUTION).givens
    assert check_proof(puzzle, None, [IMPOSSIBLE], lambda: None) == 1
    with pytest.raises(Rejected, match=r"^solution\.txt: not a solution: r1c2: expected the given 5, found 3$"):
        check_proof(puzzle, grid, [IMPOSSIBLE], lambda: None)
    with pytest.raises(Rejected, match=r"^solution\.txt: not a solution: r1c2: expected the given 5, found 3$"):
        check_hinted_proof(puzzle, grid, {}, [], lambda: None)


def test_a_proof_with_hints_may_use_only_clauses_of_the_puzzle() -> None:
    puzzle, step = Puzzle.from_text("11.. .... .... ...."), HintedLine(1, b"387", [], [b"1", b"2", b"3"])
    clauses = {b"1": (1,), b"2": (5,), b"3": (-5, -1)}
    assert check_hinted_proof(puzzle, None, clauses, [step], lambda: None) == 1
    with pytest.raises(Rejected, match=r"^not a clause of the puzzle: -6 -1$"):
        check_hinted_proof(puzzle, None, {**clauses, b"4": (-1, -6)}, [step], lambda: None)
    clock = Clock()
    check_hinted_proof(puzzle, None, clauses, [step], clock.tick)
    assert clock.checks == count_rules(2, 2) // STRIDE + 1


def test_a_certificate_that_a_puzzle_without_a_solution_has_one_is_rejected(tmp_path: Path) -> None:
    """The formula and the proof fit the puzzle and the grid; only the grid is not a solution."""
    puzzle, grid = Puzzle.from_text(CLASH), Puzzle.from_text(EASY_SOLUTION).givens
    folder = certificate(tmp_path / "c", puzzle)
    assert verify(folder, lambda: None).solution is None
    (folder / "solution.txt").write_text(EASY_SOLUTION)
    clauses = [*clauses_of_claim(puzzle, grid)]
    lines = [" ".join(map(str, [*clause, 0])) for clause in clauses]
    (folder / "formula.cnf").write_text("\n".join([f"p cnf 729 {len(clauses)}", *lines, ""]))
    with pytest.raises(Rejected, match=r"^solution\.txt: not a solution: "):
        verify(folder, lambda: None)


class Clock:
    """Counts how often the time is checked, and lets it run out at one of these checks."""

    def __init__(self, last: int | None = None) -> None:
        self.checks = 0
        self._last = last

    def tick(self) -> None:
        self.checks += 1
        if self.checks == self._last:
            raise OutOfTime


def test_the_time_is_checked_while_the_clauses_of_the_puzzle_are_generated(tmp_path: Path) -> None:
    puzzle = Puzzle.from_text(EASY)
    expected = count_rules(3, 3) // STRIDE
    assert expected > 30
    clock = Clock()
    with pytest.raises(Rejected, match=r"^proof\.drup: ends before the contradiction"):
        check_proof(puzzle, None, [], clock.tick)
    assert expected <= clock.checks <= expected + 3  # evenly, not only for the first clauses
    with pytest.raises(OutOfTime):
        check_proof(puzzle, None, [], Clock(last=expected).tick)

    folder = certificate(tmp_path / "c", puzzle)
    header = next(line for line in (folder / "formula.cnf").read_text().splitlines() if line.startswith("p "))
    (folder / "formula.cnf").write_text(f"{header}\n")
    clock = Clock()
    with pytest.raises(Rejected, match=r"clauses missing"):
        verify(folder, clock.tick)
    assert expected <= clock.checks <= expected + 3  # evenly, not only for the first clauses
    with pytest.raises(OutOfTime):
        verify(folder, Clock(last=expected).tick)


EXPECTED_FILES = (
    "expected a certificate folder, which contains puzzle.txt, solution.txt, formula.cnf, and proof.lrat or proof.drup"
)
MESSAGES: dict[str, tuple[Callable[[Path], None], str]] = {  # on the 4x4 puzzle SMALL
    "a header with another number of variables": (
        replace("formula.cnf", "p cnf 64 389", "p cnf 65 389"),
        "formula.cnf: header: expected 64 variables and 389 clauses, found 65 and 389",
    ),
    "a header with another number of clauses": (
        replace("formula.cnf", "p cnf 64 389", "p cnf 64 390"),
        "formula.cnf: header: expected 64 variables and 389 clauses, found 64 and 390",
    ),
    "no claim of a solution": (
        rewrite("solution.txt", lambda _: "none"),
        "formula.cnf: header: expected 64 variables and 388 clauses, found 64 and 389",
    ),
    "two clauses missing": (
        replace("formula.cnf", "\n26 0\n39 0\n", "\n"),
        "formula.cnf: 2 of the puzzle's 389 clauses missing, such as 26",
    ),
    "a long clause missing": (
        rewrite("formula.cnf", lambda text: text.rstrip("\n").rpartition("\n")[0] + "\n"),
        "formula.cnf: 1 of the puzzle's 389 clauses missing, such as -59 -53 -50 -46 -41 -36 -29 -24 ...",
    ),
    "an extra clause": (
        replace("formula.cnf", "p cnf 64 389\n", "p cnf 64 389\n5 6 0\n"),
        "formula.cnf, line 68: not a clause of the puzzle, or a repeated one: 5 6",
    ),
    "an extra clause of eight literals": (
        replace("formula.cnf", "p cnf 64 389\n", "p cnf 64 389\n1 2 3 4 5 6 7 8 0\n"),
        "formula.cnf, line 68: not a clause of the puzzle, or a repeated one: 1 2 3 4 5 6 7 8",
    ),
    "the empty clause": (
        replace("formula.cnf", "p cnf 64 389\n", "p cnf 64 389\n0\n"),
        "formula.cnf, line 68: not a clause of the puzzle, or a repeated one: the empty clause",
    ),
    "a proof without its end": (
        rewrite("proof.drup", lambda text: text.removesuffix("0\n")),
        "proof.drup: ends before the contradiction (a line with only 0)",
    ),
    "no boxes": (
        rewrite("puzzle.txt", lambda text: text.partition("\n")[2]),
        "puzzle.txt, line 1: expected the size of the boxes, such as '# box 3x3'",
    ),
    "bytes that are not text": (
        write_bytes("puzzle.txt", b"\xff\n"),
        "puzzle.txt, line 1: expected the size of the boxes, such as '# box 3x3'",
    ),
    "a long puzzle": (
        rewrite("puzzle.txt", lambda text: text.ljust(100_001)),
        "puzzle.txt: more than 100,000 bytes",
    ),
    "another number of cells": (
        rewrite("puzzle.txt", lambda text: text.rstrip() + "."),
        "puzzle.txt: not a puzzle: expected 16 cells (4x4), found 17",
    ),
    "a given in the solution changed": (
        rewrite("solution.txt", lambda _: "2143342143122134"),
        "solution.txt: not a solution: r1c1: expected the given 1, found 2",
    ),
}
SMALL = "1.....2..3.....4"


@pytest.mark.parametrize("name", MESSAGES)
def test_the_message_says_in_full_what_is_wrong(name: str, tmp_path: Path) -> None:
    change, message = MESSAGES[name]
    folder = certificate(tmp_path / "c", Puzzle.from_text(SMALL))
    change(folder)
    with pytest.raises(Rejected) as rejected:
        verify(folder, lambda: None)
    assert str(rejected.value) == message


def test_large_boards_are_checked_without_a_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sudoku_compare.checking.puzzle_clauses.LARGEST_CACHED_SIDE", 3)
    assert verify(certificate(tmp_path / "c", Puzzle.from_text(SMALL)), lambda: None).clauses == 389


@pytest.mark.parametrize(
    ("text", "solution", "clauses"),
    [(SMALL, "1243342143122134", 389), ("11" + "." * 14, None, 386), ("1243342143122134", "1243342143122134", 401)],
)
@each_format
def test_a_valid_certificate_says_what_it_proves(
    text: str, solution: str | None, clauses: int, proof_format: str, tmp_path: Path
) -> None:
    puzzle = Puzzle.from_text(text)
    folder = certificate(tmp_path / "c", puzzle, proof_format=proof_format)
    for name in ("puzzle.txt", "solution.txt"):  # as long as they may be
        (folder / name).write_text((folder / name).read_text().ljust(100_000))
    certified = verify(folder, lambda: None)
    added = [line for line in (folder / PROOFS[proof_format]).read_text().splitlines() if line[0] not in "cd"]
    assert certified.puzzle == puzzle
    assert certified.solution == (solution and Puzzle.from_text(solution).givens)
    assert (certified.clauses, certified.steps, certified.proof_format) == (clauses, len(added), proof_format)


@pytest.mark.parametrize(
    ("literals", "what"),
    [
        ([], "the contradiction"),
        ([1], "the clause 1"),
        ([1, 2, 5, 6, 19, 20, 23, 24], "the clause 1 2 5 6 19 20 23 24"),
        ([1, 2, 5, 6, 19, 20, 23, 24, 11], "the clause 1 2 5 6 19 20 23 24 ..."),
    ],
)
def test_a_step_that_does_not_follow_is_named_with_its_line(literals: list[int], what: str) -> None:
    proof = [ClauseLine(3, [1, 5, 9, 13]), ClauseLine(4, [1, 5, 9, 13], is_deletion=True), ClauseLine(7, literals)]
    with pytest.raises(Rejected) as rejected:
        check_proof(Puzzle.from_text("." * 16), None, proof, lambda: None)
    assert str(rejected.value) == f"proof.drup, line 7: {what} does not follow from the lines before"


@pytest.mark.parametrize("largest", [3, 4])
def test_the_rules_of_a_large_board_are_the_same_without_a_cache(
    largest: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = certificate(tmp_path / "c", Puzzle.from_text(SMALL))
    monkeypatch.setattr("sudoku_compare.checking.puzzle_clauses.LARGEST_CACHED_SIDE", largest)
    monkeypatch.setattr(formula_file, "LARGEST_CACHED_SIDE", largest)
    assert verify(folder, lambda: None).clauses == 389


def test_an_unreadable_file_is_named_with_what_was_expected(tmp_path: Path) -> None:
    folder = certificate(tmp_path / "c", Puzzle.from_text(SMALL), proof_format="lrat")
    for name in ("puzzle.txt", "solution.txt", "formula.cnf", "proof.lrat"):
        path = folder / name
        path.rename(folder / "kept")
        with pytest.raises(SourceError) as absent:
            verify(folder, lambda: None)
        assert str(absent.value) == f"{path}: No such file or directory; {EXPECTED_FILES}"
        path.mkdir()
        with pytest.raises(SourceError) as irregular:
            verify(folder, lambda: None)
        assert str(irregular.value) == f"{path}: not a regular file; {EXPECTED_FILES}"
        path.rmdir()
        (folder / "kept").rename(path)


def test_a_certificate_that_is_too_large_is_not_checked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = certificate(tmp_path / "c", Puzzle.from_text(SMALL))
    monkeypatch.setattr(formula_file, "MOST_CLAUSES", 389)
    assert verify(folder, lambda: None).clauses == 389
    monkeypatch.setattr(formula_file, "MOST_CLAUSES", 388)
    with pytest.raises(CertificateTooLarge, match=r"^the formula has 389 clauses; at most 388 can be compared$"):
        verify(folder, lambda: None)
    monkeypatch.setattr(rup, "MOST_LITERALS", 2)
    message = r"^proof\.drup: its steps have more than 10,000,000 literals to keep at once$"
    with pytest.raises(CertificateTooLarge, match=message):
        check_proof(Puzzle.from_text("." * 16), None, [ClauseLine(1, [-1, -2, 64])], lambda: None)
    monkeypatch.setattr(hinted_refutation, "MOST_LITERALS", 2)
    step = HintedLine(1, b"400", [-1, -2, 64], [b"7"])
    with pytest.raises(CertificateTooLarge, match=message.replace("drup", "lrat")):
        check_hinted_proof(Puzzle.from_text("." * 16), None, {b"7": (-1, -2)}, [step], lambda: None)


def test_the_time_is_checked_at_every_step() -> None:
    puzzle, clock, longer = Puzzle.from_text("." * 16), Clock(), Clock()
    steps = [ClauseLine(1, [1, 2, 3, 4]), ClauseLine(2, [1, 2, 3, 4], is_deletion=True)]
    for proof, used in ((steps, clock), (steps * 50, longer)):
        with pytest.raises(Rejected, match="ends before the contradiction"):
            check_proof(puzzle, None, proof, used.tick)
    assert longer.checks - clock.checks == 98


def test_a_deleted_step_takes_no_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rup, "MOST_LITERALS", 5)
    one, other = [1, 2, 3, 4, 5], [1, 2, 3, 4, 6]
    puzzle, proof = Puzzle.from_text("." * 16), [ClauseLine(1, one), ClauseLine(2, one, True), ClauseLine(3, other)]
    with pytest.raises(Rejected, match="ends before the contradiction"):
        check_proof(puzzle, None, proof, lambda: None)
    with pytest.raises(CertificateTooLarge):
        check_proof(puzzle, None, [proof[0], proof[2]], lambda: None)


@each_format
@each_prover
def test_the_last_steps_alone_do_not_follow(proof_format: str, prover: str, tmp_path: Path) -> None:
    folder = certificate(tmp_path / prover, Puzzle.from_text(ESCARGOT), prover, proof_format)
    proof = folder / PROOFS[proof_format]
    lines = [line for line in proof.read_text().splitlines() if not line.startswith("d")]
    proof.write_text("\n".join(lines[-3:]) + "\n")
    with pytest.raises(Rejected, match=f"^{proof.name}, line 1: "):
        verify(folder, lambda: None)


@pytest.mark.parametrize("name", ["puzzle.txt", "solution.txt", "formula.cnf", "proof.lrat"])
def test_a_file_that_is_missing_or_not_regular_is_an_error(name: str, tmp_path: Path, sudoku_compare: Run) -> None:
    folder = certificate(tmp_path / "c", Puzzle.from_text(EASY), proof_format="lrat")
    (folder / name).unlink()
    done = sudoku_compare("verify", str(folder))
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == (f"sudoku-compare: {folder / name}: No such file or directory; {EXPECTED_FILES}\n")
    for make in (os.mkfifo, Path.mkdir, lambda path: path.symlink_to("/dev/zero")):
        make(folder / name)
        done = sudoku_compare("verify", str(folder))
        assert done.returncode == 2
        assert f"{folder / name}: not a regular file" in done.stderr
        Path(folder / name).rmdir() if (folder / name).is_dir() else (folder / name).unlink()


def test_a_link_to_nowhere_is_a_second_proof(escargot: dict[str, Path], tmp_path: Path) -> None:
    folder = Path(shutil.copytree(escargot["lrat"], tmp_path / "c"))
    (folder / "proof.drup").symlink_to("nowhere")
    with pytest.raises(Rejected, match=r"^expected one proof, found proof\.lrat and proof\.drup$"):
        verify(folder, lambda: None)


def test_a_missing_or_empty_folder_is_an_error(tmp_path: Path, sudoku_compare: Run) -> None:
    (tmp_path / "empty").mkdir()
    for folder in (tmp_path / "absent", tmp_path / "empty"):
        done = sudoku_compare("verify", str(folder))
        assert done.returncode == 2
        assert "puzzle.txt: No such file" in done.stderr


def test_the_worst_of_several_folders_decides_the_exit_code(tmp_path: Path, sudoku_compare: Run) -> None:
    good = certificate(tmp_path / "good", Puzzle.from_text(EASY))
    bad = certificate(tmp_path / "bad", Puzzle.from_text(EASY))
    (bad / "proof.drup").write_text("")
    done = sudoku_compare("verify", str(good), str(bad), str(tmp_path / "absent"), "--json")
    assert done.returncode == 1
    assert [line.split('"result": ')[1].split(",")[0] for line in done.stdout.splitlines()] == [
        '"holds"',
        '"rejected"',
        '"unreadable"',
    ]


def test_every_certificate_in_a_folder_is_checked(tmp_path: Path, sudoku_compare: Run) -> None:
    certificate(tmp_path / "c", Puzzle.from_text(EASY))
    (certificate(tmp_path / "c" / "line-2", Puzzle.from_text(EASY)) / "proof.drup").write_text("")
    done = sudoku_compare("verify", str(tmp_path / "c"))
    assert (done.returncode, done.stdout.count("\n")) == (1, 2)
    (tmp_path / "c" / "line-3").mkdir()
    assert "line-3/puzzle.txt: No such file" in sudoku_compare("verify", str(tmp_path / "c")).stderr
    certificate(tmp_path / "d" / "a\nb  holds: all", Puzzle.from_text(EASY))
    assert "a?b  holds: all  holds: " in sudoku_compare("verify", str(tmp_path / "d")).stdout
    assert sudoku_compare("verify", "a" * 300).returncode == 2


@pytest.mark.parametrize(
    ("proof_format", "line"),
    [
        ("drup", "c"),
        ("drup", "-1 -2 -3 0"),
        ("drup", "d -1 -2 -3 0"),
        ("drup", " ".join(str(-variable) for variable in range(1, 4**3 + 1)) + " 0"),
        ("lrat", "c"),
        ("lrat", "0 d 0"),
    ],
    ids=["comments", "steps", "deletions", "long steps", "comments between hints", "deletions with hints"],
)
def test_the_clock_is_checked_at_every_line_of_a_proof(tmp_path: Path, proof_format: str, line: str) -> None:
    folder = certificate(tmp_path / "c", Puzzle.from_text("1.....2..3.....4"), proof_format=proof_format)
    before = count_ticks(folder)
    proof = folder / PROOFS[proof_format]
    proof.write_text(f"{line}\n" * 1000 + proof.read_text())
    assert count_ticks(folder) >= before + 1000


def count_ticks(folder: Path) -> int:
    """Return how often the clock is checked while the certificate is verified."""
    ticks = 0

    def tick() -> None:
        nonlocal ticks
        ticks += 1

    verify(folder, tick)
    return ticks


@pytest.mark.slow
@each_format
def test_a_long_proof_is_not_loaded_into_memory(proof_format: str, tmp_path: Path) -> None:
    """40 MB of steps that are repeated or deleted again must fit into little memory."""
    folder = certificate(tmp_path / "c", Puzzle.from_text(CLASH), proof_format=proof_format)
    proof = folder / PROOFS[proof_format]
    end = proof.read_text()
    if proof_format == "drup":
        proof.write_text("-1 -2 -3 0\n-4 -5 -6 0\nd -6 -5 -4 0\n" * 1_250_000 + end)
    else:
        unused = find_clause(folder, "-1 -2")
        numbers = range(1_000_000, 2_250_000)
        lines = [f"{number} -1 -2 {number % 700 + 3} 0 {unused} 0\n{number} d {number} 0\n" for number in numbers]
        steps = [(str(int(number) + 9_000_000), literals, hints) for number, literals, hints in parse_steps(end)]
        assert len(steps) == 1  # so no hint names a step
        proof.write_text("".join([*lines, format_steps(steps)]))
    assert proof.stat().st_size > 40_000_000

    def confine() -> None:
        resource.setrlimit(resource.RLIMIT_AS, (400_000_000, 400_000_000))

    done = subprocess.run([PROGRAM, "verify", str(folder)], capture_output=True, text=True, preexec_fn=confine)
    assert (done.returncode, done.stderr) == (0, "")
    assert ("2,500," if proof_format == "drup" else "1,250,") in done.stdout


def find_clause(folder: Path, clause: str) -> int:
    """Return the number of a clause in the formula file."""
    lines = (folder / "formula.cnf").read_text().splitlines()
    return [line for line in lines if line[0] not in "cp"].index(f"{clause} 0") + 1


def test_the_result_is_unknown_if_time_runs_out(tmp_path: Path, sudoku_compare: Run) -> None:
    folder = certificate(tmp_path / "c", Puzzle.from_text(ESCARGOT))
    done = sudoku_compare("verify", str(folder), "--timeout", "0.000001")
    assert done.returncode == 5
    assert "unknown: time ran out" in done.stdout


def test_the_result_is_unknown_if_the_formula_needs_too_much_memory(tmp_path: Path, sudoku_compare: Run) -> None:
    clauses = count_rules(10, 10)
    (tmp_path / "puzzle.txt").write_text("# box 10x10\n" + ". " * 10_000)
    (tmp_path / "solution.txt").write_text("none")
    (tmp_path / "formula.cnf").write_text(f"p cnf 1000000 {clauses}\n")
    (tmp_path / "proof.drup").write_text("0\n")
    done = sudoku_compare("verify", str(tmp_path))
    assert done.returncode == 5
    assert "too large" in done.stdout


@pytest.mark.parametrize(("proof_format", "checker"), [("drup", "drat-trim"), ("lrat", "lrat-check")])
def test_another_checker_agrees(proof_format: str, checker: str, tmp_path: Path) -> None:
    program = shutil.which(checker)
    if program is None:
        pytest.skip(f"{checker} is not installed, and Debian does not have it")
    for prover in ("sat", "reductio"):
        for number, text in enumerate((EASY, ESCARGOT, NONE)):
            folder = certificate(tmp_path / f"{prover}{number}", Puzzle.from_text(text), prover, proof_format)
            command = [program, "formula.cnf", PROOFS[proof_format]]
            assert " VERIFIED" in subprocess.run(command, cwd=folder, capture_output=True, text=True).stdout


def test_the_checker_loads_neither_solver_nor_encoder(tmp_path: Path) -> None:
    for proof_format in PROOFS:
        certificate(tmp_path / proof_format, Puzzle.from_text(EASY), proof_format=proof_format)
    code = (
        "import sys; from pathlib import Path; from sudoku_compare.checking.certificate_folder import verify;"
        f"[verify(folder, lambda: None) for folder in Path({str(tmp_path)!r}).iterdir()];"
        "sys.exit(any(name.startswith(('pysat', 'ortools', 'sudoku_compare.engines')) for name in sys.modules))"
    )
    assert subprocess.run([sys.executable, "-c", code]).returncode == 0
