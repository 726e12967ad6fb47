"""Versions of installed packages."""


def find_version(distribution: str) -> str | None:
    """Return the version of a distribution, or None if it is not installed."""
    from importlib.metadata import PackageNotFoundError, version  # imported late: it slows down every start

    try:
        return version(distribution)
    except PackageNotFoundError:
        return None
