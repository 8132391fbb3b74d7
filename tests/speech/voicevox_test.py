"""Voices of VOICEVOX's engines and of Azure, against servers on this machine: what is sent, beside the package
voicevox-client, and what is heard."""

import asyncio
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest
import wave
from xml.etree import ElementTree

import vvclient
from loopback_voices import Azure, Voicevox

sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "serve"))
from sotto_server import Server  # noqa: E402

SOTTO = os.environ["SOTTO_BINARY"]
TEXT = "テストがすべて通りました。"
NOWHERE = "http://127.0.0.1:9"


class Heard(unittest.TestCase):
    def setUp(self):
        work = tempfile.TemporaryDirectory()
        self.addCleanup(work.cleanup)
        self.home = pathlib.Path(work.name)
        keep = {k: v for k, v in os.environ.items() if not k.startswith(("SOTTO_", "AZURE_")) and "proxy" not in k.lower()}
        self.env = keep | {"HOME": str(self.home), "XDG_CACHE_HOME": str(self.home / "cache")}

    def sotto(self, *arguments, **env):
        return subprocess.run([SOTTO, *arguments], env=self.env | env, capture_output=True, timeout=60)

    def say(self, text, *arguments, **env):
        """Seconds of sound, and what was said on standard error."""
        out = self.home / "out.wav"
        done = self.sotto("say", text, "-o", str(out), *arguments, **env)
        self.assertEqual(done.returncode, 0, done.stderr.decode())
        with wave.open(str(out)) as file:
            return file.getnframes() / file.getframerate(), done.stderr.decode()

    def refused(self, *arguments, **env):
        done = self.sotto("say", TEXT, "-o", str(self.home / "none.wav"), *arguments, **env)
        self.assertNotEqual(done.returncode, 0)
        said = done.stderr.decode()
        self.assertNotIn("\x1b", said)
        return said


class VoicevoxVoices(Heard):
    def setUp(self):
        super().setUp()
        self.engine = Voicevox()
        self.addCleanup(self.engine.close)
        self.env["SOTTO_VOICEVOX_URL"] = self.engine.url

    def test_requests_are_those_of_voicevox_client(self):
        text = "すべて、通りました。&+=%?"
        self.say(text, "--language", "ja", "--voice", "voicevox:2", "--speed", "1.5")
        [spoken] = self.engine.spoken()
        ours = [request for request in self.engine.requests if request[0] != "/speakers"]
        self.engine.requests.clear()

        async def theirs():
            async with vvclient.Client(self.engine.url) as client:
                query = await client.create_audio_query(spoken, 2)
                query.data |= {"speedScale": 1.5, "outputSamplingRate": 24000, "outputStereo": False}
                await query.synthesis(speaker=2)

        asyncio.run(theirs())
        self.assertEqual([request[:2] for request in ours], [(path, {k: v for k, v in query.items() if k in ("text", "speaker")})
                                                             for path, query, _, _ in self.engine.requests])
        self.assertEqual(json.loads(ours[1][3]), json.loads(self.engine.requests[1][3]))

    def test_voices_have_names(self):
        for voice, style in (("voicevox", 2), ("voicevox:888753760", 888753760), ("voicevox:四国めたん", 2),
                             ("voicevox:四国めたん/あまあま", 0), ("voicevox:Anneli/ノーマル", 888753760)):
            with self.subTest(voice):
                self.engine.requests.clear()
                seconds, said = self.say(TEXT, "--language", "ja", "--voice", voice, SOTTO_CACHE="off")
                styles = {int(query["speaker"]) for path, query, _, _ in self.engine.requests if path != "/speakers"}
                self.assertEqual(styles, {style})
                self.assertAlmostEqual(seconds, 0.1 * len(self.engine.spoken()[0]), delta=0.3)
                self.assertNotIn("is sent to", said)  # it stays on this machine

    def test_who_is_not_there_is_one_sentence(self):
        said = self.refused("--language", "ja", "--voice", "voicevox:ずんだもん")
        self.assertIn('has no voice "ずんだもん", expected one of its 3, such as 四国めたん/ノーマル (2)', said)
        self.assertIn("no engine runs", self.refused("--language", "ja", "--voice", "voicevox", SOTTO_VOICEVOX_URL=NOWHERE))
        self.assertIn("speaks Japanese", self.refused("--language", "en", "--voice", "voicevox"))

    def test_none_is_taken_that_was_not_named(self):
        self.say(TEXT, "--language", "ja")
        self.assertFalse(self.engine.requests)

    def test_the_next_voice_says_what_the_engine_cannot(self):
        for fault in (422, b"[]", b'{"kana": "x"}'):
            with self.subTest(fault):
                self.engine.faults = [fault] if fault != b'{"kana": "x"}' else [fault, b"no sound"]
                seconds, said = self.say(TEXT, "--language", "ja", "--voice", "voicevox,espeak-ng", SOTTO_CACHE="off")
                self.assertGreater(seconds, 1)
                self.assertNotIn("%E3", said)  # no text in an address

    def test_they_are_listed(self):
        said = self.sotto("voices").stdout.decode()
        self.assertIn(f"{self.engine.url}: named, it is used", said)
        self.assertNotIn("\x1b", said)
        server = Server(env={"SOTTO_VOICEVOX_URL": self.engine.url})
        self.addCleanup(server.process.wait)
        self.addCleanup(server.tell_to_end)
        names = [voice["id"] for voice in json.loads(server.ask("GET", "/v1/audio/voices")[2])["voices"]]
        self.assertEqual([name for name in names if name.startswith("voicevox")],
                         ["voicevox", "voicevox:四国めたん/ノーマル", "voicevox:四国めたん/あまあま", "voicevox:Anneli/ノーマル"])
        fields = {"input": TEXT, "voice": "voicevox:四国めたん/あまあま", "response_format": "wav"}
        self.assertEqual(server.post("/v1/audio/speech", fields)[0], 200)


class AzureVoices(Heard):
    def setUp(self):
        super().setUp()
        self.azure = Azure()
        self.addCleanup(self.azure.close)
        self.env |= {"SOTTO_AZURE_SPEECH_URL": self.azure.url, "AZURE_SPEECH_KEY": Azure.key}

    def test_it_gets_what_its_reference_says(self):
        text = 'a < b && "c" > d'
        _, said = self.say(text, "--language", "en", "--voice", "azure-speech", "--speed", "1.5")
        self.assertIn(f"every text that is spoken is sent to {self.azure.url}", said)
        path, _, headers, body = self.azure.requests[0]
        self.assertEqual((path, headers["Content-Type"], headers["X-Microsoft-OutputFormat"]),
                         ("/cognitiveservices/v1", "application/ssml+xml", "ogg-24khz-16bit-mono-opus"))
        speak = ElementTree.fromstring(body)
        space, xml = "{http://www.w3.org/2001/10/synthesis}", "{http://www.w3.org/XML/1998/namespace}"
        self.assertEqual((speak.tag, speak.get("version"), speak.get(xml + "lang")), (space + "speak", "1.0", "en-US"))
        [voice] = speak
        [prosody] = voice
        self.assertEqual((voice.get("name"), prosody.get("rate")), ("en-US-JennyNeural", "+50%"))
        self.assertTrue(prosody.text)
        self.say(TEXT, "--language", "ja", "--voice", "azure-speech:ja-JP-KeitaNeural")
        speak = ElementTree.fromstring(self.azure.requests[1][3])
        self.assertEqual((speak.get(xml + "lang"), speak[0].get("name")), ("ja-JP", "ja-JP-KeitaNeural"))

    def test_what_is_missing_is_one_sentence(self):
        self.assertIn("needs a key in AZURE_SPEECH_KEY", self.sentence(AZURE_SPEECH_KEY=None))
        self.assertIn("AZURE_SPEECH_REGION: is not set", self.sentence(SOTTO_AZURE_SPEECH_URL=None))
        self.assertIn("is no voice of it", self.refused("--language", "ja", "--voice", 'azure-speech:x" y'))
        said = self.sentence(AZURE_SPEECH_KEY="another-key")
        self.assertIn("answers with status 401", said)
        self.assertNotIn("another-key", said)

    def sentence(self, **env):
        self.env = {k: v for k, v in (self.env | env).items() if v is not None}
        said = self.refused("--language", "ja", "--voice", "azure-speech")
        self.env |= {"SOTTO_AZURE_SPEECH_URL": self.azure.url, "AZURE_SPEECH_KEY": Azure.key}
        return said


if __name__ == "__main__":
    unittest.main(verbosity=2)
