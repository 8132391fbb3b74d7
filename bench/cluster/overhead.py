#!/usr/bin/env python3
"""What a queue costs: the same sentences through `sotto serve` and through nats-server and a worker, in turns; sentences
a second with one to three workers; a worker's memory over many sentences; messages a second that the server takes.

    SOTTO_BINARY=build/release/sotto python3 bench/cluster/overhead.py [--sentences N] [--memory N]
"""
import argparse
import json
import pathlib
import socket
import statistics
import subprocess
import sys
import time
import urllib.request

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "tests/cluster"))
from queue_server import BINARY, MODEL, Client, Queue, free_port  # noqa: E402

SUBJECT = f"sotto.jobs.eng_Latn.jpn_Jpan.{MODEL}.none"


THINGS = ("test", "build", "server", "file", "branch", "release", "cache", "worker")
STATES = ("passes now", "is broken", "takes too long", "was removed", "needs a review", "is ready")


def texts(count):
    return [f"The {THINGS[i % 8]} {STATES[i // 8 % 6]}." for i in range(count)]


def tasks(client, count):
    """Of the same texts; no two are the same to the queue."""
    return [client.task(text=text, rate=1 + i / 1e6) for i, text in enumerate(texts(count))]


class Results:
    """Hears of results as they are stored."""

    def __init__(self, queue):
        self.socket = socket.create_connection(("127.0.0.1", queue.port), 60)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.file = self.socket.makefile("rb")
        self.file.readline()
        self.socket.sendall(b'CONNECT {"verbose":false,"headers":true}\r\nSUB $KV.SOTTO_VALUES.result.> 1\r\nPING\r\n')
        assert self.file.readline() == b"PONG\r\n"

    def publish(self, payload, subject=SUBJECT):
        payload = json.dumps(payload).encode()
        self.socket.sendall(f"PUB {subject} {len(payload)}\r\n".encode() + payload + b"\r\n")

    def wait(self, count=1):
        while count > 0:
            head = self.file.readline().split()
            if head[:1] == [b"PING"]:
                self.socket.sendall(b"PONG\r\n")
            elif head[:1] in ([b"MSG"], [b"HMSG"]):
                body = self.file.read(int(head[-1]) + 2)
                assert b'"failure":""' in body, body
                count -= 1
        return body


def serve(queue):
    port = free_port()
    server = subprocess.Popen([BINARY, "serve", "--listen", f"127.0.0.1:{port}", "--translator", MODEL, "--voice", "espeak-ng",
                               "--no-cache", "--threads", "1"], env=queue.environment, stdin=subprocess.DEVNULL,
                              stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    for _ in range(200):
        try:
            socket.create_connection(("127.0.0.1", port), 1).close()
            return server, port
        except OSError:
            time.sleep(0.05)
    raise RuntimeError("sotto serve does not listen")


def ask(port, text):
    body = json.dumps({"q": text, "source": "en", "target": "ja"}).encode()
    request = urllib.request.Request(f"http://127.0.0.1:{port}/translate", body, {"Content-Type": "application/json"})
    with urllib.request.urlopen(request, timeout=60) as answer:
        assert json.load(answer)["translatedText"]


def milliseconds(action):
    begin = time.perf_counter()
    action()
    return 1000 * (time.perf_counter() - begin)


def quantiles(times):
    times = sorted(times)
    return f"p50 {statistics.median(times):.1f} ms, p95 {times[int(0.95 * len(times))]:.1f} ms"


def overhead(count):
    queue = Queue()
    try:
        queue.work("--slots", "1", "--batch", "1").wait_until_ready()
        server, port = serve(queue)
        client, results = Client(queue), Results(queue)

        def through_queue(task):
            results.publish(task)
            results.wait()

        direct, queued = [], []
        for task in tasks(client, 5 + count):
            direct.append(milliseconds(lambda: ask(port, task["text"])))
            queued.append(milliseconds(lambda: through_queue(task)))
        del direct[:5], queued[:5]  # to warm up
        print(f"sotto serve, {count} sentences: {quantiles(direct)}")
        print(f"queue and worker: {quantiles(queued)}")
        print(f"queue less serve, pair by pair: {quantiles([q - d for q, d in zip(queued, direct)])}")
        server.terminate()
        server.wait(30)
    finally:
        queue.close()


def throughput(count):
    for workers in (1, 2, 3):
        queue = Queue()
        try:
            started = [queue.work() for _ in range(workers)]
            for worker in started:
                worker.wait_until_ready()
            client, results = Client(queue), Results(queue)
            begin = time.perf_counter()
            for task in tasks(client, count):
                results.publish(task)
            results.wait(count)
            print(f"{workers} workers of a thread each: {count / (time.perf_counter() - begin):.1f} sentences a second")
        finally:
            queue.close()


def memory(count):
    queue = Queue()
    try:
        worker = queue.work()
        worker.wait_until_ready()
        client, results = Client(queue), Results(queue)
        all_tasks = tasks(client, count)
        for quarter in range(4):
            for task in all_tasks[quarter * (count // 4):(quarter + 1) * (count // 4)]:
                results.publish(task)
            results.wait(count // 4)
            with open(f"/proc/{worker.process.pid}/status", encoding="ascii") as status:
                resident = next(int(line.split()[1]) for line in status if line.startswith("VmRSS:"))
            print(f"after {(quarter + 1) * (count // 4)} sentences: {resident * 1024 / 1e6:.1f} MB")
    finally:
        queue.close()


def messages(count):
    queue = Queue()
    try:
        queue.sotto("jobs")  # makes the streams
        results = Results(queue)
        results.socket.sendall(b"SUB _INBOX.acks 2\r\n")
        payload = json.dumps(Client(queue).task()).encode()
        begin = time.perf_counter()
        message = f"PUB {SUBJECT} _INBOX.acks {len(payload)}\r\n".encode() + payload + b"\r\n"
        for _ in range(count // 500):
            results.socket.sendall(message * 500)
            for _ in range(500):
                head = results.file.readline().split()
                assert b'"seq"' in results.file.read(int(head[-1]) + 2)
        print(f"nats-server keeps {count / (time.perf_counter() - begin):.0f} messages of {len(payload)} bytes a second")
    finally:
        queue.close()


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sentences", type=int, default=200)
    parser.add_argument("--memory", type=int, default=2000, help="sentences of the run that looks at memory")
    options = parser.parse_args()
    overhead(options.sentences)
    throughput(2 * options.sentences)
    messages(20000)
    memory(options.memory)


if __name__ == "__main__":
    main()
