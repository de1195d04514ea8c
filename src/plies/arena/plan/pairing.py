"""A game to be played: a `Pairing`, plain data that goes through JSON between processes and machines."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from plies.errors import Refused
from plies.players.definition import definition_of, player_of
from plies.players.player import Player


@dataclass(frozen=True)
class Pairing:
    """One game to be played. `id` and `seed` are computed from the tournament and the pairing, so that a game that is
    played twice by accident is the same game."""

    id: str
    tournament: str
    game: str
    #: the names in the tournament of the players of the first and the second side
    first: str
    second: str
    #: the two games of a pair share opening and number, and differ in which player has which side
    pair: int
    turned: bool
    #: moves played before the players begin, as words, from `start` (a position's text; empty: the game's own start)
    opening: tuple[str, ...]
    start: str
    seed: int
    #: the two players as they were defined in this game, first side first
    players: tuple[Player, Player]
    #: digests of the files of a user-written game, checked before it is played (`Tournament.sources`); in no record
    sources: tuple[tuple[str, str], ...] = field(default=(), compare=False)

    def data(self) -> dict[str, Any]:
        """For JSON; the players are under `definitions`."""
        one, two = self.players
        return {
            "id": self.id,
            "tournament": self.tournament,
            "game": self.game,
            "first": self.first,
            "second": self.second,
            "pair": self.pair,
            "turned": self.turned,
            "opening": list(self.opening),
            "start": self.start,
            "seed": self.seed,
            "definitions": [definition_of(one), definition_of(two)],
        }

    def as_json(self) -> str:
        sources = {"sources": [list(source) for source in self.sources]} if self.sources else {}
        return json.dumps(self.data() | sources, sort_keys=True)

    @staticmethod
    def of_data(data: Mapping[str, Any]) -> Pairing:
        players = [player_of(definition) for definition in data["definitions"]]
        if len(players) != 2:
            raise Refused(f"game {data['id']}: a game has two players, not {len(players)}")
        fields = {key: value for key, value in data.items() if key != "definitions"}
        fields["opening"] = tuple(data["opening"])
        fields["sources"] = tuple((file, digest) for file, digest in data.get("sources", ()))
        return Pairing(**fields, players=(players[0], players[1]))

    @staticmethod
    def from_json(text: str) -> Pairing:
        return Pairing.of_data(json.loads(text))
