"""A real Dask scheduler and real workers, each a process of its own, for tests that kill them."""

import json
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path

import psutil

START = 60.0  # seconds for a process to start, on a busy machine


class DaskProcesses:
    """A scheduler and its workers, in a folder of their own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._file = folder / "scheduler.json"
        self._started = 0
        self.workers: list[subprocess.Popen[bytes]] = []
        self.start_scheduler()

    @property
    def address(self) -> str:
        address: str = json.loads(self._file.read_text())["address"]
        return address

    def start_scheduler(self, port: int = 0) -> None:
        """Start a scheduler; port 0 means any free one."""
        self._file.unlink(missing_ok=True)
        options = ["--port", str(port), "--scheduler-file", str(self._file), "--no-dashboard", "--host", "127.0.0.1"]
        self.scheduler = self._start("distributed.cli.dask_scheduler", options, "scheduler", {})
        wait_until(lambda: self._file.exists() and self._file.read_text().endswith("}"))

    def add_worker(
        self, *options: str, environment: Mapping[str, str] | None = None, python: str = sys.executable
    ) -> subprocess.Popen[bytes]:
        """Start a worker with a nanny, which starts it again if it is killed."""
        self._started += 1
        own = ["--nthreads", "1", "--no-dashboard", "--host", "127.0.0.1", "--local-directory", str(self.folder)]
        given = [self.address, *own, *options]
        name = f"worker{self._started}"
        process = self._start("distributed.cli.dask_worker", given, name, environment or {}, python)
        self.workers.append(process)
        return process

    def _start(
        self, module: str, options: list[str], name: str, environment: Mapping[str, str], python: str = sys.executable
    ) -> subprocess.Popen[bytes]:
        log = (self.folder / f"{name}.log").open("ab")
        command = [python, "-m", module, *options]
        with log:
            return subprocess.Popen(
                command, stdout=log, stderr=log, env={**os.environ, **environment}, start_new_session=True
            )

    def find_working_processes(self) -> list[int]:
        """Return the ids of the processes of workers that have begun to work: those with processes of their own.

        A nanny gives up if its worker is killed before it has started.
        """
        found = [child for worker in self.workers for child in find_worker_processes(worker.pid)]
        return [pid for pid in found if _has_children(pid)]

    def kill_a_worker(self, rng: random.Random) -> bool:
        """Kill the process of a random worker, whose nanny then starts another one; False if there is none now."""
        found = self.find_working_processes()
        if not found:
            return False
        with suppress(ProcessLookupError):
            os.kill(rng.choice(found), signal.SIGKILL)
        return True

    def end_worker(self, worker: subprocess.Popen[bytes], with_signal: int = signal.SIGKILL) -> None:
        """End a worker together with its nanny."""
        for pid in [worker.pid, *find_worker_processes(worker.pid)]:
            with suppress(ProcessLookupError):
                os.kill(pid, with_signal)
        worker.wait(START)
        self.workers.remove(worker)

    def close(self) -> None:
        for process in (*self.workers, self.scheduler):
            for child in psutil.Process(process.pid).children(recursive=True) if process.poll() is None else []:
                with suppress(psutil.NoSuchProcess):
                    child.kill()
            process.kill()
            process.wait()


def find_worker_processes(nanny: int) -> list[int]:
    """Return the processes below a nanny that are workers, and not their helpers."""
    try:
        children = psutil.Process(nanny).children(recursive=False)
        return [child.pid for child in children if "spawn_main" in " ".join(child.cmdline())]
    except psutil.NoSuchProcess:
        return []


def _has_children(pid: int) -> bool:
    try:
        return bool(psutil.Process(pid).children())
    except psutil.NoSuchProcess:
        return False


@contextmanager
def start_cluster(folder: Path, workers: int = 2) -> Iterator[DaskProcesses]:
    """Yield a scheduler with this many workers."""
    folder.mkdir(parents=True, exist_ok=True)
    cluster = DaskProcesses(folder)
    try:
        for _ in range(workers):
            cluster.add_worker()
        yield cluster
    finally:
        cluster.close()


def wait_until(is_true: object, seconds: float = START) -> None:
    """Wait until a function returns something true."""
    assert callable(is_true)
    deadline = time.monotonic() + seconds
    while not is_true():
        assert time.monotonic() < deadline, "waited for too long"
        time.sleep(0.02)
