"""What every benchmark shares: rows with a ratio and a gate, interleaved timing, C on the spot, peers in their own
environments."""

from __future__ import annotations

import ctypes
import json
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import median
from typing import Any

HERE = Path(__file__).parent
ROOT = HERE.parent
ENVIRONMENTS = ROOT / ".benchmarks"


@dataclass
class Row:
    """One comparison. `ratio` is how many times better ours is; a `gate` is the least ratio that passes."""

    name: str
    ours: float
    peer: float | None
    ratio: float | None
    gate: float | None
    unit: str
    note: str = ""

    @property
    def passed(self) -> bool:
        return self.gate is None or (self.ratio is not None and self.ratio >= self.gate)


def say(text: str) -> None:
    """Progress, on standard error."""
    print(text, file=sys.stderr, flush=True)


def interleaved(times: int, *runs: Callable[[], float]) -> list[float]:
    """The median of each run's own figure, taking turns so that changes of the machine's speed affect all alike."""
    figures: list[list[float]] = [[] for _ in runs]
    for _ in range(times):
        for index, run in enumerate(runs):
            figures[index].append(run())
    return [median(one) for one in figures]


def clock(work: Callable[[], Any]) -> tuple[float, Any]:
    started = time.perf_counter()
    result = work()
    return time.perf_counter() - started, result


def compile_c(source: str) -> ctypes.CDLL:
    """A C file of benchmarks/native as a loaded library."""
    ENVIRONMENTS.mkdir(exist_ok=True)
    target = ENVIRONMENTS / (Path(source).stem + ".so")
    command = ["cc", "-O3", "-march=native", "-shared", "-fPIC", "-o", str(target), str(HERE / "native" / source)]
    subprocess.run(command, check=True)
    return ctypes.CDLL(str(target))


def environment(name: str, packages: Sequence[str]) -> Path:
    """The Python of a virtual environment of its own for a peer, made when it is missing."""
    folder = ENVIRONMENTS / name
    python = folder / "bin" / "python"
    ready = folder / ".ready"
    if not ready.exists():
        say(f"  installing {', '.join(packages)} for comparison ...")
        subprocess.run([sys.executable, "-m", "venv", str(folder)], check=True)
        quiet = ["--quiet", "--disable-pip-version-check"]
        subprocess.run([str(python), "-m", "pip", "install", *quiet, *packages], check=True, stderr=subprocess.DEVNULL)
        ready.touch()
    return python


class Peer:
    """A program in another environment that answers one JSON line per question."""

    def __init__(self, name: str, packages: Sequence[str], script: str) -> None:
        python = environment(name, packages)
        self.process = subprocess.Popen(
            [str(python), str(HERE / "peers" / script)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def ask(self, **question: Any) -> dict[str, Any]:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(json.dumps(question) + "\n")
        self.process.stdin.flush()
        answer = self.process.stdout.readline()
        if not answer:
            raise RuntimeError(f"the peer stopped without an answer to {question}")
        return dict(json.loads(answer))

    def close(self) -> None:
        assert self.process.stdin is not None
        self.process.stdin.close()
        self.process.wait(10)


def save(section: str, rows: Sequence[Row]) -> None:
    """Keeps the rows of a section beside the benchmarks; `run.py` writes docs/benchmarks.md from them."""
    folder = HERE / "results"
    folder.mkdir(exist_ok=True)
    record = {"date": time.strftime("%Y-%m-%d"), "machine": machine(), "rows": [asdict(row) for row in rows]}
    (folder / f"{section}.json").write_text(json.dumps(record, indent=1) + "\n")


def machine() -> str:
    """The processor, the number of cores and Python's version, in a few words."""
    import os
    import platform

    model = "unknown processor"
    for line in Path("/proc/cpuinfo").read_text().splitlines() if Path("/proc/cpuinfo").exists() else []:
        if line.startswith("model name"):
            model = line.partition(":")[2].strip()
            break
    return f"{model}, {os.cpu_count()} cores, Python {platform.python_version()}"


def table(rows: Sequence[Row]) -> str:
    """The rows as a Markdown table."""
    lines = ["| what | ours | peer | unit | ratio | gate | |", "|---|---:|---:|---|---:|---:|---|"]
    for row in rows:
        peer = "" if row.peer is None else _number(row.peer)
        ratio = "" if row.ratio is None else f"{row.ratio:.2f}"
        gate = "" if row.gate is None else f"{row.gate:g}"
        verdict = "" if row.gate is None else ("passed" if row.passed else "**missed**")
        note = f" {row.note}" if row.note else ""
        lines.append(f"| {row.name} | {_number(row.ours)} | {peer} | {row.unit} | {ratio} | {gate} | {verdict}{note} |")
    return "\n".join(lines)


def _number(value: float) -> str:
    return f"{value:,.0f}" if abs(value) >= 1000 else f"{value:.3g}"
