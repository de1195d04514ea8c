"""Football: the last minutes of a game, both sides calling at once. The rules are in guide.md."""

from pathlib import Path

#: the guide for people, in Markdown
GUIDE = Path(__file__).with_name("guide.md")

ABOUT = "the last minutes of a game: both sides call at once and chance decides; solved exactly"
#: it is not searched move by move, so it is not a family of games but has a command of its own
COMMAND = "plies football"
