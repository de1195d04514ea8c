"""The files that `plies serve` was given: what is in each, or what is wrong with it, as they stand now.

A file that declares a game is run here, as its rules are trusted everywhere (`plies.game_files`). What else is in a
file is found out by a process of its own, isolated as players are. It is asked again when a file has changed.
"""

from __future__ import annotations

import hashlib
import re
import threading
from dataclasses import dataclass, replace
from pathlib import Path

from plies.errors import HANG, InvalidFile, PlayerFault, PliesError, UnknownName
from plies.game_files import known_files
from plies.games.contract import Game
from plies.players import copies
from plies.players.files import file_digest, split_file
from plies.players.kinds import user_file_messages as messages
from plies.players.kinds.user_file import LOOK, ask, start
from plies.players.user_code.contents import OwnHeuristic
from plies.registry import families, games_in_files


@dataclass(frozen=True)
class OwnFile:
    """A file as it stands now. `line` is where its problem is; 0: in the file as a whole, or nowhere."""

    path: Path
    heuristics: tuple[OwnHeuristic, ...] = ()
    #: the family of games that it declares; empty: none
    game: str = ""
    problem: str = ""
    line: int = 0
    #: a digest of the file and of what it uses
    version: str = ""

    @property
    def label(self) -> str:
        return self.path.name


@dataclass(frozen=True)
class Found:
    """A heuristic of a file, by the name that people see: `mine.py:duo`."""

    file: OwnFile
    heuristic: OwnHeuristic

    @property
    def label(self) -> str:
        return f"{self.file.label}:{self.heuristic.name}"

    @property
    def choice(self) -> str:
        """As players are written."""
        return f"{self.file.path}:{self.heuristic.name}"


_lock = threading.Lock()
#: files by their whole paths, and what they are now; None: they are not there
Digests = tuple[tuple[str, str | None], ...]
#: by the path: the digests of what it depends on, and what was found
_known: dict[Path, tuple[Digests, OwnFile]] = {}


def own_files() -> list[OwnFile]:
    """All files, with what is in them."""
    paths = known_files()
    if not paths:
        return []
    games = {one.path: one for one in games_in_files()}
    with _lock:
        found, names = list[OwnFile](), set[str]()
        for path in paths:
            if path.name in names:
                problem = f"two files are called {path.name}; give one of them another name"
                found.append(OwnFile(path, problem=problem))
                continue
            names.add(path.name)
            declared = games.get(path)
            if declared is not None and declared.problem is not None:
                version = _version(((str(path), file_digest(str(path))),))
                found.append(replace(broken(path, declared.problem), version=version))
                continue
            found.append(_looked_at(path, "" if declared is None or not declared.family else declared.family.name))
        return found


def _looked_at(path: Path, game: str) -> OwnFile:
    known = _known.get(path)
    if known is not None and known[1].game == game and all(file_digest(file) == digest for file, digest in known[0]):
        return known[1]
    beside = [one.path for one in games_in_files() if one.family is not None]
    try:
        texts = copies.texts_of(str(path))
        made = _look(path, texts)
        used = {*made.files, *texts, *map(str, beside)}
        found = OwnFile(path, made.heuristics, game)
    except OSError as error:
        used, found = {str(path)}, OwnFile(path, problem=f"cannot read {path.name}: {error.strerror}")
    except PliesError as error:
        used, found = {str(path), *texts, *map(str, beside)}, broken(path, error)
    digests = tuple((file, file_digest(file)) for file in sorted(used))
    found = replace(found, version=_version(digests))
    _known[path] = digests, found
    return found


def _version(digests: Digests) -> str:
    return hashlib.sha256(repr(digests).encode()).hexdigest()[:16]


def _look(path: Path, texts: copies.Texts) -> messages.Contents:
    link = start(messages.FILE, str(path))
    try:
        request = messages.Look(str(path), tuple(families()), messages.packed(texts))
        return ask(link, request, messages.Contents, LOOK)
    except PlayerFault as fault:
        hint = "; does one of its heuristics never return?" if fault.termination == HANG else ""
        raise InvalidFile(f"{fault.reason}{hint}") from None
    finally:
        link.close(end=1.0)


def broken(path: Path, problem: PliesError) -> OwnFile:
    """A file with what is wrong with it, and the line where that is."""
    text = shown(str(problem))
    place = re.search(r"\bline (\d+)", text)
    return OwnFile(path, problem=text, line=int(place[1]) if place else 0)


def shown(text: str) -> str:
    """A message without the folders of the files, which are nobody's business."""
    for folder in sorted({f"{path.parent}/" for path in known_files()}, key=len, reverse=True):
        text = text.replace(folder, "")
    return text


# -- heuristics by their labels --------------------------------------------------------------------------------------


def is_label(text: str) -> bool:
    """Whether a text names something in one of the files: `mine.py:duo`."""
    return text.partition(".py:")[0] + ".py" in {path.name for path in known_files()} and ".py:" in text


def find(label: str) -> Found:
    """The heuristic of a label; InvalidFile gives the line where its file is broken."""
    name, inside, _ = split_file(label)
    for file in own_files():
        if file.label == name:
            if file.problem:
                raise InvalidFile(file.problem)
            for one in file.heuristics:
                if one.name == inside:
                    return Found(file, one)
            known = ", ".join(one.name for one in file.heuristics) or "none"
            raise UnknownName(f"{name} has no such heuristic; known: {known}")
    raise UnknownName("no such file here; name it when you start the server: plies serve mine.py")


def heuristics_for(game: Game) -> list[Found]:
    """The heuristics of files that fit a game."""
    family = game.name.partition(":")[0]
    return [Found(file, one) for file in own_files() for one in file.heuristics if family in one.games]


def labelled(choice: str) -> str:
    """What a player's choice is called here: the label of one of these files, or the choice itself."""
    path, inside, weights = split_file(choice)
    if ".py:" not in choice or Path(path) not in known_files():
        return choice
    return f"{Path(path).name}:{inside}" + ("" if weights is None else f"({weights})")
