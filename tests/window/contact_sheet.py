#!/usr/bin/env python3
"""Every tab and panel at several sizes, on one sheet, to be looked at.

    /usr/bin/python3 tests/window/contact_sheet.py [--deuteranopia] [FOLDER [SCREEN...]]

Writes sheet.jpg and each screen, as large as it is, into the folder (build/screens). Of the screens, all or
those whose names begin like this. --deuteranopia: as one sees them who has no green cones.
"""

import argparse
import sys
from pathlib import Path

import numpy
from PIL import Image, ImageDraw

from screens import SCREENS, Camera, Size

ROOT = Path(__file__).resolve().parents[2]
# The last is as high as the longest panel.
SIZES = [Size(640, 480), Size(1280, 720), Size(1920, 1080), Size(1920, 1080, 150), Size(3840, 2160, 200),
         Size(640, 2400)]
CELL, CAPTION, SPACE = 480, 18, 8  # pixels of the sheet

# Machado, Oliveira and Fernandes (2009), of linear light.
DEUTERANOPIA = numpy.array([[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413],
                            [-0.011820, 0.042940, 0.968881]])


def simulated(pixels):
    value = numpy.arange(256) / 255
    linear = numpy.where(value <= 0.04045, value / 12.92, ((value + 0.055) / 1.055) ** 2.4)
    light = numpy.clip(linear[pixels] @ DEUTERANOPIA.T, 0, 1)
    encoded = numpy.where(light <= 0.0031308, 12.92 * light, 1.055 * light ** (1 / 2.4) - 0.055)
    return numpy.round(255 * encoded).astype(numpy.uint8)


def column_of(size, shots):
    """A captioned cell of the sheet for each screen, at most CELL wide and twice as high."""
    cells = []
    for name, shot in shots:
        cell = shot.copy()
        cell.thumbnail((CELL, 2 * CELL))
        captioned = Image.new("RGB", (cell.width + SPACE, cell.height + CAPTION + SPACE), "white")
        captioned.paste(cell, (0, CAPTION))
        ImageDraw.Draw(captioned).text((0, 2), f"{name}, {size.name}", fill="black")
        cells.append(captioned)
    return cells


def sheet_of(columns):
    rows = list(zip(*columns))
    heights = [max(cell.height for cell in row) for row in rows]
    width = (CELL + SPACE) * len(columns)
    sheet = Image.new("RGB", (width, sum(heights)), "white")
    y = 0
    for row, height in zip(rows, heights):
        for column, cell in enumerate(row):
            sheet.paste(cell, (column * (CELL + SPACE), y))
        y += height
    return sheet


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("folder", nargs="?", type=Path, default=ROOT / "build" / "screens")
    parser.add_argument("screens", nargs="*")
    parser.add_argument("--deuteranopia", action="store_true")
    asked = parser.parse_args()
    names = [name for name in SCREENS
             if not asked.screens or any(name.startswith(each) for each in asked.screens)]
    if not names:
        sys.exit(f"contact_sheet.py: the screens are {', '.join(SCREENS)}")
    camera = Camera(4400, 2700)  # a window takes at most nine tenths
    try:
        columns = [column_of(size, shots_at(size, names, camera, asked))
                   for size in SIZES]
    finally:
        camera.close()
    sheet_of(columns).save(asked.folder / "sheet.jpg", quality=85)


def shots_at(size, names, camera, asked):
    folder = asked.folder / size.name.replace(" ", "-")
    folder.mkdir(parents=True, exist_ok=True)
    for name in names:
        pixels = camera.shot(SCREENS[name], size, unfolded=size.height > 2 * size.width)
        shot = Image.fromarray(simulated(pixels) if asked.deuteranopia else pixels)
        shot.save(folder / f"{name.replace(' ', '-')}.png")
        print(f"{size.name}: {name}", flush=True)
        yield name, shot


if __name__ == "__main__":
    main()
