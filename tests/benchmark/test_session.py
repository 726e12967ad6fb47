"""A run from the request to the conclusion."""

from pathlib import Path

import pytest

from making import EASY, NONE, TWO
from measuring import make_facts
from sudoku_compare.benchmark.gate.baseline import make_baseline
from sudoku_compare.benchmark.measurement.plan import BenchRequest
from sudoku_compare.benchmark.recording.record import Record
from sudoku_compare.benchmark.session import Progress, conclude, load_request, prepare
from sudoku_compare.benchmark.statistics.summary import summarize
from sudoku_compare.core.errors import OptionError, RecordError, UserError


@pytest.fixture
def request_(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> BenchRequest:
    monkeypatch.chdir(tmp_path)
    Path("p.txt").write_text(f"{EASY}\n{TWO}\nnot a puzzle\n{NONE}\n")
    facts = make_facts(files=("p.txt",), folder=str(tmp_path), engines=("reductio",), rounds=2)
    return BenchRequest.from_facts(facts)


def test_preparing_a_run_reports_errors_and_counts_puzzles(request_: BenchRequest) -> None:
    errors: list[UserError] = []
    run = prepare(request_, errors.append)
    assert [str(error).startswith("p.txt:3: ") for error in errors] == [True]
    assert (run.census.puzzles, len(run.census.shapes)) == (3, 1)
    assert (run.facts.files, run.facts.fingerprint) == (("p.txt",), run.census.fingerprint)


def test_a_run_without_puzzles_is_refused(request_: BenchRequest) -> None:
    Path("p.txt").write_text("# nothing\n")
    with pytest.raises(OptionError, match="no puzzles to measure"):
        prepare(request_, print)


def test_progress_counts_rounds_also_when_a_run_is_resumed(request_: BenchRequest) -> None:
    run = prepare(request_, lambda error: None)
    record = run.create_record("one")
    steps = run.measure(record)
    assert next(steps) == Progress(1, 6)
    steps.close()
    done = record.count_finished_rounds()
    record.close()
    run = prepare(load_request("one"), lambda error: None)
    assert list(run.measure(run.resume_record("one"))) == [Progress(n, 6) for n in range(done + 1, 7)]


def test_the_record_of_a_different_run_is_not_resumed(request_: BenchRequest) -> None:
    prepare(request_, lambda error: None).create_record("one").close()
    run = prepare(load_request("one", seed=9), lambda error: None)
    with pytest.raises(RecordError, match="seed was 0 and is now 9"):
        run.resume_record("one")


def test_a_run_is_no_worse_than_itself_and_reproduces_no_disagreement(request_: BenchRequest) -> None:
    run = prepare(request_, lambda error: None)
    record = run.create_record("one")
    list(run.measure(record))
    conclusion = conclude(run, record, summarize(record), make_baseline(record))
    assert conclusion.reproducers == ()
    assert conclusion.comparison
    assert (conclusion.comparison.regressions, conclusion.comparison.scope) == ((), "verdicts and counts")
    assert conclude(run, record, summarize(record), None).comparison is None
    assert Record.open(record.path).facts == run.facts
