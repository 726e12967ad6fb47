"""Checks the claims of one step of an explanation, and finds on which absent candidates each of them rests.

Nothing here knows a technique. A value that a step places must be the only one left in its cell, or in a unit. For a
candidate that it removes, the opposite is assumed, and must fail: in the cells of the pattern and in the places of its
values alone, with a bounded number of cases. If the step itself shows how the assumption fails, line by line, exactly
these lines are followed, and the contradiction must be the one that they state.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Protocol

from ..core.puzzle import symbol_of
from ..core.shape import shape_of_box
from .rejection import Rejected
from .step_rules import CandidateNumber, CandidateSet, StepRules, list_bits

MOST_CASES = 300  # that are tried for one candidate; a jellyfish needs about 10
Candidate = tuple[int, int]
Supports = dict[CandidateNumber, CandidateSet]  # for each candidate: the absent ones that its claim rests on


class LineLike(Protocol):
    """One inference under an assumption."""

    @property
    def cell(self) -> int: ...
    @property
    def value(self) -> int: ...
    @property
    def holds(self) -> bool: ...
    @property
    def reason(self) -> str: ...
    @property
    def refutation(self) -> "RefutationLike | None": ...


class RefutationLike(Protocol):
    """An assumption, its inferences, and the contradiction in words."""

    @property
    def assumed(self) -> Candidate: ...
    @property
    def lines(self) -> Sequence[LineLike]: ...
    @property
    def contradiction(self) -> str: ...


class StepLike(Protocol):
    """What a step claims, and what it says it rests on."""

    @property
    def technique(self) -> str: ...
    @property
    def placed(self) -> Sequence[Candidate]: ...
    @property
    def removed(self) -> Sequence[Candidate]: ...
    @property
    def pattern(self) -> Sequence[Candidate]: ...
    @property
    def units(self) -> Sequence[int]: ...
    @property
    def refutation(self) -> RefutationLike | None: ...


class StepChecker:
    """Checks steps at a position, which is given by the candidates that are absent."""

    def __init__(self, rules: StepRules) -> None:
        self.rules = rules
        self._shape = shape_of_box(rules.height, rules.width)

    def find_supports(self, absent: CandidateSet, step: StepLike) -> Supports:
        """Return the support of every candidate that the step places or removes. Raises Rejected."""
        for cell, value in (*step.placed, *step.removed, *step.pattern):
            on_board = 0 <= cell < len(self.rules.cells) and 1 <= value <= self.rules.side
            _require(on_board, "a candidate is not on the board")
        if step.placed:
            return self._check_placed(absent, step)
        _require(bool(step.removed), "it neither places nor removes anything")
        if step.refutation:
            _require(
                tuple(step.removed) == (step.refutation.assumed,),
                "it removes a candidate other than the one it assumes",
            )
            support = self._follow(step.refutation, _Case(self.rules, absent))
            return {self.rules.number(*step.refutation.assumed): support}
        local = self._list_local_groups(step.pattern)
        return {number: self._refute(absent, number, local) for number in self._numbers(step.removed)}

    def describe_contradiction(self, group: int) -> str:
        """Return the sentence that says that a group has no candidate."""
        name, value = self.rules.name_group(group)
        if value is None:
            return f"{name} has no candidate left"
        return f"{symbol_of(value, self._shape)} has no place left in {name}"

    def find_contradiction(self, text: str) -> int:
        """Return the group that has no candidate according to this sentence. Raises Rejected."""
        words = text.split(" has no ")[0], text.rpartition(" in ")[2]
        for group in range(len(self.rules.groups)):
            if self.rules.name_group(group)[0] in words and self.describe_contradiction(group) == text:
                return group
        raise Rejected(f"unknown contradiction: {text}")

    def _numbers(self, candidates: Iterable[Candidate]) -> Iterator[CandidateNumber]:
        return (self.rules.number(*candidate) for candidate in candidates)

    def _check_placed(self, absent: CandidateSet, step: StepLike) -> Supports:
        supports: Supports = {}
        for number in self._numbers(step.placed):
            _require(not absent >> number & 1, "it places a value that is not a candidate")
            supports[number] = self._support_single(absent, number, step)
        for number in self._numbers(step.removed):
            cause = next((one for one in supports if self.rules.excluded_by(one) >> number & 1), None)
            if cause is None:
                raise Rejected("it removes a candidate that the value does not exclude")
            supports[number] = supports[cause]
        return supports

    def _support_single(self, absent: CandidateSet, number: CandidateNumber, step: StepLike) -> CandidateSet:
        """Return the absent candidates that leave only this one in a group that the step may refer to."""
        cell, value = self.rules.candidate(number)
        groups = self.rules.groups_of[number]
        if step.technique == "naked-single":
            groups = [self.rules.group_of_cell(cell)]
        elif step.units:
            groups = [self.rules.group_of_places(unit, value) for unit in step.units]
            groups += [self.rules.group_of_cell(cell)] if step.technique == "full-house" else []
        for group in groups:
            others = self.rules.masks[group] & ~(1 << number)
            if self.rules.masks[group] >> number & 1 and not others & ~absent:
                return others
        raise Rejected("the value is not the only one left")

    def _list_local_groups(self, pattern: Iterable[Candidate]) -> list[int]:
        return list(dict.fromkeys(group for number in self._numbers(pattern) for group in self.rules.groups_of[number]))

    def _refute(self, absent: CandidateSet, number: CandidateNumber, local: list[int]) -> CandidateSet:
        case, cases = _Case(self.rules, absent), [MOST_CASES]
        case.place(number, 0)
        support = _search(case, local, cases)
        if support is None:
            raise Rejected("it does not follow from the pattern that the candidate is false")
        return support

    def _follow(self, refutation: RefutationLike, case: "_Case") -> CandidateSet:
        """Return what the contradiction of a refutation rests on; its lines must lead there one by one."""
        number = self.rules.number(*refutation.assumed)
        _require(not case.is_false(number), "it assumes a value that is not a candidate")
        case.place(number, 0)
        for line in refutation.lines:
            here = self.rules.number(line.cell, line.value)
            if line.holds:
                case.place(here, self._support_line(line, here, case))
                continue
            nested = line.refutation
            if nested is None or nested.assumed != (line.cell, line.value):
                raise Rejected("a line has no refutation of what it excludes")
            case.exclude(1 << here, self._follow(nested, case.copy()))
        group = self.find_contradiction(refutation.contradiction)
        support = case.support_absence(self.rules.masks[group])
        if support is None:
            raise Rejected(f"the assumption does not lead to this: {refutation.contradiction}")
        return support

    def _support_line(self, line: LineLike, number: CandidateNumber, case: "_Case") -> CandidateSet:
        _require(not case.is_false(number), "a line places a value that is not a candidate")
        for group in self.rules.groups_of[number]:
            name, value = self.rules.name_group(group)
            if line.reason != ("one candidate left" if value is None else f"one place left in {name}"):
                continue
            support = case.support_absence(self.rules.masks[group] & ~(1 << number))
            if support is not None:
                return support
        raise Rejected("a line does not follow from those before it")


class _Case:
    """What is true and false under assumptions, and the absent candidates that each of these rests on."""

    def __init__(self, rules: StepRules, absent: CandidateSet) -> None:
        self.rules = rules
        self._absent = absent
        self.false: CandidateSet = absent
        self._free: CandidateSet = 0  # false because of the assumptions alone
        self._supports: Supports = {}  # of the other ones that are false, but not absent
        self._true: Supports = {}
        self.all_true: CandidateSet = 0

    def copy(self) -> "_Case":
        twin = _Case(self.rules, self._absent)
        twin.false, twin._free, twin.all_true = self.false, self._free, self.all_true
        twin._supports, twin._true = self._supports.copy(), self._true.copy()
        return twin

    def is_false(self, number: CandidateNumber) -> bool:
        return bool(self.false >> number & 1)

    def find_left(self, group: int) -> CandidateSet:
        """Return the candidates of a group that are not false."""
        return self.rules.masks[group] & ~self.false

    def exclude(self, numbers: CandidateSet, support: CandidateSet) -> None:
        """Make candidates false; what rests on the assumptions alone replaces any other support."""
        if support:
            self._supports |= dict.fromkeys(list_bits(numbers & ~self.false), support)
        else:
            self._free |= numbers
        self.false |= numbers

    def place(self, number: CandidateNumber, support: CandidateSet) -> CandidateSet | None:
        """Make a candidate true; return the support of a contradiction with another one that is true."""
        others = self.rules.excluded_by(number)
        self.exclude(others, support)
        self._true[number] = support
        self.all_true |= 1 << number
        clashing = next(list_bits(others & self.all_true), None)
        return None if clashing is None else support | self._true[clashing]

    def support_absence(self, numbers: CandidateSet) -> CandidateSet | None:
        """Return why these candidates are all false, or None if one of them is not."""
        if numbers & ~self.false:
            return None
        resting = numbers & ~self._free
        support = resting & self._absent
        for number in list_bits(resting & ~self._absent):
            support |= self._supports[number]
        return support


def _search(case: _Case, local: list[int], cases: list[int]) -> CandidateSet | None:
    """Return what the contradiction of this case rests on, using these groups alone; None if there is none."""
    undecided = list(local)
    contradiction = _place_singles(case, undecided)
    if contradiction is not None:
        return contradiction
    cases[0] -= 1
    if not undecided or cases[0] < 0:
        return None
    group = min(undecided, key=lambda group: case.find_left(group).bit_count())
    left = case.find_left(group)
    support = case.support_absence(case.rules.masks[group] & ~left) or 0
    for number in list_bits(left):
        branch = case.copy()
        failure = branch.place(number, 0)
        if failure is None:
            failure = _search(branch, undecided, cases)
        if failure is None:
            return None
        support |= failure
    return support


def _place_singles(case: _Case, groups: list[int]) -> CandidateSet | None:
    """Place what is the only one left in a group, again and again; return the support of a contradiction, or None.

    Without a contradiction, only the groups that have several candidates left remain in the list.
    """
    masks, changed = case.rules.masks, True
    while changed:
        changed = False
        undecided = []
        for group in groups:
            left = masks[group] & ~case.false
            if left & (left - 1):
                undecided.append(group)
            elif not left & case.all_true:
                support = case.support_absence(masks[group] & ~left) or 0
                if not left:
                    return support
                contradiction = case.place(left.bit_length() - 1, support)
                if contradiction is not None:
                    return contradiction
                changed = True
        groups[:] = undecided
    return None


def _require(holds: bool, otherwise: str) -> None:
    if not holds:
        raise Rejected(otherwise)
