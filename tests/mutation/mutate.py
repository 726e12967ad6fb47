"""Mutation testing: plants small faults in code that must be right, and lists those that no test notices.

`.ci/mutate PACKAGE` runs this with mutmut installed. It works on a copy of the project in build/mutation/PACKAGE.
A second run there tests again only what has changed or survived, and does not notice that a
test has become weaker: delete the folder for a full run. `mutmut browse` there shows every mutant.

The expected survivors are in PACKAGE.toml beside this file, each with the reason why no test can notice it.
"""

import os
import shutil
import subprocess
import sys
import tomllib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

PROJECT = Path(__file__).parents[2]
PACKAGE_FOLDER = "src/sudoku_compare"
COPIED_PATHS = (
    "src",
    "tests",
    "data",
    "docs",
    "results",
    "README.md",
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "pyproject.toml",
)
JOBS = 3 * (os.cpu_count() or 1)  # tests of processes and deadlines wait more than they compute
COUNTED_AS_KILLED = ("killed", "timeout", "segfault")


class Target(NamedTuple):
    """Code to mutate, the tests that must notice, and the percentage of mutants that they must kill."""

    modules: tuple[str, ...]
    tests: tuple[str, ...]
    required: int


TARGETS = {
    "checking": Target(("checking/*", "core/verdict.py"), ("tests/checking",), 90),
    "evidence": Target(("evidence/*",), ("tests/evidence",), 80),
    "running": Target(("running/*",), ("tests/running",), 80),
    "benchmark": Target(("benchmark/statistics/*", "benchmark/gate/*"), ("tests/benchmark",), 80),
}

CONFIGURATION = """
[tool.mutmut]
source_paths = ["src"]
only_mutate = {modules}
also_copy = {copied}
pytest_add_cli_args = ["-p", "no:cacheprovider", "-p", "child_calls"]
pytest_add_cli_args_test_selection = {tests}
timeout_constant = 5.0
timeout_multiplier = 2.0
use_git_change_detection = false
on_dependency_change = "ignore"
"""


class Change(NamedTuple):
    """What a mutant changes: the lines removed and added in a function."""

    function: str
    old: str
    new: str


def main(name: str) -> int:
    """Mutate one target, print the result, and return 0 if enough mutants were killed and all others are listed."""
    target = TARGETS[name]
    folder = PROJECT / "build" / "mutation" / name
    copy_project(folder, target)
    os.chdir(folder)
    forget_survivors()
    run_mutmut(folder)
    statuses = read_statuses()
    if not statuses:
        sys.exit(f"{name}: no mutants were made")
    return report(name, statuses)


def report(name: str, statuses: dict[str, str]) -> int:
    """Print what became of the mutants, and return the exit code."""
    survivors = {key: read_change(key) for key, status in statuses.items() if status not in COUNTED_AS_KILLED}
    expected = read_expected(name)
    unexpected = {key: change for key, change in survivors.items() if change not in expected}
    for key, change in unexpected.items():
        print(f"\n# {key}: {statuses[key]}\n{format_expected(change)}")
    for change in sorted(expected.keys() - survivors.values()):
        print(f"\n# in {name}.toml, but killed or gone:\n{format_expected(change)}")
    counts = Counter(statuses.values())
    killed = sum(counts[status] for status in COUNTED_AS_KILLED)
    rate, required = 100 * killed / len(statuses), TARGETS[name].required
    print(f"\n{name}: {killed:,} of {len(statuses):,} mutants killed, {rate:.1f}% (at least {required}% required)")
    print(f"{len(survivors)} survived, {len(unexpected)} of them not listed in {name}.toml; {dict(counts)}")
    return int(rate < required or bool(unexpected))


def copy_project(folder: Path, target: Target) -> None:
    """Bring the copy of the project up to date, and configure mutmut there."""
    folder.mkdir(parents=True, exist_ok=True)
    for name in COPIED_PATHS:
        if (PROJECT / name).is_dir():
            skipped = shutil.ignore_patterns("__pycache__", "*.egg-info")
            shutil.rmtree(folder / name, ignore_errors=True)  # a test that was deleted must not run
            shutil.copytree(PROJECT / name, folder / name, ignore=skipped)
        else:
            shutil.copy2(PROJECT / name, folder / name)
    shutil.rmtree(folder / "mutants" / "tests", ignore_errors=True)
    modules = [f"{PACKAGE_FOLDER}/{module}" for module in target.modules]
    configuration = CONFIGURATION.format(modules=modules, copied=list(COPIED_PATHS), tests=list(target.tests))
    with open(folder / "pyproject.toml", "a") as file:
        file.write(configuration.replace("'", '"'))
    hook = folder / "hook"  # where every new interpreter finds `sitecustomize`
    hook.mkdir(exist_ok=True)
    for name in ("child_calls.py", "sitecustomize.py"):
        shutil.copy2(Path(__file__).with_name(name), hook)


def run_mutmut(folder: Path) -> None:
    """Run all mutants; child processes too use the mutated code."""
    mutated = folder / "mutants" / "src"
    mutated.mkdir(parents=True, exist_ok=True)  # Python never looks again into a folder that was missing at its start
    path = os.pathsep.join([str(mutated), str(folder / "hook")])
    environment = os.environ | {"PYTHONPATH": path, "MUTATION_CALLS": str(folder / "calls.txt")}
    command = [str(Path(sys.executable).with_name("mutmut")), "run", "--max-children", str(JOBS)]
    subprocess.run(command, cwd=folder, env=environment, check=True)


def forget_survivors() -> None:
    """Let mutmut test again what survived its last run: new tests may kill it."""
    for data in read_results():
        for key, status in list(list_statuses(data)):
            if status not in COUNTED_AS_KILLED:
                data.exit_code_by_key[key] = None
        if data.exit_code_by_key:
            data.save()


def read_statuses() -> dict[str, str]:
    """Return what became of each mutant."""
    return {key: status for data in read_results() for key, status in list_statuses(data)}


def list_statuses(data: Any) -> Iterator[tuple[str, str]]:
    """Yield the mutants of one module, and what became of each."""
    from mutmut.stats import status_by_exit_code

    for key, code in data.exit_code_by_key.items():
        yield key, status_by_exit_code[code]


def read_results() -> Iterator[Any]:
    """Yield mutmut's results for each module."""
    from mutmut.mutation.data import SourceFileMutationData
    from mutmut.utils.file_utils import walk_mutatable_files

    for path in walk_mutatable_files():
        data = SourceFileMutationData(path=path)
        data.load()
        yield data


def read_change(key: str) -> Change:
    """Return what this mutant changes."""
    from mutmut.mutation.diff_apply import get_diff_for_mutant
    from mutmut.utils.format_utils import orig_function_and_class_names_from_key

    function, class_name = orig_function_and_class_names_from_key(key)
    lines = get_diff_for_mutant(key).splitlines()[2:]
    old, new = ("\n".join(line[1:].strip() for line in lines if line.startswith(sign)) for sign in "-+")
    module = key.partition(".x")[0].removeprefix("sudoku_compare.")
    return Change(".".join(filter(None, (module, class_name, function))), old, new)


def read_expected(name: str) -> dict[Change, str]:
    """Return the listed survivors of this target, each with its reason."""
    groups = tomllib.loads(Path(__file__).with_name(f"{name}.toml").read_text())["survivors"]
    return {Change(*change): group["reason"] for group in groups for change in group["changes"]}


def format_expected(change: Change) -> str:
    """Return a line for `changes` in the list of expected survivors."""
    return (
        f"    [{', '.join(repr(part) if is_literal_string(part) else format_basic_string(part) for part in change)}],"
    )


def is_literal_string(part: str) -> bool:
    """Return whether TOML reads the Python literal of this text as a literal string."""
    return "'" not in part and "\n" not in part and "\\" not in part


def format_basic_string(part: str) -> str:
    """Return the text as a TOML string with escapes."""
    escaped = part.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'


if __name__ == "__main__":
    if sys.argv[-1] not in TARGETS:
        sys.exit(f"usage: .ci/mutate {{{','.join(TARGETS)}}}")
    sys.exit(0 if "--check" in sys.argv else main(sys.argv[1]))  # --check: only the name, before mutmut is installed
