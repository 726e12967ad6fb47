"""The baseline that a run makes, and the file that holds it."""

import json
import math
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from measuring import (
    FACTS,
    make_baseline_of,
    make_cluster_record,
    make_facts,
    make_machine,
    make_measurement,
    make_record,
)
from sudoku_compare.benchmark.gate.baseline import Baseline, Claim, load_baseline, make_baseline, save_baseline
from sudoku_compare.benchmark.recording.record import Measurement, Record
from sudoku_compare.core.errors import SourceError

CLAIMS = {
    "reductio": Claim("unique", {"assumptions": 1000, "deepest": 5}),
    "sat": Claim("unique", {"conflicts": 3}),
}
SMALL = make_baseline_of(
    puzzles={"a": CLAIMS, "b": CLAIMS}, times={"reductio": {"a": 0.5, "b": 0.25}, "sat": {"b": 4.0}}
)


def test_a_baseline_holds_the_claims_of_the_first_round() -> None:
    def measure(engine: str, round: int, verdict: str, nodes: int) -> Any:
        return make_measurement(engine, round=round, verdict=verdict, counts={"nodes": nodes})

    first = [measure("a", 0, "unique", 5), measure("a", 1, "unknown", 6), measure("b", 0, "multiple", 7)]
    second = [measure("b", 2, "unknown", 9), measure("b", 0, "solved", 8), measure("b", 1, "unsolvable", 10)]
    assert make_baseline(make_record(make_facts(engines=("b", "a"), rounds=3), first, second)).puzzles == {
        "p0": {"a": Claim("unique", {"nodes": 5}), "b": Claim("multiple", {"nodes": 7})},
        "p1": {"b": Claim("solved", {"nodes": 8})},
    }


def test_a_baseline_has_the_facts_of_its_run() -> None:
    environment = replace(FACTS.environment, packages={"python-sat": "1.8", "ortools": None})
    facts = make_facts(engines=("b", "a"), environment=environment)
    baseline = make_baseline(make_record(facts, [make_measurement("a"), make_measurement("b")]))
    assert (baseline.collection, baseline.fingerprint) == (facts.collection, facts.fingerprint)
    assert (baseline.cpu, baseline.python, baseline.packages) == ("a CPU", "3.11", environment.packages)
    assert baseline.engines == ["a", "b"]


def make_calibrated_record(calibrations: dict[tuple[int, int], float], *puzzles: list[Measurement]) -> Record:
    """Return the record of two engines with these times of the calibration work by puzzle and round."""
    record = make_record(make_facts(engines=("b", "a"), rounds=3), *puzzles)
    for (puzzle, round), cpu in calibrations.items():
        record.add_calibration(puzzle, round, cpu, 1)
    record.commit()
    return record


def measure_processor(engine: str, *cpus: float | None, **changes: Any) -> list[Measurement]:
    """Return one measurement per round, with these processor times."""
    return [make_measurement(engine, 50.0, cpu=cpu, round=n, **changes) for n, cpu in enumerate(cpus)]


def test_the_time_of_an_engine_is_its_processor_time_divided_by_that_of_the_calibration_work() -> None:
    puzzles = [[*measure_processor("a", 6.0), *measure_processor("b", 1.0)], measure_processor("b", 1.0)]
    baseline = make_baseline(make_calibrated_record({(0, 0): 2.0, (1, 0): 8.0}, *puzzles))
    assert baseline.times == {"b": {"p0": 0.5, "p1": 0.125}, "a": {"p0": 3.0}}


def test_each_round_is_divided_by_its_own_calibration_and_the_median_of_the_rounds_is_kept() -> None:
    calibrations = {(0, 0): 1.0, (0, 1): 2.0, (0, 2): 100.0, (1, 1): 2.0}
    puzzles = [measure_processor("a", 3.0, 8.0, 90.0), measure_processor("a", 3.0, 10.0, 90.0)]
    baseline = make_baseline(make_calibrated_record(calibrations, *puzzles))
    assert baseline.times["a"] == {"p0": 3.0, "p1": 5.0}


@pytest.mark.parametrize(
    ("rounds", "calibrations"),
    [
        (measure_processor("a", 3.0), {}),
        (measure_processor("a", 3.0), {(0, 1): 1.0, (1, 0): 1.0}),
        (measure_processor("a", 3.0), {(0, 0): 0.0}),
        (measure_processor("a", None), {(0, 0): 1.0}),
        (measure_processor("a", 0.0), {(0, 0): 1.0}),
        (measure_processor("a", 3.0, verdict="unknown"), {(0, 0): 1.0}),
        ([*measure_processor("a", 3.0), make_measurement("a", verdict="unknown", cpu=9.0, round=1)], {(0, 0): 1.0}),
    ],
)
def test_a_search_without_processor_time_calibration_or_verdict_has_no_time(
    rounds: list[Measurement], calibrations: dict[tuple[int, int], float]
) -> None:
    baseline = make_baseline(make_calibrated_record(calibrations, rounds))
    assert baseline.times == {"a": {}, "b": {}}
    assert list(baseline.puzzles["p0"]) == ["a"]


def test_a_time_is_kept_with_four_digits() -> None:
    baseline = make_baseline(make_calibrated_record({(0, 0): 3.0}, measure_processor("a", 2.0)))
    assert baseline.times["a"] == {"p0": 0.6667}


def test_a_baseline_is_saved_with_one_line_per_puzzle_and_loaded_again(tmp_path: Path) -> None:
    path = tmp_path / "b.json"
    save_baseline(path, SMALL)
    claims = '{"reductio": ["unique", {"assumptions": 1000, "deepest": 5}], "sat": ["unique", {"conflicts": 3}]}'
    assert path.read_text().splitlines() == [
        "{",
        '  "schema": 2,',
        '  "collection": "two puzzles",',
        '  "fingerprint": "0123",',
        '  "cpu": "a CPU",',
        '  "python": "3.11",',
        '  "packages": {"python-sat": "1"},',
        '  "times": {',
        '    "reductio": [0.5, 0.25],',
        '    "sat": [null, 4.0]',
        "  },",
        '  "puzzles": {',
        f'    "a": {claims},',
        f'    "b": {claims}',
        "  }",
        "}",
    ]
    assert path.read_text().endswith("}\n")
    assert load_baseline(path) == SMALL


def test_a_baseline_without_times_puzzles_or_packages_is_loaded_again(tmp_path: Path) -> None:
    bare = make_baseline_of(packages={"ortools": None})
    save_baseline(tmp_path / "b.json", bare)
    assert load_baseline(tmp_path / "b.json") == bare
    assert bare.engines == []


@pytest.mark.parametrize("text", ["", "{", "\xff", '{"schema": 1'])
def test_a_file_that_is_not_json_is_not_a_baseline(text: str, tmp_path: Path) -> None:
    path = tmp_path / "b.json"
    path.write_bytes(text.encode("latin-1"))
    with pytest.raises(SourceError, match=f"^{re.escape(str(path))}: not a baseline: expected JSON$"):
        load_baseline(path)


@pytest.mark.parametrize("text", ["[]", "1", "null", '"schema"', "{}", '{"schema": "2"}', '{"schema": null}'])
def test_json_without_the_version_is_not_a_baseline(text: str, tmp_path: Path) -> None:
    path = tmp_path / "b.json"
    path.write_text(text)
    with pytest.raises(SourceError) as raised:
        load_baseline(path)
    assert str(raised.value) == f'{path}: not a baseline: expected a JSON object with "schema": 2'


@pytest.mark.parametrize("version", [1, 3])
def test_a_baseline_of_another_version_is_refused(version: int, tmp_path: Path) -> None:
    path = tmp_path / "b.json"
    path.write_text(json.dumps(SMALL.as_json() | {"schema": version}))
    with pytest.raises(SourceError) as raised:
        load_baseline(path)
    message = f"expected a baseline of version 2, found version {version}; save a new one"
    assert str(raised.value) == f"{path}: {message}"


def test_a_baseline_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    for path, reason in ((tmp_path / "absent", "No such file or directory"), (tmp_path, "Is a directory")):
        with pytest.raises(SourceError) as raised:
            load_baseline(path)
        assert str(raised.value) == f"{path}: {reason}; expected a baseline"


DAMAGE: dict[str, dict[str, Any]] = {
    "the collection is a number": {"collection": 5},
    "the collection is null": {"collection": None},
    "the fingerprint is a number": {"fingerprint": 5},
    "the packages are a list": {"packages": ["python-sat"]},
    "the processor is null": {"cpu": None},
    "the version of Python is a number": {"python": 3.11},
    "the times are a list": {"times": [[2.0, 1.9]]},
    "the times of an engine are a number": {"times": {"sat": 2.0}},
    "the times of an engine are an object": {"times": {"sat": {"a": 2.0, "b": 2.0}}},
    "the times of an engine are a text": {"times": {"sat": "12"}},
    "the times of an engine are null": {"times": {"sat": None}},
    "a time is missing": {"times": {"sat": [2.0]}},
    "there is a time too many": {"times": {"sat": [2.0, 1.9, 2.1]}},
    "there are no times": {"times": {"sat": []}},
    "a time is a word": {"times": {"sat": [2.0, "low"]}},
    "a time is true": {"times": {"sat": [True, 1.9]}},
    "a time is 0": {"times": {"sat": [0.0, 2.1]}},
    "a time is negative": {"times": {"sat": [-2.0, 2.1]}},
    "a time is not a number": {"times": {"sat": [1.9, math.nan]}},
    "a time is infinite": {"times": {"sat": [math.inf, 1.9]}},
    "the times of the second engine": {"times": {"sat": [2.0, 1.9], "reductio": [2.0]}},
    "the puzzles are a list": {"times": {}, "puzzles": ["a"]},
    "a puzzle has a list": {"times": {}, "puzzles": {"a": ["unique"]}},
    "a puzzle has nothing": {"times": {}, "puzzles": {"a": {}, "c": None}},
    "a claim is a verdict only": {"times": {}, "puzzles": {"a": {"sat": ["unique"]}}},
    "a claim is a text": {"times": {}, "puzzles": {"a": {"sat": "unique"}}},
    "a claim has too much": {"times": {}, "puzzles": {"a": {"sat": ["unique", {}, {}]}}},
    "a verdict is a number": {"times": {}, "puzzles": {"a": {"sat": [1, {}]}}},
    "the counts are a list": {"times": {}, "puzzles": {"a": {"sat": ["unique", [3]]}}},
    "a count is a text": {"times": {}, "puzzles": {"a": {"sat": ["unique", {"conflicts": "many"}]}}},
    "a count is a fraction": {"times": {}, "puzzles": {"a": {"sat": ["unique", {"nodes": 1, "conflicts": 1.5}]}}},
    "a count is true": {"times": {}, "puzzles": {"a": {"sat": ["unique", {"conflicts": True}]}}},
    "the second engine": {"times": {}, "puzzles": {"a": {"reductio": ["unique", {}], "sat": 7}}},
}


def refuse_to_load(path: Path, values: dict[str, Any]) -> None:
    path.write_text(json.dumps(values))
    with pytest.raises(SourceError) as raised:
        load_baseline(path)
    assert str(raised.value) == f"{path}: damaged baseline (incomplete or invalid); save a new one"


@pytest.mark.parametrize("damage", DAMAGE)
def test_a_damaged_baseline_is_refused(damage: str, tmp_path: Path) -> None:
    refuse_to_load(tmp_path / "b.json", SMALL.as_json() | DAMAGE[damage])


@pytest.mark.parametrize("name", ["collection", "fingerprint", "cpu", "python", "packages", "times", "puzzles"])
def test_a_baseline_that_misses_a_part_is_refused(name: str, tmp_path: Path) -> None:
    values = SMALL.as_json()
    del values[name]
    refuse_to_load(tmp_path / "b.json", values)


def test_whole_numbers_are_times_too() -> None:
    assert Baseline.from_json(SMALL.as_json() | {"times": {"sat": [2, 1]}}).times["sat"] == {"a": 2, "b": 1}


def test_a_time_is_divided_by_the_calibration_work_of_its_own_machine() -> None:
    machines = [make_machine(1), make_machine(2, cpu="CPU 2")]
    rows = [make_measurement("a", machine=1, cpu=4.0), make_measurement("b", machine=2, cpu=400.0)]
    record = make_cluster_record(make_facts(engines=("a", "b")), machines, rows, [rows[1]])
    record.add_calibration(0, 0, 2.0, 1)  # b had to be repeated on the second machine, without that work
    record.add_calibration(1, 0, 200.0, 2)
    record.commit()
    baseline = make_baseline(record)
    assert baseline.times == {"a": {"p0": 2.0}, "b": {"p1": 2.0}}
    assert (baseline.cpu, baseline.python) == ("a CPU, CPU 2", "3.11")
