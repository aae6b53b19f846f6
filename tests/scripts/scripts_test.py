"""app/run.sh and tests/run.sh on pretended machines: with and without root, network, tools, display."""

import os
import subprocess
import tempfile
import time
import unittest

from machine import Machine


class ScriptsTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.machine = Machine(folder.name)

    def said_once(self, ran, *words):
        """One line of the script says all of these words."""
        lines = [line for line in ran.stderr.splitlines() if all(word in line for word in words)]
        self.assertEqual(1, len(lines), ran.stderr)

    def configured(self):
        (call,) = self.machine.calls("cmake")
        return call

    def test_a_bare_machine_is_set_up_and_the_program_runs(self):
        ran = self.machine.run("app/run.sh", "info")
        self.assertEqual(0, ran.returncode, ran.stderr)
        self.assertIn("<info>", ran.stdout)
        self.assertEqual(1, len(self.machine.calls("apt-get")), "installs once, without an update")
        self.said_once(ran, "installing", "libglfw3-dev", "libglm-dev")

    def test_the_second_run_says_and_does_nothing_but_run(self):
        self.machine.run("app/run.sh")
        ran = self.machine.run("app/run.sh", "info")
        self.assertEqual("", ran.stderr)
        self.assertEqual("cwd=/\n<info>", ran.stdout)
        self.assertEqual([], self.machine.calls("apt-get") + self.machine.calls("cmake"))

    def test_arguments_folder_and_status_pass_through(self):
        odd = ["render", "a b", "", "*", '"quoted"', "$HOME", "back\\slash", "new\nline"]
        ran = self.machine.run("app/run.sh", *odd, cwd=self.machine.folder, MACHINE_STATUS="7")
        self.assertEqual(7, ran.returncode)
        self.assertEqual(f"cwd={self.machine.folder}\n" + "".join(f"<{word}>" for word in odd),
                         ran.stdout)

    def test_it_may_be_called_through_a_link(self):
        link = self.machine.folder / "mariani"
        link.symlink_to(self.machine.repository / "app/run.sh")
        ran = self.machine.run(link, "info")
        self.assertEqual(0, ran.returncode, ran.stderr)

    def test_only_what_is_missing_is_installed(self):
        self.machine.run("app/run.sh")
        installed = self.machine.folder / "packages"
        names = [name for name in installed.read_text().split() if name != "libpng-dev"]
        installed.write_text("\n".join(names) + "\n")
        self.machine.run("app/run.sh")
        (call,) = self.machine.calls("apt-get")
        self.assertTrue(call.endswith(" libpng-dev"), call)
        self.assertNotIn("cmake", call)

    def test_package_lists_are_fetched_when_there_are_none(self):
        (self.machine.folder / "lists").unlink()
        ran = self.machine.run("app/run.sh")
        self.assertEqual(0, ran.returncode, ran.stderr)
        self.assertEqual(["install", "update", "install"],
                         [call.split()[1] for call in self.machine.calls("apt-get")])

    def test_without_network_one_line_says_what_and_why(self):
        ran = self.machine.run("app/run.sh", "info", MACHINE_OFFLINE="1")
        self.said_once(ran, "cannot install", "Could not resolve deb.debian.org",
                       "apt-get install", "libtbb-dev")
        self.assertIn("<info>", ran.stdout, "what is there may suffice")

    def test_without_root_and_sudo_one_line_says_what_and_why(self):
        ran = self.machine.run("app/run.sh", MACHINE_USER="1000")
        self.said_once(ran, "cannot install", "not root", "no sudo", "apt-get install", "libtbb-dev")
        self.assertEqual([], self.machine.calls("apt-get"))

    def test_without_root_sudo_is_used_and_never_waits_for_a_password(self):
        self.machine.add_tool("sudo", 'printf "sudo %s\\n" "$*" >>"$MACHINE/calls"\nshift\n"$@"')
        ran = self.machine.run("app/run.sh", "info", MACHINE_USER="1000")
        self.assertEqual(0, ran.returncode, ran.stderr)
        self.assertTrue(self.machine.calls("sudo")[0].startswith("sudo -n env"))

    def test_a_refusing_sudo_is_told(self):
        self.machine.add_tool("sudo", 'echo "sudo: a password is required" >&2\nexit 1')
        ran = self.machine.run("app/run.sh", "info", MACHINE_USER="1000")
        self.said_once(ran, "cannot install", "sudo: a password is required", "libtbb-dev")

    def test_another_distribution_is_told_what_it_needs(self):
        self.machine.remove_tool("apt-get")
        self.machine.remove_tool("dpkg-query")
        ran = self.machine.run("app/run.sh", "info")
        self.said_once(ran, "not Debian or Ubuntu", "libtbb-dev")
        self.assertIn("<info>", ran.stdout)

    def test_nothing_to_build_with_is_the_end(self):
        self.machine.remove_tool("ninja")
        ran = self.machine.run("app/run.sh", MACHINE_OFFLINE="1")
        self.assertEqual(1, ran.returncode)
        self.said_once(ran, "cannot build without ninja")

    def test_a_failed_configuration_is_shown_and_tried_again_next_time(self):
        ran = self.machine.run("app/run.sh", MACHINE_BAD_CONFIGURE="1")
        self.assertEqual(1, ran.returncode)
        self.said_once(ran, "CMake Error: no such library")
        self.assertEqual(0, self.machine.run("app/run.sh").returncode)

    def test_a_failed_build_is_shown_and_nothing_is_run(self):
        ran = self.machine.run("app/run.sh", MACHINE_BAD_SOURCE="1")
        self.assertEqual(1, ran.returncode)
        self.assertIn("FAILED: unit_3\nc++ unit_3.cpp\nerror: expected ;\n", ran.stderr)
        self.said_once(ran, "building failed")
        self.assertEqual("", ran.stdout)

    def test_before_the_build_its_backend_and_its_length_are_told(self):
        ran = self.machine.run("app/run.sh")
        self.said_once(ran, "for the processor alone", "no NVIDIA GPU", "MARIANI_CUDA=on app/run.sh",
                       "12 steps", "about")
        self.assertNotIn("unit_", ran.stderr, "no line a step")

    def test_a_gpu_is_built_for(self):
        self.machine.add_tool("nvidia-smi", 'echo "GPU 0: NVIDIA H200"')
        ran = self.machine.run("app/run.sh", MACHINE_CUDA="1")
        self.said_once(ran, "for the processor and this machine's NVIDIA GPU")

    def test_cuda_can_be_asked_for_and_is_remembered(self):
        self.machine.run("app/run.sh")
        self.assertIn("-DMARIANI_CUDA=auto", self.configured())
        self.machine.run("app/run.sh", MARIANI_CUDA="on")
        self.assertIn("-DMARIANI_CUDA=on", self.configured())
        self.machine.run("app/run.sh")
        self.assertEqual([], self.machine.calls("cmake"), "as it was asked for last")
        self.machine.run("app/run.sh", MARIANI_CUDA="auto")
        self.assertIn("-DMARIANI_CUDA=auto", self.configured())

    def test_where_a_person_watches_one_line_tells_how_far_it_is(self):
        ran = self.machine.run_on_a_terminal("app/run.sh", "info")
        lines = ran.replace("\r\n", "\n").split("\n")
        (told,) = [line for line in lines if "building: " in line]
        self.assertIn("50 %, about 0 s left", told)
        self.assertEqual(12, told.count("building: "), "each over the one before")

    def test_an_nvcc_that_came_later_is_taken_up(self):
        self.machine.run("app/run.sh")
        self.machine.add_tool("nvcc", "")
        self.machine.run("app/run.sh")
        self.assertEqual(1, len(self.machine.calls("cmake")))
        self.machine.run("app/run.sh")
        self.assertEqual([], self.machine.calls("cmake"))

    def test_tests_end_with_the_runners_counts_and_status(self):
        ran = self.machine.run("tests/run.sh", "-R", "model", DISPLAY=":5")
        self.assertEqual(8, ran.returncode)
        self.assertEqual("78% tests passed, 2 tests failed out of 9", ran.stdout.splitlines()[-1])
        self.assertTrue(self.machine.calls("ctest")[0].endswith("-R model"))
        self.assertIn("DISPLAY=:5", ran.stdout)
        self.assertEqual([], self.machine.calls("Xvfb"))

    def test_without_a_display_tests_get_their_own_and_end_it(self):
        ran = self.machine.run("tests/run.sh")
        self.assertIn("DISPLAY=:77", ran.stdout)
        deadline = time.monotonic() + 120
        while self.machine.display_runs() and time.monotonic() < deadline:
            time.sleep(0.05)
        self.assertFalse(self.machine.display_runs())

    def test_what_cannot_be_tested_here_is_said(self):
        ran = self.machine.run("tests/run.sh", DISPLAY=":5")
        self.said_once(ran, "not run here", "cuda", "no NVIDIA GPU")
        self.machine.add_tool("nvidia-smi", 'echo "GPU 0: NVIDIA H200"')
        ran = self.machine.run("tests/run.sh", DISPLAY=":5")
        self.said_once(ran, "not run here", "cuda", "no nvcc")


class BuildTest(unittest.TestCase):
    def test_a_finished_build_has_nothing_to_do(self):
        """Else app/run.sh would speak of building at every start."""
        said = subprocess.run(["ninja", "-C", os.environ["MARIANI_BUILD"], "-n", "mariani"],
                              capture_output=True, text=True, check=True).stdout
        self.assertIn("no work to do", said)


if __name__ == "__main__":
    unittest.main(verbosity=2)
