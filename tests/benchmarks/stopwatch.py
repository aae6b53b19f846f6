#!/usr/bin/env python3
"""How soon a window shows something, and how it glides: by hand, on a quiet machine.

    /usr/bin/python3 tests/benchmarks/stopwatch.py [build/release/mariani [POSTER]]

From the start of the process to the first finished picture, and of a first start to the first level of its replay;
then five seconds of gliding in at the home view, 1440 x 900, of which the turns and the frames that came to the screen
are counted. Then each tab opens on its built-in scene, in a window that was open before: Mesa keeps the shaders that it
made for that. From the beginning of the window's first turn to the end of the one that shows the scene. Then each tab's
moving scene, four seconds of it: the pictures a second that came to the screen, and the processor time of each. Under
Xvfb, where Mesa draws on the processor. Medians of 5, with least and greatest.

With a poster's folder only that, 1280 x 720: how soon it is seen; how long turns take while one zooms from all of it to
its pixels in eight seconds, and how many of them were without it; and how soon it is sharp then.
"""

import math
import os
import statistics
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests" / "window"))
if len(sys.argv) > 1:
    os.environ["MARIANI"] = str(Path(sys.argv[1]).resolve())

from desktop import LARGE, Desktop  # noqa: E402
from program import Program  # noqa: E402

RUNS, GLIDE, DIVE = 5, 5.0, 8.0
TABS = ["triangle", "gasket", "curves", "points", "volume"]
# What moves, by which field of the report, and its settings.
MOTIONS = [("triangle", "time", 'n = 1024\ntest = "edm"\n'),
           ("triangle", "time", 'n = 1024\ntest = "collision"\nfeatures = 3\n'),
           ("gasket", "steps", "r = 14\nrunning = false\nspeed = 60\n"),
           ("curves", "time", "lines = 10000\n"),
           ("points", "time", "points = 100000\n"),
           ("volume", "turn", "n = 96\n")]
MOVED = 4.0


def spread(values, unit):
    return f"{statistics.median(values):.2f} {unit} ({min(values):.2f} to {max(values):.2f})"


def until(desktop, condition, **start):
    """Seconds from the start of the process."""
    program = Program(desktop.name)
    try:
        begin = time.monotonic()
        program.start(**start)
        program.turns.wait_for(condition, "what is waited for")
        return time.monotonic() - begin
    finally:
        program.close()


def glide(desktop):
    """Turns and frames a second."""
    program = Program(desktop.name)
    try:
        program.save("[window]\npanel_shown = false\nverify_fills = false\n")
        program.start("--view", "paper")
        desktop.window(program)
        program.turns.wait_for(lambda turn: turn["settled"], "a settled window")
        desktop.point_at(520, 400)
        first = program.turns.last()
        desktop.do("mousedown", 3)
        time.sleep(GLIDE)
        desktop.do("mouseup", 3)
        last = program.turns.last()
        passed = last["ended"] - first["ended"]
        return (last["turn"] - first["turn"]) / passed, (last["shown"] - first["shown"]) / passed
    finally:
        program.close()


def scene(desktop, tab):
    """Seconds until it is there, of starts after a first one."""
    program = Program(desktop.name)
    seconds = []
    try:
        for _ in range(RUNS + 1):
            program.start("--workload", tab)
            desktop.window(program)
            program.turns.wait_for(lambda turn: turn["settled"], "a settled window")
            turns = program.turns.all
            shown = next(turn for turn in turns if len(turn[tab] or []) > 1)
            seconds.append(shown["ended"] - turns[0]["began"])
            program.end()
    finally:
        program.close()
    return seconds[1:]


def processor_seconds(program):
    fields = Path(f"/proc/{program.pid()}/stat").read_text(encoding="utf-8").rsplit(")")[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def motion(desktop, tab, field, settings):
    """Pictures a second, and milliseconds of processor time of one."""
    program = Program(desktop.name)
    try:
        program.save(f'[{tab}]\n{settings}[workload]\nname = "{tab}"\n')
        program.start()
        desktop.window(program)
        desktop.point_at(2, 2)
        program.turns.wait_for(lambda turn: turn["settled"] and len(turn[tab] or []) > 1, "a picture")
        began, before = program.turns.last()[tab][field], len(program.turns.all)
        desktop.press("space")
        first = program.turns.wait_for(lambda turn: turn[tab][field] != began, "motion", before)
        used = processor_seconds(program)
        time.sleep(MOVED)
        used = processor_seconds(program) - used
        last = program.turns.last()
        turns = [turn for turn in program.turns.all if turn["turn"] >= first["turn"]]
        pictures = sum(a[tab][field] != b[tab][field] for a, b in zip(turns, turns[1:]))
        return pictures / (last["ended"] - first["ended"]), 1000 * used / pictures
    finally:
        program.close()


def is_sharp(turn):
    return not turn["moving"] and not turn["poster"]["loading"] and turn["poster"]["standing_in"] == 0


def dive(desktop, folder):
    """Until the poster is seen, and until the first turn begins; the turns of a zoom into it, those that something shows
    through, and from the last turn that moves to the first that is sharp; in seconds."""
    program = Program(desktop.name)
    try:
        program.save("[window]\npanel_shown = false\n")
        begin = time.monotonic()
        program.start(folder)
        program.turns.wait_for(lambda turn: turn["poster"] and turn["poster"]["on_screen"], "the poster")
        seen = time.monotonic() - begin
        turns = program.turns.all
        shown = next(turn for turn in turns if turn["poster"] and turn["poster"]["on_screen"])
        started = seen - (shown["ended"] - turns[0]["began"])
        desktop.window(program)
        program.turns.wait_for(lambda turn: turn["settled"], "a settled window")
        left, top, width, height = program.turns.last()["picture"]
        desktop.point_at(left + round(0.36 * width), top + round(0.45 * height))
        first = len(program.turns.all)
        steps = program.turns.last()["poster"]["level"] + 1  # each halves the view; a notch takes a fifth
        notches = round(steps * math.log(2) / -math.log(0.8))
        for _ in range(notches):
            desktop.scroll(1)
            time.sleep(DIVE / notches)
        program.turns.wait_for(lambda turn: turn["settled"] and is_sharp(turn), "a sharp picture", len(program.turns.all))
        turns = program.turns.all[first:]
        rest = max(i for i, turn in enumerate(turns) if turn["moving"])
        sharp = next(turn for turn in turns[rest + 1:] if is_sharp(turn))
        return (started, seen, [turn["ended"] - turn["began"] for turn in turns],
                sum(not turn["poster"]["on_screen"] for turn in turns), sharp["ended"] - turns[rest]["ended"])
    finally:
        program.close()


def poster(folder):
    desktop = Desktop(1280, 720)
    try:
        dives = [dive(desktop, folder) for _ in range(RUNS)]
    finally:
        desktop.close()
    started, seen, turns, holes, sharp = zip(*dives)
    print("the window:", spread(started, "s"))
    print("the poster:", spread(seen, "s"))
    print("the longest of 20 turns:", spread([1000 * sorted(each)[len(each) * 19 // 20] for each in turns], "ms"))
    print("turns without it:", sum(holes), "of", sum(map(len, turns)))
    print("sharp after rest:", spread(sharp, "s"))


def main():
    if len(sys.argv) > 2:
        return poster(Path(sys.argv[2]).resolve())
    desktop = Desktop(*LARGE)
    try:
        picture = [until(desktop, lambda turn: turn["shown"] > 0) for _ in range(RUNS)]
        level = [until(desktop, lambda turn: turn["replay"] is not None, intro=True)
                 for _ in range(RUNS)]
        turns, frames = zip(*(glide(desktop) for _ in range(RUNS)))
        scenes = {tab: scene(desktop, tab) for tab in TABS}
        motions = [[motion(desktop, *each) for _ in range(RUNS)] for each in MOTIONS]
    finally:
        desktop.close()
    print("first finished picture:", spread(picture, "s"))
    print("first level of the replay:", spread(level, "s"))
    print("gliding:", spread(turns, "turns/s"), "with", spread(frames, "new frames/s"))
    for tab, seconds in scenes.items():
        print(f"the scene of {tab}:", spread([1000 * each for each in seconds], "ms"))
    for (tab, _, settings), runs in zip(MOTIONS, motions):
        rates, used = zip(*runs)
        print(f"{tab} with {', '.join(settings.split(chr(10))[:-1])}:", spread(rates, "pictures/s"),
              "of", spread(used, "ms of processor time"))


if __name__ == "__main__":
    main()
