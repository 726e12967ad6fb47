"""A run from the request to the conclusion."""

from dataclasses import replace
from pathlib import Path

import pytest

from making import EASY, NONE, TWO
from measuring import Faulty, make_facts
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


@pytest.mark.parametrize(
    "places",
    [
        [{"cluster": None, "jobs": 2}, {"cluster": None, "jobs": 2}, {}],
        [
            {"cluster": None, "jobs": 2},
            {"cluster": "local:3"},
            {"cluster": None, "jobs": 4},
            {"cluster": None, "jobs": 4},
        ],
        [{"cluster": "local:3"}, {}, {"cluster": None, "jobs": 1}, {"cluster": "local:1"}, {}],
    ],
)
def test_a_run_on_a_cluster_is_continued_again_and_again_elsewhere(
    request_: BenchRequest, places: list[dict[str, object]]
) -> None:
    record = prepare(replace(request_, cluster="local:2"), lambda error: None).create_record("one")
    record.close()
    expected: dict[str, object] = {"cluster": "local:2", "jobs": 1}
    for place in places:
        run = prepare(load_request("one", **place), lambda error: None)
        run.resume_record("one").close()
        expected |= place
        facts = Record.open(record.path).facts
        assert {"cluster": facts.cluster, "jobs": facts.jobs} == expected


def test_a_cluster_run_that_was_continued_with_two_jobs_keeps_them(request_: BenchRequest) -> None:
    prepare(replace(request_, cluster="local:2"), lambda error: None).create_record("one").close()
    prepare(load_request("one", cluster=None, jobs=2), lambda error: None).resume_record("one").close()
    run = prepare(load_request("one", jobs=3), lambda error: None)
    with pytest.raises(RecordError, match="jobs was 2 and is now 3"):
        run.resume_record("one")


def test_a_complete_record_keeps_the_place_of_its_searches(request_: BenchRequest) -> None:
    run = prepare(request_, lambda error: None)
    record = run.create_record("one")
    list(run.measure(record))
    record.close()
    prepare(load_request("one", cluster="local:2"), lambda error: None).resume_record("one").close()
    assert Record.open(record.path).facts == run.facts


def test_a_run_with_an_engine_that_cannot_be_sent_does_not_connect_to_a_cluster(request_: BenchRequest) -> None:
    run = prepare(replace(request_, engines=(Faulty(),), cluster="tcp://192.0.2.1:1"), lambda error: None)
    with pytest.raises(OptionError, match="engine wrong: an engine object cannot be sent"), run.open_place():
        pass


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
