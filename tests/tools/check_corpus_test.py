"""tools/narrator/check_corpus.py: a slice that is not there, or has nothing in it, does not pass as one without faults."""

import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

TOOLS = Path(__file__).resolve().parents[2] / "tools/narrator"


def check(*slices, cwd=TOOLS):
    run = subprocess.run([sys.executable, TOOLS / "check_corpus.py", *slices], cwd=cwd, capture_output=True, encoding="utf-8")
    return run.returncode, run.stdout + run.stderr


class CheckCorpus(unittest.TestCase):
    def test_a_slice_by_its_folder_or_by_its_name(self):
        for slice_ in ("corpus/phrases", "phrases"):
            code, said = check(slice_)
            self.assertEqual(code, 0, said)
            self.assertRegex(said, "phrases: .*[1-9]")

    def test_a_slice_that_is_not_there_is_named(self):
        code, said = check("no_such_slice")
        self.assertEqual(code, 1, said)
        self.assertIn("no_such_slice: no such slice", said)

    def test_a_slice_without_files_is_named(self):
        with tempfile.TemporaryDirectory() as folder:
            code, said = check(folder)
        self.assertEqual(code, 1, said)
        self.assertIn("no .tsv file", said)

    def test_a_bad_line_is_named(self):
        with tempfile.TemporaryDirectory() as folder:
            Path(folder, "sentences.tsv").write_text("It runs.\t動きます。\nIt runs.\n", encoding="utf-8")
            code, said = check(folder)
        self.assertEqual(code, 1, said)
        self.assertIn("sentences.tsv:2: 1 columns, expected 2", said)


if __name__ == "__main__":
    unittest.main()
