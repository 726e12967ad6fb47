"""`sudoku-compare uniqueness` as a user meets it."""

import json
import re
import subprocess
from pathlib import Path
from typing import Any

import click
import pytest

from conftest import PROGRAM, ROOT, Run
from making import CLASH, EASY, ESCARGOT, NONE, TWO, hopeless
from processes import interrupt, let_work
from svg_reading import find_boards, parse_svg


def only(done: "subprocess.CompletedProcess[str]") -> dict[str, Any]:
    [line] = done.stdout.splitlines()
    facts: dict[str, Any] = json.loads(line)
    return facts


def cell_number(name: str) -> int:
    row, column = name.removeprefix("r").split("c")
    return (int(row) - 1) * 9 + int(column) - 1


def unwrap(text: str) -> str:
    """Join the lines: where a sentence wraps depends on the width and on how much was found in time."""
    return " ".join(text.split())


@pytest.mark.parametrize(
    ("text", "verdict", "code", "keys"),
    [
        (ESCARGOT, "unique", 0, {"certificate", "minimal", "redundant_givens"}),
        (
            TWO,
            "multiple",
            4,
            {"count", "count_is_exact", "second_solution", "differs_at", "fixed_cells", "additional_givens"},
        ),
        (NONE, "unsolvable", 3, {"certificate", "conflict", "confirmed_by", "fixes"}),
    ],
)
def test_json_is_that_of_solve_with_the_evidence(
    sudoku_compare: Run, text: str, verdict: str, code: int, keys: set[str]
) -> None:
    done, solved = sudoku_compare("uniqueness", text, "--json"), sudoku_compare("solve", text, "--json")
    facts = only(done)
    assert (done.returncode, facts["verdict"]) == (code, verdict)
    assert set(facts) == set(only(solved)) | {"evidence"}
    assert set(facts["evidence"]) == keys | {"missing"}


def test_the_evidence_in_json(sudoku_compare: Run) -> None:
    unique = only(sudoku_compare("uniqueness", ESCARGOT, "--json"))["evidence"]
    assert unique["certificate"].items() >= {"checked": True, "solver": "cadical153", "clauses": 10554}.items()
    assert (unique["minimal"], unique["redundant_givens"]) == (True, [])
    several = only(sudoku_compare("uniqueness", TWO, "--json"))
    evidence = several["evidence"]
    assert (evidence["count"], evidence["count_is_exact"]) == (2, True)
    assert evidence["differs_at"] == ["r4c1", "r4c6", "r6c1", "r6c6"]
    assert len(evidence["fixed_cells"]) == 49
    assert evidence["second_solution"] not in (several["solution"], TWO)
    [added] = evidence["additional_givens"]["add"]
    assert set(added) == {"cell", "value"}
    assert added["cell"] in evidence["differs_at"]
    assert (evidence["additional_givens"]["at_least"], evidence["additional_givens"]["proven_smallest"]) == (1, True)
    redundant = only(sudoku_compare("uniqueness", EASY, "--json"))["evidence"]["redundant_givens"]
    assert redundant
    assert all(EASY[cell_number(given["cell"])] == str(given["value"]) for given in redundant)
    none = only(sudoku_compare("uniqueness", CLASH, "--json"))["evidence"]
    assert none["conflict"] == [{"cell": "r1c1", "value": 5}, {"cell": "r1c2", "value": 5}]
    assert none["confirmed_by"] == "cpsat"
    fixes = only(sudoku_compare("uniqueness", NONE, "--json"))["evidence"]["fixes"]
    assert {"cell": "r4c1", "from": 6, "to": 1, "assumptions": 0}.items() <= fixes[0].items()
    assert any(fix["to"] is None for fix in fixes)


def test_cells_are_marked_on_the_board(sudoku_compare: Run) -> None:
    assert "6*4 2 | 5 1 3*| 7 9 8" in sudoku_compare("uniqueness", TWO).stdout
    assert ". 2*. | 7*1*3*| 4*5*.\n" in sudoku_compare("uniqueness", NONE).stdout
    easy = sudoku_compare("uniqueness", EASY).stdout
    assert "givens (marked: redundant)" in easy
    assert "not minimal:" in easy
    assert "*" not in sudoku_compare("uniqueness", ESCARGOT).stdout


def test_the_help_names_the_provers_of_the_library() -> None:
    from sudoku_compare.cli.uniqueness import uniqueness
    from sudoku_compare.evidence.certificate import DEFAULT_PROVER, PROVERS

    [option] = [option for option in uniqueness.params if option.name == "proof_from"]
    assert isinstance(option, click.Option)
    assert option.default == DEFAULT_PROVER
    assert all(re.search(rf"\b{name}\b", option.help or "") for name in PROVERS)


def test_the_evidence_in_words(sudoku_compare: Run) -> None:
    unique = unwrap(sudoku_compare("uniqueness", ESCARGOT).stdout)
    assert "minimal: every given is necessary" in unique
    assert "certificate: cadical153 proved that there is no other solution (" in unique
    several = unwrap(sudoku_compare("uniqueness", TWO).stdout)
    assert "solutions: exactly 2" in several
    assert "fixed cells: 49 empty cells have the same value in every solution: r1c" in several
    assert "additional givens: 1 more given makes the puzzle unique (the fewest possible): r" in several
    none = unwrap(sudoku_compare("uniqueness", NONE).stdout)
    assert "minimal conflict: these 9 givens cannot all be true: r" in none
    assert "; confirmed by cpsat" in none
    assert "fix: any one of these changes makes the puzzle unique, most likely first: r4c1=1 instead of 6; " in none
    clash = unwrap(sudoku_compare("uniqueness", CLASH).stdout)
    assert "fix: no change or removal of a single given makes the puzzle unique" in clash


def test_verdict_only_prints_no_evidence(sudoku_compare: Run) -> None:
    facts = only(sudoku_compare("uniqueness", TWO, "--verdict-only", "--json"))
    assert facts["verdict"] == "multiple"
    assert "evidence" not in facts
    assert "certificate" not in sudoku_compare("uniqueness", ESCARGOT, "--verdict-only").stdout


@pytest.mark.parametrize("prover", ["sat", "reductio"])
@pytest.mark.parametrize(
    ("options", "proof", "checker"),
    [
        ([], "proof.lrat", "lrat-check"),
        (["--proof-format", "lrat"], "proof.lrat", "lrat-check"),
        (["--proof-format", "drup"], "proof.drup", "drat-trim"),
    ],
)
def test_a_certificate_is_written_and_can_be_verified(
    sudoku_compare: Run, tmp_path: Path, prover: str, options: list[str], proof: str, checker: str
) -> None:
    folder = tmp_path / "deep" / "folder"
    command = ["uniqueness", ESCARGOT, "--certificate", str(folder), "--proof-from", prover, *options]
    assert sudoku_compare(*command).returncode == 0
    names = {"puzzle.txt", "solution.txt", "formula.cnf", proof, "README.txt"}
    assert {path.name for path in folder.iterdir()} == names
    formula = (folder / "formula.cnf").read_text()
    assert "c 729 r9c9=9\n" in formula
    assert f"{checker} formula.cnf {proof}" in (folder / "README.txt").read_text()
    assert sudoku_compare("solve", str(folder / "puzzle.txt"), "--engine", "reductio").returncode == 0
    assert sudoku_compare("verify", str(folder)).returncode == 0


def test_each_puzzle_has_its_own_folder_unless_it_has_several_solutions(sudoku_compare: Run, tmp_path: Path) -> None:
    (tmp_path / "puzzles.txt").write_text(f"{EASY}\n# comment\n{TWO}\n{NONE}\n")
    done = sudoku_compare("uniqueness", str(tmp_path / "puzzles.txt"), "--certificate", str(tmp_path / "certificates"))
    assert done.returncode == 3
    assert sorted(path.name for path in (tmp_path / "certificates").iterdir()) == ["line-1", "line-4"]
    assert sudoku_compare("verify", str(tmp_path / "certificates")).returncode == 0


def test_an_earlier_certificate_is_removed_if_there_is_none(sudoku_compare: Run, tmp_path: Path) -> None:
    assert sudoku_compare("uniqueness", EASY, "--certificate", str(tmp_path)).returncode == 0
    done = sudoku_compare("uniqueness", TWO, "--certificate", str(tmp_path))
    assert done.returncode == 4
    assert done.stderr == "sudoku-compare: text:1: multiple; no certificate to write\n"
    assert not list(tmp_path.iterdir())
    assert sudoku_compare("verify", str(tmp_path)).returncode == 2


def test_a_folder_that_cannot_be_written_is_an_error(sudoku_compare: Run, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    done = sudoku_compare("uniqueness", EASY, "--certificate", str(tmp_path / "file"))
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert f"certificate: expected a writable folder, found {tmp_path / 'file'}: " in done.stderr


@pytest.mark.slow
def test_many_puzzles_get_one_line_each_with_a_summary_of_the_evidence(sudoku_compare: Run) -> None:
    done = sudoku_compare("uniqueness", str(ROOT / "data" / "classics.txt"), "--timeout", "5")
    assert done.returncode == 3
    assert "certificate checked, minimal" in done.stdout
    assert "givens in conflict" in done.stdout
    assert "exactly 3 solutions, 1 additional given" in done.stdout


def test_what_is_not_found_in_time_is_unknown(sudoku_compare: Run) -> None:
    done = sudoku_compare("uniqueness", hopeless().text, "--engine", "reductio", "--timeout", "0.3")
    assert done.returncode == 5
    assert "unknown: time ran out" in done.stdout
    assert "known so far: no solution was found" in done.stdout
    facts = only(sudoku_compare("uniqueness", hopeless().text, "--engine", "reductio", "--timeout", "0.3", "--json"))
    assert (facts["unknown_because"], facts["evidence"]) == ("timed_out", {"solutions": 0, "missing": {}})
    done = sudoku_compare("uniqueness", "." * 81, "--timeout", "1", "--count", "50", "--engine", "reductio")
    assert "solutions: at least 50" in done.stdout
    assert "the fewest found; at least" in unwrap(done.stdout)


@pytest.mark.slow
@pytest.mark.parametrize("text", ["." * 81, " ".join(["."] * 1296)])
def test_control_c_stops_the_search_for_evidence(text: str, tmp_path: Path) -> None:
    (tmp_path / "puzzles.txt").write_text(f"{EASY}\n{text}\n")
    command = [
        PROGRAM,
        "uniqueness",
        str(tmp_path / "puzzles.txt"),
        "--lines",
        "--timeout",
        "inf",
        "--engine",
        "reductio",
    ]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert process.stdout
    assert "certificate checked" in process.stdout.readline()
    let_work(process.pid, 1.5)
    rest, errors = interrupt(process)
    assert (process.returncode, rest) == (130, "")
    assert errors.strip() == "sudoku-compare: interrupted"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([EASY, "--count", "1"], "--count"),
        ([EASY, "--count", "many"], "--count"),
        ([EASY, "--proof-from", "cpsat"], "engine cpsat: it writes no proofs; expected one of sat, reductio"),
        ([EASY, "--proof-from", "reductoi"], "unknown engine 'reductoi'; did you mean reductio?"),
        ([EASY, "--timeout", "-1"], "--timeout"),
        ([EASY, "--certificate", "x", "--verdict-only"], "exclude each other"),
    ],
)
def test_a_usage_error_is_one_line_with_exit_code_2(sudoku_compare: Run, arguments: list[str], message: str) -> None:
    done = sudoku_compare("uniqueness", *arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert message in done.stderr
    assert done.stderr.partition("Try '")[0].count("\n") == 1


def test_the_answer_can_be_a_picture(sudoku_compare: Run, tmp_path: Path) -> None:
    path = tmp_path / "p.svg"
    done = sudoku_compare("uniqueness", NONE, "--svg", str(path))
    assert done.returncode == 3
    assert f"picture written to {path}" in done.stderr
    assert len(find_boards(parse_svg(path.read_text()))) == 1


def test_the_pictures_of_several_puzzles_go_to_a_folder(sudoku_compare: Run, tmp_path: Path) -> None:
    sudoku_compare("uniqueness", "-", "--svg", str(tmp_path / "p"), input=f"{EASY}\n{TWO}\n")
    boards = {path.name: len(find_boards(parse_svg(path.read_text()))) for path in (tmp_path / "p").iterdir()}
    assert boards == {"line-1.svg": 1, "line-2.svg": 2}


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--svg", "-"], "--svg -: expected a file"),
        (["--svg", "/no/such/p.svg"], "folder /no/such does not exist"),
        (["--svg", "p.svg", "--verdict-only"], "--svg and --verdict-only exclude each other"),
    ],
)
def test_a_picture_that_cannot_be_written_is_refused_first(
    sudoku_compare: Run, arguments: list[str], message: str
) -> None:
    done = sudoku_compare("uniqueness", EASY, *arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert message in done.stderr
