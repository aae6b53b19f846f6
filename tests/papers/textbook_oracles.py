"""What the claims about the chapter compute, written from its listings: rows by x."""

import math

MASK = 2 ** 64 - 1


def mixed(value):
    """SplitMix64's finalizer."""
    value = (value ^ value >> 30) * 0xBF58476D1CE4E5B9 & MASK
    value = (value ^ value >> 27) * 0x94D049BB133111EB & MASK
    return value ^ value >> 31


def random_point(number):
    """The program's, of seed 1: two numbers of 24 bits from the high 48."""
    bits = mixed((mixed(1) + (number + 1) * 0x9E3779B97F4A7C15) & MASK)
    return complex(bits >> 40, bits >> 16 & 2 ** 24 - 1) / 2 ** 24


def vertices(line):
    start, control, end = (random_point(2 * line + i) for i in range(3))
    return max(4, min(32, math.floor(16 * abs(control - (start + end) / 2) / abs(end - start))))


def wrong_counts():
    """A thread of a block of 32 takes the curvature of the line that has its block's number."""
    return {256.0: {"printed": {"wrong": sum(vertices(line // 32) != vertices(line)
                                             for line in range(256))}}}


def printed_blocks(levels):
    """The nodes that get a block in a full tree, each grid in its turn; a thread's writes are seen by
    later grids alone."""
    ids, worked_on, grids = {0: 0}, set(), [(0, 1, 1)]  # first node, blocks, nodes at this level
    for _ in range(levels):
        following = []
        for nodes, blocks, at_level in grids:
            for block in range(blocks):
                worked_on.add(nodes + block)
                ids[nodes + block] = node = ids.get(nodes + block, 0) + block
                children = nodes + at_level
                for child in range(4):
                    ids[children + 4 * node + child] = 4 * node + 4 * child
                following.append((children, 4, 4 * at_level))
        grids = following
    return len(worked_on)


def quadtree_nodes():
    return {3.0: {"printed": {"nodes": printed_blocks(4)}, "repaired": {"nodes": 1 + 4 + 16 + 64}}}


def room(depth):
    allocated, nodes = (4 ** depth - 1) / 3, (4 ** (depth + 1) - 1) / 3
    return {"tree": {"room of nodes": allocated / nodes, "nodes at the level": 4 ** depth}}


ORACLES = {
    "textbook.curvature-index": wrong_counts,
    "textbook.closed-curve": lambda: {0.0: {"closed": {"finite": 0}}},
    "textbook.four-streams": lambda: {256.0: {"listing": {"blocks": 256 / 32},
                                              "text": {"blocks": 256 / 64}}},
    "textbook.quadtree-nodes": quadtree_nodes,
    "textbook.quadtree-room": lambda: {float(depth): room(depth) for depth in range(1, 13)},
    "textbook.quadtree-level": lambda: {3.0: room(3)},
    "textbook.exercise-5": lambda: {5.0: {"children": {"at a time": 6}}},
}
