"""bench/same_outputs.py: a build has its own bytes; a score and a sample that differ are found, and named."""

import os
import stat
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SOTTO = os.environ["SOTTO_BINARY"]
sys.path.insert(0, str(ROOT / "bench"))

from same_outputs import cases, difference  # noqa: E402

CASE = "bergamot split, 2 lines together"


class SameOutputs(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def program(self, name, text):
        path = self.folder / name
        path.write_text(f"#!/bin/sh\n{text}\n")
        path.chmod(path.stat().st_mode | stat.S_IXUSR)
        return str(path)

    def compare(self, before, now):
        return subprocess.run([sys.executable, ROOT / "bench/same_outputs.py", before, now, "--cpu", "portable", "--only", CASE], capture_output=True, text=True)

    def test_a_build_has_its_own_bytes(self):
        done = self.compare(SOTTO, SOTTO)
        self.assertEqual(done.stdout, f"portable\t{CASE}\tsame\n1 same, 0 not, 0 that one of the two cannot run\n", done.stderr)
        self.assertEqual(done.returncode, 0)

    def test_another_score_is_named(self):
        other = self.program("other", f"'{SOTTO}' \"$@\" | sed 's/\"score\":-[0-9.e-]*/\"score\":-0.5/'")
        done = self.compare(SOTTO, other)
        self.assertRegex(done.stdout, "line 0, score: -[0-9.]+, now -0.5; line 1, score")
        self.assertEqual(done.returncode, 1)

    def test_nothing_compared_is_no_success(self):
        done = self.compare(SOTTO, self.program("broken", "echo 'sotto: error: no kernels' >&2; exit 1"))
        self.assertIn("now cannot: sotto: error: no kernels", done.stdout)
        self.assertEqual(done.returncode, 1)

    def test_samples_are_counted(self):
        before, now = bytes([0, 0, 10, 0, 20, 0]), bytes([0, 0, 12, 0, 19, 0])
        self.assertEqual(difference(["speak"], before, now), "2 of 3 samples, by at most 2 of 32768 (loudest 20)")

    def test_every_case_has_a_name_and_a_network_of_its_own_that_is_there(self):
        names = [name for name, _ in cases()]
        self.assertEqual(len(names), len(set(names)))
        for name, arguments in cases():
            model = arguments[arguments.index("--model" if "--model" in arguments else "--voice-model") + 1]
            self.assertTrue(Path(model).exists(), name)


if __name__ == "__main__":
    unittest.main()
