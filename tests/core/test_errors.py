"""Failures to write become one line that names the file."""

from pathlib import Path

import pytest

from sudoku_compare.core.errors import OutputError, output_to


@pytest.mark.parametrize(("label", "start"), [("", "cannot write"), ("chart", "chart: cannot write")])
def test_a_failed_write_names_the_file_and_the_reason(tmp_path: Path, label: str, start: str) -> None:
    path = tmp_path / "absent" / "file"
    with pytest.raises(OutputError) as caught, output_to(label, "another name"):
        path.write_text("")
    assert str(caught.value) == f"{start} {path}: No such file or directory"


def test_without_a_file_name_in_the_error_the_given_one_is_used() -> None:
    with (
        pytest.raises(OutputError, match=r"^cannot write out\.csv: No space left on device$"),
        output_to("", "out.csv"),
    ):
        raise OSError(28, "No space left on device")


def test_a_closed_pipe_is_not_an_error_of_the_output() -> None:
    with pytest.raises(BrokenPipeError), output_to("", "out.csv"):
        raise BrokenPipeError
