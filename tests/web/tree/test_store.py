"""The store of recorded trees: bounded in number, size and age."""

from __future__ import annotations

import pytest

import plies
from plies.web.tree.store import Store
from plies.web.tree.subject import SearchOptions, Subject
from plies.web.tree.view import TreeView


@pytest.fixture
def view() -> TreeView:
    made = TreeView(Subject([1, 2], None), has_window=False)
    made.subject.search(SearchOptions("minimax"), made.trace)
    return made


def test_the_least_used_are_forgotten(view: TreeView) -> None:
    store = Store(most=3)
    names = [store.add(view)[0] for _ in range(5)]
    assert len(set(names)) == 5
    assert len(store) == 3
    with pytest.raises(plies.UnknownName, match="no longer kept"):
        store.get(names[0])
    store.get(names[2])
    store.add(view)
    assert store.get(names[2])


def test_the_store_is_bounded_in_size_and_age(view: TreeView) -> None:
    small = Store(most_bytes=view.trace.size_in_bytes)
    small.add(view)
    small.add(view)
    assert len(small) == 1
    gone = Store(seconds=-1.0)
    name, _ = gone.add(view)
    with pytest.raises(plies.UnknownName):
        gone.get(name)
