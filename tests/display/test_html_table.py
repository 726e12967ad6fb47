"""Tables for pages: what is shown, what is sorted by, and which cells name an engine."""

from sudoku_compare.display.engine_style import style_engines
from sudoku_compare.display.html_table import TableCell, TableColumn, make_html_table


def test_numbers_are_sorted_by_their_values_and_missing_ones_have_none() -> None:
    styles = style_engines(["sat"])
    table = make_html_table(
        "a title",
        ("engine", "median"),
        [("sat", "2.00 ms"), ("other", "-")],
        [("sat", 0.002), ("other", None)],
        text_columns=("engine",),
        styles=styles,
    )
    assert table.columns == (TableColumn("engine", True), TableColumn("median", False))
    assert table.rows == (
        (TableCell("sat", None, styles["sat"]), TableCell("2.00 ms", 0.002)),
        (TableCell("other"), TableCell("-")),
    )
