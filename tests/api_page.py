"""Make docs/api.md from the docstrings: `python tests/api_page.py`. A test compares the page with what this makes."""

import ast
import inspect
import re
import textwrap
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import sudoku_compare
from sudoku_compare.benchmark.result import ChartPicture
from sudoku_compare.core.answer import Seconds
from sudoku_compare.core.entry import Expected
from sudoku_compare.evidence import result as evidence
from sudoku_compare.explanation.rating import Rating
from sudoku_compare.generation.generate import GeneratedPuzzle
from sudoku_compare.native.settle import SettledBatch
from sudoku_compare.scanning.results import Duplicate, Objection
from sudoku_compare.scanning.summary import CrossCheckSummary, DuplicateSummary, ScanSummary
from sudoku_compare.scanning.whole_scan import ScanRow

PAGE = Path(__file__).parents[1] / "docs" / "api.md"

FUNCTIONS = ("solve", "uniqueness", "explain", "scan", "generate", "bench", "read")
OTHER_FUNCTIONS = ("read_record", "load_engine", "collect_answer", "settle_many")
RESULTS = (
    *("Comparison", "UniquenessResult", "Explanation", "Scan", "GeneratedPuzzles", "Benchmark", "PuzzleCollection"),
)
VALUES = ("Puzzle", "Entry", "Verdict", "Judgement", "EngineResult", "Answer", "Ending", "Limits", "Engine")
ERRORS = (*("UserError", "PuzzleError", "ArrayError", "SourceError", "OptionError", "OutputError", "RecordError"),)
PARTS = (
    *(Seconds, Expected, evidence.UniqueEvidence, evidence.MultipleEvidence, evidence.UnsolvableEvidence),
    *(evidence.UnknownEvidence, evidence.Certificate, evidence.AdditionalGivens, evidence.Placement, evidence.Fix),
    *(evidence.Missing, evidence.MissingReason, Rating, ScanRow, ScanSummary, DuplicateSummary, Duplicate),
    *(CrossCheckSummary, Objection, GeneratedPuzzle, ChartPicture, SettledBatch),
)

INTERNAL = ("add",)  # methods that make a result

INTRODUCTION = """\
# Python API

There is one function for each command. Each returns an immutable result; nothing is printed.

```python
>>> from sudoku_compare import bench, collect_answer, explain, generate, load_engine, read, scan, settle_many
>>> from sudoku_compare import Puzzle, solve, uniqueness
>>> result = solve("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
>>> print(result.verdict)
unique
>>> result.to_dict()["solution"]
'534678912672195348198342567859761423426853791713924856961537284287419635345286179'

```

| to | call | and get |
|---|---|---|
| solve a puzzle with several engines that have to agree | [`solve`](#solve) | [`Comparison`](#class-comparison) |
| get the verdict with its evidence | [`uniqueness`](#uniqueness) | [`UniquenessResult`](#class-uniquenessresult) |
| explain and rate a puzzle | [`explain`](#explain) | [`Explanation`](#class-explanation) |
| settle a whole collection | [`scan`](#scan) | [`Scan`](#class-scan) |
| make puzzles | [`generate`](#generate) | [`GeneratedPuzzles`](#class-generatedpuzzles) |
| measure engines | [`bench`](#bench) | [`Benchmark`](#class-benchmark) |
| read puzzles | [`read`](#read) | [`PuzzleCollection`](#class-puzzlecollection) |

**Every result** has a short `repr`; `to_dict()`, which is [the JSON of the command](json.md); and `_repr_html_`, with
which Jupyter draws it. Results with rows (`scan`, `generate`, `bench`, `read`) have `to_dataframe()`, which needs
pandas only when it is called. They hold all rows in memory; for files of many millions of puzzles, use the command
line, which streams. [notebook.ipynb](notebook.ipynb) shows all of this.

**A puzzle** (`PuzzleLike` below) is a `Puzzle`, an `Entry`, text in [any format](formats.md), a `Path`, a NumPy array,
or a list of rows. A `Grid`, such as a solution, is bytes: one value per cell in reading order, 0 for an empty cell.
Functions about one puzzle never take text for the name of a file: `solve("x.txt")` is an error, `solve(Path("x.txt"))`
reads the file. Functions about collections (`read`, `scan`, `bench`) take what FILE is on the command line: a path, or
the text of a puzzle.

```python
>>> solve([[1, 0, 0, 0], [0, 0, 2, 0], [0, 3, 0, 0], [0, 0, 0, 4]], engines=["reductio", "kernel"]).puzzle
<Puzzle 4x4 with boxes of 2x2, givens: 4: 1.....2..3.....4>
>>> [str(solve(entry, "kernel").verdict) for entry in read(["1.....2..3.....4", "1..............."])]
['unique', 'multiple']

```

**Engines** are text (`"sat:solver=glucose4"`) or objects, so an engine of your own needs no registration:

```python
>>> from dataclasses import dataclass
>>> from sudoku_compare import Engine
>>> def fill(puzzle):
...     cell = puzzle.givens.find(0)
...     if cell < 0:
...         yield puzzle.givens
...         return
...     for value in puzzle.shape.values:
...         if all(puzzle.givens[peer] != value for peer in puzzle.shape.peers_of(cell)):
...             yield from fill(puzzle.with_value(cell, value))
>>> @dataclass(frozen=True)
... class Simple(Engine):
...     name = "simple"
...     def search(self, puzzle, limits):
...         return collect_answer(() if puzzle.find_clash() else fill(puzzle), limits)
>>> solve("1.....2..3.....4", engines=["sat", Simple()]).judgement.agreed
True

```

**Errors** that the caller can fix are `UserError` and its subclasses; their messages say what was expected and what was
found. An argument of a wrong type raises TypeError, a number out of range ValueError. What goes wrong inside an engine
is part of the result.
"""

NOTE = """\
<!-- Made from the docstrings by tests/api_page.py; change them, not this page. -->
"""


def make_page() -> str:
    """Return the whole page."""
    sections = {
        "Functions": map(describe_name, FUNCTIONS),
        "Other functions": map(describe_name, OTHER_FUNCTIONS),
        "Results": map(describe_name, RESULTS),
        "Puzzles, answers and engines": map(describe_name, VALUES),
        "Parts of results": (describe_class(part.__name__, part) for part in PARTS),
        "Errors": map(describe_name, ERRORS),
    }
    parts = [NOTE + INTRODUCTION]
    for title, described in sections.items():
        parts += [f"## {title}\n", *described]
    return "\n".join(parts)


def describe_name(name: str) -> str:
    """Return the part about one exported name."""
    value = getattr(sudoku_compare, name)
    return describe_class(name, value) if inspect.isclass(value) else describe_function(name, value)


def describe_function(name: str, function: Any) -> str:
    """Return a function's signature and docstring."""
    return f"### `{name}`\n```python\n{format_signature(function)}\n```\n\n{format_docstring(function)}\n"


def describe_class(name: str, value: type) -> str:
    """Return a class's fields, docstring and methods."""
    fields = "\n".join(list_fields(value))
    shown = f"```python\n{fields}\n```\n\n" if fields else ""
    methods = "".join(f"- {method}\n" for method in list_methods(value))
    base = f" ({value.__bases__[0].__name__})" if issubclass(value, Exception) else ""
    return f"### Class `{name}`{base}\n{format_docstring(value)}\n\n{shown}{methods}".rstrip() + "\n"


def list_fields(value: type) -> list[str]:
    """Return the lines that declare the fields of a class or the members of an enumeration, with their comments."""
    source = textwrap.dedent(inspect.getsource(value))
    lines, [definition] = source.splitlines(), ast.parse(source).body
    assert isinstance(definition, ast.ClassDef)
    found = []
    for node in definition.body:
        if isinstance(node, ast.AnnAssign | ast.Assign):
            found += [line.removeprefix("    ") for line in lines[node.lineno - 1 : node.end_lineno]]
    return found


def list_methods(value: type) -> Iterator[str]:
    """Yield the public methods and properties with the first paragraph of their docstrings."""
    for name, member in vars(value).items():
        function = getattr(member, "fget", None) or getattr(member, "__func__", member)
        if not name.startswith("_") and name not in INTERNAL and inspect.isfunction(function) and function.__doc__:
            about = " ".join((inspect.getdoc(function) or "").partition("\n\n")[0].split())
            yield f"`{name}`: {about}" if isinstance(member, property) else f"`{format_call(function)}`: {about}"


def format_signature(function: Any) -> str:
    """Return a function's parameters and what it returns, as they are in the source."""
    lines = textwrap.dedent(inspect.getsource(function)).splitlines()
    body = parse_function(function).body[0]
    return strip_quotes("\n".join(lines[: body.lineno - 1]).removeprefix("def ").removesuffix(":"))


def format_call(function: Any) -> str:
    """Return a method with its parameters and what it returns, in one line."""
    definition = parse_function(function)
    arguments = re.sub(r"^(self|cls)(, )?", "", ast.unparse(definition.args))
    result = ast.unparse(definition.returns) if definition.returns else "None"
    return strip_quotes(f"{definition.name}({arguments}) -> {result}")


def strip_quotes(signature: str) -> str:
    """Return a signature without the quotes around the names of types."""
    return re.sub(r"""(: |-> |\| )['"]([A-Z][\w\[\], |.]*)['"]""", r"\1\2", signature)


def parse_function(function: Any) -> ast.FunctionDef:
    """Return the definition of a function as it is in the source."""
    [definition] = ast.parse(textwrap.dedent(inspect.getsource(function))).body
    assert isinstance(definition, ast.FunctionDef)
    return definition


def format_docstring(value: Any) -> str:
    """Return a docstring as Markdown: examples become code."""
    paragraphs = (inspect.getdoc(value) or "").split("\n\n")
    return "\n\n".join(f"```python\n{one}\n\n```" if one.startswith(">>>") else one for one in paragraphs)


if __name__ == "__main__":
    PAGE.write_text(make_page())
