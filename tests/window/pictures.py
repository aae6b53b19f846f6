#!/usr/bin/env python3
"""The pages' pictures of the window, as it looks today.

    /usr/bin/python3 tests/window/pictures.py NAME...

Writes assets/pictures/NAME.webp.
"""

import sys
from pathlib import Path

from PIL import Image

from screens import SCREENS, Camera, Size

FOLDER = Path(__file__).resolve().parents[2] / "assets" / "pictures"
# The screen and the window's size.
PICTURES = {"window": ("grid", Size(1280, 720))}


def main():
    names = sys.argv[1:]
    if not names or not set(names) <= PICTURES.keys():
        sys.exit(f"pictures.py: the pictures are {', '.join(PICTURES)}")
    camera = Camera(2000, 1300)
    try:
        for name in names:
            screen, size = PICTURES[name]
            Image.fromarray(camera.shot(SCREENS[screen], size)).save(FOLDER / f"{name}.webp",
                                                                      quality=85, method=6)
    finally:
        camera.close()


if __name__ == "__main__":
    main()
