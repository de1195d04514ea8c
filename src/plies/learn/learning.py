"""Rounds of learning: games of the best heuristic so far against itself, candidates that fit them, a match for each.

    result = learn(course, progress)

Each round begins with the best of the rounds before. A candidate that does not win its match is dropped. Whatever is
done is on disk at once, so Ctrl-C loses nothing and the same course continues.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import chain
from pathlib import Path

import plies
from plies import registry
from plies.errors import Refused
from plies.games.contract import Game, Heuristic
from plies.games.learned import SUFFIX, Learned, format_learned, read_learned
from plies.learn.budget import Budget, to_go
from plies.learn.course import FEWEST, Course, digest_of
from plies.learn.fit.candidates import Data, Kind, candidate, parent_loss, values_of
from plies.learn.fit.logistic import best_scale
from plies.learn.games.chunks import Chunk, Here, Plays, Task
from plies.learn.games.records import in_units, read_records
from plies.learn.games.samples import gathered
from plies.learn.games.selfplay import Played, SelfPlay
from plies.learn.patterns.windows import Plan, plan_patterns
from plies.learn.stored import CHUNK, Now, Round, Run, Trial
from plies.learn.verdict import Match, Verdict, judge

#: an opening is unbalanced if the first search expects more than this share of the points for a side
FAIR = 0.8
#: positions by which the scale of a heuristic's own numbers is found, where there are no searches
SCALED = 20_000

Progress = Callable[[str], None]


@dataclass(frozen=True)
class Result:
    """What a run has found so far."""

    course: Course
    rounds: tuple[Round, ...]
    #: the text of the best heuristic's file; None: nothing was better than the parent
    text: str | None
    best: Heuristic


def learn(course: Course, progress: Progress, plays: Plays | None = None) -> Result:
    """Runs what is missing of a course. `plays`: who plays the games of self-play, if not this process."""
    run = Run(course.folder)
    run.store_course(course)
    learner = Learner(course, run, progress, plays or Here())
    try:
        for number in range(len(run.rounds()) + 1, course.rounds + 1):
            run.store_round(learner.round(number))
    except BaseException:  # Ctrl-C above all
        run.note_stop()
        raise
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

    def __init__(self, course: Course, run: Run, progress: Progress, plays: Plays) -> None:
        self.course, self.run, self.plays = course, run, plays
        self.tell = progress
        self.budget = Budget(None)
        self.number = 0
        self.game: Game = course.board()
        self.plan: Plan | None = None
        kinds = list(course.kinds)
        if {"patterns", "both"} & set(kinds):
            try:
                self.plan = plan_patterns(self.game)
            except Refused as error:
                kinds = [kind for kind in kinds if kind in ("own", "all")] or ["all"]
                self.progress(f"{error}; features only")
        self.kinds: list[Kind] = kinds
        rounds = run.rounds()
        self.best = rounds[-1].best if rounds else ""
        self.seen = {trial.digest for one in rounds for trial in one.trials} | {course.parent_digest}

    @property
    def best_heuristic(self) -> Heuristic:
        if not self.best:
            return registry.heuristic(self.game, self.course.parent)
        return read_learned(self.run.folder / self.best, self.game).heuristic

    def progress(self, text: str) -> None:
        """Says how far it is, to whoever waits and to whoever looks at the run's folder."""
        self.run.note(Now(text, self.number, self.budget.spent if self.budget.seconds is not None else 0.0))
        self.tell(text)

    def round(self, number: int) -> Round:
        """Games, candidates, verdicts."""
        course, used = self.course, sum(one.seconds for one in self.run.rounds())
        before = self.run.now()
        self.number = number
        spent = before.spent if before is not None and before.round == number else 0.0
        self.budget = Budget.of(course.minutes, course.rounds, number, used, spent)
        self._play(number)
        games = [game for one in range(max(1, number - 1), number + 1) for game in self._numbered(one)]
        recorded = self._recorded()
        if len(games) + len(recorded) < FEWEST:
            raise Refused(f"{len(games) + len(recorded)} games are too few to learn from; give it more time or games")
        trials: list[Trial] = []
        for kind in self.kinds:
            trials.append(self._try(number, kind, games, recorded))
            self.run.store_partial(self._round(number, trials))
        return self._round(number, trials)

    def _round(self, number: int, trials: list[Trial]) -> Round:
        seconds = 0.0 if self.course.minutes is None else self.budget.spent
        count = len(self.run.games(number))
        return Round(number, self.course.nodes_of(number), count, tuple(trials), self.best, seconds)

    def _numbered(self, round_: int) -> list[Played]:
        """The games of a round, with numbers that no other round has."""
        return [replace(game, number=game.number + round_ * 10_000_019) for game in self.run.games(round_)]

    # -- games -------------------------------------------------------------------------------------------------------

    def _recorded(self) -> list[Played]:
        """Games of other sources; they are kept as round 0, so that a run goes on with what it began with."""
        if self.course.records and not self.run.has_games(0, 0):
            self.progress("reading games")
            self.run.store_games(0, 0, read_records(self.game, self.course.records))
        return self.run.games(0)

    def _play(self, number: int) -> None:
        """Chunk after chunk, until there are enough or the time for it is over."""
        course, nodes, started = self.course, self.course.nodes_of(number), time.monotonic()
        missing = self._missing(number)
        first = next(missing, None)
        if first is None:
            return
        known = self.run.chunks(number)
        for chunk, played in self.plays.play(self._task(number, nodes), chain([first], missing)):
            if not played:
                raise Refused(f"{self.game.name}: no game could be played, because no random opening is fair")
            self.run.store_games(number, chunk.number, played)
            stored = self.run.chunks(number)
            done = CHUNK * stored if course.games is None else min(course.games, CHUNK * stored)
            goal = "" if course.games is None else f" of {course.games:,}"
            left = self.budget.left()
            if course.games is not None:
                left = to_go(done - CHUNK * known, course.games - CHUNK * known, time.monotonic() - started)
            self.progress(f"round {number}: {done:,}{goal} games at {nodes:,} nodes a move{left}")

    def _missing(self, number: int) -> Iterator[Chunk]:
        """What a round lacks, while there is time for it."""
        wanted = self.course.games
        for chunk in range(10**6 if wanted is None else -(-wanted // CHUNK)):
            if self.run.has_games(number, chunk):
                continue
            if chunk > 0 and self.budget.is_over_for_games():
                return
            last = CHUNK * (chunk + 1)
            yield Chunk(chunk, CHUNK * chunk, last if wanted is None else min(wanted, last))

    def _task(self, number: int, nodes: int) -> Task:
        course = self.course
        path = str(self.run.folder / self.best) if self.best else course.parent
        text = Path(path).read_text(encoding="utf-8") if path.endswith(SUFFIX) else ""
        return Task(course.game, path, text, nodes, course.seed * 1_000_003 + number, self._margin(nodes))

    def _margin(self, nodes: int) -> float:
        """Openings that a first search finds about even: learned from a few games with any opening."""
        plain = SelfPlay(self.game, self.best_heuristic, nodes, self.course.seed)
        firsts = sorted(abs(float(game.values[0])) for game in plain.games(range(24)))
        return firsts[int(FAIR * (len(firsts) - 1))] if firsts else 1.0

    # -- candidates --------------------------------------------------------------------------------------------------

    def _try(self, number: int, kind: Kind, games: list[Played], recorded: list[Played]) -> Trial:
        data = self._data(games, recorded)

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
            made.fitted.steps,
        )
        text = format_learned(Learned(self.game.name, made.heuristic, self._pedigree(trial, None)))
        file = self.run.write(trial.file, text)
        if digest in self.seen:
            return trial
        self.seen.add(digest)
        verdict = self._judge(number, kind, file)
        trial = replace(trial, decision=verdict.decision, pentanomial=verdict.pentanomial)
        if verdict.decision == "H1":
            trial = replace(trial, file=f"{kind}-{number:03d}-best.toml")
            pedigree = self._pedigree(trial, verdict)
            self.run.write(trial.file, format_learned(Learned(self.game.name, made.heuristic, pedigree)))
            self.best = trial.file
        return trial

    def _data(self, games: list[Played], recorded: list[Played]) -> Data:
        """Positions and the scale of the best so far: by the values of its searches, or else by its own numbers."""
        best = self.best_heuristic
        training, held_out = gathered(games or recorded, self.course.quiet)
        if games:
            scale = best_scale(*training.undecided())
        else:
            scale = best_scale(values_of(self.game, best, training.rows[:SCALED]), training.results[:SCALED])
        if recorded:
            training, held_out = gathered([*games, *in_units(recorded, scale)], self.course.quiet)
        return Data(self.game, best, training, held_out, scale, self.plan)

    def _judge(self, number: int, kind: Kind, file: Path) -> Verdict:
        course = self.course
        best = str(self.run.folder / self.best) if self.best else course.parent

        def show(pairs: tuple[int, ...]) -> None:
            points = sum(at * count for at, count in enumerate(pairs)) / 2
            self.progress(
                f"round {number}: {kind} against the best so far, {points:g} of {2 * sum(pairs)}{self.budget.left()}"
            )

        return judge(
            Match(course.game, str(file), best, course.verdict, course.verdict_games, course.seed * 1009 + 10 * number),
            self.run.ledger,
            show,
            self.budget.for_verdict(len(self.kinds) - self.kinds.index(kind)),
        )

    def _pedigree(self, trial: Trial, verdict: Verdict | None) -> tuple[tuple[str, str], ...]:
        """Where the heuristic comes from; without times, so that the same course gives the same text."""
        course = self.course
        nodes = ", ".join(str(course.nodes_of(one)) for one in range(1, trial.round + 1))
        lines = [
            ("made by", f"plies {plies.__version__} learn {course.game} --from {Path(course.parent).name}"),
            ("parent", self.best or f"{Path(course.parent).name} ({course.parent_digest})"),
            ("kind", trial.kind),
            ("digest", trial.digest),
            ("data", f"round {trial.round}: {trial.positions} positions of {self._source(nodes)}"),
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

    def _source(self, nodes: str) -> str:
        course, own = self.course, f"self-play, nodes a move: {nodes}"
        if not course.records:
            return own
        names = ", ".join(Path(one).name for one in course.records)
        recorded = f"{len(self.run.games(0))} games of {names}"
        return recorded if course.games == 0 else f"{recorded} and of {own}"
