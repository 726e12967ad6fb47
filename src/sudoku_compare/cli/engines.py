"""`sudoku-compare engines`."""

import click

from .choices import engine_file_option
from .exit_codes import ExitCode

ENGINES_CODES = """\b
Exit codes:
  0    listed; with --check: no promise is broken
  1    with --check: a promise is broken
  2    an error in the command or in a file of engines"""


@click.command(epilog=ENGINES_CODES)
@engine_file_option
@click.option(
    "--check",
    "checked",
    metavar="ENGINE",
    help="Put this engine, with its options, through the engine contract, and report each promise as kept or broken.",
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def engines(checked: str | None, as_json: bool) -> ExitCode:
    """List the engines, their options and their counts.

    Built-in engines come first, then other programs and plug-ins of other packages, with their versions. An engine that
    cannot be loaded is listed with the reason. Programs are described in engines.toml in the current folder, in the
    user's configuration folder, or in files that --engine-file names.
    """
    if checked is not None:
        return _check(checked, as_json=as_json)
    from ..engines.catalog import make_catalog

    catalog = make_catalog()
    if as_json:
        import json

        click.echo(json.dumps(catalog.as_json()))
    else:
        from .console import open_console
        from .engine_list import format_catalog

        click.echo(format_catalog(catalog, open_console().width))
    return ExitCode.ERROR if catalog.problems else ExitCode.OK


def _check(text: str, *, as_json: bool) -> ExitCode:
    from ..conformance.check import Conformance, check_engine
    from ..conformance.text import format_result, format_summary
    from ..engines.options import format_engine
    from ..engines.registry import load_engine
    from .console import open_console
    from .status_line import StatusLine

    engine = load_engine(text)
    results = []
    with StatusLine() as status:
        for result in check_engine(
            engine, on_progress=lambda done, of: status.show(f"checking: {done} of {of} searches")
        ):
            results.append(result)
            status.clear()
            if not as_json:
                click.echo("\n".join(format_result(result, open_console().width)))
            status.show("checking the other promises")
    conformance = Conformance(format_engine(engine), tuple(results))
    if as_json:
        import json

        click.echo(json.dumps(conformance.to_dict()))
    else:
        click.echo("\n".join(format_summary(conformance, open_console().width)))
    return ExitCode.OK if conformance.is_kept else ExitCode.OBJECTION
