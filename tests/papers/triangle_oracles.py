"""What the claims about triangular domains compute, written from the paper: rows by x."""

import math

import numpy

RHO = 16


def wasted(side, label):
    """Blocks beyond n(n+1)/2, for N in blocks of 16: BB n x n; LTM's balanced square; RB a rectangle of
    N/2 x (N+1) threads; REC a diagonal and squares of 1, 2, 4 ... blocks for a power of two."""
    n = math.ceil(side / RHO)
    needed = n * (n + 1) // 2
    doublings = (n - 1).bit_length()
    launched = {
        "BB": n * n,
        "LTM": (math.isqrt(needed - 1) + 1) ** 2,
        "RB": math.ceil(side // 2 / RHO) * math.ceil((side + 1) / RHO),
        "REC": 2 ** doublings + sum(2 ** doublings // 2 * 2 ** level for level in range(doublings)),
    }[label]
    return {"wasted": launched - needed, "of n": (launched - needed) / n,
            "of n squared": (launched - needed) / n ** 2, "I at most": n * n / launched}


def wasted_blocks():
    return {float(side): {label: wasted(side, label) for label in ("BB", "LTM", "RB", "REC")}
            for side in range(1024, 30721, 1024)}


# --- roots in single precision; products of two floats are exact in double precision

F32, F64, F80 = numpy.float32, numpy.float64, numpy.longdouble


def argument(numbers):
    return (2 * numbers.astype(F32).astype(F64) + 0.25).astype(F32)


def reciprocal(x):
    return (1 / numpy.sqrt(x.astype(F64))).astype(F32)


def first_guess(x):
    return (0x5F3759DF - (x.view(numpy.int32) >> 1)).astype(numpy.int32).view(F32)


def contracted(x):
    y = first_guess(x)
    half = x * F32(0.5)
    for _ in range(3):
        y = y * (F80(1.5) - (half * y).astype(F80) * y.astype(F80)).astype(F32)
    return x * y


def uncontracted(x):
    y = first_guess(x)
    half = x * F32(0.5)
    for _ in range(3):
        y = y * (F32(1.5) - half * y * y)
    return x * y


OFFSET = F32(F32(1e-4) - F32(0.5))


def by_reciprocal(x, value):
    return (x.astype(F80) * value.astype(F80) + F80(OFFSET)).astype(F32)


def low(x):
    value = reciprocal(x)
    for _ in range(2):
        value = numpy.nextafter(value, F32(0))
    return by_reciprocal(x, value)


ROOTS = {
    "LTM-X": lambda x: numpy.sqrt(x) + OFFSET,
    "LTM-R": lambda x: by_reciprocal(x, reciprocal(x)),
    "LTM-N": lambda x: contracted(x) + OFFSET,
    "LTM-N, uncontracted": lambda x: uncontracted(x) + OFFSET,
    "LTM-R, 2 ulp low": low,
}


def exact_to(label):
    """The first number of a block that gets a wrong row, and the largest N with none before it."""
    row = 0
    while True:
        rows = numpy.arange(row, row + 256, dtype=numpy.int64)
        numbers = numpy.arange(row * (row + 1) // 2, (row + 256) * (row + 257) // 2)
        found = numpy.maximum(ROOTS[label](argument(numbers)), 0).astype(numpy.int64)
        wrong = numpy.flatnonzero(found != numpy.repeat(rows, rows + 1))
        if wrong.size:
            number = int(numbers[wrong[0]])
            return {"first wrong": number, "N": RHO * ((math.isqrt(8 * number + 1) - 1) // 2)}
        row += 256


def ranges(*labels):
    return {float(RHO): {label: exact_to(label) for label in labels}}


def utm_argument():
    """(2N - 1)^2 - 8 is at most 10^8."""
    return {0.0: {"UTM": {"N": (math.isqrt(10 ** 8 + 8) + 1) // 2}}}


def resident_blocks():
    """16 blocks on each multiprocessor of compute capability 3: 8, 4 and 15, by NVIDIA's data."""
    return {0.0: {name: {"blocks": 16 * count}
                  for name, count in {"GTX 680": 8, "GTX 765M": 4, "Tesla K40": 15}.items()}}


def smallest_size():
    return {800.0: {"rho 16": {"of 240": 50 * 51 / 2 / 240}, "rho 32": {"of 240": 25 * 26 / 2 / 240}}}


ORACLES = {
    **dict.fromkeys(["triangle.wasted-blocks", "triangle.wasted-half", "triangle.bound"],
                    wasted_blocks),
    "triangle.table-1": resident_blocks,
    "triangle.smallest-size": smallest_size,
    "triangle.ltm-range": lambda: ranges("LTM-X", "LTM-R", "LTM-N", "LTM-R, 2 ulp low"),
    "triangle.ltm-uncontracted": lambda: ranges("LTM-N, uncontracted"),
    "triangle.utm-argument": utm_argument,
}
