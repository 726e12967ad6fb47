"""The charts of a benchmark: what is measured, what was not settled, and how engines are told apart."""

from typing import Any

import pytest

from making import EASY
from measuring import make_facts, make_measurement, make_record
from sudoku_compare.benchmark.recording.record import Record
from sudoku_compare.benchmark.report import chart_data
from sudoku_compare.benchmark.report.charts import make_charts
from sudoku_compare.benchmark.statistics.summary import summarize
from sudoku_compare.display.chart_spec import VegaChart
from sudoku_compare.display.engine_style import ENGINE_STYLES
from sudoku_compare.display.vega import load_vl_convert

LIMIT = 0.5
UNSETTLED = {"verdict": "unknown", "ending": "timed_out"}
FACTS = make_facts(engines=("reductio", "sat"), seconds=LIMIT)


def make_two_tiers() -> Record:
    """Return a record in which sat does not settle the last puzzle, and takes longer than its limit."""
    times = [(0.001, 0.010), (0.002, 0.020), (0.003, 0.030), (0.004, 0.040)]
    puzzles = [[make_measurement("reductio", one), make_measurement("sat", other)] for one, other in times]
    puzzles.append([make_measurement("reductio", 0.1), make_measurement("sat", 0.7, **UNSETTLED)])
    return make_record(FACTS, *puzzles, tiers="aaaab")


def draw(record: Record) -> dict[str, VegaChart]:
    return make_charts(record, summarize(record))


def values_of(chart: VegaChart) -> list[dict[str, Any]]:
    values: list[dict[str, Any]] = chart.spec["data"]["values"]
    return values


def find_scales(spec: Any, channel: str) -> list[dict[str, Any]]:
    """Return the scales of a channel in all layers."""
    layers = spec.get("layer", [spec])
    return [layer["encoding"][channel]["scale"] for layer in layers if "scale" in layer["encoding"].get(channel, {})]


def test_every_chart_can_be_drawn() -> None:
    for chart in draw(make_two_tiers()).values():
        assert load_vl_convert().vegalite_to_svg(chart.spec).startswith("<svg")


def test_the_order_of_the_charts() -> None:
    assert list(draw(make_two_tiers())) == ["cactus", "tiers", "scatter", "split", "virtual-best"]


def test_one_engine_has_no_chart_that_compares() -> None:
    record = make_record(make_facts(engines=("reductio",)), [make_measurement("reductio")])
    assert list(draw(record)) == ["cactus", "tiers", "split"]


def test_a_run_that_settled_nothing_has_no_chart_of_settled_times() -> None:
    record = make_record(FACTS, [make_measurement("reductio", **UNSETTLED), make_measurement("sat", **UNSETTLED)])
    assert list(draw(record)) == ["scatter", "split", "virtual-best"]


def test_the_cactus_counts_settled_puzzles_only_on_an_axis_for_all() -> None:
    cactus = draw(make_two_tiers())["cactus"]
    curve = [(value["settled"], value["seconds"]) for value in values_of(cactus) if value["series"] == "sat"]
    assert curve == [(1, 0.01), (2, 0.02), (3, 0.03), (4, 0.04)]
    assert cactus.spec["layer"][0]["encoding"]["x"]["scale"]["domain"] == [0, 5]


def test_a_long_curve_keeps_its_ends_and_few_of_its_points() -> None:
    puzzles = [[make_measurement("reductio", number / 1000)] for number in range(1, 1001)]
    cactus = draw(make_record(make_facts(engines=("reductio",)), *puzzles))["cactus"]
    curve = [(value["settled"], value["seconds"]) for value in values_of(cactus)]
    assert curve[0] == (1, 0.001)
    assert curve[-1] == (1000, 1.0)
    assert 200 < len(curve) <= 301


def test_boxes_cover_settled_searches_only() -> None:
    boxes = {(value["tier"], value["series"]): value for value in values_of(draw(make_two_tiers())["tiers"])}
    assert set(boxes) == {("a", "reductio"), ("a", "sat"), ("b", "reductio")}
    box = boxes["a", "sat"]
    assert [box[name] for name in ("least", "low", "median", "high", "most")] == [0.01, 0.0175, 0.025, 0.0325, 0.04]
    assert box["puzzles"] == 4


def test_an_unsettled_search_is_a_hollow_point_at_the_time_limit() -> None:
    """Not at the time after which it was stopped: that would look like a time that settled the puzzle."""
    scatter = draw(make_two_tiers())["scatter"]
    last = values_of(scatter)[-1]
    assert (last["seconds"], last["reference"], last["settled"]) == (LIMIT, 0.1, False)
    assert last["times"] == "not settled in 700 ms, 100 ms"
    hollow = [layer for layer in scatter.spec["layer"] if layer.get("transform") == [{"filter": "!datum.settled"}]]
    assert [layer["mark"].get("filled", False) for layer in hollow] == [False]
    labels = [layer["data"]["values"][0]["label"] for layer in scatter.spec["layer"] if "rule" in str(layer["mark"])]
    assert labels == ["not settled within 500 ms"]


def test_unsettled_searches_that_gave_up_early_do_not_stretch_the_axis_to_the_limit() -> None:
    early = [make_measurement("reductio", 0.001), make_measurement("sat", 0.002, verdict="unknown", ending="stuck")]
    settled = [make_measurement("reductio", 0.001), make_measurement("sat", 0.003)]
    point = values_of(draw(make_record(make_facts(engines=FACTS.engines, seconds=10.0), settled, early))["scatter"])[1]
    assert point["seconds"] == 0.006


def test_no_line_of_equal_ratios_ends_in_the_label_of_unsettled_searches() -> None:
    times = [(0.6, 0.2), (0.3, 0.001)]  # one is settled just after the limit
    settled = [[make_measurement("reductio", one), make_measurement("sat", other)] for one, other in times]
    stopped = [make_measurement("reductio", 0.7, **UNSETTLED), make_measurement("sat", 0.002)]
    scatter = draw(make_record(FACTS, *settled, stopped))["scatter"]
    ends = [
        row for layer in scatter.spec["layer"] for row in layer.get("data", {}).get("values", []) if "is_end" in row
    ]
    assert {row["label"] for row in ends} >= {"1/100", "1/10"}
    assert max(row["reference"] for row in ends) == 0.6


def test_the_points_of_an_engine_that_was_not_asked_about_a_puzzle_are_missing() -> None:
    record = make_record(FACTS, [make_measurement("reductio"), make_measurement("sat")], [make_measurement("sat")])
    assert len(values_of(draw(record)["scatter"])) == 1


def test_each_point_opens_its_puzzle() -> None:
    scatter = draw(make_two_tiers())["scatter"]
    details = scatter.details[values_of(scatter)[-1]["details"]]
    assert details["id"] == "p4"
    assert details["tier"] == "b"
    assert details["command"] == f"sudoku-compare solve {EASY}"
    assert details["times"] == [["100 ms", "unique"], ["700 ms", "not settled"]]


def test_of_many_puzzles_a_sample_is_drawn_and_the_note_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chart_data, "MOST_PUZZLES", 3)
    scatter = draw(make_two_tiers())["scatter"]
    assert len(values_of(scatter)) == 3
    assert scatter.note.endswith("Shown: 3 puzzles of 5, drawn at random.")


def test_the_parts_of_the_time_of_an_engine_add_up() -> None:
    record = make_record(FACTS, [make_measurement("reductio", 3.0, build=1.0), make_measurement("sat")])
    shares = [(value["share"], value["label"]) for value in values_of(draw(record)["split"])]
    assert shares[:3] == [(0.25, "build 25%"), (0.0, "first 0%"), (0.75, "settle 75%")]


def test_the_cost_of_leaving_an_engine_out_counts_unsettled_puzzles_as_twice_the_limit() -> None:
    one = [make_measurement("reductio", 0.1), make_measurement("sat", 0.2)]
    other = [make_measurement("reductio", 0.1), make_measurement("sat", **UNSETTLED)]
    bars = {
        value["engines"]: value["seconds"] for value in values_of(draw(make_record(FACTS, one, other))["virtual-best"])
    }
    assert bars == pytest.approx({"all engines": 0.1, "without reductio": (0.2 + 2 * LIMIT) / 2, "without sat": 0.1})


def test_without_a_limit_only_puzzles_that_all_settled_have_a_cost() -> None:
    one = [make_measurement("reductio", 0.1), make_measurement("sat", 0.2)]
    other = [make_measurement("reductio", 5.0), make_measurement("sat", **UNSETTLED)]
    record = make_record(make_facts(engines=FACTS.engines, seconds=None), one, other)
    bars = {value["engines"]: value["seconds"] for value in values_of(draw(record)["virtual-best"])}
    assert bars == pytest.approx({"all engines": 0.1, "without reductio": 0.2, "without sat": 0.1})


@pytest.mark.parametrize("engines", [("reductio", "sat"), ("sat", "reductio")])
def test_an_engine_has_its_colour_whatever_its_place_in_the_run(engines: tuple[str, str]) -> None:
    puzzle = [make_measurement("reductio"), make_measurement("sat")]
    charts = draw(make_record(make_facts(engines=engines), puzzle, puzzle))
    for name in ("cactus", "tiers", "split"):
        for scale in find_scales(charts[name].spec, "color"):
            colours = dict(zip(scale["domain"], scale["range"], strict=True))
            assert colours == {engine: ENGINE_STYLES[engine].colour for engine in engines}


def test_lines_differ_by_dash_and_points_by_shape() -> None:
    charts = draw(make_two_tiers())
    [dashes] = find_scales(charts["cactus"].spec, "strokeDash")
    assert dashes["range"] == [list(ENGINE_STYLES[engine].dash) for engine in FACTS.engines]
    for name, engines in (("cactus", FACTS.engines), ("tiers", FACTS.engines), ("scatter", ("sat",))):
        for shapes in find_scales(charts[name].spec, "shape"):
            assert shapes["range"] == [ENGINE_STYLES[engine].shape for engine in engines]


def test_no_bar_is_drawn_from_zero_on_a_logarithmic_axis() -> None:
    """The boxes of the tiers are bars too, but they lie between two values."""
    for chart in draw(make_two_tiers()).values():
        for layer in chart.spec["layer"]:
            encoding = layer["encoding"]
            is_log = any(encoding.get(axis, {}).get("scale", {}).get("type") == "log" for axis in "xy")
            if "bar" in str(layer["mark"]) and is_log:
                assert "x2" in encoding


@pytest.mark.parametrize(
    ("times", "labels"),
    [
        ([(0.001, 0.002), (1.0, 0.05)], ["1/100", "1/10", "same time"]),  # "10 times" would end in the left corner
        ([(0.001, 0.001), (0.1, 1.0)], ["1/10", "same time", "10 times", "100 times"]),
        ([(1e-6, 1e-6), (1.0, 1.0)], ["1/100", "same time", "100 times"]),  # more labels would touch each other
    ],
)
def test_the_lines_of_a_factor_are_drawn_where_their_labels_have_room(
    times: list[tuple[float, float]], labels: list[str]
) -> None:
    puzzles = [[make_measurement("reductio", one), make_measurement("sat", other)] for one, other in times]
    scatter = draw(make_record(FACTS, *puzzles))["scatter"]
    rows = [row for layer in scatter.spec["layer"] for row in layer.get("data", {}).get("values", [])]
    assert list(dict.fromkeys(row["label"] for row in rows)) == labels
