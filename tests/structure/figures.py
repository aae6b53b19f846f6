"""What the tree weighs: `python3 tests/structure/figures.py` prints a line for each figure."""

import re
from collections import defaultdict
from pathlib import Path

from checks import repository_files

ROOT = Path(__file__).resolve().parents[2]
PRODUCT, CODE = ("app", "render", "compute", "shaders"), (".cpp", ".hpp", ".cu", ".cuh", ".vert", ".frag", ".glsl")
INCLUDE = re.compile(r'^#include "([a-z_/0-9]+\.(?:hpp|cuh))"', re.M)


def product():
    return [path for path in repository_files(ROOT)
            if str(path).split("/")[0] in PRODUCT and path.suffix in CODE]


def circles(edges):
    """The sets of folders of which each leads to each other (Tarjan)."""
    order, low, stack, found = {}, {}, [], []

    def visit(folder):
        order[folder] = low[folder] = len(order)
        stack.append(folder)
        for other in edges[folder]:
            if other not in order:
                visit(other)
            if other in stack:
                low[folder] = min(low[folder], low[other])
        if low[folder] == order[folder]:
            circle = stack[stack.index(folder):]
            del stack[stack.index(folder):]
            if len(circle) > 1:
                found.append(sorted(circle))
    for folder in sorted(edges):
        if folder not in order:
            visit(folder)
    return found


def main():
    files = product()
    texts = {str(path): (ROOT / path).read_text(encoding="utf-8") for path in files}
    users, edges = defaultdict(set), defaultdict(set)
    for path, text in texts.items():
        for header in INCLUDE.findall(text):
            users[header].add(path)
            ours, others = str(Path(path).parent), str(Path(header).parent)
            if ours != others:
                edges[ours].add(others)
                edges[others] |= set()
    foreign = {header: {user for user in of if Path(user).stem != Path(header).stem}
               for header, of in users.items()}
    pages = [path for path in repository_files(ROOT) if path.suffix == ".md"]
    print(f"product: {len(files)} files, {sum(text.count(chr(10)) for text in texts.values())} lines")
    print(f"headers with one user: {sum(len(of) == 1 for of in foreign.values())} of {len(users)}")
    words = sum(len((ROOT / page).read_text(encoding='utf-8').split()) for page in pages)
    print(f"pages: {len(pages)}, {words} words")
    for circle in circles(edges):
        print(f"circle: {', '.join(circle)}")


if __name__ == "__main__":
    main()
