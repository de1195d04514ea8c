"""What the words of a player stand for in a game, and what is refused when that has changed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

import plies
from plies import registry
from plies.errors import Refused, UnknownName
from plies.games.contract import Heuristic
from plies.players.algorithm import Algorithm
from plies.players.definition import definition_of, player_of
from plies.players.notation import parse_player
from plies.players.player import NOTHING, Player, Resolved, ResolvedFile, ResolvedHeuristic
from plies.players.registry import algorithms
from plies.players.resolution import check_unchanged, heuristic_of, in_game, order_of
from tests.players.conftest import Write
from tests.players.pairings import START

GAME = START.game


def resolved(text: str) -> Player:
    return in_game(parse_player(text), GAME)


def known_heuristic(player: Player) -> ResolvedHeuristic:
    assert isinstance(player.resolved.heuristic, ResolvedHeuristic)
    return player.resolved.heuristic


def with_heuristic(player: Player, **changes: object) -> Player:
    changed = replace(known_heuristic(player), **changes)  # type: ignore[arg-type]
    return replace(player, resolved=replace(player.resolved, heuristic=changed))


def test_what_is_looked_up() -> None:
    player = resolved("binni(pawns=3)@20ms,order=ari")
    assert dict(known_heuristic(player).weights)["pawns"] == 3
    assert isinstance(player.resolved.order, ResolvedHeuristic)
    assert player.resolved.order == resolved("ari@1s").resolved.heuristic
    assert player.resolved.entries == 1 << 17
    assert resolved("ari@depth=2,algorithm=minimax").resolved.entries is None
    assert resolved("ari@1s,order=none").resolved.order is None
    for text in ("random", "ggp://localhost:4001@5s"):
        assert resolved(text).resolved == NOTHING


def test_an_algorithm_alone_takes_the_default_of_the_game() -> None:
    assert resolved("minimax@depth=2").resolved.heuristic == resolved("ari@1s").resolved.heuristic
    pebbles = in_game(parse_player("minimax@depth=2"), plies.game("pebbles:4x2"))
    assert heuristic_of(pebbles, plies.game("pebbles:4x2")).name == "security"


def test_an_unknown_heuristic_is_named_when_the_game_is_known() -> None:
    with pytest.raises(UnknownName, match=r"no heuristic 'arii' \(did you mean ari\?\); known: ari"):
        resolved("arii@1s")
    with pytest.raises(UnknownName, match=r"no heuristic 'arii' \(did you mean ari\?\); known: ari"):
        resolved("ari@1s,order=arii")


def test_the_heuristic_of_a_player() -> None:
    wanted = GAME.heuristic("binni").with_weights({"pawns": 3.0})
    for player in (resolved("binni(pawns=3)@20ms"), parse_player("binni(pawns=3)@20ms")):
        assert heuristic_of(player, GAME) == wanted
    assert order_of(resolved("ari@1s,order=binni(pawns=3)"), GAME) == wanted
    assert order_of(resolved("ari@1s,order=none"), GAME) == "none"
    assert order_of(resolved("ari@1s"), GAME) is None


def test_a_player_keeps_the_weights_of_its_day() -> None:
    player = resolved("ari@depth=3")
    weights = tuple((term, 7 if term == "pawns" else weight) for term, weight in known_heuristic(player).weights)
    heuristic = heuristic_of(with_heuristic(player, weights=weights, centre=3), GAME)
    found = dict(zip([feature.name for feature in heuristic.features], heuristic.weights, strict=True))
    assert found["pawns"] == 7.0
    assert heuristic.centre == 3.0
    assert all(isinstance(weight, float) for weight in (*heuristic.weights, heuristic.centre))


def test_a_player_without_a_heuristic_keeps_the_default_of_its_day() -> None:
    game = registry.game("breakthrough:6x6")
    today = in_game(parse_player("minimax@depth=2"), game)
    before = in_game(parse_player("minimax@depth=2"), replace(game, default="ari", unlearned=""))
    assert [heuristic_of(player, game).name for player in (today, before)] == ["learned", "ari"]


def test_other_code_and_other_terms_are_refused() -> None:
    player = resolved("ari@depth=3")
    edited = with_heuristic(player, code=known_heuristic(player).code[:-1] + "x")
    gone = with_heuristic(player, weights=(), code="py2.7:0")
    for call in (heuristic_of, check_unchanged):
        with pytest.raises(Refused, match="the code of ari in pawns:4x5 has changed"):
            call(edited, GAME)
        with pytest.raises(Refused, match="ari in pawns:4x5 no longer has the terms of this player"):
            call(gone, GAME)
    older = with_heuristic(player, code="py2.7:0")  # between two Pythons nobody can say
    assert isinstance(heuristic_of(older, GAME), Heuristic)


def test_the_code_of_an_order_is_checked_too() -> None:
    """Also of a player that takes the default of the game: its order is not that."""
    for text in ("ari@1s,order=hoddi", "minimax@depth=2,order=hoddi"):
        player = resolved(text)
        check_unchanged(player, GAME)
        assert isinstance(player.resolved.order, ResolvedHeuristic)
        edited = replace(player.resolved.order, code=player.resolved.order.code + "x")
        with pytest.raises(Refused, match="the code of hoddi in pawns:4x5 has changed"):
            check_unchanged(replace(player, resolved=replace(player.resolved, order=edited)), GAME)


def test_an_edited_file_is_refused(write: Write, forget_copies: Callable[[], None]) -> None:
    """Where there is no copy of what it was."""
    write("scale = 3", "helper.py")
    path = write("from helper import scale\ndef mine(state, me):\n    return scale\n")
    for text in (f"{path}:mine@nodes=9", f"ari@1s,order={path}:mine"):
        write("scale = 3", "helper.py")
        player = resolved(text)
        check_unchanged(player, GAME)
        write("scale = 4", "helper.py")
        check_unchanged(player, GAME)
        forget_copies()
        with pytest.raises(Refused, match=r"helper.py has changed since this player was defined"):
            check_unchanged(player, GAME)


def test_a_file_has_its_whole_path_and_its_digests(write: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    path = write("def mine(state, me):\n    return 0\n")
    monkeypatch.chdir("/")
    known = resolved(f"{path[1:]}:mine@nodes=9").resolved.heuristic
    assert isinstance(known, ResolvedFile)
    assert (known.what, known.choice) == ("heuristic", f"{path}:mine")
    assert [file for file, _ in known.files] == [path]


def test_an_algorithm_of_another_version_is_refused(greedy: Algorithm, monkeypatch: pytest.MonkeyPatch) -> None:
    player = resolved("ari@algorithm=greedy")
    assert player.resolved.package == greedy.package
    check_unchanged(player, GAME)
    monkeypatch.setitem(algorithms(), greedy.name, replace(greedy, package="greedy-player 2.0"))
    said = (
        "ari@algorithm=greedy: its algorithm greedy came from greedy-player 1.2, and now comes from greedy-player 2.0"
    )
    with pytest.raises(Refused, match=said):
        check_unchanged(player, GAME)
    with pytest.raises(Refused, match=r"came from Plies, and now comes from greedy-player 2.0"):
        check_unchanged(replace(player, resolved=Resolved()), GAME)


def test_another_generation_of_an_algorithm_is_refused() -> None:
    """A tournament that was begun with an older engine is not continued with this one."""
    player = resolved("ari@nodes=100")
    assert player.resolved.generation == algorithms()[player.algorithm].generation > 1
    check_unchanged(player, GAME)
    older = replace(player, resolved=replace(player.resolved, generation=1))
    with pytest.raises(Refused, match=r"generation 1 of engine, and this is generation 2, .* begin a new tournament"):
        check_unchanged(older, GAME)


def test_a_game_that_sees_more_is_another_opponent() -> None:
    """Breakthrough sees runners that step diagonally too, and the engine believes it: older tournaments end there."""
    game = plies.game("breakthrough:5x5")
    player = in_game(parse_player("ari@nodes=100"), game)
    assert player.resolved.sight == game.solving.sight > 1
    assert player_of(definition_of(player)) == player
    check_unchanged(player, game)
    older = replace(player, resolved=replace(player.resolved, sight=1))
    assert "sight" not in definition_of(older)["resolved"]
    with pytest.raises(Refused, match=r"breakthrough:5x5 sees other positions to be decided, .* begin a new"):
        check_unchanged(older, game)
    assert in_game(parse_player("ari@nodes=100"), plies.game("pawns:5x5")).resolved.sight == 1
    assert in_game(parse_player("random"), game).resolved.sight == 1


def test_a_learned_file_is_a_player_until_it_changes(tmp_path: Path) -> None:
    from plies.games.learned import Learned, format_learned
    from tests.games.test_learned import FOUND
    from tests.games.test_learned import GAME as SMALL

    file = tmp_path / "mine.toml"
    file.write_text(format_learned(FOUND))
    player = in_game(parse_player(f"{file}@20ms"), SMALL)
    assert player.kind == "heuristic"
    assert heuristic_of(player, SMALL) == FOUND.heuristic
    check_unchanged(player, SMALL)
    patterns = FOUND.heuristic.patterns
    assert patterns is not None
    other = replace(patterns, weights=(*patterns.weights[:-1], 1))
    file.write_text(format_learned(Learned(SMALL.name, replace(FOUND.heuristic, patterns=other))))
    with pytest.raises(Refused, match="has changed since this player was defined"):
        check_unchanged(player, SMALL)
