"""Who asks: the address that a request comes from, and behind it the visitor, known by a cookie.

The cookie holds a time and random letters, signed by this server with a key that dies with it. It says nothing about
the visitor and is read for one purpose: everybody gets a fair share of the server. All requests of an address without
a cookie of ours count as one visitor, so whoever throws the cookie away or makes one up gains nothing.
"""

from __future__ import annotations

import hmac
import ipaddress
import math
import re
import secrets
import time
from contextvars import ContextVar
from dataclasses import dataclass
from functools import lru_cache

NAME = "plies_visitor"
#: bits of an IPv6 address that belong to one network
NETWORK = 64


@dataclass(frozen=True)
class Client:
    """A visitor at an address. `since` is when its cookie was made: where not all fit in, the youngest gives way."""

    address: str = ""
    visitor: str = ""
    since: float = math.inf


NOBODY = Client()
_asking: ContextVar[Client] = ContextVar("client", default=NOBODY)


def asking() -> Client:
    """Whose request is being answered; nobody's outside of requests."""
    return _asking.get()


def answering(client: Client) -> None:
    """From now on the current task, and what it starts, works for this client."""
    _asking.set(client)


@lru_cache(1024)
def network(address: str) -> str:
    """What counts as one address: an IPv4 address, or a network of IPv6, where one machine has many addresses."""
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv4Address):
        return str(found)
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return str(ipaddress.ip_network((found, NETWORK), strict=False))


class Cookies:
    """Makes and reads the cookies of one server; `port` tells it from others on the same machine."""

    def __init__(self, port: int) -> None:
        self.name = f"{NAME}_{port}"
        self._key = secrets.token_bytes(32)
        self._pattern = re.compile(
            rf"(?:^|;)\s*{self.name}=(\d{{1,12}})\.([A-Za-z0-9_-]{{12,32}})\.([0-9a-f]{{32}})(?=;|\s*$)"
        )

    def client(self, address: str, cookies: str) -> Client:
        """The visitor whose cookie it is; the common one of the address where there is none of ours."""
        found = self._pattern.search(cookies)
        if found is None:
            return Client(network(address))
        since, visitor, signature = found.groups()
        if not hmac.compare_digest(signature, self._signature(since, visitor)):
            return Client(network(address))
        return Client(network(address), visitor, float(since))

    def new(self) -> str:
        """A cookie for a visitor who has none, as the header has it; the browser forgets it when it is closed."""
        since, visitor = str(int(time.time())), secrets.token_urlsafe(12)
        value = f"{since}.{visitor}.{self._signature(since, visitor)}"
        return f"{self.name}={value}; Path=/; HttpOnly; SameSite=Strict"

    def _signature(self, since: str, visitor: str) -> str:
        return hmac.digest(self._key, f"{since}.{visitor}".encode(), "sha256").hex()[:32]
