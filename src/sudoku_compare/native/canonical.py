# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""The canonical form of a puzzle: equal for two puzzles if and only if one becomes the other by renaming values and by
permuting bands, rows in a band, stacks, columns in a stack and, where boxes are square, by transposing.

Rows, columns and values get a colour, a number that does not depend on the order of lines or the names of values. At
first all colours are equal; then each is repeatedly mixed with the colours that its givens connect it to (`_refine`).
Where two rows or columns keep the same colour and are not identical, each of them in turn gets a colour of its own, and
the smallest of the resulting boards is the form (`_explore`). This is rarely necessary. The form is a permutation of
the puzzle, so different classes have different forms whatever the colours are; and because no step depends on order or
names, isomorphic puzzles have the same form.
"""

try:
    import cython
except ImportError:
    from . import cython_fallback as cython

if not cython.compiled:
    MOST_LINES = 100
    MOST_CELLS = 10000
    ALL_BITS = 0xFFFFFFFF
    ROUNDS = 3  # rounds of mixing between two counts of the colours


@cython.cfunc
@cython.nogil
@cython.inline
@cython.exceptval(check=False)
def _mix(bits: cython.ulonglong) -> cython.ulonglong:
    """Return a hash of 32 bits."""
    bits = (bits ^ bits >> 32) & ALL_BITS
    bits ^= bits >> 16
    bits = bits * 0x7FEB352D & ALL_BITS
    bits ^= bits >> 15
    bits = bits * 0x46CA68B1 & ALL_BITS
    return bits ^ bits >> 16


@cython.final
@cython.cclass
class Canonicalizer:
    """Computes canonical forms of puzzles of one shape. Not thread-safe: use one object per thread."""

    height: cython.int  # rows of a box
    width: cython.int  # columns of a box
    side: cython.int
    cells: cython.int
    givens: cython.int
    best_is_set: cython.bint
    rows_of: cython.uchar[10000]  # for each given: its row, its column, and its value from 0
    columns_of: cython.uchar[10000]
    values_of: cython.uchar[10000]
    board: cython.uchar[10000]
    best: cython.uchar[10000]
    order_of_rows: cython.int[100]  # of the last board
    order_of_columns: cython.int[100]
    order_of_values: cython.int[100]
    best_rows: cython.int[100]  # the same for the smallest board so far
    best_columns: cython.int[100]
    best_values: cython.int[100]
    path: cython.int[201]  # the choices that lead to the current board: whether it is transposed, then lines
    best_path: cython.int[201]
    named: cython.int  # number of values that have a new name
    is_repeated: cython.bint  # the last board equals the smallest one so far, so there is a symmetry
    uses_symmetry: cython.bint  # whether to detect that
    met_by_rows: cython.ulonglong[100]
    met_by_columns: cython.ulonglong[100]
    met_by_values: cython.ulonglong[100]
    groups: cython.ulonglong[100]

    def __init__(self, height: int, width: int) -> None:
        if not (height > 0 and width > 0 and 1 < height * width <= MOST_LINES):
            raise ValueError(f"expected a side of 2 to {MOST_LINES}, found boxes of {height}x{width}")
        self.height = height
        self.width = width
        self.side = height * width
        self.cells = self.side * self.side
        if not cython.compiled:
            self.rows_of, self.columns_of, self.values_of = ([0] * MOST_CELLS for _ in range(3))
            self.board, self.best = [0] * MOST_CELLS, [0] * MOST_CELLS
            self.order_of_rows, self.order_of_columns, self.order_of_values = ([0] * MOST_LINES for _ in range(3))
            self.best_rows, self.best_columns, self.best_values = ([0] * MOST_LINES for _ in range(3))
            self.path, self.best_path = [0] * (2 * MOST_LINES + 1), [0] * (2 * MOST_LINES + 1)
            self.met_by_rows, self.met_by_columns = [0] * MOST_LINES, [0] * MOST_LINES
            self.met_by_values, self.groups = [0] * MOST_LINES, [0] * MOST_LINES

    def canonicalize(self, puzzles: cython.const_uchar[::1], forms: cython.uchar[::1]) -> None:
        """Write the canonical form of each puzzle to `forms`; both buffers have one byte per cell."""
        count: cython.Py_ssize_t = len(puzzles) // self.cells
        puzzle: cython.Py_ssize_t
        start: cython.Py_ssize_t
        cell: cython.int
        if len(puzzles) != len(forms) or len(puzzles) != count * self.cells:
            raise ValueError("expected buffers for the same number of puzzles")
        for start in range(count * self.cells):
            if puzzles[start] > self.side:
                raise ValueError(f"expected values up to {self.side}, found {puzzles[start]}")
        if cython.compiled:
            with cython.nogil:
                for puzzle in range(count):
                    start = puzzle * self.cells
                    self._find_form(cython.address(puzzles[start]))
                    for cell in range(self.cells):
                        forms[start + cell] = self.best[cell]
        else:
            for puzzle in range(count):
                start = puzzle * self.cells
                self._find_form(puzzles[start : start + self.cells])
                forms[start : start + self.cells] = bytes(self.best[: self.cells])

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _find_form(self, puzzle: cython.p_const_uchar) -> cython.void:
        """Compute the form of one puzzle and leave it in `best`."""
        rows: cython.ulonglong[100]
        columns: cython.ulonglong[100]
        values: cython.ulonglong[100]
        line: cython.int
        by_rows: cython.ulonglong = 0
        by_columns: cython.ulonglong = 0
        if not cython.compiled:
            rows, columns, values = ([0] * MOST_LINES for _ in range(3))
        self.best_is_set = self.is_repeated = False
        self.uses_symmetry = True
        self.path[0] = self.best_path[0] = 0
        self._load(puzzle)
        for line in range(self.side):
            rows[line] = columns[line] = values[line] = 1
        self._settle_colours(rows, columns, values)
        if self.height != self.width:
            self._explore(rows, columns, values, 1)
        else:
            for line in range(self.side):
                by_rows += _mix(rows[line])
                by_columns += _mix(columns[line])
            if by_rows <= by_columns:
                self._explore(rows, columns, values, 1)
            if by_rows >= by_columns:
                self.path[0] = 1
                self._transpose()
                self._explore(columns, rows, values, 1)

    @cython.cfunc
    @cython.nogil
    @cython.inline
    @cython.exceptval(check=False)
    def _load(self, puzzle: cython.p_const_uchar) -> cython.void:
        row: cython.int
        column: cython.int
        value: cython.int
        self.givens = 0
        for row in range(self.side):
            for column in range(self.side):
                value = puzzle[self.side * row + column]
                self.board[self.side * row + column] = value
                if value:
                    self.rows_of[self.givens] = row
                    self.columns_of[self.givens] = column
                    self.values_of[self.givens] = value - 1
                    self.givens += 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _transpose(self) -> cython.void:
        given: cython.int
        row: cython.int
        column: cython.int
        for given in range(self.givens):
            row = self.rows_of[given]
            self.rows_of[given] = self.columns_of[given]
            self.columns_of[given] = row
        for row in range(self.side):
            for column in range(row):
                given = self.board[self.side * row + column]
                self.board[self.side * row + column] = self.board[self.side * column + row]
                self.board[self.side * column + row] = given

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _refine(self, rows: cython.p_ulonglong, columns: cython.p_ulonglong, values: cython.p_ulonglong) -> cython.void:
        """Mix each colour with those that its givens connect it to.

        Rows and columns are treated alike, so that transposing a puzzle exchanges their colours.
        """
        given: cython.int
        line: cython.int
        row: cython.ulonglong
        column: cython.ulonglong
        value: cython.ulonglong
        for line in range(self.side):
            self.met_by_rows[line] = self.met_by_columns[line] = self.met_by_values[line] = 0
        for given in range(self.givens):
            row = rows[self.rows_of[given]]
            column = columns[self.columns_of[given]]
            value = values[self.values_of[given]]
            self.met_by_rows[self.rows_of[given]] += _mix(3 * column + 5 * value)
            self.met_by_columns[self.columns_of[given]] += _mix(3 * row + 5 * value)
            self.met_by_values[self.values_of[given]] += _mix(7 * (row + column) + (row ^ column))
        for line in range(self.side):
            rows[line] = _mix(11 * rows[line] + self.met_by_rows[line])
            columns[line] = _mix(11 * columns[line] + self.met_by_columns[line])
            values[line] = _mix(13 * values[line] + self.met_by_values[line])
        self._mix_bands(rows, self.height)
        self._mix_bands(columns, self.width)

    @cython.cfunc
    @cython.nogil
    @cython.inline
    @cython.exceptval(check=False)
    def _mix_bands(self, lines: cython.p_ulonglong, size: cython.int) -> cython.void:
        """Mix each row's colour with those of its band, or each column's with those of its stack."""
        line: cython.int
        for line in range(self.side // size):
            self.groups[line] = 0
        for line in range(self.side):
            self.groups[line // size] += _mix(lines[line] + 17)
        for line in range(self.side):
            lines[line] = _mix(19 * lines[line] + self.groups[line // size])

    @cython.cfunc
    @cython.nogil
    @cython.inline
    @cython.exceptval(check=False)
    def _count_colours(self, lines: cython.p_ulonglong) -> cython.int:
        """Return the number of different colours."""
        count: cython.int = 0
        line: cython.int
        other: cython.int
        for line in range(self.side):
            other = 0
            while lines[other] != lines[line]:
                other += 1
            count += other == line
        return count

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _settle_colours(
        self, rows: cython.p_ulonglong, columns: cython.p_ulonglong, values: cython.p_ulonglong
    ) -> cython.void:
        """Refine until every row and column has its own colour, or the number of colours stops growing."""
        count: cython.int
        before: cython.int = 0
        _turn: cython.int
        while True:
            for _turn in range(ROUNDS):
                self._refine(rows, columns, values)
            count = self._count_colours(rows) + self._count_colours(columns)
            if count == 2 * self.side:
                return
            count += self._count_colours(values)
            if count <= before:
                return
            before = count

    @cython.cfunc
    @cython.nogil
    @cython.inline
    @cython.exceptval(check=False)
    def _are_equal(self, one: cython.int, other: cython.int, step: cython.int, across: cython.int) -> cython.bint:
        """Return whether two rows, or two columns, are identical."""
        cell: cython.int
        for cell in range(self.side):
            if self.board[step * one + across * cell] != self.board[step * other + across * cell]:
                return False
        return True

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _find_undecided(self, lines: cython.p_ulonglong, step: cython.int, across: cython.int) -> cython.int:
        """Return a row (or column) with the same colour as another one that is not identical, or -1.

        It is taken from the smallest class of equal colour; on a tie, from the class with the smallest colour.
        """
        line: cython.int
        other: cython.int
        size: cython.int
        differs: cython.bint
        best: cython.int = -1
        best_size: cython.int = self.side + 1
        for line in range(self.side):
            size = 0
            differs = False
            for other in range(self.side):
                if lines[other] == lines[line]:
                    size += 1
                    if other != line and not self._are_equal(line, other, step, across):
                        differs = True
            if differs and (size < best_size or (size == best_size and lines[line] < lines[best])):
                best = line
                best_size = size
        return best

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _explore(
        self, rows: cython.p_ulonglong, columns: cython.p_ulonglong, values: cython.p_ulonglong, depth: cython.int
    ) -> cython.void:
        """Find the smallest board that these colours lead to.

        Choose among rows or columns, whichever have fewer colours: a choice of a row and a column separates more than
        a choice of two rows.
        """
        row: cython.int = self._find_undecided(rows, self.side, 1)
        column: cython.int = self._find_undecided(columns, 1, self.side)
        if row < 0 and column < 0:
            self._compare(rows, columns, depth)
        elif column < 0 or (row >= 0 and self._count_colours(rows) <= self._count_colours(columns)):
            self._try_each(rows, columns, values, depth, row, True)
        else:
            self._try_each(rows, columns, values, depth, column, False)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _try_each(
        self,
        rows: cython.p_ulonglong,
        columns: cython.p_ulonglong,
        values: cython.p_ulonglong,
        depth: cython.int,
        chosen: cython.int,
        is_row: cython.bint,
    ) -> cython.void:
        """Give each line with the colour of the chosen one a colour of its own, in turn.

        If a line leads to the same board as an earlier line, the puzzle has a symmetry. If the symmetry maps one line
        to the other and keeps the colours, both lead to the same boards, and the rest of the later one is skipped:
        otherwise there would be as many boards to try as there are symmetries.
        """
        line: cython.int
        colour: cython.ulonglong = rows[chosen] if is_row else columns[chosen]
        for line in range(self.side):
            if (rows[line] if is_row else columns[line]) != colour or self._is_twin(rows, columns, line, is_row):
                continue
            self.path[depth] = line
            self._try(rows, columns, values, depth, line, is_row)
            if not self.is_repeated:
                continue
            if not self._shares_path(depth):
                return
            self.is_repeated = False
            if not self._is_symmetry(rows, columns, values, depth, is_row):
                self.uses_symmetry = False
                self._try(rows, columns, values, depth, line, is_row)
                self.uses_symmetry = True

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _try(
        self,
        rows: cython.p_ulonglong,
        columns: cython.p_ulonglong,
        values: cython.p_ulonglong,
        depth: cython.int,
        line: cython.int,
        is_row: cython.bint,
    ) -> cython.void:
        """Give the line a colour of its own, and explore what follows."""
        new_rows: cython.ulonglong[100]
        new_columns: cython.ulonglong[100]
        new_values: cython.ulonglong[100]
        i: cython.int
        if not cython.compiled:
            new_rows, new_columns, new_values = ([0] * MOST_LINES for _ in range(3))
        for i in range(self.side):
            new_rows[i] = rows[i]
            new_columns[i] = columns[i]
            new_values[i] = values[i]
        if is_row:
            new_rows[line] = _mix(rows[line] + 23)
        else:
            new_columns[line] = _mix(columns[line] + 23)
        self._settle_colours(new_rows, new_columns, new_values)
        self._explore(new_rows, new_columns, new_values, depth + 1)

    @cython.cfunc
    @cython.nogil
    @cython.inline
    @cython.exceptval(check=False)
    def _shares_path(self, depth: cython.int) -> cython.bint:
        """Return whether the smallest board was found by the same choices up to this depth."""
        i: cython.int = 0
        while i < depth and self.path[i] == self.best_path[i]:
            i += 1
        return i == depth

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _is_symmetry(
        self,
        rows: cython.p_ulonglong,
        columns: cython.p_ulonglong,
        values: cython.p_ulonglong,
        depth: cython.int,
        is_row: cython.bint,
    ) -> cython.bint:
        """Return whether the map from the smallest to the last board keeps these colours and maps choice to choice."""
        i: cython.int
        before: cython.int
        after: cython.int
        for i in range(self.side):
            if (
                rows[self.best_rows[i]] != rows[self.order_of_rows[i]]
                or columns[self.best_columns[i]] != columns[self.order_of_columns[i]]
            ):
                return False
            before = self.best_rows[i] if is_row else self.best_columns[i]
            after = self.order_of_rows[i] if is_row else self.order_of_columns[i]
            if (before == self.best_path[depth]) != (after == self.path[depth]):
                return False
        i = 0
        while i < self.named and values[self.best_values[i]] == values[self.order_of_values[i]]:
            i += 1
        return i == self.named

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _is_twin(
        self, rows: cython.p_ulonglong, columns: cython.p_ulonglong, line: cython.int, is_row: cython.bint
    ) -> cython.bint:
        """Return whether an earlier line of the same band (or stack) and colour is identical.

        It leads to the same boards.
        """
        size: cython.int = self.height if is_row else self.width
        step: cython.int = self.side if is_row else 1
        other: cython.int
        for other in range(line // size * size, line):
            if (rows[other] == rows[line] if is_row else columns[other] == columns[line]) and self._are_equal(
                line, other, step, self.side if step == 1 else 1
            ):
                return True
        return False

    @cython.cfunc
    @cython.nogil
    @cython.inline
    @cython.exceptval(check=False)
    def _sort(self, lines: cython.p_ulonglong, size: cython.int, order: cython.p_int) -> cython.void:
        """Order the lines by the colours of their bands (or stacks), and within a band by their own colours."""
        band: cython.int
        place: cython.int
        line: cython.int
        other: cython.int
        count: cython.int = self.side // size
        bands: cython.int[100]
        if not cython.compiled:
            bands = [0] * MOST_LINES
        for band in range(count):
            self.groups[band] = 0
            for line in range(band * size, band * size + size):
                self.groups[band] += _mix(lines[line] + 29)
            place = band
            while place > 0 and self.groups[bands[place - 1]] > self.groups[band]:
                bands[place] = bands[place - 1]
                place -= 1
            bands[place] = band
        for band in range(count):
            for other in range(size):
                line = bands[band] * size + other
                place = band * size + other
                while place > band * size and lines[order[place - 1]] > lines[line]:
                    order[place] = order[place - 1]
                    place -= 1
                order[place] = line

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _compare(self, rows: cython.p_ulonglong, columns: cython.p_ulonglong, depth: cython.int) -> cython.void:
        """Sort rows and columns by colour, rename values in order of appearance, and keep the board if it is smaller
        than the smallest so far."""
        names: cython.uchar[101]
        is_less: cython.bint = not self.best_is_set
        row: cython.int
        column: cython.int
        value: cython.int
        cell: cython.int = 0
        if not cython.compiled:
            names = [0] * (MOST_LINES + 1)
        for value in range(self.side + 1):
            names[value] = 0
        self.named = 0
        self._sort(rows, self.height, self.order_of_rows)
        self._sort(columns, self.width, self.order_of_columns)
        for row in range(self.side):
            for column in range(self.side):
                value = self.board[self.side * self.order_of_rows[row] + self.order_of_columns[column]]
                if value and not names[value]:
                    self.order_of_values[self.named] = value - 1
                    self.named += 1
                    names[value] = self.named
                if not is_less:
                    if names[value] > self.best[cell]:
                        return
                    is_less = names[value] < self.best[cell]
                self.best[cell] = names[value]
                cell += 1
        if is_less:
            self._keep_best(depth)
        else:
            self.is_repeated = self.uses_symmetry

    @cython.cfunc
    @cython.nogil
    @cython.inline
    @cython.exceptval(check=False)
    def _keep_best(self, depth: cython.int) -> cython.void:
        """Record how the smallest board was found."""
        i: cython.int
        self.best_is_set = True
        for i in range(depth):
            self.best_path[i] = self.path[i]
        for i in range(self.side):
            self.best_rows[i] = self.order_of_rows[i]
            self.best_columns[i] = self.order_of_columns[i]
            self.best_values[i] = self.order_of_values[i]
