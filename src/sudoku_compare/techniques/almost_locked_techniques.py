"""ALS-XZ and ALS-XY-Wing: almost locked sets of which one must have a value, because they cannot all lack it."""

from collections.abc import Iterator
from itertools import combinations, pairwise

from .almost_locked_sets import AlmostLockedSet, Candidates, SetTable
from .bit_geometry import Values, bits_of, lowest, members
from .position import Position
from .removals import describe_removal
from .step import Candidate, Link, LinkKind, Step, link_ends

LETTERS = "ABC"  # the names of the sets of a step
Pair = tuple[int, tuple[int, int], bool, Values]  # cells; both sets; whether singly linked; the restricted commons
Wing = tuple[int, tuple[int, int, int], tuple[int, int]]  # how many cells; both wings and the pivot; x and y


def als_xz(position: Position) -> Iterator[Step]:
    """Find two sets with a restricted common x: one of them lacks x, so one of them has each other common value z.

    If they have two restricted commons, each set lacks exactly one of these, and has all its other values. For each
    candidate, only one pair that removes it with the fewest cells is looked at. Those with few cells come first, then
    those whose first set is small, then those with low cells.
    """
    table = SetTable(position)
    for _, numbers, is_single, commons in sorted(set(_find_best_pairs(table).values())):
        pair = [table.sets[number] for number in numbers]
        make_step = _make_single_step if is_single else _make_double_step
        yield make_step(table, pair, commons)


def _find_best_pairs(table: SetTable) -> dict[int, Pair]:
    """Return the best pair for each candidate that can be removed."""
    best: dict[int, Pair] = {}
    fewest = settled = 0  # cells of a pair with this set; candidates for which no later set can be better
    for number, one in enumerate(table.sets):
        table.position.tick()
        if fewest != one.cells.bit_count() + 1:
            fewest = one.cells.bit_count() + 1
            settled = bits_of(candidate for candidate, pair in best.items() if pair[0] <= fewest)
        for candidate, pair in (*_pair_singly(table, number, settled), *_pair_doubly(table, number, settled)):
            best[candidate] = min(pair, best.get(candidate, pair))
            settled |= (pair[0] == fewest) << candidate
    return best


def _pair_singly(table: SetTable, number: int, settled: Candidates) -> Iterator[tuple[int, Pair]]:
    """Yield candidates, and the smallest set that excludes each of them together with this one."""
    one = table.sets[number]
    for value in members(one.values):
        for candidate in members(one.excluded & table.exclude_with_partner(value, one.cells) & ~settled):
            other = lowest(table.find_partners(value, one.cells) & table.find_excluding(candidate))
            yield candidate, _make_pair(table, number, other, 1 << value)


def _pair_doubly(table: SetTable, number: int, settled: Candidates) -> Iterator[tuple[int, Pair]]:
    """Yield candidates that this set excludes together with one with which it has two restricted commons."""
    one, once, twice = table.sets[number], 0, 0
    partners = {value: table.find_partners(value, one.cells) for value in members(one.values)}
    for sets in partners.values():
        twice |= once & sets
        once |= sets
    for other in members(twice >> number + 1 << number + 1):
        commons = bits_of([value for value, sets in partners.items() if sets >> other & 1][:2])
        for candidate in members(_exclude_doubly(table, [one, table.sets[other]], commons) & ~settled):
            yield candidate, _make_pair(table, number, other, commons)


def _exclude_doubly(table: SetTable, pair: list[AlmostLockedSet], commons: Values) -> Candidates:
    """Return what is excluded by both sets or, if it has another value than the commons, by one of them."""
    one, other = (als.excluded for als in pair)
    return one & other | table.without_values(one | other, *members(commons))


def _make_pair(table: SetTable, one: int, other: int, commons: Values) -> Pair:
    first, second = sorted((one, other))
    return _count_cells(table, first, second), (first, second), not commons & (commons - 1), commons


def _count_cells(table: SetTable, *numbers: int) -> int:
    return sum(table.sets[number].cells.bit_count() for number in numbers)


def _make_single_step(table: SetTable, pair: list[AlmostLockedSet], common: Values) -> Step:
    geometry, x = table.position.geometry, lowest(common)
    removed = table.list(table.without_values(pair[0].excluded & pair[1].excluded, x))
    targets = tuple(dict.fromkeys(value for _, value in removed))
    reason = (
        f"ALS-XZ with {_describe_sets(table, pair)}: x = {geometry.symbol(x)} is restricted to one of A and B, so the "
        f"other has z = {geometry.symbols(targets)}: remove {describe_removal(geometry, removed)}"
    )
    links = tuple(link for z in targets for link in _link(table, pair, (z, x, z)))
    return _make_step("als-xz", reason, table, pair, removed, links)


def _make_double_step(table: SetTable, pair: list[AlmostLockedSet], commons: Values) -> Step:
    """Return the step of two sets of which each lacks one of two restricted commons and has all its other values."""
    geometry, (x, y) = table.position.geometry, members(commons)
    removed = table.list(_exclude_doubly(table, pair, commons))
    reason = (
        f"ALS-XZ, doubly linked, with {_describe_sets(table, pair)}: {geometry.symbol(x)} and {geometry.symbol(y)} are "
        f"each restricted to one of A and B, so each set has one of them and all its other values: "
        f"remove {describe_removal(geometry, removed)}"
    )
    closing = link_ends([_list_places(table, als, x) for als in pair[::-1]], LinkKind.WEAK)
    return _make_step("als-xz", reason, table, pair, removed, _link(table, pair, (x, y, x)) + closing)


def als_xy_wing(position: Position) -> Iterator[Step]:
    """Find a pivot with restricted commons x with one set and y with another: one of these has each common value z.

    If neither had z, they would have x and y, and the pivot would lack both. There are very many wings, so for each
    candidate only one that removes it with the fewest cells is looked at. Those with few cells come first, then those
    with small and low sets.
    """
    table = SetTable(position)
    for _, numbers, commons in sorted(set(_find_best_wings(table).values())):
        yield _make_wing_step(table, [table.sets[number] for number in numbers], commons)


def _find_best_wings(table: SetTable) -> dict[int, Wing]:
    """Return the best wing for each candidate that can be removed."""
    best: dict[int, Wing] = {}
    fewest = settled = 0  # cells of a wing with this pivot; candidates for which no later pivot can be better
    for number, pivot in enumerate(table.sets):
        table.position.tick()
        if fewest != pivot.cells.bit_count() + 2:
            fewest = pivot.cells.bit_count() + 2
            settled = bits_of(candidate for candidate, wing in best.items() if wing[0] <= fewest)
        excluded = {value: table.exclude_with_partner(value, pivot.cells) for value in members(pivot.values)}
        for x, y in combinations(excluded, 2):
            for candidate in members(table.without_values(excluded[x] & excluded[y] & ~settled, x, y)):
                for wing in _choose_wings(table, number, (x, y), candidate):
                    best[candidate] = min(wing, best.get(candidate, wing))
                    settled |= (wing[0] == fewest) << candidate
    return best


def _choose_wings(table: SetTable, pivot: int, commons: tuple[int, int], candidate: int) -> Iterator[Wing]:
    """Yield the smallest sets with which a pivot removes a candidate; both ways if one set could be either wing."""
    ones, others = (
        table.find_partners(value, table.sets[pivot].cells) & table.find_excluding(candidate) for value in commons
    )
    one, other = lowest(ones), lowest(others)
    pairs = [(one, other)] if one != other else [(one, lowest(others & others - 1)), (lowest(ones & ones - 1), other)]
    for pair in pairs:
        if min(pair) >= 0:
            yield _count_cells(table, *pair, pivot), (*pair, pivot), commons


def _make_wing_step(table: SetTable, sets: list[AlmostLockedSet], commons: tuple[int, int]) -> Step:
    geometry, (x, y) = table.position.geometry, commons
    removed = table.list(table.without_values(sets[0].excluded & sets[1].excluded, x, y))
    targets = tuple(dict.fromkeys(value for _, value in removed))
    reason = (
        f"ALS-XY-Wing with {_describe_sets(table, sets)}: x = {geometry.symbol(x)} is restricted to one of A and C, "
        f"and y = {geometry.symbol(y)} to one of B and C; C cannot lack both, so A or B has "
        f"z = {geometry.symbols(targets)}: remove {describe_removal(geometry, removed)}"
    )
    one, other, pivot = sets
    links = tuple(link for z in targets for link in _link(table, [one, pivot, other], (z, x, y, z)))
    return _make_step("als-xy-wing", reason, table, sets, removed, links)


def _link(table: SetTable, sets: list[AlmostLockedSet], values: tuple[int, ...]) -> tuple[Link, ...]:
    """Return the chain through sets: each has its next value if it lacks the one before, and the next set lacks it."""
    ends = []
    for als, (before, after) in zip(sets, pairwise(values), strict=True):
        ends += [_list_places(table, als, before), _list_places(table, als, after)]
    return tuple(dict.fromkeys(link_ends(ends)))


def _list_places(table: SetTable, als: AlmostLockedSet, value: int) -> tuple[Candidate, ...]:
    return table.position.removable(1 << value, als.cells)


def _describe_sets(table: SetTable, sets: list[AlmostLockedSet]) -> str:
    """Return the sets with their names: `A = r1c1, r1c2 {1,2,3}`."""
    geometry = table.position.geometry
    shown = (
        f"{letter} = {geometry.names(members(als.cells))} {geometry.braces(members(als.values))}"
        for letter, als in zip(LETTERS, sets, strict=False)
    )
    return "; ".join(shown)


def _make_step(
    technique: str,
    reason: str,
    table: SetTable,
    sets: list[AlmostLockedSet],
    removed: tuple[Candidate, ...],
    links: tuple[Link, ...],
) -> Step:
    pattern = dict.fromkeys(candidate for als in sets for candidate in table.position.removable(als.values, als.cells))
    cells = tuple(tuple(members(als.cells)) for als in sets)
    return Step(technique, reason, (), removed, tuple(pattern), links=links, sets=cells)
