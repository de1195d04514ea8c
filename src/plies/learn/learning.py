"""Rounds of learning: games of the best heuristic so far against itself, candidates that fit them, a match for each.

    result = learn(course, progress)

Each round begins with the best of the rounds before. A candidate that does not win its match is dropped. Whatever is
done is on disk at once, so Ctrl-C loses nothing and the same course continues.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

import plies
from plies import registry
from plies.errors import Refused
from plies.games.contract import Game, Heuristic
from plies.games.learned import Learned, format_learned, read_learned
from plies.learn.course import Course, digest_of
from plies.learn.fit.candidates import Data, Kind, candidate, parent_loss
from plies.learn.fit.logistic import best_scale
from plies.learn.games.samples import gathered
from plies.learn.games.selfplay import Begin, Played, SelfPlay
from plies.learn.patterns.windows import Plan, plan_patterns
from plies.learn.stored import CHUNK, Round, Run, Trial
from plies.learn.verdict import Match, Verdict, judge

#: the share of a round's time that its games may take
GAMES_SHARE = 0.45
#: games that are needed to fit anything
FEWEST = 20
#: an opening is unbalanced if the first search expects more than this share of the points for a side
FAIR = 0.8

Progress = Callable[[str], None]


@dataclass(frozen=True)
class Result:
    """What a run has found so far."""

    course: Course
    rounds: tuple[Round, ...]
    #: the text of the best heuristic's file; None: nothing was better than the parent
    text: str | None
    best: Heuristic


def learn(course: Course, progress: Progress) -> Result:
    """Runs what is missing of a course."""
    run = Run(course.folder)
    learner = Learner(course, run, progress)
    for number in range(len(run.rounds()) + 1, course.rounds + 1):
        run.store_round(learner.round(number))
    return result_of(course)


def result_of(course: Course) -> Result:
    """What the finished rounds of a course have given."""
    run, game = Run(course.folder), course.board()
    rounds = run.rounds()[: course.rounds]
    file = rounds[-1].best if rounds else ""
    if not file:
        return Result(course, tuple(rounds), None, registry.heuristic(game, course.parent))
    text = (run.folder / file).read_text(encoding="utf-8")
    return Result(course, tuple(rounds), text, read_learned(run.folder / file, game).heuristic)


class Learner:
    """One run: the game, its windows, and what has been tried."""

    def __init__(self, course: Course, run: Run, progress: Progress) -> None:
        self.course, self.run, self.progress = course, run, progress
        self.game: Game = course.board()
        self.plan: Plan | None = None
        kinds = list(course.kinds)
        if {"patterns", "both"} & set(kinds):
            try:
                self.plan = plan_patterns(self.game)
            except Refused as error:
                kinds = [kind for kind in kinds if kind in ("own", "all")] or ["all"]
                progress(f"{error}; features only")
        self.kinds: list[Kind] = kinds
        rounds = run.rounds()
        self.best = rounds[-1].best if rounds else ""
        self.seen = {trial.digest for one in rounds for trial in one.trials} | {course.parent_digest}

    @property
    def best_heuristic(self) -> Heuristic:
        if not self.best:
            return registry.heuristic(self.game, self.course.parent)
        return read_learned(self.run.folder / self.best, self.game).heuristic

    def round(self, number: int) -> Round:
        """Games, candidates, verdicts."""
        started = time.monotonic()
        self._play(number, started)
        games = [game for one in range(max(1, number - 1), number + 1) for game in self._numbered(one)]
        if len(games) < FEWEST:
            raise Refused(f"{len(games)} games are too few to learn from; give it more time or more games")
        trials = [self._try(number, kind, games, started) for kind in self.kinds]
        seconds = 0.0 if self.course.minutes is None else time.monotonic() - started
        return Round(
            number, self.course.nodes_of(number), len(self.run.games(number)), tuple(trials), self.best, seconds
        )

    def _numbered(self, round_: int) -> list[Played]:
        """The games of a round, with numbers that no other round has."""
        return [replace(game, number=game.number + round_ * 10_000_019) for game in self.run.games(round_)]

    # -- games -------------------------------------------------------------------------------------------------------

    def _play(self, number: int, started: float) -> None:
        """Chunk after chunk, until there are enough or the time for it is over."""
        course, nodes = self.course, self.course.nodes_of(number)
        best = self.best_heuristic
        player: SelfPlay | None = None
        chunks = 10**6 if course.games is None else -(-course.games // CHUNK)
        for chunk in range(chunks):
            if self.run.has_games(number, chunk):
                continue
            if course.minutes is not None and chunk > 0 and time.monotonic() - started > self._games_seconds():
                break
            if player is None:
                player = SelfPlay(self.game, best, nodes, course.seed * 1_000_003 + number, self._begin(best, nodes))
            last = CHUNK * (chunk + 1) if course.games is None else min(course.games, CHUNK * (chunk + 1))
            played = list(player.games(range(CHUNK * chunk, last)))
            if not played:
                raise Refused(f"{self.game.name}: no game could be played, because no random opening is fair")
            self.run.store_games(number, chunk, played)
            goal = "" if course.games is None else f" of {course.games:,}"
            self.progress(f"round {number}: {last:,}{goal} games at {nodes:,} nodes a move{self._left(started)}")

    def _games_seconds(self) -> float:
        return GAMES_SHARE * 60 * (self.course.minutes or 0.0) / self.course.rounds

    def _left(self, started: float) -> str:
        if self.course.minutes is None:
            return ""
        left = 60 * self.course.minutes / self.course.rounds - (time.monotonic() - started)
        return f", about {max(0.0, left):.0f} s left in this round"

    def _begin(self, best: Heuristic, nodes: int) -> Begin:
        """Openings that a first search finds about even: learned from a few games with any opening."""
        plain = SelfPlay(self.game, best, nodes, self.course.seed)
        firsts = sorted(abs(float(game.values[0])) for game in plain.games(range(24)))
        return Begin(margin=firsts[int(FAIR * (len(firsts) - 1))] if firsts else 1.0)

    # -- candidates --------------------------------------------------------------------------------------------------

    def _try(self, number: int, kind: Kind, games: list[Played], started: float) -> Trial:
        best = self.best_heuristic
        training, held_out = gathered(games, self.course.quiet)
        data = Data(self.game, best, training, held_out, best_scale(*training.undecided()), self.plan)

        def show(now: float, apart: float) -> None:
            self.progress(f"round {number}: {kind}, loss {now:.4f}, held-out {apart:.4f}")

        made = candidate(data, kind, f"{kind}-{number}", show)
        digest = digest_of(made.heuristic)
        trial = Trial(
            number,
            kind,
            digest,
            made.positions,
            made.weights,
            made.fitted.training,
            made.fitted.held_out,
            parent_loss(data),
            "same",
            (),
            f"{kind}-{number:03d}.toml",
        )
        text = format_learned(Learned(self.game.name, made.heuristic, self._pedigree(trial, None)))
        file = self.run.write(trial.file, text)
        if digest in self.seen:
            return trial
        self.seen.add(digest)
        verdict = self._judge(number, kind, file, started)
        trial = replace(trial, decision=verdict.decision, pentanomial=verdict.pentanomial)
        if verdict.decision == "H1":
            trial = replace(trial, file=f"{kind}-{number:03d}-best.toml")
            pedigree = self._pedigree(trial, verdict)
            self.run.write(trial.file, format_learned(Learned(self.game.name, made.heuristic, pedigree)))
            self.best = trial.file
        return trial

    def _judge(self, number: int, kind: Kind, file: Path, started: float) -> Verdict:
        course = self.course
        best = str(self.run.folder / self.best) if self.best else course.parent

        def show(pairs: tuple[int, ...]) -> None:
            points = sum(at * count for at, count in enumerate(pairs)) / 2
            self.progress(
                f"round {number}: {kind} against the best so far, {points:g} of {2 * sum(pairs)}{self._left(started)}"
            )

        return judge(
            Match(course.game, str(file), best, course.verdict, course.verdict_games, course.seed * 1009 + 10 * number),
            self.run.ledger,
            show,
            self._verdict_seconds(kind, started),
        )

    def _verdict_seconds(self, kind: Kind, started: float) -> float | None:
        """What is left of the round's time, shared by the candidates that are still to come."""
        if self.course.minutes is None:
            return None
        whole = 60 * self.course.minutes / self.course.rounds
        left = max(whole - (time.monotonic() - started), whole * (1 - GAMES_SHARE) / 2)
        return left / (len(self.kinds) - self.kinds.index(kind))

    def _pedigree(self, trial: Trial, verdict: Verdict | None) -> tuple[tuple[str, str], ...]:
        """Where the heuristic comes from; without times, so that the same course gives the same text."""
        course = self.course
        nodes = ", ".join(str(course.nodes_of(one)) for one in range(1, trial.round + 1))
        lines = [
            ("made by", f"plies {plies.__version__} learn {course.game} --from {Path(course.parent).name}"),
            ("parent", self.best or f"{Path(course.parent).name} ({course.parent_digest})"),
            ("kind", trial.kind),
            ("digest", trial.digest),
            ("data", f"round {trial.round}: {trial.positions} positions of self-play, nodes a move: {nodes}"),
            ("seed", str(course.seed)),
            ("weights fitted", str(trial.weights)),
            ("loss", f"training {trial.training[-1]:.5f}, held-out {trial.held_out[-1]:.5f}"),
            ("loss of its parent", f"held-out {trial.parent_loss:.5f}"),
        ]
        if verdict is not None:
            pairs = " ".join(map(str, verdict.pentanomial))
            found = verdict.estimate
            elo = "" if found.elo is None else f", Elo {found.elo:+.0f}"
            lines.append(("verdict", f"{verdict.decision} at {course.verdict} a move, pairs {pairs}{elo}"))
        return tuple(lines)
