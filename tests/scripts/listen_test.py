#!/usr/bin/env python3
"""bench/listen: its sentences, and what it makes of scores; no ear is asked."""
import importlib.util
import math
import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
TOOL = ROOT / "bench" / "listen" / "listen.py"


def tool():
    spec = importlib.util.spec_from_file_location("listen", TOOL)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def run(*args):
    return subprocess.run([sys.executable, TOOL, *args], capture_output=True, text=True)


class Listen(unittest.TestCase):
    def test_sentences_are_a_hundred_and_forty_and_each_is_there_once(self):
        for language, count in (("ja", 100), ("en", 40)):
            texts = tool().sentences(language)
            self.assertEqual(len(texts), count)
            self.assertEqual(len(set(texts)), count)

    def test_differences_are_of_the_same_sentence(self):
        rows = [("a", [[1.0], [3.0], [2.0]]), ("b", [[1.5], [3.5], [2.5]]), ("c", [[2.0], [2.0], [2.0]])]
        lines = tool().table(rows, ["distillmos"]).splitlines()
        self.assertEqual(lines[0], "| | sentences | DistillMOS | difference |")
        self.assertEqual(lines[2], "| a | 3 | 2.000 |  |")
        self.assertEqual(lines[3], "| b | 3 | 2.500 | +0.500 ± 0.000 |")
        self.assertEqual(lines[4], "| c | 3 | 2.000 | +0.000 ± 2.483 |")  # 4.30 * 1 / sqrt(3)

    def test_an_interval_of_one_figure_has_no_end(self):
        self.assertEqual(tool().half_width([1.0]), math.inf)
        self.assertAlmostEqual(tool().half_width([0.0, 1.0] * 100), 1.98 * 0.50125 / math.sqrt(200), places=4)

    def test_what_is_there_is_not_said_again(self):
        with tempfile.TemporaryDirectory() as folder:
            said = Path(folder) / "said"
            program = Path(folder) / "sotto"
            program.write_text(f'#!/bin/sh\necho "$3" >>{said}\nfor last; do :; done\n: >"$last"\n')
            os.chmod(program, 0o755)
            for _ in range(2):
                done = run(folder, "--sotto", str(program), "--limit", "3", "--only-say", "a=--voice espeak-ng")
                self.assertEqual(done.returncode, 0, done.stderr)
            self.assertEqual(len(said.read_text(encoding="utf-8").splitlines()), 3)
            self.assertEqual(len(list((Path(folder) / "ja" / "a").glob("*.wav"))), 3)

    def test_what_is_wrong_is_said(self):
        for args, what in ((("out", "a"), "a: expected NAME=OPTIONS"), (("out", "a=", "--ears", "mine"), "--ears: mine, expected"),
                           (("out", "a=", "--language", "tlh"), "--language: tlh, expected")):
            done = run(*args)
            self.assertEqual(done.returncode, 2)
            self.assertIn(what, done.stderr)
        with tempfile.TemporaryDirectory() as folder:
            done = run(folder, "--sotto", "false", "a=--voice x")
            self.assertEqual(done.returncode, 1)
            self.assertIn("exit 1", done.stderr)


if __name__ == "__main__":
    unittest.main()
