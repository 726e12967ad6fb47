"""A client of a Dask scheduler that is running somewhere, or that is started on this machine with its workers."""

import logging
import signal
import threading
import warnings
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from multiprocessing import resource_tracker
from queue import Empty, SimpleQueue
from typing import Any

from ...core.errors import ClusterError, OptionError
from .address import ClusterAddress, SchedulerAddress

CONNECTING = 10.0  # seconds to wait for a scheduler
GRACE = 1.0  # seconds more, after which Dask's own time limit has certainly failed
LEAVING = 2.0  # seconds to wait for the end of a connection
ENDING = 5.0  # seconds to wait for the end of the workers that were started here
QUIET_DASK_SETTINGS = {  # with which Dask's processes use less of the processor while others search
    "distributed.worker.profile.enabled": False,
    "distributed.admin.tick.interval": "500ms",
    "distributed.admin.system-monitor.interval": "5s",
    "distributed.scheduler.work-stealing": False,
}


@contextmanager
def open_client(address: ClusterAddress) -> Iterator[Any]:
    """Yield a client of Dask; at the end, leave the cluster, and end the workers that were started here.

    Raises OptionError if Dask is not installed, and ClusterError if there is no connection.
    """
    with ExitStack() as stack:
        _check_dask()
        stack.enter_context(_silence_dask())
        client = _connect(address) if isinstance(address, SchedulerAddress) else _start_workers(address.number, stack)
        stack.callback(_close, client, LEAVING)
        yield client


def _check_dask() -> None:
    """Raise OptionError if Dask is not installed."""
    try:
        import dask.config  # noqa: F401
        import distributed  # noqa: F401
    except ImportError as error:
        raise OptionError(
            "a cluster needs the packages dask and distributed; install sudoku-compare[cluster]"
        ) from error


def _connect(address: SchedulerAddress) -> Any:
    from distributed import Client

    if address.text.startswith("tls://"):
        check_certificates(address.text)
    connect: Any = Client
    try:
        with warnings.catch_warnings(action="ignore"):  # versions are compared worker by worker
            return _call_in_time(lambda: connect(address.text, timeout=CONNECTING, set_as_default=False))
    except Exception as error:  # Dask has many kinds of errors for what a user can fix
        problem = f"cannot connect to a scheduler ({shorten_message(error)})"
        raise ClusterError(f"cluster {address.text}: {problem}") from error


def _call_in_time(connect: Callable[[], Any]) -> Any:
    """Return what a function returns; raise TimeoutError if it takes too long.

    Dask's own time limit does not include the handshake, for which it waits forever if something else than a scheduler
    listens at the address. The thread that waits then is left behind.
    """
    results: SimpleQueue[tuple[Any, Exception | None]] = SimpleQueue()

    def put_result() -> None:
        try:
            results.put((connect(), None))
        except Exception as error:
            results.put((None, error))

    threading.Thread(target=put_result, daemon=True).start()
    try:
        client, error = results.get(timeout=CONNECTING + GRACE)
    except Empty:
        raise TimeoutError(f"no answer within {CONNECTING:g} s; is this a Dask scheduler?") from None
    if error:
        raise error
    return client


def _start_workers(number: int, stack: ExitStack) -> Any:
    """Return a client of workers that are started here; they end when the stack is closed."""
    import dask.config
    from distributed import Client, LocalCluster

    start: Any = LocalCluster
    connect: Any = Client
    try:
        with warnings.catch_warnings(action="ignore"):
            with dask.config.set(QUIET_DASK_SETTINGS), _leave_interrupts_to_this_thread():
                workers = start(
                    n_workers=number,
                    threads_per_worker=1,
                    processes=True,
                    dashboard_address="127.0.0.1:0",
                    memory_limit=None,
                    silence_logs=logging.CRITICAL,
                )
            stack.callback(_close, workers, ENDING)
            return connect(workers, timeout=CONNECTING, set_as_default=False)
    except Exception as error:
        raise ClusterError(f"cluster local:{number}: no worker starts ({shorten_message(error)})") from error


def _close(client: Any, seconds: float) -> None:
    with suppress(Exception):  # the scheduler may be gone
        client.close(timeout=seconds)


@contextmanager
def _silence_dask() -> Iterator[None]:
    """Have Dask log nothing: what matters is reported from here."""
    names = [name for name in logging.root.manager.loggerDict if name.partition(".")[0] in ("distributed", "tornado")]
    levels = {name: logging.getLogger(name).level for name in names}
    for name in levels:
        logging.getLogger(name).setLevel(logging.CRITICAL)
    try:
        yield
    finally:
        for name, level in levels.items():
            logging.getLogger(name).setLevel(level)


@contextmanager
def _leave_interrupts_to_this_thread() -> Iterator[None]:
    """Have the threads and processes that start in this block leave SIGINT alone: they inherit what is blocked here.

    Ctrl-C reaches all processes of a terminal. This one ends the workers, which would otherwise print tracebacks.
    """
    if hasattr(signal, "pthread_sigmask"):
        resource_tracker.ensure_running()  # otherwise started with the workers, and then it unblocks SIGINT
        blocked = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            yield
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, blocked)
    else:
        yield


def check_certificates(address: str) -> None:
    """Raise ClusterError if Dask has no certificates to connect with; Dask itself would only notice much later."""
    from distributed.security import Security

    make_security: Any = Security
    try:
        context = make_security().get_connection_args("client").get("ssl_context")
    except (OSError, ValueError) as error:
        problem = f"cannot load the TLS certificates of Dask's configuration ({shorten_message(error)})"
        raise ClusterError(f"cluster {address}: {problem}") from error
    if context is None:
        raise ClusterError(f"cluster {address}: Dask's configuration names no certificates for TLS")


def shorten_message(error: BaseException) -> str:
    """Return the first line of the message of an error, or its kind."""
    lines = str(error).strip().splitlines()
    return lines[0][:200] if lines else type(error).__name__
