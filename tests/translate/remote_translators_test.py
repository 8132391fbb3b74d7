"""Other people's translators, against servers on this machine: what is sent, beside the clients of PyPI, and what a listener gets."""

import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest
import urllib.parse

import deepl
import libretranslatepy
import openai
from loopback_translators import JAPANESE, Translators

sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "serve"))
from sotto_server import Server  # noqa: E402

SOTTO = os.environ["SOTTO_BINARY"]
GREEN, FIXED, TESTS, ASKED, SLOW = JAPANESE
KEY = "secret-key-0123456789"
KEYS = {"DEEPL_AUTH_KEY": KEY, "GOOGLE_API_KEY": KEY, "AZURE_TRANSLATOR_KEY": KEY, "LIBRETRANSLATE_API_KEY": KEY,
        "SOTTO_TRANSLATOR_KEY": KEY}


SANITIZED = "SOTTO_SANITIZED" in os.environ  # some five times slower


def each_with_each(faults, names):
    """Every fault with every translator; where programs are slow each fault with one, in turns."""
    kinds = list(names.items())
    if SANITIZED:
        return [(fault, *kinds[i % len(kinds)]) for i, fault in enumerate(faults)]
    return [(fault, *kind) for fault in faults for kind in kinds]


class RemoteTranslators(unittest.TestCase):
    def setUp(self):
        work = tempfile.TemporaryDirectory()
        self.addCleanup(work.cleanup)
        self.home = pathlib.Path(work.name)
        self.service = self.serving(KEY)
        keep = {k: v for k, v in os.environ.items()
                if not k.startswith(("SOTTO_", "GOOGLE_", "DEEPL_", "AZURE_", "OPENAI_")) and "proxy" not in k.lower()}
        self.env = keep | KEYS | {"HOME": str(self.home), "XDG_CACHE_HOME": str(self.home / "cache"), "SOTTO_CHECK": "1"}

    def serving(self, key=""):
        service = Translators(key)
        self.addCleanup(service.close)
        return service

    def names(self):
        url = self.service.url
        return {"chat": f"{url}/v1#gemma3:4b", **{k: f"{k}:{url}" for k in ("libretranslate", "deepl", "google-cloud", "azure")}}

    def sotto(self, *arguments, text="", **env):
        env = {k: v for k, v in (self.env | env).items() if v is not None}
        done = subprocess.run([SOTTO, *arguments], env=env, input=text.encode(), capture_output=True, timeout=100)
        self.assertNotIn(KEY, done.stderr.decode())
        self.assertNotIn("\x1b", done.stderr.decode())
        return done

    def translate(self, name, *texts, flags=(), **env):
        done = self.sotto("translate", "--to", "ja", "--model", name, *flags, text="".join(t + "\n" for t in texts), **env)
        self.assertEqual(done.returncode, 0, done.stderr.decode())
        return done.stdout.decode().splitlines()

    def speak(self, translators, *texts, **env):
        """Lines of source and translation, and what was said on standard error."""
        done = self.sotto("speak", "--to", "ja", "--translator", translators, "--voice", "none", "--register", "asis", "--verbose",
                          text="\n\n".join(texts) + "\n", **env)
        self.assertEqual(done.returncode, 0, done.stderr.decode())
        return [line.split("\t") for line in done.stdout.decode().splitlines()], done.stderr.decode()

    def test_each_translates_and_keeps_what_is_protected(self):
        for kind, name in self.names().items():
            with self.subTest(kind):
                self.service.requests.clear()
                texts = list(JAPANESE)
                self.assertEqual(self.translate(name, *texts, flags=("--batch", "8")), list(JAPANESE.values()))
                self.assertEqual(len(self.service.requests), len(texts) if kind == "chat" else 1)

    def test_requests_are_those_of_openais_client(self):
        self.speak(self.names()["chat"], GREEN, FIXED, TESTS)
        client = openai.OpenAI(base_url=self.service.url + "/v1", api_key=KEY)
        ours = list(self.service.requests)
        self.assertEqual(len(ours), 3)
        for method, path, headers, body in ours:
            sent = json.loads(body)
            self.assertEqual(sent.pop("stream"), True)
            self.service.requests.clear()
            list(client.chat.completions.create(stream=True, **sent))
            [(their_method, their_path, theirs, their_body)] = self.service.requests
            self.assertEqual((method, path, json.loads(body)), (their_method, their_path, json.loads(their_body)))
            for name in ("Authorization", "Content-Type"):
                self.assertEqual(headers[name], theirs[name])
            self.assertTrue(headers["User-Agent"].startswith("sotto/"))
        # The last two sentences go along, as they were translated.
        roles = [[(m["role"], m["content"]) for m in json.loads(body)["messages"][1:]] for _, _, _, body in ours]
        turns = [("user", GREEN), ("assistant", JAPANESE[GREEN]), ("user", FIXED), ("assistant", JAPANESE[FIXED]), ("user", TESTS)]
        self.assertEqual(roles, [turns[:1], turns[:3], turns])

    def test_requests_are_those_of_deepls_client(self):
        self.translate(self.names()["deepl"], FIXED, SLOW, flags=("--batch", "2"))
        self.translate(self.names()["deepl"], GREEN)
        self.speak(self.names()["deepl"], ASKED, TESTS, SOTTO_CACHE="off")
        client = deepl.Translator(KEY, server_url=self.service.url)
        ours = list(self.service.requests)
        self.assertEqual(len(ours), 4)
        for method, path, headers, body in ours:
            sent = json.loads(body)
            more = {k: sent[k] for k in ("context", "tag_handling", "ignore_tags") if k in sent}
            self.service.requests.clear()
            client.translate_text(sent["text"], source_lang="EN", target_lang="JA", split_sentences="0", **more)
            [(their_method, their_path, theirs, their_body)] = self.service.requests
            self.assertEqual((method, path, sent), (their_method, their_path, json.loads(their_body)))
            for name in ("Authorization", "Content-Type"):
                self.assertEqual(headers[name], theirs[name])
        self.assertEqual([json.loads(body).get("context") for _, _, _, body in ours], [None, None, None, ASKED])
        self.assertEqual(json.loads(ours[0][3])["text"], ["I fixed the bug in <x>src/auth/login.ts</x>.", SLOW.replace("&", "&amp;")])

    def test_requests_are_those_of_libretranslates_client(self):
        self.translate(self.names()["libretranslate"], GREEN)
        libretranslatepy.LibreTranslateAPI(self.service.url, KEY).translate(GREEN, "en", "ja")
        (method, path, _, body), (their_method, their_path, _, their_body) = self.service.requests
        self.assertEqual((method, path), (their_method, their_path))
        self.assertEqual(json.loads(body), dict(urllib.parse.parse_qsl(their_body.decode())) | {"format": "text"})
        self.service.requests.clear()
        self.translate(self.names()["libretranslate"], FIXED, SLOW, flags=("--batch", "2"), LIBRETRANSLATE_API_KEY=None)
        tag = '<span class="notranslate" translate="no">'
        self.assertEqual(self.service.bodies(), [{"source": "en", "target": "ja", "format": "html", "q": [
            f"I fixed the bug in {tag}src/auth/login.ts</span>.", SLOW.replace("&", "&amp;")]}])

    def test_google_and_azure_get_what_their_references_say(self):
        self.translate(self.names()["google-cloud"], GREEN, SLOW, flags=("--batch", "2"))
        self.translate(self.names()["azure"], GREEN, SLOW, flags=("--batch", "2"), AZURE_TRANSLATOR_REGION="westeurope")
        self.translate(self.names()["azure"], TESTS)
        (google, azure, tagged) = self.service.requests
        self.assertEqual(google[:2], ("POST", "/language/translate/v2"))
        self.assertEqual(google[2]["X-Goog-Api-Key"], KEY)
        self.assertEqual(json.loads(google[3]), {"q": [GREEN, SLOW], "source": "en", "target": "ja", "format": "text"})
        self.assertEqual(azure[:2], ("POST", "/translate?api-version=3.0&from=en&to=ja&textType=plain"))
        self.assertEqual((azure[2]["Ocp-Apim-Subscription-Key"], azure[2]["Ocp-Apim-Subscription-Region"]), (KEY, "westeurope"))
        self.assertEqual(json.loads(azure[3]), [{"text": GREEN}, {"text": SLOW}])
        self.assertEqual(tagged[1], "/translate?api-version=3.0&from=en&to=ja&textType=html")
        self.assertEqual(json.loads(tagged[3]), [{"text": 'All <span class="notranslate" translate="no">42</span> tests pass now.'}])

    def test_a_text_is_sent_once(self):
        for kind, name in self.names().items():
            with self.subTest(kind):
                self.service.requests.clear()
                for _ in range(2):
                    self.assertEqual(self.translate(name, GREEN, GREEN), [JAPANESE[GREEN]] * 2)
                self.assertEqual(len(self.service.requests), 1)
                self.translate(name, GREEN, SOTTO_CACHE="off")
                self.assertEqual(len(self.service.requests), 2)

    def test_trouble_before_any_work_is_not_heard(self):
        for faults, kind, name in each_with_each(([503], [429, 503]), self.names()):
            with self.subTest(kind=kind, faults=faults):
                self.service.requests.clear()
                self.service.faults = list(faults)
                self.assertEqual(self.translate(name, GREEN, SOTTO_CACHE="off"), [JAPANESE[GREEN]])
                self.assertEqual(len(self.service.requests), len(faults) + 1)

    def test_the_next_one_goes_on_where_a_server_breaks(self):
        """Nothing is sent again that the server may have worked for, nothing is lost, and the order stays."""
        elsewhere = self.serving()
        narrator, _ = self.speak("narrator-en-ja", TESTS, GREEN, ASKED)
        for fault, kind, name in each_with_each((500, 502, 403, "cut", "junk", ("wait", 3), ("to", elsewhere.url)), self.names()):
            with self.subTest(kind=kind, fault=fault):
                self.service.requests.clear()
                self.service.faults = [None, fault]
                lines, said = self.speak(f"{name},narrator-en-ja", TESTS, GREEN, ASKED, SOTTO_CACHE="off", SOTTO_TRANSLATOR_SECONDS="1")
                self.assertEqual(lines, [[TESTS, JAPANESE[TESTS]], *narrator[1:]])
                self.assertIn("going on with narrator-en-ja", said)
                self.assertEqual(len(self.service.requests), 2)
        self.assertFalse(elsewhere.requests)

    def test_what_is_no_translation_is_asked_of_the_next_one(self):
        """And the sentence behind it of the server again."""
        faults = ("language", "cyrillic", "talk", "lines", "empty", "copy", "repeat", "long")
        narrator, _ = self.speak("narrator-en-ja", GREEN)
        for fault, kind, name in each_with_each(faults, self.names()):
            with self.subTest(kind=kind, fault=fault):
                self.service.faults = [None, fault]
                lines, said = self.speak(f"{name},narrator-en-ja", FIXED, GREEN, ASKED, SOTTO_CACHE="off")
                self.assertEqual(lines, [[FIXED, JAPANESE[FIXED]], narrator[0], [ASKED, JAPANESE[ASKED]]])
                self.assertNotIn("broke", said)
        for fault, text in (("answer", ASKED), ("number", TESTS)):
            narrator, _ = self.speak("narrator-en-ja", text)
            self.service.faults = [fault]
            lines, _ = self.speak(f"{self.names()['chat']},narrator-en-ja", text, SOTTO_CACHE="off")
            self.assertEqual(lines, narrator)
        self.service.faults = ["control"]
        self.assertNotIn("\x1b", "".join(self.translate(self.names()["chat"], GREEN)))

    def test_models_that_think_and_servers_without_streams(self):
        for key in ("thinks", "whole"):
            service = self.serving(key)
            self.assertEqual(self.translate(f"{service.url}/v1#m", GREEN, SOTTO_CACHE="off"), [JAPANESE[GREEN]])

    def test_what_it_costs_is_said(self):
        _, said = self.speak(self.names()["deepl"], GREEN, FIXED)
        sent = sum(1000 + len(text) for body in self.service.bodies() for text in body["text"])
        self.assertIn(f"2 requests, {sent} characters", said)
        _, said = self.speak(self.names()["chat"], GREEN)
        self.assertIn(f"1 requests, {len(GREEN)} characters, 90 tokens in and 12 out", said)
        _, said = self.speak(self.names()["azure"], GREEN)
        self.assertIn("1 requests, 77 characters", said)

    def test_a_model_makes_the_digest(self):
        long_text = "I read the parser. It has two loops. The second one is wrong. I fixed it. The sun shines."
        cues, made = ["I fixed it."], "The second loop is mended."

        def said(*flags, **env):
            done = self.sotto("speak", "--translator", "none", "--from", "en", "--voice", "none", *flags, text=long_text, **env)
            self.assertEqual(done.returncode, 0, done.stderr.decode())
            return [line.split("\t")[0] for line in done.stdout.decode().splitlines()], done.stderr.decode()

        url = f"{self.service.url}/v1#gemma3:4b"
        JAPANESE[long_text.replace(". ", ".\n") + "\n"] = made
        self.addCleanup(JAPANESE.pop, long_text.replace(". ", ".\n") + "\n")
        lines, heard = said("--digest-url", url)
        self.assertEqual(lines, [made])
        self.assertNotIn("warning", heard)
        body = self.service.bodies()[0]
        self.assertIn("one or two short sentences", body["messages"][0]["content"])
        self.assertEqual(body["messages"][1]["content"], long_text.replace(". ", ".\n") + "\n")
        for faults in ([429, 429, 429, 429, 429], ["cut"], [("wait", 3)], ["junk"], ["lines"], ["long"], ["empty"], [500]):
            with self.subTest(faults=faults):
                self.service.faults = list(faults)
                lines, heard = said("--digest-url", url, SOTTO_TRANSLATOR_SECONDS="1")
                self.assertEqual(lines, cues)
                self.assertEqual(heard.count("made shorter by cue words instead"), 1, heard)
        self.service.faults = []
        lines, _ = said("--digest-command", "head -c 18")
        self.assertEqual(lines, ["I read the parser."])
        _, heard = said("--digest-url", "http://192.0.2.1:9/v1#m", SOTTO_TRANSLATOR_SECONDS="1", SOTTO_TRANSLATOR_KEY=None)
        self.assertIn("every text that is made shorter is sent to http://192.0.2.1:9/v1", heard)
        done = self.sotto("speak", "--to", "ja", "--digest-url", self.service.url, text=long_text)
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("names no model, expected URL#MODEL", done.stderr.decode())

    def test_none_is_taken_that_was_not_named(self):
        for flags in (("speak", "--voice", "none"), ("translate",), ("bench", "translators")):
            done = self.sotto(*flags, "--to", "ja", text=GREEN)
            self.assertEqual(done.returncode, 0, done.stderr.decode())
        self.assertFalse(self.service.requests)

    def test_this_machine_is_asked_past_any_proxy(self):
        proxy = self.serving()
        env = {"http_proxy": proxy.url, "all_proxy": proxy.url}
        self.assertEqual(self.translate(self.names()["deepl"], GREEN, **env), [JAPANESE[GREEN]])
        self.assertFalse(proxy.requests)

    def test_one_that_is_named_is_measured(self):
        name = self.names()["deepl"]
        report = json.loads(self.sotto("bench", "translators", "--translator", f"{name},narrator-en-ja,deepl:http://127.0.0.1:9", "--json").stdout)
        ours, narrator, broken = report["translators"]
        self.assertEqual((ours["name"], ours["leaves_machine"], ours["licence"]), (name, False, ""))
        self.assertGreater(len(self.service.requests), 20)
        self.assertIn("http://127.0.0.1:9", broken["why"])
        self.assertEqual(report["auto"], narrator["name"])
        times = json.loads((self.home / "cache" / "sotto" / "translator_times.json").read_text())
        self.assertEqual(len(times), 1)

    def test_answers_of_another_number_are_none(self):
        self.service.faults = ["few"]
        done = self.sotto("translate", "--to", "ja", "--model", self.names()["deepl"], "--batch", "2", text=f"{GREEN}\n{TESTS}\n")
        self.assertIn("the answer has 1 translations, expected 2", done.stderr.decode())
        self.assertEqual(done.returncode, 1)

    def test_what_is_missing_is_said(self):
        url = self.service.url
        empty, ugly = self.home / "empty", self.home / "ugly"
        empty.write_text("\n")
        ugly.write_text("a\nb: c")
        for name, env, message in (
                ("deepl", {"DEEPL_AUTH_KEY": None}, "needs a key in DEEPL_AUTH_KEY, or a file with it named by DEEPL_AUTH_KEY_FILE"),
                ("deepl", {"DEEPL_AUTH_KEY": None, "DEEPL_AUTH_KEY_FILE": str(empty)}, "DEEPL_AUTH_KEY_FILE: holds no key"),
                ("deepl", {"DEEPL_AUTH_KEY": None, "DEEPL_AUTH_KEY_FILE": str(ugly)}, "DEEPL_AUTH_KEY_FILE: holds no key"),
                ("google-cloud", {"GOOGLE_API_KEY": None}, "GOOGLE_APPLICATION_CREDENTIALS"),
                ("azure", {"AZURE_TRANSLATOR_KEY": None}, "needs a key in AZURE_TRANSLATOR_KEY"),
                ("libretranslate", {}, "names no server"),
                (f"{url}/v1", {}, "names no model"),
                ("https://api.openai.com/v1#gpt", {}, "needs a key in OPENAI_API_KEY"),
                ("http://192.0.2.1/v1#m", {}, "a key is sent by https alone"),
                (f"http://me:{KEY}@127.0.0.1/v1#m", {}, "has a user's name"),
                (self.names()["chat"], {"SOTTO_TRANSLATOR_SECONDS": "soon"}, "from 1 to 3600"),
                ("deepl:http://127.0.0.1:9", {}, "http://127.0.0.1:9")):
            with self.subTest(name=name, env=env):
                done = self.sotto("translate", "--to", "ja", "--model", name, text=GREEN, **env)
                self.assertNotEqual(done.returncode, 0)
                self.assertIn(message, done.stderr.decode())

    def test_keys_come_from_files(self):
        file = self.home / "key"
        file.write_text(KEY + "\n")
        self.translate(self.names()["deepl"], GREEN, DEEPL_AUTH_KEY=None, DEEPL_AUTH_KEY_FILE=str(file))
        self.assertEqual(self.service.requests[0][2]["Authorization"], f"DeepL-Auth-Key {KEY}")

    def test_clients_of_a_server_hear_the_next_one(self):
        env = KEYS | {"SOTTO_CACHE": "off"}
        server = Server("--translator", f"{self.names()['deepl']},narrator-en-ja", env=env)
        self.addCleanup(server.process.wait)
        self.addCleanup(server.tell_to_end)
        fields = {"q": list(JAPANESE), "source": "en", "target": "ja"}
        self.assertEqual(json.loads(server.post("/translate", fields)[2])["translatedText"], list(JAPANESE.values()))
        self.assertLess(len(self.service.requests), len(JAPANESE))  # together
        self.assertNotIn(self.service.url, server.ask("GET", "/v1/models")[2].decode())
        narrator, _ = self.speak("narrator-en-ja", GREEN)
        for fault in (500, "talk"):
            self.service.faults = [fault]
            status, _, body = server.post("/translate", {"q": GREEN, "source": "en", "target": "ja"})
            self.assertEqual((status, json.loads(body)["translatedText"]), (200, narrator[0][1]))
        metrics = server.ask("GET", "/metrics")[2].decode()
        self.assertIn(f"sotto_remote_requests {len(self.service.requests)}", metrics)


if __name__ == "__main__":
    unittest.main(verbosity=2)
