"""Tasks about recorded benchmarks: which records there are, and the report of one."""

from itertools import islice
from pathlib import Path
from typing import Any

from ..benchmark.recording.record import Record
from ..benchmark.recording.results_folder import EXTENSION, find_records
from ..core.errors import UserError
from .fields import Fields
from .library_tasks import find_file, is_inside
from .sending import Sender
from .settings import Settings

MOST_RUNS = 500


def list_runs(fields: Fields, sender: Sender, settings: Settings) -> None:
    """Send the records in the folder of results, the latest first, as `runs`."""
    inside = (path for path in find_records(settings.runs) if is_inside(settings.runs, path.name))
    paths = islice(inside, MOST_RUNS)
    sender.send("runs", {"folder": str(settings.runs), "runs": [_describe(path) for path in paths]})


def write_report(fields: Fields, sender: Sender, settings: Settings) -> None:
    """Send the page of `report --html`."""
    from ..benchmark.report.charts import make_charts
    from ..benchmark.report.page import bench_page
    from ..benchmark.statistics.summary import summarize

    path = find_file(settings.runs, fields.read_text("run") + EXTENSION)
    with Record.open(path) as record:
        summary = summarize(record)
        page = bench_page(summary, make_charts(record, summary))
    sender.send_file("report.html", "text/html; charset=utf-8", page.encode())


def _describe(path: Path) -> dict[str, Any]:
    """Return what the list shows of a record; a record that cannot be read has an error instead."""
    try:
        with Record.open(path) as record:
            facts = record.facts
            described = {"engines": list(facts.engines), "puzzles": facts.puzzles, "started": facts.started}
            return {"run": path.stem, "collection": facts.collection, **described, "error": None}
    except UserError as error:
        return {
            "run": path.stem,
            "collection": None,
            "engines": [],
            "puzzles": None,
            "started": None,
            "error": str(error),
        }
