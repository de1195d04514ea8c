"""A `Course`: what a run of `plies learn` is to do, as plain data with an id. The same course resumes its run."""

from __future__ import annotations

import hashlib
import json
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from plies import registry
from plies.errors import InvalidFile, Refused
from plies.games.contract import Game, Heuristic
from plies.games.learned import SUFFIX
from plies.learn.fit.candidates import KINDS, Kind, foreign
from plies.learn.games.records import LEDGER, read_records
from plies.learn.games.records import digest_of as digest_of_games
from plies.learn.verdict import FEWEST_GAMES
from plies.places import learned_folder
from plies.players.notation import parse_player
from plies.players.resolution import describe

#: nodes a move in the first rounds, where none are given: quick games first, better ones once there is more to learn
NODES = (500, 1500, 2500)
ROUNDS = 3
#: seconds without which the verdicts of a round can take nothing: then there are fewer rounds
ROUND_SECONDS = 150.0
#: games that are needed to fit anything
FEWEST = 20
#: the verdict of a run that is limited by time: milliseconds a move
VERDICT = "20ms"


@dataclass(frozen=True)
class Course:
    """`games` and `nodes` are those of a round; else `minutes` are what all rounds may take together."""

    game: str
    parent: str
    #: a digest of what the parent is: an edited one is another course
    parent_digest: str
    kinds: tuple[Kind, ...]
    rounds: int = ROUNDS
    seed: int = 0
    games: int | None = None
    nodes: int | None = None
    minutes: float | None = None
    #: learn from positions only in which the engine's move is quiet
    quiet: bool = False
    #: limit of a move in the verdict, as players have it; and games that it takes at the most
    verdict: str = VERDICT
    verdict_games: int = 200
    #: where games come from beside self-play, and a digest of them
    records: tuple[str, ...] = ()
    records_digest: str = ""
    #: further rounds while there is time: no number of rounds was asked for
    fills_time: bool = False

    @staticmethod
    def of(
        game: str,
        parent: str | None,
        *,
        kinds: tuple[str, ...] = (),
        rounds: int | None = None,
        seed: int = 0,
        games: int | None = None,
        nodes: int | None = None,
        minutes: float | None = None,
        quiet: bool = False,
        verdict: str | None = None,
        verdict_games: int = 200,
        records: tuple[str, ...] = (),
    ) -> Course:
        """A checked course; Refused or UnknownName with what is wrong."""
        board = registry.game(game)
        name = parent or board.default
        found = registry.heuristic(board, name)
        if (games is None) == (minutes is None):
            raise Refused("say how long to learn: --minutes N, or --games N (of a round) with --nodes N")
        usual = f"nodes={nodes or NODES[0]}" if games is not None else VERDICT
        chosen = kinds or (("own", "all", "patterns") if foreign(board, found) else ("all", "patterns"))
        made = Course(
            game if ".py" in game else board.name,
            _whole(name),
            digest_of(found),
            tuple(kind for kind in KINDS if kind in chosen),
            _rounds(minutes) if rounds is None else rounds,
            seed,
            games,
            nodes,
            minutes,
            quiet,
            verdict or usual,
            verdict_games,
            tuple(_place(one) for one in records),
            digest_of_games(read_records(board, records)) if records else "",
            minutes is not None and rounds is None,
        )
        made.check(chosen, found)
        return made

    def check(self, asked: tuple[str, ...], parent: Heuristic) -> None:
        for kind in asked:
            if kind not in KINDS:
                raise Refused(f"{kind!r} is no kind of candidate; known: {', '.join(KINDS)}")
        self._check_features(parent)
        if parent.weights_first is not None:
            raise Refused(f"{parent.name} has other weights for the first side, so its two views are not opposites")
        for what, number, least in (
            ("rounds", self.rounds, 1),
            ("games", self.games or None if self.records else self.games, FEWEST),
            ("nodes", self.nodes, 10),
            ("minutes", self.minutes, 0.05),
            ("verdict games", self.verdict_games, FEWEST_GAMES),
        ):
            if number is not None and not least <= number <= 10**9:
                wrong = "too many; at most a billion" if number > 10**9 else f"too few; at least {least:g}"
                raise Refused(f"{what}: {number:g} is {wrong}")
        if self.verdict_games % 2:
            raise Refused(f"a verdict of {self.verdict_games} games: games come in pairs, so an even number")
        parse_player(f"random@{self.verdict}" if not self.verdict else f"ari@{self.verdict}")

    def _check_features(self, parent: Heuristic) -> None:
        """`own` and `both` need features; those of a Python file go by words such as `parts.py:pairs(pawns=2)`."""
        asked = [kind for kind in self.kinds if kind in ("own", "both")]
        if asked and not parent.features:
            why = "is one function without features, so its weights cannot be fitted"
            raise Refused(f"{parent.name} {why}; --kinds all patterns learn from its games")
        theirs = foreign(self.board(), parent)
        if not theirs:
            return
        if "both" in asked:
            why = "a learned file runs nothing, so features of a Python file stand in none beside patterns"
            raise Refused(f"both: {theirs[0].name!r} is no feature of {self.game}; {why}; take own, all or patterns")
        odd = next((one.name for one in parent.features if set(one.name) & set("(),=@\"'")), None)
        if "own" in asked and odd is not None:
            raise Refused(
                f"{parent.name}: {odd!r} cannot be named in {self.source}(...); give that feature another name"
            )

    @property
    def source(self) -> str:
        """The parent without weights of its own in brackets."""
        return self.parent.rpartition("(")[0] if self.parent.endswith(")") else self.parent

    def nodes_of(self, round_: int) -> int:
        """Nodes a move in a round, from 1."""
        return self.nodes or NODES[min(round_, len(NODES)) - 1]

    @property
    def id(self) -> str:
        """A digest of everything but the number of rounds and the time: with more of these the run grows."""
        data = asdict(replace(self, rounds=0, minutes=None if self.minutes is None else 0.0))
        del data["fills_time"]
        if not self.records:  # as it was before there were any
            del data["records"], data["records_digest"]
        return hashlib.sha256(json.dumps(data, sort_keys=True).encode()).hexdigest()[:16]

    @property
    def folder(self) -> Path:
        """Where the run is kept."""
        return learned_folder() / "runs" / f"{registry.file_name(self.game)[-40:]}-{self.id}"

    def board(self) -> Game:
        return registry.game(self.game)


def _rounds(minutes: float | None) -> int:
    """Rounds where none are asked for: fewer in a short time, because a round needs time for its verdicts."""
    return ROUNDS if minutes is None else max(1, min(ROUNDS, int(60 * minutes / ROUND_SECONDS)))


def read_course(text: str) -> Course:
    """A course as a run keeps it, in JSON; InvalidFile for what is none."""
    try:
        given = json.loads(text)
        fields: Any = {key: tuple(value) if isinstance(value, list) else value for key, value in given.items()}
        return Course(**fields)
    except (ValueError, TypeError, AttributeError) as error:
        raise InvalidFile(f"it is not what plies learn was asked for: {error!s:.100}") from None


def _whole(name: str) -> str:
    """A heuristic by the whole path of its file, if it is in one, so that it is the same from everywhere."""
    if name.endswith(SUFFIX):
        return str(Path(name).resolve())
    path, found, inside = name.partition(".py:")
    return f"{Path(path + '.py').resolve()}:{inside}" if found else name


def _place(source: str) -> str:
    """A file by its whole path, so that it is the same file from everywhere."""
    return source if source.partition(":")[0] == LEDGER else str(Path(source).resolve())


def digest_of(heuristic: Heuristic) -> str:
    """What tells two heuristics apart, whatever their names: terms, weights, patterns, code."""
    return hashlib.sha256(repr(describe(heuristic)).encode()).hexdigest()[:16]
