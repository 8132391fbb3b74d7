"""Starts the real server for a test: a free port, folders of its own, an end that is checked.

With SOTTO_TEST_NATS=1 it is a door: a nats-server and a worker of its own do the work behind it, and the tests, which ask
the same, get the same.
"""

import http.client
import json
import os
import re
import resource
import signal
import socket
import subprocess
import sys
import tempfile
import unittest

BINARY = os.environ["SOTTO_BINARY"]
# The voices that tests are written for, also where ctest does not say so: more are installed on some machines.
DATA_HOME = os.path.join(os.path.dirname(os.path.abspath(BINARY)), "data_home")
if os.path.isdir(DATA_HOME):
    os.environ.setdefault("XDG_DATA_HOME", DATA_HOME)
KEY = "a-key-for-tests-0123456789"
SENTENCE = "All 42 tests pass now."


def __getattr__(name):
    """TRANSLATION, PLAIN: what `sotto translate` says of SENTENCE, politely and plainly, whatever the narrator learns; made where a test imports it."""
    if name not in ("TRANSLATION", "PLAIN"):
        raise AttributeError(name)
    register = "plain" if name == "PLAIN" else "asis"
    command = [BINARY, "translate", "--to", "ja", "--model", "narrator-en-ja", "--no-cache", "--register", register]
    done = subprocess.run(command, input=SENTENCE + "\n", capture_output=True, encoding="utf-8", timeout=120, check=True)
    said = done.stdout.removesuffix("\n")
    assert re.search("42.のテスト", said) and bool(re.search("(ます|ました)。$", said)) == (name == "TRANSLATION"), said
    return said


REMOTE = "SOTTO_TEST_NATS" in os.environ
SANITIZED = "SOTTO_SANITIZED" in os.environ  # some ten times slower


class SocketConnection(http.client.HTTPConnection):
    def __init__(self, path):
        super().__init__("localhost", timeout=60)
        self.path = path

    def connect(self):
        self.sock = socket.socket(socket.AF_UNIX)
        self.sock.connect(self.path)


# Flags of whoever computes, and how many values each has.
WORKERS_FLAGS = {"--translator": 1, "--voices": 1, "--voice-model": 1, "--voice-weights": 1, "--temperature": 1, "--seed": 1,
                 "--threads": 1, "--batch": 1, "--device": 1, "--kv-cache": 1, "--no-cache": 0}


class Workers:
    """A server of NATS with a worker, for one `sotto serve --nats`, and the flags that are left for that."""

    def __init__(self, flags, environment, folder, cwd):
        sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "cluster"))
        from queue_server import Queue
        self.queue = Queue()
        own, self.flags = [], []
        rest = list(flags)
        while rest:
            flag = rest.pop(0)
            name, equals, _ = flag.partition("=")
            list_ = own if name in WORKERS_FLAGS else self.flags
            list_.append(flag)
            if not equals:
                list_ += [rest.pop(0) for _ in range(WORKERS_FLAGS.get(name, 0))]
        self.log = os.path.join(folder, "worker.log")
        with open(self.log, "w") as errors:
            self.process = subprocess.Popen([BINARY, "work", "--nats", self.queue.url, *own], env=environment, cwd=cwd,
                                            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=errors, text=True)
        line = self.process.stdout.readline()
        if not line.startswith("works for "):
            raise RuntimeError(f"no worker: {line!r} {open(self.log).read()!r}")
        self.flags += ["--nats", self.queue.url]
        if SANITIZED:
            self.flags += ["--worker-silence", "60"]

    def end(self):
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        self.process.communicate(timeout=60)
        self.queue.close()


class Server:
    def __init__(self, *flags, keys=False, env=None, cwd=None, log=None, address_space=None):
        """`log`: a file for standard error, where much is said there. `address_space`: bytes that it may have."""
        self.folder = tempfile.TemporaryDirectory(prefix="sotto-test-")
        environment = {k: v for k, v in os.environ.items() if not k.startswith("SOTTO_")}
        for kind in ("CONFIG_HOME", "CACHE_HOME", "RUNTIME_DIR"):
            environment["XDG_" + kind] = os.path.join(self.folder.name, kind.lower())
            os.makedirs(environment["XDG_" + kind], mode=0o700, exist_ok=True)
        environment |= env or {}
        self.environment = environment
        flags = list(flags)
        if keys:
            path = os.path.join(self.folder.name, "keys")
            with open(path, "w", opener=lambda p, f: os.open(p, f, 0o600)) as file:
                file.write(f"# who: key\ntester: {KEY}\nother: another-key-9876543210\n")
            flags += ["--keys", path]
        self.workers = Workers(flags, environment, self.folder.name, cwd) if REMOTE else None
        if self.workers:
            flags = self.workers.flags
        command = [BINARY, "serve", "--listen", "127.0.0.1:0", *flags]
        errors = open(log, "w") if log else None
        self.process = subprocess.Popen(
            command, env=environment, cwd=cwd, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=errors or subprocess.PIPE, text=True,
            preexec_fn=address_space and
            (lambda: resource.setrlimit(resource.RLIMIT_AS, (address_space, address_space))))
        if errors:
            errors.close()
        self.told = False
        line = self.process.stdout.readline()
        found = re.match(r"listening on http://127\.0\.0\.1:(\d+)", line)
        if not found:
            raise RuntimeError(f"no server: {line!r} {self.process.stderr.read()!r}")
        self.port = int(found[1])
        if "--wyoming" in flags:
            line = self.process.stdout.readline()
            self.wyoming_port = int(re.match(r"listening on tcp://[\d.]+:(\d+)", line)[1])
        self.url = f"http://127.0.0.1:{self.port}"

    def connect(self, address="127.0.0.1"):
        """From an address of this machine: each 127.x.y.z is another client to the server."""
        return http.client.HTTPConnection("127.0.0.1", self.port, timeout=60, source_address=(address, 0))

    def ask(self, method, path, body=None, headers=None):
        """One request: status, headers in lower case, body."""
        connection = self.connect()
        headers = dict(headers or {})
        if isinstance(body, (dict, list)):
            body = json.dumps(body)
            headers.setdefault("Content-Type", "application/json")
        connection.request(method, path, body, headers)
        answer = connection.getresponse()
        content = answer.read()
        connection.close()
        return answer.status, {k.lower(): v for k, v in answer.getheaders()}, content

    def post(self, path, fields, **headers):
        return self.ask("POST", path, fields, headers)

    def by_socket(self, method, path, fields=None):
        """The same over the socket of the server's user, as `sotto hook` asks."""
        connection = SocketConnection(os.path.join(self.environment["XDG_RUNTIME_DIR"], "sotto.sock"))
        body = None if fields is None else json.dumps(fields)
        connection.request(method, path, body, {"Content-Type": "application/json"} if body else {})
        answer = connection.getresponse()
        content = answer.read()
        connection.close()
        return answer.status, {k.lower(): v for k, v in answer.getheaders()}, content

    def status_bytes(self, name):
        """Of the process: VmRSS, VmPeak and what else /proc has in kB."""
        with open(f"/proc/{self.process.pid}/status") as status:
            return int(re.search(rf"^{name}:\s+(\d+) kB$", status.read(), re.MULTILINE)[1]) << 10

    def threads(self):
        return len(os.listdir(f"/proc/{self.process.pid}/task"))

    def anonymous_bytes(self):
        """In RAM and of no file. Pages of a model's files come when they are asked for, and go when others need the room."""
        with open(f"/proc/{self.process.pid}/statm") as statm:
            _, resident, of_files = (int(pages) for pages in statm.read().split()[:3])
        return (resident - of_files) * os.sysconf("SC_PAGESIZE")

    def tell_to_end(self):
        if self.process.poll() is None and not self.told:  # twice would be "at once"
            self.told = True
            self.process.send_signal(signal.SIGTERM)

    def stop(self, patience_s=60):
        """SIGTERM, and the exit code with what it said on standard error."""
        self.tell_to_end()
        out, err = self.process.communicate(timeout=patience_s)
        if self.workers:
            self.workers.end()
        self.folder.cleanup()
        return self.process.returncode, err


class ServerTest(unittest.TestCase):
    """A server for all tests of a class; whatever they did, it ends well and says nothing odd."""

    FLAGS = ()
    KEYS = False
    ENV = None

    @classmethod
    def setUpClass(cls):
        cls.server = Server(*cls.FLAGS, keys=cls.KEYS, env=cls.ENV)

    @classmethod
    def tearDownClass(cls):
        code, err = cls.server.stop()
        assert code == 0, f"the server ended with {code}: {err}"
        assert "error" not in err.lower(), err


def main():
    unittest.main(argv=[sys.argv[0], "-v"], verbosity=2)
