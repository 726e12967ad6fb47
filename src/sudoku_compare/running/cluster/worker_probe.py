"""What is installed where this runs. The source of this module is sent to a worker and executed there.

It uses the standard library only: the worker may have another version of this package, or none. No name in it may
depend on the rest of this package.
"""

from __future__ import annotations  # the worker's Python may be older


def describe_installation() -> dict[str, str | None]:
    """Return the versions of Python and of packages, and a fingerprint of this package's code, as plain values."""
    import hashlib
    import platform
    from importlib.metadata import PackageNotFoundError, version
    from importlib.util import find_spec
    from pathlib import Path

    def find_version(name: str) -> str | None:
        try:
            return version(name)
        except PackageNotFoundError:
            return None

    def compute_fingerprint() -> str | None:
        spec = find_spec("sudoku_compare")
        if spec is None or not spec.submodule_search_locations:
            return None
        folder, digest = Path(spec.submodule_search_locations[0]), hashlib.sha256()
        files = [path for path in folder.rglob("*") if path.suffix in (".py", ".pxd", ".h", ".toml")]
        for path in sorted(files):
            if path.relative_to(folder).parts[0] != "data":  # an installation for development has it elsewhere
                digest.update(path.relative_to(folder).as_posix().encode() + path.read_bytes())
        is_compiled = any(folder.glob("native/solve9.*.so"))
        return digest.hexdigest()[:12] + ("" if is_compiled else ", not compiled")

    names = ("sudoku-compare", "python-sat", "ortools")
    return {
        "python": ".".join(platform.python_version_tuple()[:2]),
        **{name: find_version(name) for name in names},
        "code of sudoku-compare": compute_fingerprint(),
    }
