"""How engines look: colours that can be seen on every page, and styles that depend on the name alone."""

import re
from itertools import combinations
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sudoku_compare.display import html
from sudoku_compare.display.engine_style import ENGINE_STYLES, FREE_STYLES, NEUTRAL, style_engines, style_series
from sudoku_compare.engines.registry import BUILT_IN

STYLES = [*ENGINE_STYLES.values(), *FREE_STYLES]
STYLESHEET = Path(html.__file__).with_name("templates") / "style.css"
GRAPHICS, TEXT = 3.0, 4.5  # contrasts that WCAG 2.1 asks for


def find_colours(name: str) -> list[str]:
    """Return the light and the dark value of a colour of the stylesheet."""
    found = re.findall(rf"--{name}: #([0-9a-f]+);", STYLESHEET.read_text())
    return ["#" + (value * 2 if len(value) == 3 else value) for value in found]


def compute_luminance(colour: str) -> float:
    parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def compute_contrast(one: str, other: str) -> float:
    low, high = sorted((compute_luminance(one), compute_luminance(other)))
    return (high + 0.05) / (low + 0.05)


def test_the_contrast_is_that_of_the_standard() -> None:
    assert compute_contrast("#ffffff", "#000000") == pytest.approx(21)
    assert compute_contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


@pytest.mark.parametrize("colour", [*(style.colour for style in STYLES), NEUTRAL])
def test_every_colour_can_be_seen_on_the_light_and_the_dark_page(colour: str) -> None:
    pages = find_colours("page")
    assert len(pages) == 2
    assert all(compute_contrast(colour, page) >= GRAPHICS for page in pages)


@pytest.mark.parametrize("name", ["text", "quiet", "accent", "good", "bad"])
@pytest.mark.parametrize("background", ["page", "panel"])
def test_every_text_can_be_read_on_the_light_and_the_dark_page(name: str, background: str) -> None:
    for text, page in zip(find_colours(name), find_colours(background), strict=True):
        assert compute_contrast(text, page) >= TEXT


def test_all_styles_differ_in_colour_dash_and_shape() -> None:
    for one, other in combinations(STYLES, 2):
        assert one.colour != other.colour
        assert one.dash != other.dash
        assert one.shape != other.shape


def test_every_built_in_engine_has_its_own_style() -> None:
    assert set(ENGINE_STYLES) == set(BUILT_IN)


@given(st.permutations([*ENGINE_STYLES, "sat:warm=true", "another"]), st.integers(min_value=1))
def test_a_known_engine_looks_the_same_in_every_run(engines: list[str], number: int) -> None:
    styles = style_engines(engines[:number])
    assert all(styles[engine] == ENGINE_STYLES[engine] for engine in set(styles) & set(ENGINE_STYLES))


@given(st.lists(st.text(min_size=1), unique=True, max_size=len(STYLES)).flatmap(lambda names: st.permutations(names)))
def test_a_style_does_not_depend_on_the_place_in_a_run(engines: list[str]) -> None:
    assert style_engines(engines) == style_engines(sorted(engines))


def test_another_configuration_looks_different_from_its_engine() -> None:
    styles = style_engines(["sat", "sat:warm=true", "sat:solver=glucose4"])
    assert len(set(styles.values())) == 3
    assert styles["sat"] == ENGINE_STYLES["sat"]


@given(st.lists(st.text(min_size=1), unique=True, max_size=len(STYLES)))
def test_no_two_engines_share_a_style_while_there_are_enough(engines: list[str]) -> None:
    assert len(set(style_engines(engines).values())) == len(engines)


def test_more_engines_than_styles_share_them_evenly() -> None:
    styles = list(style_engines([f"engine {number}" for number in range(2 * len(STYLES))]).values())
    assert {styles.count(style) for style in styles} == {2}


def test_a_series_that_is_named_after_an_engine_has_its_style_and_no_other_takes_it() -> None:
    styles = style_series(["fewest", "reductio", "MRV"])
    assert styles["reductio"] == ENGINE_STYLES["reductio"]
    assert {styles["fewest"], styles["MRV"]} <= set(FREE_STYLES)
    assert list(styles) == ["fewest", "reductio", "MRV"]
