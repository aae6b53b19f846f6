"""Kills a program at random moments of its real run: at a random call that touches one of its files
(strace tells which there are, and sends SIGKILL as one is entered), or after a random part of its
time."""

import random
import re
import shutil
import subprocess
import time
from collections import Counter

CALLS = ["openat", "write", "writev", "pwrite64", "fsync", "fdatasync", "rename", "renameat",
         "renameat2", "link", "linkat", "unlink", "unlinkat", "ftruncate", "flock", "fchmod",
         "fchown", "close"]
LINE = re.compile(r"^(\d+) +(\w+)\(")


def can_trace():
    """Whether strace is there and may trace; in some containers it may not."""
    return shutil.which("strace") is not None and subprocess.run(
        ["strace", "-f", "-qq", "-o", "/dev/null", "true"], check=False,
        capture_output=True).returncode == 0


class Killer:
    """Kills one command, whose files have `touching` in their paths; start(wrapper) begins it and
    returns its Popen, and reset() has it do all of its work again."""

    def __init__(self, start, touching, seed, scratch, reset=lambda: None):
        self._start = start
        self._random = random.Random(seed)
        self._trace = scratch / "strace"
        reset()
        self._calls = self._points(touching) if can_trace() else []
        reset()
        before = time.monotonic()
        self._start([]).wait()
        self._duration = time.monotonic() - before
        self.moments = Counter()  # how often which kind

    def kill_once(self):
        """Runs the command and kills it; it may come to its end before. Returns what was done."""
        if self._calls and self._random.random() < 0.75:
            call, number = self._random.choice(self._calls)
            self._start(["strace", "-f", "-qqq", "--seccomp-bpf", "-o", "/dev/null", "-e", f"trace={call}",
                          "-e", f"inject={call}:signal=KILL:when={number}"]).wait()
            self.moments[call] += 1
            return f"at {call} {number}"
        share = self._random.random()
        process = self._start([])
        time.sleep(share * self._duration)
        process.kill()
        process.wait()
        self.moments["time"] += 1
        return f"after {share:.3f} of its time"

    def _points(self, touching):
        """The calls that touch its files, each as a name and the how manieth of its thread."""
        self._start(["strace", "-f", "-y", "-qqq", "--seccomp-bpf", "-o", str(self._trace), "-e",
                     "trace=" + ",".join(CALLS), "-e", "signal=none"]).wait()
        points, count = [], Counter()
        for line in self._trace.read_text(errors="replace").splitlines():
            match = LINE.match(line)
            if not match:
                continue
            count[match.groups()] += 1
            if re.search(touching, line) and ("O_RDONLY" not in line or "O_DIRECTORY" in line):
                points.append((match[2], count[match.groups()]))
        return points
