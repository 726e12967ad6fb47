"""The queries of docs/engineers.md run on a folder of parts, and their results are those of the CSV output."""

import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from conftest import ROOT
from parts import scan_to, scan_to_csv

pytest.importorskip("pyarrow", reason="pyarrow is not installed")
duckdb = pytest.importorskip("duckdb", reason="duckdb is not installed")

DATA = [ROOT / "data" / f"{name}.txt" for name in ("classics", "easy", "extreme", "multiple", "16x16")]
DOCUMENT = (ROOT / "docs" / "engineers.md").read_text()
Rows = list[dict[str, str]]


def find_block(language: str, word: str) -> str:
    [block] = [
        block
        for block in re.findall(rf"^```{language}\n(.*?)^```$", DOCUMENT, re.DOTALL | re.MULTILINE)
        if word in block
    ]
    return block


QUERIES = [query for query in find_block("sql", "parts/").split(";") if query.strip()]


@pytest.fixture(scope="module")
def scanned(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Rows]:
    folder = tmp_path_factory.mktemp("queries")
    scan_to(folder / "parts", *DATA, "--part-rows", "500")
    return folder, scan_to_csv(folder / "out.csv", *DATA)


@pytest.fixture
def rows(scanned: tuple[Path, Rows], monkeypatch: pytest.MonkeyPatch) -> Rows:
    monkeypatch.chdir(scanned[0])
    return scanned[1]


def run_query(number: int) -> list[tuple[Any, ...]]:
    found: list[tuple[Any, ...]] = duckdb.sql(QUERIES[number]).fetchall()
    return found


def file_of(row: dict[str, str]) -> str:
    return row["id"].rpartition(":")[0]


def count_verdicts(rows: Rows) -> dict[tuple[str, str], int]:
    return dict(Counter((file_of(row), row["verdict"]) for row in rows))


def test_the_document_has_three_queries() -> None:
    assert len(QUERIES) == 3


def test_the_verdicts_on_each_file(rows: Rows) -> None:
    assert {(file, verdict): count for file, verdict, count in run_query(0)} == count_verdicts(rows)


def test_the_puzzles_that_need_the_most_assumptions(rows: Rows) -> None:
    ranked = sorted(rows, key=lambda row: (-int(row["assumptions"]), row["id"]))
    assert run_query(1) == [(row["id"], int(row["assumptions"])) for row in ranked[:10]]


def test_how_hard_the_puzzles_of_each_file_are(rows: Rows) -> None:
    found = {file: (most, without) for file, _, most, without in run_query(2)}
    for file in map(str, DATA):
        counts = [int(row["assumptions"]) for row in rows if file_of(row) == file and row["verdict"] == "unique"]
        assert found.get(file) == ((max(counts), counts.count(0) / len(counts)) if counts else None)


def test_packed_solutions_are_shown_as_text(scanned: tuple[Path, Rows], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(scanned[0])
    scan_to(Path("packed"), *DATA, "--solutions", "packed")
    found = duckdb.sql(find_block("sql", "packed/")).fetchall()
    assert found == [(row["id"], row["solution"] or None) for row in scanned[1]]


def test_pandas_reads_the_folder(rows: Rows) -> None:
    names: dict[str, Any] = {}
    exec(find_block("python", "read_parquet"), names)
    assert names["counts"].to_dict() == count_verdicts(rows)


def test_a_folder_that_is_being_written_is_read_without_what_is_not_whole(rows: Rows, tmp_path: Path) -> None:
    leftover = Path("parts", "_tmp-part-00099.parquet.tmp")
    leftover.write_bytes(b"half")
    try:
        assert sum(count for _, _, count in run_query(0)) == len(rows)
        test_pandas_reads_the_folder(rows)
    finally:
        leftover.unlink()
