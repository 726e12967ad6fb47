"""What the tests of this folder share."""

from collections.abc import Iterator

import pytest

from hostile.marking import mark_processes


@pytest.fixture
def mark() -> Iterator[str]:
    """Every process that the test starts inherits this mark, so that the test can find it."""
    with mark_processes() as mark:
        yield mark
