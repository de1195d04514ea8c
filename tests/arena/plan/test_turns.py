"""Games are given out in order, but never more to a remote player than it plays at once."""

from __future__ import annotations

import threading

import pytest

from plies.arena.plan.pairing import Pairing
from plies.arena.plan.turns import MOST_ASIDE, Turns, has_room
from plies.arena.run.pool import Pool
from plies.players.notation import parse_player
from tests.players.pairings import pairing as pairing_of
from tests.protocols.ggp.stand import Reply, stub

ONE, OTHER, MANY = "ggp://127.0.0.1:4001@5s", "ggp://127.0.0.1:4002@5s", "ggp://127.0.0.1:4003@5s,games=2"


def game(first: str, second: str = "random", seed: int = 1) -> Pairing:
    return pairing_of(first, second, "pawns:3x5", seed, id=f"g{seed}")


def test_a_remote_player_has_room_for_one_game_or_as_many_as_told() -> None:
    assert has_room(game(ONE), [])
    assert not has_room(game(ONE), [[game("random", ONE)]])
    assert not has_room(game(OTHER, ONE), [[game("ari"), game(ONE)]])
    assert has_room(game(OTHER), [[game(ONE)], [game("ari")]])
    assert has_room(game("random"), [[game(ONE)]] * 9)
    assert has_room(game(MANY), [[game(MANY)]])
    assert not has_room(game(MANY), [[game(MANY)], [game(MANY)]])
    assert has_room(game(MANY), [[game(MANY), game(MANY)]]), "one worker plays one after the other"


def test_others_play_while_a_remote_player_is_busy() -> None:
    games = [game(ONE, seed=1), game(ONE, seed=2), game("ari", seed=3), game(ONE, seed=4), game("hoddi", seed=5)]
    turns, busy = Turns(iter(games)), [[game(ONE)]]
    assert turns.take([]) == games[0]
    assert [turns.take(busy), turns.take(busy), turns.take(busy)] == [games[2], games[4], None]
    assert [turns.take([]), turns.take([]), turns.take([])] == [games[1], games[3], None]


def test_not_everything_is_put_aside() -> None:
    source = iter([game(ONE, seed=seed) for seed in range(2 * MOST_ASIDE)])
    turns = Turns(source)
    assert turns.take([[game(ONE)]]) is None
    assert len(list(source)) == MOST_ASIDE


def test_the_option_is_read_and_written() -> None:
    player = parse_player(MANY)
    assert player.number("games", 1) == 2
    assert "games=2" in player.name
    assert parse_player(f"{ONE},games=1") == parse_player(ONE)


@pytest.mark.parametrize(("limits", "most"), [("@20s", 1), ("@20s,games=2", 2)])
def test_a_pool_of_workers_keeps_to_it(limits: str, most: int) -> None:
    open_matches, largest, lock = set[str](), [0], threading.Lock()

    def watch(message: str, turn: int) -> Reply | None:
        kind, match = message[1:].split()[:2]
        with lock:
            (open_matches.add if kind == "START" else open_matches.discard if kind != "PLAY" else len)(match)
            largest[0] = max(largest[0], len(open_matches))
        return None, 0.02

    with stub(watch) as other, Pool([()] * 3) as pool:
        remote = f"ggp://127.0.0.1:{other.port}{limits}"
        games = [pairing_of(remote, "random", "pawns:3x5", seed, id=f"g{seed}") for seed in range(6)]
        records = [record for found in pool.play(games) for record in found]
    assert sorted(record.pairing.id for record in records) == sorted(one.id for one in games)
    assert {record.termination for record in records} == {"rules"}
    assert largest[0] == most
