"""A pretended machine: the real scripts in a copy of the repository, with stand-ins for the programs
that would change the real machine. Each stand-in notes how it was called."""

import os
import pty
import shutil
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

# What the scripts may take for granted on a minimal Debian.
BASE_TOOLS = ["bash", "cat", "dirname", "env", "flock", "grep", "mkdir", "nproc", "readlink",
              "rm", "sed", "sleep", "tail", "tee", "tr", "kill", "true"]

NOTE = 'printf "%s\\n" "${0##*/} $*" >>"$MACHINE/calls"\n'

STAND_INS = {
    "id": 'echo "${MACHINE_USER:-0}"',
    "dpkg-query": 'for last; do :; done\n'
                  'grep -qxF "$last" "$MACHINE/packages" && printf installed',
    "apt-get": NOTE + '''
case " $* " in
*" update "*) touch "$MACHINE/lists"; exit 0 ;;
esac
if [ -n "$MACHINE_OFFLINE" ]; then echo "E: Could not resolve deb.debian.org" >&2; exit 100; fi
if [ ! -e "$MACHINE/lists" ]; then echo "E: Unable to locate package" >&2; exit 100; fi
for word; do case $word in -*|install|DPkg*) ;; *) echo "$word" >>"$MACHINE/packages" ;; esac; done
''',
    "cmake": NOTE + '''
[ -z "$MACHINE_BAD_CONFIGURE" ] || { echo "CMake Error: no such library"; exit 1; }
mkdir -p build/release
touch build/release/build.ninja
[ -z "$MACHINE_CUDA" ] || echo "-- cuda: nvcc 13.0 for native"
''',
    "ninja": NOTE + '''
if [ -e "$2/mariani" ]; then echo "ninja: no work to do."; exit 0; fi
echo "ninja: Entering directory"
for step in 1 2 3 4 5 6 7 8 9 10 11 12; do echo "[$step/12] Building CXX object unit_$step"; done
case " $* " in *" -n "*) exit 0 ;; esac
[ -z "$MACHINE_BAD_SOURCE" ] || { printf 'FAILED: unit_3\nc++ unit_3.cpp\nerror: expected ;\n'; exit 1; }
cp "$MACHINE/program" "$2/mariani"
''',
    "c++": "",
    "Xvfb": NOTE + 'echo $$ >"$MACHINE/display"\necho 77 >&"$2"\nexec sleep 600',
    "ctest": NOTE + '''
echo "DISPLAY=$DISPLAY"
echo "78% tests passed, 2 tests failed out of 9"
echo "The following tests did not run:"
exit 8
''',
}

PROGRAM = '''#!/usr/bin/env bash
echo "cwd=$PWD"
printf "<%s>" "$@"
exit "${MACHINE_STATUS:-0}"
'''


class Machine:
    def __init__(self, folder):
        self.folder = Path(folder)
        self.repository = self.folder / "a folder" / "mariani"
        for name in ["app/run.sh", "app/setup/packages.sh", "app/setup/build.sh", "tests/run.sh"]:
            (self.repository / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, self.repository / name)
        self.tools = self.folder / "bin"
        self.tools.mkdir()
        for tool in BASE_TOOLS + ["touch", "cp"]:
            (self.tools / tool).symlink_to(shutil.which(tool))
        for tool, body in STAND_INS.items():
            self.add_tool(tool, body)
        (self.folder / "program").write_text(PROGRAM, encoding="utf-8")
        (self.folder / "program").chmod(0o755)
        (self.folder / "packages").touch()
        (self.folder / "lists").touch()

    def add_tool(self, name, body):
        path = self.tools / name
        path.write_text("#!/usr/bin/env bash\n" + body, encoding="utf-8")
        path.chmod(0o755)

    def remove_tool(self, name):
        (self.tools / name).unlink()

    def run(self, script, *arguments, cwd="/", **environment):
        """Runs script of the repository; environment on top of a bare one."""
        (self.folder / "calls").write_text("", encoding="utf-8")
        return subprocess.run(
            [self.repository / script, *arguments], cwd=cwd, capture_output=True, text=True,
            timeout=600, check=False, stdin=subprocess.DEVNULL,
            env=self.environment(**environment))

    def run_on_a_terminal(self, script, *arguments):
        """As run(), with a terminal as its standard error; returns what was written there."""
        master, terminal = pty.openpty()
        try:
            subprocess.run([self.repository / script, *arguments], cwd="/", stdout=subprocess.DEVNULL,
                           stderr=terminal, timeout=600, check=True, stdin=subprocess.DEVNULL,
                           env=self.environment())
            return os.read(master, 1 << 16).decode()
        finally:
            os.close(terminal)
            os.close(master)

    def environment(self, **more):
        return {"PATH": str(self.tools), "MACHINE": str(self.folder), "HOME": str(self.folder),
                "CUDA_HOME": str(self.folder / "cuda"), **more}

    def calls(self, tool):
        lines = (self.folder / "calls").read_text(encoding="utf-8").splitlines()
        return [line for line in lines if line.split()[0] == tool]

    def display_runs(self):
        pid = (self.folder / "display").read_text(encoding="utf-8").strip()
        return os.path.exists(f"/proc/{pid}")
