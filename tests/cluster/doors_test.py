"""`sotto serve --nats`: what clients hear through workers, also of those that die in the middle of a sentence."""

import http.client
import json
import os
import shutil
import signal
import sys
import threading
import time
import unittest
import urllib.parse

from queue_server import MODEL, Client, Queue, has_nats

VOICE = "espeak-ng:en-gb"
LONG = "This is a sentence that takes its time to be said, " * 40 + "and here it ends."
SPEECH = {"input": "All tests pass.", "voice": VOICE, "language": "en", "response_format": "pcm"}
SLOW = SPEECH | {"input": "This is a sentence that takes its time, " * 4 + "and here it ends."}
# espeak-ng, whose sound takes four seconds a sentence, or so.
SLOWLY = """#!{python}
import subprocess, sys, time
said = subprocess.run(["{program}", *sys.argv[1:]], stdin=sys.stdin, stdout=subprocess.PIPE).stdout
for i in range(0, len(said), 12000):
    sys.stdout.buffer.write(said[i:i + 12000])
    sys.stdout.buffer.flush()
    if "--stdout" in sys.argv:
        time.sleep(0.1)
"""
TEXT = {"q": ["All 42 tests pass now.", "The build is broken."], "source": "en", "target": "ja"}


@unittest.skipUnless(has_nats(), "built without NATS")
class Doors(unittest.TestCase):
    def setUp(self):
        self.queue = Queue()
        self.addCleanup(self.queue.close)

    def speak_slowly(self):
        """All workers from now on: a sentence has a middle."""
        os.mkdir(self.queue.path("bin"))
        program = self.queue.write("bin/espeak-ng", SLOWLY.format(python=sys.executable, program=shutil.which("espeak-ng")))
        os.chmod(program, 0o755)
        self.queue.environment["PATH"] = self.queue.path("bin") + ":" + os.environ["PATH"]

    def live_worker(self, *flags):
        """Takes no jobs: requests alone."""
        worker = self.queue.work("--voices", "espeak-ng", *flags, to="")
        worker.wait_until_ready()
        return worker

    def texts(self, door):
        status, answer = door.ask("/translate", TEXT)
        self.assertEqual(status, 200, answer)
        return json.loads(answer)["translatedText"]

    def test_the_same_as_one_machine(self):
        self.live_worker()
        door = self.queue.serve()
        alone = self.queue.serve("--translator", MODEL, "--voices", "espeak-ng", "--no-cache", alone=True)
        self.assertEqual(self.texts(door), self.texts(alone))
        for fields in (SPEECH, SPEECH | {"input": LONG}, SPEECH | {"speed": 2, "response_format": "wav"}):
            self.assertEqual(door.ask("/v1/audio/speech", fields), alone.ask("/v1/audio/speech", fields))
        for path in ("/v1/models", "/v1/audio/voices", "/languages", "/health", "/ready"):
            self.assertEqual(door.ask(path), alone.ask(path), path)
        wrong = SPEECH | {"voice": "espeak-ng:/etc/passwd"}
        self.assertEqual(door.ask("/v1/audio/speech", wrong), alone.ask("/v1/audio/speech", wrong))

    def test_no_worker_is_a_sentence_and_comes_to_be_one(self):
        door = self.queue.serve("--worker-silence", "2")
        for path, fields in (("/health", None), ("/ready", None), ("/translate", TEXT), ("/v1/audio/speech", SPEECH)):
            status, answer = door.ask(path, fields)
            self.assertEqual(status, 503, (path, answer))
            self.assertRegex(answer.decode(), "no worker is there|is there now, try again later")
        self.assertEqual(door.metric("sotto_workers"), 0)
        worker = self.live_worker()
        door.wait_for("/ready", 200)
        self.assertEqual(len(self.texts(door)), 2)
        self.assertEqual(door.metric("sotto_workers"), 1)
        worker.kill()
        door.wait_for("/ready", 503)
        self.live_worker()
        door.wait_for("/health", 200)
        self.assertEqual(door.ask("/v1/audio/speech", SPEECH)[0], 200)

    def test_without_its_connection_nobody_is_well(self):
        worker = self.live_worker()
        door = self.queue.serve()
        self.assertEqual(worker.ask("/health"), "ok\n")
        self.queue.kill()
        door.wait_for("/health", 503)
        self.assertIn(b"no connection to its workers", door.ask("/ready")[1])
        with self.assertRaises(Exception) as refused:
            worker.ask("/health")
        self.assertEqual(refused.exception.code, 503)
        self.queue.start()
        worker.wait_until_ready()
        door.wait_for("/ready", 200)
        self.assertEqual(len(self.texts(door)), 2)

    def test_a_worker_that_is_told_to_end_ends_what_it_has_begun(self):
        ended = []
        door = self.stop_in_the_middle(lambda worker: ended.append(worker.process) or worker.process.terminate())
        self.assertEqual(ended[0].wait(60), 0)
        self.assertEqual(door.metric("sotto_worker_asked_again"), 0)
        self.assertEqual(door.metric("sotto_workers"), 1)

    def stop_in_the_middle(self, how):
        """Two workers, one speaks; when some of its sound has come it is stopped in that way."""
        self.speak_slowly()
        workers = [self.live_worker(), self.live_worker()]
        door = self.queue.serve("--worker-silence", "2")
        expected = door.ask("/v1/audio/speech", SLOW)[1]
        heard = Heard(door, SLOW)
        how(self.speaking(workers))
        self.assertEqual(heard.rest(), expected)
        self.assertEqual(door.metric("sotto_worker_seams"), 0)
        return door

    def speaking(self, workers):
        for _ in range(600):
            for worker in workers:
                if "sotto_worker_requests_under_way 1\n" in worker.ask("/metrics"):
                    return worker
            time.sleep(0.02)
        self.fail("nobody speaks")

    def replace_in_the_middle(self, how):
        """A frozen worker may be asked more than once."""
        self.assertGreaterEqual(self.stop_in_the_middle(how).metric("sotto_worker_asked_again"), 1)

    def test_a_killed_worker_is_replaced_in_the_middle_of_a_sentence(self):
        self.replace_in_the_middle(lambda worker: worker.process.kill())

    def test_a_frozen_worker_is_replaced_and_nothing_comes_twice(self):
        def freeze(worker):
            worker.process.send_signal(signal.SIGSTOP)
            thawed = threading.Timer(4, worker.process.send_signal, [signal.SIGCONT])
            thawed.start()
            self.addCleanup(thawed.join)

        self.replace_in_the_middle(freeze)

    def test_a_listener_who_goes_is_not_spoken_to(self):
        self.speak_slowly()
        worker = self.live_worker()
        door = self.queue.serve()
        heard = Heard(door, SLOW)
        self.speaking([worker])
        heard.leave()
        end = time.monotonic() + 30
        while 'sotto_worker_requests_total{outcome="stopped"} 1\n' not in worker.ask("/metrics"):
            self.assertLess(time.monotonic(), end, worker.ask("/metrics"))
            time.sleep(0.1)
        self.assertIn("sotto_worker_requests_under_way 0\n", worker.ask("/metrics"))

    def test_what_is_no_request_is_refused_and_an_old_one_is_not_done(self):
        worker = self.live_worker()
        client = Client(self.queue)
        subject = f"sotto.live.translate.{MODEL}"
        request = {"format": 1, "kind": "translate", "left_ms": 1000, "caller": "", "from": "eng_Latn", "to": "jpn_Jpan",
                   "model": MODEL, "n_best": 1, "sentences": [{"text": "A test.", "spans": [], "language": "eng_Latn"}]}
        kinds = [json.loads(client.request(subject, payload).split(b"\n")[0])["kind"]
                 for payload in (b"", b"\xff", b"[]", json.dumps(request | {"to": "nowhere"}).encode(),
                                 json.dumps(request | {"sentences": [1]}).encode(),
                                 json.dumps(request | {"left_ms": 0}).encode())]
        self.assertEqual(kinds, ["failed"] * 6)
        self.assertEqual(json.loads(client.request(subject, json.dumps(request).encode()).split(b"\n")[0])["kind"], "taken")
        client.close()
        with open(worker.log) as log:
            self.assertNotIn("A test", log.read())


class Heard:
    """A speech whose beginning was heard; the rest waits for us."""

    def __init__(self, door, fields):
        self.connection = http.client.HTTPConnection(urllib.parse.urlparse(door.url).netloc, timeout=120)
        self.connection.request("POST", "/v1/audio/speech", json.dumps(fields), {"Content-Type": "application/json"})
        self.answer = self.connection.getresponse()
        self.begun = self.answer.read(10000)

    def rest(self):
        rest = self.answer.read()
        self.connection.close()
        return self.begun + rest

    def leave(self):
        self.answer.close()
        self.connection.close()


if __name__ == "__main__":
    unittest.main(verbosity=2)
