"""Tournaments and stored games as answers."""

from __future__ import annotations

from dataclasses import asdict

from plies.arena.numbers.sprt import SprtState
from plies.arena.numbers.standings import first_to_move
from plies.arena.report.games import games_table
from plies.arena.report.origin import openings_in_words
from plies.arena.run.record import GameRecord, MoveRecord
from plies.arena.store.ledger import TournamentEntry, Unreadable
from plies.blocks.blocks import as_data
from plies.errors import PliesError, Refused
from plies.games.position import Position
from plies.registry import families
from plies.values import is_decided, is_win, plies_to_end
from plies.web.models import ProofView, view_of
from plies.web.play.replay import game_of
from plies.web.tournaments.models import (
    GamePage,
    GameRow,
    GameView,
    SprtView,
    State,
    ThoughtView,
    TournamentView,
    UnreadableView,
)


def tournament_view(
    entry: TournamentEntry,
    *,
    state: State,
    sprt: SprtState | None = None,
    preset: str = "",
    waits: float | None = None,
    seconds_left: float | None = None,
    notices: list[str] | None = None,
    problem: str = "",
    refused: str = "",
) -> TournamentView:
    definition = entry.definition
    rule = None if definition.sprt is None or sprt is None else SprtView(**asdict(definition.sprt), **asdict(sprt))
    return view_of(
        TournamentView,
        definition,
        id=entry.id,
        boards=definition.games,
        players=[player.name for player in definition.players],
        openings=openings_in_words(definition.openings),
        created=entry.created,
        games=entry.games,
        state=state,
        sprt=rule,
        preset=preset,
        waits=waits,
        seconds_left=seconds_left,
        notices=notices or [],
        problem=problem,
        refused=refused,
    )


def game_page(found: list[GameRecord | Unreadable], more: bool) -> GamePage:
    """A page of games; those that cannot be read are left out, and named."""
    records = [one for one in found if isinstance(one, GameRecord)]
    unreadable = [UnreadableView(id=one.id, reason=one.reason) for one in found if isinstance(one, Unreadable)]
    links = [f"/tournament/game?id={record.pairing.id}" for record in records]
    (table,) = as_data([games_table(records, links)])
    return GamePage(games=[game_row(record) for record in records], more=more, unreadable=unreadable, table=table)


def game_row(record: GameRecord) -> GameRow:
    pairing = record.pairing
    own = {name: getattr(record, name) for name in ("score", "termination", "reason", "seconds", "started")}
    return view_of(GameRow, pairing, board=pairing.game, plies=len(pairing.opening) + len(record.moves), **own)


def game_view(record: GameRecord | Unreadable) -> GameView:
    """A stored game move by move."""
    if isinstance(record, Unreadable):
        raise Refused(f"this game is stored, but cannot be read: {record.reason}")
    pairing = record.pairing
    known = pairing.game.partition(":")[0] in families()
    way = _way(record) if known else []
    return GameView(
        **dict(game_row(record)),
        start=pairing.start or None,
        sides=list(game_of(pairing.game).sides) if known else ["first", "second"],
        opening=len(pairing.opening),
        moves=_thoughts(record, way),
        legal=len(way) - 1 if known else None,
        versions=record.versions,
        seed=pairing.seed,
    )


def _way(record: GameRecord) -> list[Position]:
    """The positions of a game, up to a last move that was none, in a game that ended by it."""
    pairing, game = record.pairing, game_of(record.pairing.game)
    here = game.position(pairing.start) if pairing.start else game.start()
    way = [here]
    for word in (*pairing.opening, *(move.move for move in record.moves)):
        try:
            here = here.play(word)
        except PliesError:
            break
        way.append(here)
    return way


def _thoughts(record: GameRecord, way: list[Position]) -> list[ThoughtView]:
    pairing = record.pairing
    begins = first_to_move(pairing.game, pairing.start)
    made = []
    for ply, move in enumerate([*(MoveRecord(word) for word in pairing.opening), *record.moves]):
        side, value, proof = (begins + ply) % 2, move.value, None
        if value is not None and is_decided(value):
            proof = ProofView(result="win" if is_win(value) else "loss", plies=plies_to_end(value), exact=False)
        thought = view_of(
            ThoughtView,
            move,
            word=move.move,
            side=side,
            first_value=None if value is None else value if side == 0 else 0.0 - value,
            proof=proof,
            only=ply < len(way) and len(way[ply].legal) == 1,
        )
        made.append(thought)
    return made
