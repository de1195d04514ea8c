"""From the words of a command to the tournaments that it plays."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, NamedTuple

from plies.errors import Refused, UnknownName, near
from plies.games.titles import titles_of

if TYPE_CHECKING:
    from plies.arena.plan.tournament import Tournament
    from plies.arena.store.ledger import Ledger
    from plies.games.tournaments import Preset, Stage

GAMES = 20


class Planned(NamedTuple):
    """A tournament to be played."""

    #: of the whole command, of which this may be one of several stages
    whole: str
    tournament: Tournament
    #: what distinguishes it from the other stages
    label: str = ""
    minutes: float | None = None
    preset: Preset | None = None

    @property
    def title(self) -> str:
        between = ": " if self.preset else ", "
        return f"{self.whole}{between}{self.label}" if self.label else self.whole


def check(args: argparse.Namespace) -> None:
    """Refuses options that do not go together, before a ledger is opened."""
    if args.tls and not args.cluster:
        raise Refused("--tls goes with --cluster")
    if args.cluster and args.workers is not None:
        raise Refused("--workers is for this machine; a cluster has as many as were started for it")
    if args.cluster and args.isolate is not None:
        raise Refused("--isolate is for this machine; set PLIES_ISOLATE=yes or no where the workers of a cluster start")
    if args.workers is not None and args.workers < 1:
        raise Refused(f"--workers {args.workers}: at least one game is played at a time")
    if args.minutes is not None and not 0 < args.minutes < 1e6:
        raise Refused(f"--minutes {args.minutes:g}: a time is more than 0")
    if args.preset is not None:
        _only(args, "--preset", ())
    if args.resume is not None:
        _only(args, "--resume", ("games",))
        if args.preset is not None:
            raise Refused("--preset NAME resumes by itself, so --resume does not go with it")


def plan(args: argparse.Namespace, ledger: Ledger) -> list[Planned]:
    if args.preset is not None:
        return [_of_stage(stage, _find_preset(args.preset)) for stage in _find_preset(args.preset).stages]
    if args.resume is not None:
        return [_resumed(args, ledger)]
    return _from_words(args)


def _only(args: argparse.Namespace, word: str, allowed: tuple[str, ...]) -> None:
    """A preset and a stored tournament bring everything with them."""
    for option in ("boards", "players", "players_file", "limits", "kind", "games", "openings", "seed", "sprt"):
        if option not in allowed and getattr(args, option) not in (None, []):
            name = "a game" if option == "boards" else "--" + option.replace("_", "-")
            raise Refused(f"{word} defines what is played, so {name} does not go with it")


def _find_preset(name: str) -> Preset:
    from plies.registry import presets

    known = presets()
    if name not in known:
        raise UnknownName(f"no preset {name!r}{near(name, known)}; known: {', '.join(known)}")
    return known[name]


def _of_stage(stage: Stage, preset: Preset) -> Planned:
    from plies.arena.plan.presets import tournament_of

    return Planned(preset.name, tournament_of(stage), stage.title, stage.minutes, preset)


def _resumed(args: argparse.Namespace, ledger: Ledger) -> Planned:
    from plies.cli.tournaments.left_out import note_tournaments

    known = note_tournaments(ledger)
    if not known:
        raise Refused(f"there is nothing to resume in {ledger.path}")
    entry = ledger.tournament(args.resume) if args.resume else known[0]
    tournament = entry.definition
    if args.games is not None:
        tournament = tournament.with_games(args.games)
    return Planned(titles_of(tournament.games), tournament)


def _from_words(args: argparse.Namespace) -> list[Planned]:
    from plies.arena.numbers.sprt import Sprt
    from plies.arena.plan.openings import Openings
    from plies.arena.plan.tournament import Tournament
    from plies.players.notation import distinct, parse_player, read_limit
    from plies.players.player import Player
    from plies.players.players_file import load_players

    if not args.boards:
        raise Refused("name a game to play, such as: plies tournament pawns:6x6 --players ari@20ms hoddi@20ms")

    def players_under(limit: str) -> list[Player]:
        from_file = load_players(args.players_file, limit) if args.players_file else []
        return distinct([*(parse_player(text, limit) for text in args.players or []), *from_file])

    limits = args.limits or [""]
    under = {limit: players_under(limit) for limit in limits}
    if len(under[limits[0]]) < 2:
        raise Refused("a tournament needs two players or more, such as --players ari@20ms hoddi@20ms")
    if args.limits and players_under("1s") == players_under("2s"):
        raise Refused("--limits is for players without limits of their own, but every player has one")
    if args.limits and len({read_limit(limit) for limit in limits}) < len(limits):
        raise Refused("--limits: each limit is given once")
    openings = Openings.parse("auto" if args.openings is None else args.openings)
    sprt = None if args.sprt is None else Sprt(*args.sprt)
    kind = args.kind or ("match" if sprt else "round-robin")
    games = (100_000 if sprt else GAMES) if args.games is None else args.games
    planned = []
    for limit in limits:
        tournament = Tournament.of(
            args.boards,
            under[limit],
            kind=kind,
            games_per_pairing=games,
            seed=args.seed or 0,
            openings=openings,
            sprt=sprt,
        )
        planned.append(Planned(titles_of(tournament.games), tournament, limit))
    return planned
