"""A grading from its plan to its result: `grade(Plan(...))`. The same plan gives the same result, unless a clock limits
a player.

    from plies.grading.grading import Plan, grade

    plan = Plan.of("pebbles:3x1", ["random", "table"], positions=500)
    print(grade(plan).players[0].share)
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import islice
from random import Random
from typing import Literal, get_args

from plies import registry
from plies.errors import Refused
from plies.games.contract import Game, Heuristic
from plies.grading.cases import Case, link
from plies.grading.games import from_games
from plies.grading.heuristics import Elsewhere, HeuristicGrade, grade_heuristic
from plies.grading.moves import Choice, ask_all
from plies.grading.players import Pair, PlayerGrade, compare, grade_player
from plies.grading.sample import by_distance, uniform
from plies.players import copies
from plies.players.files import files_of_players
from plies.players.notation import distinct, parse_player
from plies.players.player import Player
from plies.players.resolution import in_game
from plies.tables.codes import LONGEST
from plies.tables.table import Table, open_table

Source = Literal["uniform", "games", "distance"]
SOURCES: tuple[Source, ...] = get_args(Source)
POSITIONS, MOST_POSITIONS = 2000, 1_000_000
#: the worst mistakes of each player that are kept
WORST = 5

Listener = Callable[[str], None]


@dataclass(frozen=True)
class Plan:
    """Who is graded, and in which positions. `named` is the game as it was asked for."""

    game: Game
    named: str
    players: tuple[Player, ...]
    heuristics: tuple[Heuristic | Elsewhere, ...] = ()
    positions: int = POSITIONS
    source: Source = "uniform"
    seed: int = 0

    @staticmethod
    def of(
        named: str,
        players: Sequence[str],
        heuristics: Sequence[str] = (),
        *,
        positions: int = POSITIONS,
        source: str = "uniform",
        seed: int = 0,
    ) -> Plan:
        """From words, checked; the heuristics of the players are graded as well."""
        game = registry.game(named)
        chosen = distinct(parse_player(text) for text in players)
        with copies.taken(files_of_players(chosen)):  # before the file of any of them runs
            entrants = tuple(in_game(player, game) for player in chosen)
        bare = [player.choice for player in chosen if player.kind == "heuristic"]
        graded = tuple(registry.heuristic(game, name) for name in dict.fromkeys([*bare, *heuristics]))
        found = next((one for one in SOURCES if one == source), None)
        if found is None:
            raise Refused(f"positions come from {', '.join(SOURCES)}, not from {source!r}")
        made = Plan(game, named, entrants, graded, positions, found, seed)
        made.check()
        return made

    def check(self) -> None:
        if not self.players and not self.heuristics:
            raise Refused("name who is to be graded, such as --players ari@depth=4 random, or --heuristics ari")
        if not 1 <= self.positions <= MOST_POSITIONS:
            raise Refused(f"{self.positions} positions: from 1 to {MOST_POSITIONS:,} can be graded")
        if self.source == "games" and not self.players:
            raise Refused("positions from games need players that play them; name some with --players")
        for player in self.players:
            if player.is_human or player.is_remote:
                raise Refused(f"{player.name} cannot be graded: neither humans nor remote players are set positions")


@dataclass(frozen=True)
class Sampled:
    """The positions that were graded."""

    source: Source
    seed: int
    #: as many as were asked for, unless there are fewer, or the user stopped it
    positions: int
    #: those in which some move gives away what another keeps
    matter: int
    won: int
    drawn: int
    lost: int


@dataclass(frozen=True)
class Mistake:
    """A move that gave something away: results for the side to move, plies counted from before the move."""

    player: str
    #: one-line text, and the side to move
    position: str
    turn: str
    #: empty after a fault
    played: str
    fault: str
    value: str
    after: str
    loss: float
    #: all moves that keep the result, the best first
    right: tuple[str, ...]
    #: where the server shows the position
    link: str


@dataclass(frozen=True)
class Grading:
    """All that was found. `complete` is False when the user stopped it."""

    game: str
    #: the table that was compared with, in words, and the positions it has
    table: str
    table_positions: int
    complete: bool
    sample: Sampled
    players: tuple[PlayerGrade, ...]
    pairs: tuple[Pair, ...]
    heuristics: tuple[HeuristicGrade, ...]
    mistakes: tuple[Mistake, ...]


def grade(plan: Plan, listener: Listener = lambda text: None) -> Grading:
    """Compares players and heuristics with the table of their game; UnknownName if there is none."""
    table = open_table(plan.game)
    cases = draw(plan, table, listener)
    if not cases:
        raise Refused(f"the table of {table.scope.in_words()} has no position in which a game goes on")
    choices, complete = ask_all(cases, plan.players, plan.named, plan.seed, listener)
    cases = cases[: len(choices)]
    if not cases:
        raise KeyboardInterrupt
    listener("heuristics")
    heuristics = tuple(grade_heuristic(one, cases) for one in plan.heuristics)
    columns = [[row[place] for row in choices] for place in range(len(plan.players))]
    names = [player.name for player in plan.players]
    return Grading(
        plan.game.name,
        table.scope.in_words(),
        table.header.positions,
        complete,
        _sampled(plan, cases),
        tuple(grade_player(name, cases, column) for name, column in zip(names, columns, strict=True)),
        compare(names, cases, columns),
        heuristics,
        tuple(one for name, column in zip(names, columns, strict=True) for one in worst(plan, name, cases, column)),
    )


def draw(plan: Plan, table: Table, listener: Listener = lambda text: None) -> list[Case]:
    """The positions of a plan."""
    listener("positions")
    if plan.source == "games":
        return from_games(table, plan.players, plan.named, plan.positions, plan.seed, listener)
    random = Random(f"{plan.seed} {plan.source}")
    if plan.source == "distance":
        return by_distance(table, plan.positions, random, listener)
    return list(islice(uniform(table, random), plan.positions))


def _sampled(plan: Plan, cases: Sequence[Case]) -> Sampled:
    results = [case.value.result for case in cases]
    counts = (results.count(word) for word in ("win", "draw", "loss"))
    return Sampled(plan.source, plan.seed, len(cases), sum(case.matters for case in cases), *counts)


def worst(plan: Plan, name: str, cases: Sequence[Case], choices: Sequence[Choice]) -> list[Mistake]:
    """The worst mistakes of a player: the most points given away; of those the nearest wins first, draws last."""
    made = [(case, choice) for case, choice in zip(cases, choices, strict=True) if choice.loss]
    made.sort(key=lambda one: (-one[1].loss, one[0].value.plies or LONGEST))
    return [_mistake(plan, name, case, choice) for case, choice in made[:WORST]]


def _mistake(plan: Plan, name: str, case: Case, choice: Choice) -> Mistake:
    text = case.position.text
    return Mistake(
        name,
        text,
        case.position.turn,
        choice.word,
        choice.fault,
        case.value.in_words,
        "lost by a fault" if choice.known is None else choice.known.in_words,
        choice.loss,
        case.right,
        link(plan.named, text),
    )
