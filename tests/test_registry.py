"""Games and heuristics from files and from installed packages."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import plies
from plies import registry


@pytest.mark.parametrize(
    ("text", "kind", "said"),
    [
        ("def h(state, me:\n", plies.InvalidFile, "line 1"),
        ("import nowhere_at_all\n", plies.InvalidFile, "stopped in line 1 with ModuleNotFoundError"),
        ("x = 1\n", plies.UnknownName, "no function or Heuristic of that name"),
    ],
)
def test_a_file_that_cannot_be_used(text: str, kind: type[Exception], said: str, tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(text)
    with pytest.raises(kind, match=said):
        plies.evaluate(plies.game("pawns:3x5").start(), f"{tmp_path / 'mine.py'}:h")
    if kind is plies.UnknownName:
        with pytest.raises(plies.InvalidGame, match="neither GAME"):
            plies.game(str(tmp_path / "mine.py"))


def material(state: Any, me: int) -> float:
    """Pawns alone."""
    return 50.0 + (1 if me == 0 else -1) * (state.white.bit_count() - state.black.bit_count())


def test_entry_points(monkeypatch: pytest.MonkeyPatch) -> None:
    """An installed package may bring games and heuristics."""
    renamed = registry.families()["pawns"]
    brought: Any = SimpleNamespace(name="pawns2", load=lambda: plies.Family(**{**vars(renamed), "name": "pawns2"}))
    points = {
        registry.GAME_GROUP: [brought],
        registry.HEURISTIC_GROUP: [SimpleNamespace(name="material", load=lambda: material)],
    }

    def entry_points(group: str, name: str | None = None) -> list[Any]:
        return [point for point in points[group] if name in (None, point.name)]

    monkeypatch.setattr(registry, "entry_points", entry_points)
    registry.installed.cache_clear()
    try:
        assert "pawns2" in registry.families()
        assert plies.game("pawns2:3x5").start().text == plies.game("pawns:3x5").start().text
        position = plies.game("pawns:3x5").position("bbb/3/3/www/w2 b")
        assert plies.evaluate(position, "material", me="white") == 51
        assert plies.analyse(position, "material", depth=1, selective=False).value == -1
        points[registry.GAME_GROUP] = [SimpleNamespace(name="bad", load=lambda: 3)]
        registry.installed.cache_clear()
        with pytest.raises(plies.InvalidGame, match="entry point 'bad'"):
            registry.families()
    finally:
        registry.installed.cache_clear()


def test_learned_heuristics_that_come_with_a_game() -> None:
    game = plies.game("breakthrough:6x6")
    assert list(game.heuristics)[-1] == registry.LEARNED
    assert (game.default, game.authors_default) == (registry.LEARNED, "ari")
    assert plies.evaluate(game.start()).terms[0].feature == "to move"
    assert plies.evaluate(game.start(), "ari").terms[0].feature == "pawns"
    small = plies.game("breakthrough:4x5")
    assert registry.LEARNED not in small.heuristics
    assert (small.default, small.authors_default) == ("ari", "ari")


def test_a_shipped_file_is_the_default_of_the_boards_that_are_declared(tmp_path: Path) -> None:
    from tests.games.test_learned import TEXT

    (tmp_path / "pawns-3x5.toml").write_text(TEXT)
    family = replace(registry.families()["pawns"], learned=tmp_path)
    for declared, default in (((), "ari"), (("pawns:4x5",), "ari"), (("pawns:3x5",), registry.LEARNED)):
        game = registry._make(replace(family, learned_defaults=declared), "3x5")
        assert (game.default, game.authors_default) == (default, "ari")


def test_what_is_measured_keeps_to_the_default_of_the_authors() -> None:
    """Levels, the counts of bench, openings, timing and the textbook's tree, on a board with a learned default."""
    from plies.arena.plan.balance import Judge
    from plies.arena.plan.timing import Plan, reference, tournaments
    from plies.players.levels.levels import levels_of
    from plies.search.bench import _engine
    from plies.web.tree.choices import _game

    game = plies.game("breakthrough:6x6")
    assert {level.player.partition("@")[0] for level in levels_of(game, [])} == {"ari"}
    assert _engine(game).evaluator.heuristic.name == "ari"
    judge = Judge(game)
    judge.value(game.start())
    assert judge._engine is not None
    assert judge._engine.evaluator.heuristic.name == "ari"
    assert reference(game, Plan()) == "ari"
    planned = tournaments(game.start(), game.name, Plan())
    assert {one.players[0].in_game(game.name).choice for one in planned} == {"ari"}
    assert _game("breakthrough")["heuristic"] == "ari"


def test_learned_heuristics_by_path_and_by_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from tests.games.test_learned import FOUND, TEXT

    monkeypatch.setenv("PLIES_LEARNED", str(tmp_path))
    folder = tmp_path / "pawns-3x5"
    folder.mkdir()
    (folder / "mine.toml").write_text(TEXT)
    (folder / "damaged.toml").write_text("plies = 1")
    game = plies.game("pawns:3x5")
    assert list(game.heuristics)[-1] == "mine"
    for choice in ("mine", str(folder / "mine.toml")):
        assert registry.heuristic(game, choice) == FOUND.heuristic
    assert registry.heuristic(game, "mine(pawns=4)").weights == (0.1, 4.0)
    assert plies.evaluate(game.start(), "mine").terms[0].feature == "to move"
    assert "mine" not in plies.game("pawns:4x5").heuristics
    with pytest.raises(plies.InvalidFile, match="does not begin with"):
        registry.heuristic(game, "damaged")
    with pytest.raises(plies.InvalidFile, match="a heuristic of pawns:3x5, not of pawns:4x5"):
        registry.heuristic(plies.game("pawns:4x5"), str(folder / "mine.toml"))
