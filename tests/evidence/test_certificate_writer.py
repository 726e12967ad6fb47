"""The folder of a certificate: its files, and what happens if it cannot be written."""

from pathlib import Path

import pytest

from sudoku_compare import Puzzle
from sudoku_compare.checking.certificate_folder import verify
from sudoku_compare.core.errors import OutputError
from sudoku_compare.evidence.certificate import PROVERS, certify
from sudoku_compare.evidence.certificate_writer import remove_certificate, write_certificate
from sudoku_compare.evidence.result import Certificate, ProofFormat
from witnesses import list_solutions, watch

UNIQUE = Puzzle.from_text("1... ..2. .3.. ...4")
[SOLUTION] = list_solutions(UNIQUE)
CERTIFICATE = Certificate(SOLUTION, "cadical153", ("-2 0", "d -2 0", "0"), ProofFormat.DRUP, 2, 389, 14, 14)
CLASH = Puzzle.from_text("11.. .... .... ....")
NAMES = ["README.txt", "formula.cnf", "proof.drup", "puzzle.txt", "solution.txt"]

README = """A certificate that the puzzle in puzzle.txt {claim}.

puzzle.txt     the puzzle, one symbol per cell in reading order
solution.txt   its solution, or the word none
formula.cnf    {content}, as clauses (DIMACS); comments explain the variables
{proof}     a proof ({format}) by {prover} that the clauses cannot all be true

To check the proof with an independent program:

    {checker} formula.cnf {proof}

It prints `{answer}`. ({checker}: https://github.com/marijnheule/drat-trim)
To check the proof, and that the formula is that of the puzzle:

    sudoku-compare verify FOLDER
"""


DRUP_WORDS = {"proof": "proof.drup", "format": "DRUP", "checker": "drat-trim", "answer": "s VERIFIED"}
LRAT_WORDS = {"proof": "proof.lrat", "format": "LRAT, with hints", "checker": "lrat-check", "answer": "c VERIFIED"}


def test_the_folder_of_a_unique_puzzle(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "folder"
    write_certificate(folder, UNIQUE, CERTIFICATE)
    assert sorted(path.name for path in folder.iterdir()) == NAMES
    assert (folder / "puzzle.txt").read_text() == "# box 2x2\n1.....2..3.....4\n"
    assert (folder / "solution.txt").read_text() == "1243342143122134\n"
    assert (folder / "proof.drup").read_text() == "-2 0\nd -2 0\n0\n"
    assert (folder / "README.txt").read_text() == README.format(
        claim="has only the solution in solution.txt",
        content="the rules, the givens and `not this solution`",
        prover="cadical153",
        **DRUP_WORDS,
    )
    formula = (folder / "formula.cnf").read_text().splitlines()
    assert "p cnf 64 389" in formula
    assert formula[-2:] == ["c Not the known solution.", formula[-1]]
    assert verify(folder, lambda: None) == (UNIQUE, SOLUTION, 389, 2, "drup")


def test_the_folder_of_an_unsolvable_puzzle_replaces_an_earlier_one(tmp_path: Path) -> None:
    write_certificate(tmp_path, UNIQUE, CERTIFICATE)
    write_certificate(tmp_path, CLASH, certify(CLASH, None, PROVERS["reductio"], watch()))
    assert (tmp_path / "puzzle.txt").read_text() == "# box 2x2\n11..............\n"
    assert (tmp_path / "solution.txt").read_text() == "none\n"
    assert (tmp_path / "README.txt").read_text() == README.format(
        claim="has no solution", content="the rules and the givens", prover="reductio", **LRAT_WORDS
    )
    assert not (tmp_path / "proof.drup").exists()
    assert verify(tmp_path, lambda: None).solution is None


def test_a_removed_certificate_leaves_the_other_files(tmp_path: Path) -> None:
    write_certificate(tmp_path, UNIQUE, CERTIFICATE)
    (tmp_path / "notes.txt").write_text("mine")
    remove_certificate(tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["notes.txt"]
    remove_certificate(tmp_path)
    remove_certificate(tmp_path / "missing")
    assert [path.name for path in tmp_path.iterdir()] == ["notes.txt"]


def test_a_folder_that_is_a_file_is_an_error(tmp_path: Path) -> None:
    folder = tmp_path / "file"
    folder.touch()
    with pytest.raises(OutputError) as error:
        write_certificate(folder, UNIQUE, CERTIFICATE)
    assert str(error.value) == f"certificate: expected a writable folder, found {folder}: File exists"


@pytest.mark.parametrize("name", NAMES)
def test_a_folder_in_the_place_of_a_file_is_an_error(name: str, tmp_path: Path) -> None:
    (tmp_path / name).mkdir()
    problem = f"certificate: expected a writable folder, found {tmp_path / name}: Is a directory"
    for attempt in (lambda: write_certificate(tmp_path, UNIQUE, CERTIFICATE), lambda: remove_certificate(tmp_path)):
        with pytest.raises(OutputError) as error:
            attempt()
        assert str(error.value) == problem


def test_an_error_without_a_file_name_names_the_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*arguments: object, **options: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "write_text", fail)
    monkeypatch.setattr(Path, "unlink", fail)
    problem = "certificate: expected a writable folder, found {}: No space left on device"
    with pytest.raises(OutputError) as error:
        write_certificate(tmp_path, UNIQUE, CERTIFICATE)
    assert str(error.value) == problem.format(tmp_path)
    with pytest.raises(OutputError) as error:
        remove_certificate(tmp_path)
    assert str(error.value) == problem.format(tmp_path / "puzzle.txt")
