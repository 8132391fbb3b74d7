"""Whose fault it is: what a client is told of the server's own troubles, and who goes on where something breaks."""

import json
import os
import shutil
import subprocess
import tempfile
import time
import unittest

from sotto_server import BINARY, SENTENCE, TRANSLATION, Server, SocketConnection, main

DATA = os.path.join(os.path.dirname(__file__), "..", "data")
POCKET = os.path.join(DATA, "pocket_tts", "models", "lsd.yaml")
RECORDING = os.path.join(DATA, "pocket_tts", "voice24k.wav")
SPEECH = {"input": "Done.", "language": "en", "response_format": "wav"}


class Blame(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory(prefix="sotto-test-")
        self.server = None

    def tearDown(self):
        if self.server:
            self.end()
        self.folder.cleanup()

    def end(self):
        code, err = self.server.stop()
        self.server = None
        self.assertEqual(code, 0, err)
        return err

    def path(self, *names):
        return os.path.join(self.folder.name, *names)

    def model(self):
        shutil.copytree(os.path.join(DATA, "nllb"), self.path("model"))
        self.weights = self.path("model", "model.safetensors")
        return self.path("model")

    def cut(self):
        """Before anybody has asked for it: it is not loaded yet."""
        with open(self.weights, "r+b") as file:
            file.truncate(1000)

    def mend(self):
        shutil.copy(os.path.join(DATA, "nllb", "model.safetensors"), self.weights)

    def assert_owners(self, answer):
        """500, a plain sentence, and no path."""
        status, _, content = answer
        self.assertEqual(status, 500, content)
        self.assertIn(b"log", content)
        self.assertNotIn(b"/", content)

    def test_broken_readings_are_the_owners(self):
        os.makedirs(self.path("sotto"))
        with open(self.path("sotto", "readings.toml"), "w") as file:
            file.write("[en\n")
        self.server = Server("--speaker", "none", env={"XDG_CONFIG_HOME": self.folder.name})
        self.assert_owners(self.server.post("/v1/audio/speech", SPEECH))
        self.assert_owners(self.server.ask("POST", "/v1/listen", b"Done."))
        self.assertIn(self.path("sotto", "readings.toml"), self.end())

    def test_a_broken_model_is_the_owners(self):
        self.server = Server("--translator", self.model(), "--speaker", "none")
        self.cut()
        fields = {"q": SENTENCE, "source": "en", "target": "ja"}
        self.assert_owners(self.server.post("/translate", fields))
        self.assert_owners(self.server.post("/v1/audio/speech", SPEECH | {"translate_to": "ja"}))
        self.mend()
        self.assertEqual(self.server.post("/translate", fields)[0], 200)
        self.assertIn(self.weights, self.end())

    def test_a_broken_voice_is_the_owners(self):
        with open(self.path("bad.safetensors"), "w") as file:
            file.write("nothing")
        voice = f"pocket-tts:{self.path('bad.safetensors')}"
        self.server = Server("--voices", voice, "--voice-model", POCKET, "--speaker", "none")
        self.assert_owners(self.server.post("/v1/audio/speech", SPEECH | {"voice": "pocket-tts:bad"}))
        self.assertIn("bad.safetensors", self.end())

    def test_the_next_model_goes_on_until_the_first_is_well(self):
        self.server = Server("--translator", self.model() + ",narrator-en-ja", "--speaker", "none")
        self.cut()
        fields = {"q": SENTENCE, "source": "en", "target": "ja"}
        status, _, content = self.server.post("/translate", fields)
        self.assertEqual((status, json.loads(content)["translatedText"]), (200, TRANSLATION))
        self.assertEqual(self.server.post("/translate", fields | {"model": "model"})[0], 500)
        self.mend()
        self.server.post("/translate", fields)
        metrics = self.server.ask("GET", "/metrics")[2].decode()
        self.assertIn("sotto_models_loaded 2", metrics)
        self.assertEqual(self.end().count("going on with narrator-en-ja"), 1)

    def test_the_next_voice_goes_on_until_the_first_is_well(self):
        voice = self.path("anna.wav")
        with open(voice, "w") as file:
            file.write("no sound")
        self.server = Server("--voice", f"pocket-tts:{voice},espeak-ng", "--voice-model", POCKET, "--speaker",
                             self.path("said.wav"))
        self.announce("One.", 1)
        shutil.copy(RECORDING, voice)
        self.announce("Two.", 2)
        self.announce("Three.", 3)
        err = self.end()
        self.assertEqual(err.count("going on with espeak-ng"), 2, err)  # at the start, and for "One."

    def announce(self, text, spoken):
        client = SocketConnection(os.path.join(self.server.environment["XDG_RUNTIME_DIR"], "sotto.sock"))
        client.request("POST", "/v1/announce", json.dumps({"text": text}), {"Content-Type": "application/json"})
        self.assertEqual(client.getresponse().status, 202)
        client.close()
        end = time.monotonic() + 60
        while f'sotto_sentences_total{{what="spoken"}} {spoken}' not in self.server.ask("GET", "/metrics")[2].decode():
            self.assertLess(time.monotonic(), end)
            time.sleep(0.02)

    def test_the_start_says_what_will_be_heard(self):
        with tempfile.TemporaryDirectory() as runtime:
            self.server = Server("--to", "ja", "--speaker", self.path("said.wav"), env={"XDG_RUNTIME_DIR": runtime})
            self.assertIn("hooks are heard in Japanese by open-jtalk:mei, translated from English",
                          self.server.process.stdout.readline())
            self.end()

    def refused(self, *flags):
        done = subprocess.run([BINARY, "serve", "--listen", "127.0.0.1:0", "--socket", "none", "--speaker",
                               self.path("said.wav"), *flags], capture_output=True, text=True, timeout=60)
        self.assertNotEqual(done.returncode, 0)
        self.assertNotIn("listening", done.stdout)
        return done.stderr

    def test_the_start_refuses_what_could_not_be_heard(self):
        self.assertIn("nobody", self.refused("--voice", "nobody"))
        self.assertIn("translates from en to de",
                      self.refused("--to", "de"))
        model = self.model()
        self.cut()
        self.assertIn("model.safetensors", self.refused("--to", "ja", "--translator", model))
        self.assertIn("no-such-model", self.refused("--translator", "no-such-model"))


if __name__ == "__main__":
    main()
