"""What goes wrong on a cluster, with real processes: each test starts a Dask scheduler and workers, and ends some."""

import os
import pty
import random
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path

import psutil
import pytest

from cluster_processes import START, DaskProcesses, start_cluster, wait_until
from conftest import PROGRAM, ROOT
from record_rows import rows_without_times
from sudoku_compare.benchmark.recording.record import Record

PROGRESS = 30  # rows between two kills: more than a few searches that are on trial
ROUNDS = "8"  # so many that a run on an idle machine does not end before the last kill
LONGEST_RUN = 600.0  # seconds, on a busy machine
BUSY = 0.6  # seconds of processor time after which a process has done more than to start
ENGINES = ["--engine", "reductio", "--engine", "sat", "--engine", "cpsat"]


class Run:
    """A command that is running."""

    def __init__(self, *arguments: str, folder: Path) -> None:
        self.messages = folder / "messages.txt"
        with self.messages.open("ab") as messages:
            command = [str(PROGRAM), *arguments]
            self.process = subprocess.Popen(command, stdout=messages, stderr=messages, cwd=folder)

    @property
    def is_over(self) -> bool:
        return self.process.poll() is not None

    def wait(self) -> int:
        """Wait for the end of the command and return its exit code."""
        return self.process.wait(LONGEST_RUN)

    def read(self) -> str:
        return self.messages.read_text()


def bench(folder: Path, puzzles: Path, *more: str, engines: list[str] = ENGINES) -> Run:
    return Run("bench", str(puzzles), *engines, "--cluster-timeout", "60", *more, folder=folder)


def count_rows(record: Path) -> int:
    """Return the number of measurements that are written so far."""
    try:
        with closing(sqlite3.connect(f"file:{record}?mode=ro", uri=True)) as connection:
            [(number,)] = connection.execute("SELECT COUNT(*) FROM measurement")
            return int(number)
    except sqlite3.OperationalError:
        return 0


def start_bench(folder: Path, puzzles: Path, cluster: str) -> tuple[Run, Path]:
    """Start a run, wait until it has written some measurements, and return it with its record."""
    record = folder / "record.sqlite"
    run = bench(folder, puzzles, "--cluster", cluster, "--out", str(record))
    assert wait_for_rows(run, record, 60), run.read()
    return run, record


def wait_for_rows(run: Run, record: Path, number: int) -> bool:
    """Wait until a run has written this many measurements; return False if it ends before."""
    wait_until(lambda: run.is_over or count_rows(record) >= number, LONGEST_RUN)
    return not run.is_over


def kill_workers(cluster: DaskProcesses, run: Run, record: Path, kills: int, seed: int) -> int:
    """Kill random workers of a run, each after the run has made progress; return how many were killed."""
    rng, killed = random.Random(seed), 0
    while killed < kills and wait_for_rows(run, record, count_rows(record) + PROGRESS):
        time.sleep(rng.uniform(0, 0.3))
        killed += cluster.kill_a_worker(rng)
    return killed


@pytest.fixture(scope="module")
def puzzles(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """600 puzzles, easy and hard."""
    path = tmp_path_factory.mktemp("puzzles") / "p.txt"
    lines = [
        line
        for name in ("easy", "medium", "hard", "multiple", "unsolvable")
        for line in (ROOT / "data" / f"{name}.txt").read_text().splitlines()
        if line[0] != "#"
    ]
    path.write_text("\n".join(random.Random(1).sample(lines, 600)) + "\n")
    return path


@pytest.fixture(scope="module")
def local(puzzles: Path) -> dict[str, list[tuple[object, ...]]]:
    """The rows of a run on this machine alone."""
    return run_locally(puzzles)


def run_locally(puzzles: Path, *more: str) -> dict[str, list[tuple[object, ...]]]:
    record = puzzles.with_name(f"local{len(more)}.sqlite")
    command = [str(PROGRAM), "bench", str(puzzles), *ENGINES, "--jobs", "2", "--out", str(record), *more]
    subprocess.run(command, check=True, capture_output=True)
    return rows_without_times(record)


@pytest.fixture(scope="module")
def local_rounds(puzzles: Path) -> dict[str, list[tuple[object, ...]]]:
    """The rows of several rounds on this machine alone."""
    return run_locally(puzzles, "--rounds", ROUNDS)


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[DaskProcesses]:
    with start_cluster(tmp_path / "cluster") as started:
        yield started


def check_kills(cluster: DaskProcesses, puzzles: Path, folder: Path, kills: int, local_rounds: object) -> None:
    record = folder / "record.sqlite"
    run = bench(folder, puzzles, "--rounds", ROUNDS, "--cluster", cluster.address, "--out", str(record))
    killed = kill_workers(cluster, run, record, kills, seed=kills)
    assert run.wait() == 0, run.read()
    assert killed == kills, run.read()
    assert rows_without_times(record) == local_rounds
    with closing(sqlite3.connect(record)) as connection:
        [(attempts,)] = connection.execute("SELECT COUNT(*) FROM attempt")
        assert attempts >= killed / 2  # a worker may be between two tasks, or may not have begun


@pytest.mark.slow
def test_a_run_in_which_20_workers_are_killed_has_every_row_once(
    cluster: DaskProcesses, puzzles: Path, local_rounds: object, tmp_path: Path
) -> None:
    check_kills(cluster, puzzles, tmp_path, 20, local_rounds)


@pytest.mark.long
@pytest.mark.parametrize("number", range(5))
def test_a_hundred_workers_are_killed_in_five_runs(
    number: int, cluster: DaskProcesses, puzzles: Path, local_rounds: object, tmp_path: Path
) -> None:
    check_kills(cluster, puzzles, tmp_path, 20, local_rounds)


@pytest.mark.slow
def test_a_run_goes_on_with_new_workers_when_all_are_gone(
    cluster: DaskProcesses, puzzles: Path, local: object, tmp_path: Path
) -> None:
    run, record = start_bench(tmp_path, puzzles, cluster.address)
    for worker in list(cluster.workers):
        cluster.end_worker(worker)
    wait_until(lambda: "no worker that can take part" in run.read())
    cluster.add_worker()
    assert run.wait() == 0, run.read()
    assert rows_without_times(record) == local


@pytest.mark.slow
def test_a_run_whose_scheduler_is_killed_is_resumed(
    cluster: DaskProcesses, puzzles: Path, local: object, tmp_path: Path
) -> None:
    run, record = start_bench(tmp_path, puzzles, cluster.address)
    start = time.monotonic()
    cluster.scheduler.kill()
    assert run.wait() == 2
    assert time.monotonic() - start < 20
    assert "was lost" not in run.read()  # only the scheduler was
    last = run.read().splitlines()[-1]
    assert "the scheduler is gone: the connection was closed. Results so far are saved." in last
    assert last.endswith(f"bench --resume {record}")
    before = count_rows(record)
    assert before >= 60
    with start_cluster(tmp_path / "another") as another:
        resumed = Run("bench", "--resume", str(record), "--cluster", another.address, folder=tmp_path)
        assert resumed.wait() == 0, resumed.read()
        assert Record.open(record).facts.cluster == another.address
    assert rows_without_times(record) == local


@pytest.mark.slow
def test_a_run_whose_coordinator_is_killed_is_resumed_and_leaves_no_process(
    puzzles: Path, local: object, tmp_path: Path
) -> None:
    run, record = start_bench(tmp_path, puzzles, "local:2")
    children = psutil.Process(run.process.pid).children(recursive=True)
    assert len(children) >= 4  # two workers, each with a process that works
    run.process.kill()
    run.wait()
    wait_until(lambda: not any(child.is_running() and child.status() != "zombie" for child in children), 30)
    resumed = Run("bench", "--resume", str(record), folder=tmp_path)  # on local:2 again, as recorded
    assert resumed.wait() == 0, resumed.read()
    assert rows_without_times(record) == local


@pytest.mark.slow
def test_a_run_is_interrupted_by_ctrl_c_and_resumed_on_this_machine(
    cluster: DaskProcesses, puzzles: Path, local: object, tmp_path: Path
) -> None:
    run, record = start_bench(tmp_path, puzzles, cluster.address)
    run.process.send_signal(signal.SIGINT)
    assert run.wait() == 130
    resumed = Run("bench", "--resume", str(record), "--jobs", "2", folder=tmp_path)
    assert resumed.wait() == 0, resumed.read()
    assert rows_without_times(record) == local
    assert Record.open(record).facts.cluster is None


@pytest.mark.slow
def test_ctrl_c_on_a_terminal_ends_local_workers_without_tracebacks(puzzles: Path, tmp_path: Path) -> None:
    pid, terminal = pty.fork()
    if not pid:
        os.chdir(tmp_path)
        os.environ["TERM"] = "xterm"
        os.execv(PROGRAM, [str(PROGRAM), "bench", str(puzzles), *ENGINES, "--cluster", "local:2", "--out", "record"])
    shown: list[bytes] = []
    reader = threading.Thread(target=read_terminal, args=(terminal, shown))
    reader.start()
    wait_until(lambda: count_rows(tmp_path / "results" / "record.sqlite") >= 30, LONGEST_RUN)
    children = psutil.Process(pid).children(recursive=True)
    assert len(children) >= 4
    os.write(terminal, b"\x03")  # reaches all processes of the terminal
    assert os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == 130
    reader.join(START)
    text = b"".join(shown).decode()
    assert "Traceback" not in text
    assert "distributed" not in text
    assert "Results so far are saved. Resume with: sudoku-compare bench --resume" in text
    wait_until(lambda: not any(child.is_running() and child.status() != "zombie" for child in children))


def read_terminal(terminal: int, shown: list[bytes]) -> None:
    """Add what is printed on a terminal to the list, until the programs there have ended."""
    with suppress(OSError):  # on Linux, this is the end
        while data := os.read(terminal, 10_000):
            shown.append(data)


POISON = '''
import os
import signal
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

from sudoku_compare import Engine
from sudoku_compare.engines.registry import load_engine


@dataclass(frozen=True)
class Poison(Engine):
    """Kills the worker, whichever process that is, when it is asked about one puzzle."""

    name: ClassVar[str] = "poison"

    def search(self, puzzle, limits):
        if puzzle.text == os.environ["POISONOUS"]:
            with open(os.environ["POISON_LOG"], "a") as log:
                log.write("killed\\n")
            process = os.getppid()
            while "spawn_main" not in Path(f"/proc/{process}/cmdline").read_text():
                process = int(Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[1])
            os.kill(process, signal.SIGKILL)
        return load_engine("kernel").search(puzzle, limits)
'''


@pytest.mark.slow
def test_a_poisonous_puzzle_fails_after_two_attempts_and_takes_no_other_with_it(
    puzzles: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lines = puzzles.read_text().splitlines()[:200]
    few, log, record = tmp_path / "few.txt", tmp_path / "log.txt", tmp_path / "record.sqlite"
    few.write_text("\n".join(lines) + "\n")
    (tmp_path / "poison.py").write_text(POISON)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    monkeypatch.setenv("POISONOUS", lines[120].partition(":")[0])
    monkeypatch.setenv("POISON_LOG", str(log))
    engines = ["--engine", "sat", "--engine", "poison:Poison", "--engine", "kernel"]
    with start_cluster(tmp_path / "cluster") as cluster:
        run = bench(tmp_path, few, "--cluster", cluster.address, "--out", str(record), engines=engines)
        assert run.wait() == 5, run.read()
    assert log.read_text().splitlines() == ["killed"] * 2
    with closing(sqlite3.connect(record)) as connection:
        failed = connection.execute("SELECT puzzle, engine, detail FROM measurement WHERE ending = 'failed'").fetchall()
        [(rows,)] = connection.execute("SELECT COUNT(*) FROM measurement")
        attempts = connection.execute("SELECT number FROM attempt WHERE puzzle = 120").fetchall()
    assert rows == 3 * len(lines)
    [(puzzle, engine, detail)] = failed
    assert (puzzle, engine) == (120, "poison:Poison")
    assert detail.startswith("2 attempts gave no result; in the last one, the worker was lost on ")
    assert attempts == [(1,), (2,)]


@pytest.mark.slow
def test_a_search_that_crashes_fails_as_in_a_local_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Only the process of the engine ends, not the worker: this is not the cluster's business."""
    source = POISON.replace("process = os.getppid()", "process = os.getpid()").replace("while", "if")
    (tmp_path / "poison.py").write_text(source)
    puzzles = tmp_path / "p.txt"
    lines = [line for line in (ROOT / "data" / "easy.txt").read_text().splitlines() if line[0] != "#"][:30]
    puzzles.write_text("\n".join(lines) + "\n")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    monkeypatch.setenv("POISONOUS", lines[12].partition(":")[0])
    monkeypatch.setenv("POISON_LOG", str(tmp_path / "log.txt"))
    source = source.replace('"spawn_main" not in Path(f"/proc/{process}/cmdline").read_text()', "False")
    (tmp_path / "poison.py").write_text(source)
    rows = []
    for number, where in enumerate((["--jobs", "1"], ["--cluster", "local:1"])):
        record = tmp_path / f"{number}.sqlite"
        engines = ["--engine", "poison:Poison", "--engine", "sat"]
        run = bench(tmp_path, puzzles, *where, "--out", str(record), engines=engines)
        assert run.wait() == 5, run.read()
        rows.append(rows_without_times(record))
    assert rows[0] == rows[1]
    assert [row[0] for row in rows[0]["measurement"] if row[4] == "failed"] == [12]


def change_version(folder: Path, name: str, version: str) -> dict[str, str]:
    """Return an environment in which a package seems to have another version."""
    metadata = folder / f"{name.replace('-', '_')}-{version}.dist-info"
    metadata.mkdir(parents=True)
    (metadata / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n")
    return {"PYTHONPATH": str(folder)}


@pytest.mark.slow
@pytest.mark.parametrize("package", ["sudoku-compare", "python-sat"])
def test_a_worker_with_another_version_is_refused_and_the_others_do_the_work(
    package: str, puzzles: Path, local: object, tmp_path: Path
) -> None:
    record = tmp_path / "record.sqlite"
    with start_cluster(tmp_path / "cluster", workers=1) as cluster:
        cluster.add_worker(environment=change_version(tmp_path / "fake", package, "0.0.7"))
        run = bench(tmp_path, puzzles, "--cluster", cluster.address, "--out", str(record))
        assert run.wait() == 0, run.read()
    from importlib.metadata import version

    assert f"is refused: {package} 0.0.7 there, {version(package)} here" in run.read()
    assert rows_without_times(record) == local


@pytest.mark.slow
def test_a_cluster_whose_only_worker_is_refused_is_an_error(puzzles: Path, tmp_path: Path) -> None:
    with start_cluster(tmp_path / "cluster", workers=0) as cluster:
        cluster.add_worker(environment=change_version(tmp_path / "fake", "python-sat", "0.0.7"))
        arguments = ["bench", str(puzzles), "--cluster", cluster.address, "--cluster-timeout", "8"]
        run = Run(*arguments, "--out", str(tmp_path / "record.sqlite"), folder=tmp_path)
        assert run.wait() == 2
    last = run.read().splitlines()[-1]
    assert "had no worker that can take part for 8 seconds" in last
    assert "python-sat 0.0.7 there" in last


@pytest.mark.slow
def test_a_worker_without_an_engine_is_refused(tmp_path: Path) -> None:
    record = tmp_path / "record.sqlite"
    folder = tmp_path / "programs"
    folder.mkdir()
    program = folder / "only-here"
    program.write_text(f"#!{sys.executable}\n" + LINE_PROGRAM)
    program.chmod(0o755)
    (tmp_path / "engines.toml").write_text('[mine]\nprotocol = "lines"\ncommand = ["only-here"]\n')
    path = f"{folder}{os.pathsep}{os.environ['PATH']}"
    few = tmp_path / "few.txt"
    easy = [line for line in (ROOT / "data" / "easy.txt").read_text().splitlines() if line[0] != "#"]
    few.write_text("\n".join(easy[:20]) + "\n")
    with start_cluster(tmp_path / "cluster", workers=0) as cluster:
        cluster.add_worker(environment={"PATH": path})
        cluster.add_worker()
        command = [str(PROGRAM), "bench", str(few), "--engine", "mine", "--engine", "kernel", "--out", str(record)]
        environment = {**os.environ, "PATH": path}
        done = subprocess.run(
            [*command, "--cluster", cluster.address], capture_output=True, text=True, cwd=tmp_path, env=environment
        )
    assert done.returncode == 0, done.stderr
    assert "is refused: engine mine: no program 'only-here' on the PATH that can be executed" in done.stderr
    assert count_rows(record) == 40


LINE_PROGRAM = """
import sys
from sudoku_compare import solve
for line in sys.stdin:
    found = solve(line.split()[0], engines=["kernel", "reductio"])
    print(1 if str(found.verdict) == "unique" else 0, flush=True)
"""


class SlowNetwork:
    """A way to the scheduler on which every message takes longer, and which can stop for a while."""

    def __init__(self, address: str, seconds: float) -> None:
        import socket

        host, port = address.removeprefix("tcp://").rsplit(":", 1)
        self._target, self._seconds = (host, int(port)), seconds
        self.goes_on = threading.Event()
        self.goes_on.set()
        self._open: list[socket.socket] = []
        self._socket = socket.create_server(("127.0.0.1", 0))
        self.address = f"tcp://127.0.0.1:{self._socket.getsockname()[1]}"
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self) -> None:
        import socket

        while True:
            try:
                near, _ = self._socket.accept()
                far = socket.create_connection(self._target)
            except OSError:
                return
            self._open += [near, far]
            for source, sink in ((near, far), (far, near)):
                threading.Thread(target=self._carry, args=(source, sink), daemon=True).start()

    def _carry(self, source: "socket.socket", sink: "socket.socket") -> None:  # type: ignore[name-defined]  # noqa: F821
        try:
            while data := source.recv(1 << 16):
                self.goes_on.wait()
                time.sleep(self._seconds)
                sink.sendall(data)
        except OSError:
            pass
        source.close()
        sink.close()

    def break_connections(self) -> None:
        """End all connections; new ones can be made at once."""
        import socket

        for one in self._open:
            with suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)
        self._open.clear()

    def close(self) -> None:
        self._socket.close()


@pytest.mark.slow
def test_a_run_whose_connection_breaks_for_a_moment_ends_and_is_resumed(
    cluster: DaskProcesses, puzzles: Path, local: object, tmp_path: Path
) -> None:
    network = SlowNetwork(cluster.address, 0.0)
    try:
        run, record = start_bench(tmp_path, puzzles, network.address)
        network.break_connections()
        assert run.process.wait(20) == 2, run.read()
    finally:
        network.close()
    assert "the scheduler is gone: the connection was closed. Results so far are saved." in run.read()
    resumed = Run("bench", "--resume", str(record), "--cluster", cluster.address, folder=tmp_path)
    assert resumed.wait() == 0, resumed.read()
    assert rows_without_times(record) == local


@pytest.mark.slow
def test_a_slow_network_that_stops_for_a_while_loses_nothing(puzzles: Path, local: object, tmp_path: Path) -> None:
    record = tmp_path / "record.sqlite"
    with start_cluster(tmp_path / "cluster", workers=0) as cluster:
        network = SlowNetwork(cluster.address, 0.1)
        try:
            command = [sys.executable, "-m", "distributed.cli.dask_worker", network.address, "--nthreads", "1"]
            workers = [
                subprocess.Popen([*command, "--no-dashboard"], stderr=subprocess.DEVNULL, cwd=tmp_path)
                for _ in range(2)
            ]
            run = bench(tmp_path, puzzles, "--cluster", network.address, "--out", str(record))
            assert wait_for_rows(run, record, 60)
            network.goes_on.clear()
            time.sleep(5)
            network.goes_on.set()
            assert run.wait() == 0, run.read()
        finally:
            network.close()
            for worker in workers:
                worker.terminate()
                worker.wait(30)
    assert rows_without_times(record) == local


OTHER_COMMANDS = {
    "scan": f"scan PUZZLES {'BOARDS ' * 10} --isomorphs --cross-check 0.4 --format csv --out -",
    "study": "study techniques PUZZLES --n 450 --json",
    "generate": "generate --n 6 --hard --seed 3",
}


@pytest.mark.slow
def test_scans_studies_and_generated_puzzles_are_those_of_this_machine_although_workers_are_killed(
    cluster: DaskProcesses, puzzles: Path, tmp_path: Path
) -> None:
    files = {"PUZZLES": str(puzzles), "BOARDS": str(ROOT / "data" / "16x16.txt")}
    for name, text in OTHER_COMMANDS.items():
        command = [str(PROGRAM), *(files.get(word, word) for word in text.split())]
        here = subprocess.run(command, capture_output=True, cwd=tmp_path)
        assert here.returncode in (0, 3), here.stderr  # 3: some puzzles have no solution
        there = run_while_a_worker_is_killed([*command, "--cluster", cluster.address], cluster, tmp_path)
        assert (there.returncode, there.stdout) == (here.returncode, here.stdout), (name, there.stderr[-1000:])
        assert b"; its tasks are done again" in there.stderr, name


def run_while_a_worker_is_killed(
    command: list[str], cluster: DaskProcesses, folder: Path
) -> "subprocess.CompletedProcess[bytes]":
    """Run a command on a cluster, and kill a worker in the midst of what this command has it do."""
    idle = {one.pid for _, one in list_task_processes(cluster)}  # of earlier commands
    output, errors = folder / "output", folder / "errors"
    with output.open("wb") as standard_output, errors.open("wb") as standard_error:
        process = subprocess.Popen(command, stdout=standard_output, stderr=standard_error, cwd=folder)
        wait_until(lambda: process.poll() is not None or kill_a_busy_worker(cluster, idle))
        assert process.poll() is None, f"no worker was killed before the end: {errors.read_text()[-1000:]}"
        code = process.wait(LONGEST_RUN)
    return subprocess.CompletedProcess(command, code, output.read_bytes(), errors.read_bytes())


def kill_a_busy_worker(cluster: DaskProcesses, idle: set[int]) -> bool:
    """Kill a worker with a process, not one of the idle ones, that has worked for a while; False if there is none."""
    with suppress(psutil.NoSuchProcess):  # one may end while it is looked at
        for worker, process in list_task_processes(cluster):
            if process.pid not in idle and measure_processor_time(process) > BUSY:
                os.kill(worker, signal.SIGKILL)
                return True
    return False


def list_task_processes(cluster: DaskProcesses) -> list[tuple[int, psutil.Process]]:
    """Return the processes in which workers do what they are sent, each after the id of its worker."""
    return [
        (worker, process)
        for worker in cluster.find_working_processes()
        for process in psutil.Process(worker).children()
        if "task_process" in " ".join(process.cmdline())
    ]


def measure_processor_time(process: psutil.Process) -> float:
    """Return the seconds of processor time that a process and those below it have used so far."""
    times = [one.cpu_times() for one in (process, *process.children(recursive=True))]
    return sum(time.user + time.system for time in times)
