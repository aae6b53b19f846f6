"""Reads what --mark-frames draws (app/window/frame_display.cpp)."""

import numpy

CELL, BITS = 8, 16
WIDTH = (2 + 2 * BITS) * CELL  # in pixels


def marked_number(pixels):
    """The number in the picture's corner; None where it cannot be read,
    as something lies over it."""
    if pixels.shape[1] < WIDTH or pixels.shape[0] < CELL:
        return None
    rows = pixels[2:CELL - 2, :WIDTH].astype(int).reshape(CELL - 4, -1, CELL, 3)
    cells = numpy.median(rows[:, :, 2:CELL - 2], axis=(0, 2))
    inside, outside = cells[:2]
    if numpy.abs(inside - outside).max() < 24:
        return None
    is_inside = (numpy.abs(cells - inside).sum(axis=1) < numpy.abs(cells - outside).sum(axis=1))
    bits, opposites = is_inside[2::2], is_inside[3::2]
    if (bits == opposites).any():
        return None
    return sum(int(bit) << place for place, bit in enumerate(bits))
