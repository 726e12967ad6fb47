"""Engines that travel to other machines as texts."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from conftest import VARIANTS
from sudoku_compare import Limits
from sudoku_compare.core.errors import OptionError
from sudoku_compare.engines.external import engine_files, versions
from sudoku_compare.engines.external.engine_files import FILES_VARIABLE
from sudoku_compare.engines.registry import BUILT_IN, load_engine
from sudoku_compare.running.cluster.engine_texts import (
    find_program_versions,
    read_engine_texts,
    refuse_local_engines,
    write_engines,
)
from sudoku_compare.running.cluster.work import RemoteSearch
from witnesses import FakeEngine, ForeignEngine

REFUSED = "its program is at a relative path, which workers cannot find"


class InternalWork(FakeEngine):
    name = "work"


class ObjectEngine(ForeignEngine):
    name = "mine"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Yield a folder that is the current one, on the PATH, and has a program; no other engine file is read."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.delenv(FILES_VARIABLE, raising=False)
    write_program(tmp_path, "1.2.3")
    engine_files._read.cache_clear()
    yield tmp_path
    engine_files._read.cache_clear()


def write_program(folder: Path, version: str) -> None:
    program = folder / "mysolver"
    program.write_text(f"#!/bin/sh\necho mysolver {version}\n")
    program.chmod(0o755)


def describe(folder: Path, command: str, more: str = "") -> None:
    (folder / "engines.toml").write_text(f'[mine]\nprotocol = "lines"\ncommand = {command}\n{more}\n')
    engine_files._read.cache_clear()


@pytest.mark.parametrize("text", [*BUILT_IN, *VARIANTS])
def test_an_engine_survives_as_text(text: str) -> None:
    engine = load_engine(text)
    [written], versions = write_engines([engine])
    assert isinstance(written, str)
    assert load_engine(written) == engine
    assert versions == {}


def test_work_of_this_program_travels_as_it_is() -> None:
    work = InternalWork()
    assert write_engines([work, load_engine("sat")]) == ((work, "sat"), {})  # type: ignore[list-item]


def test_an_object_is_refused() -> None:
    with pytest.raises(OptionError) as refused:
        write_engines([load_engine("sat"), ObjectEngine()])  # type: ignore[list-item]
    advice = "pass its name, or module:Class that every worker can import"
    assert str(refused.value) == f"engine mine: an engine object cannot be sent to a cluster: {advice}"


@pytest.mark.parametrize(
    ("command", "more"),
    [
        ('["./mysolver"]', ""),
        ('["../{name}/mysolver"]', ""),
        ('["mysolver", "{folder}/settings"]', ""),
        ('["mysolver"]', 'version = ["./mysolver", "--version"]'),
    ],
)
def test_a_program_that_is_found_from_the_folder_of_its_description_is_refused(
    folder: Path, command: str, more: str
) -> None:
    describe(folder, command.replace("{name}", folder.name), more)
    with pytest.raises(OptionError) as refused:
        write_engines([load_engine("mine")])
    advice = "put it on the PATH of every worker, or at the same absolute path"
    assert str(refused.value) == f"engine mine: {REFUSED}: {advice}"


def test_no_program_is_started_to_find_out_whether_engines_can_be_sent(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    describe(folder, '["mysolver"]', f'version = ["{folder}/mysolver", "-v"]')
    started: list[object] = []
    monkeypatch.setattr(versions, "run_program", lambda command, limits: started.append(command))
    refuse_local_engines([load_engine("sat"), load_engine("mine")])
    assert started == []


@pytest.mark.usefixtures("folder")
def test_a_program_that_is_named_by_a_relative_path_is_refused() -> None:
    with pytest.raises(OptionError, match=REFUSED):
        write_engines([load_engine("./mysolver")])


def test_a_program_that_is_named_by_an_absolute_path_is_accepted(folder: Path) -> None:
    text = f"{folder}/mysolver"
    assert write_engines([load_engine(text)]).engines == (text,)


@pytest.mark.parametrize("command", ['["mysolver", "-q"]', '["FOLDER/mysolver", "{limit}"]'])
def test_a_program_on_the_path_or_at_an_absolute_path_is_accepted(folder: Path, command: str) -> None:
    describe(folder, command.replace("FOLDER", str(folder)))
    assert write_engines([load_engine("mine")]) == (("mine",), {"mine": None})


def test_the_options_of_a_program_travel(folder: Path) -> None:
    describe(folder, '["mysolver"]', 'options.seed = { default = 0, arguments = ["-s{value}"], help = "seed" }')
    assert write_engines([load_engine("mine:seed=7")]).engines == ("mine:seed=7",)


def test_the_version_of_a_program_is_known(folder: Path) -> None:
    describe(folder, '["mysolver"]', f'version = ["{folder}/mysolver", "--version"]')
    engines = [load_engine("sat"), load_engine("mine")]
    assert find_program_versions(engines) == {"mine": "1.2.3"}
    assert write_engines(engines).versions == {"mine": "1.2.3"}


def test_a_worker_with_another_version_of_a_program_refuses_the_work(folder: Path) -> None:
    describe(folder, '["mysolver"]', f'version = ["{folder}/mysolver", "--version"]')
    texts = write_engines([load_engine("mine")])._replace(versions={"mine": "1.2.2"})
    with pytest.raises(OptionError) as refused:
        RemoteSearch(*texts, Limits(2, 10), together=False, examples=()).start()
    assert str(refused.value) == "engine mine: version 1.2.3 there, 1.2.2 here"


def test_a_worker_without_a_program_refuses_the_work(folder: Path) -> None:
    describe(folder, '["mysolver"]')
    texts = write_engines([load_engine("mine")])
    (folder / "mysolver").unlink()
    with pytest.raises(OptionError, match="engine mine: no program 'mysolver' on the PATH"):
        RemoteSearch(*texts, Limits(2, 10), together=False, examples=()).start()


def test_the_texts_of_files_travel_except_for_broken_ones_and_the_one_of_this_package(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert read_engine_texts() == ()
    describe(folder, '["mysolver"]')
    (folder / "named.toml").write_text('[named]\nprotocol = "lines"\ncommand = ["mysolver"]\nabout = "Größe"\n')
    (folder / "broken.toml").write_text("[")
    monkeypatch.setenv(FILES_VARIABLE, f"{folder}/named.toml{os.pathsep}{folder}/broken.toml")
    texts = [(folder / name).read_text(encoding="utf-8") for name in ("named.toml", "engines.toml")]
    assert read_engine_texts() == tuple(texts)


def test_engines_of_installed_texts_can_be_loaded_and_the_first_description_counts(folder: Path) -> None:
    first = '[mine]\nprotocol = "lines"\ncommand = ["mysolver", "first"]\n'
    second = first.replace("first", "second") + '[other]\nprotocol = "lines"\ncommand = ["mysolver"]\n'
    code = (
        "import json, sys\n"
        "from sudoku_compare.engines.registry import load_engine\n"
        "from sudoku_compare.running.cluster.engine_texts import install_engine_files\n"
        "install_engine_files(json.loads(sys.argv[1]))\n"
        "print(json.dumps([load_engine(name).description.command for name in ('mine', 'other')]))"
    )
    elsewhere = folder / "elsewhere"
    elsewhere.mkdir()
    environment = {**os.environ, "TMPDIR": str(elsewhere)}
    command = [sys.executable, "-P", "-c", code, json.dumps([first, second])]
    done = subprocess.run(command, capture_output=True, text=True, cwd=elsewhere, env=environment, check=True)
    assert json.loads(done.stdout) == [["mysolver", "first"], ["mysolver"]]
