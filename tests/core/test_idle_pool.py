"""Objects are kept from one use to the next, but neither shared nor kept after a failure, nor without end."""

import os

import pytest

from sudoku_compare.core.idle_pool import IdlePool


class Loaded:
    """Something that is slow to make."""

    def __init__(self, name: str) -> None:
        self.name = name


def make_pool(most: float = 100) -> tuple[IdlePool[Loaded], list[str]]:
    discarded: list[str] = []
    return IdlePool(Loaded, lambda item: discarded.append(item.name), most=most), discarded


def test_an_object_is_lent_again_but_not_to_two_users_at_a_time() -> None:
    pool, _ = make_pool()
    with pool.borrow("a") as first, pool.borrow("a") as second:
        assert first is not second
    with pool.borrow("a") as third:
        assert third in (first, second)
    with pool.borrow("b") as other:
        assert other.name == "b"


def test_an_object_whose_use_failed_is_discarded() -> None:
    pool, discarded = make_pool()
    with pytest.raises(KeyError), pool.borrow("a") as first:
        raise KeyError
    assert discarded == ["a"]
    with pool.borrow("a") as second:
        assert second is not first


def test_objects_of_the_keys_that_were_used_last_are_kept() -> None:
    pool, discarded = make_pool(most=2)
    for name in ("a", "b", "a", "c"):
        with pool.borrow(name):
            pass
    assert discarded == ["b"]
    assert sorted(item.name for item in pool.empty()) == ["a", "c"]


def test_a_fork_does_not_use_the_objects_of_its_parent() -> None:
    pool, discarded = make_pool()
    with pool.borrow("a") as first:
        pass
    child = os.fork()
    if child == 0:
        with pool.borrow("a") as second:
            os._exit(0 if second is not first and not discarded else 1)
    assert os.waitpid(child, 0)[1] == 0
