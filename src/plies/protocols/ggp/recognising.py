"""Recognising games beside the server: rules that are not ours word for word go to a child process, once for all
matches that bring them.
"""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from contextlib import aclosing

from plies.games.contract import Expression
from plies.processes.link import Late, NoAnswer
from plies.processes.stream import conversation
from plies.protocols.ggp.gdl import child_main
from plies.protocols.ggp.gdl.recognition import Known, Unknown, recognise_own
from plies.protocols.ggp.wire import sexpr

#: answers that are kept for the next match
REMEMBERED = 32
#: no rules are compared for longer, however long the start clock is
LONGEST = 60.0
#: the part of its time that the child keeps back, for its answer
KEPT_BACK = 0.1


class Recogniser:
    """Which game rules describe. Two matches that bring the same rules at once wait for one comparison."""

    def __init__(self) -> None:
        self._answers: OrderedDict[str, Known | Unknown] = OrderedDict()
        self._asked: dict[str, asyncio.Task[Known | Unknown]] = {}

    async def recognise(self, rules: tuple[Expression, ...], seconds: float) -> Known | Unknown:
        """Never takes longer than `seconds`."""
        own = recognise_own(rules)
        if own is not None:
            return own
        text = " ".join(map(sexpr.format, rules))
        if text in self._answers:
            self._answers.move_to_end(text)
            return self._answers[text]
        ends = time.monotonic() + min(seconds, LONGEST)
        while (left := ends - time.monotonic()) > 0:
            if text not in self._asked:
                self._asked[text] = asyncio.ensure_future(self._ask(text, left))
                return await asyncio.shield(self._asked[text])  # ends in that time by itself, the child included
            try:
                answer = await asyncio.wait_for(asyncio.shield(self._asked[text]), left)
            except TimeoutError:
                break
            if isinstance(answer, Known) or answer.is_certain:
                return answer  # else somebody with a shorter clock gave up
        return _too_slow(seconds)

    async def _ask(self, text: str, seconds: float) -> Known | Unknown:
        request = child_main.Request(text, until=time.time() + (1 - KEPT_BACK) * seconds)
        how = child_main.__name__, child_main.MESSAGES, child_main.ALLOWANCE
        answer: Known | Unknown = Unknown("the rules cannot be interpreted", is_certain=False)
        try:
            async with aclosing(conversation(*how, request=request, seconds=seconds)) as messages:
                async for message in messages:
                    answer = message
        except Late:
            answer = _too_slow(seconds)
        except NoAnswer as error:
            answer = Unknown(f"the rules cannot be interpreted: {error}", is_certain=False)
        finally:
            del self._asked[text]
        if isinstance(answer, Known) or answer.is_certain:
            self._answers[text] = answer
            while len(self._answers) > REMEMBERED:
                self._answers.popitem(last=False)
        return answer

    def close(self) -> None:
        for task in self._asked.values():
            task.cancel()


def _too_slow(seconds: float) -> Unknown:
    return Unknown(f"the rules could not be compared within {seconds:.1f} s", is_certain=False)
