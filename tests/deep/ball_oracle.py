#!/usr/bin/env python3
"""tests/deep/ball_oracle.py LIST: the dwells of the pixels that deep_acceptance listed, beside ball arithmetic.

A pixel's orbit is a disc: its centre is computed by Arb, which bounds the rounding of each operation, and its
radius grows by |2 z| + radius and that bound. A dwell is right only if the disc proves it. Needs python-flint
(pip install python-flint). Exit status 1: a pixel is wrong, or the balls do not decide it."""

import json
import math
import multiprocessing
import sys

from flint import arb, ctx


def side_of_circle(re, im, radius):
    """-1: the disc is inside the circle of radius 2, 1: outside, 0: neither for certain."""
    size = abs(complex(float(re), float(im)))
    if size < 1.99 and radius < 0.001:
        return -1
    beyond = re * re + im * im - (4 + 4 * radius + radius * radius)
    return 1 if beyond >= 0 else -1 if beyond < 0 else 0


def dwell_by_balls(place, x, y, bits):
    """None where the balls do not decide it."""
    ctx.prec = bits
    width, height = place["size"]
    half_pitch = arb(place["height"]) / (2 * height)
    c_re = arb(place["re"]) + half_pitch * (2 * x - (width - 1))
    c_im = arb(place["im"]) + half_pitch * ((height - 1) - 2 * y)
    re, im = c_re.mid(), c_im.mid()
    radius = (c_re - re) + (c_im - im)  # balls around 0
    for dwell in range(place["limit"]):
        side = side_of_circle(re, im, radius)
        if side >= 0:
            return dwell if side > 0 else None
        growth = 2 * abs(complex(float(re), float(im))) * (1 + 1e-9) + 1e-300
        next_re, next_im = re * re - im * im + c_re, 2 * re * im + c_im
        re, im = next_re.mid(), next_im.mid()
        radius = radius * growth + radius * radius + (next_re - re) + (next_im - im)
    return place["limit"]


def check(job):
    place, (x, y, found) = job
    bits = 264 - math.floor(math.log10(2) ** -1 * exponent_of(place["height"]))
    for _ in range(5):
        expected = dwell_by_balls(place, x, y, bits)
        if expected is not None:
            return x, y, found, expected
        bits *= 2
    return x, y, found, None


def exponent_of(text):
    """k of 10^k <= number < 10^(k+1)."""
    mantissa, _, exponent = text.lower().partition("e")
    return math.floor(math.log10(float(mantissa))) + int(exponent or 0)


def main():
    sys.set_int_max_str_digits(0)
    with open(sys.argv[1], encoding="utf-8") as file:
        place = json.load(file)
    wrong = undecided = 0
    with multiprocessing.Pool(2) as pool:
        for x, y, found, expected in pool.imap_unordered(check, [(place, pixel) for pixel in place["pixels"]]):
            undecided += expected is None
            if expected is not None and expected != found:
                wrong += 1
                print(f"WRONG: {x},{y} has {found}, and should have {expected}")
    print(f"{len(place['pixels'])} pixels beside balls: {wrong} wrong, {undecided} undecided")
    return 1 if wrong or undecided else 0


if __name__ == "__main__":
    sys.exit(main())
