"""Show the numbers of a record: as text, Markdown, LaTeX, CSV, charts and a page."""
