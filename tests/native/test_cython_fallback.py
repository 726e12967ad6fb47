"""Where neither a compiler nor Cython is installed, the native modules run all the same."""

import re
import subprocess
import sys
from pathlib import Path

from conftest import ROOT
from making import EASY, EASY_SOLUTION
from sudoku_compare.native import cython_fallback

NATIVE = ROOT / "src" / "sudoku_compare" / "native"
IMPORTED_BY_OTHERS = ("rate_candidates", "rate_steps")  # loaded first, or else others import the compiled ones
SOLVE_WITHOUT_CYTHON = """
import sys
sys.modules["cython"] = None  # importing it fails
sys.path.insert(0, sys.argv[1])
from interpreted import load_interpreted
for name in sys.argv[3:]:
    load_interpreted(f"native.{name}")
search = load_interpreted("native.solve9").Search(bytes(int(symbol) for symbol in sys.argv[2]))
print(search.advance(2, 1000)[1].hex()[1::2])
print(len(load_interpreted("native.solve_any").Search(2, 2, bytes(16)).advance(288, 1_000_000)[1]) // 16)
board = bytearray([1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1])
random = iter([0.3, 0.9, 0.1, 0.6, 0.2] * 100).__next__
load_interpreted("native.full_grids").GridWalk(board, 2, 2, random).take_steps(20)
print(sorted(board) == sorted([1, 2, 3, 4] * 4))
"""


def test_every_native_module_runs_without_cython() -> None:
    modules = [file.stem for file in NATIVE.glob("*.py") if "import cython" in file.read_text()]
    assert len(modules) == 17
    modules.sort(key=lambda name: name not in IMPORTED_BY_OTHERS)
    arguments = [str(Path(__file__).parents[1]), EASY.replace(".", "0"), *modules]
    done = subprocess.run([sys.executable, "-c", SOLVE_WITHOUT_CYTHON, *arguments], capture_output=True, text=True)
    assert (done.stdout, done.stderr) == (f"{EASY_SOLUTION}\n288\nTrue\n", "")


def test_every_native_module_is_compiled() -> None:
    listed = re.findall(r'^    "(\w+)",$', (ROOT / "setup.py").read_text(), re.MULTILINE)
    assert set(listed) == {file.stem for file in NATIVE.glob("*.py") if "import cython" in file.read_text()}


def test_the_fallback_converts_like_c() -> None:
    assert not cython_fallback.compiled
    assert cython_fallback.cast(cython_fallback.int, 2.9) == 2
    assert cython_fallback.declare(cython_fallback.uint[9], 3) == 3
    assert (
        cython_fallback.exceptval(check=False)(len) is cython_fallback.nogil(len) is cython_fallback.ccall(len) is len
    )
