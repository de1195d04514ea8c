"""Football: the last minutes of a game, both sides calling at once. The rules are in guide.md."""

from pathlib import Path

#: what a person should know, in Markdown
GUIDE = Path(__file__).with_name("guide.md")
