"""Optional libraries are loaded where they are used: without them sotto starts, and a sentence says what to install."""
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).parents[2]
SOTTO = os.environ["SOTTO_BINARY"]
sys.path.insert(0, str(ROOT / "tests/serve"))
from sotto_server import Server  # noqa: E402

LIBRARIES = {"libmecab.so.2": "libmecab2", "libHTSEngine.so.1": "libhtsengine1", "libcld2.so.0": "libcld2-0", "libsonic.so.0": "libsonic0",
             "libvo-aacenc.so.0": "libvo-aacenc0", "libportaudio.so.2": "libportaudio2", "libavahi-client.so.3": "libavahi-client3",
             "libcurl.so.4": "libcurl4", "libpulse.so.0": "libpulse0", "libsystemd.so.0": "libsystemd0"}


def missing(file):
    return f"{file} cannot be loaded; install {LIBRARIES[file]}"


class Linked(unittest.TestCase):
    @unittest.skipUnless(shutil.which("readelf"), "binutils are not installed")
    def test_none_of_them_is(self):
        needed = subprocess.run(["readelf", "-d", SOTTO], capture_output=True, text=True, check=True).stdout
        self.assertIn("[libc.so.6]", needed)
        self.assertEqual([file for file in LIBRARIES if f"[{file}]" in needed], [])
        self.assertNotIn("[libnats", needed)


class Without(unittest.TestCase):
    """The loader finds files of their names that are no libraries, and looks no further."""

    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory(prefix="sotto-libraries-")
        cls.path = pathlib.Path(cls.folder.name)
        cls.environment = {name: value for name, value in os.environ.items() if not name.startswith("SOTTO_")}
        cls.environment |= {"XDG_CONFIG_HOME": str(cls.path / "config"), "XDG_CACHE_HOME": str(cls.path / "cache")}

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def without(self, *files):
        folder = pathlib.Path(tempfile.mkdtemp(dir=self.path))
        for file in files:
            (folder / file).write_text("no library")
        return {"LD_LIBRARY_PATH": str(folder)}

    def sotto(self, *arguments, without, text="", **more):
        return subprocess.run([SOTTO, *arguments], input=text, capture_output=True, text=True, timeout=120,
                              env=self.environment | self.without(*without) | more)

    def test_what_was_asked_for_is_an_error(self):
        for flag, file in (("--quiet-in-calls", "libpulse.so.0"), ("--pause-players", "libsystemd.so.0")):
            # No pw-dump either, by which PipeWire would be asked.
            done = self.sotto("serve", "--listen", "none", "--speaker", str(self.path / "said.wav"), flag, without=[file], PATH=str(self.path))
            self.assertEqual((done.returncode, done.stdout), (1, ""))
            self.assertEqual(done.stderr.strip(), f"sotto: error: {flag}: {missing(file)}")

    def test_a_translation_needs_none(self):
        done = self.sotto("translate", "--to", "ja", without=LIBRARIES, text="All 42 tests pass now.\n")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertRegex(done.stdout, "42.のテスト")

    def test_a_queue_says_which_libnats_it_lacks(self):
        # Its number is that of the headers, which is another in each Debian.
        done = self.sotto("jobs", "--nats", "nats://127.0.0.1:1", without=[f"libnats.so.3.{minor}" for minor in range(40)])
        self.assertNotEqual(done.returncode, 0)
        self.assertRegex(done.stderr, r"libnats\.so\.(3\.\d+) cannot be loaded; install libnats\1|libnats-dev")
        self.assertEqual(len(done.stderr.splitlines()), 1, done.stderr)

    @unittest.skipUnless(shutil.which("open_jtalk"), "Open JTalk is not installed")
    def test_japanese_voices_say_which_one_they_lack(self):
        for file in ("libmecab.so.2", "libHTSEngine.so.1"):
            done = self.sotto("say", "はい。", "--language", "ja", "--voice", "open-jtalk", "-o", str(self.path / "a.wav"), without=[file])
            self.assertNotEqual(done.returncode, 0)
            self.assertIn(missing(file), done.stderr)
            self.assertEqual(len(done.stderr.splitlines()), 1, done.stderr)

    def test_doctor_names_each(self):
        done = self.sotto("doctor", without=LIBRARIES)
        self.assertIn(f"no sound device can be opened ({missing('libportaudio.so.2')})", done.stdout)
        self.assertIn(f"languages of texts are not told apart: {missing('libcld2.so.0')}", done.stdout)
        self.assertIn(f"voices keep their tempo: {missing('libsonic.so.0')}", done.stdout)
        self.assertIn(f"aac cannot be written: {missing('libvo-aacenc.so.0')}", done.stdout)
        self.assertNotIn("cannot be loaded", self.sotto("doctor", without=[]).stdout)

    def test_a_voice_keeps_its_tempo_without_sonic(self):
        data = ROOT / "tests/data/pocket_tts"
        sizes = []
        for without in ([], ["libsonic.so.0"]):
            out = self.path / "fast.wav"
            done = self.sotto("say", "Hello.", "--voice-model", str(data / "models/lsd.yaml"), "--voice", f"pocket-tts:{data}/voice24k.wav",
                              "--temperature", "0", "--speed", "2", "-o", str(out), without=without)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertEqual(f"voices keep their tempo: {missing('libsonic.so.0')}" in done.stderr, bool(without), done.stderr)
            sizes.append(out.stat().st_size)
        self.assertAlmostEqual(sizes[1] / sizes[0], 2, delta=0.2)

    def test_a_server_says_what_its_clients_miss(self):
        server = Server("--speaker", "none", env=self.without(*LIBRARIES))
        status, _, body = server.post("/v1/audio/speech", {"input": "Hi.", "response_format": "aac"})
        self.assertEqual(status, 400)
        self.assertIn(missing("libvo-aacenc.so.0"), body.decode())
        for _ in range(2):
            status, _, body = server.post("/detect", {"q": "Alle Tests sind jetzt erfolgreich."})
            self.assertEqual((status, '"en"' in body.decode()), (200, True), body)
        code, err = server.stop()
        self.assertEqual(code, 0, err)
        self.assertEqual(err.count(f"every text is taken for English: {missing('libcld2.so.0')}"), 1, err)


if __name__ == "__main__":
    unittest.main()
