"""Where records are kept, and how a user names one."""

from datetime import datetime
from pathlib import Path

from ...core.errors import RecordError

RESULTS = Path("results")
EXTENSION = ".sqlite"


def record_path(name: str) -> Path:
    """Return the file that `name` means: a path, or the name of a record in the results folder."""
    if Path(name).name != name or Path(name).exists():
        return Path(name)
    return RESULTS / (name if name.endswith(EXTENSION) else name + EXTENSION)


def new_record_name() -> str:
    """Return a name for the record of a run that starts now."""
    return datetime.now().strftime("bench-%Y%m%d-%H%M%S")


def find_records(folder: Path = RESULTS) -> list[Path]:
    """Return the records in a folder, the latest first."""
    dated = []
    for path in folder.glob(f"*{EXTENSION}"):
        if path.is_file() and not path.name.startswith("."):
            dated.append((path.stat().st_mtime_ns, path))
    return [path for _, path in sorted(dated, reverse=True)]


def find_latest_record() -> Path:
    """Return the record in the results folder that was modified last; raise RecordError if there is none."""
    records = find_records()
    if not records:
        raise RecordError(f"no benchmark record in {RESULTS}/: run a benchmark first, or name a record")
    return records[0]
