"""Voices of Pocket TTS in the server: every speed, weights once, their own languages; and the speed of hooks."""

import json
import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import time
import unittest
import wave

from sotto_server import BINARY, Server, ServerTest, main

DATA = pathlib.Path(os.environ.get("SOTTO_GOLDENS") or pathlib.Path(__file__).parents[1] / "data") / "pocket_tts"
FOLDER = tempfile.TemporaryDirectory(prefix="sotto-pocket-")


def english_model():
    """A small random model that is called english, with two voices."""
    folder = pathlib.Path(FOLDER.name)
    shutil.copy(DATA / "models/lsd.yaml", folder / "english.yaml")
    for part in ("models", "tokenizer.model"):
        (folder / part).symlink_to((DATA / part).absolute())
    (folder / "voices").mkdir()
    for voice in ("anna", "ben"):
        (folder / f"voices/{voice}.safetensors").symlink_to((DATA / "voice_lsd_voice24k.safetensors").absolute())
    return str(folder / "english.yaml")


FLAGS = ("--voice-model", english_model(), "--temperature", "0", "--threads", "1")


class Pocket(ServerTest):
    FLAGS = FLAGS

    def speech(self, **more):
        fields = {"input": "One, two, three.", "response_format": "pcm", "language": "en"} | more
        return self.server.post("/v1/audio/speech", fields)

    def metric(self, name):
        text = self.server.ask("GET", "/metrics")[2].decode()
        return float(re.search(rf"^{name} (\S+)$", text, re.M)[1])

    def test_every_speed_of_every_voice_has_the_same_weights(self):
        own = len(self.speech(voice="pocket-tts:anna")[2])
        bytes_of_one = self.metric("sotto_voice_models_bytes")
        self.assertGreater(bytes_of_one, 100_000)
        for voice in ("pocket-tts:anna", "pocket-tts:ben", "pocket-tts", "auto"):
            for speed in (0.25, 0.5, 2, 4):
                status, _, sound = self.speech(voice=voice, speed=speed)
                self.assertEqual(status, 200)
                self.assertAlmostEqual(len(sound) * speed / own, 1, delta=0.1, msg=(voice, speed))
        self.assertEqual(self.metric("sotto_voice_models_loaded"), 1)
        self.assertEqual(self.metric("sotto_voice_models_bytes"), bytes_of_one)

    def test_an_english_model_reads_no_german(self):
        status, _, body = self.speech(voice="pocket-tts:anna", language="de")
        self.assertEqual(status, 400)
        self.assertIn(b"speaks en, not de", body)
        self.assertEqual(self.speech(voice="auto", language="de")[0], 200)  # by another voice

    def test_its_voices_are_listed_as_english(self):
        listed = self.server.ask("GET", "/v1/audio/voices")[2].decode()
        self.assertRegex(listed, r'pocket-tts:anna"[^}]*"en"')


class MaxMemory(unittest.TestCase):
    def test_voices_count(self):
        server = Server(*FLAGS, "--max-memory", "0.000001", "--speaker", "none")
        try:
            answer = server.post("/v1/audio/speech", {"input": "Hi.", "voice": "pocket-tts:anna", "language": "en"})
            self.assertEqual(answer[0], 200)
            status, _, _ = server.post("/translate", {"q": "All tests pass.", "source": "en", "target": "ja"})
            self.assertEqual(status, 200)
            # The translator needs the place of the idle voice's weights.
            self.assertIn("sotto_voice_models_loaded 0", server.ask("GET", "/metrics")[2].decode())
        finally:
            server.stop()


class HookRate(unittest.TestCase):
    def seconds(self, serve, hook):
        wav = os.path.join(FOLDER.name, "said.wav")
        server = Server("--speaker", wav, "--voice", "espeak-ng", *serve)
        event = '{"hook_event_name": "Notification", "message": "The tests pass, and the fix is small and quick."}'
        done = subprocess.run([BINARY, "hook", *hook], input=event, text=True, capture_output=True,
                              env=server.environment, timeout=60)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        end = time.monotonic() + 60
        while (state := json.loads(server.by_socket("GET", "/v1/speaker")[2])) and (
                state["speaking"] or state["waiting"]):
            self.assertLess(time.monotonic(), end)
            time.sleep(0.02)
        self.assertEqual(server.stop()[0], 0)
        with wave.open(wav) as said:
            return said.getnframes() / said.getframerate()

    def test_the_servers_rate_holds_unless_the_hook_has_one(self):
        own = self.seconds((), ())
        fast = self.seconds(("--speed", "2"), ())
        self.assertLess(fast, 0.7 * own)
        self.assertAlmostEqual(self.seconds((), ("--speed", "2")), fast, delta=0.05)
        self.assertAlmostEqual(self.seconds(("--speed", "2"), ("--speed", "1")), own, delta=0.05)


if __name__ == "__main__":
    main()
