"""The page of a benchmark: the result first, facts in words, and nothing that only a program can read."""

import re
from dataclasses import replace
from html import unescape

import pytest

from making import EASY
from measuring import make_facts, make_measurement, make_record
from sudoku_compare.benchmark.recording.facts import Environment
from sudoku_compare.benchmark.recording.record import Preparation, PuzzleRow, Record
from sudoku_compare.benchmark.report.charts import make_charts
from sudoku_compare.benchmark.report.fact_words import describe_facts
from sudoku_compare.benchmark.report.page import bench_page
from sudoku_compare.benchmark.statistics.summary import Objection, Summary, summarize
from sudoku_compare.display import charts as chart_module

FACTS = make_facts(engines=("reductio", "sat"))


@pytest.fixture(autouse=True)
def _without_the_bundle(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bundling the library that draws takes seconds, and no test here draws."""
    monkeypatch.setattr(chart_module, "bundle_vega", lambda: "")


def make_run(**changes: object) -> Record:
    puzzle = [make_measurement("reductio", 0.001), make_measurement("sat", 0.01)]
    unsettled = [make_measurement("reductio", 0.002), make_measurement("sat", 5.0, verdict="unknown")]
    return make_record(replace(FACTS, **changes), puzzle, unsettled, tiers="ab")


def render(record: Record, summary: Summary | None = None) -> str:
    summary = summary or summarize(record)
    return bench_page(summary, make_charts(record, summary))


def read_text(page: str) -> str:
    """Return what a reader sees."""
    body = page.partition("<body>")[2]
    without_scripts = re.sub(r"<(script|style)\b.*?</\1>", " ", body, flags=re.DOTALL)
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", without_scripts)).split())


def find_order(page: str, *parts: str) -> list[int]:
    assert all(part in page for part in parts), [part for part in parts if part not in page]
    return [page.index(part) for part in parts]


def test_the_result_comes_first_then_contents_tiers_charts_and_facts() -> None:
    page = render(make_run())
    order = find_order(
        page,
        "reductio was 10.0 times as fast as sat",
        "all: 2 puzzles",
        'data-chart="cactus"',
        'aria-label="Contents"',
        'id="tier-1"',
        'id="tier-2"',
        'data-chart="tiers"',
        'data-chart="scatter"',
        'id="pairs"',
        'id="facts"',
        "<dialog",
    )
    assert order == sorted(order)


def test_every_link_of_the_contents_leads_somewhere() -> None:
    page = render(make_run())
    links = re.findall(r'href="#([^"]+)"', page)
    assert len(links) > 5
    assert set(links) <= set(re.findall(r' id="([^"]+)"', page))


def test_objections_stand_before_everything_else() -> None:
    record = make_run()
    summary = replace(summarize(record), objections=(Objection("/home/me/p.txt:3", 0, "answers differ"),))
    page = render(record, summary)
    order = find_order(page, '<p class="objection">objection: p.txt:3, round 0: answers differ</p>', 'class="lead"')
    assert order == sorted(order)


@pytest.mark.parametrize("box", [None, "3x3"])
def test_nothing_on_the_page_is_written_for_programs(box: str | None) -> None:
    environment = Environment(cpu="a CPU", python="3.11", packages={"ortools": None})
    facts = {"environment": environment, "started": None, "files": (), "seconds": None, "number": None, "box": box}
    text = read_text(render(make_run(**facts)))
    assert not re.search(r"null|None|True|False|[\[\]{}]", text), text
    assert "not known" in text


def test_no_path_of_the_machine_is_on_the_page() -> None:
    record = make_record(replace(FACTS, files=("/home/me/p.txt",), collection="/home/me/p.txt", folder="/home/me"))
    measurements = [make_measurement("reductio", 0.001), make_measurement("sat", 0.01)]
    record.add(PuzzleRow(0, "/home/me/p.txt:1", "p.txt", "3x3", EASY), measurements, [])
    record.commit()
    page = render(record)
    assert "/home/me" not in page
    assert "/somewhere" not in page
    assert "slowest on p.txt:1" in page


def test_tiers_with_the_same_file_name_stay_apart() -> None:
    record = make_record(FACTS)
    for number, tier in enumerate(("/x/a/p.txt", "/x/b/p.txt")):
        record.add(PuzzleRow(number, f"{tier}:1", tier, "3x3", EASY), [make_measurement("reductio", puzzle=number)], [])
    record.commit()
    text = read_text(render(record))
    assert "a/p.txt: 1 puzzle" in text
    assert "b/p.txt: 1 puzzle" in text
    assert "/x/" not in text


def test_a_header_sorts_by_the_numbers_behind_the_texts() -> None:
    page = render(make_run())
    assert page.count("<th scope") == page.count('<button type="button">') + 3  # the dialog's own table is not sorted
    assert '<td data-key="0.0015">1.50 ms</td>' in page
    assert "<td>-</td>" in page


def test_what_engines_prepare_is_shown_before_the_facts() -> None:
    record = make_run()
    preparation = (Preparation("reductio", "3x3", 0.5, 0.012, 0.002), Preparation("sat", "3x3", None, None, None))
    page = render(record, replace(summarize(record), preparation=preparation))
    order = find_order(page, 'id="pairs"', 'id="preparation"', '<td data-key="0.5">500 ms</td>', 'id="facts"')
    assert order == sorted(order)
    assert 'id="preparation"' not in render(record)


def test_a_record_without_measurements_says_so() -> None:
    page = render(make_record(FACTS))
    assert "Nothing has been measured yet." in page
    assert "<figure" not in page


def test_an_engine_is_marked_with_its_style_in_every_table() -> None:
    page = render(make_run())
    cells = re.findall(r'<td class="text">(.*?)</td>', page)
    assert cells
    assert all("<svg" in cell for cell in cells if cell.endswith(("reductio", "sat")))


def test_a_name_is_shown_as_it_is_and_not_run() -> None:
    page = render(make_run(files=("<script>alert(1)<script>.txt",)))
    assert "<script>alert" not in page
    assert "&lt;script&gt;alert(1)&lt;" in page


def test_the_facts_are_in_words() -> None:
    facts = make_facts(
        files=("/a/p.txt", "q.txt"), number=1200, seconds=0.005, rounds=3, isomorphs=1, jobs=2, box="2x3", seed=7
    )
    words = describe_facts(facts)
    assert words["puzzles"] == "1,200 of p.txt, q.txt"
    assert words["time limit"] == "5 ms per engine and puzzle"
    assert words["rounds"] == "each puzzle measured 3 times"
    assert words["isomorphs added to each puzzle"] == "1 random isomorph"
    assert words["boxes"] == "2x3"
    assert words["started"] == "1 January 2024, 00:00 UTC"
    assert words["sudoku-compare"] == "1, commit abc"
    assert "folder" not in words


def test_what_is_not_known_is_said_so() -> None:
    environment = Environment(cpu="", python="3.11", packages={"ortools": None, "x": "2"})
    words = describe_facts(make_facts(environment=environment, started=None, seconds=None, files=()))
    assert words["processor"] == words["system"] == words["started"] == "not known"
    assert words["sudoku-compare"] == "version not known"
    assert words["packages"] == "ortools (not known), x 2"
    assert words["time limit"] == "none"
    assert words["puzzles"] == "the shipped puzzles"
