"""Put the same Sudoku to unrelated reasoners; believe an answer only when they agree and it was checked."""

from .compare import Comparison, solve
from .engine import Answer, Ending, Engine, Limits
from .puzzle import Puzzle
from .verdict import Verdict

__all__ = ["Answer", "Comparison", "Ending", "Engine", "Limits", "Puzzle", "Verdict", "solve"]
