"""The functions and classes that the package exports: what they return, refuse, show and document."""

import dataclasses
import inspect
import json
import pickle
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import sudoku_compare
from api_page import PAGE, make_page
from conftest import ROOT, Run
from making import EASY, EASY_SOLUTION, NONE, TWO
from sudoku_compare import (
    Answer,
    Ending,
    Engine,
    Limits,
    OptionError,
    OutputError,
    Puzzle,
    PuzzleError,
    UserError,
    Verdict,
    bench,
    collect_answer,
    explain,
    generate,
    read,
    read_record,
    scan,
    solve,
    uniqueness,
)
from sudoku_compare.core.puzzle import Grid

FOUR = "1.....2..3.....4"
CLASSICS = str(ROOT / "data" / "classics.txt")
NAMES = [name for name in sudoku_compare.__all__ if name != "__version__"]


def without_times(value: Any) -> Any:
    """Replace every time by whether it is there, and leave out what depends on the machine's speed."""
    if isinstance(value, list):
        return [without_times(item) for item in value]
    if not isinstance(value, dict):
        return value is not None if isinstance(value, float) else value
    speed = ("sentences", "started", "folder", "preparation", "pairs", "slowest_id")
    return {key: without_times(item) for key, item in value.items() if key not in speed}


def print_json(run: Run, *arguments: str) -> Any:
    return json.loads(run(*arguments, "--json").stdout)


@pytest.mark.parametrize("text", [EASY, TWO, NONE, FOUR, "11" + "." * 14])
def test_a_comparison_is_the_json_of_solve(text: str, sudoku_compare: Run) -> None:
    assert without_times(solve(text).to_dict()) == without_times(print_json(sudoku_compare, "solve", text))


@pytest.mark.parametrize("text", [EASY, TWO, NONE, FOUR])
def test_a_uniqueness_result_is_the_json_of_uniqueness(text: str, sudoku_compare: Run) -> None:
    assert without_times(uniqueness(text).to_dict()) == without_times(print_json(sudoku_compare, "uniqueness", text))


@pytest.mark.parametrize("text", [EASY, NONE, FOUR])
def test_an_explanation_is_the_json_of_explain(text: str, sudoku_compare: Run) -> None:
    assert explain(text).to_dict() == print_json(sudoku_compare, "explain", text)


def test_a_scan_is_the_json_of_scan_and_its_rows_are_those_of_its_file(sudoku_compare: Run) -> None:
    found = scan(CLASSICS, isomorphs=True)
    printed = print_json(sudoku_compare, "scan", CLASSICS, "--isomorphs")
    assert without_times(found.to_dict()) == without_times(printed)
    lines = sudoku_compare("scan", CLASSICS, "--isomorphs", "--out", "-", "--format", "jsonl").stdout.splitlines()
    assert [dataclasses.asdict(row) for row in found] == [json.loads(line) for line in lines]
    assert list(found.to_dataframe().columns) == list(json.loads(lines[0]))
    assert len(found) == len(found.to_dataframe()) == len(lines)


def test_generated_puzzles_are_the_lines_of_generate(sudoku_compare: Run) -> None:
    options = ["--n", "3", "--size", "6", "--seed", "7", "--givens", "12-16"]
    _, *lines = sudoku_compare("generate", *options).stdout.splitlines()
    made = generate(3, size=6, seed=7, givens=(12, 16))
    assert made.lines() == lines
    assert list(made.to_dataframe()["givens"]) == [line.partition(":")[0] for line in lines]
    rows = sudoku_compare("generate", *options, "--json").stdout.splitlines()
    assert made.to_dict() == {"seed": 7, "puzzles": [json.loads(row) for row in rows]}


def test_a_benchmark_is_the_json_of_bench_and_of_its_record(sudoku_compare: Run, tmp_path: Path) -> None:
    record = str(tmp_path / "new.sqlite")
    options = ["bench", CLASSICS, "--n", "6", "--engine", "reductio", "--engine", "kernel", "--out", record]
    printed = print_json(sudoku_compare, *options)
    measured = bench(CLASSICS, number=6, engines=["reductio", "kernel"])
    assert without_times(measured.to_dict()) == without_times(printed)
    assert read_record(record).to_dict() == print_json(sudoku_compare, "report", record)


def test_a_saved_benchmark_is_a_record_of_report(sudoku_compare: Run, tmp_path: Path) -> None:
    measured = bench([EASY, TWO], engines=["reductio", "kernel"])
    measured.save(tmp_path / "saved.sqlite")
    assert print_json(sudoku_compare, "report", str(tmp_path / "saved.sqlite")) == measured.to_dict()
    with pytest.raises(OutputError, match="cannot write"):
        measured.save(tmp_path / "absent" / "saved.sqlite")


def test_a_chart_is_svg_and_an_unknown_one_is_refused(tmp_path: Path) -> None:
    measured = bench([EASY, TWO], engines=["reductio", "kernel"])
    chart = measured.chart("scatter")
    assert chart._repr_svg_().startswith("<svg")
    chart.save(tmp_path / "chart.svg")
    assert (tmp_path / "chart.svg").read_text() == chart.svg
    with pytest.raises(OptionError, match="did you mean scatter"):
        measured.chart("scater")


def make_results() -> dict[str, Any]:
    return {
        "solve": solve(EASY),
        "uniqueness": uniqueness(TWO),
        "explain": explain(EASY),
        "scan": scan(CLASSICS),
        "generate": generate(6, size=4),
        "bench": bench(FOUR, engines=["reductio", "kernel"]),
        "read": read(CLASSICS),
    }


@pytest.fixture(scope="module")
def results() -> dict[str, Any]:
    return make_results()


FUNCTIONS = ("solve", "uniqueness", "explain", "scan", "generate", "bench", "read")


@pytest.mark.parametrize("name", FUNCTIONS)
def test_a_result_is_immutable_has_a_short_repr_and_is_no_tuple(name: str, results: dict[str, Any]) -> None:
    result = results[name]
    assert not isinstance(result, tuple)
    assert len(repr(result)) < 120
    assert repr(result).startswith(f"<{type(result).__name__} ")
    field = dataclasses.fields(result)[0].name
    with pytest.raises(dataclasses.FrozenInstanceError):
        setattr(result, field, None)
    assert repr(pickle.loads(pickle.dumps(result))) == repr(result)


def test_a_comparison_names_its_verdict_its_engines_and_its_time() -> None:
    [words, time] = repr(solve(EASY)).rsplit(" in ", 1)
    assert words == "<Comparison unique by reductio, sat, cpsat"
    assert float(time.split()[0]) > 0


@pytest.mark.parametrize("name", FUNCTIONS)
def test_a_result_draws_itself_without_scripts_styles_or_outside_files(name: str, results: dict[str, Any]) -> None:
    html = results[name]._repr_html_()
    assert not any(word in html for word in ("<script", "<style", "<link", "<img", "src="))
    assert "#000" not in html  # black ink could not be seen on a dark page
    if name != "bench" and name != "scan":
        assert "<svg" in html


def test_a_name_from_a_file_is_harmless_in_html(tmp_path: Path) -> None:
    path = tmp_path / "<script>alert(1)</script>.txt"
    try:
        path.write_text(f"{EASY}\n")
    except OSError:
        path = tmp_path / "<b>.txt"
        path.write_text(f"{EASY}\n")
    collection = read(path)
    assert "<script" not in collection._repr_html_()
    assert "<b>" not in collection._repr_html_()


def test_the_board_shows_givens_and_solution() -> None:
    html = solve(EASY)._repr_html_()
    assert html.count("<text") == len(EASY_SOLUTION)
    assert 'font-weight="bold"' in html


@dataclasses.dataclass(frozen=True)
class Simple(Engine):
    """An engine of five lines, beside a generator."""

    name = "simple"

    def search(self, puzzle: Puzzle, limits: Limits) -> Answer:
        return collect_answer(fill(puzzle), limits)


def fill(puzzle: Puzzle) -> Iterator[Grid]:
    cell = puzzle.givens.find(0)
    if cell < 0:
        yield puzzle.givens
        return
    for value in puzzle.shape.values:
        if all(puzzle.givens[peer] != value for peer in puzzle.shape.peers_of(cell)):
            yield from fill(puzzle.with_value(cell, value))


class Plain(Simple):
    """The same, not a dataclass of its own."""

    name = "plain"


class Impatient(Simple):
    """An engine that has to be killed."""

    name = "impatient"
    stoppable = False


class Hanging(Simple):
    """An engine that never answers."""

    name = "hanging"

    def search(self, puzzle: Puzzle, limits: Limits) -> Answer:
        while True:
            pass


def test_an_engine_object_needs_no_registration() -> None:
    result = solve(FOUR, ["reductio", Simple()])
    assert result.verdict is Verdict.UNIQUE
    assert [one.engine for one in result.results] == ["reductio", "simple"]
    assert result.results[1].answer.seconds.total > 0
    assert solve(FOUR, Plain()).results[0].engine == "plain"
    assert uniqueness(FOUR, ["sat", Simple()]).verdict is Verdict.UNIQUE


def test_an_engine_object_that_cannot_stop_itself_is_stopped_from_outside() -> None:
    assert solve(FOUR, ["reductio", Impatient()]).verdict is Verdict.UNIQUE
    late = solve("." * 81, ["reductio", Hanging()], seconds=0.2).results[1].answer
    assert (late.ending, late.detail) == (Ending.TIMED_OUT, "stopped from outside")


def test_a_benchmark_measures_an_engine_object() -> None:
    frame = bench([FOUR, "1..............."], engines=[Simple(), "reductio"]).to_dataframe()
    assert set(frame["engine"]) == {"simple", "reductio"}
    assert list(frame[frame["engine"] == "simple"]["verdict"]) == ["unique", "multiple"]
    assert (frame["total"] > 0).all()


def test_text_and_objects_may_be_given_one_by_one() -> None:
    assert [one.engine for one in solve(FOUR, "kernel").results] == ["kernel"]
    assert [one.engine for one in solve(FOUR, ("kernel" for _ in range(2))).results] == ["kernel"]


@dataclasses.dataclass(frozen=True)
class OtherSimple(Simple):
    """Another engine with the same name."""


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (lambda: solve(None), TypeError, "puzzle: expected a Puzzle, .*, found None"),
        (lambda: solve(81), TypeError, r"puzzle: expected .* found 81 \(int\)"),
        (lambda: solve(b"1..."), TypeError, "puzzle: expected"),
        (lambda: solve([1, 0, 0, 0]), TypeError, "rows of integers, found"),
        (lambda: solve(""), PuzzleError, "no puzzle found"),
        (lambda: solve(f"{EASY}\n{TWO}\n"), PuzzleError, "expected one puzzle, found several; read"),
        (lambda: solve(CLASSICS), PuzzleError, "to read the file classics.txt, pass a pathlib.Path"),
        (lambda: solve(Path("absent.txt")), UserError, "absent.txt: no such file"),
        (lambda: solve(Path(CLASSICS)), PuzzleError, "expected one puzzle, found several"),
        (lambda: solve(np.zeros((9, 9))), UserError, "found float64"),
        (lambda: solve(FOUR, box="2x2"), TypeError, r"box: expected height and width, such as \(2, 3\)"),
        (lambda: solve(FOUR, box=(2, 2.0)), TypeError, "box: "),
        (lambda: solve(FOUR, 5), TypeError, r"engines: expected .*, found 5 \(int\)"),
        (lambda: solve(FOUR, [5]), TypeError, r"engines: expected .*, found 5 \(int\)"),
        (lambda: solve(FOUR, {"sat": 1}), TypeError, "engines: expected"),
        (lambda: solve(FOUR, [Simple]), TypeError, r"found the class Simple; pass Simple\(\)"),
        (lambda: solve(FOUR, []), OptionError, "expected at least one engine"),
        (lambda: solve(FOUR, "sta"), OptionError, "did you mean sat"),
        (lambda: solve(FOUR, [Simple(), OtherSimple()]), OptionError, "two different engines called simple"),
        (lambda: solve(FOUR, seconds=None), TypeError, "seconds: expected a number of seconds"),
        (lambda: solve(FOUR, seconds=0), ValueError, "seconds: expected a number above 0, found 0"),
        (lambda: Limits(2.5), TypeError, r"solutions: expected a whole number, found 2.5 \(float\)"),
        (lambda: Limits(True), TypeError, r"solutions: expected a whole number, found True \(bool\)"),
        (lambda: Limits("2"), TypeError, "solutions: expected a whole number"),
        (lambda: Limits(2, True), TypeError, "seconds: expected a number of seconds"),
        (lambda: explain(None), TypeError, "puzzle: expected"),
        (lambda: explain(FOUR, max_steps=0), ValueError, "max_steps: expected at least 1, found 0"),
        (lambda: explain(FOUR, "no-such"), OptionError, "unknown technique"),
        (lambda: uniqueness(None), TypeError, "puzzle: expected"),
        (lambda: uniqueness(FOUR, count=1), ValueError, "count: expected at least 2, found 1"),
        (lambda: uniqueness(FOUR, proof_from="cpsat"), OptionError, "engine cpsat: it writes no proofs"),
        (lambda: scan(None), TypeError, "source: expected a path"),
        (lambda: scan(CLASSICS, cross_check=2), ValueError, "cross_check: expected a share"),
        (lambda: scan(CLASSICS, cross_check="1%"), TypeError, "cross_check: expected a share"),
        (lambda: scan(CLASSICS, jobs=0), ValueError, "jobs: expected at least 1"),
        (lambda: generate(0), ValueError, "number: expected at least 1"),
        (lambda: generate(2.0), TypeError, "number: expected a whole number"),
        (lambda: generate(size=7), OptionError, "size: expected 4 to 25"),
        (lambda: generate(size=25, minimal=True), OptionError, "minimal: expected a size up to 16"),
        (lambda: generate(size=4, givens=17), OptionError, "a 4x4 puzzle has 16 cells, found 17"),
        (lambda: generate(givens="28-32"), TypeError, "givens: expected a number"),
        (lambda: generate(givens=(32, 28)), ValueError, "givens: expected at least 32, found 28"),
        (lambda: generate(kind="hard"), OptionError, "kind: unknown kind"),
        (lambda: bench(5), TypeError, "puzzles_or_files: expected"),
        (lambda: bench([None]), TypeError, "puzzles_or_files: expected"),
        (lambda: read_record(None), TypeError, "name: expected a path"),
    ],
)
def test_a_wrong_argument_is_refused_with_what_was_expected(
    call: Callable[[], object], error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=message):
        call()


@pytest.mark.parametrize(
    "puzzle",
    [
        Puzzle.from_text(FOUR),
        read(FOUR)[0],
        FOUR,
        "1...\n..2.\n.3..\n...4\n",
        np.array([[1, 0, 0, 0], [0, 0, 2, 0], [0, 3, 0, 0], [0, 0, 0, 4]]),
        [[1, None, None, None], [0, 0, 2, 0], [0, 3, 0, 0], [0, 0, 0, 4]],
        ((1, 0, 0, 0), (0, 0, 2, 0), (0, 3, 0, 0), (0, 0, 0, 4)),
    ],
    ids=["puzzle", "entry", "line", "board", "array", "lists", "tuples"],
)
def test_a_puzzle_may_have_any_form(puzzle: Any) -> None:
    assert solve(puzzle, "kernel").puzzle.text == FOUR
    assert explain(puzzle).puzzle.text == FOUR


def test_the_first_solution_is_enough_if_that_is_asked_for() -> None:
    assert solve(TWO, "kernel", first=True).verdict is Verdict.SOLVED
    assert solve(TWO, "kernel").verdict is Verdict.MULTIPLE


def test_boxes_can_be_chosen() -> None:
    text = "." * 35 + "1"
    for function in (solve, explain, uniqueness):
        assert function(text, box=(3, 2), seconds=0.5).puzzle.shape.box == "3x2"  # type: ignore[operator]


def test_a_path_is_a_file_with_one_puzzle(tmp_path: Path) -> None:
    (tmp_path / "one.txt").write_text(f"# mine\n{FOUR}\n")
    assert solve(tmp_path / "one.txt", "kernel").entry.id == f"{tmp_path / 'one.txt'}:2"


def test_a_certificate_can_be_written_and_verified(sudoku_compare: Run, tmp_path: Path) -> None:
    uniqueness(FOUR).write_certificate(tmp_path / "certificate")
    assert sudoku_compare("verify", str(tmp_path / "certificate")).returncode == 0
    with pytest.raises(OutputError, match="there is no certificate; the verdict is multiple"):
        uniqueness(TWO).write_certificate(tmp_path / "other")


def test_unreadable_lines_of_a_scan_are_kept(tmp_path: Path) -> None:
    (tmp_path / "file.txt").write_text(f"{EASY}\nnonsense\n{TWO}\n")
    with (tmp_path / "file.txt").open() as file:
        found = scan(file)
    assert [str(row.verdict) for row in found] == ["unique", "multiple"]
    [error] = found.errors
    assert "file.txt:2: " in str(error)
    assert found.summary.unreadable == 1


def test_a_scan_can_be_cross_checked() -> None:
    found = scan(f"{EASY}\n{TWO}\n", cross_check=1.0)
    assert found.summary.cross_check
    assert found.summary.cross_check.agreed == 2


def list_members() -> list[Any]:
    """Return every public function, class and method, with its name as the test's id."""
    members = []
    for name in NAMES:
        value = getattr(sudoku_compare, name)
        members.append(pytest.param(value, id=name))
        if inspect.isclass(value):
            own = {attribute: one for base in value.__mro__[:-1] for attribute, one in vars(base).items()}
            for attribute, one in own.items():
                if is_documented_here(attribute, one):
                    members.append(pytest.param(one, id=f"{name}.{attribute}"))
    return members


def is_documented_here(attribute: str, value: Any) -> bool:
    function = getattr(value, "fget", None) or getattr(value, "__func__", value)
    home = getattr(function, "__module__", "") or ""
    return not attribute.startswith("_") and inspect.isfunction(function) and home.startswith("sudoku_compare")


@pytest.mark.parametrize("member", list_members())
def test_every_public_name_has_a_docstring_and_annotations(member: Any) -> None:
    function = getattr(member, "fget", None) or getattr(member, "__func__", member)
    text = inspect.getdoc(function) or ""
    assert text.split()
    assert not text.startswith(f"{getattr(member, '__name__', '')}(")  # made by `dataclass`, for want of another
    if inspect.isfunction(function):
        signature = inspect.signature(function)
        assert signature.return_annotation is not inspect.Signature.empty
        for parameter in signature.parameters.values():
            assert parameter.name in ("self", "cls") or parameter.annotation is not inspect.Parameter.empty


@pytest.mark.parametrize("name", NAMES)
def test_every_public_name_is_found_and_listed(name: str) -> None:
    assert getattr(sudoku_compare, name).__name__ == name
    assert name in dir(sudoku_compare)
    assert f"### `{name}`" in PAGE.read_text() or f"### Class `{name}`" in PAGE.read_text()


def test_the_page_says_what_the_docstrings_say() -> None:
    assert PAGE.read_text() == make_page(), "run `python tests/api_page.py`"


@pytest.mark.parametrize("module", ["numpy", "pandas", "ortools", "pysat", "scipy", "rich", "sudoku_compare.core"])
def test_importing_the_package_imports_nothing_heavy(module: str) -> None:
    code = f"import sys, sudoku_compare; sys.exit({module!r} in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code]).returncode == 0
