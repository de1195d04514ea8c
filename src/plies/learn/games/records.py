"""Games that were played before, as positions to learn from: those of a ledger, or of a file of games such as PDN.

    read_records(game, ["ledger", "ledger:1a2b", "old.sqlite", "games.pdn"])

Positions have the result of their game and, in a ledger, the value that the player found. Every player counts in units
of its own. So its values become logits, by the factor that predicts the results of its games best; the fit turns them
into units of the parent. Where there is no value, or a player has given too few, it is NaN: the result alone counts.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from types import ModuleType

import numpy as np
from numpy.typing import NDArray

from plies.arena.run.record import GameRecord
from plies.arena.store.export import positions
from plies.arena.store.ledger import Ledger, default_path
from plies.compile.rules import rules_module
from plies.errors import InvalidFile, PliesError, Refused
from plies.games.contract import Format, Game
from plies.games.position import Position
from plies.games.records import Record, Setup
from plies.learn.fit.logistic import best_scale
from plies.learn.games.samples import opening_number
from plies.learn.games.selfplay import Played
from plies.players.referee import BY_RULES
from plies.values import LIMIT

#: the word for the ledger of this machine, and the suffix of ledgers in other places
LEDGER, SUFFIX = "ledger", ".sqlite"
#: values of a player without which its unit is not known
FEWEST_VALUES = 200
#: plies that are taken for the opening of a game whose opening is not known
OPENING = 6
#: bytes of a file of games, at the most
MOST_BYTES = 256 << 20

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Walked:
    """A finished game: its positions up to the last move, values as the players gave them, and who they are."""

    #: plies of the opening among these positions
    opening: int
    positions: tuple[Position, ...]
    values: tuple[float | None, ...]
    players: tuple[str, str]
    result: float


def read_records(game: Game, sources: Sequence[str]) -> list[Played]:
    """The finished games of all sources; a source that cannot be read, or has none, is refused."""
    walked: list[Walked] = []
    for source in sources:
        found = list(_walked(game, source))
        if not found:
            raise Refused(f"{source} has no finished games of {game.name}")
        walked += found
    factors = _factors(walked)
    rules = rules_module(game)
    return [_played(game, rules, one, factors) for one in walked]


def digest_of(games: Sequence[Played]) -> str:
    """What tells two sets of games apart."""
    total = hashlib.sha256()
    for game in games:
        total.update(f"{game.number} {game.result} ".encode() + game.rows.tobytes() + game.values.tobytes())
    return total.hexdigest()[:16]


def in_units(games: Sequence[Played], scale: float) -> list[Played]:
    """The games, with values that are logits in units of a heuristic with this scale."""
    return [
        replace(game, values=np.where(np.abs(game.values) >= LIMIT, game.values, game.values / scale)) for game in games
    ]


def _walked(game: Game, source: str) -> Iterator[Walked]:
    word, _, tournament = source.partition(":")
    if word == LEDGER:
        return _of_ledger(game, default_path(), tournament)
    if source.endswith(SUFFIX):
        return _of_ledger(game, Path(source), "")
    for one in game.formats.values():
        if source.endswith(one.suffix):
            return _of_file(game, source, one)
    known = "".join(f", a file in {one.suffix}" for one in game.formats.values())
    raise Refused(f"{source}: games come from {LEDGER}, {LEDGER}:TOURNAMENT, a ledger in {SUFFIX}{known}")


# -- ledgers ---------------------------------------------------------------------------------------------------------


def _of_ledger(game: Game, path: Path, tournament: str) -> Iterator[Walked]:
    with Ledger(path, readonly=True) as ledger:
        chosen = ledger.tournament(tournament).id if tournament else None
        for record in ledger.records(chosen, game=game.name):
            if record.termination == BY_RULES and record.moves:
                yield _of_record(record)


def _of_record(record: GameRecord) -> Walked:
    pairing = record.pairing
    begun, walked = len(pairing.opening), positions(record)
    return Walked(
        0 if pairing.start or pairing.opening else OPENING,
        tuple(walked[begun:]),
        tuple(move.value for move in record.moves),
        (f"{pairing.tournament} {pairing.first}", f"{pairing.tournament} {pairing.second}"),
        record.score,
    )


# -- files -----------------------------------------------------------------------------------------------------------


def _of_file(game: Game, source: str, chosen: Format) -> Iterator[Walked]:
    try:
        if Path(source).stat().st_size > MOST_BYTES:
            raise InvalidFile(f"{source} has more than {MOST_BYTES >> 20} MB; give its games in several files")
        text = Path(source).read_text(encoding="utf-8", errors="replace")
    except OSError as error:
        raise InvalidFile(f"cannot read {source}: {error.strerror}") from None
    file = chosen.read(text)
    if file.problem is not None:
        raise InvalidFile(f"{source}: {file.problem}")
    results = dict(zip(chosen.results, (1.0, 0.5, 0.0), strict=True))
    for number, record in enumerate(file.records, 1):
        if record.result in results and record.moves and not any(isinstance(item, Setup) for item in record.items):
            try:
                yield _of_moves(game, record, results[record.result])
            except PliesError as error:
                raise InvalidFile(f"{source}, game {number}: {error}") from None


def _of_moves(game: Game, record: Record, result: float) -> Walked:
    here = game.position(record.start) if record.start else game.start()
    walked = [here]
    for word in record.moves:
        here = here.play(word)
        walked.append(here)
    return Walked(OPENING, tuple(walked), (None,) * len(record.moves), ("", ""), result)


# -- numbers ---------------------------------------------------------------------------------------------------------


def _of_first(walked: Walked) -> Floats:
    """The values for the first side; NaN where there is none."""
    pairs = zip(walked.positions, walked.values, strict=False)
    found = [np.nan if value is None else (-value if here.state.turn else value) for here, value in pairs]
    return np.array(found, np.float64)


def _factors(walked: Sequence[Walked]) -> dict[str, float]:
    """By player: what its values are multiplied by to be logits, where enough of them are known."""
    values: dict[str, list[Floats]] = {}
    results: dict[str, list[Floats]] = {}
    for one in walked:
        found = _of_first(one)
        turns = np.array([here.state.turn for here in one.positions[: len(found)]])
        for side, player in enumerate(one.players):
            mine = found[(turns == side) & (np.abs(found) < LIMIT)]
            values.setdefault(player, []).append(mine)
            results.setdefault(player, []).append(np.full(len(mine), one.result))
    joined = {player: (np.concatenate(values[player]), np.concatenate(results[player])) for player in values}
    return {player: best_scale(*both) for player, both in joined.items() if len(both[0]) >= FEWEST_VALUES}


def _played(game: Game, rules: ModuleType, walked: Walked, factors: dict[str, float]) -> Played:
    """The positions in which a move was made, as rows of words. Games with one opening have one number, as those of
    self-play, so that they are all learned from, or all held out."""
    made = len(walked.values)
    rows = np.zeros((made, rules.FIELDS), np.uint64)
    noise = game.rules.noise
    values, noisy = _of_first(walked), np.zeros(made, np.int64)
    for ply, (here, after) in enumerate(zip(walked.positions[:-1], walked.positions[1:], strict=True)):
        rules.store(rows, ply, here.state)
        noisy[ply] = noise is not None and noise(here.state, after.move) > 0
        factor = factors.get(walked.players[here.state.turn])
        if abs(values[ply]) < LIMIT:
            values[ply] = np.nan if factor is None else values[ply] * factor
    return Played(opening_number(rows[min(walked.opening, made - 1)]), rows, values, noisy, walked.result, 0)
