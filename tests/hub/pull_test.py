"""`sotto pull` from a hub on this machine, beside the hub's own library."""

import hashlib
import json
import os
import pathlib
import random
import signal
import subprocess
import tempfile
import time
import unittest

from loopback_hub import Hub, Repository

SOTTO = os.environ["SOTTO_BINARY"]
DATA = pathlib.Path(__file__).parents[1] / "data"
NLLB = "facebook/nllb-200-distilled-600M"
MARIAN = "staka/fugumt-en-ja"
KOKORO = "hexgrad/Kokoro-82M"
POCKET = "kyutai/pocket-tts-without-voice-cloning"
OTHER_FILES = {"flax_model.msgpack": b"f" * 200_000, "tf_model.h5": b"t" * 200_000, ".gitattributes": b"*",
               "onnx/model.onnx": b"o" * 200_000, "README.md": b"---\nlicense: cc-by-nc-4.0\n---\n# A model\n"}


def folder_files(folder, names):
    return {name: (DATA / folder / name).read_bytes() for name in names}


def nllb(**more):
    names = ("config.json", "generation_config.json", "pytorch_model.bin", "sentencepiece.bpe.model",
             "special_tokens_map.json", "tokenizer.json", "tokenizer_config.json")
    return Repository(folder_files("nllb", names) | OTHER_FILES, **more)


def marian():
    names = ("config.json", "generation_config.json", "model.safetensors", "pytorch_model.bin", "source.spm",
             "target.spm", "vocab.json", "tokenizer_config.json")
    return Repository(folder_files("marian", names), licence="cc-by-sa-4.0")


class Pull(unittest.TestCase):
    def setUp(self):
        work = tempfile.TemporaryDirectory()
        self.addCleanup(work.cleanup)
        self.home = pathlib.Path(work.name)
        self.hub = Hub({NLLB: nllb(), MARIAN: marian()})
        self.addCleanup(self.hub.close)
        self.cache = self.home / "hf" / "hub"
        self.models = self.home / "data" / "sotto" / "models"
        keep = {k: v for k, v in os.environ.items() if not k.startswith(("SOTTO_", "HF_", "XDG_")) and "proxy" not in k.lower()}
        self.env = keep | {"PATH": os.environ["PATH"]} | {"HOME": str(self.home), "HF_HOME": str(self.home / "hf"), "HF_ENDPOINT": self.hub.url,
                           "XDG_DATA_HOME": str(self.home / "data"), "XDG_CACHE_HOME": str(self.home / "cache"),
                           "XDG_CONFIG_HOME": str(self.home / "config")}

    def sotto(self, *arguments, env=None, stdin=b""):
        return subprocess.run([SOTTO, *arguments], env=self.env | (env or {}), input=stdin, capture_output=True, timeout=120)

    def pull(self, *arguments, **more):
        done = self.sotto("pull", *arguments, **more)
        self.assertEqual(done.returncode, 0, done.stderr.decode())
        return done.stdout.decode()

    def refused(self, *arguments, **more):
        done = self.sotto("pull", *arguments, **more)
        self.assertNotEqual(done.returncode, 0)
        self.assertEqual(done.stdout, b"")
        return done.stderr.decode()

    def repository(self, id):
        return self.cache / ("models--" + id.replace("/", "--"))

    def check_cache(self, id, wanted):
        """What is there is what the hub has, under its names, and nothing besides."""
        remote, folder = self.hub.repositories[id], self.repository(id)
        self.assertEqual((folder / "refs" / "main").read_text(), remote.commit)
        snapshot = folder / "snapshots" / remote.commit
        self.assertEqual({str(p.relative_to(snapshot)) for p in snapshot.rglob("*") if p.is_file()}, set(wanted))
        for name in wanted:
            self.assertEqual((snapshot / name).resolve(), (folder / "blobs" / remote.etag(name)).resolve())
            with remote.open(name) as file:
                self.assertEqual((snapshot / name).read_bytes(), file.read())
        self.assertEqual({p.name for p in (folder / "blobs").iterdir()}, {remote.etag(name) for name in wanted})

    NLLB_FILES = ("README.md", "config.json", "generation_config.json", "pytorch_model.bin", "sentencepiece.bpe.model",
                  "special_tokens_map.json", "tokenizer.json", "tokenizer_config.json")

    def test_a_model_is_fetched_quantized_and_used(self):
        out = self.pull("nllb-600m", "--accept")
        self.assertIn("nllb-600m is ready: sotto speak --to ja --translator nllb-600m", out)
        self.check_cache(NLLB, self.NLLB_FILES)
        made = json.loads((self.models / "nllb-600m" / "pulled.json").read_text())
        self.assertEqual(made, {"id": NLLB, "commit": self.hub.repositories[NLLB].commit, "scheme": "int8"})
        said = self.sotto("translate", "--model", "nllb-600m", "--from", "en", "--to", "ja", stdin=b"All tests pass.\n",
                          env={"HF_ENDPOINT": "http://127.0.0.1:9"})
        self.assertEqual(said.returncode, 0, said.stderr.decode())
        listed = json.loads(self.sotto("models", "--json").stdout)
        self.assertIn(("nllb-600m", "nllb", str(self.models / "nllb-600m")),
                      [(m["name"], m["kind"], m["path"]) for m in listed])

    def test_a_voice_speaks(self):
        files = folder_files("kokoro", ("config.json", "kokoro-v1_0.pth"))
        voices = {f"voices/{p.name}": p.read_bytes() for p in (DATA / "kokoro" / "voices").iterdir()}
        self.hub.repositories[KOKORO] = Repository(files | voices | {"samples/a.wav": b"x", "eval/b.md": b"x"})
        out = self.pull("kokoro")
        self.check_cache(KOKORO, [*files, *voices])
        (self.home / "data" / "sotto" / "voices").symlink_to(pathlib.Path(os.environ["XDG_DATA_HOME"]) / "sotto" / "voices")
        step = out.removeprefix("kokoro is ready: sotto say TEXT ").split()
        said = self.sotto("say", "テストです。", "--to", "ja", *step, "-o", str(self.home / "out.wav"))
        self.assertEqual(said.returncode, 0, said.stderr.decode())
        self.assertGreater((self.home / "out.wav").stat().st_size, 10_000)
        self.assertIn("--quant int8", self.refused("kokoro", "--quant", "int8", "--name", "other"))

    def test_a_language_of_a_repository_of_many(self):
        files = {f"languages/{language}/{name}": language.encode() * 9 for language in ("english", "french")
                 for name in ("model.safetensors", "tokenizer.json", "embeddings/alba.safetensors")}
        self.hub.repositories[POCKET] = Repository(files | {"README.md": b"x"}, licence="cc-by-4.0")
        self.assertIn("expected one that speaks a language: pocket-tts-english", self.refused("pocket-tts-klingon"))
        self.assertFalse(self.hub.requests)
        self.assertIn("sotto say TEXT --voice pocket-tts --voice-model pocket-tts-french", self.pull("pocket-tts-french", "--quant", "none"))
        self.check_cache(POCKET, [path for path in files if "french" in path])
        yaml = (self.models / "pocket-tts-french" / "french.yaml").read_text()
        commit = self.hub.repositories[POCKET].commit
        self.assertIn(f"hf://{POCKET}/languages/french/model.safetensors@{commit}", yaml)
        self.assertEqual(self.pull("pocket-tts-french", "--quant", "none"), "pocket-tts-french is up to date\n")
        [listed] = [m for m in json.loads(self.sotto("models", "--json").stdout) if m["name"] == "pocket-tts-french"]
        self.assertEqual(listed["bytes"] - len(yaml.encode()),
                         3 * len("french" * 9) + (self.models / "pocket-tts-french" / "pulled.json").stat().st_size)
        self.assertEqual(self.sotto("models", "rm", "pocket-tts-french").returncode, 0)

    def speak(self, *arguments):
        done = self.sotto("speak", "--voice", "none", "--text", *arguments, stdin=b"All tests pass now.\n")
        return done.returncode, done.stdout.decode(), done.stderr.decode()

    def test_the_best_installed_translator_is_taken(self):
        _, narrated, said = self.speak("--to", "ja")
        self.assertIn("narrator-en-ja translates", said)
        self.assertIn("`sotto pull firefox-en-ja` fetches one (36 MB, MPL-2.0) that knows more", said)
        self.assertNotIn("sotto pull", self.speak("--to", "ja")[2])  # once is enough
        code, _, said = self.speak("--to", "zu")
        self.assertEqual(code, 1)
        self.assertIn("no installed model translates from en to zu; `sotto pull nllb-600m` fetches one (2.5 GB, CC BY-NC 4.0; not for", said)
        report = self.sotto("doctor").stdout.decode()
        self.assertIn("narrator-en-ja translates from en to ja", report)
        self.assertIn("sotto pull firefox-en-ja", report)
        self.assertFalse(self.hub.requests)

        self.pull("fugumt-en-ja")
        self.hub.requests.clear()
        _, translated, said = self.speak("--to", "ja")
        self.assertIn("fugumt-en-ja translates", said)
        self.assertTrue(translated)
        self.assertNotEqual(translated, narrated)
        self.assertEqual(translated, self.speak("--to", "ja", "--translator", "fugumt-en-ja")[1])
        self.assertEqual(narrated, self.speak("--to", "ja", "--translator", "narrator-en-ja")[1])
        report = self.sotto("doctor").stdout.decode()
        self.assertIn("fugumt-en-ja translates from en to ja", report)
        self.assertIn("fugumt-en-ja translates; `sotto pull firefox-en-ja` fetches one (36 MB, MPL-2.0) that comes before it", report)
        self.assertEqual(self.sotto("models", "rm", "fugumt-en-ja").returncode, 0)
        self.assertEqual(self.speak("--to", "ja")[1], narrated)
        self.assertFalse(self.hub.requests)

    def test_a_second_pull_fetches_nothing(self):
        self.pull("fugumt-en-ja")
        self.hub.requests.clear()
        self.assertEqual(self.pull(MARIAN), "fugumt-en-ja is up to date\n")
        self.assertEqual([r for r in self.hub.requests if "/resolve/" in r[2]], [])
        self.hub.repositories[MARIAN].commit = "f" * 40
        self.assertIn("is ready", self.pull("fugumt-en-ja"))
        self.assertIn("f" * 40, (self.models / "fugumt-en-ja" / "pulled.json").read_text())

    def test_safetensors_are_preferred(self):
        self.pull("fugumt-en-ja", "--quant", "none")
        snapshot = self.repository(MARIAN) / "snapshots" / self.hub.repositories[MARIAN].commit
        self.assertFalse((snapshot / "pytorch_model.bin").exists())
        self.assertEqual((self.models / "fugumt-en-ja").resolve(), snapshot.resolve())

    def test_the_hubs_own_library_finds_it(self):
        self.pull("nllb-600m", "--accept")
        code = f"from huggingface_hub import snapshot_download; print(snapshot_download({NLLB!r}, local_files_only=True))"
        found = subprocess.run([os.sys.executable, "-c", code], env=self.env, capture_output=True, timeout=60)
        self.assertEqual(found.stdout.decode().strip(),
                         str(self.repository(NLLB) / "snapshots" / self.hub.repositories[NLLB].commit), found.stderr.decode())

    def test_what_the_hubs_own_library_fetched_is_found(self):
        code = f"from huggingface_hub import snapshot_download; snapshot_download({MARIAN!r})"
        got = subprocess.run([os.sys.executable, "-c", code], env=self.env | {"HF_HUB_DISABLE_XET": "1"}, capture_output=True, timeout=60)
        self.assertEqual(got.returncode, 0, got.stderr.decode())
        self.hub.requests.clear()
        self.pull("fugumt-en-ja")
        self.assertEqual([r for r in self.hub.requests if "/resolve/" in r[2]], [])

    def test_a_killed_pull_goes_on_where_it_stopped(self):
        path = self.home / "large.safetensors"
        path.write_bytes(random.Random(1).randbytes(60_000_000))
        self.hub.repositories["me/large"] = Repository({"model.safetensors": str(path), "config.json": b"{}"})
        blobs = self.repository("me/large") / "blobs"
        kills = 0
        for attempt in range(100):
            process = subprocess.Popen([SOTTO, "pull", "me/large", "--include", "*"], env=self.env,
                                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            try:
                process.wait(0.01 * 1.1**attempt)
                break
            except subprocess.TimeoutExpired:
                process.send_signal(signal.SIGKILL)
                process.wait()
                kills += 1
        self.assertEqual(process.returncode, 0)
        self.assertGreater(kills, 2)
        self.check_cache("me/large", ("model.safetensors", "config.json"))
        resumed = [r for r in self.hub.requests if r[0] == "cdn" and "Range" in r[3]]
        self.assertTrue(resumed or kills < 5, "it began from the start each time")
        self.assertEqual([p.name for p in blobs.iterdir() if "incomplete" in p.name], [])

    def test_trouble_on_the_way_is_overcome(self):
        large, small = "pytorch_model.bin", "config.json"
        for faults in ({large: [("cut", 100_000)] * 3}, {large: [("cut", 100_000), ("no ranges",)]}, {large: [500]},
                       {large: [("flip",)]}, {small: [429, 429]}, {"tree": [429]}, {"revision": [503]}, {small: [("flip",)]}):
            with self.subTest(faults):
                self.setUp()
                self.hub.faults = {path: list(each) for path, each in faults.items()}
                self.pull("nllb-600m", "--accept")
                self.check_cache(NLLB, self.NLLB_FILES)
                self.assertEqual([each for each in self.hub.faults.values() if each], [])

    def test_trouble_that_stays_is_said(self):
        large = "pytorch_model.bin"
        for faults, message in (({large: [("flip",)] * 2}, "has the digest"), ({large: [("long",)] * 2}, "sends more than the"),
                                ({large: [("short",)] * 9}, "fewer bytes"), ({large: [404]}, "the hub has no such"),
                                ({large: [429] * 9}, "status 429")):
            with self.subTest(faults):
                self.setUp()
                self.hub.faults = {path: list(each) for path, each in faults.items()}
                self.assertIn(message, self.refused("nllb-600m", "--accept"))
                self.assertFalse((self.repository(NLLB) / "refs").exists())
                self.assertFalse((self.models / "nllb-600m").exists())
                self.hub.faults = {}
                self.pull("nllb-600m", "--accept")
                self.check_cache(NLLB, self.NLLB_FILES)

    def test_a_token_is_for_the_hub_alone(self):
        self.hub.token = "hf_secret"
        self.hub.repositories[NLLB].gated = True
        self.assertIn("ask for consent", self.refused("nllb-600m", "--accept"))
        self.assertIn("ask for consent", self.refused("nllb-600m", env={"HF_TOKEN": "hf_other"}))
        self.hub.requests.clear()
        self.pull("nllb-600m", env={"HF_TOKEN": "hf_secret"})
        sent = {at: {"Authorization" in headers for where, _, _, headers in self.hub.requests if where == at}
                for at in ("hub", "cdn")}
        self.assertEqual(sent, {"hub": {True}, "cdn": {False}})
        self.hub.repositories[MARIAN].private = True
        self.assertIn("no such repository, or it is private", self.refused("fugumt-en-ja"))
        (self.home / "hf" / "token").write_text("hf_secret\n")
        self.pull("fugumt-en-ja")

    def test_a_licence_is_agreed_to_once(self):
        self.assertIn("not for commercial use; name its authors, Meta AI; --accept", self.refused("nllb-600m"))
        self.assertIn("--accept cpml: is not the licence; ", self.refused("nllb-600m", "--accept", "cpml"))
        self.assertFalse(self.hub.requests)
        self.pull("nllb-600m", "--accept", "cc by-nc")
        self.pull("nllb-600m")

    def test_agreement_may_stand_before_the_name(self):
        self.pull("--accept", "nllb-600m")

    def test_what_sotto_does_not_run_is_refused(self):
        self.hub.repositories |= {
            "x/gguf": Repository({"a.Q4_K_M.gguf": b"x", "config.json": b"{}"}, base_model="x/original"),
            "x/onnx": Repository({"config.json": b"{}", "model.onnx": b"x"}),
            "x/bert": Repository({"config.json": b'{"model_type": "bert"}', "model.safetensors": b"x"}),
            "x/card": Repository({"README.md": b"words"})}
        for name, message in (("x/gguf", "GGUF files alone, which sotto does not run; take x/original"),
                              ("x/onnx", "ONNX files alone"), ("x/bert", "is no network that sotto runs"),
                              ("x/card", "no weights that sotto reads"), ("x/none", "the hub has no such repository"),
                              ("nonsense", "is no model that sotto knows, expected firefox-*, fugumt-en-ja"),
                              ("a/b/model.gguf", "sotto runs no GGUF or ONNX files")):
            with self.subTest(name):
                self.assertIn(message, self.refused(name))
        self.assertIn("no revision v9", self.refused(MARIAN, "--revision", "v9"))
        self.assertIn("none of its", self.refused(MARIAN, "--include", "*.xyz"))
        self.assertIn("HF_HUB_OFFLINE", self.refused(MARIAN, env={"HF_HUB_OFFLINE": "1"}))
        self.assertIn("--quant", self.refused(MARIAN, "--quant", "int9"))

    def test_odd_paths_stay_outside(self):
        self.hub.repositories["x/odd"] = Repository({"../evil.json": b"{}", "/etc/evil.json": b"{}", "a/../../b.json": b"{}",
                                                     "config.json": b"{}", "model.safetensors": b"x"})
        self.pull("x/odd", "--include", "*")
        self.check_cache("x/odd", ("config.json", "model.safetensors"))

    def test_odd_answers_are_refused(self):
        sha = "0" * 40
        bodies = [("revision", b) for b in (b"", b"[]", b"{}", b"no JSON", b'{"sha": 5}', b'{"sha": "../x"}', b"[" * 100_000)]
        bodies += [("tree", b) for b in (b"", b"{}", b"5", b"[" * 100_000, b"[5, null, [], {}]",
                                         b'[{"type": "file", "path": 5, "size": -1, "oid": []}]',
                                         b'[{"type": "file", "path": "config.json", "size": -1, "oid": "%s"}]' % sha.encode(),
                                         b'[{"type": "file", "path": "model.safetensors", "size": 1e300, "oid": "x/../y"}]')]
        for what, body in bodies:
            with self.subTest(what=what, body=body[:60]):
                self.hub.faults = {what: [("body", body)]}
                done = self.sotto("pull", MARIAN)
                self.assertEqual(done.returncode, 1, done.stderr.decode())
                self.assertEqual(done.stderr.decode().count("\n"), 1, done.stderr.decode())
                self.assertIn(MARIAN, done.stderr.decode())
                self.assertEqual([p for p in self.home.rglob("*") if p.is_file() and p.name != "CACHEDIR.TAG"], [])

    def test_what_somebody_else_put_there_stays(self):
        own = self.models / "fugumt-en-ja"
        own.mkdir(parents=True)
        (own / "mine.txt").write_text("mine")
        self.assertIn("--name gives this one another name", self.refused("fugumt-en-ja"))
        self.assertFalse(self.hub.requests)
        self.assertIn("other is ready", self.pull("fugumt-en-ja", "--name", "other"))
        self.assertEqual((own / "mine.txt").read_text(), "mine")

    def test_a_model_goes_with_what_was_fetched_for_it(self):
        for quant in ("int8", "none"):
            with self.subTest(quant):
                self.pull("fugumt-en-ja", "--quant", quant)
                done = self.sotto("models", "rm", "fugumt-en-ja")
                self.assertEqual(done.returncode, 0, done.stderr.decode())
                self.assertFalse((self.models / "fugumt-en-ja").exists())
                self.assertFalse(self.repository(MARIAN).exists())
        self.assertNotEqual(self.sotto("models", "rm", "fugumt-en-ja").returncode, 0)

    def test_those_that_can_be_had_are_shown(self):
        table = self.sotto("models", "--available").stdout.decode()
        self.assertIn("CC BY-NC 4.0: not for commercial use", table)
        self.pull("fugumt-en-ja")
        known = {m["name"]: m["installed"] for m in json.loads(self.sotto("models", "--available", "--json").stdout)}
        self.assertTrue(known["fugumt-en-ja"])
        self.assertFalse(known["nllb-600m"])

    def test_ctrl_c_ends_it_at_once(self):
        self.hub.faults = {"config.json": [("wait", 20)]}
        process = subprocess.Popen([SOTTO, "pull", MARIAN], env=self.env, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        asked_until = time.time() + 60
        while not any("/resolve/" in r[2] for r in self.hub.requests):
            self.assertLess(time.time(), asked_until, "the file that comes late was never asked for")
            time.sleep(0.02)
        begin = time.time()
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=10)
        self.assertEqual(process.returncode, 130)
        self.assertLess(time.time() - begin, 3)


if __name__ == "__main__":
    unittest.main(verbosity=2)
