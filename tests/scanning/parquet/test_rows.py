"""A folder of parts has the rows of the CSV output, whatever is scanned."""

import gzip
import json
import subprocess
import sys
from pathlib import Path

import pytest

from conftest import ROOT, Run
from isomorph_lines import NAMES, make_lines, read_shipped
from making import CLASH, EASY, EASY_SOLUTION, ESCARGOT, NONE, TWO, hopeless
from parts import read_manifest, read_parts, read_rows, scan_to, scan_to_csv, without_times, write_isomorphs
from sudoku_compare import Puzzle
from sudoku_compare.formats.isomorphism import canonical_form

pq = pytest.importorskip("pyarrow.parquet", reason="pyarrow is not installed")

MIXED = [EASY, NONE, "nonsense", TWO, ESCARGOT, "1.....2..3.....4", "", CLASH, "." * 81, f"{EASY}:2:", EASY]
DATA = sorted((ROOT / "data").glob("*.txt"))


@pytest.mark.parametrize("solutions", ["text", "packed"])
@pytest.mark.parametrize("more", [[], ["--isomorphs"]])
def test_the_rows_of_the_shipped_puzzles_are_those_of_the_csv_output(
    tmp_path: Path, more: list[str], solutions: str
) -> None:
    scan_to(tmp_path / "parts", *DATA, *more, "--part-rows", "500", "--solutions", solutions)
    rows = read_rows(tmp_path / "parts")
    assert rows == scan_to_csv(tmp_path / "out.csv", *DATA, *more)
    assert len(read_parts(tmp_path / "parts")) > 3
    assert {len(row["solution"]) for row in rows} == {0, 16, 81, 256, 625}


@pytest.mark.parametrize("more", [[], ["--isomorphs"]])
def test_sizes_unreadable_lines_and_wrong_expectations_are_handled_as_in_the_csv_output(
    tmp_path: Path, more: list[str]
) -> None:
    path = tmp_path / "mixed.txt"
    path.write_text("\n".join(MIXED) + "\n")
    done = scan_to(tmp_path / "parts", path, path, "--json", *more)
    rows = read_rows(tmp_path / "parts")
    assert rows == scan_to_csv(tmp_path / "out.csv", path, path, *more)
    assert (len(rows), done.returncode) == (18, 1)
    assert without_times(json.loads(done.stdout)) == without_times(read_manifest(tmp_path / "parts")["summary"])


def test_a_puzzle_that_times_out_is_unknown(tmp_path: Path) -> None:
    path = tmp_path / "hopeless.txt"
    path.write_text(f"{EASY}\n{hopeless().text}\n")
    scan_to(tmp_path / "parts", path, "--timeout", "0.2")
    assert [row["verdict"] for row in read_rows(tmp_path / "parts")] == ["unique", "unknown"]
    assert read_rows(tmp_path / "parts")[1]["solution"] == ""


@pytest.mark.parametrize("name", ['a, "b".txt', "=1+1.txt", "é ü.txt", "a\nb.txt", "-x.txt", "a:7.txt", "\udce9.txt"])
def test_names_with_odd_characters_are_kept(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    path.write_text(f"{EASY}\n{EASY}\n1.....2..3.....4\n")
    done = scan_to(tmp_path / "parts", path)
    assert (done.returncode, done.stderr) == (0, "")
    shown = str(path).replace("\n", "?").replace("\udce9", "?")
    assert [row["id"] for row in read_rows(tmp_path / "parts")] == [f"{shown}:{line}" for line in (1, 2, 3)]
    assert scan_to(tmp_path / "parts", path, "--resume").returncode == 0


def test_without_puzzles_there_is_one_part_with_the_columns(tmp_path: Path) -> None:
    (tmp_path / "empty.txt").write_text("")
    done = scan_to(tmp_path / "parts", tmp_path / "empty.txt")
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    table = pq.read_table(tmp_path / "parts" / "part-00000.parquet")
    assert (table.num_rows, table.column_names) == (0, ["file", "line", "verdict", "solution", "assumptions"])
    assert read_manifest(tmp_path / "parts")["complete"]


def test_the_columns_are_typed_and_coded(tmp_path: Path) -> None:
    scan_to(tmp_path / "parts", ROOT / "data" / "easy.txt", "--isomorphs")
    schema = pq.read_schema(tmp_path / "parts" / "part-00000.parquet")
    assert {field.name: str(field.type) for field in schema} == {
        "file": "dictionary<values=string, indices=int32, ordered=0>",
        "line": "int64",
        "verdict": "dictionary<values=string, indices=int8, ordered=0>",
        "solution": "string",
        "assumptions": "uint32",
        "isomorph_of": "string",
    }


def test_packed_solutions_are_bytes(tmp_path: Path) -> None:
    scan_to(tmp_path / "parts", ROOT / "data" / "easy.txt", "--solutions", "packed")
    assert str(pq.read_schema(tmp_path / "parts" / "part-00000.parquet").field("solution").type) == "binary"


@pytest.mark.parametrize("solutions", ["text", "packed"])
def test_a_row_takes_at_most_45_bytes(tmp_path: Path, solutions: str) -> None:
    scan_to(tmp_path / "parts", write_isomorphs(tmp_path / "many.txt", 5000), "--solutions", solutions)
    [part] = read_parts(tmp_path / "parts").values()
    metadata = pq.read_metadata(tmp_path / "parts" / "part-00000.parquet")
    data = sum(metadata.row_group(0).column(index).total_compressed_size for index in range(5))
    assert data < len(part)
    assert data / 5000 < 45


def test_standard_input_and_text_can_be_scanned_into_parts(tmp_path: Path, sudoku_compare: Run) -> None:
    arguments = ["scan", "-", EASY, "--out", str(tmp_path / "parts"), "--format", "parquet"]
    assert sudoku_compare(*arguments, input=f"{ESCARGOT}\n{NONE}\n").returncode == 3
    assert [row["id"] for row in read_rows(tmp_path / "parts")] == ["stdin:1", "stdin:2", "text:1"]


def test_a_folder_is_scanned_without_the_parts_in_it(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text(f"{EASY}\n")
    (tmp_path / "b.txt.gz").write_bytes(gzip.compress(f"{EASY}:1:{EASY_SOLUTION}\n".encode()))
    for more in ([], ["--resume"]):
        assert scan_to(tmp_path / "parts", tmp_path, "--recursive", *more).returncode == 0
        assert [row["id"] for row in read_rows(tmp_path / "parts")] == [f"{tmp_path}/a.txt:1", f"{tmp_path}/b.txt.gz:1"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--format", "parquet"], "--format parquet: expected a folder, such as --out results/scan"),
        (["--format", "parquet", "--out", "-"], "--format parquet: expected a folder, such as --out results/scan"),
        (["--out", "x.csv", "--resume"], "--resume: only a scan with --format parquet can be resumed"),
        (["--out", "x.csv", "--part-rows", "5"], "--part-rows: only a scan with --format parquet writes parts"),
        (["--solutions", "packed"], "--solutions packed: only a scan with --format parquet can pack solutions"),
        (
            ["--out", "x", "--format", "parquet", "--cross-check", "1"],
            "--cross-check cannot be combined with --format parquet; cross-check in a second scan",
        ),
        (["--out", "x", "--format", "parquet", "--resume"], "--out x: nothing to resume: there is no _manifest.json"),
        (["--out", "/dev/null/x", "--format", "parquet"], "--out cannot write /dev/null/x: Not a directory"),
    ],
)
def test_mistakes_in_the_call_are_reported_in_one_line(sudoku_compare: Run, arguments: list[str], message: str) -> None:
    done = sudoku_compare("scan", EASY, *arguments)
    assert (done.returncode, done.stdout, done.stderr) == (2, "", f"sudoku-compare: {message}\n")


def test_without_pyarrow_one_line_says_what_to_install(sudoku_compare: Run, tmp_path: Path) -> None:
    (tmp_path / "pyarrow.py").write_text("raise ImportError('no pyarrow here', name='pyarrow')\n")
    arguments = ["scan", EASY, "--out", str(tmp_path / "parts"), "--format", "parquet"]
    done = sudoku_compare(*arguments, PYTHONPATH=str(tmp_path))
    message = "sudoku-compare: --format parquet needs the package pyarrow; install sudoku-compare[parquet]\n"
    assert (done.returncode, done.stdout, done.stderr) == (2, "", message)
    assert not (tmp_path / "parts").exists()


def test_a_scan_to_lines_does_not_import_pyarrow(tmp_path: Path) -> None:
    code = "import sys, sudoku_compare.scanning.scan, sudoku_compare.cli.scan; sys.exit('pyarrow' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code]).returncode == 0


def test_the_lines_for_measurements_are_isomorphs_of_shipped_puzzles() -> None:
    shipped = {canonical_form(Puzzle.from_text(line)) for line in read_shipped_lines()}
    lines = b"".join(make_lines(150_000)).decode().splitlines()
    assert len(lines) == len(set(lines)) == 150_000
    assert all(canonical_form(Puzzle.from_text(line)) in shipped for line in lines[::10_000])


def read_shipped_lines() -> list[str]:
    return ["".join(map(str, values)) for values in read_shipped(NAMES).tolist()]


def test_pandas_is_not_imported_for_9x9_puzzles(tmp_path: Path) -> None:
    code = f"""
import sys
from sudoku_compare.cli import main
sys.argv = ["", "scan", {EASY!r}, "--out", {str(tmp_path / "parts")!r}, "--format", "parquet"]
try:
    main()
finally:
    sys.exit("pandas" in sys.modules)
"""
    assert subprocess.run([sys.executable, "-c", code], capture_output=True).returncode == 0
