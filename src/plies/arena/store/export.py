"""Stored games as files for others: JSON lines with everything, CSV with a line a game, and the formats of a game."""

from __future__ import annotations

import csv
import io
import json
import time
from collections.abc import Iterable, Iterator

from plies import registry
from plies.arena.run.record import GameRecord
from plies.errors import Refused
from plies.games.contract import Format, Game
from plies.games.position import Position
from plies.games.records import Comment, Item, Played, Record
from plies.players.referee import BY_RULES
from plies.values import describe

CSV_COLUMNS = (
    *("id", "tournament", "game", "first", "second", "pair", "turned", "score", "termination", "reason", "plies"),
    *("first_nodes", "second_nodes", "first_seconds", "second_seconds", "started", "opening", "moves"),
)


def positions(record: GameRecord) -> list[Position]:
    """The game move by move: its start, the positions of the opening, then one after each move of the players."""
    pairing = record.pairing
    game = registry.game(pairing.game)
    here = game.position(pairing.start) if pairing.start else game.start()
    found = [here]
    words = [*pairing.opening, *(move.move for move in record.moves)]
    if record.termination != BY_RULES and words and words[-1] not in here.moves:
        words = _legal_part(here, words)
    for word in words:
        here = here.play(word)
        found.append(here)
    return found


def _legal_part(here: Position, words: list[str]) -> list[str]:
    """The moves before the one that was no move, in a game that ended by it."""
    kept = []
    for word in words:
        if word not in here.moves:
            break
        here = here.play(word)
        kept.append(word)
    return kept


def json_lines(records: Iterable[GameRecord]) -> Iterator[str]:
    for record in records:
        yield json.dumps(record.data(), sort_keys=True) + "\n"


def csv_lines(records: Iterable[GameRecord]) -> Iterator[str]:
    """A heading, then a line for each game; moves are separated by blanks."""
    yield _csv_line(CSV_COLUMNS)
    for record in records:
        pairing = record.pairing
        first = _first_to_think(record)
        by_side = [record.moves[first::2], record.moves[1 - first :: 2]]
        yield _csv_line(
            (
                pairing.id,
                pairing.tournament,
                pairing.game,
                pairing.first,
                pairing.second,
                pairing.pair,
                int(pairing.turned),
                record.score,
                record.termination,
                record.reason,
                len(pairing.opening) + len(record.moves),
                *(sum(move.nodes for move in moves) for moves in by_side),
                *(round(sum(move.seconds for move in moves), 4) for moves in by_side),
                time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(record.started)),
                " ".join(pairing.opening),
                " ".join(move.move for move in record.moves),
            )
        )


def _first_to_think(record: GameRecord) -> int:
    """0 when the first side made the first of the players' moves, else 1."""
    pairing = record.pairing
    game = registry.game(pairing.game)
    start = game.position(pairing.start) if pairing.start else game.start()
    return int((start.state.turn + len(pairing.opening)) % 2)


def _csv_line(cells: Iterable[object]) -> str:
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerow(cells)
    return out.getvalue()


def find_format(game: Game, name: str) -> Format:
    if name not in game.formats:
        known = ", ".join(["json", "csv", *game.formats])
        raise Refused(f"{game.name} has no format {name!r}; known: {known}")
    return game.formats[name]


def in_format(records: Iterable[GameRecord], name: str) -> Iterator[str]:
    """The games in a format of their game, such as PDN, one text for each."""
    for record in records:
        known = find_format(registry.game(record.pairing.game), name)
        yield known.write([as_written_game(record, known)])


def as_written_game(record: GameRecord, known: Format) -> Record:
    """A stored game as the file of a format holds it; what the players thought goes into comments."""
    pairing = record.pairing
    way = positions(record)
    result = known.results[{1.0: 0, 0.5: 1, 0.0: 2}[record.score]]
    tags = (
        ("Event", f"Plies tournament {pairing.tournament[:12]}"),
        ("Date", time.strftime("%Y.%m.%d", time.gmtime(record.started))),
        ("Round", f"{pairing.pair + 1}.{int(pairing.turned) + 1}"),
        *zip(known.player_tags, (pairing.first, pairing.second), strict=True),
        ("Result", result),
    )
    items: list[Item] = []
    for number, position in enumerate(way[1:]):
        items.append(Played(_last_word(position)))
        thought = number - len(pairing.opening)
        move = record.moves[thought] if thought >= 0 else None
        if move is not None and move.value is not None:
            items.append(Comment(f"{describe(move.value)}/{move.depth} {move.seconds:.3f}s"))
    if record.termination != BY_RULES:
        items.append(Comment(record.reason.replace("}", ")")))  # which would end the comment
    return Record(tags, way[0].text, tuple(items))


def _last_word(position: Position) -> str:
    assert position.parent is not None
    return position.game.word(position.parent.state, position.move)
