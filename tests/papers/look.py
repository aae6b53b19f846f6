#!/usr/bin/env python3
"""Pictures of a report as a browser shows it, wide and narrow, and as it is printed, to be looked at by hand
(needs the package chromium):

tests/papers/look.py report/report.html build/screens"""

import os
import subprocess
import sys
from pathlib import Path

BROWSER = ["chromium", "--headless", "--disable-gpu", "--hide-scrollbars", "--virtual-time-budget=2000",
           *(["--no-sandbox"] if os.geteuid() == 0 else [])]


def main():
    page, folder = Path(sys.argv[1]).resolve(), Path(sys.argv[2])
    folder.mkdir(parents=True, exist_ok=True)
    outputs = {"wide.png": ["--window-size=1200,8000"], "narrow.png": ["--window-size=420,8000"],
               "printed.pdf": []}
    for name, options in outputs.items():
        how = "--print-to-pdf" if name.endswith(".pdf") else "--screenshot"
        subprocess.run([*BROWSER, *options, f"{how}={folder.resolve() / name}", page.as_uri()], check=True)
        print(folder / name)


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main()
