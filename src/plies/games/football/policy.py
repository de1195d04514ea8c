"""Policy files: a strategy as rules, first match wins.

    {"side": "offence",
     "rules": [{"when": {"yards": [1, 10], "downs": 1}, "mix": {"37 Slant": 0.7, "Z Corner 82": 0.3}},
               {"when": {"ticks": [1, 6]}, "mix": "optimal"}],
     "otherwise": {"Y Cross 80": 1}}

`when` names any of yards, downs (left), to_go and ticks, each a whole number or [from, to]. A mix gives names with
their chances, which sum to 1, or is one of the words optimal, pure and uniform.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from plies.games.football.jsonplaces import Path as JsonPath
from plies.games.football.jsonplaces import read_json
from plies.games.football.playbook import (
    SUM_TOLERANCE,
    Playbook,
    is_number,
    is_whole,
    mistakes_error,
    read_text,
    shorten,
)

SIDES = ("offence", "defence")
WORDS = ("optimal", "pure", "uniform")
ASPECTS = ("yards", "downs", "to_go", "ticks")
Mix = str | tuple[float, ...]


@dataclass(frozen=True)
class Rule:
    """Where every aspect in `when` lies in its range, the mix is played."""

    when: dict[str, tuple[int, int]]
    mix: Mix


@dataclass(frozen=True)
class Policy:
    """The rules of one side, in order; the last has no condition."""

    side: str
    rules: tuple[Rule, ...]


def load_policy(path: str | Path, playbook: Playbook) -> Policy:
    """Read and check a policy file."""
    return parse_policy(read_text(path, "policy"), playbook, str(path))


def parse_policy(text: str, playbook: Playbook, name: str = "policy") -> Policy:
    """A policy from JSON text; InvalidFile names every mistake with its place."""
    reader = _Reader(read_json(text, name), playbook)
    policy = reader.policy()
    if reader.mistakes:
        raise mistakes_error(text, name, reader.mistakes)
    return policy


@dataclass
class _Reader:
    data: Any
    playbook: Playbook
    mistakes: list[tuple[JsonPath, str]] = field(default_factory=list)

    def wrong(self, path: JsonPath, problem: str) -> None:
        self.mistakes.append((path, problem))

    def policy(self) -> Policy:
        nothing = Policy("offence", ())
        if not isinstance(self.data, dict):
            self.wrong((), f"a policy is an object with side, rules and otherwise, not {shorten(self.data)}")
            return nothing
        self._known(self.data, (), ("side", "rules", "otherwise"))
        side = self.data.get("side")
        if side not in SIDES:
            self.wrong(("side",), f"must be offence or defence, not {shorten(side)}")
            return nothing
        names = self.playbook.plays if side == "offence" else self.playbook.formations
        rules = self.data.get("rules", [])
        if not isinstance(rules, list):
            self.wrong(("rules",), f"must be a list of rules, not {shorten(rules)}")
            rules = []
        read = [self._rule(rule, ("rules", k), names) for k, rule in enumerate(rules)]
        read.append(Rule({}, self._mix(self.data.get("otherwise"), ("otherwise",), names)))
        return Policy(side, tuple(read))

    def _known(self, entries: dict[str, Any], path: JsonPath, known: tuple[str, ...]) -> None:
        for key in entries:
            if key not in known:
                self.wrong((*path, key), f"unknown entry {shorten(key)}; known: {', '.join(known)}")

    def _rule(self, rule: Any, path: JsonPath, names: tuple[str, ...]) -> Rule:
        if not isinstance(rule, dict) or not isinstance(rule.get("when"), dict):
            self.wrong(path, f'must be an object with "when" and "mix", not {shorten(rule)}')
            return Rule({}, "uniform")
        self._known(rule, path, ("when", "mix"))
        self._known(rule["when"], (*path, "when"), ASPECTS)
        when = {}
        for aspect, wanted in rule["when"].items():
            ends = wanted if isinstance(wanted, list) else [wanted, wanted]
            if len(ends) != 2 or not all(is_whole(end) for end in ends) or ends[0] > ends[1]:
                self.wrong((*path, "when", aspect), f"must be a whole number or [from, to], not {shorten(wanted)}")
            else:
                when[aspect] = (ends[0], ends[1])
        return Rule(when, self._mix(rule.get("mix"), (*path, "mix"), names))

    def _mix(self, mix: Any, path: JsonPath, names: tuple[str, ...]) -> Mix:
        if isinstance(mix, str) and mix in WORDS:
            return mix
        if not isinstance(mix, dict):
            self.wrong(path, f"must give names with their chances, or be {', '.join(WORDS)}; not {shorten(mix)}")
            return "uniform"
        for key, chance in mix.items():
            if key not in names:
                self.wrong((*path, key), f"unknown name {shorten(key)}; known: {', '.join(names)}")
            elif not is_number(chance) or not 0 <= chance <= 1:
                self.wrong((*path, key), f"a chance must be a number from 0 to 1, not {shorten(chance)}")
        if self.mistakes:
            return "uniform"
        total = math.fsum(mix.values())
        if abs(total - 1.0) > SUM_TOLERANCE:
            self.wrong(path, f"the chances must sum to 1, not {total:.12g}")
            return "uniform"
        return tuple(float(mix.get(name, 0.0)) / total for name in names)
