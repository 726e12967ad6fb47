"""Compiles the modules of `native`. Everything else about the package is in pyproject.toml.

`pip install -v .` shows the progress. Without a C compiler the install succeeds as well, and Python runs these modules.
"""

import multiprocessing
import os

from Cython.Build import cythonize
from setuptools import Extension, setup

PACKAGE = "sudoku_compare.native"
FOLDER = "src/sudoku_compare/native"
COMPILED = (
    "buffers",
    "canonical",
    "check9",
    "duplicate_table",
    "format9",
    "full_grids",
    "parse9",
    "rate_candidates",
    "rate_chains",
    "rate_dynamic",
    "rate_position",
    "rate_steps",
    "rate_trail",
    "rate_uniqueness",
    "solve9",
    "solve_any",
    "tabu_search",
)
SOLVE9_HEADERS = [f"{FOLDER}/solve9_{name}.h" for name in ("vectors", "vector_types", "vector_rules", "vector_search")]
RATE_HEADERS = [f"{FOLDER}/rate_bits.h"]
CHECK9_HEADERS = [f"{FOLDER}/check9_vectors.h"]
FORMAT9_HEADERS = [f"{FOLDER}/format9_text.h"]
SHARED = "_cyutility"  # Cython's own code for memory views: compiled once, not once per module
CFLAGS = os.environ.get("SUDOKU_COMPARE_CFLAGS", "").split()  # for example -march=native, for this machine only
FAST, QUICKLY_COMPILED = ["-O3", "-g0"], ["-O1", "-g0"]


def find_headers(name: str) -> list[str]:
    """Return the headers on which a module depends."""
    by_module = {"check9": CHECK9_HEADERS, "format9": FORMAT9_HEADERS, "solve9": SOLVE9_HEADERS}
    return RATE_HEADERS if name.startswith("rate_") else by_module.get(name, [])


def make_extension(name: str, source: str, flags: list[str]) -> Extension:
    """Return one module to compile."""
    link_flags = [flag for flag in CFLAGS if flag.startswith("-fsanitize")]
    return Extension(
        f"{PACKAGE}.{name}",
        [source],
        include_dirs=[FOLDER],
        depends=find_headers(name),
        extra_compile_args=CFLAGS or flags,
        extra_link_args=link_flags,
    )


def count_translators() -> int:
    """Return how many processes translate Python to C; 0 where they could not be forked."""
    return os.cpu_count() or 0 if multiprocessing.get_start_method() == "fork" else 0


extensions = cythonize(
    [
        make_extension(SHARED, f"{FOLDER}/{SHARED}.c", QUICKLY_COMPILED),
        *(make_extension(name, f"{FOLDER}/{name}.py", FAST) for name in COMPILED),
    ],
    language_level=3,
    build_dir="build",
    nthreads=count_translators(),
    shared_utility_qualified_name=f"{PACKAGE}.{SHARED}",
)
for extension in extensions:
    extension.optional = True  # not before: cythonize does not keep it

setup(ext_modules=extensions, options={"build_ext": {"parallel": os.cpu_count()}})
