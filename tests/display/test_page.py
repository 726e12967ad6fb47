"""The page of a benchmark is one file, and where pages and charts are written."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from conftest import PROGRAM
from making import EASY, NONE, TWO
from sudoku_compare.core.errors import OutputError
from sudoku_compare.display import html
from sudoku_compare.display.charts import check_outputs, write_plots
from sudoku_compare.display.html import render_frame
from sudoku_compare.display.page import write_page
from sudoku_compare.display.vega import bundle_vega, make_schema_url

NASTY = "<script>document.title='hit'<script> & \"quotes\".txt"
CHARTS = ("cactus", "tiers", "split", "virtual-best", "scatter")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Run a collection with a nasty name, and write its page and its plots."""
    folder = tmp_path_factory.mktemp("page")
    (folder / NASTY).write_text(f"{EASY}\n{TWO}\n{NONE}\n")
    for command in (
        ["bench", NASTY, "--engine", "reductio", "--engine", "sat", "--out", "run"],
        ["report", "run", "--html", "page.html", "--plots", "plots"],
    ):
        subprocess.run([PROGRAM, *command], cwd=folder, check=True, capture_output=True)
    return folder


def test_the_page_is_one_file_that_refers_to_no_other(folder: Path) -> None:
    page = (folder / "page.html").read_text()
    kinds = re.findall(r"<script([^>]*)>", page)
    assert [kind for kind in kinds if "json" in kind] == [
        ' type="application/json" id="puzzles"',
        ' type="application/json" id="charts"',
    ]
    written = re.sub(r"(<script[^>]*>).*?</script>", r"\1", page, flags=re.DOTALL)
    assert not re.search(r"<script[^>]+src|<link|@import|<img|<iframe|url\(", written)
    assert "default-src 'none'" in written
    assert "&lt;script&gt;document.title=" in page


def test_the_charts_are_written_as_images(folder: Path) -> None:
    for name in CHARTS:
        assert (folder / "plots" / f"{name}.svg").read_text().startswith("<svg")
        assert (folder / "plots" / f"{name}.png").read_bytes().startswith(b"\x89PNG")


def test_every_point_names_its_puzzle_and_opens_it(folder: Path) -> None:
    page = (folder / "page.html").read_text()
    found = re.search(r'<script type="application/json" id="charts">(.*?)</script>', page, re.DOTALL)
    assert found
    scatter = json.loads(found[1])["scatter"]
    points = [layer for layer in scatter["layer"] if layer["mark"]["type"] == "point"]
    assert points
    assert all({"puzzle", "times"} <= {tip["field"] for tip in layer["encoding"]["tooltip"]} for layer in points)
    found = re.search(r'<script type="application/json" id="puzzles">(.*?)</script>', page, re.DOTALL)
    assert found
    puzzles = json.loads(found[1])
    opened = [puzzles[value["details"]]["givens"] for value in scatter["data"]["values"]]
    assert set(opened) == {EASY, TWO, NONE}


@pytest.mark.parametrize("name", ["new/page.html", "new/folder/page.html"])
def test_a_page_is_not_written_to_a_folder_that_does_not_exist(name: str, tmp_path: Path) -> None:
    path = tmp_path / name
    with pytest.raises(OutputError, match=f"folder {path.parent} does not exist"):
        write_page(path, "text")
    assert list(tmp_path.iterdir()) == []


def test_a_page_is_written_as_utf_8_to_a_file_or_to_standard_output(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    write_page(tmp_path / "page.html", "für")
    assert (tmp_path / "page.html").read_bytes() == "für".encode()
    write_page(Path("-"), "für")
    assert capfd.readouterr().out == "für"


def test_plots_go_to_a_new_folder_in_an_existing_one(tmp_path: Path) -> None:
    write_plots(tmp_path / "plots", {})
    assert (tmp_path / "plots").is_dir()
    with pytest.raises(OutputError, match=r"folder .* does not exist"):
        write_plots(tmp_path / "new" / "plots", {})


def test_without_vl_convert_charts_say_what_to_install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "vl_convert", None)
    for draw in (make_schema_url, lambda: write_plots(tmp_path, {}), lambda: check_outputs(tmp_path / "page.html")):
        with pytest.raises(OutputError, match="pip install vl-convert-python"):
            draw()


def test_a_damaged_vl_convert_is_reported_like_a_missing_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its import fails, for example because it was built for another system."""
    (tmp_path / "vl_convert.py").write_text("raise ImportError('wrong ELF class')")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "vl_convert", raising=False)
    with pytest.raises(OutputError, match="pip install vl-convert-python"):
        bundle_vega()


def test_an_inserted_text_is_escaped() -> None:
    frame = render_frame("trace.html", title="<b>", heading="<i>", legend="&")
    assert "<title>sudoku-compare: &lt;b&gt;</title>" in frame.head
    assert "<h1>&lt;i&gt;</h1>" in frame.head
    assert frame.tail.endswith("</html>\n")


def test_all_pages_share_one_stylesheet() -> None:
    templates = Path(html.__file__).with_name("templates")
    assert [path.name for path in templates.glob("*.css")] == ["style.css"]
    with_style = [path.name for path in templates.glob("*.html") if "<style" in path.read_text()]
    assert with_style == ["base.html"]
