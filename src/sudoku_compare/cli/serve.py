"""`sudoku-compare serve`."""

from pathlib import Path

import click

from .choices import engine_file_option, memory_option, timeout_option
from .exit_codes import ExitCode
from .messages import complain

MOST_SEARCHES = 64
RISK = (
    "--host {host} lets other machines use this server: whoever has the address with its token can run searches here, "
    "and read the puzzles in the folders that you named and the records of benchmarks. The connection is not encrypted."
)
ADVICE = "Add --allow-remote if you want that."
SERVE_CODES = """\b
Exit codes:
  0    stopped with Ctrl-C
  2    error in the command, the port is taken, or the process that searches has died"""


@click.command(epilog=SERVE_CODES)
@click.argument(
    "folders",
    metavar="[FOLDER]...",
    nargs=-1,
    type=click.Path(exists=True, file_okay=False, path_type=Path),
)
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    show_default="8350, or any if that is taken",
    help="Port to listen at; 0 for any.",
)
@click.option("--host", default="127.0.0.1", show_default=True, metavar="ADDRESS", help="Address to listen at.")
@click.option(
    "--allow-remote",
    is_flag=True,
    help="Allow other machines to use the server. Needed for a --host that is not this machine.",
)
@click.option("--browser/--no-browser", default=True, help="Open the page in the default browser.  [default: yes]")
@click.option(
    "--runs",
    metavar="FOLDER",
    default="results",
    show_default=True,
    type=click.Path(path_type=Path),
    help="Folder with the records of benchmarks.",
)
@click.option(
    "--searches",
    type=click.IntRange(1, MOST_SEARCHES),
    metavar="N",
    show_default="one per core, at least 2",
    help="How many requests may search at once; others wait.",
)
@timeout_option(60, "The longest time limit per engine that a page may ask for.")
@memory_option
@engine_file_option
def serve(
    folders: tuple[Path, ...],
    port: int | None,
    host: str,
    allow_remote: bool,
    browser: bool,
    runs: Path,
    searches: int | None,
    timeout: float,
    memory: int | None,
) -> ExitCode:
    """Open a web page on which puzzles are entered, settled, explained and shared.

    Everything runs on this machine and needs no network. The page lists the shipped puzzles, the files in each FOLDER,
    and the records of benchmarks; no other file can be read through it. By default, only this machine can reach the
    server, and only with the token in the address that is printed. Stop it with Ctrl-C.
    """
    from socket import gethostname

    from ..core.errors import OptionError
    from ..running.jobs import count_cores
    from ..web.server import Address
    from ..web.server import serve as serve_pages
    from ..web.settings import Settings

    if not host:
        raise OptionError("--host: expected an address such as 127.0.0.1, found nothing")
    address = Address(host, port)
    if not address.is_local:
        if not allow_remote:
            raise OptionError(f"{RISK.format(host=host)} {ADVICE}")
        complain(f"warning: {RISK.format(host=host)}")
    settings = Settings(
        tuple(folder.resolve() for folder in folders),
        runs.resolve(),
        timeout,
        searches or max(2, count_cores()),
        memory,
    )

    def announce(url: str) -> None:
        click.echo(f"The page is at {url}")
        if not address.is_local:
            click.echo(f"From other machines, perhaps: {url.replace(address.shown, gethostname(), 1)}")
        click.echo("Press Ctrl-C to stop.")
        if browser:
            _open_browser(url)

    serve_pages(address, settings, announce)
    return ExitCode.OK


def _open_browser(url: str) -> None:
    """Open the page, if this machine has a browser; the server does not wait for it."""
    import threading
    import webbrowser

    threading.Thread(target=webbrowser.open, args=(url,), daemon=True).start()
