"""A game with at least one human at the terminal: the prompt and its commands."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Callable, Collection
from pathlib import Path
from textwrap import fill

from plies.cli import common
from plies.cli.answers import proof_in_words, thought_in_words
from plies.cli.games import saved_games as saved
from plies.cli.play import screen
from plies.cli.play.seats import Seats
from plies.errors import PlayerFault, PliesError, Refused
from plies.games.position import Outcome, Position

HELP = """\
  a move        such as {example}
  a square      shows the moves of the piece on it
  moves         all moves
  hint          what the other player would play here
  undo          take back your last move (and the answer to it)
  save FILE     write the game to a file; `save! FILE` writes over another file
  load FILE     continue a saved game
  flip          turn the board round
  new           begin again
  resign        give up
  quit          leave (so does the end of the input)"""


class Session:
    """The state of one sitting."""

    def __init__(self, position: Position, seats: Seats, file: Path | None = None) -> None:
        self.start, self.position, self.seats = saved.root_of(position), position, seats
        self.flip = seats.is_human(1) and not seats.is_human(0)
        self.resigned: Outcome | None = None
        self.files = set() if file is None else {file.resolve()}
        self.left = False
        self.commands: dict[str, Callable[[str], None]] = {
            "moves": self._moves,
            "hint": self._hint,
            "undo": self._undo,
            "save": self._save,
            "save!": self._save_over,
            "load": self._load,
            "flip": self._flip,
            "new": self._new,
            "resign": self._resign,
            "help": self._help,
            "quit": self._quit,
        }

    # -- the run of a game -------------------------------------------------------------------------------------------

    @property
    def outcome(self) -> Outcome | None:
        return self.resigned or self.position.outcome

    def run(self) -> int:
        self._complete_words()
        self._draw()
        while not self.left:
            if self.outcome is None and not self.seats.is_human(self.position.state.turn):
                self._answer()
            else:
                self._ask()
        return 0

    def _draw(self, marked: Collection[str] = ()) -> None:
        print("\n" + screen.scene(self.position, self.seats.labels, self.flip, marked) + "\n", flush=True)
        if self.outcome is not None:
            print(f"{common.bold(screen.verdict(self.outcome))}\n", flush=True)

    def _answer(self) -> None:
        """The other player moves."""
        side, name = self.position.turn, self.seats.players[self.position.state.turn].name
        try:
            turn = self.seats.turn(self.position)
        except PlayerFault as fault:
            self.resigned = self.seats.lost(fault, self.position)
        else:
            thought = thought_in_words(turn.answer, self.position, side)
            self.position = turn.position
            print(f"{side} ({name}) plays {common.bold(turn.word)}  {common.dim(thought)}")
        self._draw()

    def _ask(self) -> None:
        prompt = "game over; undo, new, save FILE or quit: " if self.outcome else f"{self.position.turn} to move: "
        try:
            line = input(prompt).strip()
        except EOFError:
            print()
            self.left = True
            return
        if not sys.stdin.isatty():
            print()  # the user's own return key is not on the screen
        try:
            self._obey(line)
        except PliesError as error:
            print(f"  {_shortened(str(error))}", flush=True)

    def _obey(self, line: str) -> None:
        word, _, rest = line.partition(" ")
        command = self.commands.get(word.casefold())
        if command is not None:
            command(rest.strip())
        elif not line or word == "?":
            self._help("")
        elif self._is_square(line):
            self._square(line)
        else:
            self._person_plays(line)

    def _person_plays(self, word: str) -> None:
        if self.resigned is not None:
            raise Refused(f"{word}: the game is over ({self.resigned.reason}); `undo` or `new` continues")
        try:
            self.position = self.position.play(word)
        except PliesError as error:
            hint = "" if self.outcome else " (try `moves` or `help`)"
            raise Refused(str(error).partition("; legal:")[0] + hint) from None
        self._draw()

    # -- squares -----------------------------------------------------------------------------------------------------

    def _is_square(self, word: str) -> bool:
        game = self.position.game
        if game.board is None or game.squares is None or word in self.position.moves:
            return False
        return any(cell.name == word for cell in game.board(self.position.state).cells)

    def _square(self, name: str) -> None:
        """Marks where the piece on a square can go."""
        game, here = self.position.game, self.position
        assert game.squares is not None
        touched = [(move, game.squares(here.state, move)) for move in here.legal]
        found = [(move, squares) for move, squares in touched if squares[0] == name]
        if not found:
            raise Refused(f"nothing on {name} can move now")
        self._draw({square for _, squares in found for square in squares[1:]})
        print(f"  {name}: {' '.join(game.word(here.state, move) for move, _ in found)}", flush=True)

    # -- commands ----------------------------------------------------------------------------------------------------

    def _help(self, _: str) -> None:
        print(HELP.format(example=self.position.game.word_example), flush=True)

    def _moves(self, _: str) -> None:
        if not self.position.moves or self.resigned is not None:
            raise Refused("no moves: the game is over")
        print(fill(" ".join(self.position.moves), 78, initial_indent="  ", subsequent_indent="  "), flush=True)

    def _hint(self, _: str) -> None:
        if self.outcome is not None:
            raise Refused("no hint: the game is over")
        found = self.seats.advise(self.position)
        proven = "" if found.proof is None else f" (proven: {proof_in_words(found, self.position.turn)})"
        thought = ", ".join(filter(None, (found.move, thought_in_words(found, self.position))))
        text = f"hint: {thought}{proven}; line {' '.join(found.line)}"
        print(fill(text, 78, initial_indent="  ", subsequent_indent="        "), flush=True)

    def _undo(self, _: str) -> None:
        """Back to the last turn of a human; a resignation is taken back alone."""
        if self.resigned is not None:
            self.resigned = None
        else:
            here = self.position.parent
            while here is not None and not self.seats.is_human(here.state.turn):
                here = here.parent
            if here is None:
                raise Refused("there is no move of yours to take back")
            self.position = here
        self._draw()

    def _save(self, name: str, over: bool = False) -> None:
        if not name:
            raise Refused("save where? Type `save FILE`")
        path = Path(name).expanduser()
        if path.exists() and not over and path.resolve() not in self.files:
            raise Refused(f"that file exists already; `save! FILE` writes over it: {name}")
        saved.save(path, self.position, self.seats.names, self.resigned)
        self.files.add(path.resolve())
        print(f"  saved {len(self.position.line)} moves in {name}", flush=True)

    def _save_over(self, name: str) -> None:
        self._save(name, over=True)

    def _load(self, name: str) -> None:
        if not name:
            raise Refused("load what? Type `load FILE`")
        path = Path(name).expanduser()
        self.position, players, self.resigned = saved.load(path, self.position.game)
        self.start = saved.root_of(self.position)
        self.files.add(path.resolve())
        print(f"  loaded {len(self.position.line)} moves of {' against '.join(players)}", flush=True)
        self._draw()

    def _flip(self, _: str) -> None:
        self.flip = not self.flip
        self._draw()

    def _new(self, _: str) -> None:
        self.position, self.resigned = self.start, None
        self.seats.new_game()
        self._draw()

    def _resign(self, _: str) -> None:
        if self.outcome is not None:
            raise Refused(f"the game is over already ({self.outcome.reason})")
        turn = self.position.state.turn
        self.resigned = Outcome(self.position.game.sides[1 - turn], f"{self.position.turn} resigned")
        print(f"\n{common.bold(screen.verdict(self.resigned))}\n", flush=True)

    def _quit(self, _: str) -> None:
        self.left = True

    # -- the keyboard ------------------------------------------------------------------------------------------------

    def _complete_words(self) -> None:
        """Arrow keys and the tab key, where Python has readline and the input is a terminal."""
        if not sys.stdin.isatty():
            return
        with contextlib.suppress(ImportError):
            import readline

            readline.set_completer_delims(" ")
            readline.set_completer(self._complete)
            readline.parse_and_bind("tab: complete")

    def _complete(self, text: str, state: int) -> str | None:
        words = [word for word in (*self.position.moves, *self.commands) if word.startswith(text)]
        return words[state] if state < len(words) else None


def _shortened(message: str) -> str:
    """One line: what the user typed may be long."""
    line = " ".join(message.split())
    return line if len(line) <= 200 else line[:197] + "..."
