#!/usr/bin/env python3
"""Makes one operation of the program fail at a time, and says what did not end well.

tests/faults/run.py                                  a spread of all scenarios and kinds
tests/faults/run.py --scenario log --kind file --all every file operation while a log is written
tests/faults/run.py --scenario log --kind file --only 17
"""

import argparse
import concurrent.futures
import contextlib
import os
import random
import sys
from collections import Counter
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parents[1] / "window"))

from faulted import NEVER, Home, Run, complaints  # noqa: E402
from scenarios import KINDS, SCENARIOS  # noqa: E402


class Driver:
    def __init__(self, display, arguments, operation=None):
        self.display = display
        self.operation = operation
        self.arguments = arguments
        self._templates = {}
        self._references = {}

    def close(self):
        for home in self._templates.values():
            home.close()

    def prepare(self, scenario):
        """A home in which the scenario was played once, and how it goes when nothing fails."""
        first = Home()
        played = Run(scenario, first, self.display, f"file:{NEVER}", self.arguments)
        if played.status != 0:
            raise SystemExit(f"{scenario.name} does not pass by itself: {played.said}")
        for name in played.outputs().keys() & played.after.keys():
            if not name.startswith(("config/", "data/")) and scenario.has_window():
                (first.path / name).unlink()
        self._templates[scenario.name] = first
        self._references[scenario.name] = self.run(scenario, f"file:{NEVER}")

    def run(self, scenario, fault):
        home = Home(self._templates[scenario.name])
        with contextlib.closing(home):
            return Run(scenario, home, self.display, fault, self.arguments, self.operation)

    def count(self, scenario, kind):
        """How many operations of the kind there are: of one run, others may have more or less."""
        if kind == "launch-room":
            return 16
        return self.run(scenario, f"{kind}:{NEVER}").counted or 0

    def tried(self, scenario, kind, number, persists=False):
        """The operation that failed, if any, and what is to be said against the end."""
        amount = 2**number if kind == "launch-room" else number
        run = self.run(scenario, f"{kind}:{amount}" + (":from" if persists else ""))
        return run, complaints(run, self._references[scenario.name]) if run.fired else []


def numbers(count, limit, seed):
    """All up to `count`, or the first and a spread of the rest."""
    if count <= limit:
        return list(range(1, count + 1))
    first = limit // 2
    rest = random.Random(seed).sample(range(first + 1, count + 1), limit - first)
    return [*range(1, first + 1), *sorted(rest)]


def test(driver, pool, scenario, kind, options):
    """Tries the numbers and prints a line, and one for each bad end. Returns how many."""
    count = driver.count(scenario, kind)
    wanted = [options.only] if options.only else numbers(count, NEVER if options.all else options.most,
                                                         options.seed)
    jobs = {pool.submit(driver.tried, scenario, kind, number, options.persists): number
            for number in wanted}
    fired, bad = 0, []
    for job in concurrent.futures.as_completed(jobs):
        run, said = job.result()
        fired += bool(run.fired)
        if said:
            bad.append((jobs[job], run, said))
    print(f"{scenario.name:14} {kind:13} {count:6} operations, {fired:6} failed, {len(bad):4} ended badly",
          flush=True)
    seen = Counter()
    for number, run, said in sorted(bad, key=lambda entry: entry[0]):
        seen[tuple(said)] += 1
        if seen[tuple(said)] > options.show:
            continue
        print(f"    {'; '.join(said)}\n        {repeats(scenario, kind, number, options)}   ({run.fired})")
        for line in [*run.said.strip().splitlines()[-2:], *sorted(run.messages), *run.stack()]:
            print(f"        {line}")
    return len(bad)


def repeats(scenario, kind, number, options):
    return " ".join([f"tests/faults/run.py --scenario {scenario.name} --kind {kind} --only {number}",
                     *(["--from"] if options.persists else []),
                     *([f"--operation {options.operation}"] if options.operation else []),
                     *(["--", *options.arguments] if options.arguments else [])])


def parsed():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--scenario", action="append", choices=SCENARIOS, help="default: all")
    parser.add_argument("--kind", action="append", choices=KINDS, help="default: all but CUDA's")
    parser.add_argument("--all", action="store_true", help="every operation, however many there are")
    parser.add_argument("--most", type=int, default=40, help="operations of each kind; default: 40")
    parser.add_argument("--only", type=int, help="this operation")
    parser.add_argument("--operation", help="only this one, as fsync")
    parser.add_argument("--from", dest="persists", action="store_true",
                        help="all operations from the N-th on fail")
    parser.add_argument("--seed", type=int, default=1, help="of the spread; default: 1")
    parser.add_argument("-j", "--jobs", type=int, default=2, help="runs at a time; default: 2")
    parser.add_argument("--show", type=int, default=3, help="examples of each bad end; default: 3")
    parser.add_argument("--display", default=None, help="default: an Xvfb of its own")
    parser.add_argument("arguments", nargs="*", help="after --: for the program, as --backend cuda")
    return parser.parse_args()


def main():
    options = parsed()
    scenarios = [SCENARIOS[name] for name in options.scenario or SCENARIOS]
    kinds = options.kind or KINDS[:5]
    with contextlib.ExitStack() as stack:
        display = options.display
        if not display and any(scenario.has_window() for scenario in scenarios):
            from desktop import Desktop
            display = stack.enter_context(contextlib.closing(Desktop(480, 300))).name
        driver = stack.enter_context(contextlib.closing(Driver(display, options.arguments, options.operation)))
        pool = stack.enter_context(concurrent.futures.ThreadPoolExecutor(options.jobs))
        bad = 0
        for scenario in scenarios:
            driver.prepare(scenario)
            for kind in kinds:
                bad += test(driver, pool, scenario, kind, options)
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
