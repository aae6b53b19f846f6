"""What the window under test says of its turns (--report)."""

import json
import time

from desktop import PATIENCE


class Turns:
    """The lines of a report while it is written."""

    def __init__(self, path, is_running):
        self._path = path
        self._is_running = is_running
        self._read = 0  # bytes
        self.all = []

    def last(self):
        """The newest line; None before the first."""
        if self._path.exists():
            with open(self._path, "rb") as file:
                file.seek(self._read)
                new = file.read()
            whole = new[:new.rfind(b"\n") + 1]
            self._read += len(whole)
            self.all += [json.loads(line) for line in whole.splitlines()]
        return self.all[-1] if self.all else None

    def wait_for(self, condition, what, after=0):
        """The first turn after this one for which the condition holds."""
        deadline = time.monotonic() + PATIENCE
        at = after
        while True:
            ended = not self._is_running()
            self.last()
            for turn in self.all[at:]:
                if condition(turn):
                    return turn
            at = max(at, len(self.all))
            if ended or time.monotonic() > deadline:
                why = "the program has ended" if ended else f"not within {PATIENCE} s"
                raise AssertionError(f"{why}: {what}; the last turn: {self.last()}")
            time.sleep(0.01)
