"""An interrupted scan is resumed after its last whole part, and the result is that of an uninterrupted one."""

import gzip
import json
import resource
import shutil
import signal
import subprocess
from pathlib import Path
from typing import Any

import pytest

from conftest import PROGRAM
from making import EASY, NONE
from parts import OPTIONS, read_manifest, read_parts, scan_to, without_times, write_isomorphs
from processes import interrupt, wait_for

pytest.importorskip("pyarrow", reason="pyarrow is not installed")

PARTS = ("--part-rows", "3000")
COUNT = 80_000
Collection = tuple[list[str], dict[str, bytes], dict[str, Any]]


@pytest.fixture(scope="module")
def collection(tmp_path_factory: pytest.TempPathFactory) -> Collection:
    """Files of several kinds, with mistakes in them, and the parts and the summary of a scan without interruption."""
    folder = tmp_path_factory.mktemp("collection")
    plain = write_isomorphs(folder / "plain.txt", COUNT)
    lines = plain.read_text().splitlines()
    plain.write_text("\n".join([*lines[:20_000], "nonsense", f"{EASY}:0:", NONE, "1.....2..3.....4", *lines[20_000:]]))
    packed = folder / "packed.gz"
    packed.write_bytes(gzip.compress("\n".join(lines[:10_000]).encode(), 1))
    files = [str(plain), str(folder / "missing.txt"), str(packed), str(plain)]
    done = scan_to(folder / "parts", *files, *PARTS, "--json")
    assert done.returncode == 1
    parts = read_parts(folder / "parts")
    assert len(parts) > 20
    return files, parts, without_times(json.loads(done.stdout))


def start_scan(folder: Path, *arguments: str) -> "subprocess.Popen[str]":
    command = [PROGRAM, "scan", *arguments, "--out", str(folder), *OPTIONS]
    pipe = subprocess.PIPE
    return subprocess.Popen(command, stdin=pipe, stdout=subprocess.DEVNULL, stderr=pipe, text=True)


def stop_after(folder: Path, process: "subprocess.Popen[str]", parts: int, number: int) -> None:
    """Send a signal as soon as there are so many parts, whole or not."""
    with process:
        wait_for(lambda: process.poll() is not None or len([*folder.glob("*part-*")]) >= parts)
        process.send_signal(number)


def resume(folder: Path, *arguments: str) -> tuple[dict[str, bytes], dict[str, Any]]:
    done = scan_to(folder, *arguments, "--json", "--resume")
    return read_parts(folder), without_times(json.loads(done.stdout))


@pytest.mark.parametrize("kills", [[1], [2, 4], [5, 9, 14], [16]])
def test_after_kills_the_parts_are_those_of_an_uninterrupted_scan(
    tmp_path: Path, collection: Collection, kills: list[int]
) -> None:
    files, parts, summary = collection
    more: list[str] = []
    for count in kills:
        stop_after(tmp_path / "parts", start_scan(tmp_path / "parts", *files, *PARTS, *more), count, signal.SIGKILL)
        assert not read_manifest(tmp_path / "parts")["complete"]
        more = ["--resume"]
    assert resume(tmp_path / "parts", *files, *PARTS) == (parts, summary)
    assert resume(tmp_path / "parts", *files, *PARTS) == (parts, summary)  # nothing is left to do


@pytest.mark.parametrize("done_parts", range(0, 16, 3))
def test_a_scan_is_resumed_after_any_part(tmp_path: Path, collection: Collection, done_parts: int) -> None:
    """As if it had been killed between two parts, with the next part half written or whole but not in the manifest."""
    files, parts, summary = collection
    folder = tmp_path / "parts"
    process = start_scan(folder, *files, *PARTS)
    with process:
        wait_for(lambda: (folder / "_manifest.json").exists() and len(read_manifest(folder)["parts"]) >= done_parts)
        process.kill()
    manifest = (folder / "_manifest.json").read_text()
    count = len(json.loads(manifest)["parts"])
    (folder / f"part-{count:05}.parquet").write_bytes(b"whole, but not in the manifest")
    (folder / f"_tmp-part-{count + 1:05}.parquet.tmp").write_bytes(b"half")
    (folder / "_tmp-_manifest.json.tmp").write_bytes(b"{")
    assert resume(folder, *files, *PARTS) == (parts, summary)


def test_ctrl_c_ends_the_scan_in_a_state_that_can_be_resumed(tmp_path: Path, collection: Collection) -> None:
    files, parts, summary = collection
    process = start_scan(tmp_path / "parts", *files, *PARTS)
    wait_for(lambda: len([*(tmp_path / "parts").glob("*part-*")]) > 3)
    _, complaint = interrupt(process)
    assert (process.returncode, complaint.splitlines()[-1]) == (130, "sudoku-compare: interrupted")
    assert resume(tmp_path / "parts", *files, *PARTS) == (parts, summary)


def test_isomorphs_of_puzzles_in_earlier_parts_are_found(tmp_path: Path) -> None:
    path = write_isomorphs(tmp_path / "many.txt", 6000)
    arguments = [str(path), str(path), "--isomorphs", "--part-rows", "1000"]
    done = scan_to(tmp_path / "whole", *arguments, "--json")
    stop_after(tmp_path / "parts", start_scan(tmp_path / "parts", *arguments), 4, signal.SIGKILL)
    expected = read_parts(tmp_path / "whole"), without_times(json.loads(done.stdout))
    assert resume(tmp_path / "parts", *arguments) == expected
    assert expected[1]["duplicates"]["identical"] + expected[1]["duplicates"]["isomorphic"] > 6000


@pytest.mark.parametrize("size", [10_000, 600_000])
def test_a_full_disk_ends_in_one_line_and_the_scan_can_be_resumed(
    tmp_path: Path, collection: Collection, size: int
) -> None:
    """A limit for the size of a file; the manifest stays below it, and a part does not."""
    files, _, summary = collection
    rows = ["--part-rows", "30000"]
    scan_to(tmp_path / "whole", *files, *rows)
    done = subprocess.run(
        [PROGRAM, "scan", *files, "--out", str(tmp_path / "parts"), *OPTIONS, *rows],
        capture_output=True,
        text=True,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY)),
    )
    [line] = [line for line in done.stderr.splitlines() if "cannot write" in line]
    assert done.returncode == 2
    assert line.startswith(f"sudoku-compare: --out cannot write {tmp_path / 'parts' / '_tmp-part-00000.parquet.tmp'}: ")
    assert line.endswith("File too large; the whole parts are kept, continue with --resume")
    assert "Traceback" not in done.stderr
    assert resume(tmp_path / "parts", *files, *rows) == (read_parts(tmp_path / "whole"), summary)


def make_interrupted(folder: Path, path: Path, *arguments: str) -> None:
    """Scan a file, and make the folder look as if the scan had been interrupted after the first parts."""
    scan_to(folder, path, *PARTS, *arguments)
    manifest = read_manifest(folder)
    assert manifest["complete"]
    manifest["complete"] = False
    (folder / "_manifest.json").write_text(json.dumps(manifest))


@pytest.fixture
def interrupted(tmp_path: Path) -> tuple[Path, Path]:
    path = write_isomorphs(tmp_path / "many.txt", 10_000)
    make_interrupted(tmp_path / "parts", path)
    return tmp_path / "parts", path


Interrupted = tuple[Path, Path]


def check_refusal(folder: Path, message: str, *arguments: str | Path) -> None:
    before = {path.name: path.read_bytes() for path in folder.iterdir()}
    done = scan_to(folder, *arguments)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1), done.stderr
    assert done.stderr.startswith(f"sudoku-compare: --out {folder}")
    assert message in done.stderr
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == before


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--part-rows", "4000"], "part_rows was 3000, now 4000"),
        (["--solutions", "packed"], "solutions was text, now packed"),
        (["--isomorphs", *PARTS], "isomorphs was False, now True"),
        (["--timeout", "7", *PARTS], "timeout was 60.0, now 7.0"),
        (["--box", "3x3", *PARTS], "box was None, now 3x3"),
        ([EASY, *PARTS], "there were 1 files, now 2"),
    ],
)
def test_other_options_are_refused(interrupted: Interrupted, arguments: list[str], message: str) -> None:
    folder, path = interrupted
    check_refusal(folder, message, path, "--resume", *arguments)


def test_a_changed_source_is_refused(interrupted: Interrupted, tmp_path: Path) -> None:
    folder, path = interrupted
    text = path.read_text()
    shutil.copy(path, tmp_path / "other.txt")
    check_refusal(folder, f"the file was {path}, now", tmp_path / "other.txt", "--resume", *PARTS)
    path.write_text(text.replace("1", "2", 1))
    check_refusal(folder, f"{path} has been changed", path, "--resume", *PARTS)
    path.write_text(f"{text}{EASY}\n")
    check_refusal(folder, f"{path} had 820,000 bytes, now 820,082 bytes", path, "--resume", *PARTS)
    path.unlink()
    check_refusal(folder, f"{path} had 820,000 bytes, now no size", path, "--resume", *PARTS)


def test_another_version_is_refused(interrupted: Interrupted) -> None:
    folder, path = interrupted
    manifest = read_manifest(folder)
    (folder / "_manifest.json").write_text(json.dumps(manifest | {"version": "0.0.1"}))
    check_refusal(folder, "the version was 0.0.1, now ", path, "--resume", *PARTS)


def test_a_pipe_cannot_be_read_again(tmp_path: Path) -> None:
    make_interrupted(tmp_path / "parts", Path("-"))
    check_refusal(tmp_path / "parts", "- cannot be read again, because it is not a file", "-", "--resume", *PARTS)


@pytest.mark.parametrize(
    "text", ["", "{", "[]", "{}", '{"format": 2}', '{"format": 1}', "\x00", '{"format": 1, "x": 2}']
)
def test_a_damaged_manifest_is_refused(interrupted: Interrupted, text: str) -> None:
    folder, path = interrupted
    (folder / "_manifest.json").write_text(text)
    check_refusal(folder, "; remove the folder and scan again", path, "--resume", *PARTS)
    check_refusal(folder, "; remove the folder and scan again", path, *PARTS)


@pytest.mark.parametrize("key", ["summary", "position", "parts", "sources", "options", "batches", "complete"])
def test_a_manifest_with_a_damaged_value_is_refused(interrupted: Interrupted, key: str) -> None:
    folder, path = interrupted
    manifest = read_manifest(folder)
    for value in (None, "x", [1]):
        (folder / "_manifest.json").write_text(json.dumps(manifest | {key: value}))
        check_refusal(folder, "; remove the folder and scan again", path, "--resume", *PARTS)


def test_a_missing_or_changed_part_is_refused(interrupted: Interrupted) -> None:
    folder, path = interrupted
    part = folder / "part-00001.parquet"
    data = part.read_bytes()
    part.write_bytes(data[:-1])
    check_refusal(folder, f"{part.name}: expected {len(data):,} bytes, found ", path, "--resume", *PARTS)
    part.unlink()
    check_refusal(folder, f"{part.name}: this part is missing; remove the folder", path, "--resume", *PARTS)


def test_what_is_in_the_folder_is_not_overwritten(interrupted: Interrupted, tmp_path: Path) -> None:
    folder, path = interrupted
    check_refusal(folder, "there is a scan of 10,000 rows (interrupted); remove it, resume it, or choose", path, *PARTS)
    scan_to(folder, path, "--resume", *PARTS)
    check_refusal(folder, "there is a scan of 10,000 rows (complete); remove it or choose", path, *PARTS)
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "file").touch()
    check_refusal(tmp_path / "other", "expected a new or an empty folder", path)


def test_two_scans_do_not_write_to_the_same_folder(tmp_path: Path, collection: Collection) -> None:
    files, _, _ = collection
    process = start_scan(tmp_path / "parts", "-", *PARTS)
    try:
        wait_for(lambda: (tmp_path / "parts" / "_manifest.json").exists())
        check_refusal(tmp_path / "parts", "another scan is writing to this folder", files[0], *PARTS)
    finally:
        process.kill()
        process.communicate()
