"""The modules that are compiled. All else about the package stands in pyproject.toml."""

import os

from Cython.Build import cythonize
from setuptools import Extension, setup

FLAGS = os.environ.get("SUDOKU_COMPARE_CFLAGS", "-O3 -g0").split()  # -march=native is for this machine only
COMPILED = (
    "canonical",
    "check9",
    "duplicate_table",
    "format9",
    "full_grids",
    "parse9",
    "solve9",
    "solve_any",
)

extensions = cythonize(
    [
        Extension(
            f"sudoku_compare.native.{name}",
            [f"src/sudoku_compare/native/{name}.py"],
            extra_compile_args=FLAGS,
            extra_link_args=[flag for flag in FLAGS if flag.startswith("-fsanitize")],
        )
        for name in COMPILED
    ],
    language_level=3,
    build_dir="build",
)
for extension in extensions:
    extension.optional = True  # without a compiler the same file runs as it is; told any earlier, cythonize forgets it

setup(ext_modules=extensions, options={"build_ext": {"parallel": True}})
