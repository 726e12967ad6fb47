"""Names for the files and folders that a command writes, one for each puzzle."""

from ..core.text import UniqueNames

LONGEST_PART = 100  # characters of a file name that are kept, because systems allow 255 bytes


class FileNames:
    """Chooses a name for each puzzle of a run: `line-` and its line; with several inputs, after the input's name.

    No name is used twice in a run, so that no puzzle overwrites another.

    >>> names = FileNames(with_input=True)
    >>> names.choose("easy/a.txt:7"), names.choose("hard/a.txt:7"), names.choose("hard/a.txt:8")
    ('a.txt-line-7', 'a.txt-2-line-7', 'a.txt-2-line-8')
    """

    def __init__(self, *, with_input: bool) -> None:
        self._with_input = with_input
        self._inputs: dict[str, str] = {}  # from the name of an input to its part of file names
        self._input_names = UniqueNames("-")
        self._names = UniqueNames("-")

    def choose(self, id: str) -> str:
        """Return the name for the puzzle with this id."""
        source, _, number = id.rpartition(":")
        start = f"{self._name_input(source)}-" if self._with_input else ""
        return self._names.choose(f"{start}line-{number}")

    def _name_input(self, source: str) -> str:
        if source not in self._inputs:
            last_part = source.rstrip("/").rpartition("/")[2].lstrip(".")
            self._inputs[source] = self._input_names.choose(last_part[:LONGEST_PART] or "input")
        return self._inputs[source]
