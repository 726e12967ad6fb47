"""The charts and the page of a study: every bar and line has a label, and no bar stands on a logarithmic axis."""

import re

import pytest

from sudoku_compare.core.versions import find_version
from sudoku_compare.display import charts as chart_module
from sudoku_compare.display.chart_spec import VegaChart
from sudoku_compare.display.vega import load_vl_convert
from sudoku_compare.studies.charts import make_study_charts
from sudoku_compare.studies.outcome import Chart, Column, Kind, Mark, Outcome, Table
from sudoku_compare.studies.page import study_page
from sudoku_compare.studies.rated_puzzles import Known
from sudoku_compare.studies.registry import STUDIES, WITHOUT_PUZZLES, run_study
from sudoku_compare.studies.workload import Workload, choose_cases, read_cases

TIERS = (
    {"tier": "easy", "rule": "none", "share": 1.0, "tries": 0},
    {"tier": "easy", "rule": "some", "share": 0.5, "tries": 50_000},
)
BARS = Chart("bars", "Bars", "tier", "share", TIERS, "rule", Kind.SHARE)
CUT_OFF = (TIERS[0], {**TIERS[1], "label": "over 50,000"})
DOTS = Chart("dots", "Dots", "tier", "tries", CUT_OFF, "rule", mark=Mark.DOT)
LEVELS = Chart("levels", "Levels", "tier", "share", TIERS, "rule", Kind.SHARE, Mark.LINE)
NUMBERS = Chart("numbers", "Numbers", "n", "puzzles", ({"n": 0, "puzzles": 3}, {"n": 2, "puzzles": 1}), mark=Mark.LINE)
BAND = Chart(
    "band",
    "Band",
    "walks",
    "grids",
    (
        {"walks": 50, "grids": 6e21, "low": 5e21, "high": 7e21},
        {"walks": 60, "grids": 6.5e21, "low": 6e21, "high": 7e21},
    ),
    None,
    Kind.LARGE,
    Mark.BAND,
    truth=6.67e21,
)
CHARTS = (BARS, DOTS, LEVELS, NUMBERS, BAND)
FACTS = {"study": "techniques", "collection": "/home/me/a.txt, b.txt", "puzzles": 1234, "seed": 0}


def draw(chart: Chart) -> VegaChart:
    return make_study_charts(Outcome("a question", (), (), (chart,)))[chart.name]


def draw_svg(chart: VegaChart) -> str:
    svg: str = load_vl_convert().vegalite_to_svg(chart.spec)
    return svg


def list_axes(chart: VegaChart) -> list[str]:
    """Return `bar log` for each layer of bars that has a logarithmic axis, and so on."""
    found = []
    for layer in chart.spec["layer"]:
        mark = layer["mark"] if isinstance(layer["mark"], str) else layer["mark"]["type"]
        scales = [layer["encoding"].get(axis, {}).get("scale", {}).get("type", "linear") for axis in "xy"]
        found.append(f"{mark} {'log' if 'log' in scales else 'linear'}")
    return found


@pytest.mark.parametrize("chart", CHARTS, ids=lambda chart: chart.name)
def test_every_axis_and_series_has_a_name(chart: Chart) -> None:
    drawn = draw(chart)
    svg = draw_svg(drawn)
    assert f">{chart.y}<" in svg
    for value in chart.values if chart.series else ():
        assert value[chart.series] in drawn.legend
    assert ">null<" not in svg
    assert ">undefined<" not in svg


def test_every_bar_has_its_value_beside_it_and_no_axis_exceeds_all() -> None:
    svg = draw_svg(draw(BARS))
    assert ">100.0%<" in svg
    assert ">50.0%<" in svg
    assert ">120%<" not in svg


def test_dots_stand_on_a_logarithmic_axis_with_what_they_mean() -> None:
    chart = draw(DOTS)
    assert list_axes(chart) == ["point log", "text log"]
    svg = draw_svg(chart)
    assert ">0<" in svg  # drawn at 1
    assert ">over 50,000<" in svg


def test_the_parts_of_a_band_are_named_with_their_values() -> None:
    chart = draw(BAND)
    assert list(chart.legend) == ["estimate", "99% interval", "exact number"]
    interval = "99% interval (the band): 6.00e21 to 7.00e21"
    assert chart.note == f"After 60 walks: estimate 6.50e21, {interval}; exact number: 6.67e21."


def test_a_band_without_a_known_number_does_not_mention_one() -> None:
    chart = draw(Chart("b", "B", "walks", "grids", BAND.values, None, Kind.LARGE, Mark.BAND))
    assert list(chart.legend) == ["estimate", "99% interval"]
    assert "exact" not in chart.note


def test_the_page_has_version_and_date_and_words_for_its_facts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chart_module, "bundle_vega", lambda: "")
    table = Table("a table", (Column("tier", Kind.TEXT), Column("solved", Kind.SHARE)), (("easy", 0.5), ("hard", None)))
    outcome = Outcome("a question", ("an answer",), (table,), CHARTS)
    page = study_page(outcome, FACTS, make_study_charts(outcome))
    assert f"<b>sudoku-compare</b> {find_version('sudoku-compare')}" in page
    assert re.search(r"written on \d+ [A-Z][a-z]+ 20\d\d, \d\d:\d\d UTC", page)
    assert "1,234 from a.txt, b.txt" in page
    assert "/home/me" not in page
    assert '<td data-key="0.5">50.0%</td>' in page
    assert re.findall(r'data-chart="(\w+)"', page) == ["bars", "dots", "levels", "numbers", "band"]


@pytest.mark.slow
@pytest.mark.parametrize("name", STUDIES)
def test_no_study_has_bars_on_a_logarithmic_axis(name: str) -> None:
    cases = () if name in WITHOUT_PUZZLES else choose_cases(read_cases((), None, print), 10, 0)
    known = {case.entry.puzzle.text: Known(1.0 + number, {}) for number, case in enumerate(cases)}
    charts = make_study_charts(run_study(name, Workload(cases, samples=60, known=known)))
    assert charts
    for chart in charts.values():
        assert not {"bar log", "area log"} & set(list_axes(chart))
        assert draw_svg(chart).startswith("<svg")


def test_lines_of_times_stand_on_a_logarithmic_axis_with_their_intervals() -> None:
    values = (
        {"% given": 40, "engine": "sat", "PAR-2": 0.02, "low": 0.01, "high": 0.03},
        {"% given": 45, "engine": "sat", "PAR-2": 2.0, "low": None, "high": None},
    )
    chart = draw(Chart("times", "Times", "% given", "PAR-2", values, "engine", Kind.SECONDS, Mark.LINE))
    assert list_axes(chart) == ["line log", "point log", "rule log"]
    svg = draw_svg(chart)
    assert ">10 ms<" in svg
    assert ">PAR-2<" in svg
    without = draw(Chart("times", "Times", "% given", "PAR-2", values[1:], "engine", Kind.SECONDS, Mark.LINE))
    assert list_axes(without) == ["line log", "point log"]
