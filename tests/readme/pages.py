"""The pages of the repository (its .md files): their headings, links and tables."""

import re
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def pages():
    """Every page by its path from the root; builds are no part of the repository."""
    found = [path.relative_to(ROOT) for path in ROOT.rglob("*.md")]
    return sorted(str(path) for path in found if path.parts[0] != "build")


def text_of(page):
    return (ROOT / page).read_text(encoding="utf-8")


def prose(text):
    """Without fenced blocks, in which # and []() mean something else."""
    return re.sub(r"^ *```.*?^ *```$", "", text, flags=re.M | re.S)


def anchors(text):
    """What stands behind # in links to the headings, by GitHub's rules."""
    found = []
    for heading in re.findall(r"^#+ (.+)$", prose(text), re.M):
        anchor = re.sub(r"[^\w\- ]", "", heading.strip().lower()).replace(" ", "-")
        found.append(anchor if anchor not in found else f"{anchor}-{found.count(anchor)}")
    return found


@dataclass(frozen=True)
class Link:
    path: str  # empty: the page itself
    anchor: str  # empty: all of it


def links(text):
    """The links and pictures that lead to files of the repository."""
    targets = re.findall(r"\]\(([^)\s]+)\)", re.sub(r"\]\s*\n\(", "](", prose(text)))
    return [Link(*target.partition("#")[::2]) for target in targets if "://" not in target]


def broken_links(page, text):
    """Complaints about links of this page to files or headings that are not there."""
    complaints = []
    for link in links(text):
        target = ((ROOT / page).parent / link.path).resolve() if link.path else ROOT / page
        if not target.exists():
            complaints.append(f"{page}: there is no {link.path}")
        elif link.anchor:
            there = text if not link.path else target.read_text(encoding="utf-8")
            if link.anchor not in anchors(there):
                complaints.append(f"{page}: {link.path} has no heading #{link.anchor}")
    return complaints


def missing_files(text):
    """The files and folders named in running text, by their paths from the root, that are not there.
    `a/b` also stands for a/b.hpp and a/b.cpp."""
    named = re.findall(r"`((?:app|assets|compute|render|shaders|tests)/[\w./-]+)`", prose(text))
    return [path for path in named if not (ROOT / path).exists()
            and not list((ROOT / path).parent.glob(f"{Path(path).name}.*"))]


def rows(text, heading):
    """The cells of every table row under the heading, down to the next one of its rank."""
    rank = heading.split(" ")[0]
    _, found, below = f"\n{text}".partition(f"\n{heading}\n")
    if not found:
        return []
    section = re.split(rf"^#{{1,{len(rank)}}} ", below, maxsplit=1, flags=re.M)[0]
    lines = [line for line in section.splitlines() if line.startswith("|")]
    cells = [[cell.strip().replace(r"\|", "|") for cell in re.split(r"(?<!\\)\|", line)[1:-1]]
             for line in lines]
    rules = [i for i, row in enumerate(cells) if set("".join(row)) == {"-"}]
    return [row for i, row in enumerate(cells) if i not in rules and i + 1 not in rules]


def code_spans(cell):
    return re.findall(r"`([^`]+)`", cell)
