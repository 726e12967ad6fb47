"""`sudoku-compare study` as a user meets it."""

import json
import re
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from conftest import Run
from making import EASY, ESCARGOT, NONE, TWO
from sudoku_compare.core.puzzle import Puzzle
from sudoku_compare.formats.shipped import load_shipped
from sudoku_compare.studies.outcome import Outcome
from sudoku_compare.studies.registry import OF_ENGINES, STUDIES, WITH_RATINGS, WITHOUT_PUZZLES, run_study
from sudoku_compare.studies.workload import SHIPPED, Workload, choose_cases, read_cases

ON_PUZZLES = [name for name in STUDIES if name not in (*WITHOUT_PUZZLES, *OF_ENGINES, *WITH_RATINGS)]


@pytest.fixture
def three(tmp_path: Path) -> Path:
    """A file with HTML in its name: an easy puzzle, a hard one, and two that do not have one solution."""
    path = tmp_path / "<b>three & more.txt"
    path.write_text("\n".join([EASY, ESCARGOT, NONE, TWO]))
    return path


def run_as_json(name: str, *paths: Path, number: int | None = None, seed: int = 0) -> dict[str, Any]:
    """Return what the command prints as JSON, without starting a process."""
    work = Workload(choose_cases(read_cases([str(path) for path in paths], None, print), number, seed))
    return run_study(name, work).as_json()


def test_every_study_has_a_question_and_is_listed(sudoku_compare: Run) -> None:
    listed = sudoku_compare("study", "--list").stdout
    for name, question in STUDIES.items():
        assert question[0].upper() + question[1:] == import_module(f"sudoku_compare.studies.{name}").QUESTION
        assert f"{name} " in listed
        assert question in listed
    as_json = [json.loads(line)["study"] for line in sudoku_compare("study", "--list", "--json").stdout.splitlines()]
    assert as_json == list(STUDIES)


def test_a_study_of_a_file_is_printed_as_text_and_as_json(three: Path, sudoku_compare: Run) -> None:
    done = sudoku_compare("study", "sufficiency", str(three), "--json")
    assert (done.returncode, done.stderr) == (0, "")
    result = json.loads(done.stdout)
    assert (result["study"], result["puzzles"], result["collection"]) == ("sufficiency", 4, str(three))
    assert result | run_as_json("sufficiency", three) == result
    plain = sudoku_compare("study", "sufficiency", str(three), COLUMNS="120").stdout
    assert plain.startswith(result["question"])
    assert all(answer in plain for answer in result["answers"])
    assert "left out: 2 puzzles (none or several solutions)" in plain
    assert not any(line != line.rstrip() for line in plain.splitlines())


@pytest.mark.parametrize("name", ON_PUZZLES)
def test_a_study_has_numbers_and_leaves_out_puzzles_without_one_solution(name: str, three: Path) -> None:
    result = run_as_json(name, three)
    assert result["left_out"] == {"none or several solutions": 2}
    assert result["answers"]
    assert all(table["rows"] for table in result["tables"])


def rows(result: dict[str, Any], table: int = 0) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = result["tables"][table]["rows"]
    return found


def test_the_known_numbers_of_two_puzzles(three: Path) -> None:
    [row] = rows(run_as_json("sufficiency", three))
    assert (row["puzzles"], row["depth 0"], row["depth 1"], row["depth 2"]) == (2, 1, 0, 1)
    branching = run_as_json("branching", three)
    [row] = rows(branching)
    assert (row["0 assumptions"], row["1 assumption"], row["2 assumptions"]) == (1, 0, 1)
    assert rows(branching, 1)[0]["reductio, most"] == 9
    shares = {
        row["encoding"]: (row["unit propagation"], row["failed literals"])
        for row in rows(run_as_json("encodings", three))
    }
    assert shares["extended"] == (0.5, 0.5)
    solved = {row["level"]: row["<b>three & more.txt"] for row in rows(run_as_json("techniques", three))}
    assert (solved["hidden-single"], solved["forcing-net"]) == (0.5, 0.5)


def test_a_sample_is_the_same_for_the_same_seed() -> None:
    first, again, other = (run_as_json("rounds", number=20, seed=seed) for seed in (1, 1, 2))
    assert first == again
    assert first["tables"] != other["tables"]
    assert sum(row["puzzles"] for row in rows(first) if row["tier"] == "all") == 3 * 20


def test_without_a_file_all_shipped_9x9_with_one_solution_are_run_as_json() -> None:
    cases = choose_cases(read_cases((), None, print), None, 0)
    assert {case.tier for case in cases} == set(SHIPPED)
    assert len(cases) == 2800 + 13
    assert all(case.entry.puzzle.shape.side == 9 for case in cases)


@pytest.mark.parametrize("name", ["grids", "boards"])
def test_grids_are_counted_and_estimated(name: str, sudoku_compare: Run) -> None:
    result = json.loads(sudoku_compare("study", name, "--n", "40", "--json").stdout)
    [counted] = rows(result)
    assert (result["study"], counted["grids"], counted["essentially different"]) == ("grids", 288, 2)
    nine = next(row for row in rows(result, 1) if row["size"] == "9x9")
    assert nine["low"] <= 6.670903752021073e21 <= nine["high"]
    assert nine["in the interval"] == "yes"


def test_a_puzzle_that_takes_too_long_is_left_out_and_counted(sudoku_compare: Run) -> None:
    done = sudoku_compare("study", "sufficiency", ESCARGOT, "--timeout", "0.000001")
    assert done.returncode == 5
    assert "left out: 1 puzzle (no answer in time)" in done.stdout
    assert "Yes" not in done.stdout


@pytest.mark.slow
def test_page_and_plots_are_written_and_names_are_escaped(three: Path, tmp_path: Path, sudoku_compare: Run) -> None:
    page, plots = tmp_path / "page.html", tmp_path / "plots"
    done = sudoku_compare("study", "propagation", str(three), "--html", str(page), "--plots", str(plots))
    assert done.returncode == 0
    text = page.read_text()
    visible = re.sub(r"(<script[^>]*>).*?</script>", r"\1", text, flags=re.DOTALL)
    assert "<b>three" not in visible
    assert "&lt;b&gt;three &amp; more.txt" in visible
    assert "row, column and box agree" in visible
    assert (plots / "pruned.png").read_bytes().startswith(b"\x89PNG")
    assert 'roledescription="bar"' not in (plots / "tries.svg").read_text()  # a logarithmic axis has no zero for bars


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["suficiency"], "no study 'suficiency'; did you mean sufficiency?"),
        (["grids", EASY], "study grids takes no FILE"),
        (["rounds", "absent.txt"], "absent.txt: no such file; expected a path, - for standard input"),
        (["rounds", EASY, "--html", "/dev/null/page.html"], "/dev/null is not a folder"),
        (["rounds", "--n", "0"], "'--n'"),
        (["rounds", "--timeout", "0"], "expected seconds greater than 0"),
        (
            ["rounds", "--size", "16"],
            "--engine, --size and --given are for the studies hardness and growth",
        ),
        (["growth", "--size", "13"], "size 13: expected a number from 4 to 100 that is not a prime number"),
        (["hardness", EASY, "--given", "50"], "--size and --given are for puzzles that are made"),
        (["hardness", "--size", "13"], "size 13: expected a number from 4 to 49 that is not a prime number"),
        (["hardness", EASY, "--timeout", "inf"], "study hardness: expected a time limit"),
        (["hardness", EASY, "--engine", "none"], "unknown engine 'none'"),
    ],
)
def test_an_error_gets_one_line(arguments: list[str], message: str, sudoku_compare: Run) -> None:
    done = sudoku_compare("study", *arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.partition("Try '")[0].count("\n") == 1
    assert message in done.stderr


def test_growth_of_one_size_was_measured(sudoku_compare: Run) -> None:
    done = sudoku_compare("study", "growth", "--size", "9", "--n", "1", "--engine", "kernel")
    assert done.returncode == 0
    assert "kernel, 70% given, 9x9: median time " in done.stdout
    assert "Nothing was measured" not in done.stdout


def test_a_line_that_is_not_a_puzzle_is_reported_and_the_rest_is_measured(tmp_path: Path, sudoku_compare: Run) -> None:
    path = tmp_path / "some.txt"
    path.write_text(f"{EASY}\n{EASY[:-1]}\n{ESCARGOT}\n")
    done = sudoku_compare("study", "rounds", str(path), "--json")
    assert (done.returncode, json.loads(done.stdout)["puzzles"]) == (2, 2)
    assert f"{path}:2: not a puzzle: expected 81 cells (9x9), found 80" in done.stderr


def test_a_puzzle_given_as_text_is_in_the_tier_text_and_a_study_says_if_nothing_was_measured() -> None:
    cases = choose_cases(read_cases([NONE], None, print), None, 0)
    assert [case.tier for case in cases] == ["text"]
    for name in ON_PUZZLES:
        assert run_study(name, Workload(cases)).answers == ("Nothing was measured: every puzzle was left out.",)


def test_a_narrow_terminal_gets_a_list_instead_of_the_table(three: Path, sudoku_compare: Run) -> None:
    done = sudoku_compare("study", "sufficiency", str(three), COLUMNS="50")
    assert "- tier <b>three & more.txt, puzzles 2," in done.stdout.replace("\n", " ")


def test_hardness_makes_puzzles_or_takes_those_of_files(three: Path, sudoku_compare: Run, tmp_path: Path) -> None:
    made = ("hardness", "--size", "4", "--given", "25", "--given", "50", "--n", "2", "--engine", "kernel")
    page = tmp_path / "page.html"
    result = json.loads(sudoku_compare("study", *made, "--json", "--html", str(page)).stdout)
    assert (result["collection"], result["puzzles"]) == ("made", 2 * 2 * 2)
    assert "8 from the random seed" in page.read_text()
    assert {row["engine"] for row in rows(result)} == {"kernel"}
    result = json.loads(sudoku_compare("study", "hardness", str(three), "--timeout", "20", "--json").stdout)
    assert (result["collection"], result["puzzles"], result["left_out"]) == (str(three), 4, {})
    assert {row["puzzles from"] for row in rows(result)} == {three.name}


@pytest.mark.parametrize("name", [*ON_PUZZLES, *OF_ENGINES])
def test_a_study_without_puzzles_does_not_crash(name: str) -> None:
    outcome: Outcome = import_module(f"sudoku_compare.studies.{name}").study(Workload(()))
    assert outcome.as_json()["question"]


@pytest.mark.slow
def test_a_naked_pair_that_avoids_a_branch_is_shown() -> None:
    [board] = run_as_json("techniques", number=20, seed=1)["boards"]
    assert "naked pair" in board["title"]
    puzzles = {entry.puzzle.text for tier in SHIPPED for entry in load_shipped(tier)}
    assert Puzzle.from_text(board["givens"]).text in puzzles


@pytest.mark.parametrize(("name", "term"), [("propagation", "AC-3"), ("branching", "MRV")])
def test_a_term_of_the_field_is_in_the_answers_of_the_study_about_it(name: str, term: str, three: Path) -> None:
    assert any(term in answer for answer in run_as_json(name, three)["answers"])
