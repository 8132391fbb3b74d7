"""Never the opposite of what was written: sentences of tests/data/meaning through the real program.

    SOTTO_BINARY=build/release/sotto python tests/meaning/meaning_test.py [--all]     # --all: every sentence, not only those that do not hold
"""

import collections
import json
import os
import subprocess
import sys
import tempfile
import unittest

from ears import losses
from expressions import Patterns, faults, strange_words
from rows import DATA, read

BINARY = os.environ["SOTTO_BINARY"]
HOLD = 0.97       # of the sentences of each test, those that are given up among them
GIVEN_UP = 0.05   # at most this share may come back as it was written
SHOW_ALL = "--all" in sys.argv
DIGITS_ARE_COUNTED = {"numbers", "signs", "names"}  # kinds whose rows ask for every number that they have

Row = collections.namedtuple("Row", "id kind text must never ear", defaults=("", "", ""))
PATTERNS = Patterns(os.path.join(DATA, "patterns.tsv"))


def rows(name, columns):
    return [Row(**dict(zip(columns, line))) for line in read(name, len(columns))]


def sotto(*arguments, text):
    with tempfile.TemporaryDirectory(prefix="sotto-test-") as folder:
        environment = {k: v for k, v in os.environ.items() if not k.startswith("SOTTO_") or k == "SOTTO_CPU"}
        environment |= {"SOTTO_CACHE": "off", "XDG_CONFIG_HOME": folder, "XDG_CACHE_HOME": folder}
        done = subprocess.run([BINARY, *arguments], input=text, capture_output=True, encoding="utf-8", timeout=280, env=environment)
    if done.returncode:
        raise RuntimeError(f"exit {done.returncode}: {done.stderr[-300:]}")
    return done.stdout


def translated(texts):
    lines = sotto("translate", "--to", "ja", "--model", "narrator-en-ja", "--no-cache", "--json", text="\n".join(texts) + "\n").splitlines()
    return [json.loads(line)["translation"] for line in lines]


def heard(texts, language):
    """A paragraph each, with a marker of letters between them, so that what is lost or joined moves nothing else."""
    def marker(i):
        return "Marke " + "".join("abcdefghij"[int(d)] for d in f"{i:04d}")
    stream = "".join(f"{marker(i)}.\n\n{text}\n\n" for i, text in enumerate(texts)) + marker(len(texts)) + ".\n"
    said = sotto("speak", "--translator", "none", "--from", language, "--voice", "none", "--input-format", "plain", "--text", text=stream)
    rest = " ".join(line.split("\t")[0] for line in said.splitlines())
    parts = []
    for i in range(len(texts)):
        before, _, rest = rest.partition(marker(i + 1) + ".")
        parts.append(before.removeprefix(marker(i) + ".").strip())
    return parts


class Meaning(unittest.TestCase):
    def judge(self, all_rows, outputs, fault):
        """fault(row, output) -> what does not hold. Prints, counts by kind, and asks for enough."""
        self.assertEqual(len(outputs), len(all_rows), "one output for each sentence")
        counts = collections.defaultdict(collections.Counter)
        for row, output in zip(all_rows, outputs):
            given_up = self.may_be_given_up and row.text in output
            why = [] if given_up else fault(row, output)
            verdict = "wrong" if why else "given up" if given_up else "holds"
            counts[row.kind][verdict] += 1
            if why or SHOW_ALL:
                print(f"{verdict:8} {row.id} {row.text}\n         {output!r}" + "".join(f"\n         {w}" for w in why))
        total = sum(counts.values(), collections.Counter())
        for kind, count in [*sorted(counts.items()), ("all", total)]:
            print(f"{kind:10} {count['holds']:4} hold, {count['given up']:3} given up, {count['wrong']:3} wrong")
        sys.stdout.flush()
        self.assertGreaterEqual(1 - total["wrong"] / total.total(), HOLD)
        self.assertLessEqual(total["given up"] / total.total(), GIVEN_UP)

    def ear(self, name, columns, language):
        def fault(row, output):
            column = row.ear.removeprefix("free").strip().removeprefix("&&")
            own = [] if row.ear.startswith("free") else losses(row.text, output, language)
            return own + faults(output, PATTERNS.compile(column), [], numbers=False)
        all_rows = rows(name, columns)
        self.may_be_given_up = False
        self.judge(all_rows, heard([row.text for row in all_rows], language), fault)

    @unittest.skipIf("SOTTO_SANITIZED" in os.environ, "minutes of translation that narrator_test and others run as well")
    def test_japanese(self):
        def fault(row, output):
            strange = [f"has {word}, which nobody wrote" for word in strange_words(row.text, output)]
            return faults(output, PATTERNS.compile(row.must), PATTERNS.compile(row.never), row.kind in DIGITS_ARE_COUNTED) + strange
        all_rows = rows("sentences.tsv", Row._fields)
        self.may_be_given_up = True
        self.judge(all_rows, translated([row.text for row in all_rows]), fault)

    def test_english_ear(self):
        self.ear("sentences.tsv", Row._fields, "en")

    def test_german_ear(self):
        self.ear("german.tsv", ("id", "kind", "text", "ear"), "de")

    def test_french_ear(self):
        self.ear("french.tsv", ("id", "kind", "text", "ear"), "fr")


if __name__ == "__main__":
    unittest.main(argv=[a for a in sys.argv if a != "--all"])
