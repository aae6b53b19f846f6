"""Each check takes the repository's root and returns its complaints, one line each."""

import math
import re
import subprocess
from collections import defaultdict
from pathlib import Path

import rules

INCLUDE = re.compile(r'^#include "([a-z_/0-9]+\.(?:hpp|cuh))"', re.M)


def repository_files(root):
    """Every file that belongs to the repository, relative to its root."""
    listed = subprocess.run(
        ["git", "-c", "safe.directory=*", "-C", root, "ls-files", "--cached", "--others",
         "--exclude-standard", "-z"], capture_output=True, text=True, check=False,
    ) if (root / ".git").exists() and _has_git() else None
    if listed and listed.returncode == 0:
        names = [Path(name) for name in listed.stdout.split("\0") if name]
        return sorted(name for name in names if (root / name).exists())
    ignored = {".git"} | {line.strip("/\n") for line in _lines(root / ".gitignore")}
    return sorted(
        path.relative_to(root) for path in root.rglob("*") if path.is_file()
        and not ignored & set(path.relative_to(root).parts) and path.suffix != ".pyc")


def top_level(root):
    names = {path.parts[0] for path in repository_files(root)}
    return [f"{name}: not a top-level name that the layout knows"
            for name in sorted(names - rules.TOP_LEVEL)]


def includes(root):
    complaints = []
    for path in repository_files(root):
        if path.suffix not in rules.INCLUDING_SUFFIXES:
            continue
        folder = _deepest_folder(path)
        if folder is None:
            complaints.append(f"{path}: in no folder that the include table knows")
            continue
        for number, line in enumerate(_lines(root / path), 1):
            complaint = _forbidden(line, *rules.INCLUDES[folder])
            if complaint:
                complaints.append(f"{path}:{number}: {folder} {complaint}")
    return complaints


def product(root):
    """The program's sources, without its scripts."""
    return [path for path in _program_files(root, ("app", "render", "compute", "shaders"))
            if path.suffix not in {".inl", ".py", ".sh", ".cmake"}]


def circles(root):
    """Folders of the program that lead to each other by what they include (Tarjan)."""
    edges, order, low, stack, found = defaultdict(set), {}, {}, [], []
    for path in product(root):
        for header in INCLUDE.findall((root / path).read_text(encoding="utf-8")):
            edges[str(path.parent)].add(str(Path(header).parent))

    def visit(folder):
        order[folder] = low[folder] = len(order)
        stack.append(folder)
        for other in edges.get(folder, ()):
            if other not in order:
                visit(other)
            if other in stack:
                low[folder] = min(low[folder], low[other])
        if low[folder] == order[folder]:
            circle = stack[stack.index(folder):]
            del stack[stack.index(folder):]
            if len(circle) > 1:
                found.append(", ".join(sorted(circle)))
    for folder in sorted(edges):
        if folder not in order:
            visit(folder)
    return found


def workloads(root):
    """Files that include what belongs to a workload, and are neither that workload's nor tests."""
    complaints = []
    for workload in rules.WORKLOADS:
        folder = f"app/workloads/{workload}/"
        include = re.compile(rf'\s*#\s*include\s*"{folder}')
        complaints += [line for line in _lines_with(root, include, (), f"names the workload {workload}")
                       if not line.startswith((folder, "tests/"))]
    return complaints


def heavy(root):
    """Files of the program that include what takes long to compile, and need not."""
    complaints = []
    for library, (sources, headers) in rules.HEAVY.items():
        include = re.compile(rf"\s*#\s*include\s*[<\"]{re.escape(library)}")
        for kind, allowed in [({".cpp", ".cu"}, sources), ({".hpp", ".inl", ".cuh"}, headers)]:
            complaints += [
                line for line in _lines_with(
                    root, include, (), f"includes {library}: {', '.join(allowed) or 'no header'} may")
                if Path(line.split(":")[0]).suffix in kind and not line.startswith(tuple(allowed))]
        complaints += _without_file(root, [*sources, *headers], "HEAVY")
    return complaints


def openers(root):
    """Files of the program that could open a file by other means than render/files/regular_file."""
    means = re.compile(r"#\s*include\s*<fcntl\.h>|\b(basic_)?(ifstream|fstream|filebuf)\b(?!>)"
                       r"|\b(fopen|freopen|parse_file|png_init_io|AddFontFromFileTTF)\b")
    return (_lines_with(root, means, rules.OPENERS,
                        "opens files by itself: use render/files/regular_file.hpp")
            + _without_file(root, rules.OPENERS, "OPENERS"))


def colours(root):
    """Colours that are written where they are used, and not named by what they mean in one place."""
    byte = r"(?:25[0-5]|2[0-4]\d|1?\d?\d)"
    literal = re.compile(r"\bImVec4\b[^;(){}=]*=?\s*[{(]\s*[\d.]"
                         r"|\bIM_COL32(\(\s*\d|_WHITE|_BLACK)"
                         r"|\b0x[0-9a-fA-F]{6}([0-9a-fA-F]{2})?\b"
                         r"|\b(Rgb8|Tone)\b[^;(){}=]*=?\s*\{+\s*\d"
                         r"|\bvec[34]\b[^;(){}=]*[{(]\s*\d[\d.f]*, *[\d.]+f?, "
                         # two numbers of at least two digits, so not the parameters of a subdivision
                         r"|\{(?=[^{}]*\d\d\b[^{}]*\d\d\b)" + ", ".join([byte] * 3) + r"\}")
    return (_lines_with(root, literal, rules.COLOURS,
                        "writes a colour: name it in render/picture/roles.hpp or app/panels/panel_style.hpp",
                        ("app", "render", "shaders"))
            + _without_file(root, rules.COLOURS, "COLOURS"))


def numerics(root):
    """Files of the program that see what a number of the plane is inside, and need not."""
    return (_lines_with(root, re.compile(r"\.nearest\(\)"), rules.NUMERICS,
                        "computes with nearest(): compute with differences")
            + _without_file(root, rules.NUMERICS, "NUMERICS"))


def tables(root):
    """Columns of tables that run together where a value is as wide as its column."""
    return _lines_with(root, re.compile(r"\}\{:>"), (),
                       "has no blank before a column: write `} {:>`, and the width less 1")


def subjects(root):
    """Comments and texts of the program that begin with what something is of, not with their subject."""
    return [f"{path}:{number}: begins with \"Of\": name the subject first"
            for path in _program_files(root)
            for lines in [_lines(root / path)]
            for number, (before, line) in enumerate(zip(["", *lines], lines), 1)
            if (re.match(r"\s*// Of ", line) and not re.match(r"\s*//", before)) or '"Of ' in line]


def fuzz_targets(root):
    """Readers of what others may have written that no fuzz target tries, and targets of no reader."""
    targets = {path.name.removesuffix("_target.cpp") for path in repository_files(root)
               if path.match("tests/fuzz/*_target.cpp")}
    readers = {str(path.with_suffix("")) for path in repository_files(root)
               if path.parts[0] in {"app", "render", "compute"} and path.suffix in {".hpp", ".cpp"}
               and _reads(path.suffix, "".join(_lines(root / path)))}
    named = {name: target for target, name in _named_targets()}
    return ([f"{reader}: reads what others may have written: name its fuzz target in READERS of rules.py"
             for reader in sorted(readers - rules.READERS.keys())]
            + [f"{reader}: READERS of rules.py names it, but it reads nothing"
               for reader in sorted(rules.READERS.keys() - readers)]
            + [f"tests/fuzz/{name}_target.cpp: READERS of rules.py names it for {reader}, but it is not there"
               for name, reader in sorted(named.items()) if name not in targets]
            + [f"tests/fuzz/{name}_target.cpp: no reader in READERS of rules.py is tried by it"
               for name in sorted(targets - named.keys())])


def _named_targets():
    return [(reader, name) for reader, names in rules.READERS.items() if isinstance(names, list)
            for name in names]


def _reads(suffix, text):
    """Uses what opens and parses, or declares a function that by its name reads a text or a file."""
    code = re.sub(r"//.*", "", text)
    if re.search(r"\b(read_whole_file|read_own_file|RegularFile|Journal|parse_json(_list)?|parse_toml)\b", code):
        return True
    declared = re.findall(r"\b(?:(?:parse|read|load|restore)_\w+|\w+_from_(?:json|toml|csv|text))\s*\(([^;{]*)",
                          code) if suffix == ".hpp" else []
    return any(re.search(r"string|path|json", arguments) for arguments in declared)


def file_lengths(root):
    lengths = {path: len(_lines(root / path)) for path in _code_files(root)}
    return _over_budget(lengths, rules.FILE_LINES, rules.FILE_LINES_P95, "files")


def function_lengths(root):
    lengths = {}
    for name, start, end in _functions(root):
        lengths[name] = end - start + 1
    return _over_budget(lengths, rules.FUNCTION_LINES, rules.FUNCTION_LINES_P95, "functions")


def p95(values):
    ordered = sorted(values)
    return ordered[math.ceil(0.95 * len(ordered)) - 1] if ordered else 0


def _lines_with(root, pattern, allowed, complaint, folders=("app", "render", "compute")):
    """Lines of the program that match, but for those of the files that may have them."""
    return [f"{path}:{number}: {complaint}"
            for path in _program_files(root, folders) if str(path) not in allowed
            for number, line in enumerate(_lines(root / path), 1) if pattern.search(line)]


def _program_files(root, folders=("app", "render", "compute")):
    return [path for path in repository_files(root)
            if path.parts[0] in folders
            and path.suffix in rules.CODE_SUFFIXES]


def _without_file(root, table, name):
    return [f"{path}: {name} of rules.py names it, but it is not there"
            for path in table if not (root / path).exists()]


def _lines(path):
    return path.read_text(encoding="utf-8").splitlines(keepends=True) if path.exists() else []


def _has_git():
    try:
        return subprocess.run(["git", "--version"], capture_output=True, check=False).returncode == 0
    except FileNotFoundError:
        return False


def _code_files(root):
    return [path for path in repository_files(root)
            if path.suffix in rules.CODE_SUFFIXES or path.name in {"CMakeLists.txt", "run"}]


def _deepest_folder(path):
    folders = [str(parent) for parent in path.parents if str(parent) in rules.INCLUDES]
    return max(folders, key=len, default=None)


def _forbidden(line, ours, outside):
    match = re.match(r'\s*#\s*include\s*(["<])([^">]+)[">]', line)
    if not match:
        return None
    quoted, name = match.group(1) == '"', match.group(2)
    if quoted:
        if name.startswith(tuple(ours)):
            return None
        return f'must not include "{name}" (allowed: {", ".join(ours)})'
    if re.fullmatch(r"[a-z_0-9]+", name) or name.startswith(tuple(outside)):
        return None
    return f"must not include <{name}> (allowed: the standard library {' '.join(outside)})"


def _functions(root):
    """(name, first line, last line) of every named C++, CUDA, GLSL and Python function, by Universal Ctags."""
    files = "\n".join(str(path) for path in _code_files(root))
    listing = subprocess.run(
        ["ctags", "--options=NONE", "-L", "-", "-f", "-", "-x",
         "--_xformat=%{input}\t%{name}\t%n\t%e", "--languages=C++,CUDA,Python",
         "--langmap=C++:+.inl.glsl.vert.frag.comp.geom", "--kinds-C++=f", "--kinds-CUDA=f",
         "--kinds-Python=fm"],
        input=files, cwd=root, capture_output=True, text=True, check=True).stdout
    for line in listing.splitlines():
        path, name, start, end = line.split("\t")
        if not name.startswith("__anon") and end.isdigit():
            yield f"{path}:{start}: {name}", int(start), int(end)


def _over_budget(lengths, limit, limit_p95, what):
    complaints = [f"{name}: {length} lines, more than {limit}"
                  for name, length in sorted(lengths.items(), key=str) if length > limit]
    measured = p95(lengths.values())
    if measured > limit_p95:
        longest = sorted(lengths, key=lengths.get, reverse=True)[:5]
        complaints.append(
            f"95 % of all {what} should have at most {limit_p95} lines, but that holds for "
            f"{measured} only; the longest: "
            + ", ".join(f"{name} ({lengths[name]})" for name in longest))
    return complaints
