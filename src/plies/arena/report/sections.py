"""What a report says, as blocks: the tables of the standings in words and numbers people read."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from plies.arena.report.cross_tables import cross_tables
from plies.arena.report.formatting import interval, likelihood, number, percent, plus_minus, record, signed
from plies.arena.report.report import Block, Heading, Paragraph, Plot, Table

Plots = Mapping[str, tuple[str, str]]
Data = Mapping[str, Any]


def sections(data: Data, drawn: Plots, extra: Sequence[Block] = ()) -> list[Block]:
    """All blocks in their order. Nothing played: the summary alone."""
    parts = [*_summary(data), *extra]
    if data["games"]:
        for make in (_ratings, _cross, _pairings, _colours, _limits, _lengths, _endings, _time, _openings, _reading):
            parts += make(data, drawn)
    return parts


def _plot(drawn: Plots, name: str) -> Iterator[Plot]:
    if name in drawn:
        caption, svg = drawn[name]
        yield Plot(name, caption, svg)


# -- sections ----------------------------------------------------------------------------------------------------------


def _summary(data: Data) -> Iterator[Block]:
    boards, players = len(data["boards"]), len(data["players"])
    faults = sum(sum(player["faults"].values()) for player in data["players"])
    yield Paragraph(
        f"{_many(data['games'], 'game')} in {_many(data['pairs'], 'complete pair')} between {_many(players, 'player')} "
        f"on {_many(boards, 'board')}; {_many(faults, 'game')} lost by a fault rather than by the rules."
    )


def _many(count: int, word: str) -> str:
    return f"{number(count)} {word}{'' if count == 1 else 's'}"


def _ratings(data: Data, drawn: Plots) -> Iterator[Block]:
    yield Heading("Ratings")
    columns = ["player", "rating", "±", "above the next", "games", "won–drawn–lost", "score"]
    rows = [
        [
            player["name"],
            signed(player["rating"]["rating"]),
            f"{player['rating']['error']:.0f}",
            likelihood(player["rating"]["above_next"]),
            number(player["games"]),
            record(player),
            percent(player["score"]),
        ]
        for player in data["players"]
    ]
    yield Table(columns, rows)
    yield from _plot(drawn, "ratings")
    if len(data["ratings"]) > 2:
        boards = data["ratings"][1:]
        found = [{r["name"]: plus_minus(r["rating"], r["error"]) for r in board["players"]} for board in boards]
        names = [player["name"] for player in data["players"]]
        rows = [[name, *(board.get(name, "–") for board in found)] for name in names]
        yield Table(["player", *(board["board"] for board in boards)], rows, caption="Ratings on each board.")
        yield from _plot(drawn, "boards")


def _cross(data: Data, _: Plots) -> Iterator[Block]:
    return cross_tables(data)


def _pairings(data: Data, _: Plots) -> Iterator[Block]:
    yield Heading("Pairings")
    boards = list(dict.fromkeys(row["board"] for row in data["pairings"]))
    for board in boards[:1] if len(boards) == 2 else boards:
        rows = [_pairing(row) for row in data["pairings"] if row["board"] == board]
        columns = ["pairing", "games", "won–drawn–lost", "score", "Elo", f"{percent(data['confidence'], 0)} interval"]
        columns += ["stronger", "draws", "pairs 0 ½ 1 1½ 2"]
        caption = ("All boards." if len(boards) > 2 else "") if board is None else f"{board}."
        yield Table(columns, rows, align="lrrrrrrrr", caption=caption, folded=board is not None)


def _pairing(row: Mapping[str, Any]) -> list[str]:
    found = row["estimate"]
    return [
        f"{row['a']} – {row['b']}",
        number(row["games"]),
        record(row),
        percent(row["score"]),
        signed(found["elo"]),
        interval(found["elo_low"], found["elo_high"]),
        likelihood(found["superiority"]),
        percent(row["draw_rate"], 0),
        " ".join(map(str, row["pentanomial"])),
    ]


def _colours(data: Data, drawn: Plots) -> Iterator[Block]:
    yield Heading("Score by side")
    about: dict[str, Any] = {}
    for entry in data["ratings"]:
        about |= entry["boards"] if entry["board"] is not None or len(data["ratings"]) == 1 else {}
    rows = []
    for board in data["boards"]:
        first = about[board["board"]]
        move = plus_minus(first["first_move"], first["first_move_error"])
        rows.append([board["board"], number(board["games"]), record(board), percent(board["score"]), move])
    columns = ["board", "games", "first side won–drawn–lost", "its score", "the first move is worth (Elo)"]
    yield Table(columns, rows)
    rows = [
        [
            p["name"],
            percent(p["first"]["score"]),
            record(p["first"]),
            percent(p["second"]["score"]),
            record(p["second"]),
        ]
        for p in data["players"]
    ]
    yield Table(["player", "as first", "won–drawn–lost", "as second", "won–drawn–lost"], rows)
    yield from _plot(drawn, "colour")


def _limits(data: Data, drawn: Plots) -> Iterator[Block]:
    """Equal time beside equal nodes, where players came with both."""
    for index, table in enumerate(data["limits"], 1):
        one, other = table["labels"]
        if index == 1:
            yield Heading("The same players under other limits")
            yield Paragraph("Each group is rated by the games among its own players; what it gains is the difference.")
        rows = [
            [row["base"], *(plus_minus(r["rating"], r["error"]) for r in (*row["ratings"], _gain(row)))]
            for row in table["rows"]
        ]
        yield Table(["player", one, other, "gain"], rows, caption=f"{one} and {other}.")
        yield from _plot(drawn, f"limits-{index}")


def _gain(row: Mapping[str, Any]) -> dict[str, float]:
    return {"rating": row["gain"], "error": row["gain_error"]}


def _lengths(data: Data, drawn: Plots) -> Iterator[Block]:
    yield Heading("Lengths of games")
    rows = [
        [b["board"], number(b["lengths"]["mean"]), str(b["lengths"]["shortest"]), str(b["lengths"]["longest"])]
        for b in data["boards"]
    ]
    yield Table(["board", "mean plies", "shortest", "longest"], rows)
    yield from _plot(drawn, "lengths")


def _endings(data: Data, _: Plots) -> Iterator[Block]:
    yield Heading("How games ended")
    kinds = list(dict.fromkeys(kind for board in data["boards"] for kind in board["terminations"]))
    rows = [[b["board"], *(number(b["terminations"].get(kind, 0)) for kind in kinds)] for b in data["boards"]]
    yield Table(["board", *("by the " + kind if kind == "rules" else kind for kind in kinds)], rows)
    rows = [
        [board["board"], reason, number(count), percent(count / board["games"])]
        for board in data["boards"]
        for reason, count in list(board["endings"].items())[:8]
    ]
    if rows:
        yield Table(["board", "ending", "games", "share"], rows, align="llrr", caption="By the rules.", folded=True)
    faulty = [player for player in data["players"] if player["faults"]]
    if faulty:
        kinds = sorted({kind for player in faulty for kind in player["faults"]})
        rows = [[p["name"], *(number(p["faults"].get(kind, 0)) for kind in kinds)] for p in faulty]
        yield Table(["player", *kinds], rows, caption="Games lost by a player's own fault.")


def _time(data: Data, drawn: Plots) -> Iterator[Block]:
    yield Heading("Use of time")
    columns = [
        "player",
        "limit",
        "moves",
        "s a move",
        "longest",
        "of the limit",
        "nodes a move",
        "nodes a second",
        "depth",
    ]
    rows = []
    for player in data["players"]:
        use = player["use"]
        before = [number(use[key]) for key in ("moves", "seconds_a_move", "longest")]
        after = [number(use[key]) for key in ("nodes_a_move", "nodes_per_second", "depth")]
        rows.append([player["name"], player["limits"] or "–", *before, percent(use["share_of_limit"], 0), *after])
    yield Table(columns, rows, align="llrrrrrrr")
    yield from _plot(drawn, "time")


def _openings(data: Data, _: Plots) -> Iterator[Block]:
    yield Heading("Openings that decide")
    yield Paragraph("An opening decides a pair when the same side won both games, whoever played it.")
    rows = []
    for board in data["boards"]:
        of_board = [row["decided_by_opening"] for row in data["pairings"] if row["board"] == board["board"]]
        pairs = sum(row["pairs"] for row in data["pairings"] if row["board"] == board["board"])
        first, second = sum(row["first"] for row in of_board), sum(row["second"] for row in of_board)
        share = percent((first + second) / pairs) if pairs else "–"
        rows.append([board["board"], number(pairs), number(first), number(second), share])
    yield Table(["board", "pairs", "first side won both", "second side won both", "decided"], rows)
    for board in data["boards"]:
        listed = board["openings"]["listed"][:12]
        if listed:
            rows = [[_opening(one), str(one["pairs"]), str(one["first"]), str(one["second"])] for one in listed]
            different = _many(board["openings"]["different"], "opening")
            caption = f"{board['board']}: {board['openings']['deciding']} of {different}."
            columns = ["opening", "pairs", "first side won both", "second side won both"]
            yield Table(columns, rows, caption=caption, folded=True)


def _opening(one: Mapping[str, Any]) -> str:
    words = one["opening"] or "no moves"
    return f"{one['start']}: {words}" if one["start"] else words


def _reading(data: Data, _: Plots) -> Iterator[Block]:
    yield Heading("How to read this")
    yield Paragraph(how_to_read(data))


def how_to_read(data: Data) -> str:
    """What the words over the columns mean."""
    return (
        f"Intervals are at {percent(data['confidence'], 0)}, made from pairs: two games with the same opening, sides "
        "turned. Ratings are fitted to all games together, with draws and the first move allowed for; their mean is 0. "
        "“Above the next” and “stronger” are likelihoods that a player is the better one. An interval that is “above” "
        "or “below” a number is open on its other side, since one player won everything. “Pairs 0 ½ 1 1½ 2” counts "
        "pairs by the points that the first named player took from both games. What the first move is worth are the "
        "Elo that the side to begin gains by it. An opening is played by every pairing, so there are fewer openings "
        "than pairs; it decides a pair when the same side won both games."
    )
