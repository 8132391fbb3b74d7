"""`sotto pull firefox-en-ja` from a registry on this machine: one that is as it should be, and ones that lie."""

import gzip
import json
import os
import pathlib
import random
import signal
import subprocess
import tempfile
import time
import unittest

from loopback_registry import DOCUMENT, NETWORK, RECORDS, LoopbackRegistry, Registry, gzip_bomb, zstd, zstd_bomb

SOTTO = os.environ["SOTTO_BINARY"]
FILES = {"direction.json", "lex.50.50.enja.s2t.bin", "model.enja.intgemm.alphas.bin", "srcvocab.enja.spm", "trgvocab.enja.spm"}
MEGA = 1_000_000
SANITIZED = "SOTTO_SANITIZED" in os.environ  # some five times slower


class Firefox(unittest.TestCase):
    def setUp(self):
        work = tempfile.TemporaryDirectory()
        self.addCleanup(work.cleanup)
        self.home = pathlib.Path(work.name)
        self.registry = Registry()
        self.server = LoopbackRegistry(self.registry)
        self.addCleanup(self.server.close)
        self.models = self.home / "data" / "sotto" / "models"
        keep = {k: v for k, v in os.environ.items() if not k.startswith(("SOTTO_", "HF_", "XDG_")) and "proxy" not in k.lower()}
        self.env = keep | {"HOME": str(self.home), "XDG_DATA_HOME": str(self.home / "data"), "XDG_CACHE_HOME": str(self.home / "cache"),
                           "XDG_CONFIG_HOME": str(self.home / "config"), "HF_ENDPOINT": "http://127.0.0.1:9",
                           "SOTTO_REGISTRY": self.server.url}

    def sotto(self, *arguments, env=None):
        return subprocess.run([SOTTO, *arguments], env=self.env | (env or {}), stdin=subprocess.DEVNULL, capture_output=True, timeout=120)

    def pull(self, *arguments, **more):
        done = self.sotto("pull", *arguments, **more)
        self.assertEqual(done.returncode, 0, done.stderr.decode())
        return done.stdout.decode()

    def refused(self, *arguments, code=None, **more):
        """The one sentence that says why; nothing is left of the try."""
        before = self.everything()
        done = self.sotto("--quiet", "pull", *arguments, **more)
        self.assertIn(done.returncode, (code,) if code else (1, 2), done.stderr.decode())
        self.assertEqual(done.stdout, b"")
        said = done.stderr.decode()
        self.assertEqual(said.count("\n"), 1, said)
        self.assertTrue(said.isascii() and said[:-1].isprintable(), said)
        self.assertEqual(self.everything(), before)
        return said

    def everything(self):
        if not self.models.exists():
            return {}
        return {str(p.relative_to(self.models)): p.read_bytes() if p.is_file() else None for p in self.models.rglob("*")}

    def direction(self, name="firefox-en-ja"):
        return json.loads((self.models / name / "direction.json").read_text())

    def asked(self):
        return [path for path, _ in self.server.requests]

    def test_a_model_is_fetched_and_stays(self):
        self.registry.add("en-ja")
        done = self.sotto("pull", "firefox-en-ja")
        self.assertEqual(done.stdout.decode(), "firefox-en-ja is ready: sotto speak --to ja --translator firefox-en-ja\n")
        self.assertIn("base-memory, 4 files, 0.5 MB when unpacked, licence: MPL-2.0", done.stderr.decode())
        folder = self.models / "firefox-en-ja"
        self.assertEqual({p.name for p in folder.iterdir()}, FILES)
        self.assertEqual((folder / "model.enja.intgemm.alphas.bin").read_bytes(), NETWORK)
        self.assertEqual((folder / "trgvocab.enja.spm").read_bytes(), b"base-memory trgvocab.enja.spm\n" * 100)
        files = self.registry.entries["en-ja"][0]["files"]
        self.assertEqual(self.direction(), {
            "from": "en", "to": "ja", "architecture": "base-memory", "license": "MPL-2.0",
            "source": self.server.url + "/" + files["model"]["path"], "sha256": files["model"]["uncompressedHash"]})
        self.assertEqual(sorted(self.models.iterdir()), [folder])

        self.server.requests.clear()
        self.assertEqual(self.pull("firefox-en-ja"), "firefox-en-ja is up to date\n")
        self.assertEqual(self.asked(), [DOCUMENT])
        self.server.requests.clear()
        self.assertIn("firefox-en-ja is here", self.pull("firefox-en-ja", env={"HF_HUB_OFFLINE": "1"}))
        self.assertEqual(self.asked(), [])
        begin = time.time()
        self.assertIn("firefox-en-ja is here", self.pull("firefox-en-ja", env={"SOTTO_REGISTRY": "http://127.0.0.1:9"}))
        self.assertLess(time.time() - begin, 5)
        self.assertEqual(self.sotto("models", "rm", "firefox-en-ja").returncode, 0)
        self.assertEqual(list(self.models.iterdir()), [])

    def test_a_newer_one_takes_its_place(self):
        self.registry.add("en-ja")
        self.pull("firefox-en-ja")
        self.registry.entries.clear()
        self.registry.add("en-ja", network=NETWORK + b"newer", two=False)
        self.assertIn("is ready", self.pull("firefox-en-ja"))
        self.assertEqual({p.name for p in (self.models / "firefox-en-ja").iterdir()},
                         {"direction.json", "lex.50.50.enja.s2t.bin", "model.enja.intgemm.alphas.bin", "vocab.enja.spm"})
        (self.models / "firefox-en-ja" / "vocab.enja.spm").unlink()
        self.assertIn("is ready", self.pull("firefox-en-ja"))
        self.assertTrue((self.models / "firefox-en-ja" / "vocab.enja.spm").exists())

    def test_a_copy_in_a_folder_or_on_another_server(self):
        self.registry.add("en-ja")
        self.registry.add_records("en_ja")
        copy = self.home / "copy"
        self.registry.write_to(copy)
        self.server.close()
        nowhere = {"SOTTO_REGISTRY": "http://127.0.0.1:9", "HF_HUB_OFFLINE": "1"}
        for where in (copy, f"{copy}/", copy / DOCUMENT, copy / RECORDS):
            with self.subTest(where):
                self.pull("firefox-en-ja", "--registry", str(where), env=nowhere)
                self.assertEqual((self.models / "firefox-en-ja" / "model.enja.intgemm.alphas.bin").read_bytes(), NETWORK)
                self.assertTrue(self.direction()["source"].startswith(f"{copy}/m"), self.direction())
                self.sotto("models", "rm", "firefox-en-ja")
        self.pull("firefox-en-ja", env={"SOTTO_REGISTRY": str(copy)})
        self.sotto("models", "rm", "firefox-en-ja")
        del self.env["SOTTO_REGISTRY"]
        self.pull("firefox-en-ja", env={"SOTTO_FIREFOX_REGISTRY": str(copy)})  # as it was called before
        other = LoopbackRegistry(self.registry)
        self.addCleanup(other.close)
        with_user = other.url.replace("http://", "http://user:word@")
        self.pull("firefox-en-ja", "--registry", with_user, "--name", "mine")
        self.assertTrue(self.direction("mine")["source"].startswith(other.url + "/models/"), self.direction("mine"))
        self.assertIn("models.json: cannot", self.refused("firefox-en-ko", "--registry", str(self.home / "none")))

    def test_the_best_that_is_released_is_taken(self):
        add = self.registry.add
        for pair, entries, best in (
                ("en-ja", [("tiny", "Release"), ("base", "Release"), ("base-memory", "Release Desktop")], "base-memory"),
                ("en-de", [("tiny", "Release"), ("base", "Release Desktop"), ("base-memory", "Nightly")], "base"),
                ("en-fr", [("base-memory", "Release Android"), ("tiny", "Release Desktop"), ("base", None)], "tiny"),
                ("en-es", [("base", "Nightly"), ("tiny", "Release Android")], "tiny"),
                ("en-it", [("huge", "Release"), ("tiny", "Release")], "tiny")):
            with self.subTest(pair):
                for architecture, status in entries:
                    add(pair, architecture, status)
                self.pull(f"firefox-{pair}")
                self.assertEqual(self.direction(f"firefox-{pair}")["architecture"], best)
        self.pull("firefox-en-ja-base")
        self.assertEqual(self.direction("firefox-en-ja-base")["architecture"], "base")
        self.assertEqual(self.direction("firefox-en-ja")["architecture"], "base-memory")
        self.assertIn("firefox-en-es-base: the registry has this direction as tiny alone", self.refused("firefox-en-es-base"))
        add("en-ko", "base", "Nightly")
        add("en-ko", "tiny", None)
        self.assertIn("firefox-en-ko: the registry has it for tests alone (Nightly)", self.refused("firefox-en-ko"))

    def test_chinese_has_two_scripts(self):
        self.registry.add("en-zh", network=NETWORK + b"simple")
        self.registry.add("en-zh_hant", network=NETWORK + b"traditional")
        for name, called, code in (("en-zh", "firefox-en-zh", "zh"), ("en-zh-TW", "firefox-en-zh_hant", "zh_hant"),
                                   ("en-zh-Hant", "firefox-en-zh_hant", "zh_hant"), ("en-zh_hant", "firefox-en-zh_hant", "zh_hant")):
            with self.subTest(name):
                self.assertIn(called, self.pull(f"firefox-{name}"))
                self.assertEqual(self.direction(called)["to"], code)
        self.assertEqual(len(list(self.models.iterdir())), 2)

    def test_records_are_read_too(self):
        self.registry.add_records("en_ja", network=b"\1" + b"old", version="2.9")
        self.registry.add_records("en_ja")
        self.registry.add_records("en_ja", network=b"\1" + b"new", version="3.1a1")
        self.registry.add_records("en_ja", "tiny", filter="env.appinfo.OS == 'Android'")
        self.registry.add_records("en_de", filter="env.channel == 'nightly'")
        self.registry.records[:0] = [5, {}, {"fileType": "qualityModel"} | {k: v for k, v in self.registry.records[0].items() if k != "fileType"}]
        url = f"{self.server.url}/{RECORDS}"
        self.pull("firefox-en-ja", "--registry", url)
        self.assertEqual({p.name for p in (self.models / "firefox-en-ja").iterdir()}, FILES)
        self.assertEqual((self.models / "firefox-en-ja" / "srcvocab.enja.spm").read_bytes(), b"3.0 srcvocab.enja.spm\n" * 100)
        self.assertIn("is not released", self.refused("firefox-en-de", "--registry", url))
        self.registry.records[-1]["attachment"] = None
        for record in self.registry.records:
            if isinstance(record, dict) and record.get("fileType") == "srcvocab":
                record["decompressedHash"] = "0" * 64
        self.sotto("models", "rm", "firefox-en-ja")
        self.assertIn("srcvocab.enja.spm.zst: what came has the SHA-256", self.refused("firefox-en-ja", "--registry", url))

    def test_what_is_not_there_is_said_with_what_is_near(self):
        for pair in ("ja-en", "en-ko", "en-ja", "de-en"):
            self.registry.add(pair)
        for name, message in (("firefox-ja-ko", "no model of this direction; it has firefox-en-ko, firefox-ja-en"),
                              ("firefox-fr-es", "no model of this direction; it has firefox-de-en, firefox-en-ja, firefox-en-ko"),
                              ("firefox-en-jp", 'language "jp" is not known'), ("firefox-en-en", "translates a language into itself"),
                              ("firefox-en", "expected firefox-FROM-TO such as firefox-en-ja"), ("firefox-", "expected firefox-FROM-TO"),
                              ("firefox-en-ja-huge", "is not known"), ("firefox-" + "-" * 100_000, "expected firefox-FROM-TO"),
                              ("firefox-\x1b[2J", "expected firefox-FROM-TO")):
            with self.subTest(name[:40]):
                self.assertIn(message, self.refused(name))
        for arguments in (("--quant", "q8"), ("--revision", "v1"), ("--include", "*"), ("--name", "a/b"), ("--name", "\x1b[2J")):
            self.refused("firefox-en-ja", *arguments, code=2)
        self.assertIn("--registry: is for the models firefox-*", self.refused("fugumt-en-ja", "--registry", self.server.url + "/x", code=2))
        self.assertNotIn("--registry", self.refused("fugumt-en-ja"))  # in the environment it is there for every pull
        for where in ("file:///tmp", "ftp://host/x"):
            self.assertIn("is no registry, expected a folder or a URL of https or http", self.refused("firefox-en-ja", "--registry", where))
        self.assertIn("HF_HUB_OFFLINE", self.refused("firefox-en-ja", env={"HF_HUB_OFFLINE": "1"}))
        self.assertIn(f"{self.server.url}/x/db/models.json: the registry answers with status 404",
                      self.refused("firefox-en-ja", "--registry", f"{self.server.url}/x"))

    def lie(self, change, name="firefox-en-ja"):
        self.registry.entries.clear()
        files = self.registry.add("en-ja")["files"]
        change(files)
        return self.refused(name)

    def test_lies_of_the_document(self):
        wrong = {"path": ["../../x", "/etc/passwd", "models/../../x", "https://elsewhere.example/x", "//elsewhere.example/x", "", "a b",
                          "x\x1b[2J", ".hidden", "a?b", "a#b", "a%2e%2e/b", "a\\b", 5, None]}
        for key in ("model", "srcVocab", "lexicalShortlist"):  # read by one function: of the others three paths
            for path in wrong["path"] if key == "model" else wrong["path"][::5]:
                with self.subTest(key=key, path=path):
                    self.assertIn("expected a path inside the registry", self.lie(lambda files: files[key].update(path=path)))
        self.assertEqual({path for path in self.asked() if path != DOCUMENT}, set())
        for change, message in (
                ({"uncompressedHash": "0" * 64}, "what came has the SHA-256"), ({"uncompressedHash": "x"}, "a hash that is no SHA-256"),
                ({"uncompressedHash": None}, "without its hash"), ({"uncompressedSize": len(NETWORK) + 1}, "expected 512009"),
                ({"uncompressedSize": len(NETWORK) - 1}, "unpacks to more than the 512007 bytes"), ({"uncompressedSize": 0}, "without its length"),
                ({"uncompressedSize": -5}, "without its length"), ({"uncompressedSize": 1e300}, "without its length"),
                ({"uncompressedSize": 2**64 - 1}, "expected at most 256 MB"), ({"uncompressedSize": "5"}, "without its length")):
            with self.subTest(change):
                self.assertIn(message, self.lie(lambda files: files["model"].update(change)))
        for key, message in (("model", "lists no model"), ("srcVocab", "lists no vocabulary"), ("trgVocab", "lists no vocabulary")):
            with self.subTest(key):
                self.assertIn(message, self.lie(lambda files: files.pop(key)))
        self.assertIn("answers with status 404", self.lie(lambda files: files["model"].update(path="models/none.gz")))

    def test_lies_of_the_files(self):
        path = "models/en-ja/run_base-memory/exported/"
        model, vocabulary = path + "model.enja.intgemm.alphas.bin.gz", path + "srcvocab.enja.spm.gz"
        good = gzip.compress(NETWORK)
        for file, content, message in (
                (model, gzip_bomb(64 * MEGA), "unpacks to more than the 512008 bytes"), (model, zstd_bomb(64 * MEGA), "unpacks to more than"),
                (vocabulary, gzip_bomb(64 * MEGA), "unpacks to more than 16000000 bytes"),
                (vocabulary, zstd_bomb(64 * MEGA), "unpacks to more than 16000000 bytes"),
                (model, bytes(20 * MEGA), "unpacks to more than the 512008 bytes"), (vocabulary, gzip.compress(b"") * 2 * MEGA, "more bytes come than"),
                (vocabulary, b"", "unpacks to 0 bytes"), (vocabulary, gzip.compress(b""), "unpacks to 0 bytes"),
                (model, good[:-9], "what came of it ends in the middle"), (model, good[:len(good) // 2], "what came of it ends in the middle"), (model, zstd(NETWORK)[:-9], "what came of it ends in the middle"),
                (model, good + b"behind", "is damaged gzip"), (model, zstd(NETWORK) + b"behind", "is damaged zstd"),
                (vocabulary, b"\x1f\x8b" + b"nonsense", "is damaged gzip"), (vocabulary, b"\x28\xb5\x2f\xfd" + b"\xff" * 99, "is damaged zstd"),
                (model, gzip.compress(NETWORK[:-1] + b"x"), "what came has the SHA-256")):
            with self.subTest(file=file, content=content[:20], bytes=len(content)):
                self.registry.entries.clear()
                self.registry.add("en-ja")
                self.registry.files[file] = content
                said = self.refused("firefox-en-ja")
                self.assertIn(f"{file}: {message}", said)

    def test_files_come_packed_in_any_way(self):
        for pack in (gzip.compress, zstd, bytes, lambda b: gzip.compress(b[:7]) + gzip.compress(b[7:]), lambda b: zstd(b[:7]) + zstd(b[7:])):
            self.registry.entries.clear()
            self.registry.add("en-ja", pack=pack)
            self.pull("firefox-en-ja")
            self.assertEqual((self.models / "firefox-en-ja" / "model.enja.intgemm.alphas.bin").read_bytes(), NETWORK)
            self.sotto("models", "rm", "firefox-en-ja")

    def test_documents_of_other_shapes(self):
        odd = [b"", b"[]", b"{}", b"no JSON", b"5", b'{"models": []}', b'{"models": 5}', b'{"data": {}}', b"[" * 100_000, b'{"models": {"en-ja": [' * 90,
               b'{"error": "\x1b[2J"}', b"\xff\xfe", b"[" + b"[]," * 5_000_000 + b"[]]"]
        for document in odd:
            with self.subTest(document[:40]):
                self.registry.files[DOCUMENT] = document
                self.assertIn("is no list of Firefox's models", self.refused("firefox-en-ja"))
        self.registry.files[DOCUMENT] = b" " * (17 << 20)
        self.assertIn("longer than 16 MB", self.refused("firefox-en-ja"))
        for document in (b'{"models": {}}', b'{"models": {"en-ja": 5, "x": [5, null, [], {}]}}', b'{"data": [5, null, {}, {"attachment": 5}]}',
                         b'{"models": {"en-ja": [{"sourceLanguage": "en", "targetLanguage": 5}]}}'):
            with self.subTest(document):
                self.registry.files[DOCUMENT] = document
                self.assertIn("no model of this direction", self.refused("firefox-en-ja"))
        self.registry.files[DOCUMENT] = json.dumps({"models": {"en-ja": [
            {"sourceLanguage": "en", "targetLanguage": "ja", "architecture": "\x1b[2J", "releaseStatus": "Release", "files": 5}]}}).encode()
        self.assertIn("lists no model", self.refused("firefox-en-ja"))
        self.assertIn("as ?[2J alone", self.refused("firefox-en-ja-base"))

    def test_new_fields_are_welcome(self):
        entry = self.registry.add("en-ja", future={"x": [1]}, releaseStatus="Release")
        entry["files"]["model"] |= {"compression": "gz", "compressedSize": None}
        entry["files"]["qualityModel"] = {"path": "../../x"}
        self.registry.entries["xx-yy"] = [{"sourceLanguage": "xx", "targetLanguage": "yy"}]
        self.registry.files[DOCUMENT] = json.dumps({"models": self.registry.entries, "version": 9}).encode()
        self.pull("firefox-en-ja")

    def test_redirects(self):
        model = self.registry.add("en-ja")["files"]["model"]["path"]
        other = LoopbackRegistry(self.registry)
        self.addCleanup(other.close)
        for path in (DOCUMENT, model):
            for target, message in ((f"{self.server.url}/{path}", "redirects"), ("file:///etc/passwd", "rotocol"), ("ftp://127.0.0.1/x", "rotocol"),
                                    (f"{other.url}/none", "status 404")):
                with self.subTest(path=path, target=target):
                    self.server.faults = {path: [("to", target)] * 20}
                    self.assertIn(message, self.refused("firefox-en-ja"))
        self.server.faults = {model: [("to", f"{other.url}/{model}")]}  # as hubs do; what comes is checked
        self.pull("firefox-en-ja")

    def test_trouble_on_the_way_is_overcome(self):
        self.registry.add("en-ja", pack=bytes)
        model, vocabulary = (self.registry.entries["en-ja"][0]["files"][key]["path"] for key in ("model", "srcVocab"))
        for faults in ({model: [("cut", 300_000), ("cut", 100_000)]}, {model: [("cut", 300_000), ("no ranges",)]}, {model: [500]},
                       {model: [("flip",)]}, {vocabulary: [429]}, {DOCUMENT: [503]}, {vocabulary: [("cut", 0)]}):
            with self.subTest(faults):
                self.server.faults = {path: list(each) for path, each in faults.items()}
                self.pull("firefox-en-ja")
                self.assertEqual({p.name for p in (self.models / "firefox-en-ja").iterdir()}, FILES)
                self.assertEqual([each for each in self.server.faults.values() if each], [])
                self.sotto("models", "rm", "firefox-en-ja")
        ranges = [headers["Range"] for path, headers in self.server.requests if "Range" in headers]
        self.assertIn("bytes=300000-", ranges)
        self.assertIn("bytes=400000-", ranges)

    def test_a_kill_leaves_all_or_nothing(self):
        old, new = (random.Random(seed).randbytes(8 * MEGA) for seed in (1, 2))
        self.registry.add("en-ja", network=new, pack=bytes)
        self.server.seconds_a_piece = 0.003
        begin = time.time()
        self.pull("firefox-en-ja")
        whole = time.time() - begin
        folder, chance, cut = self.models / "firefox-en-ja", random.Random(3), 0
        for attempt in range(10 if SANITIZED else 20):
            there = attempt % 2 == 1  # an older one
            self.sotto("models", "rm", "firefox-en-ja")
            if there:
                folder.mkdir()
                (folder / "model.enja.intgemm.alphas.bin").write_bytes(old)
                (folder / "direction.json").write_text('{"from": "en", "to": "ja"}')
            process = subprocess.Popen([SOTTO, "pull", "firefox-en-ja"], env=self.env, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            time.sleep(chance.uniform(0, whole * 1.1))
            process.send_signal(signal.SIGKILL)
            cut += process.wait() != 0
            self.assertEqual(folder.exists(), there or folder.exists())
            if folder.exists():
                network = (folder / "model.enja.intgemm.alphas.bin").read_bytes()
                self.assertIn(network, (old, new) if there else (new,))
                self.assertEqual({p.name for p in folder.iterdir()},
                                 FILES if network == new else {"direction.json", "model.enja.intgemm.alphas.bin"})
            listed = json.loads(self.sotto("models", "--json").stdout)
            self.assertEqual([m["name"] for m in listed if "partial" in m["name"]], [])
        self.assertGreater(cut, 2)
        self.server.seconds_a_piece = 0
        self.pull("firefox-en-ja")
        self.assertEqual([p.name for p in self.models.iterdir()], ["firefox-en-ja"])
        self.assertEqual({p.name for p in folder.iterdir()}, FILES)

    def test_ctrl_c_ends_it_at_once_and_leaves_nothing(self):
        model = self.registry.add("en-ja")["files"]["model"]["path"]
        self.server.faults = {model: [("wait", 20)]}
        process = subprocess.Popen([SOTTO, "pull", "firefox-en-ja"], env=self.env, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        asked_until = time.time() + 60
        while model not in self.asked():
            self.assertLess(time.time(), asked_until, "the model was never asked for")
            time.sleep(0.02)
        begin = time.time()
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=10)
        self.assertEqual(process.returncode, 130)
        self.assertLess(time.time() - begin, 3)
        self.assertEqual(list(self.models.iterdir()), [])

    def test_two_at_a_time(self):
        self.registry.add("en-ja", network=random.Random(4).randbytes(4 * MEGA), pack=bytes)
        self.server.seconds_a_piece = 0.002
        both = [subprocess.Popen([SOTTO, "pull", "firefox-en-ja"], env=self.env, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
                for _ in range(2)]
        self.assertEqual([process.wait(60) for process in both], [0, 0])
        self.assertEqual([p.name for p in self.models.iterdir()], ["firefox-en-ja"])
        self.assertEqual({p.name for p in (self.models / "firefox-en-ja").iterdir()}, FILES)

    def test_what_somebody_else_put_there_stays(self):
        self.registry.add("en-ja")
        self.registry.add("en-de")
        own = self.models / "firefox-en-ja"
        own.mkdir(parents=True)
        (own / "mine.txt").write_text("mine")
        said = self.refused("firefox-en-ja")
        self.assertIn("is not what `sotto pull` made of firefox-en-ja; --name gives this one another name", said)
        self.pull("firefox-en-ja", "--name", "mine")
        self.assertIn("is not what `sotto pull` made of firefox-en-de", self.refused("firefox-en-de", "--name", "mine"))
        (self.models / "link").symlink_to(self.models / "mine")
        self.assertIn("is not what", self.refused("firefox-en-ja", "--name", "link"))

    def test_what_can_be_had_is_shown(self):
        known = {m["name"]: m for m in json.loads(self.sotto("models", "--available", "--json").stdout)}
        self.assertEqual(known["firefox-*"]["licence"], "MPL-2.0")
        for arguments, line in ((("--to", "ja"), "`sotto pull firefox-en-ja` fetches one (36 MB, MPL-2.0)"),
                                (("--to", "zh"), "`sotto pull firefox-en-zh` fetches one (38 MB, MPL-2.0)"),
                                (("--from", "ja", "--to", "en"), "`sotto pull firefox-ja-en` fetches one (15 to 50 MB, MPL-2.0)"),
                                (("--to", "zu"), "`sotto pull nllb-600m` fetches one")):
            with self.subTest(arguments):
                self.assertIn(line, self.sotto("doctor", *arguments).stdout.decode())
        self.assertEqual(self.asked(), [])


if __name__ == "__main__":
    unittest.main(verbosity=2)
