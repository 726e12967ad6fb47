"""What each command does, in the sentence that its own help starts with.

`sudoku-compare --help` lists them without importing the commands. A test compares them.
"""

SUMMARIES = {
    "solve": "Solve puzzles with several engines and compare the answers.",
    "enter": "Enter a puzzle row by row, then solve it.",
    "classic": "Solve a well-known puzzle and describe it.",
    "test": "Test the engines on random puzzles whose solutions are known.",
    "uniqueness": "Decide whether a puzzle has one, several or no solutions, with evidence.",
    "verify": "Check certificates written by `uniqueness --certificate DIR`.",
    "explain": "Explain each puzzle as a person would solve it: numbered steps with reasons, and a rating.",
    "scan": "Settle every puzzle of large collections with the kernel engine on all cores, and report errors in them.",
    "bench": "Measure engines side by side, on the shipped puzzles or on your own, and record the results.",
    "report": "Show the results of a recorded benchmark, or compare two.",
    "generate": "Generate puzzles, each with its checked solution.",
    "export": "Write puzzles in a format that people print or other programs read.",
    "study": "Answer a question about Sudoku by measurement, on the shipped 9x9 puzzles or on your own.",
    "engines": "List the engines, their options and their counts.",
    "serve": "Open a web page on which puzzles are entered, settled, explained and shared.",
}
