"""sotto mcp: lines of JSON as an agent writes them, with a server whose speaker is a file."""

import json
import os
import re
import signal
import subprocess
import tempfile
import time
import unittest

from sotto_server import BINARY, SENTENCE, TRANSLATION, Server, main


def call(name, **arguments):
    return {"method": "tools/call", "params": {"name": name, "arguments": arguments}}


class Client:
    """One process of `sotto mcp`; it ends when its input does, with 0 and silence on standard error."""

    def __init__(self, test, *flags, **options):
        self.test, self.ids = test, 0
        self.process = subprocess.Popen([BINARY, "mcp", *flags], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=subprocess.PIPE, **options)
        test.addCleanup(self.end)

    def write(self, line):
        self.process.stdin.write(line if isinstance(line, bytes) else line.encode())
        self.process.stdin.flush()

    def read(self):
        return json.loads(self.process.stdout.readline())

    def ask(self, **request):
        self.ids += 1
        self.write(json.dumps({"jsonrpc": "2.0", "id": self.ids, **request}) + "\n")
        answer = self.read()
        self.test.assertEqual((answer["jsonrpc"], answer["id"]), ("2.0", self.ids))
        return answer

    def tool(self, name, **arguments):
        """What the agent reads, and whether it is an error."""
        result = self.ask(**call(name, **arguments))["result"]
        self.test.assertEqual([part["type"] for part in result["content"]], ["text"])
        return result["content"][0]["text"], result["isError"]

    def refusal(self, line):
        self.write(line)
        answer = self.read()
        self.test.assertNotIn("result", answer)
        self.test.assertTrue(answer["error"]["message"])
        return answer["error"]["code"], answer["id"]

    def end(self):
        out, err = self.process.communicate(timeout=60)
        self.test.assertEqual((self.process.returncode, out, err), (0, b"", b""))


class Protocol(unittest.TestCase):
    """What needs no server, and finds none."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="sotto-test-")
        self.addCleanup(folder.cleanup)
        self.client = Client(self, env={"XDG_RUNTIME_DIR": folder.name, "XDG_CONFIG_HOME": folder.name})

    def initialize(self, version):
        return self.client.ask(method="initialize", params={
            "protocolVersion": version, "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}})

    def test_the_version_is_the_clients_or_the_newest(self):
        for version in ("2024-11-05", "2025-03-26", "2025-06-18"):
            self.assertEqual(self.initialize(version)["result"]["protocolVersion"], version)
        result = self.initialize("2031-01-01")["result"]
        self.assertEqual(result["protocolVersion"], "2025-06-18")
        self.assertEqual((list(result["capabilities"]), result["serverInfo"]["name"]), (["tools"], "sotto"))

    def test_notifications_and_answers_are_not_answered(self):
        for message in ({"method": "notifications/initialized"}, {"method": "notifications/unknown", "params": {}},
                        {"id": 9, "result": {}}, [{"jsonrpc": "2.0", "method": "notifications/initialized"}]):
            message = message if isinstance(message, list) else {"jsonrpc": "2.0", **message}
            self.client.write(json.dumps(message) + "\n")
        self.client.write("\n  \r\n")
        self.assertEqual(self.client.ask(method="ping")["result"], {})

    def test_lists_its_tools(self):
        tools = self.client.ask(method="tools/list")["result"]["tools"]
        self.assertEqual([tool["name"] for tool in tools], ["speak", "stop", "translate", "voices"])
        for tool in tools:
            self.assertTrue(tool["description"])
            self.assertEqual(tool["inputSchema"]["type"], "object")

    def test_faults_have_their_numbers(self):
        def request(method, **params):
            return json.dumps({"jsonrpc": "2.0", "id": "x", "method": method, "params": params}) + "\n"
        for line, code, id_ in [
                ("{ no json\n", -32700, None), ("\xff\n".encode("latin1"), -32700, None),
                ("a\0b\n", -32700, None), ("[]\n", -32600, None), ("7\n", -32600, None),
                (request("resources/list", deep=[]).replace("[]", "[" * 300000 + "]" * 300000), -32700, None),
                ('{"id": 1, "method": "ping"}\n', -32600, 1),
                ('{"jsonrpc": "2.0", "id": null, "method": "ping"}\n', -32600, None),
                ('{"jsonrpc": "2.0", "id": 2}\n', -32600, 2),
                ('{"jsonrpc": "2.0", "id": 3, "method": "ping", "params": [1]}\n', -32602, 3),
                (request("resources/list"), -32601, "x"), (request("initialize"), -32602, "x"),
                (request("tools/call"), -32602, "x"), (request("tools/call", name="shout"), -32602, "x"),
                (request("tools/call", name="speak"), -32602, "x"),
                (request("tools/call", name="speak", arguments=["Hello."]), -32602, "x"),
                (request("tools/call", name="speak", arguments={"text": 7}), -32602, "x"),
                (request("tools/call", name="speak", arguments={"text": "Hello.", "voise": "x"}), -32602, "x"),
                (request("tools/call", name="translate", arguments={"text": "Hello."}), -32602, "x"),
                (request("tools/call", name="voices", arguments={"language": "klingonese"}), -32602, "x")]:
            self.assertEqual(self.client.refusal(line), (code, id_), line[:100])

    def test_a_line_of_more_than_a_mebibyte_is_refused_and_the_next_one_answered(self):
        long = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "ping", "params": {"x": "y" * (1 << 20)}})
        self.assertEqual(self.client.refusal(long + "\n"), (-32700, None))
        self.assertEqual(self.client.ask(method="ping")["result"], {})
        fits = json.dumps({"jsonrpc": "2.0", "id": 5, "method": "ping", "params": {"x": "y" * ((1 << 20) - 200)}})
        self.client.write(fits + "\n")
        self.assertEqual(self.client.read()["id"], 5)

    def test_several_in_an_array(self):
        messages = [{"jsonrpc": "2.0", "id": 1, "method": "ping"}, {"jsonrpc": "2.0", "method": "notifications/x"},
                    {"jsonrpc": "2.0", "id": "b", "method": "nothing"}, 5]
        self.client.write(json.dumps(messages) + "\n")
        answers = self.client.read()
        self.assertEqual([answer["id"] for answer in answers], [1, "b", None])
        self.assertEqual([answer.get("error", {}).get("code") for answer in answers], [None, -32601, -32600])

    def test_without_a_server_a_tool_fails_in_one_sentence(self):
        for name, arguments in [("speak", {"text": "Hello."}), ("stop", {}), ("voices", {}),
                                ("translate", {"text": "Hello.", "to": "ja"})]:
            text, is_error = self.client.tool(name, **arguments)
            self.assertTrue(is_error)
            self.assertIn("no server listens there", text)


class Tools(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory(prefix="sotto-test-")
        self.addCleanup(self.folder.cleanup)
        self.server = Server("--to", "ja", "--speaker", os.path.join(self.folder.name, "said.wav"))
        self.addCleanup(self.end_server)
        self.project = os.path.join(self.folder.name, "my-project")
        os.mkdir(self.project)
        self.client = Client(self, env=self.server.environment, cwd=self.project)

    def end_server(self):
        code, err = self.server.stop()
        self.assertEqual(code, 0, err)

    def post(self, path, fields):
        status, _, body = self.server.by_socket("POST", path, fields)
        self.assertEqual(status, 202 if path == "/v1/announce" else 200)
        return json.loads(body)

    def test_speaks(self):
        text, is_error = self.client.tool("speak", text=f"{SENTENCE}\n\n```\ncode\n```\n")
        self.assertFalse(is_error, text)
        end = time.monotonic() + 60
        while not re.search(rb'sotto_sentences_total{what="spoken"} 1', self.server.ask("GET", "/metrics")[2]):
            self.assertLess(time.monotonic(), end, "nothing was said")
            time.sleep(0.05)

    def test_a_session_of_its_own_that_is_silenced_alone(self):
        self.post("/v1/pause", {})
        self.post("/v1/announce", {"text": "Something else.", "session": "other"})
        self.client.tool("speak", text="One.")
        self.client.tool("speak", text="Two.")
        mine = self.post("/v1/pause", {})["messages"]
        self.assertEqual([(m["project"], m["text"]) for m in mine], [("my-project", "One."), ("my-project", "Two.")])
        self.assertEqual(self.client.tool("speak", text="Three.", on_new="drop"), ("It is not said: dropped.", False))
        self.assertFalse(self.client.tool("stop")[1])
        state = self.post("/v1/pause", {})
        self.assertEqual((state["current"]["session"], state["messages"]), ("other", []))
        self.assertFalse(self.client.tool("stop", all=True)[1])
        self.assertIsNone(self.wait_until_idle()["current"])

    def said(self, count):
        """As many messages as were said, waited for."""
        end = time.monotonic() + 60
        while not re.search(rb'sotto_speaker_messages_total{what="said"} %d' % count, self.server.ask("GET", "/metrics")[2]):
            self.assertLess(time.monotonic(), end, "it was not said")
            time.sleep(0.05)

    def test_a_voice_and_a_language(self):
        """The server speaks Japanese: of texts in English, and of those that are Japanese already."""
        voice = self.client.tool("voices", language="ja")[0].split("\n")[0].split(" ")[0]
        self.assertFalse(self.client.tool("speak", text="今は動きます。", language="ja", voice=voice)[1])
        self.said(1)
        for arguments, word in [({"voice": "nobody"}, "nobody"), ({"voice": "pocket-tts:/etc/passwd"}, "not offered"),
                                ({"language": "de"}, "from de to ja"), ({"voice": "espeak-ng:de"}, "does not speak ja")]:
            text, is_error = self.client.tool("speak", text="Hello.", **arguments)
            self.assertTrue(is_error, text)
            self.assertIn(word, text)

    def wait_until_idle(self):
        end = time.monotonic() + 60
        while (state := self.post("/v1/pause", {}))["current"]:
            self.assertLess(time.monotonic(), end)
            time.sleep(0.02)
        return state

    def test_translates(self):
        self.assertEqual(self.client.tool("translate", text=SENTENCE, to="ja"), (TRANSLATION, False))
        self.assertEqual(self.client.tool("translate", text=SENTENCE, to="jpn_Jpan", **{"from": "en"}), (TRANSLATION, False))

    def test_a_stop_does_not_wait_behind_a_translation(self):
        texts = " ".join(f"The {thing} number {n} of the {other} is not there." for n, (thing, other) in enumerate(
            [("reader", "table"), ("writer", "server"), ("window", "folder"), ("parser", "branch")] * 8))
        for id_, request in [(1, call("translate", text=texts, to="ja")), (2, call("speak", text="One.")),
                             (3, call("stop"))]:
            self.client.write(json.dumps({"jsonrpc": "2.0", "id": id_, **request}) + "\n")
        self.assertEqual([self.client.read()["id"] for _ in range(3)], [2, 3, 1])

    def test_what_waits_is_answered_before_the_end(self):
        line = json.dumps({"jsonrpc": "2.0", "id": 7, **call("translate", text=SENTENCE, to="ja")}) + "\n"
        done = subprocess.run([BINARY, "mcp"], input=line, capture_output=True, text=True, timeout=60,
                              env=self.server.environment)
        self.assertEqual((done.returncode, json.loads(done.stdout)["id"], done.stderr), (0, 7, ""))

    def test_what_the_server_refuses_is_an_error_of_the_tool(self):
        for name, arguments, word in [("speak", {"text": " "}, "text"), ("speak", {"text": "A.", "on_new": "shout"}, "on_new"),
                                      ("translate", {"text": "A.", "to": "xx"}, "xx"),
                                      ("translate", {"text": "A. " * 9000, "to": "ja"}, "characters")]:
            text, is_error = self.client.tool(name, **arguments)
            self.assertTrue(is_error, text)
            self.assertIn(word, text)

    def test_lists_voices(self):
        every = self.client.tool("voices")[0].split("\n")
        japanese = self.client.tool("voices", language="jpn_Jpan")[0].split("\n")
        self.assertLess(len(japanese), len(every))
        self.assertLessEqual(set(japanese), set(every))
        self.assertTrue(all(re.search(r"\W\(?ja\W", line) for line in japanese), japanese)


class Languages(unittest.TestCase):
    """A server that does not translate."""

    def test_a_text_is_heard_in_its_own_language(self):
        with tempfile.TemporaryDirectory(prefix="sotto-test-") as folder:
            server = Server("--verbose", "--speaker", os.path.join(folder, "said.wav"))
            client = Client(self, env=server.environment)
            for arguments in ({"language": "de"}, {"voice": "espeak-ng:de"}, {}):
                text, is_error = client.tool("speak", text="Fertig.", **arguments)
                self.assertFalse(is_error, text)
            end = time.monotonic() + 60
            while not re.search(rb'sotto_speaker_messages_total{what="said"} 3', server.ask("GET", "/metrics")[2]):
                self.assertLess(time.monotonic(), end, "it was not said")
                time.sleep(0.05)
            text, is_error = client.tool("speak", text="Done.", voice="espeak-ng:de", language="en")
            self.assertTrue(is_error)
            self.assertIn("espeak-ng:de does not speak en", text)
            client.end()
            code, err = server.stop()
            self.assertEqual(code, 0, err)


class Start(unittest.TestCase):
    def test_starts_a_server_where_none_is(self):
        with tempfile.TemporaryDirectory(prefix="sotto-test-") as folder:
            environment = {k: v for k, v in os.environ.items() if not k.startswith("SOTTO_")} | {
                "XDG_RUNTIME_DIR": folder, "XDG_CONFIG_HOME": folder, "XDG_CACHE_HOME": folder,
                "SOTTO_SPEAKER": os.path.join(folder, "said.wav")}
            client = Client(self, "--start", env=environment)
            self.addCleanup(self.end_server, os.path.join(folder, "sotto.sock"))
            self.assertEqual(client.tool("translate", text=SENTENCE, to="ja"), (TRANSLATION, False))
            self.assertFalse(client.tool("speak", text="Hello.")[1])
            client.end()  # and the server lives on, but not on our standard output
            self.assertIn("silent", self.status_when_idle(environment))

    def status_when_idle(self, environment):
        end = time.monotonic() + 60
        while time.monotonic() < end:
            done = subprocess.run([BINARY, "status"], capture_output=True, text=True, timeout=60, env=environment)
            self.assertEqual(done.returncode, 0, done.stderr)
            if "silent" in done.stdout:
                break
            time.sleep(0.05)
        return done.stdout

    def end_server(self, socket):
        for name in filter(str.isdigit, os.listdir("/proc")):
            try:
                with open(f"/proc/{name}/cmdline") as command:
                    if socket in command.read():
                        os.kill(int(name), signal.SIGTERM)
            except OSError:
                pass

    def test_says_when_the_server_does_not_start(self):
        with tempfile.TemporaryDirectory(prefix="sotto-test-") as folder:
            client = Client(self, "--start", env={"XDG_RUNTIME_DIR": folder, "XDG_CONFIG_HOME": folder,
                                                  "XDG_CACHE_HOME": folder, "SOTTO_VOICE": "nobody"})
            begin = time.monotonic()
            text, is_error = client.tool("speak", text="Hello.")
            self.assertTrue(is_error)
            self.assertIn("does not listen", text)
            self.assertLess(time.monotonic() - begin, 10)


if __name__ == "__main__":
    main()
