"""Jobs of the server in which a user-written heuristic runs as plain Python: they confine themselves before it does.

The server hands over the heuristic as players are written (`/whole/path/mine.py:duo`) and the texts of its files. The
job then reaches what an isolated player reaches, and has as much memory.
"""

from __future__ import annotations

from dataclasses import replace

from plies import registry
from plies.compile.cache import cache_folder
from plies.errors import Refused
from plies.players import copies
from plies.players.files import split_file
from plies.players.kinds import user_file_messages as messages
from plies.players.kinds.user_file import USE
from plies.processes.isolation import NOWHERE, chosen, programs
from plies.user_files import hand_over
from plies.web.own import files

#: what a job is handed of user-written files; none: no such heuristic takes part
Texts = messages.Texts


def handed_over(name: str | None) -> tuple[str | None, Texts]:
    """A heuristic's name as a job takes it, and the texts of its files: those of a label of ours, else the name."""
    if name is None or not files.is_label(name):
        return name, ()
    choice = files.find(name).choice
    return choice, messages.packed(copies.texts_of(split_file(choice)[0]))


def confine(texts: Texts, game: str | None) -> None:
    """From now on these files are what they were in the server, and this process reaches nothing else."""
    if not texts:
        return
    isolation = chosen()
    if isolation == "bubblewrap":  # its walls would have to stand from the beginning
        raise Refused("user-written heuristics are searched here where the system has Landlock (Linux 5.13 or later)")
    path = None if game is None else registry.file_of(game)
    reads = (*programs(), str(cache_folder()), *(() if path is None else copies.texts_of(path)))
    replace(USE, isolation=isolation, reads=reads, writes=(NOWHERE,)).apply()
    hand_over(messages.unpacked(texts))
