"""Which translator `auto` takes on this machine, by what was measured of two: the narrator, and a small network in Firefox's layout."""

import json
import os
import pathlib
import subprocess
import tempfile
import unittest

SOTTO = os.environ["SOTTO_BINARY"]
DATA = pathlib.Path(__file__).parents[1] / "data"
FIREFOX, NARRATOR = "firefox-en-ja", "narrator-en-ja"


class BenchTranslators(unittest.TestCase):
    def setUp(self):
        work = tempfile.TemporaryDirectory()
        self.addCleanup(work.cleanup)
        home = pathlib.Path(work.name)
        models = home / "data" / "sotto" / "models"
        models.mkdir(parents=True)
        (models / FIREFOX).symlink_to((DATA / "bergamot_login").resolve())
        keep = {k: v for k, v in os.environ.items() if not k.startswith(("SOTTO_", "XDG_"))}
        self.env = keep | {"XDG_DATA_HOME": str(home / "data"), "XDG_CACHE_HOME": str(home / "cache")}
        self.times = home / "cache" / "sotto" / "translator_times.json"

    def sotto(self, *arguments, text="", **env):
        done = subprocess.run([SOTTO, *arguments], env=self.env | env, input=text.encode(), capture_output=True, timeout=100)
        self.assertEqual(done.returncode, 0, done.stderr.decode())
        return done

    def taken(self, *flags, **env):
        said = self.sotto("speak", "--to", "ja", "--voice", "none", *flags, text="All tests pass now.\n", **env).stderr.decode()
        return next(line.split()[1] for line in said.splitlines() if line.endswith(" translates"))

    def test_each_is_measured_and_the_best_that_is_fast_enough_is_taken(self):
        self.assertEqual(self.taken(), FIREFOX)  # nobody has seen them yet
        report = json.loads(self.sotto("bench", "translators", "--json").stdout)
        rows = {row["name"]: row for row in report["translators"]}
        self.assertEqual(list(rows), [FIREFOX, NARRATOR])
        for row in rows.values():
            self.assertLess(0, row["p50_ms"])
            self.assertLessEqual(row["p50_ms"], row["p95_ms"])
            self.assertLess(0, row["memory_mb"])
            self.assertGreaterEqual(row["sentences"], 20)
            self.assertFalse(row["leaves_machine"])
        self.assertEqual(rows[FIREFOX]["licence"], "MPL-2.0")
        self.assertEqual(rows[FIREFOX]["quality"]["metric"], "COMET-22")
        self.assertNotIn("quality", rows[NARRATOR])
        self.assertEqual(oct(self.times.stat().st_mode & 0o777), "0o600")
        self.assertEqual(self.taken("--latency", "60000"), FIREFOX)
        kept = json.loads(self.times.read_text())
        for subject, seen in kept.items():
            seen["ms"] = [900 if "bergamot_login" in subject else 200] * 30
        self.times.write_text(json.dumps(kept))
        self.assertEqual(self.taken("--latency", "1000"), FIREFOX)
        self.assertEqual(self.taken("--latency", "500"), NARRATOR)
        self.assertEqual(self.taken(), NARRATOR)  # both are too slow
        self.assertEqual(self.taken("--threads", "1"), FIREFOX)  # was not seen that way
        self.assertEqual(self.taken(SOTTO_CACHE="off"), FIREFOX)
        self.assertEqual(self.taken("--translator", FIREFOX), FIREFOX)
        self.assertIn(f"{NARRATOR} translates", self.sotto_doctor())

    def sotto_doctor(self):
        return subprocess.run([SOTTO, "doctor"], env=self.env, capture_output=True, timeout=100).stdout.decode()

    def test_what_is_spoken_is_measured(self):
        sentences = [f"I changed {i} files in the parser and all tests pass now." for i in range(2, 30)]
        self.sotto("speak", "--to", "ja", "--voice", "none", "--translator", NARRATOR, text="\n\n".join(sentences))
        [seen] = json.loads(self.times.read_text()).values()
        self.assertEqual(len(seen["ms"]), len(sentences) - 1)
        self.sotto("speak", "--to", "ja", "--voice", "none", "--translator", NARRATOR, text="\n\n".join(sentences))
        self.assertEqual([seen], list(json.loads(self.times.read_text()).values()))  # they came from the cache


if __name__ == "__main__":
    unittest.main(verbosity=2)
