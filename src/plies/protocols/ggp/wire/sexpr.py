"""S-expressions, as messages and rules of game servers are written: words and lists in brackets, `;` begins a comment.

Case does not matter, so words become small letters. What is read comes from anywhere: nesting and length are bounded.
"""

from __future__ import annotations

import re

from plies.errors import InvalidMessage
from plies.games.contract import Expression

#: rules of real games nest less than ten deep
DEEPEST = 100
LONGEST_WORD = 500
_TOKENS = re.compile(r";[^\n]*|[()]|[^\s();]+")


def parse(text: str) -> Expression:
    """The one expression that a text holds; raises InvalidMessage."""
    found = parse_all(text)
    if len(found) != 1:
        raise InvalidMessage(f"{'nothing' if not found else f'{len(found)} expressions'} where one was expected")
    return found[0]


def parse_all(text: str) -> list[Expression]:
    """All expressions of a text one after the other."""
    lists: list[list[Expression]] = [[]]
    for token in _TOKENS.findall(text):
        if token == "(":
            if len(lists) > DEEPEST:
                raise InvalidMessage(f"brackets nested more than {DEEPEST} deep")
            lists.append([])
        elif token == ")":
            if len(lists) == 1:
                raise InvalidMessage("a closing bracket without an opening one")
            closed = tuple(lists.pop())
            lists[-1].append(closed)
        elif not token.startswith(";"):
            lists[-1].append(_word(token))
    if len(lists) > 1:
        unclosed = "1 bracket is" if len(lists) == 2 else f"{len(lists) - 1} brackets are"
        raise InvalidMessage(f"{unclosed} never closed")
    return lists[0]


def _word(token: str) -> str:
    if len(token) > LONGEST_WORD:
        raise InvalidMessage(f"a word of {len(token)} letters, but words have at most {LONGEST_WORD}")
    if not token.isascii() or not token.isprintable():
        raise InvalidMessage("a word with letters that are not plain ASCII")
    return token.lower()


def format(expression: Expression) -> str:
    """An expression as text."""
    if isinstance(expression, str):
        return expression
    return f"({' '.join(format(part) for part in expression)})"
