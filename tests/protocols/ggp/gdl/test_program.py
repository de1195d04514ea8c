"""Rules as they are read: `or` written out, and everything that has no meaning refused with the reason."""

from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from plies.errors import InvalidMessage
from plies.protocols.ggp.gdl import program
from plies.protocols.ggp.gdl.program import Part, Rule, read_program, relevant
from plies.protocols.ggp.wire import sexpr


def read(text: str) -> tuple[Rule, ...]:
    return read_program(sexpr.parse_all(text))


def test_rules_are_read() -> None:
    assert read("(role white) terminal") == (Rule("role", ("white",)), Rule("terminal", ()))
    assert read("(role white) (role white)") == (Rule("role", ("white",)),)
    (rule,) = read("(<= (p ?x) (true (at ?x)) (not q) (distinct ?x b))")
    assert rule == Rule(
        *("p", ("?x",)),
        (Part("is", "true", (("at", "?x"),)), Part("not", "q", ()), Part("distinct", "distinct", ("?x", "b"))),
    )
    assert (rule.relation, rule.body[0].relation) == (("p", 1), ("true", 1))


def test_or_is_several_rules() -> None:
    assert read("(<= p (or q (and r s)) t)") == read("(<= p q t) (<= p r s t)")
    assert read("(<= p (or q (or r (or s t))))") == read("(<= p q) (<= p r) (<= p s) (<= p t)")
    assert read("(<= p (and (or q r) (or s t)))") == read("(<= p q s) (<= p q t) (<= p r s) (<= p r t)")
    assert read("(<= p (or))") == ()
    assert read("(<= p q q)") == read("(<= p q)")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("(<=)", "without a head"),
        ("(p ?x)", "a variable that no positive sentence of its body binds"),
        ("(<= (p ?x) (not (q ?x)))", "a variable that no positive sentence of its body binds"),
        ("(<= p (q ?x) (distinct ?x ?y))", "a variable that no positive sentence of its body binds"),
        ("()", "does not begin with the name of a relation"),
        ("((p) q)", "does not begin with the name of a relation"),
        ("(?x q)", "does not begin with the name of a relation"),
        ("(<= p (not (distinct a b)))", "`not` of something else than one sentence"),
        ("(<= p (not (or q r)))", "`not` of something else than one sentence"),
        ("(<= p (distinct a))", "does not begin with the name of a relation"),
        ("(p ())", "a term that does not begin with a name"),
        ("(p ((q) r))", "a term that does not begin with a name"),
        ("(p (?x r))", "a term that does not begin with a name"),
        ("(true (at 1))", "a rule for `true`, which is given"),
        ("(<= (does white noop) p)", "a rule for `does`, which is given"),
        ("(p " + "(f " * 20 + "x" + ")" * 21, "nested more than 12 deep"),
        ("(<= p " + "(or q r) " * 7 + ")", "more than 64 rules"),
        ("(<= p (or" + " q" * 65 + "))", "more than 64 rules"),
        ("(<= p (and" + " (or q r)" * 60 + "))", "more than 64 rules"),
        ("(<= p " + " ".join(f"q{n}" for n in range(101)) + ")", "more than 100 literals"),
    ],
)
def test_what_has_no_meaning_is_refused(text: str, said: str) -> None:
    with pytest.raises(InvalidMessage, match=said):
        read(text)


def test_too_many_rules_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(program, "MOST_RULES", 3)
    with pytest.raises(InvalidMessage, match="more than 3 rules"):
        read("a b c d")


def test_rules_that_nothing_depends_on_are_left_out() -> None:
    rules = read("(width 8) (role w) (<= terminal (p a)) (<= (p ?x) (not (q ?x)) (r ?x)) (r a) (q b) (input w a)")
    assert [rule.name for rule in relevant(rules)] == ["role", "terminal", "p", "r", "q"]


TERMS = st.recursive(
    st.sampled_from(["<=", "not", "or", "and", "distinct", "true", "p", "q", "?x", "?y"]),
    lambda inner: st.lists(inner, max_size=4).map(tuple),
    max_leaves=12,
)


@settings(max_examples=100, deadline=None)
@given(st.lists(TERMS, max_size=5))
def test_any_expressions_are_rules_or_refused(expressions: list[object]) -> None:
    with suppress(InvalidMessage):
        assert all(isinstance(rule, Rule) for rule in read_program(expressions))  # type: ignore[arg-type]
