"""The facts of a run: one schema, checked when it is read."""

import json
from pathlib import Path
from typing import Any

import pytest

from measuring import FACTS, make_facts
from sudoku_compare.benchmark.recording.facts import MAY_DIFFER, RULES, Environment, RunFacts, refuse_to_mix
from sudoku_compare.core.errors import RecordError

LIMITS = {"cpu_seconds", "memory", "program_memory", "output", "isolation", "programs", "cluster"}  # not in earlier
OPTIONAL = {"system", "version", "commit", "started", "puzzles", *LIMITS}
PROGRAM = {"version": "1.5", "command": ["cadical", "-q"]}


def test_facts_survive_json() -> None:
    assert RunFacts.from_json(json.loads(json.dumps(FACTS.as_json()))) == FACTS


def test_every_fact_has_a_rule() -> None:
    fields = {*Environment.__dataclass_fields__, *RunFacts.__dataclass_fields__} - {"environment"}
    assert fields == set(RULES) == set(FACTS.as_json())


@pytest.mark.parametrize("name", RULES)
def test_a_missing_fact_is_an_error_unless_it_is_optional(name: str) -> None:
    facts = FACTS.as_json()
    del facts[name]
    if name in OPTIONAL:
        assert RunFacts.from_json(facts).as_json()[name] is None
    else:
        with pytest.raises(ValueError, match=f"the fact {name} is missing"):
            RunFacts.from_json(facts)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("cpu", 5),
        ("system", 5),
        ("packages", []),
        ("packages", {"ortools": 9}),
        ("engines", []),
        ("engines", "reductio"),
        ("files", [1]),
        ("number", 0),
        ("box", "3x"),
        ("box", "3x300"),
        ("seconds", 0),
        ("seconds", True),
        ("seconds", float("inf")),
        ("rounds", 0),
        ("rounds", 1.0),
        ("seed", -1),
        ("isomorphs", True),
        ("jobs", 65),
        ("fingerprint", None),
        ("cpu_seconds", 0),
        ("memory", 0),
        ("memory", 1.5),
        ("program_memory", "2 GB"),
        ("output", -1),
        ("isolation", 5),
        ("programs", []),
        ("programs", {"cadical": "1.5"}),
        ("programs", {"cadical": PROGRAM | {"version": 1.5}}),
        ("programs", {"cadical": PROGRAM | {"command": "cadical"}}),
        ("programs", {"cadical": {"version": "1.5"}}),
        ("programs", {"cadical": PROGRAM | {"command": ["\x1b[31m"]}}),
    ],
)
def test_an_invalid_fact_is_an_error_that_says_what_was_expected(name: str, value: Any) -> None:
    with pytest.raises(ValueError, match=f"the fact {name}: expected .*, found"):
        RunFacts.from_json(FACTS.as_json() | {name: value})


def test_an_unknown_fact_is_ignored() -> None:
    assert RunFacts.from_json(FACTS.as_json() | {"weather": "fine"}) == FACTS


def test_only_the_place_and_time_of_a_resumed_run_may_differ() -> None:
    refuse_to_mix(Path("r"), FACTS, FACTS)
    for name, value in FACTS.as_json().items():
        changes = {"engines": ["sat"], "files": ["q.txt"], "packages": {"ortools": "9"}, "box": "3x3"}
        changes |= {"seconds": 9, "number": 7, "puzzles": 8, "cpu_seconds": 9.5, "memory": 10**9}
        changes |= {"program_memory": 10**9, "output": 10**6, "programs": {"cadical": PROGRAM}}
        other = changes.get(name, value + 1 if isinstance(value, int) else "other")
        now = RunFacts.from_json(FACTS.as_json() | {name: other})
        if name in MAY_DIFFER:
            refuse_to_mix(Path("r"), FACTS, now)
        else:
            with pytest.raises(RecordError, match=f"r: cannot be resumed: {name} was .* and is now"):
                refuse_to_mix(Path("r"), FACTS, now)


def test_every_difference_is_named() -> None:
    with pytest.raises(RecordError, match="rounds was 1 and is now 2; seed was 0 and is now 9"):
        refuse_to_mix(Path("r"), FACTS, make_facts(seed=9, rounds=2))
