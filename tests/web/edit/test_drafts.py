"""Texts that are judged while they are written."""

from __future__ import annotations

import asyncio

import pytest

import plies
from plies.errors import InvalidFile, Refused
from plies.web.edit.drafts import NEWER, Drafts

ENDLESS = b"def mine(state, me):\n    while True:\n        pass\n"
PATH = "/nowhere/mine.py"


def test_a_newer_text_ends_the_one_before_and_time_is_bounded() -> None:
    position = plies.game("pawns:4x5").start()

    async def one(drafts: Drafts, text: bytes) -> float:
        return float(await drafts.evaluate(position, f"{PATH}:mine", 0, {PATH: text}))

    async def all_of_it() -> None:
        drafts = Drafts(200.0)
        endless = asyncio.create_task(one(drafts, ENDLESS))
        await asyncio.sleep(1.0)
        assert await one(drafts, b"def mine(state, me):\n    return 42.5\n") == 42.5
        with pytest.raises(Refused, match=NEWER):
            await endless
        drafts.seconds = 2.0
        with pytest.raises(InvalidFile, match="no answer within"):
            await one(drafts, ENDLESS)
        await drafts.close()

    asyncio.run(all_of_it())
