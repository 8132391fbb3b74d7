"""tools/firefox_test_model/widen.py: the small network with the sizes of a published one says what it said, and lies in as many bytes."""

import json
import os
import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SMALL = ROOT / "tests/data/bergamot_login"
sys.path.insert(0, str(ROOT / "tools/firefox_test_model"))

from marian_file import MODEL, configuration, read  # noqa: E402
from widen import PIECES, SIZES, Wide, main, places_of  # noqa: E402

LINES = ["I updated the login handler in src/auth.ts.", "All 42 tests pass now.", "Next is v1.3.0-rc.1.",
         "You have {{total}} new messages.", "Pass --dry-run to npm install.", "The handler for /api/users reads DATABASE_URL."]


PUBLISHED = 43849787  # bytes of base-memory with two vocabularies, whose configuration has 1338 of them


class Widened(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.wide = Path(cls.folder.name) / "firefox-en-ja"
        main(SMALL, cls.wide, "base-memory")

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def test_it_has_a_published_size(self):
        d, ffn, _, encoder, decoder = SIZES["base-memory"]
        weights = read(self.wide / MODEL)
        matrices = {n: w for n, w in weights.items() if n.endswith("Wemb") or re.search("_W.?$", n)}
        self.assertEqual(matrices["encoder_Wemb"].shape, (PIECES, d))
        self.assertEqual(matrices["decoder_Wemb"].shape, (PIECES, d))
        self.assertEqual(matrices[f"encoder_l{encoder}_ffn_W1"].shape, (d, ffn))
        self.assertEqual(len(matrices), 2 + 6 * encoder + 8 * decoder)
        text = configuration(SIZES["base-memory"], PIECES, PIECES)
        self.assertEqual((self.wide / MODEL).stat().st_size - len(text), PUBLISHED - 1338)

    def test_every_size_has_a_place_for_each_number(self):
        small = read(SMALL / MODEL)["encoder_Wemb"].shape[1]
        for name, (d, _, heads, _, _) in SIZES.items():
            with self.subTest(name):
                self.assertEqual(sorted(places_of(small, d).flatten()), list(range(d)))
                self.assertEqual(d % heads, 0)

    def test_layers_of_each_size_end_with_the_last_of_the_small_one(self):
        weights = read(SMALL / MODEL)
        for size in SIZES:
            with self.subTest(size):
                wide = Wide(weights, size)
                self.assertGreaterEqual(wide.encoder, wide.layers("encoder"))
                self.assertGreaterEqual(wide.decoder, wide.layers("decoder"))

    def test_it_says_what_the_small_one_says(self):
        said = [self.translations(model) for model in (SMALL, self.wide)]
        self.assertEqual(len(said[0]), len(LINES))
        same = sum(a == b for a, b in zip(*said))
        self.assertGreaterEqual(2 * same, len(LINES), said)  # measured: 4 of 6, as int8 is rounded elsewhere
        for line in said[1]:
            self.assertTrue(line)

    def translations(self, model):
        """Of the network alone."""
        run = subprocess.run([os.environ["SOTTO_BINARY"], "translate", "--raw", "--json", "--no-cache", "--threads", "1", "--to", "ja", "--model", str(model)],
                             input="\n".join(LINES) + "\n", capture_output=True, text=True, check=True)
        answers = [json.loads(line) for line in run.stdout.splitlines()]
        return [each["translation"] for each in answers if "translation" in each]


if __name__ == "__main__":
    unittest.main()
