"""The part of Cython's `cython` module that this package uses, for machines that have neither a compiler nor Cython.

A compiled module needs neither. Types mean nothing to the interpreter, and decorators change nothing.
"""

from collections.abc import Callable
from contextlib import nullcontext
from typing import Any

compiled = False


class _Type:
    """Any C type; it also stands for arrays and memory views of itself."""

    def __getitem__(self, key: object) -> "_Type":
        return self


_TYPE = _Type()


def __getattr__(name: str) -> _Type:
    """Return a C type such as `cython.uint`."""
    if name.startswith("__"):
        raise AttributeError(name)
    return _TYPE


def _leave_unchanged(decorated: Any) -> Any:
    return decorated


class _NoGil(nullcontext[None]):
    """A decorator and context manager that changes nothing."""

    def __call__(self, decorated: Any) -> Any:
        return decorated


cclass = ccall = cfunc = final = inline = _leave_unchanged
nogil = _NoGil()


def exceptval(value: object = None, *, check: bool = False) -> Callable[[Any], Any]:
    """Return a decorator that changes nothing."""
    return _leave_unchanged


def declare(kind: object, value: Any = None) -> Any:
    """Return the value of a variable at its declaration."""
    return value


def cast(kind: object, value: float) -> int:
    """Convert to a whole number; C would also truncate high bits, but no module relies on that."""
    return int(value)
