"""Mutated files of all formats: no traceback, no misreading, and the same result from both readers."""

import gzip
import io
import signal
import zlib
from array import array
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from itertools import takewhile
from operator import eq

import pytest

from formats.judge import find_lost_boards, find_misreadings
from formats.mutations import INSERTED, Mutant, make_mutant
from formats.samples import SAMPLES
from sudoku_compare.core.entry import Entry
from sudoku_compare.core.errors import UserError
from sudoku_compare.formats.batch_reader import NINE, read_batches
from sudoku_compare.formats.collection import read_collection
from sudoku_compare.formats.source import Source

NAME = "file.txt"
MOST_SECONDS = 5.0  # of processor time to read a file; a busy machine does not matter
LONGEST_SHOWN = 2000  # bytes of a file in a report
LONGEST_FAULT = 300  # characters


def source_of(content: bytes) -> Source:
    return Source(NAME, io.BufferedReader(io.BytesIO(content)), len(content))


def read_one_by_one(content: bytes) -> tuple[list[Entry], list[UserError]]:
    items = list(read_collection(source_of(content)))
    entries = [item for item in items if isinstance(item, Entry)]
    return entries, [item for item in items if not isinstance(item, Entry)]


def read_in_batches(content: bytes) -> tuple[list[Entry], list[UserError]]:
    entries: list[Entry] = []
    errors: list[UserError] = []
    for batch in read_batches(source_of(content)):
        done = 0
        for before, other in [*batch.other_entries, (len(batch.line_numbers), None)]:
            entries += map(batch.entry, range(done, before))
            entries += [other] if other else []
            done = before
        errors += batch.errors
    return entries, errors


@contextmanager
def limit_time(seconds: float) -> Iterator[None]:
    def stop(*_: object) -> None:
        raise TimeoutError(f"reading took more than {seconds:g} seconds")

    before = signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def unpack(mutant: Mutant, content: bytes) -> None:
    """Replace the data of a mutant by what a damaged gzip file still contains."""
    unpacker, unpacked = zlib.decompressobj(wbits=31), b""
    try:
        for byte in content:
            unpacked += unpacker.decompress(bytes([byte]))
    except zlib.error:
        pass
    start = count_equal(unpacked, mutant.data)
    end = min(count_equal(unpacked[::-1], mutant.data[::-1]), len(unpacked) - start)
    lost = array("q", [INSERTED]) * (len(unpacked) - start - end)
    origins = mutant.origins[:start] + lost + mutant.origins[len(mutant.data) - end :]
    mutant.splice(0, len(mutant.data), unpacked, origins)


def count_equal(one: bytes, other: bytes) -> int:
    """Return how many bytes at the start are equal."""
    return sum(takewhile(bool, map(eq, one, other)))


def find_faults(mutant: Mutant) -> list[str]:
    """Return a sentence for everything that is wrong with the reading of a mutant."""
    content = mutant.content
    try:
        with limit_time(MOST_SECONDS):
            entries, errors = read_one_by_one(content)
            batched, batched_errors = read_in_batches(content)
    except Exception as error:  # whatever it is, a user would see a traceback
        return [f"{type(error).__name__}: {error}"]
    if mutant.damage:
        unpack(mutant, content)
    puzzles = [entry.puzzle for entry in entries]
    faults = [*find_misreadings(mutant, puzzles, bytes(mutant.data)), *_check_errors(errors)]
    if not errors:
        faults += find_lost_boards(mutant, puzzles)
    if list(map(_compare_key, entries)) != list(map(_compare_key, batched)):
        faults.append(f"read_batches reads other puzzles: {[entry.puzzle.text for entry in batched]}")
    if list(map(str, errors)) != list(map(str, batched_errors)):
        faults.append(f"read_batches has other errors: {list(map(str, batched_errors))}")
    return faults


def _compare_key(entry: Entry) -> Entry:
    return replace(entry, name="") if entry.puzzle.shape == NINE else entry  # batches have no names of 9x9 puzzles


def _check_errors(errors: list[UserError]) -> Iterator[str]:
    for error in errors:
        if not isinstance(error, UserError) or not str(error).startswith(f"{NAME}:"):
            yield f"an error does not name its file: {error!r}"
        if len(str(error).splitlines()) != 1:
            yield f"an error has several lines: {error!r}"


def describe(seed: int, mutant: Mutant, faults: list[str]) -> str:
    content = mutant.content
    shown = content if len(content) <= LONGEST_SHOWN else content[:LONGEST_SHOWN] + b"..."
    names = " + ".join(sample.name for sample in mutant.samples)
    heading = f"make_mutant({seed}): {names}; {', '.join(mutant.mutations)}"
    return "\n".join([heading, *(f"  {fault[:LONGEST_FAULT]}" for fault in faults), f"  {shown!r}"])


def check_seeds(seeds: range) -> None:
    reports = []
    for seed in seeds:
        mutant = make_mutant(seed)
        if faults := find_faults(mutant):
            reports.append(describe(seed, make_mutant(seed), faults))
    assert not reports, f"{len(reports)} of {len(seeds)} files\n" + "\n".join(reports[:20])


@pytest.mark.parametrize("name", SAMPLES)
def test_every_sample_is_read(name: str) -> None:
    sample = SAMPLES[name]
    entries, errors = read_one_by_one(sample.content)
    assert [entry.puzzle for entry in entries] == list(sample.boards)
    assert not errors
    assert [entry.puzzle for entry in read_in_batches(sample.content)[0]] == list(sample.boards)


def test_gzip_samples_are_compressed() -> None:
    assert all(gzip.decompress(sample.content) == sample.data for sample in SAMPLES.values() if sample.is_gzip)


@pytest.mark.parametrize("first", range(0, 300, 100))
def test_mutated_files_are_not_misread(first: int) -> None:
    check_seeds(range(first, first + 100))


@pytest.mark.slow
@pytest.mark.parametrize("first", range(0, 1500, 250))
def test_thousands_of_mutated_files_are_not_misread(first: int) -> None:
    check_seeds(range(first, first + 250))


@pytest.mark.long
@pytest.mark.parametrize("first", range(1500, 101_500, 1000))
def test_many_more_mutated_files_are_not_misread(first: int) -> None:
    check_seeds(range(first, first + 1000))
