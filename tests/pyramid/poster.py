"""Runs `mariani poster` for tests, and says what its folder holds."""

import os
import re
import subprocess
import time
from pathlib import Path

MARIANI = os.environ["MARIANI"]
INCOMPLETE = 3


def run(*arguments, command=(MARIANI, "poster"), **options):
    return subprocess.run([*command, *map(str, arguments)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                          check=False, **options)


def start(*arguments, command=(MARIANI, "poster"), **options):
    return subprocess.Popen([*command, *map(str, arguments)], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                            text=True, **options)


def make(folder, *arguments, **options):
    """Makes the whole poster; fails where it is not complete then."""
    result = run("-o", folder, *arguments, **options)
    if result.returncode != 0:
        raise AssertionError(result.stdout + result.stderr)
    return result.stdout


def checked(folder):
    """The cells of a poster and the hash of their dwells; fails where one is damaged."""
    result = run(folder, "--check")
    found = re.search(r"(\d+)(?: of \d+)? cells, all as they were written, hash ([0-9a-f]{16})", result.stdout)
    if not found:
        raise AssertionError(result.stdout + result.stderr)
    return int(found[1]), found[2]


def logged_cells(folder):
    return sum(log.read_text(errors="replace").count("\n") for log in Path(folder).glob("done/*.log"))


def wait_for_cells(folder, count, process):
    """Until so many cells are logged, or the process has ended."""
    while logged_cells(folder) < count and process.poll() is None:
        time.sleep(0.005)


def unfinished_files(folder):
    return [path for path in Path(folder).rglob("*.part")]
