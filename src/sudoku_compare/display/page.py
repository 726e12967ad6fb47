"""Tables and charts as one HTML file that needs nothing else, and the charts as pictures."""

import json
from collections.abc import Container, Iterable, Mapping, Sequence
from html import escape
from pathlib import Path
from typing import Any

from ..core.errors import OutputError
from .html import TAIL, head

# Draws every chart of the page; `vegaEmbed` comes with it.
SNIPPET = """
const charts = JSON.parse(document.getElementById("charts").textContent);
for (const [name, spec] of Object.entries(charts)) {
  const figure = document.createElement("figure");
  document.getElementById("figures").append(figure);
  vegaEmbed(figure, spec, {renderer: "svg", actions: false});
}
"""
# The page may not fetch anything, whoever wrote the texts in it. Vega compiles what it draws.
POLICY = "default-src 'none'; script-src 'unsafe-inline' 'unsafe-eval'; style-src 'unsafe-inline'; img-src data:"
STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; max-width: 70rem; margin: 2rem auto; padding: 0 1rem; color: #1a1a1a; }
table { border-collapse: collapse; margin: .5rem 0; } caption { text-align: left; font-weight: 600; padding: .5rem 0; }
th, td { padding: .2rem .7rem; text-align: right; border-bottom: 1px solid #ddd; white-space: nowrap; }
.words { text-align: left; } .scroll { overflow-x: auto; }
figure { margin: 2rem 0; } .objection { color: #b00020; font-weight: 600; } .below { color: #555; font-size: .85rem; }
"""


def document(title: str, heading: str, before: str, charts: Mapping[str, Any], after: str = "") -> str:
    """A page that needs nothing else; `before` and `after` stand around the charts and are HTML already."""
    import vl_convert

    script = vl_convert.javascript_bundle(SNIPPET)
    data = json.dumps(charts).replace("<", "\\u003c")
    return f"""{head(title, STYLE, POLICY)}<h1>{escape(heading)}</h1>
{before}
<div id="figures"></div>
{after}
<script type="application/json" id="charts">{data}</script>
<script type="module">{script}</script>
{TAIL}"""


def facts_list(facts: Mapping[str, Any]) -> str:
    """What was run, and where, name by name."""
    items = "".join(f"<li>{escape(name)}: {escape(_told(value))}</li>" for name, value in facts.items())
    return f"<h2>What was run, and where</h2>\n<ul>{items}</ul>"


def _told(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value)


def html_table(
    title: str, columns: Sequence[str], rows: Iterable[Sequence[str]], *, in_words: Container[int] = (0,)
) -> str:
    """A table that can be wider than the page; columns in words stand at the left, numbers at the right."""

    def cells(tag: str, texts: Sequence[str]) -> str:
        starts = (f'<{tag} class="words">' if number in in_words else f"<{tag}>" for number in range(len(texts)))
        return "".join(f"{start}{escape(text)}</{tag}>" for start, text in zip(starts, texts, strict=True))

    heads = cells("th", columns)
    body = "".join(f"<tr>{cells('td', row)}</tr>" for row in rows)
    caption = f"<caption>{escape(title)}</caption>"
    table = f"<table>{caption}<thead><tr>{heads}</tr></thead><tbody>{body}</tbody></table>"
    return f'<div class="scroll">{table}</div>'


def write_plots(folder: Path, charts: Mapping[str, Any]) -> None:
    """Each chart as SVG and as PNG, for papers."""
    import vl_convert

    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name, spec in charts.items():
            file = folder / name.replace(" ", "-")
            file.with_suffix(".svg").write_text(vl_convert.vegalite_to_svg(spec), encoding="utf-8")
            file.with_suffix(".png").write_bytes(vl_convert.vegalite_to_png(spec, scale=2))
    except OSError as error:
        raise OutputError(f"--plots {folder}: {error.strerror}; another folder would do") from error
