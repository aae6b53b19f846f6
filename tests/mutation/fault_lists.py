"""The kept faults: faults/AREA.toml, a table [[fault]] each."""

import re
import tomllib
from dataclasses import dataclass

REQUIRED = {"id", "file", "find", "replace", "tests"}
OPTIONAL = {"build", "equivalent", "gpu"}


class BrokenList(Exception):
    """A list that cannot be used, and why."""


@dataclass(frozen=True)
class Fault:
    area: str  # the list that it is in
    id: str
    file: str
    find: str  # what stands in the file exactly once
    replace: str
    tests: str  # for ctest -R: those that should notice
    build: tuple  # ninja targets
    equivalent: str = ""  # why no test can notice; empty where one should
    gpu: bool = False  # a GPU is needed to notice

    @property
    def folder(self):
        return "/".join(self.file.split("/")[:-1][:2])


def targets_of(tests):
    """What has to be built for these tests: the programs that the names begin with, else mariani."""
    programs = re.findall(r"\b(\w+_tests?)\b", tests)
    return tuple(dict.fromkeys(programs)) or ("mariani",)


def fault_of(area, entry):
    name = f"{area}.toml: {entry.get('id', 'a fault without id')}"
    if missing := sorted(REQUIRED - entry.keys()):
        raise BrokenList(f"{name}: {', '.join(missing)} missing")
    if unknown := sorted(entry.keys() - REQUIRED - OPTIONAL):
        raise BrokenList(f"{name}: {', '.join(unknown)} is not a field of a fault")
    if entry["find"] == entry["replace"]:
        raise BrokenList(f"{name}: find and replace are the same")
    build = tuple(entry.get("build", ())) or targets_of(entry["tests"])
    return Fault(area, **{**entry, "build": build})


def read(folder):
    faults = []
    for path in sorted(folder.glob("*.toml")):
        try:
            entries = tomllib.loads(path.read_text(encoding="utf-8")).get("fault", [])
        except tomllib.TOMLDecodeError as why:
            raise BrokenList(f"{path.name}: {why}") from why
        faults += [fault_of(path.stem, entry) for entry in entries]
    known = set()
    for fault in faults:
        if fault.id in known:
            raise BrokenList(f"{fault.area}.toml: {fault.id} is there twice")
        known.add(fault.id)
    return faults


def with_fault(root, fault):
    """The text of its file with the fault in it."""
    path = root / fault.file
    if not path.is_file():
        raise BrokenList(f"{fault.area}.toml: {fault.id}: there is no file {fault.file}")
    text = path.read_text(encoding="utf-8")
    times = text.count(fault.find)
    if times != 1:
        raise BrokenList(f"{fault.area}.toml: {fault.id}: {fault.file} has its text {times} times, "
                         f"and must have it once: {fault.find!r}")
    return text.replace(fault.find, fault.replace)


def check(root, faults):
    """Complaints about faults that do not fit the code, one line each."""
    complaints = []
    for fault in faults:
        try:
            with_fault(root, fault)
        except BrokenList as why:
            complaints.append(str(why))
    return complaints
