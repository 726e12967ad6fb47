"""Python engines of other packages and modules: found, described, configured, and never imported into this process."""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from statistics import median

import pytest

from conftest import PROGRAM
from hostile.marking import list_survivors, mark_processes, needs_proc
from sudoku_compare import Ending, Limits, Puzzle
from sudoku_compare.core.errors import OptionError
from sudoku_compare.engines import plug_ins
from sudoku_compare.engines.hosting import host
from sudoku_compare.engines.options import format_engine, list_options
from sudoku_compare.engines.plug_ins import PlugIn, load_class_in_module
from sudoku_compare.engines.protocol import Origin, enforces_limits, find_method, find_origin, is_complete
from sudoku_compare.engines.registry import load_engine

FOUR = "1.....2..3.....4"
TRIVIAL = Puzzle.from_text(FOUR)

START = """
import os, sys, time
from dataclasses import dataclass, field
from typing import ClassVar
from sudoku_compare import Answer, Ending, Engine, Limits, Puzzle, load_engine
"""
SEARCH = """
    def search(self, puzzle, limits):
        return load_engine("kernel").search(puzzle, limits)
"""
HONEST = f'''{START}
@dataclass(frozen=True)
class Mine(Engine):
    """Asks the kernel.

    This is not shown.
    """
    name: ClassVar = "mine"
    method: ClassVar = "my method"
    complete: ClassVar = False
    counted: ClassVar = {{"tries": "values tried"}}
    order: str = field(default="fewest", metadata={{"help": "which cell", "choices": ("fewest", "first")}})
    depth: int = field(default=3, metadata={{"help": "how deep"}})
    fast: bool = False
{SEARCH}'''


@pytest.fixture(autouse=True)
def forget_plug_ins() -> None:
    """Modules of the same name are different in each test."""
    plug_ins.load_class.cache_clear()
    for one in host._hosts.empty():
        one.program.close()


@pytest.fixture
def write(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Path]:
    """Write a module to the current folder, which is an empty one."""
    monkeypatch.chdir(tmp_path)

    def write_module(code: str, name: str = "mine") -> Path:
        (tmp_path / f"{name}.py").write_text(code)
        return tmp_path

    return write_module


def install(folder: Path, entry_points: str) -> dict[str, str]:
    """Make the modules of a folder look like an installed package, and return the variables with which they are."""
    info = folder / "someone-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Name: someone\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(f"[sudoku_compare.engines]\n{entry_points}\n")
    return {"PYTHONPATH": f"{folder}{os.pathsep}{os.environ.get('PYTHONPATH', '')}"}


def call(*arguments: str, folder: Path, **variables: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [PROGRAM, *arguments], cwd=folder, env={**os.environ, **variables}, capture_output=True, text=True, timeout=120
    )


def test_a_class_in_a_module_of_the_current_folder_is_an_engine(write: Callable[..., Path]) -> None:
    folder = write(HONEST)
    done = call("solve", FOUR, "--engine", "mine:Mine", "--engine", "sat", "--json", folder=folder)
    row = json.loads(done.stdout)
    assert (done.returncode, done.stderr, row["verdict"]) == (0, "", "unique")
    assert [one["engine"] for one in row["engines"]] == ["mine:Mine", "sat"]
    assert row["engines"][0]["seconds"]["outer"] > 0


def test_a_class_in_a_package_is_an_engine(write: Callable[..., Path]) -> None:
    folder = write("")
    (folder / "package").mkdir()
    (folder / "package" / "module.py").write_text(HONEST)
    done = call("solve", FOUR, "--engine", "package.module:Mine:depth=5", "--json", folder=folder)
    assert json.loads(done.stdout)["engines"][0]["engine"] == "package.module:Mine:depth=5"


def test_a_plug_in_is_described_as_its_class_describes_itself(write: Callable[..., Path]) -> None:
    write(HONEST)
    kind = load_class_in_module("mine:Mine")
    assert issubclass(kind, PlugIn)
    assert "mine" not in sys.modules
    assert (kind.name, kind.__doc__, find_method(kind), is_complete(kind)) == (
        "mine:Mine",
        "Asks the kernel.",
        "my method",
        False,
    )
    assert kind.counted == {"tries": "values tried"}
    options = [(one.name, one.default, one.choices, one.help) for one in list_options(kind)]
    assert options == [
        ("order", "fewest", ("fewest", "first"), "which cell"),
        ("depth", "3", (), "how deep"),
        ("fast", "false", ("true", "false"), ""),
    ]


def test_a_plug_in_enforces_the_limits_itself(write: Callable[..., Path]) -> None:
    write(HONEST)
    engine = load_engine("mine:Mine")
    assert find_origin(engine) is Origin.PLUG_IN
    assert enforces_limits(engine)
    answer = engine.search(TRIVIAL, Limits(2, 60.0))
    assert answer.ending is Ending.EXHAUSTED
    assert answer.seconds.outer is not None


@pytest.mark.parametrize(
    ("text", "full"),
    [
        ("mine:Mine", "mine:Mine"),
        ("mine:Mine:depth=3,fast=false", "mine:Mine"),
        ("mine:Mine:fast=true,depth=7", "mine:Mine:depth=7,fast=true"),
        ("mine:Mine:order=first", "mine:Mine:order=first"),
    ],
)
def test_the_options_of_a_plug_in_are_text_both_ways(text: str, full: str, write: Callable[..., Path]) -> None:
    write(HONEST)
    engine = load_engine(text)
    assert format_engine(engine) == full
    assert load_engine(full) == engine


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("mine:Mine:dept=3", "engine mine:Mine: unknown option 'dept'; did you mean depth?"),
        ("mine:Mine:depth", "engine mine:Mine:depth: cannot be loaded|needs a value, as in depth=3"),
        ("mine:Mine:depth=x", "depth=x: expected a whole number of at most 9 digits"),
        ("mine:Mine:fast=1", "fast=1: expected true or false"),
        ("mine:Mine:order=last", "order=last: expected one of fewest, first"),
        ("mine:Nothing", "engine mine:Nothing: cannot be loaded: AttributeError: module 'mine' has no attribute"),
        ("mine:START", "engine mine:START: cannot be loaded: .*"),
        ("mine:Mine.depth", "engine mine:Mine.depth: cannot be loaded: not an engine: expected a frozen dataclass"),
        ("nothing:Mine", "engine nothing:Mine: cannot be loaded: ModuleNotFoundError: No module named 'nothing'"),
        (".:Mine", "engine .:Mine: cannot be loaded: "),
        ("mine/:Mine", "engine mine/: no such program"),
        ("../", r"engine ../: this is a folder; expected the path of an executable file"),
        ("mine:\x1b[31m", r"engine mine:\?\[31m: expected printable characters only"),
        ("mine:Mine:order=\x1b[31m", r"engine mine:Mine:order=\?\[31m: expected printable characters only"),
        ("./mine\n", r"engine ./mine\?: expected printable characters only"),
    ],
)
def test_a_wrong_name_or_option_is_an_error_in_one_line(text: str, problem: str, write: Callable[..., Path]) -> None:
    write(HONEST)
    with pytest.raises(OptionError, match=problem) as caught:
        load_engine(text)
    assert "\n" not in str(caught.value)


EMPTY = f"{START}\n@dataclass(frozen=True)\nclass Mine(Engine):\n    name: ClassVar = 'm'\n"
BROKEN = {
    "syntax": ("def", "SyntaxError: .*"),
    "error": ("raise ValueError('first\\nsecond\\x1b[31m')", r"ValueError: first second\?\[31m"),
    "exit": ("import sys; sys.exit(0)", "SystemExit: 0"),
    "os._exit": ("import os; os._exit(0)", "ended with exit code 0 before it answered"),
    "crash": ("import os; os.kill(os.getpid(), 11)", "ended by SIGSEGV before it answered.*"),
    "prints": ("print('{}', flush=True); import absent", "ModuleNotFoundError: No module named 'absent'"),
    "interrupt": ("raise KeyboardInterrupt", "KeyboardInterrupt: "),
    "unprintable": (
        "class E(Exception):\n    def __str__(self): raise RuntimeError\nraise E",
        r"E: \(E that cannot be shown\)",
    ),
    "kills its supervisor": (
        "import os, time; os.kill(os.getppid(), 9); time.sleep(60)",
        "lost its supervisor process",
    ),
    "forges": (
        "import os\nfor n in range(3, 9):\n    try: os.write(n, b'{}\\n')\n    except OSError: pass\n" + HONEST,
        "its process does not describe an engine",
    ),
    "forges nonsense": (
        'import os\nfor n in range(3, 9):\n    try: os.write(n, b\'{"options": [5], "problem": ""}\\n\')\n'
        "    except OSError: pass\n" + HONEST,
        "its process does not describe an engine",
    ),
    "not a class": ("Mine = 5", "not an engine: expected a frozen dataclass with the method `search`"),
    "not a dataclass": (
        "class Mine:\n    def search(self): pass",
        "not an engine: expected a frozen dataclass with the method `search`",
    ),
    "no name": (
        f"{START}\n@dataclass(frozen=True)\nclass Mine:\n{SEARCH}",
        "not an engine: it has no name; derive it from sudoku_compare.Engine",
    ),
    "required option": (
        f"{EMPTY}    depth: int\n{SEARCH}",
        "TypeError: .* missing 1 required positional argument: 'depth'",
    ),
    "strange default": (
        f"{EMPTY}    cells: list = field(default_factory=list)\n{SEARCH}",
        "option cells: expected a default that is text, a number, or true or false",
    ),
    "taken option": (
        f"{EMPTY}    stream: bool = True\n{SEARCH}",
        "option stream: this name is reserved",
    ),
    "counts": (
        f"{EMPTY}    counted: ClassVar = 5\n{SEARCH}",
        "AttributeError: 'int' object has no attribute 'items'",
    ),
}


@pytest.mark.parametrize(("code", "problem"), BROKEN.values(), ids=BROKEN)
def test_a_module_that_cannot_be_used_is_an_error_in_one_line(
    code: str, problem: str, write: Callable[..., Path]
) -> None:
    write(code)
    with pytest.raises(OptionError, match=f"^engine mine:Mine: cannot be loaded: {problem}$") as caught:
        load_class_in_module("mine:Mine")
    assert str(caught.value).isprintable()


@needs_proc
def test_a_module_that_hangs_is_given_up(write: Callable[..., Path], monkeypatch: pytest.MonkeyPatch) -> None:
    write("import os, time\nif not os.fork(): os.setsid()\ntime.sleep(3600)")
    monkeypatch.setattr(host, "START_UP", 0.5)
    with (
        mark_processes() as mark,
        pytest.raises(OptionError, match="engine mine:Mine: cannot be loaded: time limit reached"),
    ):
        load_class_in_module("mine:Mine")
    assert list_survivors(mark) == []


def test_what_a_plug_in_says_about_itself_is_harmless(write: Callable[..., Path]) -> None:
    code = HONEST.replace("Asks the kernel.", "\\x1b[31mred" + "x" * 10_000).replace("my method", "\\x1b[31m")
    write(code.replace('"tries": "values tried"', '"\\x1b": "\\x07"'))
    kind = load_class_in_module("mine:Mine")
    assert kind.__doc__ is not None
    assert (kind.__doc__.isprintable(), len(kind.__doc__)) == (True, 500)
    assert find_method(kind) == "?[31m"
    assert kind.counted == {"?": "?"}


SHADOWS = (
    *("difflib", "fcntl", "json", "numpy", "pandas", "platformdirs", "random", "resource", "rich", "scipy", "secrets"),
    *("sqlite3", "statistics", "subprocess", "tempfile", "tomllib", "pysat", "ortools", "socket", "select"),
)


@pytest.mark.parametrize("command", ["solve", "bench"])
def test_other_files_of_the_current_folder_are_not_imported(command: str, write: Callable[..., Path]) -> None:
    """A file may have the name of a package; only the host of the engine looks into the folder."""
    folder = write(HONEST)
    for name in SHADOWS:
        write("import os, sys\nif 'serve_class' not in str(sys.orig_argv): os._exit(77)\nraise ImportError", name)
    words = (["--out", "./r.sqlite"] if command == "bench" else ["--lines"]) + ["--engine", "mine:Mine"]
    done = call(command, FOUR, *words, "--engine", "kernel", folder=folder)
    assert (done.returncode, "Traceback" in done.stderr) == (0, False), done.stderr


def test_a_registered_class_is_listed_and_used_under_its_name(write: Callable[..., Path]) -> None:
    folder = write(HONEST)
    variables = install(folder, "my-engine = mine:Mine")
    listed = json.loads(call("engines", "--json", folder=folder, **variables).stdout)["engines"]
    [mine] = [one for one in listed if one["name"] == "my-engine"]
    assert (mine["kind"], mine["problem"], mine["about"]) == ("plug-in", None, "Asks the kernel.")
    done = call("solve", FOUR, "--engine", "my-engine:depth=4", "--json", folder=folder, **variables)
    [answer] = json.loads(done.stdout)["engines"]
    assert (answer["engine"], answer["verdict"]) == ("my-engine:depth=4", "unique")


def test_a_registered_class_that_cannot_be_loaded_is_a_line_in_the_list(write: Callable[..., Path]) -> None:
    folder = write(HONEST)
    write("raise ValueError('first\\nsecond\\x1b[31m')", "raising")
    write("import os; os._exit(0)", "leaving")
    write("print('noise'); import absent", "lacking")
    points = "good = mine:Mine\nraising = raising:A\nleaving = leaving:B\nlacking = lacking:C\nnowhere = nowhere:D"
    variables = install(folder, points)
    done = call("engines", folder=folder, COLUMNS="200", **variables)
    assert (done.returncode, done.stderr) == (0, "")
    assert "noise" not in done.stdout
    assert done.stdout.replace("\n", "").isprintable()
    for name, reference, problem in (
        ("raising", "raising:A", "ValueError: first second?[31m"),
        ("leaving", "leaving:B", "ended with exit code 0 before it answered"),
        ("lacking", "lacking:C", "ModuleNotFoundError: No module named 'absent'"),
        ("nowhere", "nowhere:D", "ModuleNotFoundError: No module named 'nowhere'"),
    ):
        assert f"{name}  (cannot be loaded)\n  engine {name}: cannot load {reference}: {problem}\n" in done.stdout
    assert "good  (plug-in" in done.stdout
    as_json = json.loads(call("engines", "--json", folder=folder, **variables).stdout)["engines"]
    assert {one["name"] for one in as_json if one["problem"]} == {"raising", "leaving", "lacking", "nowhere"}


def test_a_broken_plug_in_does_not_disturb_the_other_commands(write: Callable[..., Path]) -> None:
    folder = write("raise SystemExit(0)")
    variables = install(folder, "broken = mine:Mine")
    assert call("solve", FOUR, "--engine", "kernel", folder=folder, **variables).returncode == 0
    asked = call("solve", FOUR, "--engine", "broken", "--engine", "kernel", folder=folder, **variables)
    assert asked.returncode == 2
    assert asked.stderr == "sudoku-compare: engine broken: cannot load mine:Mine: SystemExit: 0\n"
    unknown = call("solve", FOUR, "--engine", "brken", folder=folder, **variables)
    assert (unknown.returncode, "did you mean broken" in unknown.stderr) == (2, True)


def test_a_plug_in_cannot_replace_a_built_in_engine(write: Callable[..., Path]) -> None:
    folder = write("raise SystemExit(0)")
    variables = install(folder, "kernel = mine:Mine")
    assert call("solve", FOUR, "--engine", "kernel", folder=folder, **variables).returncode == 0


SLOW_TO_IMPORT = "import time\nend = time.process_time() + 0.5\nwhile time.process_time() < end: pass\n"
ALLOWED = 0.04  # seconds of processor time: 5 ms, and the noise of a busy machine; loading the plug-in takes 0.5 s
COMMANDS = {"help": ["--help"], "solve": ["solve", FOUR, "--engine", "kernel"]}


@pytest.mark.parametrize("words", COMMANDS.values(), ids=COMMANDS)
def test_a_plug_in_that_is_not_used_is_not_even_looked_for(words: list[str], write: Callable[..., Path]) -> None:
    folder = write(HONEST + "\nopen('imported', 'w').close()\n")
    variables = install(folder, "my-engine = mine:Mine")
    imports = list_imports(words, variables)
    assert imports == list_imports(words, {})
    assert not {"importlib.metadata", "sudoku_compare.engines.plug_ins"} & set(imports)
    assert not (folder / "imported").exists()


def list_imports(words: list[str], variables: dict[str, str]) -> list[str]:
    """Return the modules that a command imports."""
    command = [sys.executable, "-X", "importtime", "-m", "sudoku_compare", *words]
    done = subprocess.run(command, env={**os.environ, **variables}, capture_output=True, text=True, check=True)
    return [line.rpartition("|")[2].strip() for line in done.stderr.splitlines() if line.startswith("import time:")]


@needs_proc
@pytest.mark.parametrize("words", COMMANDS.values(), ids=COMMANDS)
def test_a_plug_in_that_is_not_used_costs_nothing_at_the_start(words: list[str], write: Callable[..., Path]) -> None:
    folder = write(SLOW_TO_IMPORT + HONEST)
    installed = {**os.environ, **install(folder, "my-engine = mine:Mine")}
    pairs = [(measure_cpu(words, dict(os.environ)), measure_cpu(words, installed)) for _ in range(11)]
    without, with_it = (median(times) for times in zip(*pairs, strict=True))
    assert with_it - without < ALLOWED


def measure_cpu(words: list[str], environment: dict[str, str]) -> float:
    """Return the processor time of a command in seconds."""
    nowhere = os.open(os.devnull, os.O_RDWR)
    moves = [(os.POSIX_SPAWN_DUP2, nowhere, 1), (os.POSIX_SPAWN_DUP2, nowhere, 2)]
    child = os.posix_spawn(PROGRAM, [str(PROGRAM), *words], environment, file_actions=moves)
    os.close(nowhere)
    _, status, usage = os.wait4(child, 0)
    assert os.waitstatus_to_exitcode(status) == 0
    return usage.ru_utime + usage.ru_stime
