#!/usr/bin/env python3
"""Times mariani's frames beside those of XaoS and FractalNow, all on one core, in one run.

    apt-get install xaos fractalnow
    tests/benchmarks/beside_others.py [build/release/mariani]

1024 x 1024 pixels, f64, shortcuts on. XaoS: a wholly recalculated frame with its palette, the time
between two frames that it would save, which a preloaded library tells. FractalNow: the whole
program, exact (-i 1) and guessing (-i 5). Both in processor time. mariani: the frame, without colours. Least of all runs.
"""

import csv
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

VIEWS = {"paper": ("-0.5", "0", 2.0), "seahorse": ("-0.745", "0.113", 0.02),
         "elephant": ("0.275", "0.007", 0.03),
         "mini-brot": ("-0.10110457380702350918", "0.95629057942002942372", 4e-10)}
ROUNDS = 3

PRELOADED = r"""
#include <cstdio>
#include <ctime>
class QString;
struct QImage { bool save(const QString&, const char*, int) const; };
bool QImage::save(const QString&, const char*, int) const {
    timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    std::fprintf(stderr, "at %.6f\n", static_cast<double>(now.tv_sec) + 1e-9 * now.tv_nsec);
    return true;
}
"""


def run(*command, **more):
    return subprocess.run(["taskset", "-c", "0", *map(str, command)], check=True,
                          capture_output=True, text=True, **more)


def xaos(folder, re_, im, height, dwell):
    frames = "".join(f"(view {float(re_) + i * height * 1e-3!r} {im} {height} {height})\n"
                     "(usleep 100000)\n" for i in range(6))
    script = folder / "view.xhf"
    script.write_text(f"(initstate)\n(periodicity #t)\n(range 3)\n(maxiter {dwell})\n{frames}")
    told = run("xaos", "-render", script, "-basename", "z_", "-size", "1024x1024",
               "-renderframerate", 10, "-alwaysrecalc", "-threads", 1, cwd=folder,
               env={**os.environ, "QT_QPA_PLATFORM": "offscreen",
                    "LD_PRELOAD": str(folder / "told.so")}).stderr
    times = [float(at) for at in re.findall(r"^at (\S+)$", told, re.MULTILINE)]
    return 1e3 * min(b - a for a, b in zip(times[1:], times[2:]))


def fractalnow(folder, re_, im, height, dwell, guess):
    config = folder / "view.config"
    config.write_text(f"c075\nmandelbrot\n{re_} {im} {height} {height}\n1000 {dwell}\n1\n0x0\n"
                      "iterationcount\nsmooth\nidentity\n0.025 0\n0 0xff 1 0xffffff\n")
    before = os.times()
    run("fractalnow", "-l", "double", "-i", guess, "-j", 1, "-c", config, "-x", 1024, "-y", 1024,
        "-o", folder / "picture.ppm")
    after = os.times()
    return 1e3 * (after.children_user + after.children_system - before.children_user
                  - before.children_system)


def mariani(program, folder, re_, im, height, dwell):
    log = folder / "log.csv"
    run(program, "bench", f"--center={re_},{im}", "--height", height, "--dwell", dwell, "--size",
        "1024x1024", "--precision", "f64", "--backend", "cpu", "--shortcuts", "on", "--engine",
        "ex,ask", "-g", 4, "-r", 2, "-B", 8, "--threads", 1, "--repeat", 15, "-o", log)
    with open(log, newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    return [min(float(row["compute_ms"]) for row in rows if row["engine"] == engine)
            for engine in ("ex", "ask")]


def main():
    program = Path(sys.argv[1] if len(sys.argv) > 1 else "build/release/mariani").resolve()
    print("view       dwell      XaoS  FractalNow -i 1     -i 5        Ex  ASK {4,2,8}  XaoS/ASK")
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        (folder / "told.cpp").write_text(PRELOADED)
        subprocess.run(["g++", "-shared", "-fPIC", "told.cpp", "-o", "told.so"], cwd=folder,
                       check=True)
        for name, view in VIEWS.items():
            for dwell in (512, 4096):
                rounds = [(xaos(folder, *view, dwell), fractalnow(folder, *view, dwell, 1),
                           fractalnow(folder, *view, dwell, 5),
                           *mariani(program, folder, *view, dwell)) for _ in range(ROUNDS)]
                x, exact, guessed, ex, ask = map(min, zip(*rounds))
                print(f"{name:10} {dwell:5} {x:9.1f} {exact:16.0f} {guessed:8.0f} {ex:9.2f}"
                      f" {ask:12.2f} {x / ask:9.1f}", flush=True)


if __name__ == "__main__":
    main()
