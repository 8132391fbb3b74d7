"""SIGTERM in random moments of a server that speaks, translates and answers: silent at once, gone within its grace.

SOTTO_SIEGE=1 asks in 200 moments, else a few. The sound card is fake_sound_card.c.
"""

import json
import os
import random
import signal
import sqlite3
import struct
import subprocess
import tempfile
import threading
import time
import unittest

from siege import LONG, growing_body
from sotto_server import SANITIZED, Server, main

MOMENTS = 200 if LONG else 6
SILENT_S = 0.2
GRACE_S = 2
HERE = os.path.dirname(os.path.abspath(__file__))
THINGS = ("server", "test", "file", "worker", "build", "report", "window", "parser", "lock", "answer")
DEEDS = ("passes", "is ready", "was slow", "has failed", "is open", "was moved", "works now", "ended well")


def sentences(chance, count):
    """Which no cache has, each another one."""
    return " ".join(f"The {chance.choice(THINGS)} {chance.randrange(10**6)} {chance.choice(DEEDS)}." for _ in range(count))


class Lag:
    """How late a thread that sleeps is woken meanwhile: no program can be faster on a machine that is busy."""

    def __init__(self):
        self.over, self.most = threading.Event(), 0
        self.thread = threading.Thread(target=self.watch)
        self.thread.start()

    def watch(self):
        while not self.over.is_set():
            begin = time.monotonic()
            time.sleep(0.005)
            self.most = max(self.most, time.monotonic() - begin - 0.005)

    def end(self):
        self.over.set()
        self.thread.join()
        return self.most


def in_ms(seconds):
    ordered = sorted(seconds)
    p50, p95 = (1000 * ordered[int(share * (len(ordered) - 1))] for share in (0.5, 0.95))
    return f"{p50:.0f} ms (p95 {p95:.0f}, at most {1000 * ordered[-1]:.0f})"


@unittest.skipIf(SANITIZED, "times are measured")
class Endings(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory(prefix="sotto-endings-")
        cls.cards = os.path.join(cls.folder.name, "cards")
        os.mkdir(cls.cards)
        subprocess.run([os.environ.get("CC", "cc"), "-O1", "-shared", "-fPIC", "-o", os.path.join(cls.cards, "libportaudio.so.2"),
                        os.path.join(HERE, "fake_sound_card.c"), "-lm", "-lpthread"], check=True)

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def ended_in_a_random_moment(self, chance):
        """Seconds from SIGTERM to silence, and to the end, both without the machine's own lag; that lag; whether
        something was heard just before."""
        notes = os.path.join(self.folder.name, "notes")
        if os.path.exists(notes):
            os.unlink(notes)
        server = Server("--to", "ja", "--grace", str(GRACE_S), log=os.path.join(self.folder.name, "log"),
                        env={"LD_LIBRARY_PATH": self.cards, "SOTTO_FAKE_CARD": notes})
        cache = os.path.join(server.environment["XDG_CACHE_HOME"], "sotto", "phrases.sqlite")
        done = threading.Event()

        def translate(seed):
            mine = random.Random(seed)
            while not done.is_set():
                try:
                    server.post("/translate", {"q": sentences(mine, 5), "source": "en", "target": "ja"})
                except OSError:
                    return  # it has ended

        for i in range(3):
            text = sentences(chance, 8)
            self.assertEqual(server.by_socket("POST", "/v1/announce", {"text": text, "session": str(i)})[0], 202)
        client = threading.Thread(target=translate, args=(chance.random(),))
        client.start()
        listener = growing_body(server.port, "/v1/listen?events=plain", b"6\r\nHello.\r\n")
        if chance.random() < 0.9:  # else also while models are being loaded
            self.wait_for_sound(notes)
        time.sleep(chance.uniform(0, 3))
        lag = Lag()
        begin = time.monotonic()
        server.tell_to_end()
        code = server.process.wait(timeout=60)
        end = time.monotonic()
        lag = lag.end()
        done.set()
        listener.close()
        client.join()
        self.assertEqual(code, 0)
        self.assertFalse(os.path.exists(os.path.join(server.environment["XDG_RUNTIME_DIR"], "sotto.sock")))
        self.check_cache(cache)
        server.stop()
        loud = self.loud(notes)
        heard = bool(loud) and loud[0] < begin and any(begin - 0.5 < t <= begin for t in loud)
        silent = max([t - begin for t in loud if t > begin], default=0)
        return max(0, silent - lag), max(0, end - begin - lag), lag, heard

    def check_cache(self, path):
        if not os.path.exists(path):
            return
        with sqlite3.connect(path) as cache:
            self.assertEqual(cache.execute("PRAGMA integrity_check").fetchall(), [("ok",)])
            (table,), *_ = cache.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
            for row in cache.execute(f"SELECT * FROM {table}"):
                for value in row:
                    if isinstance(value, (str, bytes)) and value[:1] in ("{", b"{"):
                        json.loads(value)
        cache.close()

    def wait_for_sound(self, notes):
        end = time.monotonic() + 60
        while not self.loud(notes):
            self.assertLess(time.monotonic(), end)
            time.sleep(0.02)

    def loud(self, notes):
        """When sound was taken by the card."""
        try:
            with open(notes, "rb") as file:
                return [t for t, _ in struct.iter_unpack("dd", file.read())]
        except FileNotFoundError:
            return []

    def test_in_random_moments(self):
        chance = random.Random(34)
        silent, ended, lag, heard = zip(*(self.ended_in_a_random_moment(chance) for _ in range(MOMENTS)))
        print(f"\n{MOMENTS} moments, {sum(heard)} of them with sound: silent after {in_ms(silent)}, ended after {in_ms(ended)} "
              f"(grace {GRACE_S} s), beside a lag of {in_ms(lag)}", flush=True)
        self.assertGreaterEqual(sum(heard), MOMENTS / 2)
        self.assertLess(max(silent), SILENT_S)
        self.assertLess(max(ended), GRACE_S + 1)


if __name__ == "__main__":
    main()
