"""The program runs on any x86-64: here on the first of them (SSE2 alone), as qemu has it."""
import os
import pathlib
import platform
import shutil
import subprocess
import tempfile
import unittest
import wave

SOTTO = os.environ["SOTTO_BINARY"]
SANITIZED = not (pathlib.Path(SOTTO).parent / "libsotto.map").exists()


@unittest.skipUnless(shutil.which("qemu-x86_64") and platform.machine() == "x86_64", "qemu-user is not installed, or this is no x86-64")
@unittest.skipIf(SANITIZED, "qemu has no room for a sanitizer's memory")
class FirstOfThem(unittest.TestCase):
    def sotto(self, *arguments, text="", own=("CONFIG", "CACHE"), expected=(0,)):
        with tempfile.TemporaryDirectory() as cache:
            kept = {name: value for name, value in os.environ.items() if not name.startswith("SOTTO_")}
            done = subprocess.run(["qemu-x86_64", "-cpu", "qemu64", SOTTO, *arguments], input=text, capture_output=True, text=True, timeout=600,
                                  env=kept | {f"XDG_{kind}_HOME": cache for kind in own})
        self.assertIn(done.returncode, expected, done.stderr)
        return done.stdout

    def test_it_starts_and_takes_portable_kernels(self):
        rows = [line.split() for line in self.sotto("info").splitlines()]
        self.assertIn(["instructions", "portable"], rows)
        kernels = {row[-1] for row in rows if row[0] == "kernel"}
        self.assertEqual(kernels, {"portable"})

    # Half a minute of processor: asked for by SOTTO_EMULATED=1.
    @unittest.skipUnless(os.environ.get("SOTTO_EMULATED"), "SOTTO_EMULATED is not set")
    def test_it_translates_and_speaks(self):
        # No large voice is there, which it would time. (1: there may be no sound card.)
        self.assertIn("narrator-en-ja translates from en to ja", self.sotto("doctor", own=("CONFIG", "CACHE", "DATA"), expected=(0, 1)))
        self.assertRegex(self.sotto("translate", "--to", "ja", "--model", "narrator-en-ja", text="All 42 tests pass now.\n"), "42.のテスト")
        with tempfile.TemporaryDirectory() as folder:
            for language, voice, text in (("ja", "open-jtalk", "はい、終わりました。"), ("en", "espeak-ng", "All done.")):
                file = f"{folder}/{language}.wav"
                self.sotto("say", text, "--language", language, "--voice", voice, "-o", file)
                with wave.open(file) as sound:
                    self.assertGreater(sound.getnframes() / sound.getframerate(), 0.4)


if __name__ == "__main__":
    unittest.main()
