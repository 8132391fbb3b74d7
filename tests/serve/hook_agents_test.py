"""sotto hook install --agent: each agent's file as it is with sotto's hooks, and as it was before them."""

import json
import os
import stat
import subprocess
import tempfile
import tomllib
import unittest

from sotto_server import BINARY, main

FILES = {"claude": ".claude/settings.json", "codex": ".codex/config.toml", "gemini": ".gemini/settings.json",
         "opencode": ".config/opencode/plugin/sotto.js", "cursor": ".cursor/hooks.json"}
TOML = '# mine\nmodel = "x"   # odd\n\n\n[ tui ]\nnotifications=true\n[mcp_servers."a b"]\ncommand = \'c\'\n'
JSON = '{"a" :1,\n\t"hooks": { } ,"b":[ 1,2]}'


class Agents(unittest.TestCase):
    def setUp(self):
        self.home = tempfile.TemporaryDirectory()
        self.addCleanup(self.home.cleanup)
        self.environment = {"HOME": self.home.name, "PATH": os.environ["PATH"]}

    def run_hook(self, *arguments, code=0):
        done = subprocess.run([BINARY, "hook", *arguments], capture_output=True, text=True, timeout=60, env=self.environment)
        self.assertEqual(done.returncode, code, done.stderr)
        return done.stdout + done.stderr

    def path(self, agent):
        return os.path.join(self.home.name, FILES[agent])

    def write(self, agent, text):
        os.makedirs(os.path.dirname(self.path(agent)), exist_ok=True)
        with open(self.path(agent), "wb") as file:
            file.write(text if isinstance(text, bytes) else text.encode())

    def read(self, agent):
        with open(self.path(agent), "rb") as file:
            return file.read()

    def test_a_file_that_was_not_there_is_not_there_again(self):
        for agent in FILES:
            with self.subTest(agent):
                self.assertIn(FILES[agent], self.run_hook("install", "--agent", agent))
                first = self.read(agent)
                self.assertIn(b"hook", first)
                self.assertIn("already", self.run_hook("install", "--agent", agent))
                self.assertEqual(self.read(agent), first)
                self.run_hook("uninstall", "--agent", agent)
                self.assertFalse(os.path.exists(self.path(agent)))

    def test_a_file_is_what_it_was_byte_for_byte(self):
        for agent, text in [("codex", TOML), ("codex", ""), ("codex", "\ufeff" + TOML), ("codex", TOML.replace("\n", "\r\n")),
                            ("gemini", JSON), ("cursor", JSON), ("cursor", '{"version": 1}'), ("claude", JSON)]:
            with self.subTest(agent=agent, text=text):
                self.write(agent, text)
                os.chmod(self.path(agent), 0o640)
                self.run_hook("install", "--agent", agent)
                self.assertNotEqual(self.read(agent), text.encode())
                self.run_hook("--speed", "1.5", "install", "--agent", agent)  # another one takes its place
                self.assertEqual(stat.S_IMODE(os.stat(self.path(agent)).st_mode), 0o640)
                self.run_hook("uninstall", "--agent", agent)
                self.assertEqual(self.read(agent), text.encode())
                self.assertEqual(os.listdir(os.path.dirname(self.path(agent))), [os.path.basename(self.path(agent))])

    def test_what_cannot_be_understood_stays(self):
        for agent, text in [("codex", "model = \n"), ("codex", 'notify = ["beep"]\n'), ("gemini", "{// mine\n}"),
                            ("cursor", "[]"), ("claude", "{"), ("opencode", "export const mine = 1;\n")]:
            with self.subTest(agent=agent, text=text):
                self.write(agent, text)
                out = self.run_hook("install", "--agent", agent, code=1)
                self.assertIn(FILES[agent], out)
                self.assertEqual(len(out.strip().splitlines()), 1, out)
                self.assertEqual(self.read(agent), text.encode())

    def test_agents_read_them(self):
        self.run_hook("--speed", "1.5", "install", "--agent", "codex")
        notify = tomllib.loads(self.read("codex").decode())["notify"]
        self.assertEqual(notify[1:], ["hook", "--speed", "1.5"])
        self.run_hook("install", "--agent", "gemini")
        hooks = json.loads(self.read("gemini"))["hooks"]
        self.assertEqual(sorted(hooks), ["AfterAgent", "Notification"])
        self.assertEqual(hooks["AfterAgent"][0]["hooks"][0]["type"], "command")
        self.run_hook("--subagents", "brief", "install", "--agent", "cursor")
        cursor = json.loads(self.read("cursor"))
        self.assertEqual((cursor["version"], sorted(cursor["hooks"])), (1, ["afterAgentResponse", "stop", "subagentStop"]))
        self.assertTrue(cursor["hooks"]["stop"][0]["command"].endswith("hook --subagents brief"))
        self.run_hook("--tools", "install", "--events", "MessageDisplay,Stop")
        self.assertEqual(sorted(json.loads(self.read("claude"))["hooks"]), ["MessageDisplay", "PreToolUse", "Stop"])

    def test_events_of_others_are_refused(self):
        for agent, event in [("gemini", "Stop"), ("codex", "approval-requested"), ("cursor", "AfterAgent"), ("claude", "PostToolUse"),
                             ("opencode", "session.idle")]:
            self.assertIn(event, self.run_hook("install", "--agent", agent, "--events", event, code=1))
            self.assertFalse(os.path.exists(self.path(agent)))
        self.assertIn("--command", self.run_hook("install", "--agent", "codex", "--command", code=1))
        self.assertIn("twice", self.run_hook("install", "--agent", "codex", "--events", "Stop,agent-turn-complete", code=1))

    def test_an_event_may_be_an_argument(self):
        event = {"type": "agent-turn-complete", "thread-id": "t", "last-assistant-message": "All tests pass now."}
        self.assertIn("no server listens", self.run_hook(json.dumps(event)))
        self.assertEqual(self.run_hook(json.dumps({"type": "something-else"})), "")
        self.assertIn("no hook event", self.run_hook("nonsense", code=1))
        self.assertIn("EVENT", self.run_hook("uninstall", json.dumps(event), code=1))


if __name__ == "__main__":
    main()
