#!/usr/bin/env python3
"""Puts the kept faults into a copy of the code, one at a time, and runs the tests that should notice.

Exit status: 0 when every fault was noticed or is explained as equivalent; 1 when one survived; 2 when
one does not fit the code, cannot be built, or when tests fail without a fault.
"""

import argparse
import re
import sys
import time
from collections import Counter, defaultdict
from pathlib import Path

import fault_lists
from fault_lists import BrokenList
from workshop import Failed, Workshop

ROOT = Path(__file__).resolve().parents[2]
OUTCOMES = ["noticed", "survived", "equivalent", "without GPU", "error"]


def options_of(words):
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--area", action="append", help="only the list faults/AREA.toml")
    parser.add_argument("--id", help="only faults whose id has a match of this regular expression")
    parser.add_argument("--gpu", action="store_true", help="only the faults that need a GPU")
    parser.add_argument("--list", action="store_true", help="print the faults and end")
    parser.add_argument("--check", action="store_true",
                        help="only see that every fault still fits the code")
    parser.add_argument("--cmake", action="append", default=[], metavar="ARGUMENT",
                        help="handed to cmake, as in --cmake=-DCMAKE_CXX_COMPILER=clang++")
    parser.add_argument("--jobs", type=int, help="run at the same time (default: one a core)")
    parser.add_argument("--root", type=Path, default=ROOT, help="of the tree (default: this one)")
    parser.add_argument("--folder", type=Path,
                        help="for the copy (default: build/mutation in the tree); kept")
    return parser.parse_args(words)


def chosen(faults, options):
    known = {fault.area for fault in faults}
    if unknown := set(options.area or ()) - known:
        raise BrokenList(f"there is no list {', '.join(sorted(unknown))}; "
                         f"there are {', '.join(sorted(known))}")
    return [fault for fault in faults
            if (not options.area or fault.area in options.area)
            and (not options.id or re.search(options.id, fault.id))
            and (not options.gpu or fault.gpu)]


def expect_sound(workshop, faults):
    """Tests that fail by themselves would notice everything."""
    tests = "|".join(sorted({fault.tests for fault in faults}))
    targets = sorted({target for fault in faults for target in fault.build})
    if failing := workshop.passes(tests, targets):
        raise Failed(f"{failing} fails without a fault")


def outcome_of(workshop, fault):
    """(one of OUTCOMES, what to say of it)."""
    try:
        test = workshop.try_fault(fault)
    except (Failed, BrokenList) as why:
        return "error", str(why)
    if fault.equivalent:
        return ("error", f"called equivalent, but noticed by {test}") if test else (
            "equivalent", fault.equivalent)
    return ("noticed", f"by {test}") if test else ("survived", f"none of {fault.tests} noticed "
                                                   f"{fault.replace!r} in {fault.file}")


def try_all(workshop, faults, gpu):
    outcomes = defaultdict(Counter)
    for fault in faults:
        begun = time.monotonic()
        if fault.gpu and not gpu:
            outcome, words = "without GPU", "needs --gpu"
        else:
            outcome, words = outcome_of(workshop, fault)
        outcomes[fault.folder][outcome] += 1
        print(f"{outcome:<12}{fault.id:<34}{time.monotonic() - begun:5.0f} s  {words}", flush=True)
    return outcomes


def print_table(outcomes):
    print(f"\n{'folder':<26}" + "".join(f"{outcome:>13}" for outcome in OUTCOMES))
    total = sum(outcomes.values(), Counter())
    for folder, counts in [*sorted(outcomes.items()), ("all", total)]:
        print(f"{folder:<26}" + "".join(f"{counts[outcome]:>13}" for outcome in OUTCOMES))
    return 2 if total["error"] else 1 if total["survived"] else 0


def run(options):
    root = options.root.resolve()
    everything = fault_lists.read(root / "tests" / "mutation" / "faults")
    faults = chosen(everything, options)
    if options.list:
        for fault in faults:
            print(f"{fault.area:<16}{fault.id:<34}{fault.file}")
        return 0
    if complaints := fault_lists.check(root, faults):
        raise BrokenList("\n".join(complaints))
    if options.check:
        print(f"{len(faults)} faults fit the code")
        return 0
    if not faults:
        raise BrokenList("no fault is left to try")
    workshop = Workshop(root, (options.folder or root / "build" / "mutation").resolve(),
                        [f"-DMARIANI_CUDA={'ON' if options.gpu else 'OFF'}", *options.cmake],
                        options.jobs)
    workshop.prepare()
    tried = [fault for fault in faults if options.gpu or not fault.gpu]
    if tried:
        expect_sound(workshop, tried)
    return print_table(try_all(workshop, faults, options.gpu))


def main(words):
    try:
        return run(options_of(words))
    except (BrokenList, Failed) as why:
        print(f"mutation: {why}", file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
