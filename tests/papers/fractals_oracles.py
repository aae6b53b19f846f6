"""What the claims about compact fractals compute, written from the paper: rows by x."""

import itertools
import math

import numpy

# k and s of Table 1.
FRACTALS = {"gasket": (3, 2), "chandelier": (4, 3), "h": (7, 3), "candy": (12, 4), "carpet": (8, 3),
            "x": (5, 3), "vicsek": (5, 3), "bottles": (7, 3), "cantor": (2, 3)}


def dimensions():
    return {0.0: {name: {"dimension": math.log(k, s)} for name, (k, s) in FRACTALS.items()}}


def compaction():
    found = {}
    for name, (k, s) in FRACTALS.items():
        for r in itertools.takewhile(lambda r: s ** r <= 2 ** 20, itertools.count(1)):
            found.setdefault(float(s ** r), {})[name] = {
                "compaction": s ** (2 * r) / k ** r, "percent": 100 * k ** r / s ** (2 * r),
                "cells": k ** r}
    return found


def memory(rho):
    """Blocks of a gasket of level 20, rho x rho places each, in two states of 4 bytes a place."""
    blocks = 3 ** (20 - int(math.log2(rho)))
    return {"gasket": {"times smaller": 4 ** 20 / (blocks * rho ** 2),
                       "GB": blocks * rho ** 2 * 2 * 4 / 1e9}}


def inverse():
    """3^9 of 4^9 places are cells. H of Eq. 2 is at most 2 everywhere, so nu has a place for holes, too."""
    return {9.0: {"gasket": {"cells": 3 ** 9, "back": 3 ** 9, "holes": 4 ** 9 - 3 ** 9}}}


def weights():
    """The odd digits must be 0 where their weights are roots of 3 times a power: 3^3 cells are left."""
    return {6.0: {"printed": {"places": 3 ** 3}, "floor": {"places": 3 ** 6}}}


def half_sums(digits, accumulate):
    """Whether the sum of k^floor(mu/2) times the digits mu = first, first + 2 ... is right, of every choice
    of these digits."""
    halves = [numpy.float16(3 ** power) for power in range(digits)]
    choices = numpy.indices([3] * digits).reshape(digits, -1)
    exact = sum(3 ** power * choices[power] for power in range(digits))
    total = numpy.zeros(exact.shape, numpy.float64)
    for power in range(digits):
        total += float(halves[power]) * choices[power]
    return total.astype(accumulate).astype(numpy.float64) == exact


def half_precision():
    """A place is right if both its coordinates are, which have digits of their own. The sum is exact until it
    is rounded once."""
    found = {}
    for level in range(10, 16):
        def wrong(accumulate):
            x = half_sums((level + 1) // 2, accumulate).mean()
            y = half_sums(level // 2, accumulate).mean()
            return {"wrong %": 100 * (1 - x * y)}
        found[float(level)] = {"printed": wrong(numpy.float32), "program": wrong(numpy.float16)}
    return found


ORACLES = {
    **dict.fromkeys(["fractals.memory", "fractals.memory-247"], lambda: {2.0: memory(2)}),
    "fractals.memory-fastest": lambda: {16.0: memory(16)},
    "fractals.one-gpu": lambda: {float(rho): memory(rho) for rho in (1, 2, 4, 8, 16, 32)},
    "fractals.one-percent": lambda: {16.0: {"gasket": {"percent": 100 * (3 / 4) ** 16}}},
    "fractals.compaction": compaction,
    "fractals.dimensions": dimensions,
    "fractals.inverse": inverse,
    "fractals.weights": weights,
    "fractals.half-precision": half_precision,
}
