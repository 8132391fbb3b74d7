"""What clients should not do, and what becomes of the server when they do."""

import json
import os
import re
import socket
import subprocess
import threading
import time

from sotto_server import BINARY, KEY, SENTENCE, Server, ServerTest, main

SPEECH = {"input": SENTENCE * 20, "response_format": "wav", "language": "en"}


def request_bytes(path, fields, **headers):
    body = json.dumps(fields).encode()
    lines = [f"POST {path} HTTP/1.1", "Host: localhost", f"Content-Length: {len(body)}",
             "Content-Type: application/json"] + [f"{k}: {v}" for k, v in headers.items()]
    return "\r\n".join(lines).encode() + b"\r\n\r\n" + body


SHARED_THREADS = 8 + 16 + 1  # that speak and translate for all sessions, and their clock


class Faults(ServerTest):
    FLAGS = ("--max-chars", "20000")

    def open(self):
        return socket.create_connection(("127.0.0.1", self.server.port), timeout=20)

    def first_line(self, data):
        with self.open() as client:
            client.sendall(data)
            answer = b""
            while b"\r\n" not in answer:
                piece = client.recv(4096)
                if not piece:
                    break
                answer += piece
            return answer.split(b"\r\n")[0].decode()

    def metric(self, name):
        for line in self.server.ask("GET", "/metrics")[2].decode().splitlines():
            if line.startswith(name + " "):
                return float(line.split()[1])
        return None

    def wait_for(self, condition, seconds=20):
        end = time.monotonic() + seconds
        while not condition():
            self.assertLess(time.monotonic(), end, "it did not come to be")
            time.sleep(0.02)

    def test_malformed_http_is_refused(self):
        for data, status in [(b"nonsense\r\n\r\n", "400"), (b"GET / HTTP/9.9\r\n\r\n", "400"),
                             (b"GET /\0 HTTP/1.1\r\n\r\n", "400"),
                             (b"GET / HTTP/1.1\r\nHost localhost\r\n\r\n", "400"),
                             (b"GET / HTTP/1.1\r\nX: " + b"x" * 20000 + b"\r\n\r\n", "431"),
                             (b"POST /translate HTTP/1.1\r\nHost: localhost\r\nContent-Length: -1\r\n\r\n", "400"),
                             (b"POST /translate HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n", "400")]:
            with self.subTest(data[:40]):
                self.assertIn(status, self.first_line(data))

    def test_bodies_that_make_no_sense_are_refused(self):
        json_type = {"Content-Type": "application/json"}
        for body, headers, status in [
                (b"{", json_type, 400), (b"[]", json_type, 400), (b"\xff\xfe", json_type, 400),
                (b'{"q": "\xff", "source": "en", "target": "ja"}', json_type, 400),
                (b'{"q": 7, "source": "en", "target": "ja"}', json_type, 400),
                (b'{"q": "x", "source": "en"}', json_type, 400),
                (b"[" * 100000, json_type, 400), (b"", json_type, 400),
                (b"<q/>", {"Content-Type": "text/xml"}, 415),
                (b'{"q": "' + b"x" * (1 << 20) + b'"}', json_type, 413)]:
            with self.subTest(body[:30]):
                answered, _, content = self.server.ask("POST", "/translate", body, headers)
                self.assertEqual(answered, status, content)
                self.assertIn("error", json.loads(content))

    def test_paths_lead_nowhere_else(self):
        for path in ("/../etc/passwd", "/%2e%2e/%2e%2e/etc/passwd", "/page/index.html",
                     "//etc/passwd", "/page.js/../../x", "/%00"):
            with self.subTest(path):
                self.assertEqual(self.server.ask("GET", path)[0], 404)
        status, headers, _ = self.server.ask("GET", "/translate")
        self.assertEqual((status, headers["allow"]), (405, "POST"))

    def test_other_sites_are_not_served(self):
        fields = {"q": SENTENCE, "source": "en", "target": "ja"}
        self.assertEqual(self.server.post("/translate", fields, Origin="https://evil.example")[0], 403)
        self.assertEqual(self.server.post("/translate", fields, Host="evil.example")[0], 403)
        own = f"http://127.0.0.1:{self.server.port}"
        self.assertEqual(self.server.post("/translate", fields, Origin=own)[0], 200)

    def test_a_client_that_leaves_stops_the_work(self):
        client = self.open()
        client.sendall(request_bytes("/v1/audio/speech", SPEECH))
        self.assertIn(b"200", client.recv(100))
        self.assertEqual(self.metric("sotto_speaking"), 1)
        client.close()
        begin = time.monotonic()
        self.wait_for(lambda: self.metric("sotto_speaking") == 0)
        self.assertLess(time.monotonic() - begin, 1)

    def test_a_thousand_disconnects_leave_nothing_behind(self):
        threads_before = len(os.listdir(f"/proc/{self.server.process.pid}/task"))
        data = request_bytes("/v1/audio/speech", SPEECH)

        def leave_often(times):
            for _ in range(times):
                with self.open() as client:
                    client.sendall(data)
                    client.recv(1)

        clients = [threading.Thread(target=leave_often, args=(125,)) for _ in range(8)]
        for client in clients:
            client.start()
        for client in clients:
            client.join()
        self.wait_for(lambda: self.metric("sotto_speaking") == 0)
        self.assertEqual(self.server.post("/v1/audio/speech", {"input": "Done.", "language": "en"})[0], 200)
        self.wait_for(lambda: len(os.listdir(f"/proc/{self.server.process.pid}/task")) <= threads_before + 4 + SHARED_THREADS)
        descriptors = len(os.listdir(f"/proc/{self.server.process.pid}/fd"))
        self.assertLess(descriptors, 100)

    def test_a_slow_reader_holds_nobody_up(self):
        with self.open() as slow:
            slow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            slow.sendall(request_bytes("/v1/audio/speech", SPEECH))
            self.assertIn(b"200", slow.recv(100))
            begin = time.monotonic()
            status, _, sound = self.server.post("/v1/audio/speech", {"input": "Done.", "language": "en"})
            self.assertEqual(status, 200)
            self.assertGreater(len(sound), 1000)
            self.assertLess(time.monotonic() - begin, 10)

    def test_requests_on_one_connection_follow_each_other(self):
        connection = self.server.connect()
        for _ in range(3):
            connection.request("POST", "/translate", json.dumps({"q": SENTENCE, "source": "en", "target": "ja"}),
                               {"Content-Type": "application/json"})
            self.assertEqual(connection.getresponse().read()[:1], b"{")
            connection.request("HEAD", "/health")
            answer = connection.getresponse()
            self.assertEqual((answer.status, answer.read()), (200, b""))
        connection.close()

    def test_http_1_0_gets_the_whole_sound(self):
        body = json.dumps({"input": "Done.", "response_format": "wav", "language": "en"})
        with self.open() as client:
            client.sendall(f"POST /v1/audio/speech HTTP/1.0\r\nContent-Length: {len(body)}\r\n\r\n{body}".encode())
            answer = b""
            while piece := client.recv(65536):
                answer += piece
        head, _, sound = answer.partition(b"\r\n\r\n")
        self.assertNotIn(b"chunked", head)
        self.assertEqual(sound[:4], b"RIFF")


class Ends(ServerTest):
    """How a server ends, and begins again."""

    @classmethod
    def setUpClass(cls):
        pass

    @classmethod
    def tearDownClass(cls):
        pass

    def test_sigterm_lets_requests_finish(self):
        server = Server()
        result = {}

        def ask():
            result["answer"] = server.post("/v1/audio/speech", SPEECH | {"input": SENTENCE * 5})

        client = threading.Thread(target=ask)
        client.start()
        time.sleep(0.3)
        server.tell_to_end()
        client.join()
        code, err = server.stop()
        self.assertEqual(result["answer"][0], 200)
        self.assertGreater(len(result["answer"][2]), 24000)
        self.assertEqual(code, 0, err)

    def test_after_a_kill_it_starts_again(self):
        server = Server()
        with socket.create_connection(("127.0.0.1", server.port)) as client:
            client.sendall(request_bytes("/v1/audio/speech", SPEECH))
            client.recv(1)
            server.process.kill()
            server.process.wait()
        again = Server(env={"XDG_CACHE_HOME": server.environment["XDG_CACHE_HOME"]})
        self.assertEqual(again.post("/v1/audio/speech", SPEECH)[0], 200)
        self.assertEqual(again.stop()[0], 0)
        server.stop()

    def test_too_many_are_told_when_to_come_back(self):
        server = Server("--speeches", "1", "--waiting", "0", "--rate-limit", "6")
        slow = socket.create_connection(("127.0.0.1", server.port))
        slow.sendall(request_bytes("/v1/audio/speech", SPEECH))
        slow.recv(1)
        status, headers, _ = server.post("/v1/audio/speech", SPEECH)
        self.assertEqual((status, headers["retry-after"]), (503, "1"))
        statuses = [server.ask("GET", "/v1/models")[0] for _ in range(8)]
        self.assertEqual(statuses[0], 200)
        status, headers, _ = server.ask("GET", "/v1/models")
        self.assertEqual((status, headers["retry-after"]), (429, "10"))
        self.assertEqual(server.ask("GET", "/health")[0], 200)
        slow.close()
        server.stop()

    def test_without_a_sound_card_the_server_goes_on(self):
        """Not even a configuration of ALSA, as in a container: PortAudio would abort."""
        for env in ({}, {"ALSA_CONFIG_PATH": "/dev/null"}):
            server = Server(env=env | {"JACK_NO_START_SERVER": "1"})
            status, _, body = server.by_socket("POST", "/v1/announce", {"text": "Done."})
            self.assertEqual(status, 202, body)
            end = time.monotonic() + 60
            while not re.search(rb'sotto_speaker_messages_total{what="(said|unheard)"} 1', server.ask("GET", "/metrics")[2]):
                self.assertLess(time.monotonic(), end)
                time.sleep(0.05)
            code, err = server.stop()
            self.assertEqual(code, 0, err)
            if env:
                self.assertIn("no sound device can be opened (ALSA has no configuration", err)

    def test_a_public_address_needs_keys(self):
        ended = subprocess.run([BINARY, "serve", "--listen", "0.0.0.0:0"], capture_output=True, text=True, timeout=60)
        self.assertEqual(ended.returncode, 2)
        self.assertIn("--keys", ended.stderr)

    def test_keys_open_the_door(self):
        server = Server(keys=True)
        for key, status in [(KEY, 200), ("", 401), ("wrong", 401), (KEY + "x", 401), (KEY[:-1], 401)]:
            headers = {"Authorization": f"Bearer {key}"} if key else {}
            self.assertEqual(server.ask("GET", "/v1/models", headers=headers)[0], status, key)
        self.assertEqual(server.stop()[0], 0)


if __name__ == "__main__":
    main()
