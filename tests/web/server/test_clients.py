"""Who asks: cookies that this server has signed, and what counts as one address."""

from __future__ import annotations

import pytest

from plies.web.server.clients import NOBODY, Client, Cookies, answering, asking, network


def value_of(cookie: str) -> str:
    return cookie.partition(";")[0]


def test_a_visitor_is_known_again() -> None:
    cookies = Cookies(8000)
    one, two = cookies.new(), cookies.new()
    assert "; HttpOnly; SameSite=Strict" in one
    assert "Max-Age" not in one  # the browser forgets it when it is closed
    first = cookies.client("10.0.0.1", f"other=1; {value_of(one)}; more=2")
    assert first == cookies.client("10.0.0.1", value_of(one))
    assert first.address == "10.0.0.1"
    assert first != cookies.client("10.0.0.1", value_of(two))
    assert first != cookies.client("10.0.0.2", value_of(one))


@pytest.mark.parametrize("spoil", [lambda text: text[:-1] + ("0" if text[-1] != "0" else "1"), lambda text: text + "x"])
def test_a_cookie_that_is_made_up_is_none(spoil: object) -> None:
    cookies = Cookies(8000)
    made_up = spoil(value_of(cookies.new()))  # type: ignore[operator]
    assert cookies.client("here", made_up) == Client("here")
    assert cookies.client("here", value_of(Cookies(8000).new())) == Client("here")  # of another server
    assert cookies.client("here", value_of(Cookies(8001).new())) == Client("here")
    for nonsense in ("", "plies_visitor_8000=", "plies_visitor_8000=1.2.3", "=;=;" * 1000, "\x00\xff"):
        assert cookies.client("here", nonsense) == Client("here")


def test_nobody_can_be_older_than_the_cookie_says() -> None:
    cookies = Cookies(8000)
    name, _, value = value_of(cookies.new()).partition("=")
    since, rest = value.split(".", 1)
    assert cookies.client("here", f"{name}={int(since) - 1000}.{rest}") == Client("here")


@pytest.mark.parametrize(
    ("address", "same"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::1", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("", ""),
        ("testclient", "testclient"),
    ],
)
def test_one_machine_is_one_address(address: str, same: str) -> None:
    assert network(address) == same


def test_outside_of_requests_nobody_asks() -> None:
    import contextvars

    def inside() -> Client:
        answering(Client("here"))
        return asking()

    assert contextvars.copy_context().run(inside) == Client("here")
    assert asking() == NOBODY
