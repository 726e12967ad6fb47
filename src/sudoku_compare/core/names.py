"""Names that the command line offers and a feature implements, kept apart so that `--help` imports no feature."""

BUILT_IN_ENGINES = ("reductio", "sat", "cpsat", "kernel", "backtrack", "bifurcation", "logic", "tabu")
DEFAULT_ENGINES = ("reductio", "sat", "cpsat")  # used if none is chosen: they are independent, and each is complete

PUZZLE_KINDS = ("unique", "multiple", "unsolvable")  # the kinds that can be generated

READ_FORMATS = (  # those that the command line can choose instead of having them detected
    "text",
    "candidates",
    "spreadsheet",
    "json",
    "arrays",
    "npy",
    "givens",
    "opensudoku",
    "links",
)
MODEL_FORMATS = ("dimacs", "opb", "minizinc", "asp")  # one puzzle per document
COLLECTION_FORMATS = (  # puzzles as other programs read them, most with any number of puzzles per document
    "line",
    "grid",
    "csv",
    "sdk",
    "sdm",
    "ss",
    "hodoku",
    "opensudoku",
    "fpuzzles",
    "fpuzzles-json",
    "sudokupad",
    "sudokuwiki",
    "sudokuexchange",
    "lisudoku",
    "json",
    "python",
    "numpy",
    "givens",
)
PICTURE_FORMATS = ("svg", "png")  # one puzzle, or one page of puzzles, per document
PAGE_FORMATS = ("pdf", "html", "latex")  # pages with any number of puzzles per document

TECHNIQUES = (  # from the simplest to the most complex
    "full-house",
    "hidden-single",
    "naked-single",
    "pointing",
    "claiming",
    "naked-pair",
    "x-wing",
    "hidden-pair",
    "naked-triple",
    "swordfish",
    "hidden-triple",
    "xy-wing",
    "xyz-wing",
    "w-wing",
    "unique-rectangle",
    "avoidable-rectangle",
    "naked-quad",
    "jellyfish",
    "hidden-quad",
    "bug+1",
    "skyscraper",
    "two-string-kite",
    "empty-rectangle",
    "finned-x-wing",
    "simple-colouring",
    "remote-pairs",
    "finned-swordfish",
    "finned-jellyfish",
    "x-chain",
    "sue-de-coq",
    "xy-chain",
    "als-xz",
    "als-xy-wing",
    "aic",
    "grouped-aic",
    "forcing-chain",
    "forcing-net",
)
