"""Tables as pandas data frames. Only this module imports pandas."""

import math
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    from pandas import DataFrame as DataFrame  # other modules import the type from here
    from pandas import Series

ColumnKind = Literal["text", "count", "time"]


def make_frame(columns: Mapping[str, ColumnKind], rows: Iterable[Iterable[Any]]) -> "DataFrame":
    """Return a data frame with these columns. A missing value is None in a row and NaN in the frame.

    The type of a column does not depend on whether values are missing, except for counts: NaN makes them floats.
    """
    from pandas import DataFrame  # late: it takes half a second

    values: dict[str, list[Any]] = {name: [] for name in columns}
    for row in rows:
        for column, value in zip(values.values(), row, strict=True):
            column.append(value)
    return DataFrame({name: _make_series(kind, values[name]) for name, kind in columns.items()})


def _make_series(kind: ColumnKind, values: list[Any]) -> "Series[Any]":
    from pandas import Series

    if kind == "time":
        return Series(values, dtype="float64")
    if kind == "count":
        has_gaps = any(value is None for value in values)
        return Series(values, dtype="float64" if has_gaps else "int64")
    text = Series(["text"]).dtype  # depends on the version of pandas
    return Series([math.nan if value is None else value for value in values], dtype=text)
