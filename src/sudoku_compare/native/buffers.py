"""Make buffers without clearing them first, for code that writes them before anybody reads them."""

try:
    import cython
except ImportError:
    from . import cython_fallback as cython

if cython.compiled:
    from cython.cimports.cpython.bytearray import PyByteArray_FromStringAndSize


def make_buffer(size: cython.Py_ssize_t) -> bytearray:
    """Return a buffer of this many bytes. Its content is undefined where this is compiled, and zeros otherwise."""
    return PyByteArray_FromStringAndSize(cython.NULL, size) if cython.compiled else bytearray(size)
