"""Records a playthrough of every registered game: random moves from a fixed seed, and the position after each.

    python tests/playthroughs/record.py           records those that are missing
    python tests/playthroughs/record.py --all     records all again, after a wanted change of rules or notation

Read the difference before committing it.
"""

from __future__ import annotations

import random
import sys
from pathlib import Path

import plies
from plies import registry

HERE = Path(__file__).parent
LONGEST = 120


def file_of(name: str) -> Path:
    return HERE / (name.translate(str.maketrans(":,=/", "____")) + ".txt")


def play_through(name: str, moves: list[str] | None = None) -> str:
    """A game as text: by the given moves, or by random ones."""
    chance = random.Random(f"playthrough of {name}")
    position = plies.game(name).start()
    lines = [f"game     {name}", f"start    {position.text}"]
    while position.outcome is None and len(position.line) < LONGEST:
        if moves is not None and len(position.line) == len(moves):
            break
        move = chance.choice(sorted(position.moves)) if moves is None else moves[len(position.line)]
        lines.append(f"of {len(position.moves):<4}  {move}")
        position = position.play(move)
        lines.append(f"         {position.text}")
    end = position.outcome
    reported = "none yet" if end is None else f"{end.winner or 'draw'}: {end.reason}"
    lines.append(f"outcome  {reported}")
    return "\n".join(lines) + "\n"


def main() -> None:
    for family in registry.families().values():
        for name in family.examples:
            if "--all" in sys.argv or not file_of(name).exists():
                file_of(name).write_text(play_through(name), encoding="utf-8")
                print(f"recorded {file_of(name)}")


if __name__ == "__main__":
    main()
