"""What the papers' formulas give, written from the papers alone: for each computed claim, its rows by x.

A row is {column: value}, or a set of values where several are equally good."""

import itertools
import math

import numpy

# --- Modeling GPU Dynamic Parallelism: Eqs. 1 to 25

POWERS = range(1, 11)  # g, r and B are 2, 4 ... 1024
DEFAULTS = {"P": 0.7, "lambda": 100.0, "A": 512.0, "q": 128.0, "c": 64.0}
PROBABILITIES = [0.3, 0.5, 0.7, 0.9]
LAMBDAS = [1, 100, 10000, 1000000]
LIMITS = [64, 512, 4096]


def gains(exponent, P, A, q, c, **rest):
    """Omega and the speedups of SBR and MBR for n = 2^exponent: {(g, r, B): (Omega, SBR, MBR)} where
    there is a level, g B r <= n."""
    subdividing = rest["lambda"]
    n = 2.0 ** exponent
    found = {}
    for eg, er, eB in itertools.product(POWERS, repeat=3):
        tau = (exponent - eg - eB) // er  # floor(log_r(n / (g B)))
        if exponent < eg + eB or tau < 1:
            continue
        g, r = 2.0 ** eg, 2.0 ** er
        i = numpy.arange(tau - 1)
        side = n / (g * r ** i)           # a region's, in pixels
        regions = (g * r ** i) ** 2       # G R^i
        reached = P ** i
        rounds = numpy.ceil(regions / q)  # of q regions at a time
        query, subdivide = 4 * side * A, P * subdividing * A
        work = ((query + subdivide + (1 - P) * side ** 2) * regions * reached).sum()
        border = numpy.ceil(4 * side / c) * A
        sbr = ((border + subdivide + (1 - P) * numpy.ceil(side ** 2 / c)) * rounds * reached).sum()
        everywhere = numpy.ceil(n * n / (q * c))
        mbr = (((border + subdivide) * rounds + (1 - P) * everywhere) * reached).sum()
        # The last level computes every pixel that is left.
        left, last = P ** (tau - 1), n / (g * r ** (tau - 1))
        work += n * n * A * left
        sbr += A * numpy.ceil(last ** 2 / c) * numpy.ceil((n / last) ** 2 / q) * left
        mbr += A * everywhere * left
        exhaustive = everywhere * A
        found[int(g), int(r), 2 ** eB] = (n * n * A / work, exhaustive / sbr, exhaustive / mbr)
    return found


def best(exponent, goal, **params):
    """The row of the best choice for a goal: 0 Omega, 1 SBR, 2 MBR. Empty where the model has no level."""
    params = {**DEFAULTS, **params}
    tried = gains(exponent, **params)
    if not tried:
        return {}
    highest = max(values[goal] for values in tried.values())
    equally_good = [choice for choice, values in tried.items()
                    if values[goal] >= highest * (1 - 1e-12)]
    g, r, B = map(set, zip(*equally_good))
    return {"gain": highest, "g": g, "r": r, "B": B}


def family(goal, name, values):
    return {2.0 ** exponent: {f"{name} {value}": best(exponent, goal, **{name: float(value)})
                              for value in values}
            for exponent in range(6, 41, 2)}


def optima():
    dear = {"lambda": 1e6}
    return {2.0 ** exponent: {"Omega": best(exponent, 0), "SBR": best(exponent, 1),
                              "MBR": best(exponent, 2),
                              "SBR, lambda 1e6": best(exponent, 1, **dear),
                              "MBR, lambda 1e6": best(exponent, 2, **dear)}
            for exponent in range(8, 17, 2)}


def by_parallelism():
    results = {}
    for exponent in range(16, 33, 4):
        rows = results[2.0 ** exponent] = {}
        for (scheme, goal), name in itertools.product([("SBR", 1), ("MBR", 2)], "qc"):
            few, many = (best(exponent, goal, **{name: value}) for value in (16.0, 1024.0))
            rows |= {f"{scheme}, {name} 16": few, f"{scheme}, {name} 1024": many,
                     f"{scheme} by {name}": {"loss": few["gain"] / many["gain"]}}
    return results


def schemes():
    return {2.0 ** exponent: {"SBR": best(exponent, 1), "MBR": best(exponent, 2)}
            for exponent in range(8, 41, 2)}


def canonical_order():
    """Eq. 33: the number of the region (p_1 ... p_k) is the sum over d of p_d times the product of the
    sides n_q, over q = 1 to d as printed, and to d - 1 as Eqs. 31 and 32 have it."""
    sides = [2, 2, 3, 2]
    boxes = list(itertools.product(*map(range, sides)))

    def numbers(last):
        return {sum(p * int(numpy.prod(sides[:d + last], dtype=int)) for d, p in enumerate(region))
                for region in boxes}
    return {4.0: {"printed": {"numbers": len(numbers(1))},
                  "to d - 1": {"numbers": len(numbers(0))}}}


def cores():
    """Multiprocessors of NVIDIA's data sheets, and the cores of each for single precision."""
    gpus = {"A100": (108, 64), "TITAN RTX": (72, 64), "TITAN V": (80, 64), "Jetson Xavier NX": (6, 64),
            "H100": (132, 128), "H200": (132, 128)}
    return {0.0: {name: {"cores": count * each} for name, (count, each) in gpus.items()}}


# --- CUDA dynamic parallelism: chapter 13

LINES = 256


def hashed(seed, index):
    """64 bits by SplitMix64."""
    def mixed(bits):
        bits = (bits ^ bits >> 30) * 0xBF58476D1CE4E5B9 % 2 ** 64
        bits = (bits ^ bits >> 27) * 0x94D049BB133111EB % 2 ** 64
        return bits ^ bits >> 31
    return mixed((mixed(seed) + (index + 1) * 0x9E3779B97F4A7C15) % 2 ** 64)


def curvature_index():
    """Threads of the parent kernel whose count is not that of their own line, by Fig. A13.8: 16 times
    the control point's height over the chord, from 4 to 32, rounded down."""
    def point(number):
        bits = hashed(1, number)
        return numpy.array([bits >> 40, bits >> 16 & 2 ** 24 - 1]) / 2.0 ** 24

    def count(line):
        start, control, end = (point(2 * line + i) for i in range(3))
        height = numpy.hypot(*(control - (start + end) / 2))
        return int(min(max(16 * height / numpy.hypot(*(end - start)), 4), 32))
    wrong = sum(count(line // 32) != count(line) for line in range(LINES))
    return {float(LINES): {"printed": {"wrong": wrong}}}


def loops_and_children():
    """Lists of 0 to x items of 8,192 threads, in rows of a warp: Fig. 13.4 keeps a warp until its
    longest list is done, and Fig. 13.5 gives every 32 items of a list a warp, every 256 a block."""
    bits = numpy.array([hashed(1, thread) for thread in range(8192)], dtype=numpy.uint64)
    results = {}
    for most in (2 ** k for k in range(2, 13)):
        lists = (bits % numpy.uint64(most + 1)).astype(int).reshape(-1, 32)
        items = lists.sum()

        def share(lanes):
            return 100 * items / lanes
        results[float(most)] = {
            "loop": {"lanes at work": share(32 * lists.max(axis=1).sum())},
            "children": {"lanes at work": share(32 * (-(-lists // 32)).sum()),
                         "threads with an item": share(256 * (-(-lists // 256)).sum()),
                         "grids of no block": (lists == 0).sum()}}
    return results


def memories():
    """Of section 13.4: all but constants are written by kernels, and what belongs to a block or a
    thread is not seen outside of it."""
    names = ["global", "zero-copy", "constant", "local", "shared"]
    return {0.0: {name: {"written by kernels": name != "constant",
                         "seen by children": name not in ("local", "shared")} for name in names}}


def quadtree_nodes():
    """Where lines 37, 43 and 44 of Fig. 13.13 lead in a full tree of 4 levels: every grid's children
    begin 4^level nodes behind its own first one."""
    def places(first, level):
        own = set(range(first, first + (4 if level else 1)))
        return own | (places(first + 4 ** level, level + 1) if level < 3 else set())
    full = sum(4 ** level for level in range(4))
    return {3.0: {"printed": {"nodes": len(places(0, 0))}, "repaired": {"nodes": full}}}


def room(depth):
    """Of lines 119 to 123 of Fig. A13.14, over the nodes of a tree of this depth."""
    levels = [4 ** level for level in range(depth + 1)]
    return {"tree": {"room of nodes": sum(levels[:-1]) / sum(levels),
                     "nodes at the level": levels[-1]}}


# --- GPU maps for triangular domains

RHO = 16


def wasted_blocks():
    """Blocks of each map's grid, less those of a triangle of n rows."""
    results = {}
    for side in range(1024, 30721, 1024):
        n = side // RHO
        needed = n * (n + 1) // 2
        square = math.isqrt(needed - 1) + 1
        power = 2 ** (n - 1).bit_length()
        # RB folds the triangle's threads into half of its columns and one more row.
        folded = -(-(side // 2) // RHO) * -(-(side + 1) // RHO)
        blocks = {"BB": n * n, "LTM": square * square, "RB": folded,
                  # Blocks on the diagonal, and squares of 1, 2, 4 ... blocks below it.
                  "REC": power + sum(power // (2 * size) * size ** 2 for size in
                                     (2 ** k for k in range(power.bit_length() - 1)))}
        results[float(side)] = {
            name: {"wasted": count - needed, "of n": (count - needed) / n,
                   "of n squared": (count - needed) / n ** 2, "I at most": n * n / count}
            for name, count in blocks.items()}
    return results


def single(values):
    return numpy.asarray(values).astype(numpy.float32)


def fused(a, b, c):
    """ab + c of single precision, rounded once: the sum is rounded to odd in double, so that rounding
    it again changes nothing (Boldo and Melquiond 2008)."""
    product = a.astype(numpy.float64) * b.astype(numpy.float64)
    total = product + c
    rest = total - product
    error = (product - (total - rest)) + (c - rest)
    bits = total.view(numpy.int64)
    to_odd = (error != 0) & (bits & 1 == 0)
    bits += numpy.where(to_odd, numpy.where((error > 0) == (total > 0), 1, -1), 0)
    return total.astype(numpy.float32)


OFFSET = single(1e-4) - single(0.5)


def by_root(x):
    return numpy.sqrt(x) + OFFSET


def by_reciprocal(x, ulps=0):
    reciprocal = single(1 / numpy.sqrt(x.astype(numpy.float64)))
    for _ in range(ulps):
        reciprocal = numpy.nextafter(reciprocal, single(0))
    return fused(x, reciprocal, OFFSET)


def newton_root(x, contracted=True):
    half = x * single(0.5)
    y = (0x5F3759DF - (x.view(numpy.int32) >> 1)).astype(numpy.int32).view(numpy.float32)
    for _ in range(3):
        y = y * (fused(-half * y, y, single(1.5)) if contracted else single(1.5) - half * y * y)
    return x * y


def by_newton(x, contracted=True):
    return newton_root(x, contracted) + OFFSET


def exact_to(root):
    """The first block number whose row is wrong, and the side of the largest triangle before it."""
    row = 0
    while True:  # 512 rows at a time
        rows = numpy.repeat(numpy.arange(row, row + 512), numpy.arange(row + 1, row + 513))
        first = row * (row + 1) // 2
        numbers = numpy.arange(first, first + len(rows), dtype=numpy.int64)
        x = single(2.0 * single(numbers).astype(numpy.float64) + 0.25)
        found = numpy.maximum(root(x), 0).astype(numpy.int64)
        wrong = numpy.flatnonzero(found != rows)
        if len(wrong):
            return {"first wrong": int(numbers[wrong[0]]), "N": RHO * int(rows[wrong[0]])}
        row += 512


def root_ranges():
    return {float(RHO): {"LTM-X": exact_to(by_root), "LTM-R": exact_to(by_reciprocal),
                         "LTM-N": exact_to(by_newton),
                         "LTM-R, 2 ulp low": exact_to(lambda x: by_reciprocal(x, 2))}}


def uncontracted():
    return {float(RHO): {"LTM-N, uncontracted": exact_to(lambda x: by_newton(x, False))}}


def utm_argument():
    """4N^2 - 4N - 8k + 1 is greatest for k = 1."""
    sides = numpy.arange(2, 10_000)
    return {0.0: {"UTM": {"N": int(sides[4 * sides ** 2 - 4 * sides - 7 <= 10 ** 8].max())}}}


def utm_is_exact(side, rows, contracted=True, corrected=True):
    """Whether the last rows of pairs of a triangle are right: of pair k, counted from 0, the row a and
    the column b are counted from 1, and two conditionals take a row back whose b is no column."""
    lengths = numpy.arange(min(rows, side - 1), 0, -1)
    right = numpy.repeat(side - lengths, lengths)
    last = side * (side - 1) // 2
    k = numpy.arange(last - len(right), last)
    n = single(side)
    argument = single(4) * n * n - single(4) * n - single(8) * single(k) + single(1)
    root = numpy.where(argument > 0, newton_root(numpy.maximum(argument, single(1)), contracted), 0)
    a = ((single(2) * n + single(1) - single(root)) / single(2)).astype(numpy.int64)
    b = a + 1 + k - (a - 1) * (2 * side - a) // 2
    if corrected:
        a = numpy.where(b > side, a + 1, numpy.where(b <= a, a - 1, a))
    return bool((a == right).all())


def utm_ranges():
    """The errors grow with the triangle and are greatest at its end: 40 rows of each, and all rows of
    the largest."""
    results = {}
    for name, how in [("UTM-N", (True, True)), ("UTM-N, uncontracted", (False, True)),
                      ("UTM-N, uncorrected", (True, False))]:
        side = next(side for side in itertools.count(3) if not utm_is_exact(side, 40, *how)) - 1
        assert utm_is_exact(side, side, *how)
        results[name] = {"N": side}
    return {0.0: results}


def printed_costs():
    """Eq. 10 solved for tau / beta = k; n = 1920."""
    gains = {768: (0.83, 0.96, 1.1), 1536: (0.87, 1.025, 1.15), 2880: (1.08, 1.08, 1.08)}
    return {float(cores): {name: {"k": 2 * 1920 ** 2 / (1920 ** 2 + 1920) / gain}
                           for name, gain in zip(["LTM-X", "LTM-N", "LTM-R"], printed)}
            for cores, printed in gains.items()}


# --- Compact fractals

FRACTALS = {  # rows of a box from the top
    "gasket": "#. ##", "carpet": "### #.# ###", "vicsek": ".#. ### .#.", "x": "#.# .#. #.#",
    "h": "#.# ### #.#", "bottles": "### #.# #.#", "chandelier": ".#. ### ...",
    "candy": ".##. #### #### .##.", "cantor": "#.# ... ..."}


def copies_and_side(name):
    return FRACTALS[name].count("#"), len(FRACTALS[name].split())


def compaction():
    results = {}
    for name in FRACTALS:
        k, s = copies_and_side(name)
        for r in itertools.count(1):
            n = s ** r
            if n > 2 ** 20:
                break
            results.setdefault(float(n), {})[name] = {
                "compaction": n ** 2 / k ** r, "percent": 100 * k ** r / n ** 2, "cells": k ** r}
    return results


def block_memory(*log2_rhos):
    results = {}
    for log2_rho in log2_rhos:
        places = 3 ** (20 - log2_rho) * 4 ** log2_rho
        results[2.0 ** log2_rho] = {"gasket": {"times smaller": 4 ** 20 / places,
                                               "GB": 2 * 4 * places / 1e9}}
    return results


def inverse():
    """x + y of two bits is a digit for every place of the box, so each hole is taken for a cell."""
    return {9.0: {"gasket": {"cells": 3 ** 9, "back": 3 ** 9, "holes": 4 ** 9 - 3 ** 9}}}


def weights():
    """A root of 3 that is multiplied by a whole number is none, except by 0: with it only cells whose
    odd digits are 0 have a place."""
    whole = {(sum(3 ** (mu // 2) * digits[mu] for mu in (0, 2, 4)),
              sum(3 ** (mu // 2) * digits[mu] for mu in (1, 3, 5)))
             for digits in itertools.product(range(3), repeat=6)}
    return {6.0: {"printed": {"places": sum(y == 0 for _, y in whole)}, "floor": {"places": len(whole)}}}


def half_precision():
    """Blocks whose sum of digits times weights in half precision is not their place: x has the even
    digits, y the odd ones."""
    results = {}
    for level in range(10, 16):
        right = {"printed": 1, "program": 1}
        for digits in ((level + 1) // 2, level // 2):
            halves = [float(numpy.float16(3 ** m)) for m in range(digits)]
            sums = numpy.zeros(1)
            for weight in halves:
                sums = (weight * numpy.arange(3)[:, None] + sums[None, :]).ravel()
            places = numpy.arange(3 ** digits)
            right["printed"] *= int((single(sums) == places).sum())
            with numpy.errstate(over="ignore"):
                right["program"] *= int((sums.astype(numpy.float16).astype(float) == places).sum())
        results[float(level)] = {form: {"wrong %": 100 * (3 ** level - count) / 3 ** level}
                                 for form, count in right.items()}
    return results


ORACLES = {
    "modeling.omega-limit": lambda: family(0, "P", PROBABILITIES),
    "modeling.omega-bound": lambda: family(0, "A", LIMITS),
    "modeling.omega-lambda": lambda: family(0, "lambda", LAMBDAS),
    **dict.fromkeys(["modeling.speedup-start", "modeling.B-lambda"],
                    lambda: family(1, "lambda", LAMBDAS)),
    **dict.fromkeys(["modeling.parallelism", "modeling.g-parallelism", "modeling.r-parallelism"],
                    by_parallelism),
    **dict.fromkeys(["modeling.omega-optimum", "modeling.omega-g", "modeling.mbr-g",
                     "modeling.sbr-g", "modeling.r", "modeling.r-lambda", "modeling.B"], optima),
    "modeling.mbr-in-theory": schemes,
    "modeling.cores": cores,
    "modeling.canonical-order": canonical_order,
    **dict.fromkeys(["textbook.loop-divergence", "textbook.child-divergence", "textbook.empty-list"],
                    loops_and_children),
    **dict.fromkeys(["textbook.exercise-3", "textbook.exercise-4"], memories),
    "textbook.curvature-index": curvature_index,
    "textbook.closed-curve": lambda: {0.0: {"closed": {"finite": 0}}},  # it is divided by 0
    "textbook.four-streams": lambda: {float(LINES): {"listing": {"blocks": LINES // 32},
                                                     "text": {"blocks": LINES // 64}}},
    "textbook.quadtree-nodes": quadtree_nodes,
    "textbook.quadtree-room": lambda: {float(depth): room(depth) for depth in range(1, 13)},
    "textbook.quadtree-level": lambda: {3.0: room(3)},
    # A NULL stream for each of 6 blocks.
    "textbook.exercise-5": lambda: {5.0: {"children": {"at a time": 6}}},
    **dict.fromkeys(["triangle.wasted-blocks", "triangle.wasted-half", "triangle.bound"],
                    wasted_blocks),
    # Multiprocessors of Kepler have 192 cores and room for 16 blocks.
    "triangle.table-1": lambda: {0.0: {name: {"blocks": 16 * multiprocessors} for name, multiprocessors
                                       in [("GTX 680", 8), ("GTX 765M", 4), ("Tesla K40", 15)]}},
    "triangle.smallest-size": lambda: {800.0: {"rho 16": {"of 240": 50 * 51 / 2 / 240},
                                               "rho 32": {"of 240": 25 * 26 / 2 / 240}}},
    "triangle.ltm-range": root_ranges,
    "triangle.ltm-uncontracted": uncontracted,
    "triangle.utm-argument": utm_argument,
    "triangle.utm-conditionals": utm_ranges,
    "triangle.printed-k": printed_costs,
    "fractals.memory": lambda: block_memory(1),
    "fractals.memory-fastest": lambda: block_memory(4),
    "fractals.memory-247": lambda: block_memory(1),
    "fractals.one-gpu": lambda: block_memory(*range(6)),
    "fractals.one-percent": lambda: {16.0: {"gasket": {"percent": 100 * 0.75 ** 16}}},
    "fractals.compaction": compaction,
    "fractals.dimensions": lambda: {0.0: {name: {"dimension": math.log(k) / math.log(s)}
                                          for name in FRACTALS for k, s in [copies_and_side(name)]}},
    "fractals.inverse": inverse,
    "fractals.weights": weights,
    "fractals.half-precision": half_precision,
}
