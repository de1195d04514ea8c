from __future__ import annotations

import pytest

import plies.football


@pytest.fixture(scope="session")
def minute() -> plies.football.FootballSolution:
    """Every situation of up to a minute."""
    return plies.football.solve(ticks=12)


@pytest.fixture(scope="session")
def usual() -> plies.football.FootballSolution:
    """What can arise from the usual start."""
    return plies.football.solve(start=plies.football.START)
