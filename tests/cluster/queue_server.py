"""A real nats-server for a test, workers of the real program, and a little of the queue's own protocol."""

import base64
import json
import os
import random
import re
import signal
import socket
import subprocess
import tempfile
import time
import urllib.error
import urllib.request

BINARY = os.environ["SOTTO_BINARY"]
MODEL = "narrator-en-ja"  # in the tree


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def text_of(sentences, seed=1):
    chance = random.Random(seed)
    things = ["test", "build", "server", "file", "branch", "release", "cache", "worker"]
    states = ["passes now", "is broken", "takes too long", "was removed", "needs a review", "is ready"]
    return "".join(f"- The {chance.choice(things)} number {i} {chance.choice(states)}.\n" for i in range(sentences))


def has_nats():
    built = subprocess.run([BINARY, "jobs", "--nats", "nats://127.0.0.1:1"], capture_output=True, text=True)
    return "was built without NATS" not in built.stderr


class Queue:
    """`config`: lines for the server's configuration file; `address`: where it listens."""

    def __init__(self, config="", address="127.0.0.1"):
        self.folder = tempfile.TemporaryDirectory(prefix="sotto-queue-")
        self.port = free_port()
        self.url = f"nats://127.0.0.1:{self.port}"
        path = self.path("server.conf")
        with open(path, "w") as file:
            file.write(f'listen: "{address}:{self.port}"\njetstream {{ store_dir: "{self.path("store")}" }}\n{config}\n')
        self.command = ["nats-server", "-c", path]
        self.process = None
        self.environment = {k: v for k, v in os.environ.items() if not k.startswith("SOTTO_")}
        for kind in ("CONFIG_HOME", "CACHE_HOME", "RUNTIME_DIR"):
            self.environment["XDG_" + kind] = self.path(kind.lower())
            os.makedirs(self.path(kind.lower()), mode=0o700)
        self.workers = []
        self.start()

    def path(self, name):
        return os.path.join(self.folder.name, name)

    def start(self):
        with open(self.path("server.log"), "w") as log:
            self.process = subprocess.Popen(self.command, stdout=log, stderr=log)
        for _ in range(200):
            try:
                socket.create_connection(("127.0.0.1", self.port), 1).close()
                return
            except OSError:
                time.sleep(0.05)
        with open(self.path("server.log")) as log:
            raise RuntimeError("nats-server does not listen: " + log.read())

    def kill(self):
        self.process.kill()
        self.process.wait()

    def restart(self):
        self.kill()
        self.start()

    def run(self, *arguments, timeout=240):
        return subprocess.run([BINARY, *arguments], env=self.environment, capture_output=True, text=True,
                              timeout=timeout, stdin=subprocess.DEVNULL)

    def sotto(self, verb, *arguments, timeout=240):
        return self.run(verb, "--nats", self.url, *arguments, timeout=timeout)

    def submit(self, *files, timeout=240):
        return self.sotto("submit", "--to", "ja", "--translator", MODEL, *files, timeout=timeout)

    def serve(self, *flags, alone=False):
        """A door of this queue, which is ended with it; `alone`: a server that does the work itself."""
        door = Door(self, *([] if alone else ["--nats", self.url]), *flags)
        self.workers.append(door)
        return door

    def work(self, *flags, to="ja", machine=None):
        """`to` "": it takes no jobs, only requests of doors. `machine`: of a Network (network.py); None: this one."""
        worker = Worker(self, *flags, to=to, machine=machine)
        self.workers.append(worker)
        return worker

    def write(self, name, content):
        path = self.path(name)
        with open(path, "wb") as file:
            file.write(content if isinstance(content, bytes) else content.encode())
        return path

    def read(self, name):
        with open(self.path(name), encoding="utf-8") as file:
            return file.read()

    def read_bytes(self, name):
        with open(self.path(name), "rb") as file:
            return file.read()

    def by_one_machine(self, path):
        """What `sotto speak` makes of the same file, a line a sentence, without its mark of one that the network could not translate."""
        done = self.run("speak", "--input-format", "plain", "--to", "ja", "--translator", MODEL, "--voice", "none",
                        "--no-cache", "--text", path, timeout=1800)
        assert done.returncode == 0, done.stderr
        return "".join(line.split("\t", 1)[1].removeprefix("[en] ") + "\n" for line in done.stdout.splitlines())

    def close(self):
        for worker in self.workers:
            worker.kill()
        self.kill()
        self.folder.cleanup()


class Worker:
    def __init__(self, queue, *flags, to="ja", machine=None):
        url, address, inside = queue.url, "127.0.0.1", []
        if machine:
            url, address, inside = f"nats://{machine.gateway}:{queue.port}", machine.address, machine.inside
        self.log = queue.path(f"worker{len(queue.workers)}.log")
        with open(self.log, "w") as errors:
            self.process = subprocess.Popen(
                [*inside, BINARY, "work", "--nats", url, *(["--to", to] if to else []), "--translator", MODEL, "--no-cache",
                 "--threads", "1", "--listen", f"{address}:0", *flags],
                env=queue.environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=errors, text=True)
        self.status = None

    def url(self):
        while self.status is None:
            line = self.process.stdout.readline()
            if not line:
                raise RuntimeError("no worker: " + open(self.log).read())
            if line.startswith("status on "):
                self.status = line.split()[-1]
        return self.status

    def ask(self, path):
        with urllib.request.urlopen(self.url() + path, timeout=30) as answer:
            return answer.read().decode()

    def wait_until_ready(self):
        for _ in range(600):
            try:
                return self.ask("/ready")
            except urllib.error.HTTPError:
                time.sleep(0.05)
        raise RuntimeError("not ready: " + open(self.log).read())

    def count(self, outcome):
        return int(re.search(rf'jobs_total{{outcome="{outcome}"}} (\d+)', self.ask("/metrics"))[1])

    def kill(self):
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        self.process.stdout.close()

    def end(self):
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(60)


class Door:
    """`sotto serve`, with --nats or without."""

    def __init__(self, queue, *flags):
        self.log = queue.path(f"door{len(queue.workers)}.log")
        with open(self.log, "w") as errors:
            self.process = subprocess.Popen(
                [BINARY, "serve", "--listen", "127.0.0.1:0", "--speaker", "none", "--socket", "none",
                 *flags],
                env=queue.environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=errors, text=True)
        line = self.process.stdout.readline()
        if not line.startswith("listening on "):
            raise RuntimeError("no door: " + open(self.log).read())
        self.url = line.split()[2]

    def ask(self, path, fields=None, timeout=120):
        """Status, and what was answered. A body makes it a POST."""
        body = None if fields is None else json.dumps(fields).encode()
        request = urllib.request.Request(self.url + path, body, {"Content-Type": "application/json"} if body else {})
        try:
            with urllib.request.urlopen(request, timeout=timeout) as answer:
                return answer.status, answer.read()
        except urllib.error.HTTPError as refused:
            return refused.code, refused.read()

    def metric(self, name):
        return float(re.search(rf"^{name} (\S+)$", self.ask("/metrics")[1].decode(), re.MULTILINE)[1])

    def wait_for(self, path, status, seconds=60):
        end = time.monotonic() + seconds
        while self.ask(path)[0] != status:
            if time.monotonic() > end:
                raise RuntimeError(f"{path} is {self.ask(path)}: " + open(self.log).read())
            time.sleep(0.1)

    kill = Worker.kill
    end = Worker.end


class Client:
    """Somebody who speaks NATS' protocol himself."""

    def __init__(self, queue):
        self.socket = socket.create_connection(("127.0.0.1", queue.port), 10)
        self.file = self.socket.makefile("rb")
        self.file.readline()  # INFO
        self.socket.sendall(b'CONNECT {"verbose":false,"pedantic":false,"headers":true,"no_responders":true}\r\nPING\r\n')
        assert self.file.readline() == b"PONG\r\n"

    def request(self, subject, payload=b""):
        inbox = "_INBOX." + base64.b32encode(os.urandom(10)).decode()
        self.socket.sendall(f"SUB {inbox} 1\r\nPUB {subject} {inbox} {len(payload)}\r\n".encode() + payload + b"\r\n")
        while True:
            head = self.file.readline().split()
            if head[:1] == [b"PING"]:
                self.socket.sendall(b"PONG\r\n")
            elif head[:1] in ([b"MSG"], [b"HMSG"]):
                body = self.file.read(int(head[-1]) + 2)[:-2]
                self.socket.sendall(b"UNSUB 1\r\n")
                return body
            elif head[:1] == [b"-ERR"]:
                raise RuntimeError(b" ".join(head))

    def task(self, **fields):
        return {"format": 1, "kind": "sentence", "from": "eng_Latn", "to": "jpn_Jpan", "model": MODEL, "voice": "none",
                "rate": 1.0, "text": "All tests pass now.", "spans": [], "job": ""} | fields

    def publish(self, payload):
        payload = payload if isinstance(payload, bytes) else json.dumps(payload).encode()
        answer = json.loads(self.request(f"sotto.jobs.eng_Latn.jpn_Jpan.{MODEL}.none", payload))
        assert "seq" in answer, answer

    def close(self):
        self.file.close()
        self.socket.close()
