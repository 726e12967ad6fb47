"""README.md and docs/ match what the program does: transcripts, examples, links, commands and JSON keys."""

import doctest
import json
import os
import re
import shlex
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from conftest import PROGRAM, ROOT
from examples import copy_examples
from sudoku_compare.cli import COMMANDS
from sudoku_compare.comparison.reason import UnknownReason
from sudoku_compare.core.answer import Ending
from sudoku_compare.core.names import DEFAULT_ENGINES
from sudoku_compare.core.verdict import Verdict
from sudoku_compare.evidence.result import MissingReason

README = ROOT / "README.md"
DOCUMENTS = [README, *sorted((ROOT / "docs").glob("*.md"))]
LINKED = [*DOCUMENTS, *(ROOT / name for name in ("CHANGELOG.md", "CONTRIBUTING.md", "data/README.md"))]
MOST_README_LINES = 200
ENVIRONMENT = {**os.environ, "PATH": f"{PROGRAM.parent}{os.pathsep}{os.environ['PATH']}", "COLUMNS": "100"}

PUZZLE = ".96..2..8....7.......3.9..27......6.....5..346.29......7.49...69...86541.....3..9"
UNSOLVABLE = "..9.287..8.6..4..5..3.....46.........2.71345.........23.....5..9..4..8.7..125.3.."
# Objects whose keys are data, not words of the schema.
FREE_KEYS = {"counts", "left_out", "packages", "programs", "rows", "techniques", "times", "verdicts"}
OTHER_SOLVERS = ("cadical", "clingo", "minisat")  # that transcripts run
WITH_EXAMPLES = "docs/external-engines.md"  # its transcripts run in a folder with the example solvers


class Transcript(NamedTuple):
    """A command in a document, and what the document says it prints."""

    document: str
    command: str
    output: str


def name_of(document: Path) -> str:
    return str(document.relative_to(ROOT))


def read_transcripts(document: Path) -> Iterator[Transcript]:
    for block in re.findall(r"^```console\n(.*?)^```$", document.read_text(), re.DOTALL | re.MULTILINE):
        for command, output in re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", block, re.MULTILINE):
            yield Transcript(name_of(document), command, output)


TRANSCRIPTS = [transcript for document in DOCUMENTS for transcript in read_transcripts(document)]


def without_times(text: str) -> str:
    """Mask times, rates and ratios, and what depends on them: column widths, line breaks, the slowest puzzle."""
    text = re.sub(r"\d+(\.\d+)? (us|ms|s)\b", "TIME", text)
    text = re.sub(r"\d+\.\d{6,}(e-?\d+)?|\d+(\.\d+)?e-\d+", "TIME", text)  # as JSON has them
    text = re.sub(r"[\d,]+ (a|per) second|[\d,]+/s\b", "RATE", text)
    text = re.sub(r"[\d.]+ \([\d.]+ - [\d.]+\)|(?<![\d.])\d+%", "RATIO", text)
    text = re.sub(r"slowest TIME \(.*?\)", "slowest TIME", text)
    return re.sub(r"[\s─]+", " ", text).strip()


def run(command: str, folder: Path = ROOT) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(["bash", "-c", command], cwd=folder, env=ENVIRONMENT, capture_output=True, text=True)


@pytest.fixture
def with_examples(tmp_path: Path) -> Path:
    """A folder with the example solvers, compiled, and with their descriptions."""
    return copy_examples(tmp_path)


def skip_without_solvers(command: str) -> None:
    for name in OTHER_SOLVERS:
        if re.search(rf"\b{name}\b", command) and not shutil.which(name):
            pytest.skip(f"{name} is not installed; .ci/run installs it")


def mark_slow(transcript: Transcript) -> Any:
    """Leave the transcripts of docs/ to the slow tests; those of the README are always run."""
    id = f"{transcript.document}: {transcript.command[:60]}"
    marks = () if transcript.document == "README.md" else (pytest.mark.slow,)
    return pytest.param(transcript, id=id, marks=marks)


@pytest.mark.parametrize("transcript", [mark_slow(transcript) for transcript in TRANSCRIPTS])
def test_a_command_prints_what_the_document_shows(transcript: Transcript, request: pytest.FixtureRequest) -> None:
    skip_without_solvers(transcript.command)
    folder = request.getfixturevalue("with_examples") if transcript.document == WITH_EXAMPLES else ROOT
    done = run(transcript.command, folder)
    assert without_times(done.stdout) == without_times(transcript.output), done.stderr


@pytest.mark.parametrize(
    "document",
    [
        "README.md",
        WITH_EXAMPLES,
        *(f"docs/{name}.md" for name in ("setters", "students", "engineers", "formats", "json")),
    ],
)
def test_a_document_has_transcripts(document: str) -> None:
    assert any(transcript.document == document for transcript in TRANSCRIPTS)


@pytest.mark.parametrize("document", DOCUMENTS, ids=name_of)
def test_every_transcript_is_found(document: Path) -> None:
    commands = re.findall(r"^\$ ", document.read_text(), re.MULTILINE)
    assert len(commands) == sum(transcript.document == name_of(document) for transcript in TRANSCRIPTS)


@pytest.mark.parametrize("document", DOCUMENTS, ids=name_of)
def test_the_python_examples_work(document: Path) -> None:
    assert doctest.testfile(str(document), module_relative=False).failed == 0


def test_the_readme_is_short() -> None:
    assert len(README.read_text().splitlines()) <= MOST_README_LINES


@pytest.mark.parametrize("document", LINKED, ids=name_of)
def test_every_relative_link_leads_to_a_file_and_a_heading(document: Path) -> None:
    text = re.sub(r"^```.*?^```$", "", document.read_text(), flags=re.DOTALL | re.MULTILINE)
    for link in re.findall(r"\]\(([^)\s]+)\)", text):
        if not re.match(r"[a-z]+:", link):
            path, _, anchor = link.partition("#")
            target = document.parent / path if path else document
            assert target.exists(), link
            assert not anchor or anchor in headings_of(target), link


def headings_of(document: Path) -> set[str]:
    """Return the anchors of a document's headings, as GitHub makes them."""
    headings = re.findall(r"^#+ (.*)$", document.read_text(), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading).strip().lower().replace(" ", "-") for heading in headings}


def test_every_document_is_in_the_index() -> None:
    index = (ROOT / "docs" / "README.md").read_text()
    assert [path.name for path in DOCUMENTS[1:] if path.name != "README.md" and f"({path.name})" not in index] == []


@pytest.mark.parametrize("name", sorted(COMMANDS))
def test_every_command_is_in_the_table_of_the_readme_and_has_an_example_there(name: str) -> None:
    assert re.search(rf"^\| `{name}[ `]", README.read_text(), re.MULTILINE)
    commands = [transcript.command for transcript in read_transcripts(README)]
    assert any(f"sudoku-compare {name}" in command for command in [*commands, *read_shell_blocks(README)])


def test_the_first_command_of_the_readme_solves_a_puzzle_with_three_engines() -> None:
    install = re.findall(r"^```sh\n(.*?)^```$", README.read_text(), re.DOTALL | re.MULTILINE)[0]
    _, arguments = install.replace("\\\n", " ").split(".venv/bin/sudoku-compare ")
    done = subprocess.run([PROGRAM, *shlex.split(arguments)], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0
    assert all(re.search(rf"^{engine} +unique +\d", done.stdout, re.MULTILINE) for engine in DEFAULT_ENGINES)


def read_shell_blocks(page: Path) -> list[str]:
    """Return the commands that a page shows without their output."""
    return re.findall(r"^```sh\n(.*?)\n```$", page.read_text(), re.DOTALL | re.MULTILINE)


def test_ci_runs_the_test_command_of_the_readme() -> None:
    commands = read_shell_blocks(README)
    [test] = [command for command in commands if "pytest" in command]
    assert test in (ROOT / ".ci" / "run").read_text()


def test_the_help_of_solve_lists_the_exit_codes_of_the_readme() -> None:
    shown = run("sudoku-compare solve --help").stdout
    for code in (0, 1, 2, 3, 4, 5, 130):
        assert re.search(rf"^\s+{code}\s", shown, re.MULTILINE)
        assert re.search(rf"\b{code}\b", README.read_text())


@pytest.mark.parametrize(
    "command",
    [
        f"solve {PUZZLE} --trace --json",
        "solve 11.............. --json",
        "solve 1.......2.....3. --all --json",
        f"uniqueness {PUZZLE} --json",
        "uniqueness 1.......2.....3. --json",
        f"uniqueness {UNSOLVABLE} --json",
        f"explain {PUZZLE} --json",
        "head -8 data/classics.txt | tail -1 | sudoku-compare explain - --json",
        "classic --json",
        "classic --list --json",
        "test 1 --seed 1 --json",
        "enter --size 4 --json <<< $'1...\n..2.\n.3..\n...4\n'",
        "engines --json",
        "engines --check kernel --json",
        "solve 1.....2..3.....4 --engine docs/examples/solver.py --json",
        "bench 1.....2..3.....4 --engine docs/examples/solver.py --out $(mktemp -d)/new.sqlite --json",
        "generate --n 2 --size 4 --json",
        "study sufficiency data/classics.txt --json",
        "study --list --json",
        "scan data/classics.txt --isomorphs --cross-check 100% --json",
        "scan data/classics.txt --out - --format jsonl",
        "d=$(mktemp -d) && sudoku-compare scan data/classics.txt --out $d/parts --format parquet > /dev/null; "
        "cat $d/parts/_manifest.json",
        "bench --n 8 --engine reductio --engine kernel --isomorphs 1 --out $(mktemp -d)/new.sqlite --json",
        "d=$(mktemp -d) && for n in 1 2; do sudoku-compare bench --n 8 --engine kernel --rounds $n --out $d/$n.sqlite "
        "> $d/table; done; sudoku-compare report $d/1.sqlite $d/2.sqlite --fail-if slower:10% --json",
        "d=$(mktemp -d) && sudoku-compare bench --n 8 --engine reductio --engine kernel --out $d/new.sqlite "
        "--save-baseline $d/new.json > $d/table && cat $d/new.json",
        "d=$(mktemp -d)/c && sudoku-compare uniqueness 1.....2..3.....4 --certificate $d --lines > /dev/null && "
        "sudoku-compare verify $d --json",
    ],
)
def test_every_key_of_the_json_is_documented(command: str) -> None:
    document = (ROOT / "docs" / "json.md").read_text()
    done = run(command if "sudoku-compare" in command else f"sudoku-compare {command}")
    assert done.stdout, done.stderr
    keys = {key for value in parse_json(done.stdout) for key in keys_in(value)}
    assert [key for key in sorted(keys) if f"`{key}`" not in document] == []


@pytest.mark.parametrize("word", sorted({*Verdict, *Ending, *UnknownReason, *MissingReason}))
def test_every_word_that_the_json_uses_as_a_value_is_documented(word: str) -> None:
    assert f"`{word}`" in (ROOT / "docs" / "json.md").read_text()


def parse_json(text: str) -> list[Any]:
    """Parse one document, or JSON Lines."""
    try:
        return [json.loads(text)]
    except ValueError:
        return [json.loads(line) for line in text.splitlines()]


def keys_in(value: object) -> Iterator[str]:
    if isinstance(value, list):
        for item in value:
            yield from keys_in(item)
    elif isinstance(value, dict):
        for key, item in value.items():
            yield key
            if key == "puzzles" and isinstance(item, dict):
                continue  # of a baseline: its keys are the ids of puzzles
            if key not in FREE_KEYS:
                yield from keys_in(item)
