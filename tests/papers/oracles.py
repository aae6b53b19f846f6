"""What the papers' formulas give, written from the papers alone: for each computed claim, its rows by x.

A row is {column: value}, or a set of values where several are equally good."""

import itertools

import numpy

# --- Modeling GPU Dynamic Parallelism: Eqs. 1 to 25

POWERS = range(1, 11)  # g, r and B are 2, 4 ... 1024
DEFAULTS = {"P": 0.7, "lambda": 100.0, "A": 512.0, "q": 128.0, "c": 64.0}
PROBABILITIES = [0.3, 0.5, 0.7, 0.9]
LAMBDAS = [1, 100, 10000, 1000000]


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
    return {"gain": highest, "of A": highest / params["A"], "g": g, "r": r, "B": B}


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
    """Multiprocessors of NVIDIA's data sheets, each with 64 cores for single precision."""
    multiprocessors = {"A100": 108, "TITAN RTX": 72, "TITAN V": 80, "Jetson Xavier NX": 6}
    return {0.0: {name: {"cores": 64 * count} for name, count in multiprocessors.items()}}


ORACLES = {
    "modeling.omega-limit": lambda: family(0, "P", PROBABILITIES),
    "modeling.omega-lambda": lambda: family(0, "lambda", LAMBDAS),
    "modeling.speedup-start": lambda: family(1, "lambda", LAMBDAS),
    **dict.fromkeys(["modeling.omega-optimum", "modeling.omega-g", "modeling.mbr-g",
                     "modeling.sbr-g", "modeling.r", "modeling.r-lambda", "modeling.B"], optima),
    "modeling.mbr-in-theory": schemes,
    "modeling.cores": cores,
    "modeling.canonical-order": canonical_order,
}
