"""Packages with algorithms, installed into folders of tests; whoever has the folder on its path has the algorithms."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from zipfile import ZipFile

from plies.processes.spawn import environment


def write_wheel(folder: Path, name: str, source: str, points: dict[str, str]) -> Path:
    """A wheel with one module. `points` are entry points of the group plies.algorithms."""
    listed = "".join(f"{key} = {value}\n" for key, value in points.items())
    info = f"{name}-1.0.dist-info"
    files = {
        f"{name}.py": source,
        f"{info}/METADATA": f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n",
        f"{info}/WHEEL": "Wheel-Version: 1.0\nGenerator: tests\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
        f"{info}/entry_points.txt": f"[plies.algorithms]\n{listed}",
    }
    record = "".join(f"{path},,\n" for path in (*files, f"{info}/RECORD"))
    wheel = folder / f"{name}-1.0-py3-none-any.whl"
    with ZipFile(wheel, "w") as archive:
        for path, text in (files | {f"{info}/RECORD": record}).items():
            archive.writestr(path, text)
    return wheel


def install(folder: Path, name: str, source: str, points: dict[str, str]) -> Path:
    """The folder that a wheel with one module was installed into by pip."""
    wheel, site = write_wheel(folder, name, source, points), folder / "site"
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "install", "--quiet", "--no-index", "--no-deps"]
    subprocess.run([*pip, "--target", str(site), str(wheel)], check=True, timeout=120)
    return site


def unpack(folder: Path, name: str, source: str, points: dict[str, str]) -> Path:
    """The same without pip, which takes seconds."""
    site = folder / "site"
    with ZipFile(write_wheel(folder, name, source, points)) as archive:
        archive.extractall(site)
    return site


def with_folder(site: Path) -> dict[str, str]:
    """The environment of a process that has a folder on its path, and this very Plies."""
    made = environment()
    return made | {"PYTHONPATH": os.pathsep.join(filter(None, [str(site), made.get("PYTHONPATH")]))}
