"""sotto read: the spoken form, and by which rule, kana and phonemes."""

import os
import subprocess
import tempfile
import unittest

BINARY = os.environ["SOTTO_BINARY"]


class Read(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)

    def read(self, *flags, given=None):
        environment = os.environ | {"XDG_CONFIG_HOME": self.folder.name}
        done = subprocess.run([BINARY, "read", *flags], input=given, capture_output=True, text=True,
                              env=environment)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout

    def test_shows_the_spoken_form_and_its_rules(self):
        lines = self.read("Open src/auth/login.ts now. It is short.").splitlines()
        self.assertEqual([line for line in lines if not line.startswith("  ")],
                         ["Open src/auth/login.ts now.", "It is short."])
        self.assertIn("login dot ts", lines[1])
        self.assertTrue(any("src/auth/login.ts -> " in line and "(rule for a path)" in line for line in lines))
        self.assertRegex(lines[-1], r"^  phonemes +.*ʃ")

    def test_shows_kana_and_where_words_are_from(self):
        text = self.read("buildは3件失敗しました。", "--to", "ja")
        self.assertRegex(text, r"build -> \S+ \(built-in reading\)")
        self.assertRegex(text, r"  kana .*サン.*シッパイ シ マシ タ")
        self.assertRegex(text, r"  phonemes .*ɕ")

    def test_names_the_users_own_dictionary(self):
        os.mkdir(self.folder.name + "/sotto")
        with open(self.folder.name + "/sotto/readings.toml", "w", encoding="utf-8") as file:
            file.write('[ja]\n"build" = "タテモノ"\n')
        self.assertIn("build -> タテモノ (your readings.toml)", self.read("buildが失敗", "--to", "ja"))

    def test_reads_standard_input_and_obeys_no_terminal_codes(self):
        text = self.read("-", given="One \x1b[31mred\x07 word.")
        self.assertIn("word.", text)
        self.assertNotRegex(text, "[\x1b\x07]")

    def test_refuses_what_is_no_language(self):
        done = subprocess.run([BINARY, "read", "Hi.", "--to", "xx"], capture_output=True, text=True)
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("--to", done.stderr)


if __name__ == "__main__":
    unittest.main()
