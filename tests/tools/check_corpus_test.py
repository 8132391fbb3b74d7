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

    def test_a_bad_line_of_judged_translations_is_named(self):
        good = "It runs.\t動きます。\tright\t走ります。\twrong\n"
        bad = ("It ran.\t動きました。\tright\n", "It stops.\t止まります。\tright\t止めます。\tright\n", "It waits.\t待ちます。\tgood\t待てます。\twrong\n")
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "judged.tsv")
            path.write_text(good + "".join(bad), encoding="utf-8")
            code, said = check(path)
        self.assertEqual(code, 1, said)
        self.assertIn("judged.tsv:2: 3 columns", said)
        self.assertIn("judged.tsv:3: labels ['right']", said)
        self.assertIn("judged.tsv:4: labels ['good', 'wrong']", said)
        self.assertIn("3 bad lines", said)

    def test_the_judged_translations_that_are_trained_on_pass(self):
        files = sorted((TOOLS / "preferences").glob("*.tsv"))
        self.assertTrue(files)
        code, said = check(*files)
        self.assertEqual(code, 0, said)

    def test_a_sentence_that_is_judged_apart_is_named(self):
        lines = (TOOLS / "heldout200.tsv").read_text(encoding="utf-8").split("\n")
        english = next(line.split("\t")[0] for line in lines if line and not line.startswith("#"))
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "judged.tsv")
            path.write_text(f"{english}\t動きます。\tright\t走ります。\twrong\n", encoding="utf-8")
            code, said = check(path)
        self.assertEqual(code, 1, said)
        self.assertIn("is held out", said)


if __name__ == "__main__":
    unittest.main()
