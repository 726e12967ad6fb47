"""Folders of parts in tests: scan into them, read them, and compare them."""

import csv
import json
import subprocess
from pathlib import Path
from typing import Any

from conftest import PROGRAM
from isomorph_lines import make_lines

OPTIONS = ("--format", "parquet")


def write_isomorphs(path: Path, count: int) -> Path:
    """Write random isomorphs of shipped puzzles, one per line, and return the path."""
    path.write_bytes(b"".join(make_lines(count)))
    return path


def scan_to(folder: Path, *arguments: str | Path) -> "subprocess.CompletedProcess[str]":
    """Scan into a folder of parts."""
    command = [PROGRAM, "scan", *map(str, arguments), "--out", str(folder), *OPTIONS]
    return subprocess.run(command, capture_output=True, text=True, timeout=120)


def read_manifest(folder: Path) -> dict[str, Any]:
    """Return the manifest of a folder."""
    manifest: dict[str, Any] = json.loads((folder / "_manifest.json").read_text())
    return manifest


def read_parts(folder: Path) -> dict[str, bytes]:
    """Return the bytes of every part, after a check that nothing else but the manifest is in the folder."""
    parts = {path.name: path.read_bytes() for path in sorted(folder.iterdir()) if path.name != "_manifest.json"}
    assert list(parts) == [f"part-{number:05}.parquet" for number in range(len(parts))]
    assert [part["file"] for part in read_manifest(folder)["parts"]] == list(parts)
    return parts


def read_rows(folder: Path) -> list[dict[str, str]]:
    """Return the rows of all parts as a CSV file has them."""
    import pyarrow.parquet as pq

    rows = [row for name in read_parts(folder) for row in pq.read_table(folder / name).to_pylist()]
    return [_to_csv_row(row) for row in rows]


def unpack(solution: bytes | None) -> str | None:
    """Return the text of a packed solution."""
    return solution and (solution.hex()[:81] if len(solution) == 41 else solution.decode())


def _to_csv_row(row: dict[str, Any]) -> dict[str, str]:
    if not isinstance(row["solution"], str):
        row["solution"] = unpack(row["solution"])
    values = {"id": f"{row.pop('file')}:{row.pop('line')}"} | row
    return {key: "" if value is None else str(value) for key, value in values.items()}


def scan_to_csv(path: Path, *arguments: str | Path) -> list[dict[str, str]]:
    """Return the rows of a scan with CSV output."""
    command = [PROGRAM, "scan", *map(str, arguments), "--out", str(path)]
    subprocess.run(command, capture_output=True, timeout=120)
    with path.open(newline="") as file:
        return list(csv.DictReader(file))


def without_times(summary: dict[str, Any]) -> dict[str, Any]:
    """Return the summary without what differs from run to run."""
    return {key: value for key, value in summary.items() if key not in ("seconds", "puzzles_per_second")}
