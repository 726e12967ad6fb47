"""A report of one record as lines and tables, whatever shows it."""

from collections.abc import Iterator

from ...display.numbers import format_count
from ..recording.facts import RunFacts
from ..statistics.summary import Summary
from .blocks import Block, Emphasis, Line
from .fact_words import describe_limits, is_led_from_elsewhere
from .machine_tables import (
    MOST_APART,
    make_common_tables,
    make_machine_table,
    make_short_table,
    make_time_tables,
)
from .tables import list_footnotes, make_preparation_table, make_tables

MOST_OBJECTIONS = 20  # shown in the report; the record has all of them


def make_blocks(summary: Summary) -> Iterator[Block]:
    """Yield the report in order: objections, tables, the circumstances of the run, and the result in sentences.

    The tables of several machines are apart.
    """
    for objection in summary.objections[:MOST_OBJECTIONS]:
        yield Line(str(objection), Emphasis.OBJECTION)
    if len(summary.objections) > MOST_OBJECTIONS:
        more = format_count(len(summary.objections) - MOST_OBJECTIONS, "more objection")
        yield Line(f"and {more}", Emphasis.OBJECTION)
    if machines := make_machine_table(summary):
        yield machines
    yield from _make_tables_of_machines(summary) if summary.has_several_machines else make_tables(summary)
    if preparation := make_preparation_table(summary):
        yield preparation
    yield from map(Line, list_footnotes(summary))
    led = "led from: " if is_led_from_elsewhere(summary) else ""
    yield Line(led + format_facts(summary.facts))
    for sentence in summary.sentences:
        yield Line(sentence, Emphasis.RESULT)


def _make_tables_of_machines(summary: Summary) -> Iterator[Block]:
    if len(summary.measuring) <= MOST_APART:
        yield from make_time_tables(summary)
    else:
        yield make_short_table(summary)
    yield make_common_tables(summary)[-1]


def format_facts(facts: RunFacts) -> str:
    """Return where and how the run was made, on one line."""
    packages = [f"{name} {version}" for name, version in facts.environment.packages.items()]
    rounds = format_count(facts.rounds, "round")
    python = f"Python {facts.environment.python}"
    programs = [f"{name} {one['version'] or 'of unknown version'}" for name, one in (facts.programs or {}).items()]
    run = [f"seed {facts.seed}", rounds, describe_limits(facts)]
    return "; ".join([facts.environment.cpu, python, *packages, *programs, *run])
