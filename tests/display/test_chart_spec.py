"""The axes of charts: ticks that can be read, on axes that fit the data."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sudoku_compare.display.chart_spec import MOST_TICKS, choose_log_ticks, encode_log_seconds, make_chart
from sudoku_compare.display.vega import find_newest_version, load_vl_convert, make_schema_url

POSITIVE = st.floats(min_value=1e-7, max_value=1e5)
WIDEST = 2.5 * 1.001  # times: from a number to the next of 1, 2, 5, 10, ...


@given(st.lists(POSITIVE, min_size=1))
def test_a_logarithmic_axis_fits_the_values_and_has_two_to_six_ticks(values: list[float]) -> None:
    (start, end), ticks = choose_log_ticks(values)
    assert start <= min(values) * 1.001
    assert end >= max(values) / 1.001
    is_single = max(values) / min(values) < 1.001
    assert min(values) / start <= WIDEST * (2.5 if is_single else 1)
    assert end / max(values) <= WIDEST * (2.5 if is_single else 1)
    assert 2 <= len(ticks) <= MOST_TICKS
    assert ticks == sorted(ticks)
    assert all(start <= tick <= end for tick in ticks)


@pytest.mark.parametrize(
    ("values", "ticks"),
    [
        ([0.0003, 0.0004], [2e-4, 5e-4]),
        ([0.00011, 0.0009], [1e-4, 2e-4, 5e-4, 1e-3]),
        ([0.00025, 0.045], [3e-4, 1e-3, 3e-3, 1e-2, 3e-2]),
        ([1e-5, 1.0], [1e-5, 1e-4, 1e-3, 1e-2, 1e-1, 1.0]),
        ([1e-6, 10.0], [1e-6, 1e-4, 1e-2, 1.0]),
        ([0.001], [5e-4, 1e-3, 2e-3]),
        ([], [0.5, 1.0, 2.0]),
    ],
)
def test_the_ticks_are_as_fine_as_there_is_room(values: list[float], ticks: list[float]) -> None:
    assert choose_log_ticks(values)[1] == pytest.approx(ticks)


def test_ticks_of_times_carry_their_units() -> None:
    """Draw an axis, and read its labels."""
    values = [{"seconds": seconds} for seconds in (1e-5, 1.0)]
    encoding = {"x": encode_log_seconds("seconds", "time", [1e-5, 1.0])}
    svg = load_vl_convert().vegalite_to_svg(make_chart("t", values, mark="point", encoding=encoding).spec)
    for label in ("10 us", "100 us", "1 ms", "10 ms", "100 ms", "1 s"):
        assert f">{label}<" in svg


def test_the_specification_has_the_version_of_the_library_that_draws_it() -> None:
    """Another major version would make the page's script complain on the console."""
    versions = load_vl_convert().get_vegalite_versions()
    assert find_newest_version() == versions[-1]
    assert make_schema_url() == f"https://vega.github.io/schema/vega-lite/v{versions[-1].split('.')[0]}.json"
    assert make_chart("t", [], mark="point", encoding={}).spec["$schema"] == make_schema_url()


def test_a_long_title_is_wrapped() -> None:
    chart = make_chart("word " * 60, [], note="note " * 60, mark="point", encoding={})
    lines = chart.spec["title"]["text"] + chart.spec["title"]["subtitle"]
    assert max(map(len, lines)) < 100
    assert len(lines) > 4
