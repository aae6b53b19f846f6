"""What the tree weighs: `python3 tests/structure/figures.py` prints a line for each figure."""

from collections import defaultdict
from pathlib import Path

from checks import INCLUDE, circles, product, repository_files

ROOT = Path(__file__).resolve().parents[2]


def main():
    files = product(ROOT)
    texts = {str(path): (ROOT / path).read_text(encoding="utf-8") for path in files}
    users = defaultdict(set)
    for path, text in texts.items():
        for header in INCLUDE.findall(text):
            users[header].add(path)
    foreign = {header: {user for user in of if Path(user).stem != Path(header).stem}
               for header, of in users.items()}
    pages = [path for path in repository_files(ROOT) if path.suffix == ".md"]
    print(f"product: {len(files)} files, {sum(text.count(chr(10)) for text in texts.values())} lines")
    print(f"headers with one user: {sum(len(of) == 1 for of in foreign.values())} of {len(users)}")
    words = sum(len((ROOT / page).read_text(encoding='utf-8').split()) for page in pages)
    print(f"pages: {len(pages)}, {words} words")
    for circle in circles(ROOT):
        print(f"circle: {circle}")


if __name__ == "__main__":
    main()
