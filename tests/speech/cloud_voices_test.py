"""Voices in the cloud, against servers on this machine: what is sent, beside the package gTTS, and what is heard."""

import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest
import wave

import gtts.tts
from loopback_google import Google, call_of

sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "serve"))
from sotto_server import Server  # noqa: E402

SOTTO = os.environ["SOTTO_BINARY"]
TEXT = "テストがすべて通りました。"
LONG = " ".join(f"Step {i} of the build is done now, but it took {i} minutes, because it waited for a server that was slow to answer, "
                f"as it is on {day}." for i, day in ((3, "Mondays"), (5, "Fridays")))


class CloudVoices(unittest.TestCase):
    def setUp(self):
        work = tempfile.TemporaryDirectory()
        self.addCleanup(work.cleanup)
        self.home = pathlib.Path(work.name)
        self.google = Google(key="secret")
        self.addCleanup(self.google.close)
        keep = {k: v for k, v in os.environ.items() if not k.startswith(("SOTTO_", "GOOGLE_")) and "proxy" not in k.lower()}
        self.env = keep | {"HOME": str(self.home), "XDG_CACHE_HOME": str(self.home / "cache"), "GOOGLE_API_KEY": "secret",
                           "SOTTO_GOOGLE_CLOUD_URL": self.google.url, "SOTTO_GOOGLE_TRANSLATE_URL": self.google.url}

    def sotto(self, *arguments, text="", **env):
        env = {k: v for k, v in (self.env | env).items() if v is not None}
        return subprocess.run([SOTTO, *arguments], env=env, input=text.encode(), capture_output=True, timeout=60)

    def say(self, text, *arguments, **env):
        """Seconds of sound, and what was said on standard error."""
        out = self.home / "out.wav"
        done = self.sotto("say", text, "-o", str(out), *arguments, **env)
        self.assertEqual(done.returncode, 0, done.stderr.decode())
        with wave.open(str(out)) as file:
            return file.getnframes() / file.getframerate(), done.stderr.decode()

    def test_requests_are_those_of_gtts(self):
        self.addCleanup(setattr, gtts.tts, "_translate_url", gtts.tts._translate_url)
        gtts.tts._translate_url = lambda tld="com", path="": f"{self.google.url}/{path}"
        for text, language in ((TEXT, "ja"), ('Quotes "and" \\ & % + = ~ signs.', "en"), ("Ça marche déjà, 50% & plus + 1 = bien ~ «oui».", "fr")):
            with self.subTest(text):
                self.google.requests.clear()
                self.say(text, "--to", language, "--voice", "google-translate")
                [spoken] = self.google.texts()
                gtts.tts.gTTS(spoken, lang=language).save(str(self.home / "g.mp3"))
                (our_method, our_path, ours, our_body), (method, path, theirs, their_body) = self.google.requests
                self.assertEqual((our_method, our_path, call_of(our_body)), (method, path, call_of(their_body)))
                same = {name: theirs[name] == ours.get(name) for name in ("Referer", "Content-Type")}
                self.assertEqual(same, {"Referer": True, "Content-Type": True})
                self.assertTrue(ours["User-Agent"].startswith("sotto/"))  # and no browser's

    def test_a_long_text_goes_in_pieces(self):
        seconds, _ = self.say(LONG, "--to", "en", "--voice", "google-translate")
        texts = self.google.texts()
        self.assertLessEqual(max(map(len, texts)), 100)
        self.assertEqual("".join(texts).replace(" ", ""), LONG.replace(" ", ""))
        self.assertAlmostEqual(seconds, len(texts), delta=0.5)

    def test_a_text_is_sent_once(self):
        for voice in ("google-translate", "google-cloud:ja-JP-Neural2-B"):
            with self.subTest(voice):
                self.google.requests.clear()
                first = self.say(TEXT, "--to", "ja", "--voice", voice)[0]
                self.assertEqual(self.say(TEXT, "--to", "ja", "--voice", voice)[0], first)
                self.assertEqual(self.google.texts(), [TEXT])
                kept = list((self.home / "cache" / "sotto" / "cloud-voices").iterdir())
                self.assertEqual({oct(path.stat().st_mode & 0o777) for path in kept}, {"0o600"})
                self.say(TEXT, "--to", "ja", "--voice", voice, SOTTO_CACHE="off")
                self.assertEqual(len(self.google.texts()), 2)

    def test_what_leaves_the_machine_is_said(self):
        said = self.say(TEXT, "--to", "ja", "--voice", "google-translate")[1]
        self.assertIn(f"every text that is spoken is sent to {self.google.url}", said)

    def test_none_is_taken_that_was_not_named(self):
        self.say(TEXT, "--to", "ja")
        self.say("Kaikki testit menevät läpi.", "--to", "fi")
        self.assertFalse(self.google.requests)

    def test_clients_of_a_server_get_one_that_its_operator_lists(self):
        fields = {"input": "Done.", "voice": "google-translate", "language": "en", "response_format": "wav"}
        env = {"SOTTO_GOOGLE_TRANSLATE_URL": self.google.url}
        for flags, status, sent in (((), 404, []), (("--voices", "open-jtalk,google-translate"), 200, ["Done."])):
            server = Server(*flags, env=env)
            self.addCleanup(server.process.wait)
            self.addCleanup(server.tell_to_end)
            names = [v["id"] for v in json.loads(server.ask("GET", "/v1/audio/voices")[2])["voices"]]
            self.assertEqual("google-translate" in names, bool(sent), names)
            self.assertEqual(server.post("/v1/audio/speech", fields)[0], status)
            self.assertEqual(self.google.texts(), sent)

    def test_google_cloud_gets_what_its_reference_says(self):
        self.say(TEXT, "--language", "ja", "--voice", "google-cloud:ja-JP-Neural2-B", "--speed", "1.5")
        self.say("Fine.", "--language", "en", "--voice", "google-cloud", "--speed", "4")
        (method, path, headers, body), (_, _, _, second) = self.google.requests
        self.assertEqual((method, path, headers["X-Goog-Api-Key"]), ("POST", "/v1/text:synthesize", "secret"))
        self.assertEqual(json.loads(body), {
            "input": {"text": TEXT}, "voice": {"languageCode": "ja-JP", "name": "ja-JP-Neural2-B"},
            "audioConfig": {"audioEncoding": "OGG_OPUS", "sampleRateHertz": 24000, "speakingRate": 1.5}})
        second = json.loads(second)
        self.assertEqual((second["voice"], second["audioConfig"]["speakingRate"]), ({"languageCode": "en-US"}, 2.0))

    def test_a_service_account_signs(self):
        key, public = self.home / "key.pem", self.home / "public.pem"
        subprocess.run(["openssl", "genpkey", "-algorithm", "RSA", "-out", key], check=True, capture_output=True)
        subprocess.run(["openssl", "pkey", "-in", key, "-pubout", "-out", public], check=True, capture_output=True)
        account = {"type": "service_account", "client_email": "voice@example.com", "private_key": key.read_text(),
                   "private_key_id": "7", "token_uri": self.google.url + "/token"}
        file = self.home / "account.json"
        file.write_text(json.dumps(account))
        self.google.account = ("voice@example.com", public.read_text())
        env = {"GOOGLE_API_KEY": None, "GOOGLE_APPLICATION_CREDENTIALS": str(file)}
        session = "One is done. Two is done. Three is done."
        done = self.sotto("speak", "--translator", "none", "--from", "en", "--voice", "google-cloud", "-o",
                          str(self.home / "o.wav"), text=session, **env)
        self.assertEqual(done.returncode, 0, done.stderr.decode())
        self.assertEqual((len(self.google.texts()), self.google.tokens), (3, 1))
        for change, message in (({"client_email": "other@example.com"}, "Invalid JWT Signature"),
                                ({"private_key": "no key"}, "expected client_email, token_uri and an RSA private_key")):
            file.write_text(json.dumps(account | change))
            done = self.sotto("say", "Four.", "--to", "en", "--voice", "google-cloud", "-o", str(self.home / "o.wav"), **env)
            self.assertEqual(done.returncode, 1)
            self.assertIn(message, done.stderr.decode())

    def test_trouble_that_passes_is_not_heard(self):
        for voice in ("google-translate", "google-cloud"):
            for faults in ([500], [503, 502], [429], ["cut"], [("wait", 1)]):
                with self.subTest(voice=voice, faults=faults):
                    self.google.faults = list(faults)
                    self.assertAlmostEqual(self.say(f"{TEXT}{faults}", "--to", "ja", "--voice", voice)[0], 1, delta=0.3)
                    self.assertFalse(self.google.faults)

    def test_another_voice_goes_on(self):
        for faults, message in (([403], "status 403: not today"), ([429] * 3, "status 429"), ([500] * 3, "status 500"),
                                (["cut"] * 3, "remaining"), (["silent"], "the answer has no"), (["noise"], "is no recording")):
            with self.subTest(faults):
                self.google.faults = list(faults)
                voices = "google-cloud,espeak-ng"
                done = self.sotto("speak", "--translator", "none", "--from", "en", "--voice", voices, "-o",
                                  str(self.home / "o.wav"), text=f"Sentence {faults[0]} is heard. So is this one.")
                self.assertEqual(done.returncode, 0, done.stderr.decode())
                said = done.stderr.decode()
                self.assertIn(message, said)
                self.assertIn("going on with espeak-ng", said)
                self.assertIn("0 not spoken", said)

    def test_no_server_is_said(self):
        done = self.sotto("say", TEXT, "--to", "ja", "--voice", "google-translate", "-o", str(self.home / "o.wav"),
                          SOTTO_GOOGLE_TRANSLATE_URL="http://127.0.0.1:9")
        self.assertEqual(done.returncode, 1)
        self.assertIn("http://127.0.0.1:9", done.stderr.decode())
        done = self.sotto("say", TEXT, "--to", "ja", "--voice", "google-cloud", "-o", str(self.home / "o.wav"), GOOGLE_API_KEY=None)
        self.assertIn("needs an API key in GOOGLE_API_KEY", done.stderr.decode())


if __name__ == "__main__":
    unittest.main(verbosity=2)
