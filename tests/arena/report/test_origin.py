"""Where a report comes from."""

from __future__ import annotations

from plies.arena.numbers.sprt import Sprt
from plies.arena.plan.openings import FILE, Openings
from plies.arena.plan.schedule import pairings
from plies.arena.plan.tournament import Tournament
from plies.arena.report.origin import BY_BOARD, OriginTally, openings_in_words, openings_text, origin_section
from plies.arena.run.record import GameRecord
from plies.players.notation import parse_player
from plies.players.player import Player, Resolved, ResolvedHeuristic
from tests.arena.made_records import made
from tests.arena.report.made import table


def test_a_tournament_can_be_traced() -> None:
    players = [parse_player(text) for text in ("ari(pawns=2.5)@nodes=100", "binni@20ms", "random")]
    plan = Tournament.of(["pawns:3x5"], players, seed=17, openings=Openings.parse("random:3,unbalanced"))
    tally = OriginTally()
    tally.add_tournament(plan)
    for number, pairing in enumerate(pairings(plan)):
        versions = {"plies": "9.9", "python": "3.x"}
        tally.add(GameRecord(pairing, (), 1.0, "rules", "", versions, 1_790_000_000 + 60 * number))
    blocks = list(origin_section(tally.origin(), plan, 6))
    assert dict(table(blocks, "tournament").texts()) == {  # type: ignore[arg-type]
        "tournament": plan.id,
        "kind": "round-robin",
        "games per pairing and board": "2",
        "games played": "6 of 6",
        "openings": "random:3,unbalanced",
        "seed": "17",
        "played": "2026-09-21 14:13 to 2026-09-21 14:18 (UTC)",
        "versions": "plies 9.9 python 3.x",
    }
    ari, binni, chance = table(blocks, "players-as-they-were").texts()
    assert ari[:3] == ["ari(pawns=2.5)@nodes=100", "ari(pawns=2.5)", "nodes=100"]
    assert "pawns 2.5" in ari[3]
    assert binni[:3] == ["binni@20ms", "binni", "20ms"]
    assert chance == ["random", "random", "–", "–"]


def test_records_alone_tell_whose_they_are() -> None:
    tally = OriginTally()
    tally.add(made("ari@0.1s", "hoddi@0.1s", 1))
    blocks = list(origin_section(tally.origin(), None, 1))
    assert table(blocks, "tournament").texts() == [["tournament", "t"]]
    assert [row[0] for row in table(blocks, "players-as-they-were").texts()] == ["ari@0.1s", "hoddi@0.1s"]
    assert list(origin_section(OriginTally().origin(), None, 0)) == []


def test_weights_that_differ_by_board_are_not_told_as_one() -> None:
    tally = OriginTally()
    for board, weight in (("pawns:3x5", 1.0), ("pawns:8x8", 2.0)):
        resolved = Resolved(ResolvedHeuristic((("pawns", weight),), None, 0.0, "code"))
        players = (Player("heuristic", "ari", resolved=resolved), Player("heuristic", "b"))
        tally.add(made("ari", "b", 1, game=board, players=players))
    assert [player.details for player in tally.origin().players] == [BY_BOARD, "–"]


def test_openings_and_stopping_rules_in_words() -> None:
    said = {
        "start": "the start",
        "suite": "the opening suite",
        "random:6": "6 random moves, balanced",
        "random:1,unbalanced": "1 random move",
        "auto:4": "the opening suite, else 4 random moves, balanced",
    }
    for text, words in said.items():
        assert openings_in_words(Openings.parse(text)) == words
        assert Openings.parse(openings_text(Openings.parse(text))) == Openings.parse(text)
    assert openings_in_words(Openings(FILE, lines=("a2-a3", "", "b2-b3"))) == "a file of 2 lines"
    players = [parse_player("ari@nodes=100"), parse_player("random")]
    plan = Tournament.of(["pawns:3x5"], players, kind="match", sprt=Sprt(0, 20))
    blocks = list(origin_section(OriginTally().origin(), plan, 1))
    rows = dict(table(blocks, "tournament").texts())  # type: ignore[arg-type]
    assert rows["stopping rule"] == "elo0: 0, elo1: 20, alpha: 0.05, beta: 0.05"
    assert rows["games played"] == "1 of 2"
