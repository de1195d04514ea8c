"""Searchers: made for every kind of player, and kept from game to game as long as there is room."""

from __future__ import annotations

from dataclasses import replace

import pytest

from plies.errors import Refused, UnknownName
from plies.players.algorithm import Algorithm, Analyses, HearsTheEnd, Quiet, Searcher, Stops
from plies.players.kinds.engine import EngineSearcher
from plies.players.kinds.random_move import RandomSearcher
from plies.players.kinds.remote import RemoteSearcher
from plies.players.kinds.textbook import TextbookSearcher
from plies.players.kinds.user_file import ChildSearcher
from plies.players.notation import parse_player
from plies.players.player import Player
from plies.players.registry import algorithms
from plies.players.searchers import ENTRIES_OF_A_CHILD, Place, SearcherCache, make_searcher
from tests.players.greedy import Greedy
from tests.players.pairings import GAME, START


def place(player: Player, seat: int = 0) -> Place:
    return Place(player, GAME, (), seat)


@pytest.mark.parametrize(
    ("text", "kind", "can"),
    [
        ("ari@depth=1", EngineSearcher, {Analyses, Stops}),
        ("ari@depth=1,algorithm=minimax", TextbookSearcher, {Analyses, Stops}),
        ("minimax@depth=1", TextbookSearcher, {Analyses, Stops}),
        ("random", RandomSearcher, set()),
        ("ggp://localhost:4001@5s", RemoteSearcher, {HearsTheEnd}),
        ("mine.py:mine@1s", ChildSearcher, {Analyses, Stops}),
        ("ari@1s,order=mine.py:mine", ChildSearcher, {Analyses, Stops}),
        ("ari@algorithm=greedy", Greedy, set()),
    ],
)
@pytest.mark.usefixtures("greedy")
def test_every_kind_of_player_has_its_searcher(text: str, kind: type[Searcher], can: set[type]) -> None:
    searcher = make_searcher(parse_player(text), START.game, GAME)
    assert type(searcher) is kind
    assert {one for one in (Analyses, Stops, HearsTheEnd) if isinstance(searcher, one)} == can
    searcher.close()


def test_who_cannot_play_here_is_refused() -> None:
    with pytest.raises(Refused, match="a human plays at the terminal"):
        make_searcher(parse_player("human"), START.game, GAME)
    with pytest.raises(UnknownName, match="no algorithm 'mcts'; known: engine"):
        make_searcher(replace(parse_player("ari"), algorithm="mcts"), START.game, GAME)


class Counted(Quiet):
    """Counts how often one of its kind is closed."""

    closed = 0

    def __init__(self, player: Player, game: object) -> None:
        self.player = player

    def close(self) -> None:
        Counted.closed += 1


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> type[Counted]:
    """The algorithm `counted`, whose searchers hold as many entries as the depth says."""
    made = Algorithm("counted", "counts", Counted, entries=lambda player: player.depth or 0)  # type: ignore[arg-type]
    monkeypatch.setitem(algorithms(), made.name, made)
    monkeypatch.setattr(Counted, "closed", 0)
    return Counted


def test_searchers_are_kept_while_their_tables_leave_room(counted: type[Counted]) -> None:
    with SearcherCache(most_entries=50) as cache:
        for number in range(10):
            cache.get(place(parse_player(f"counted@depth=10,name=p{number}")), START.game)
            cache.get(place(parse_player(f"random@name=r{number}")), START.game)
        kept = [one.player.name for one in cache.searchers if one.player.name.startswith("p")]
        assert kept == ["p5", "p6", "p7", "p8", "p9"]
        assert counted.closed == 5
    assert not cache.searchers
    assert counted.closed == 10


def test_the_least_recently_used_is_closed_first(counted: type[Counted]) -> None:
    players = [parse_player(f"counted@depth=1,name=p{number}") for number in range(4)]
    with SearcherCache(most=3) as cache:
        made = [cache.get(place(player), START.game) for player in players[:3]]
        assert cache.get(place(players[0]), START.game) is made[0]
        cache.get(place(players[3]), START.game)
        assert [one.player.name for one in cache.searchers] == ["p2", "p0", "p3"]
    assert counted.closed == 4


@pytest.mark.usefixtures("counted")
def test_two_always_have_room() -> None:
    """Both players of the game at hand are kept, whatever they hold."""
    with SearcherCache(most=0, most_entries=0) as cache:
        for name in ("a", "b", "c"):
            cache.get(place(parse_player(f"counted@depth=99,name={name}")), START.game)
        assert [one.player.name for one in cache.searchers] == ["b", "c"]


def test_a_player_that_plays_itself_has_two_searchers() -> None:
    player = parse_player("random")
    with SearcherCache() as cache:
        one, two = cache.get(place(player, 0), START.game), cache.get(place(player, 1), START.game)
        assert one is not two
        assert cache.get(place(player, 1), START.game) is two


def test_a_child_process_counts_as_a_table() -> None:
    with SearcherCache(most_entries=3 * ENTRIES_OF_A_CHILD) as cache:
        for number in range(5):
            cache.get(place(parse_player(f"mine.py:mine@1s,name=p{number}")), START.game)
        assert len(cache.searchers) == 3


def test_a_searcher_that_did_wrong_is_closed_and_made_anew(counted: type[Counted]) -> None:
    with SearcherCache() as cache:
        player = parse_player("counted@depth=1")
        first = cache.get(place(player), START.game)
        cache.discard(first)
        assert counted.closed == 1
        assert cache.get(place(player), START.game) is not first
