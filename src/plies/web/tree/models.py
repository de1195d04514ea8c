"""What the tree page asks for. Algorithms and caches are those of the textbook's registry."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated

from pydantic import AfterValidator, BaseModel, ConfigDict, Field
from pydantic_core import PydanticCustomError

from plies.search.textbook import CACHES, registry
from plies.search.textbook.options import CACHE
from plies.search.textbook.tree import DEEPEST
from plies.web.tree.subject import DEFAULT_DEPTH, EXAMPLE, SearchOptions, Wanted


def _one_of(name: str, known: Iterable[str]) -> str:
    names = list(known)
    if name not in names:
        raise PydanticCustomError("literal_error", "one of {expected}", {"expected": ", ".join(names)})
    return name


def _algorithm(name: str) -> str:
    """The algorithm's own name, also for one of its aliases."""
    return registry.find(_one_of(name, registry.names())).name


def _cache(name: str) -> str:
    return _one_of(name, CACHES)


class _Model(BaseModel):
    model_config = ConfigDict(extra="forbid", allow_inf_nan=False)


class Searched(_Model):
    """What is searched: one of `game`, `tree` and `classic`."""

    game: str | None = Field(None, max_length=80, description="a registered game, such as GET /api/trees lists")
    position: str | None = Field(None, max_length=1000, description="a line of text; the start when left out")
    heuristic: str | None = Field(None, max_length=80, description="values the leaves; the game's own when left out")
    depth: int | None = Field(None, ge=0, le=DEEPEST, description=f"plies; {DEFAULT_DEPTH} for games")
    tree: str | None = Field(None, max_length=60_000, description=f"a tree of numbers, such as {EXAMPLE}")
    classic: str | None = Field(None, max_length=80, description="a tree that lectures show")

    @property
    def wanted(self) -> Wanted:
        return Wanted(**self.model_dump())


class How(_Model):
    """How it is searched."""

    algorithm: Annotated[str, AfterValidator(_algorithm)] = Field(
        default=registry.DEFAULT, json_schema_extra={"enum": list(registry.names())}
    )
    order: str | None = Field(default=None, max_length=80, description="a heuristic; in trees of numbers best or worst")
    cache: Annotated[str, AfterValidator(_cache)] = Field(
        default=str(CACHE.default), json_schema_extra={"enum": list(CACHES)}
    )

    @property
    def options(self) -> SearchOptions:
        return SearchOptions(self.algorithm, self.order, self.cache)


class RecordRequest(_Model):
    subject: Searched
    search: How = Field(default_factory=How)


class CountRequest(_Model):
    subject: Searched
    searches: list[How] = Field(min_length=1, max_length=12)
