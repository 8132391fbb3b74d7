"""A real speech-dispatcher with sotto as its module, as docs/screen_readers.md installs it: heard through a pulseaudio of the test's own."""

import os
import shutil
import subprocess
import tempfile
import time
import unittest

import sound_server
from sotto_server import BINARY, main

CONFIGURATION = """LogLevel 3
LogDir "{folder}/log"
AudioOutputMethod "pulse"
DefaultModule sotto
"""
LONG = "The first sentence is not the last one. " * 30


@unittest.skipUnless(shutil.which("speech-dispatcher") and sound_server.is_there(), "speech-dispatcher or pulseaudio is not installed")
class ScreenReader(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory(prefix="sotto-spd-")
        cls.addClassCleanup(cls.folder.cleanup)
        folder = cls.folder.name
        data = os.environ.get("XDG_DATA_HOME", os.path.expanduser("~/.local/share"))
        modules = os.path.join(folder, ".local/libexec/speech-dispatcher-modules")
        for made in ("config", "log", ".local/share", modules):
            os.makedirs(os.path.join(folder, made))
        os.symlink(os.path.join(data, "sotto"), os.path.join(folder, ".local/share/sotto"))
        os.symlink(os.path.abspath(BINARY), os.path.join(modules, "sd_sotto"))
        with open(os.path.join(folder, "config/speechd.conf"), "w", encoding="utf-8") as file:
            file.write(CONFIGURATION.format(folder=folder))
        cls.environment = {k: v for k, v in os.environ.items() if not k.startswith(("SOTTO_", "PULSE_"))}
        cls.environment |= {"XDG_RUNTIME_DIR": folder, "XDG_DATA_HOME": os.path.join(folder, ".local/share"),
                            "XDG_CONFIG_HOME": os.path.join(folder, "xdg"), "XDG_CACHE_HOME": os.path.join(folder, "cache"),
                            "SPEECHD_ADDRESS": f"unix_socket:{folder}/speechd.sock"}
        cls.sound = sound_server.SoundServer(folder, cls.environment)
        cls.addClassCleanup(cls.sound.stop)
        cls.process = subprocess.Popen(["speech-dispatcher", "-s", "-S", f"{folder}/speechd.sock", "-C", f"{folder}/config",
                                        "-P", f"{folder}/pid", "-t", "0"], env=cls.environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        cls.addClassCleanup(cls.end)
        end = time.monotonic() + 60
        while not os.path.exists(f"{folder}/speechd.sock"):
            assert time.monotonic() < end, "speech-dispatcher did not start"
            time.sleep(0.05)
        cls.sound.listen()

    @classmethod
    def end(cls):
        cls.process.terminate()
        cls.process.wait(60)

    def spd_say(self, *arguments):
        done = subprocess.run(["spd-say", *arguments], env=self.environment, capture_output=True, text=True, timeout=60)
        self.assertEqual(done.returncode, 0, f"{arguments}: {done.stderr}")
        return done.stdout

    def settle(self):
        """What was played has passed the sink."""
        until = self.sound.passed + 0.5
        end = time.monotonic() + 60
        while self.sound.passed < until:
            self.assertLess(time.monotonic(), end, "the sink stands still")
            time.sleep(0.02)

    def say(self, *arguments):
        """Seconds that were heard."""
        before = self.sound.heard
        self.spd_say("-w", *arguments)
        self.settle()
        return self.sound.heard - before

    def test_speaks_and_is_faster_where_it_is_wished(self):
        usual = self.say("Every word of this sentence is heard.")
        self.assertGreater(usual, 0.5)
        self.assertLess(self.say("-r", "80", "Every word of this sentence is heard."), 0.75 * usual)
        self.assertGreater(self.say("-r", "-60", "Every word of this sentence is heard."), 1.25 * usual)

    def test_speaks_the_language_and_the_voice_that_are_named(self):
        voices = [line.split() for line in self.spd_say("-L", "-o", "sotto").splitlines()]
        self.assertIn(["open-jtalk:mei", "ja", "none"], voices)
        self.assertGreater(self.say("-l", "ja", "テストが通りました。"), 0.5)
        self.assertGreater(self.say("-y", "open-jtalk:mei", "テストが通りました。"), 0.5)
        self.assertGreater(self.say("-y", "no-such-voice", "The usual voice speaks."), 0.5)

    def test_signs_and_marks_are_no_obstacle(self):
        self.assertGreater(self.say("a < b && c > d. Then <b>this</b>."), 0.5)
        self.assertGreater(self.say("-x", "<speak>One.<mark name='here'/>Two &amp; three.</speak>"), 0.5)
        self.assertGreater(self.say("-m", "all", "f(x)"), 0.5)

    def test_falls_silent_at_once(self):
        before = self.sound.heard
        self.spd_say(LONG)
        end = time.monotonic() + 60
        while self.sound.heard < before + 0.5:
            self.assertLess(time.monotonic(), end, "nothing is heard")
            time.sleep(0.02)
        self.spd_say("-S")
        stopped = self.sound.heard
        self.settle()
        self.assertLess(self.sound.heard - stopped, 0.4)  # the sink's own delay, and what parec still held
        self.assertGreater(self.say("And speaks again."), 0.3)


class Pipe(unittest.TestCase):
    """The module alone."""

    def talk(self, text, *arguments):
        done = subprocess.run([BINARY, "speechd", *arguments], input=text.encode(), capture_output=True, timeout=120)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout

    def test_what_it_does_not_know_is_refused(self):
        out = self.talk("NONSENSE\nSPEAK\n \n.\nAUDIO\naudio_output_method=alsa\n.\nQUIT\n").decode()
        self.assertEqual(out.splitlines(), [
            "300 ERR UNKNOWN COMMAND", "202 OK RECEIVING MESSAGE", "301 ERROR CANT SPEAK", "207 OK RECEIVING AUDIO SETTINGS",
            "303 ERROR INVALID PARAMETER OR VALUE", "210 OK QUIT"])

    def test_a_voice_that_is_not_there_is_said_at_once(self):
        out = self.talk("INIT\nQUIT\n", "--voice", "no-such-voice").decode()
        self.assertIn("\n399 ERR CANT INIT MODULE\n", out)
        self.assertIn("no-such-voice", out.splitlines()[0])

    def test_a_mark_comes_behind_its_sound(self):
        with subprocess.Popen([BINARY, "speechd"], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
            process.stdin.write(b"INIT\nSPEAK\n<speak>One.<mark name='__spd_0'/>Two.</speak>\n.\n")
            process.stdin.flush()
            told = []
            while not told or told[-1] != b"702 END\n":
                line = process.stdout.readline()
                self.assertTrue(line)
                told.append(b"sound" if line.startswith(b"705-AUDIO") else line)
            process.stdin.write(b"QUIT\n")
            process.stdin.close()
            self.assertEqual(process.stdout.read(), b"210 OK QUIT\n")
            self.assertEqual(process.wait(60), 0)
        told = [line for line in told if not line.startswith((b"705", b"299"))]
        once = [line for line, before in zip(told, [None, *told]) if line != before]
        self.assertEqual(once, [b"202 OK RECEIVING MESSAGE\n", b"200 OK SPEAKING\n", b"701 BEGIN\n", b"sound", b"700-__spd_0\n",
                                b"700 INDEX MARK\n", b"sound", b"702 END\n"])


if __name__ == "__main__":
    main()
