"""`bench` and `read_record` from Python: their data frames are the CSV of `report`, and every engine object works."""

import io
import math
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pandas
import pytest
from pandas.testing import assert_frame_equal

import sudoku_compare
from making import EASY, NONE, TWO, hopeless
from measuring import Faulty, make_facts, make_measurement, make_record, run_bench, run_command
from sudoku_compare import Puzzle
from sudoku_compare.benchmark.bench import bench, read_record
from sudoku_compare.benchmark.measurement.plan import BenchRequest
from sudoku_compare.benchmark.recording.record import Measurement, PuzzleRow
from sudoku_compare.benchmark.report.tidy_table import (
    COLUMNS,
    MACHINE_COLUMNS,
    PUZZLE_COLUMNS,
    RESULT_COLUMNS,
    find_count_names,
    write_csv,
)
from sudoku_compare.core.errors import OptionError, PuzzleError, RecordError, SourceError, UserError
from sudoku_compare.core.shape import shape_of_box
from sudoku_compare.running.machine import describe_machine

COUNTS = ["count_assumptions", "count_contradictions", "count_deepest"]
AWKWARD = 'a "quoted", name;\twith\na newline.txt'


@pytest.fixture(autouse=True)
def in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def measure(*arguments: Any, **options: Any) -> pandas.DataFrame:
    return bench(*arguments, **options).to_dataframe()


def test_the_table_has_every_field_of_a_record() -> None:
    assert ("puzzle", *PuzzleRow._fields[1:]) == PUZZLE_COLUMNS
    assert {*RESULT_COLUMNS, "machine"} == {*Measurement._fields, "total"} - {"puzzle", "counts"}


def test_each_row_says_on_which_machine_it_was_measured() -> None:
    here = describe_machine()
    frame = measure([EASY, NONE], engines=["reductio"])
    assert [tuple(row) for row in frame[list(MACHINE_COLUMNS)].itertuples(index=False)] == [
        (1, here.host, here.cpu, here.cores, here.memory)
    ] * 2


def test_a_row_says_what_a_measurement_says() -> None:
    frame = measure([EASY, NONE], engines=["reductio"], seed=3)
    assert list(frame.columns) == [*COLUMNS, *COUNTS]
    assert list(frame["givens"]) == [EASY, NONE]
    assert list(frame["verdict"]) == ["unique", "unsolvable"]
    assert list(frame["ending"]) == ["exhausted", "exhausted"]
    assert list(frame["puzzle"]) == [0, 1]
    assert list(frame["box"]) == ["3x3", "3x3"]
    assert (frame["total"] > 0).all()
    assert (frame["total"] - frame["build"] - frame["first"].fillna(0) - frame["settle"]).abs().max() < 1e-12
    assert math.isnan(frame["first"][1])


def test_the_facts_of_the_run_come_with_the_frame() -> None:
    frame = measure(EASY, engines=["reductio"], timeout=7, rounds=2, seed=3, isomorphs=1, jobs=1)
    facts = frame.attrs["facts"]
    assert {name: facts[name] for name in ("engines", "seconds", "rounds", "seed", "isomorphs", "jobs")} == {
        "engines": ["reductio"],
        "seconds": 7.0,
        "rounds": 2,
        "seed": 3,
        "isomorphs": 1,
        "jobs": 1,
    }
    assert frame.attrs["objections"] == []
    [preparation] = frame.attrs["preparations"]
    assert (preparation["engine"], preparation["box"]) == ("reductio", "3x3")
    assert len(frame) == 4  # a puzzle and its isomorph, in two rounds
    assert list(frame["round"]) == [0, 1, 0, 1]


def write_puzzles() -> None:
    Path(AWKWARD).write_text(f"{EASY}\n{TWO}\n{NONE}\n")
    Path("hopeless.txt").write_text(hopeless().text + "\n")


@pytest.mark.parametrize(
    "options",
    [
        pytest.param([AWKWARD, "--engine", "reductio"], marks=pytest.mark.slow),
        pytest.param(
            [AWKWARD, "--engine", "reductio", "--engine", "sat", "--engine", "cpsat", "--rounds", "2"],
            marks=pytest.mark.slow,
        ),
        [AWKWARD, "hopeless.txt", "--engine", "logic", "--engine", "backtrack", "--timeout", "0.05"],
    ],
    ids=["one engine", "several engines and rounds", "searches that settle nothing"],
)
def test_pandas_reads_the_csv_of_a_report_as_the_same_frame(options: list[str], tmp_path: Path) -> None:
    write_puzzles()
    assert run_bench(*options, "--out", "one", folder=tmp_path).returncode == 0
    frame = read_record("one").to_dataframe()
    text = run_command("report", "one", "--format", "csv", "--csv", "file.csv", folder=tmp_path).stdout
    read = pandas.read_csv(io.StringIO(text))
    if frame["detail"].isna().all():  # pandas cannot know that an empty column would have texts
        read["detail"] = read["detail"].astype(frame["detail"].dtype)
    assert_frame_equal(read, frame, check_exact=False, rtol=1e-15)
    assert Path("file.csv").read_text() == text
    assert frame["id"].iloc[0] == AWKWARD.replace("\n", "?").replace("\t", "?") + ":1"


def test_a_search_that_settles_nothing_has_missing_values_and_a_reason() -> None:
    frame = measure(hopeless(), engines=["backtrack", "reductio"], timeout=0.05)
    assert set(frame["verdict"]) == {"unknown"}
    assert set(frame["ending"]) == {"timed_out"}
    assert frame["first"].isna().all()
    assert frame["first"].dtype == "float64"


def test_the_types_of_the_columns_do_not_depend_on_the_values() -> None:
    settled = measure(EASY, engines=["reductio"])
    unsettled = measure(hopeless(), engines=["reductio"], timeout=0.05)
    assert list(settled.dtypes) == list(unsettled.dtypes)
    assert {column: str(settled[column].dtype) for column in ("puzzle", "round", "first", "cpu", "outer", *COUNTS)} == {
        "puzzle": "int64",
        "round": "int64",
        "first": "float64",
        "cpu": "float64",
        "outer": "float64",
        **dict.fromkeys(COUNTS, "int64"),
    }
    assert all(isinstance(verdict, str) for verdict in settled["verdict"])
    assert settled["detail"].isna().all()
    assert settled["detail"].dtype == settled["verdict"].dtype


def test_a_count_that_an_engine_does_not_have_is_missing() -> None:
    frame = measure(EASY, engines=["reductio", "sat"])
    assert frame.set_index("engine")["count_conflicts"].isna().to_dict() == {"reductio": True, "sat": False}


def test_nothing_is_printed_and_nothing_is_kept(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    code = f"import sudoku_compare; sudoku_compare.bench({EASY!r}, engines='kernel')"
    done = subprocess.run([sys.executable, "-c", code], env={**os.environ, "TMPDIR": str(temporary)})
    assert done.returncode == 0
    assert capfd.readouterr() == ("", "")
    assert list(temporary.iterdir()) == []
    assert [path.name for path in tmp_path.iterdir()] == ["temporary"]


def test_a_record_with_a_name_is_kept(tmp_path: Path) -> None:
    frame = measure(EASY, engines=["reductio"], record="mine")
    assert (tmp_path / "results" / "mine.sqlite").is_file()
    for name in ("mine", "results/mine.sqlite", tmp_path / "results" / "mine.sqlite"):
        again = read_record(name).to_dataframe()
        assert_frame_equal(again, frame)
        assert again.attrs == frame.attrs
    with pytest.raises(RecordError, match="already exists"):
        bench(EASY, engines=["reductio"], record="mine")
    assert "reductio" in run_command("report", "mine", folder=tmp_path).stdout


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        ({"rounds": 0}, OptionError, "rounds: expected a whole number, 1 or more, found 0"),
        ({"rounds": 1.5}, OptionError, "rounds: "),
        ({"number": 0}, OptionError, "number: "),
        ({"seed": -1}, OptionError, "seed: "),
        ({"isomorphs": -1}, OptionError, "isomorphs: "),
        ({"jobs": 65}, OptionError, "jobs: expected a whole number from 1 to 64, found 65"),
        ({"timeout": 0}, OptionError, "timeout: expected seconds greater than 0, or math.inf for no limit, found 0"),
        ({"timeout": math.nan}, OptionError, "timeout: "),
        ({"timeout": None}, OptionError, "timeout: "),
        ({"engines": ["no-such"]}, OptionError, "no-such"),
        ({"engines": []}, OptionError, "engines: expected at least one engine"),
        ({"engines": [3]}, TypeError, "engines: expected engines as text"),
        ({"puzzles_or_files": "no-such.txt"}, SourceError, "no-such.txt"),
        ({"puzzles_or_files": "-"}, OptionError, "standard input"),
        ({"puzzles_or_files": [EASY, "bad.txt"]}, PuzzleError, "bad.txt:2: "),
        ({"puzzles_or_files": "empty.txt"}, PuzzleError, "empty.txt: no puzzle found"),
        ({"box": (5, 5)}, UserError, ""),
    ],
)
def test_an_invalid_request_raises_an_error_that_says_what_was_expected(
    options: dict[str, Any], error: type[Exception], message: str
) -> None:
    Path("bad.txt").write_text(f"{EASY}\n{EASY[:-1]}\n")
    Path("empty.txt").write_text("# nothing\n")
    with pytest.raises(error) as raised:
        bench(**{"puzzles_or_files": EASY, "engines": ["reductio"]} | options)
    assert message in str(raised.value)
    assert not Path("results").exists()


def test_without_puzzles_the_shipped_ones_are_measured() -> None:
    frame = measure(number=8, engines="kernel")
    assert frame["tier"].nunique() == 8
    assert len(frame) == 8


def test_a_puzzle_object_keeps_the_shape_of_its_boxes() -> None:
    tall = Puzzle(shape_of_box(3, 2), bytes(36))
    assert list(measure(tall, engines="kernel")["box"]) == ["3x2"]
    assert list(measure([tall, tall], engines="kernel")["box"]) == ["3x2"] * 2
    wide = Puzzle(shape_of_box(2, 3), bytes(36))
    assert list(measure([wide, Puzzle.from_text(EASY)], engines="kernel")["box"]) == ["2x3", "3x3"]
    assert list(measure(wide.text, engines="kernel", box=(3, 2))["box"]) == ["3x2"]
    with pytest.raises(OptionError, match="found 2x3, 3x2: measure each shape by itself"):
        bench([tall, wide], engines="kernel")


def test_objections_come_with_the_frame(monkeypatch: pytest.MonkeyPatch) -> None:
    plan = BenchRequest.plan
    monkeypatch.setattr(
        BenchRequest,
        "plan",
        lambda request: type(made := plan(request))({**made.engines, "wrong": Faulty()}, made.limits),
    )
    frame = measure([EASY, TWO], engines=["reductio"])
    [objection] = frame.attrs["objections"]
    assert (objection["puzzle"], objection["round"]) == (1, 0)
    assert "wrong" in objection["text"]


@pytest.mark.parametrize("name", ["absent", "text.sqlite"])
def test_a_record_that_is_missing_or_damaged_raises_an_error(name: str) -> None:
    Path("text.sqlite").write_text("not a record")
    with pytest.raises(RecordError, match=name):
        read_record(name)


def test_control_characters_in_a_detail_do_not_break_a_row() -> None:
    detail = 'a "b", c\r\nd\x00e'
    record = make_record(make_facts(engines=("a",)), [make_measurement("a", detail=detail, counts={"n": 1})])
    output = io.StringIO()
    write_csv(output, [("x", record)], find_count_names(record))
    read = pandas.read_csv(io.StringIO(output.getvalue()))
    assert list(read["detail"]) == ['a "b", c??d?e']


def test_two_records_in_one_csv_are_told_apart_and_have_the_counts_of_both() -> None:
    one = make_record(make_facts(engines=("a",)), [make_measurement("a", counts={"n": 1})])
    other = make_record(make_facts(engines=("a",)), [make_measurement("a", counts={"m": 2})])
    output = io.StringIO()
    write_csv(output, [("x", one), ("y", other)], find_count_names(one, other))
    read = pandas.read_csv(io.StringIO(output.getvalue()))
    assert list(read.columns) == ["record", *COLUMNS, "count_m", "count_n"]
    assert read[["record", "count_m", "count_n"]].fillna(-1).to_numpy().tolist() == [["x", -1, 1], ["y", 2, -1]]


def test_the_package_exports_both() -> None:
    assert sudoku_compare.bench is bench
    assert sudoku_compare.read_record is read_record
