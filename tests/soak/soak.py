#!/usr/bin/env python3
"""Random use of the window for minutes or hours: no error, no leak, no stale frame, no long gap.

Prints its figures; the exit status is 1 where one of these does not hold. The same seed plays the same
events: for --seconds, or for so many --rounds or all --pairs however long they take. Without --x-display it runs on
an Xvfb of its own."""

import argparse
import json
import random
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy
from PIL import Image

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "window"))

import x11  # noqa: E402
from desktop import Desktop, window_on  # noqa: E402
from events import FIELDS, SMALL, VISIT, Recording  # noqa: E402
from frame_mark import CELL, WIDTH, marked_number  # noqa: E402
from program import MARIANI, Program  # noqa: E402
from watch import device_mib, ends_of, flat, gaps_ms, resident_mib, unexpected_errors  # noqa: E402

SOURCE = Path(__file__).resolve().parents[2]
GAP_MS = 50  # allowed at the 99.9th percentile while frames are computed
MEMORY = (16, 0.05)  # MiB and share by which resident memory may grow after the warm-up
DEVICE_MEMORY = (64, 0.05)
MIN_READINGS = 10  # of the mark
PATIENCE = 600  # s beyond the time asked for, until there are as many


class Screen:
    """The display that a soak runs on."""

    def __init__(self, name, size):
        self._own = None if name else Desktop(*size)
        self.name = name or self._own.name
        self.connection = x11.Connection(self.name)

    def close(self):
        self.connection.close()
        if self._own:
            self._own.close()


class Soak:
    """One window from its opening to its end."""

    def __init__(self, options, screen, display):
        self._screen = screen
        self.program = Program(screen.name)
        self._arguments = ["--display", display, "--view", "paper"]
        self._seconds = options.seconds
        self._rounds = options.rounds
        self._pairs = options.pairs
        self._size = size_of(options.window)
        self._random = random.Random(f"{options.seed} {display}")
        self._backends = options.backends.split(",")
        self.resident, self.device = [], []  # (s since the beginning, MiB)
        self.readings = self.unreadable = 0
        self.stale = []
        self.why_ended = ""

    def run(self):
        self._prepare()
        self.program.start("--replay", "replay.json", "--mark-frames", *self._arguments)
        self.program.turns.wait_for(lambda turn: True, "a first turn")
        self._window = window_on(self._screen.name)
        self._begin = time.monotonic()
        while self._goes_on() and self.program.is_running():
            self._look()
            time.sleep(0.02)
        if not self._ends_by_itself() and not self.program.is_running():
            self.why_ended = "the window ended by itself"
        status = self.program.end() if self.program.is_running() else self.program.status()
        self.program.turns.last()
        if status != 0 or self.program.said():
            self.why_ended = f"exit status {status}: {self.program.said()}"

    def _passed(self):
        return time.monotonic() - self._begin

    def _ends_by_itself(self):
        return self._rounds or self._pairs

    def _goes_on(self):
        """A busy machine gets more time for what is judged by."""
        return (self._ends_by_itself() or self._passed() < self._seconds
                or (self.readings < MIN_READINGS and self._passed() < self._seconds + PATIENCE))

    def _prepare(self):
        home = self.program.home
        (home / "letter.txt").write_text("Dear Sir")
        (home / "broken.png").write_bytes(b"\x89PNG\r\n\x1a\n and then nothing")
        (home / "reds.map").write_text("".join(f"{i} 0 0\n" for i in range(256)))
        (home / "visit.json").write_text(json.dumps(VISIT))
        (home / "broken.json").write_text('[{"event": "dance"}]')
        Image.new("RGB", (20, 20)).save(home / "other.png")
        files = [str(home / name) for name in ["letter.txt", "broken.png", "reds.map", "other.png"]]
        files += [str(home / name) for name in ["visit.json", "broken.json"]]
        files += [str(SOURCE / "assets/pictures/grid.png"), "/nonexistent.png"]
        recording = Recording(self._random, self._backends, files, self._size)
        if self._pairs:
            recording.add_pairs(self._usual())
        elif self._rounds:
            recording.add_rounds(self._rounds)
        else:
            recording.last_for(self._seconds + PATIENCE)
        (home / "replay.json").write_text(recording.text())

    def _usual(self):
        """What each field is at a first start, or what is quickly on the screen."""
        self.program.replay([])
        saved = self.program.saved()
        self.program.settings_file.unlink()
        found = {field: saved.get(section, {}).get(name, "auto")
                 for field in FIELDS for section, name in [field.split(".")]}
        return found | SMALL

    def _look(self):
        """Reads the mark when the frame asked for is on the screen, and the memory at rest."""
        before = self._answered()
        if not before or not self._at_rest(before):
            return
        left, top, width, height = before["picture"]
        if width < WIDTH or height < CELL:
            return
        pixels = self._screen.connection.pixels(self._window, left, top, WIDTH, CELL)
        after = self._answered()
        # A turn meanwhile may have drawn another frame or another size.
        if pixels is None or not after or not all(
                self._at_rest(turn) and turn["shown"] == before["shown"]
                and turn["picture"] == before["picture"]
                for turn in self.program.turns.all[before["turn"] - 1:after["turn"]]):
            return
        self._compare(marked_number(pixels), before)
        if before["settled"]:
            self.resident.append((self._passed(), resident_mib(self.program.pid())))
            if (used := device_mib()) is not None:
                self.device.append((self._passed(), used))

    def _answered(self):
        """The last turn once its picture is on the server; None where the window has ended."""
        connection = self._screen.connection
        ping = connection.ping(self._window)
        while not connection.answered(ping, 0.2):
            if not self.program.is_running():
                return None
        return self.program.turns.last()

    @staticmethod
    def _at_rest(turn):
        drawn = turn["asked"] == turn["shown"] > 0 and not turn["moving"] and not turn["preview"]
        return drawn and turn["replay"] is None  # which is drawn smaller, above its timeline

    def _compare(self, number, turn):
        if number is None:
            self.unreadable += 1
        elif number == turn["shown"] % 2 ** 16:
            self.readings += 1
        else:
            self.stale.append({"turn": turn["turn"], "shown": turn["shown"], "seen": number})


def size_of(text):
    return tuple(map(int, text.split("x")))


def after(warm_up, samples):
    return [mib for seconds, mib in samples if seconds >= warm_up]


def figures_of(soak, warm_up):
    turns = soak.program.turns.all
    gaps = gaps_ms(turns)
    busy = gaps_ms([{**turn, "restless": turn["restless"] and turn["computing"]} for turn in turns])
    frames = len({turn["shown"] for turn in turns} - {0})
    return {
        "turns": len(turns), "inputs": turns[-1]["inputs"], "asked": turns[-1]["asked"],
        "frames": frames, "cancelled": turns[-1]["asked"] - frames,
        "gap_ms": {name: round(float(value), 1) for name, value in {
            "median": numpy.median(gaps), "p99": numpy.percentile(gaps, 99),
            "p99.9": numpy.percentile(gaps, 99.9), "longest": gaps.max(),
            "p99.9 while computing": numpy.percentile(busy, 99.9)}.items()},
        "resident_mib": memory_of(soak.resident, warm_up),
        "device_mib": memory_of(soak.device, warm_up),
        "marks_read": soak.readings, "marks_covered": soak.unreadable, "stale": soak.stale[:20],
        "unexpected_errors": unexpected_errors(turns), "ended": soak.why_ended}


def memory_of(samples, warm_up):
    """The most ever, and the medians of the first and of the last third after the warm-up."""
    return {"most": max((round(mib, 1) for _, mib in samples), default=None),
            "after warm-up": ends_of(after(warm_up, samples))}


def violations(figures, soak, options):
    found = []
    if figures["ended"]:
        found.append(figures["ended"])
    if figures["stale"]:
        found.append(f"{len(soak.stale)} stale frames on the screen")
    if figures["unexpected_errors"]:
        found.append("errors that nothing asked for")
    if not options.pairs and not flat(after(options.warm_up, soak.resident), *MEMORY):
        found.append("resident memory grows")
    if max((mib for _, mib in soak.resident), default=0) > options.max_resident:
        found.append(f"resident memory above {options.max_resident} MiB")
    if not flat(after(options.warm_up, soak.device), *DEVICE_MEMORY):
        found.append("device memory grows")
    if soak.readings < MIN_READINGS and not options.pairs:
        found.append(f"the mark was read {soak.readings} times only: too few to judge by")
    if options.strict and figures["gap_ms"]["p99.9 while computing"] > GAP_MS:
        found.append(f"gaps between turns above {GAP_MS} ms at the 99.9th percentile")
    return found


def uncovered():
    """Commands and fields of the program that no event here has."""
    source = (SOURCE / "app/explore/command.cpp").read_text(encoding="utf-8")
    names = re.findall(r'"(\w+)"', source.split("command_names[]")[1].split("};")[0])
    events = (Path(__file__).parent / "events.py").read_text(encoding="utf-8")
    fields = (SOURCE / "app/files/settings_fields.hpp").read_text(encoding="utf-8")
    sections = re.split(r'visitor\.section\("(\w+)"\);', fields)[1:]
    tabs = [(path.stem.removesuffix("_settings"), path.read_text(encoding="utf-8"))
            for path in SOURCE.glob("app/settings/*_settings.hpp")]
    all_fields = {f"{section}.{name}" for section, body in [*zip(sections[::2], sections[1::2]), *tabs]
                  for name in re.findall(r'visitor\("(\w+)"', body)}
    for knobs in SOURCE.glob("compute/workloads/*/knobs.cpp"):  # visit_knobs() has them of each
        all_fields |= {f"{knobs.parent.name}.{name}"
                       for name in re.findall(r'\.id = "(\w+)"', knobs.read_text(encoding="utf-8"))}
    return ([name for name in names if name != "quit" and f'"{name}"' not in events]
            + sorted(all_fields - set(FIELDS)) + sorted(set(untried_values())))


def untried_values():
    """Names that an option of the window takes for a field of FIELDS, and no event sets."""
    spelled = {True: "on", False: "off"}
    for workload in ["mandelbrot", *FIELDS["workload.name"][2:]]:
        options = subprocess.run([MARIANI, "--workload", workload, "--help"], check=True, text=True,
                                 capture_output=True).stdout
        sections = ["engine", "colouring"] if workload == "mandelbrot" else [workload]
        for name, values in re.findall(r"--([a-z-]+) ([a-z0-9-]+(?:\|[a-z0-9-]+)+)", options):
            for field in FIELDS.keys() & {f"{section}.{name.replace('-', '_')}" for section in sections}:
                tried = {spelled.get(value, value) for value in FIELDS[field]}
                yield from (f"{field} {value}" for value in set(values.split("|")) - tried - {"auto"})


def parsed_options():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=120, help="of each display route")
    parser.add_argument("--rounds", type=int, default=0, help="so many instead of --seconds")
    parser.add_argument("--pairs", action="store_true",
                        help="each value of each field in each tab, instead of random use")
    parser.add_argument("--warm-up", type=float, default=300, metavar="SECONDS",
                        help="from then on memory is to be flat (default: %(default)s)")
    parser.add_argument("--max-resident", type=int, default=400, metavar="MIB",
                        help="resident memory at any time (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--x-display", help="an X display to run on, as :77")
    parser.add_argument("--screen", default="1600x1000", help="size of the Xvfb of its own")
    parser.add_argument("--window", default="1280x800",
                        help="size of the window at rest; a large one is slow to draw in software")
    parser.add_argument("--routes", default="auto", help="of --display, one window each")
    parser.add_argument("--backends", default="auto,cpu")
    parser.add_argument("--strict", action="store_true", help=f"gaps of {GAP_MS} ms fail")
    return parser.parse_args()


def main():
    options = parsed_options()
    if missing := uncovered():
        sys.exit(f"events.py has no event for {', '.join(missing)}")
    failed = False
    screen = Screen(options.x_display, size_of(options.screen))
    try:
        for route in options.routes.split(","):
            soak = Soak(options, screen, route)
            try:
                soak.run()
                figures = figures_of(soak, options.warm_up)
            finally:
                soak.program.close()
            print(json.dumps({"route": route, "seed": options.seed, **figures}, indent=1))
            for what in violations(figures, soak, options):
                failed = True
                print(f"soak: --routes {route} --seed {options.seed}: {what}", file=sys.stderr)
    finally:
        screen.close()
    return 1 if failed else 0


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    sys.exit(main())
