"""Searches in processes of their own, with a cache of their own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

SCRIPT = """
import json, resource, sys, warnings
import plies
heuristic = sys.argv[1] if len(sys.argv) > 1 else "ari"
with warnings.catch_warnings(record=True) as told:
    warnings.simplefilter("always")
    found = plies.analyse(plies.game("pawns:3x5").start(), heuristic, depth=3, selective=False)
used = resource.getrusage(resource.RUSAGE_SELF)
print(json.dumps({"value": found.value, "nodes": found.nodes, "move": found.move,
                  "cpu": used.ru_utime + used.ru_stime, "warnings": [str(one.message) for one in told]}))
"""


def start_process(cache: Path, *arguments: str) -> subprocess.Popen[str]:
    environment = {**os.environ, "PLIES_CACHE": str(cache), "PYTHONDONTWRITEBYTECODE": ""}
    command = [sys.executable, "-c", SCRIPT, *arguments]
    return subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def finish(process: subprocess.Popen[str]) -> dict[str, Any]:
    out, err = process.communicate(timeout=300)
    assert process.returncode == 0, err
    return {**json.loads(out), "stderr": err}


def search(cache: Path, *arguments: str) -> dict[str, Any]:
    return finish(start_process(cache, *arguments))


def fill_at_once(cache: Path) -> str:
    """Two processes fill one cache, both with success and alike; what they said."""
    results = [finish(process) for process in [start_process(cache), start_process(cache)]]
    assert results[0]["value"] == results[1]["value"]
    assert results[0]["nodes"] == results[1]["nodes"]
    search(cache)  # whatever the two have left half done is done now
    return "".join(result["stderr"] for result in results)


def contents(cache: Path) -> dict[str, int]:
    return {str(file.relative_to(cache)): file.stat().st_size for file in sorted(cache.rglob("*")) if file.is_file()}
