"""Several files and folders in one command: every puzzle has an id of its own, and nothing overwrites anything."""

import json
import subprocess
from pathlib import Path

import pytest

from conftest import PROGRAM, Run
from making import EASY, EASY_SOLUTION, ESCARGOT, NONE
from sudoku_compare.cli.file_names import FileNames

FAST = ("--engine", "kernel")
FOUR = "1.....2..3.....4"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the working folder, with puzzles in `pool` and other files beside them."""
    pool = tmp_path / "pool"
    for name, text in {
        "a.txt": f"{EASY}:1:{EASY_SOLUTION}\n",
        "b/a.txt": f"{ESCARGOT}\n{FOUR}\n",
        "b/notes.md": "# Notes\nnothing here\nbut text\n",
        ".hidden/h.txt": f"{EASY}\n",
    }.items():
        (pool / name).parent.mkdir(parents=True, exist_ok=True)
        (pool / name).write_text(text)
    (pool / "b" / "loop").symlink_to(pool)
    (pool / "picture.png").write_bytes(b"\x89PNG\0\0\0" * 50)
    monkeypatch.chdir(tmp_path)
    return tmp_path


IDS = ["pool/a.txt:1", "pool/b/a.txt:1", "pool/b/a.txt:2"]


def list_names(folder: str) -> list[str]:
    return sorted(path.name for path in Path(folder).iterdir())


def list_ids(text: str) -> list[str]:
    return [json.loads(line)["id"] for line in text.splitlines()]


@pytest.mark.parametrize(
    "command",
    [
        ["solve", "--json", *FAST],
        ["uniqueness", "--json", "--timeout", "5", *FAST],
        ["uniqueness", "--verdict-only", "--json", *FAST],
        ["explain", "--json", "--rating"],
        ["scan", "--out", "-", "--format", "jsonl"],
    ],
    ids=" ".join,
)
def test_a_folder_is_read_in_order_and_bad_files_give_one_line_each(
    sudoku_compare: Run, folder: Path, command: list[str]
) -> None:
    done = sudoku_compare(*command, "pool", "--recursive")
    assert done.returncode == 2
    assert list_ids(done.stdout) == IDS
    errors = [line for line in done.stderr.splitlines() if line.startswith("sudoku-compare: ")]
    assert [line.partition("pool/")[2][:6] for line in errors] == ["b/note", "pictur"]


@pytest.mark.parametrize("command", ["solve", "uniqueness", "explain", "scan", "bench", "test"])
def test_a_folder_needs_recursive(sudoku_compare: Run, folder: Path, command: str) -> None:
    done = sudoku_compare(command, "pool")
    assert (done.returncode, done.stdout) == (2, "")
    assert "pool: expected a file, found a folder; add --recursive to read the files in it\n" in done.stderr


def test_bench_and_study_read_folders(sudoku_compare: Run, folder: Path) -> None:
    done = sudoku_compare("bench", "pool", "--recursive", *FAST, "--json", "--out", "record")
    assert done.returncode == 2
    table = sudoku_compare("report", "record", "--format", "csv").stdout.splitlines()
    assert [line.split(",")[1] for line in table[1:]] == IDS
    assert sudoku_compare("bench", "--resume", "record").returncode == 2
    done = sudoku_compare("study", "sufficiency", "pool", "--recursive", "--json")
    assert json.loads(done.stdout)["puzzles"] == 3


def test_test_draws_from_a_folder(sudoku_compare: Run, folder: Path) -> None:
    done = sudoku_compare("test", "pool", "5", "--recursive", "--seed", "1", *FAST)
    assert done.returncode == 2
    assert "1  pool/a.txt:1  passed\n" in done.stdout
    assert "left out: 2 puzzles without a known solution\n" in done.stderr


@pytest.mark.parametrize("command", [["solve", "--json", *FAST], ["scan", "--out", "-", "--format", "jsonl"]])
def test_the_same_input_twice_has_two_ids(sudoku_compare: Run, folder: Path, command: list[str]) -> None:
    done = sudoku_compare(*command, "pool/a.txt", "pool/a.txt", EASY, EASY, "pool/a.txt", "-", input=EASY)
    names = ["pool/a.txt", "pool/a.txt#2", "text", "text#2", "pool/a.txt#3", "stdin"]
    assert list_ids(done.stdout) == [f"{name}:1" for name in names]


def test_bench_gives_the_same_file_twice_two_ids(sudoku_compare: Run, folder: Path) -> None:
    assert sudoku_compare("bench", "pool/a.txt", "pool/a.txt", *FAST, "--out", "record").returncode == 0
    table = sudoku_compare("report", "record", "--format", "csv").stdout.splitlines()
    assert [line.split(",")[1] for line in table[1:]] == ["pool/a.txt:1", "pool/a.txt#2:1"]


def test_certificates_of_files_with_equal_names_do_not_overwrite_each_other(sudoku_compare: Run, folder: Path) -> None:
    files = ("pool/a.txt", "pool/b/a.txt", EASY)
    done = sudoku_compare("uniqueness", *files, "--certificate", "certificates", "--lines", *FAST)
    assert done.returncode == 0
    names = ["a.txt-2-line-1", "a.txt-2-line-2", "a.txt-line-1", "text-line-1"]
    assert list_names("certificates") == names
    checked = sudoku_compare("verify", "certificates", "--json").stdout.splitlines()
    assert [json.loads(line)["givens"] for line in checked] == [ESCARGOT, FOUR, EASY, EASY]
    Path("certificates/a.txt-2-line-1/puzzle.txt").unlink()
    for path in Path("certificates/a.txt-2-line-2").iterdir():
        path.unlink()
    assert sudoku_compare("verify", "certificates").stdout.count("holds") == 2


def test_pages_of_files_with_equal_names_do_not_overwrite_each_other(sudoku_compare: Run, folder: Path) -> None:
    sudoku_compare("explain", "pool", "--recursive", "--html", "pages", "--rating")
    assert list_names("pages") == ["a.txt-2-line-1.html", "a.txt-2-line-2.html", "a.txt-line-1.html"]


@pytest.mark.parametrize(
    ("with_input", "ids", "names"),
    [
        (False, ["f:1", "f:2", "f:2"], ["line-1", "line-2", "line-2-2"]),
        (True, ["f:1", "g:1"], ["f-line-1", "g-line-1"]),
        (True, ["d/f:1", "e/f:1", "d/f:2", "f-2:1"], ["f-line-1", "f-2-line-1", "f-line-2", "f-2-2-line-1"]),
        (True, ["../..:1", "x" * 300 + ":1"], ["input-line-1", "x" * 100 + "-line-1"]),
    ],
)
def test_no_file_name_is_used_twice(with_input: bool, ids: list[str], names: list[str]) -> None:
    file_names = FileNames(with_input=with_input)
    assert [file_names.choose(id) for id in ids] == names


def test_the_output_of_the_run_is_not_read(sudoku_compare: Run, folder: Path) -> None:
    out = folder / "pool" / "lines.txt"
    out.write_text(f"{NONE}\n")
    done = sudoku_compare("scan", "pool", "--recursive", "--out", str(out), "--format", "csv", "--json")
    assert json.loads(done.stdout)["verdicts"] == {"unique": 3}
    with out.open("w") as file:
        subprocess.run([PROGRAM, "solve", "pool", "--recursive", "--lines", *FAST], stdout=file, timeout=60)
    assert out.read_text().count("  unique  ") == 3
    assert sudoku_compare("uniqueness", "pool", "--recursive", "--certificate", "pool/c", *FAST).returncode == 2
    done = sudoku_compare("uniqueness", "pool/b", "pool/c", "--recursive", "--certificate", "pool/c", "--json", *FAST)
    assert list_ids(done.stdout)[:2] == IDS[1:]


def test_an_empty_folder_is_an_error(sudoku_compare: Run, tmp_path: Path) -> None:
    done = sudoku_compare("solve", str(tmp_path), "--recursive")
    assert (done.returncode, done.stderr) == (2, f"sudoku-compare: {tmp_path}: no files found in this folder\n")


def test_one_summary_covers_all_files_of_a_scan(sudoku_compare: Run, folder: Path) -> None:
    done = sudoku_compare("scan", "pool/a.txt", "pool/b/a.txt", EASY, "missing", "--json", "--isomorphs")
    summary = json.loads(done.stdout)
    assert (summary["file"], summary["puzzles"], summary["unreadable"]) == (
        "pool/a.txt, pool/b/a.txt, text, missing",
        4,
        1,
    )
    assert summary["duplicates"]["listed"] == [{"id": "text:1", "isomorph_of": "pool/a.txt:1", "identical": True}]
    assert done.returncode == 2


def test_the_input_of_a_scan_is_not_overwritten_whichever_file_it_is(sudoku_compare: Run, folder: Path) -> None:
    done = sudoku_compare("scan", "pool/a.txt", "pool/b/a.txt", "--out", "pool/b/../b/a.txt", "--format", "csv")
    assert (done.returncode, "this is the input file" in done.stderr) == (2, True)
    assert Path("pool/b/a.txt").read_text() == f"{ESCARGOT}\n{FOUR}\n"
