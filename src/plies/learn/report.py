"""A run of learning as blocks: what each candidate gave, how losses fell, what changed in the heuristic."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from plies.arena.numbers.statistics import estimate
from plies.blocks.blocks import Axis, Block, Column, Dots, Heading, Mark, Paragraph, Point, Series, Table
from plies.blocks.formats import ELO, INTERVAL, NUMBER, Format, Row, elo, interval, many
from plies.games.contract import Heuristic
from plies.games.titles import title_of
from plies.learn.learning import Result
from plies.learn.stored import Trial

LOSS = Format(lambda value: f"{value:.4f}")
SIGNED = Format(lambda value: f"{value:+.3f}".replace("-", "−"))
#: what a decision means, in words
DECISIONS = {
    "H1": "better: taken",
    "H0": "not better: dropped",
    "continue": "undecided: dropped",
    "same": "known already",
}


def title(result: Result) -> str:
    return f"{title_of(result.course.game)}: learned from {Path(result.course.parent).name}"


def blocks(result: Result, parent: Heuristic | None) -> list[Block]:
    trials = [trial for one in result.rounds for trial in one.trials]
    taken = [trial for trial in trials if trial.decision == "H1"]
    games = sum(one.games for one in result.rounds)
    different = len({trial.file.removesuffix("-best.toml").removesuffix(".toml") for trial in trials})
    found = f"{many(len(taken), 'candidate')} of {different} won the match against the best so far"
    text = f"{many(len(result.rounds), 'round')}, {many(games, 'game')} of self-play. {found}."
    if result.course.records:
        text += f" Also learned from games of {', '.join(Path(one).name for one in result.course.records)}."
    found_so_far = [Paragraph("summary", text)]
    if result.undecided:
        found_so_far.append(Paragraph("undecided", undecided(result)))
    table = [_trials(trials, result.course.verdict_games)] if trials else []
    return [Heading("candidates", "Candidates"), *found_so_far, *table, *_plots(trials), *_changes(result, parent)]


def undecided(result: Result) -> str:
    """What is known of the candidates that lead in matches which are not finished, and what goes on with them."""
    found = []
    for trial in result.undecided:
        now = estimate(trial.pentanomial)
        by = "" if now.elo is None else f" by {elo(now.elo)} Elo ({interval((now.elo_low, now.elo_high))})"
        found.append(f"{trial.name} leads{by} after {many(2 * sum(trial.pentanomial), 'game')}")
    more = "minutes" if result.course.fills_time else "rounds and minutes"
    return f"Undecided: {'; '.join(found)}. With more {more} the same command goes on with that match."


def _trials(trials: list[Trial], games: int) -> Table:
    columns = (
        Column("candidate"),
        Column("positions", NUMBER, 2),
        Column("weights", NUMBER, 2),
        Column("loss", LOSS, 1),
        Column("held-out", LOSS),
        Column("best so far", LOSS, 1),
        Column("pairs 0 ½ 1 1½ 2", Format(lambda counts: " ".join(map(str, counts))), 2),
        Column("Elo", ELO),
        Column("95% interval", INTERVAL),
        Column("verdict"),
    )
    return Table("trials", columns, [_row(trial, games) for trial in trials])


def _row(trial: Trial, games: int) -> Row:
    found = estimate(trial.pentanomial) if sum(trial.pentanomial) else None
    return (
        trial.name,
        trial.positions,
        trial.weights,
        trial.training[-1],
        trial.held_out[-1],
        trial.parent_loss,
        trial.pentanomial or None,
        None if found is None else found.elo,
        None if found is None else (found.elo_low, found.elo_high),
        "undecided, leads: goes on" if trial.leads(games) else DECISIONS[trial.decision],
    )


def _plots(trials: list[Trial]) -> Iterator[Block]:
    """Losses as they fell, and Elo by round."""
    if not trials:
        return
    rows = tuple(trial.name for trial in trials)
    training = tuple(Point(row, loss, f"{loss:.4f}") for row, trial in enumerate(trials) for loss in trial.training[1:])
    held_out = tuple(Point(row, loss, f"{loss:.4f}") for row, trial in enumerate(trials) for loss in trial.held_out[1:])
    axis = Axis("loss, step by step", tuple(Mark(trial.parent_loss) for trial in trials[-1:]))
    series = (Series("held-out", held_out), Series("training", training))
    yield Dots("losses", "How the loss fell in each fit; the line is the loss of the best so far.", axis, rows, series)
    points = []
    for row, trial in enumerate(trials):
        found = estimate(trial.pentanomial) if sum(trial.pentanomial) else None
        if found is not None and found.elo is not None:
            points.append(Point(row, found.elo, elo(found.elo), found.elo_low, found.elo_high))
    if points:
        caption = "Elo of each candidate against the best so far, with 95% intervals."
        yield Dots("elo", caption, Axis("Elo", (Mark(0),)), rows, (Series("candidate", tuple(points)),))


def _changes(result: Result, parent: Heuristic | None) -> Iterator[Block]:
    """Weights of the parent beside those of the best, the largest changes first."""
    if result.text is None or parent is None or result.best is None:
        return
    before = dict(zip((one.name for one in parent.features), parent.weights, strict=True))
    after = dict(zip((one.name for one in result.best.features), result.best.weights, strict=True))
    names = sorted({**before, **after}, key=lambda name: -abs(after.get(name, 0.0) - before.get(name, 0.0)))
    rows = [(name, before.get(name), after.get(name)) for name in names]
    columns = (Column("term"), Column(parent.name, SIGNED), Column("learned", SIGNED))
    yield Heading("changes", "What changed")
    yield Table("terms", columns, rows)
    if result.best.patterns is not None:
        found = result.best.patterns
        shown = f"{many(len(found.windows), 'window')} of cells share {many(len(found.sizes), 'table')}"
        yield Paragraph("patterns", f"{shown} with {many(len(found.weights), 'weight')}.")
