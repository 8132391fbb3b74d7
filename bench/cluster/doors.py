#!/usr/bin/env python3
"""What a person waits for at `sotto serve --nats`: a translation and the first sound of a speech, beside a server that
does the work itself, in turns; and the first sound while a worker has a batch of files, beside none.

    SOTTO_BINARY=build/release/sotto python3 bench/cluster/doors.py [--requests N] [--files N]
"""
import argparse
import http.client
import json
import pathlib
import statistics
import sys
import time
import urllib.parse

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "tests/cluster"))
from queue_server import MODEL, Queue, text_of  # noqa: E402

VOICE = "espeak-ng:ja"
THINGS = ("test", "build", "server", "file", "branch", "release", "cache", "worker")


class Client:
    def __init__(self, door):
        self.connection = http.client.HTTPConnection(urllib.parse.urlparse(door.url).netloc, timeout=120)

    def ask(self, path, fields):
        """Milliseconds to the first byte of the answer's body, and to its end."""
        begin = time.perf_counter()
        self.connection.request("POST", path, json.dumps(fields), {"Content-Type": "application/json"})
        answer = self.connection.getresponse()
        assert answer.status == 200, answer.read()
        answer.read(1)
        first = time.perf_counter()
        answer.read()
        return 1000 * (first - begin), 1000 * (time.perf_counter() - begin)

    def translate(self, number):
        text = f"The {THINGS[number % 8]} number {number} is ready."
        return self.ask("/translate", {"q": text, "source": "en", "target": "ja"})[1]

    def speak(self, number):
        text = f"The {THINGS[number % 8]} number {number} is ready."
        return self.ask("/v1/audio/speech", {"input": text, "language": "en", "translate_to": "ja", "voice": VOICE,
                                             "response_format": "pcm"})[0]


def quantiles(times):
    times = sorted(times)
    return f"p50 {statistics.median(times):.1f} ms, p95 {times[int(0.95 * len(times))]:.1f} ms"


def pairs(count):
    queue = Queue()
    try:
        queue.work("--voices", "espeak-ng", to="").wait_until_ready()
        remote = Client(queue.serve())
        direct = Client(queue.serve("--translator", MODEL, "--voices", "espeak-ng", "--no-cache", "--threads", "1", alone=True))
        for what in ("translate", "speak"):
            ours, others = [], []
            for i in range(5 + count):
                others.append(getattr(direct, what)(i))
                ours.append(getattr(remote, what)(i))
            del ours[:5], others[:5]  # to warm up
            print(f"{what}, {count} requests: by itself {quantiles(others)}; by a worker {quantiles(ours)}; "
                  f"the second less the first, pair by pair, {quantiles([a - b for a, b in zip(ours, others)])}", flush=True)
    finally:
        queue.close()


def beside_batch(count, files):
    """The same listener, with and without a batch that the one worker has at the same time."""
    queue = Queue()
    try:
        worker = queue.work("--voices", "espeak-ng")
        worker.wait_until_ready()
        listener = Client(queue.serve())
        for i in range(5):
            listener.speak(i)

        def listen():
            times = []
            for i in range(count):
                times.append(listener.speak(100 + i))
                time.sleep(0.5)  # he listens
            return quantiles(times)

        print(f"first sound, {count} requests, no batch: {listen()}", flush=True)
        paths = [queue.write(f"file{i}.md", text_of(40, seed=i).replace("number ", f"number {i}-")) for i in range(files)]
        submitted = queue.submit(*paths, timeout=600)
        assert submitted.returncode == 0, submitted.stderr
        before = worker.count("done")
        begin = time.perf_counter()
        print(f"beside a batch of {files} files: {listen()}", flush=True)
        rate = (worker.count("done") - before) / (time.perf_counter() - begin)
        before = worker.count("done")
        time.sleep(10)
        alone = (worker.count("done") - before) / 10
        print(f"the batch did {rate:.1f} sentences a second beside the listener, {alone:.1f} alone", flush=True)
    finally:
        queue.close()


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--requests", type=int, default=100)
    parser.add_argument("--files", type=int, default=200)
    options = parser.parse_args()
    pairs(options.requests)
    beside_batch(options.requests, options.files)


if __name__ == "__main__":
    main()
