"""docs/notebook.ipynb runs from top to bottom in a new kernel, and what it shows is small and names no machine."""

import re
import sys
from pathlib import Path
from typing import Any

import nbformat
import pytest
from nbclient import NotebookClient

from conftest import ROOT

NOTEBOOK = ROOT / "docs" / "notebook.ipynb"
MOST_BYTES = 200_000
MOST_SECONDS = 60  # for a cell; the whole notebook takes a quarter of it


def read_notebook() -> Any:
    return nbformat.read(NOTEBOOK, as_version=4)


def list_outputs(notebook: Any) -> list[Any]:
    return [output for cell in notebook.cells if cell.cell_type == "code" for output in cell.outputs]


@pytest.mark.slow
def test_every_cell_runs_without_an_error(tmp_path: Path) -> None:
    notebook = read_notebook()
    same_python = f"import sys\nassert sys.prefix == {sys.prefix!r}"
    notebook.cells.insert(0, nbformat.v4.new_code_cell(same_python))
    shown_before = [output.output_type for output in list_outputs(notebook)]
    NotebookClient(notebook, timeout=MOST_SECONDS, resources={"metadata": {"path": str(tmp_path)}}).execute()
    assert [output.output_type for output in list_outputs(notebook)] == shown_before
    assert list(tmp_path.iterdir()) == []


def test_the_outputs_are_in_the_file_and_have_no_errors_or_warnings() -> None:
    outputs = list_outputs(read_notebook())
    assert {output.output_type for output in outputs} == {"execute_result", "stream"}
    assert {output.name for output in outputs if output.output_type == "stream"} == {"stdout"}
    assert sum("<svg" in output.get("data", {}).get("text/html", "") for output in outputs) >= 5
    assert any("image/svg+xml" in output.get("data", {}) for output in outputs)


def test_the_file_is_small_and_names_no_folder_of_a_machine() -> None:
    text = NOTEBOOK.read_text()
    assert len(text) <= MOST_BYTES
    assert not re.search(r"/(tmp|home|root|Users|work|usr|opt)/", text)


def test_the_notebook_shows_every_command_that_has_a_function() -> None:
    code = "\n".join(cell.source for cell in read_notebook().cells if cell.cell_type == "code")
    for name in ("solve", "uniqueness", "explain", "scan", "generate", "bench", "read"):
        assert f"{name}(" in code
