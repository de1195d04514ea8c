"""Rounds of learning: games of the best heuristic so far against itself, candidates that fit them, a match for each.

    result = learn(course, progress)

Each round begins with the best of the rounds before. A candidate that does not win its match is dropped; where the time
of the match was over and it led, the match goes on in the next round. Whatever is done is on disk at once, so Ctrl-C
loses nothing and the same course continues.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from pathlib import Path

from plies import registry
from plies.errors import Refused
from plies.games.contract import Game, Heuristic
from plies.games.learned import SUFFIX, Learned, format_learned, words_of
from plies.learn.budget import Budget, to_go
from plies.learn.course import FEWEST, ROUND_SECONDS, Course, digest_of
from plies.learn.fit.candidates import Data, Kind, candidate, foreign, parent_loss, values_of
from plies.learn.fit.logistic import best_scale
from plies.learn.games.chunks import Chunk, Here, Plays, Task
from plies.learn.games.records import in_units, read_records
from plies.learn.games.samples import gathered, opening_number
from plies.learn.games.selfplay import Played, SelfPlay
from plies.learn.patterns.windows import Plan, plan_patterns
from plies.learn.pedigree import pedigree
from plies.learn.stored import CHUNK, Now, Round, Run, Trial
from plies.learn.verdict import Match, Verdict, judge

#: an opening is unbalanced if the first search expects more than this share of the points for a side
FAIR = 0.8
#: positions by which the scale of a heuristic's own numbers is found, where there are no searches
SCALED = 20_000

#: seconds that are worth going on with a match
MATCH_SECONDS = 10.0

Progress = Callable[[str], None]


@dataclass(frozen=True)
class Result:
    """What a run has found so far."""

    course: Course
    rounds: tuple[Round, ...]
    #: the text of the best heuristic's file; None: nothing was better than the parent
    text: str | None
    #: None: it is user-written, and was not run to look at it
    best: Heuristic | None

    @property
    def undecided(self) -> list[Trial]:
        """The candidates of the last round that lead in matches which are not finished."""
        return _leading(self.course, self.rounds)


def learn(course: Course, progress: Progress, plays: Plays | None = None) -> Result:
    """Runs what is missing of a course. `plays`: who plays the games of self-play, if not this process."""
    run = Run(course.folder)
    run.store_course(course)
    learner = Learner(course, run, progress, plays or Here())
    try:
        while _goes_on(course, rounds := run.rounds()):
            run.store_round(learner.round(len(rounds) + 1))
    except BaseException:  # Ctrl-C above all
        run.note_stop()
        raise
    return result_of(course)


def _goes_on(course: Course, rounds: list[Round]) -> bool:
    """Whether there is another round: one that was asked for, or one more because there is time for it, if only for a
    match that goes on."""
    if len(rounds) < course.rounds:
        return True
    left = 60 * (course.minutes or 0.0) - sum(one.seconds for one in rounds)
    needed = MATCH_SECONDS if _leading(course, rounds) else ROUND_SECONDS
    return course.fills_time and left >= needed


def _leading(course: Course, rounds: Sequence[Round]) -> list[Trial]:
    """The candidates of the last round whose matches had no time to end, and which lead."""
    last = rounds[-1].trials if rounds else ()
    return [trial for trial in last if trial.leads(course.verdict_games)]


def result_of(course: Course) -> Result:
    """What the finished rounds of a course have given."""
    run, game = Run(course.folder), course.board()
    rounds = run.rounds()[: None if course.fills_time else course.rounds]
    file = rounds[-1].best if rounds else ""
    if not file:
        return Result(course, tuple(rounds), None, registry.heuristic(game, course.parent))
    text = (run.folder / file).read_text(encoding="utf-8")
    return Result(course, tuple(rounds), text, registry.heuristic(game, words_of(run.folder / file)))


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
    def best_words(self) -> str:
        """The best so far, as players name it."""
        return words_of(self.run.folder / self.best) if self.best else self.course.parent

    @property
    def best_heuristic(self) -> Heuristic:
        return registry.heuristic(self.game, self.best_words)

    def progress(self, text: str) -> None:
        """Says how far it is, to whoever waits and to whoever looks at the run's folder."""
        self.run.note(Now(text, self.number, self.budget.spent if self.budget.seconds is not None else 0.0))
        self.tell(text)

    def round(self, number: int) -> Round:
        """Matches that go on; games, candidates, verdicts, if there is time for them."""
        course, rounds = self.course, self.run.rounds()
        used = sum(one.seconds for one in rounds)
        before = self.run.now()
        self.number = number
        spent = before.spent if before is not None and before.round == number else 0.0
        self.budget = Budget.of(course.minutes, course.rounds, number, used, spent)
        matches_only = number > course.rounds and (self.budget.seconds or 0.0) < ROUND_SECONDS
        leading, coming = _leading(course, rounds), 0 if matches_only else len(self.kinds)
        trials = [self._go_on(number, trial, coming + len(leading) - at) for at, trial in enumerate(leading)]
        if matches_only:
            return self._round(number, trials)
        self._play(number)
        played = [one for one in range(1, number + 1) if self.run.chunks(one)]
        games = [game for one in played[-2:] for game in self._numbered(one)]
        recorded = self._recorded()
        if len(games) + len(recorded) < FEWEST:
            raise Refused(f"{len(games) + len(recorded)} games are too few to learn from; give it more time or games")
        for kind in self.kinds:
            trials.append(self._try(number, kind, games, recorded))
            self.run.store_partial(self._round(number, trials))
        return self._round(number, trials)

    def _round(self, number: int, trials: list[Trial]) -> Round:
        seconds = 0.0 if self.course.minutes is None else self.budget.spent
        count = len(self.run.games(number))
        return Round(number, self.course.nodes_of(number), count, tuple(trials), self.best, seconds)

    def _numbered(self, round_: int) -> list[Played]:
        """The games of a round, with the numbers of their openings."""
        return [replace(game, number=opening_number(game.rows[0])) for game in self.run.games(round_)]

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
        path = self.best_words
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
            self.progress(f"round {number}, {kind}: loss {now:.4f}, held-out {apart:.4f}")

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
        file = self._write(trial, made.heuristic, None)
        if digest in self.seen:
            return trial
        self.seen.add(digest)
        seconds = self.budget.for_verdict(len(self.kinds) - self.kinds.index(kind))
        return self._judged(trial, file, made.heuristic, seconds)

    def _judged(self, trial: Trial, file: Path, heuristic: Heuristic, seconds: float | None) -> Trial:
        """The trial with its verdict; if it is better, it is the best from now on."""
        verdict = self._judge(trial, file, seconds)
        trial = replace(trial, decision=verdict.decision, pentanomial=verdict.pentanomial)
        if verdict.decision == "H1":
            trial = replace(trial, file=f"{trial.kind}-{trial.fitted:03d}-best.toml")
            self._write(trial, heuristic, verdict)
            self.best = trial.file
        return trial

    def _write(self, trial: Trial, heuristic: Heuristic, verdict: Verdict | None) -> Path:
        lines = pedigree(self.course, trial, self.best, len(self.run.games(0)), verdict)
        source = self.course.source if foreign(self.game, heuristic) else ""
        return self.run.write(trial.file, format_learned(Learned(self.game.name, heuristic, lines, source)))

    def _go_on(self, number: int, trial: Trial, coming: int) -> Trial:
        """Goes on with the match of a candidate that leads, or begins one if there is a better opponent by now."""
        file = self.run.folder / trial.file
        heuristic = registry.heuristic(self.game, words_of(file))
        seconds = self.budget.for_verdict(coming)
        return self._judged(replace(trial, round=number, begun=trial.fitted), file, heuristic, seconds)

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
        own = registry.heuristic(self.game, self.course.parent)
        return Data(self.game, own, best, training, held_out, scale, self.plan)

    def _judge(self, trial: Trial, file: Path, seconds: float | None) -> Verdict:
        course = self.course

        def show(pairs: tuple[int, ...]) -> None:
            points = sum(at * count for at, count in enumerate(pairs)) / 2
            self.progress(f"{trial.name} against the best so far, {points:g} of {2 * sum(pairs)}{self.budget.left()}")

        seed = course.seed * 1009 + 10 * trial.fitted
        match = Match(course.game, words_of(file), self.best_words, course.verdict, course.verdict_games, seed)
        return judge(match, self.run.ledger, show, seconds)
