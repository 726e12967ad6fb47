"""The modules that are compiled. All else about the package stands in pyproject.toml."""

import os

from Cython.Build import cythonize
from setuptools import Extension, setup

FLAGS = os.environ.get("SUDOKU_COMPARE_CFLAGS", "-O3").split()  # -march=native is for this machine only
COMPILED = ["kernel.nine", "kernel.sizes"]
COMPILED += [f"bulk.{name}" for name in ("canonical", "lines", "seen", "stand", "written")]

setup(
    ext_modules=cythonize(
        [
            Extension(
                f"sudoku_compare.{name}",
                [f"src/sudoku_compare/{name.replace('.', '/')}.py"],
                extra_compile_args=FLAGS,
                extra_link_args=[flag for flag in FLAGS if flag.startswith("-fsanitize")],
                optional=True,  # without a compiler the same file runs as it is
            )
            for name in COMPILED
        ],
        language_level=3,
        build_dir="build",
    )
)
