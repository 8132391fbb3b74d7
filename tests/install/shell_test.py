"""The manual page and what completes flags, as man and the shells read them."""
import os
import re
import shutil
import subprocess
import tempfile
import unittest

SOTTO = os.environ["SOTTO_BINARY"]


def sotto(*arguments):
    return subprocess.run([SOTTO, *arguments], capture_output=True, text=True, check=True, timeout=60).stdout


def flags_of(text):
    return set(re.findall(r"(?<![\w-])--[a-z][a-z0-9-]*", text))


class Manual(unittest.TestCase):
    def test_it_has_each_verb_and_its_flags(self):
        page = re.sub(r"\\f[BIR]", "", sotto("manual").replace("\\-", "-"))
        verbs = re.findall(r"^  (\w+)  ", sotto("--help").split("Subcommands:")[1].split("Examples:")[0], re.M)
        self.assertGreater(len(verbs), 10)
        for verb in verbs:
            with self.subTest(verb=verb):
                section = re.search(rf"^\.SS {verb}\n(.*?)(?=^\.S[SH])", page, re.M | re.S).group(1)
                options = sotto(verb, "--help").split("Options:")[1].split("Subcommands:")[0].split("Example")[0]
                shown = set(re.findall(r"^  (?:-\w,)?(--[a-z0-9-]+)", options, re.M))
                self.assertEqual(shown - flags_of(section), set())

    @unittest.skipUnless(shutil.which("groff"), "groff is not installed")
    def test_man_reads_it_without_a_warning(self):
        done = subprocess.run(["groff", "-man", "-Kutf8", "-Tutf8", "-ww", "-b", "-z"], input=sotto("manual"),
                              capture_output=True, text=True, timeout=60)
        self.assertEqual((done.returncode, done.stderr), (0, ""))


class Bash(unittest.TestCase):
    def complete(self, *words):
        script = sotto("completion", "bash") + 'COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _sotto; printf "%s\\n" "${COMPREPLY[@]}"\n'
        done = subprocess.run(["bash", "-c", "compopt() { echo files; }\n" + script, "bash", "sotto", *words],
                              capture_output=True, text=True, timeout=60)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        return done.stdout.split()

    def test_verbs(self):
        self.assertEqual(self.complete("tra"), ["translate"])
        self.assertEqual(self.complete("bench", "sp"), ["speak"])
        self.assertIn("--quiet", self.complete("--q"))

    def test_flags_of_a_verb_and_of_the_command(self):
        self.assertEqual(self.complete("speak", "--sent"), ["--sentence-silence"])
        self.assertEqual(self.complete("speak", "--to", "ja", "--verb"), ["--verbose"])
        self.assertEqual(self.complete("info", "--sent"), [])

    def test_values(self):
        self.assertEqual(self.complete("speak", "--register", "po"), ["polite"])
        self.assertEqual(self.complete("speak", "--timings", ""), ["files"])
        self.assertEqual(self.complete("serve", "--config", ""), ["files"])

    def test_no_flag_that_help_hides(self):
        self.assertEqual(self.complete("say", "--mod"), [])  # it is --voice-model


class OtherShells(unittest.TestCase):
    def test_fish(self):
        if not shutil.which("fish"):
            self.skipTest("fish is not installed")
        self.assertEqual(self.fish("sotto tra"), ["translate"])
        self.assertEqual(self.fish("sotto speak --sent"), ["--sentence-silence"])
        self.assertEqual(self.fish("sotto speak --register po"), ["polite"])
        self.assertEqual(self.fish("sotto bench tra"), ["translate", "translators"])

    def fish(self, line):
        script = sotto("completion", "fish") + f"complete -C '{line}'\n"
        done = subprocess.run(["fish", "--no-config", "-c", script], capture_output=True, text=True, timeout=60)
        self.assertEqual(done.stderr, "")
        return [row.split("\t")[0] for row in done.stdout.splitlines()]

    def test_zsh(self):
        if not shutil.which("zsh"):
            self.skipTest("zsh is not installed")
        with tempfile.TemporaryDirectory() as folder:
            with open(os.path.join(folder, "_sotto"), "w") as file:
                file.write(sotto("completion", "zsh"))
            # Completes for real, in a shell with a terminal of its own.
            script = f"""
zmodload zsh/zpty
zpty shell zsh -f -i
zpty -w shell 'PROMPT=; fpath=({folder} $fpath); autoload -U compinit; compinit -u -D; unsetopt zle_bracketed_paste; echo ready'
zpty -r shell line '*ready*ready*'
zpty -w -n shell $'sotto speak --sentence-s\\t'
zpty -r -m shell line '*--sentence-silence*' && echo found
zpty -d shell
"""
            done = subprocess.run(["zsh", "-f", "-c", script], capture_output=True, text=True, timeout=30)
            self.assertIn("found", done.stdout, done.stderr)


if __name__ == "__main__":
    unittest.main()
