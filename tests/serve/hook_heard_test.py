"""Each agent's hooks from end to end: installed in its file, run as the agent runs what stands there, heard, and taken away byte for byte."""

import base64
import json
import os
import shutil
import subprocess
import tempfile
import tomllib
import unittest

from sotto_server import BINARY, Server, main

DATA = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "data", "agent_hooks")
FILES = {"claude": ".claude/settings.json", "codex": ".codex/hooks.json", "gemini": ".gemini/settings.json",
         "opencode": ".config/opencode/plugin/sotto.js", "cursor": ".cursor/hooks.json"}
BEFORE = {"claude": '{"model" :"x"}', "codex": '{ "hooks":{"Stop":[]}}\n', "gemini": '{"ui": {},\n\n"a":[ 1]}', "cursor": '{"version":1}'}
# An agent's events of which nothing is said cannot be installed; whose they are stands in the names of these files.
FIELD = {"claude": ("05a", "05b", "06", "07", "08"), "codex": ("09",), "gemini": ("10",)}
# Runs a plugin as opencode does: one instance for the events of a session, and the user's own words are a message, too.
OPENCODE = """
import { readFileSync } from "node:fs";
const { Sotto } = await import(process.argv[2]);
const { directory, ...event } = JSON.parse(readFileSync(0));
const plugin = await Sotto({ directory });
const user = { id: "msg_user", role: "user" };
await plugin.event({ event: { type: "message.updated", properties: { info: user } } });
const words = { id: "prt_0", messageID: "msg_user", type: "text", text: "My own words.", time: { start: 1, end: 2 } };
await plugin.event({ event: { type: "message.part.updated", properties: { part: words } } });
await plugin.event({ event });
"""


def cases():
    """Flags, event and the heard text of each file, by agent."""
    found = {agent: [] for agent in FILES}
    with open(os.path.join(DATA, "expected.tsv"), encoding="utf-8") as table:
        for line in table:
            flag, name, _, _, heard = line.rstrip("\n").split("\t")
            kind = name.split("-")[1]
            agent = kind if kind in FILES else "claude"
            for owner, numbers in FIELD.items():
                if name.startswith("field-") and kind.startswith(numbers):
                    agent = owner
            with open(os.path.join(DATA, name + ".json"), encoding="utf-8") as file:
                found[agent].append((flag, name, file.read(), heard.replace("\\n", "\n")))
    return found


class Heard(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.home = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.home.cleanup)
        cls.server = Server("--speaker", os.path.join(cls.home.name, "said.wav"))
        cls.addClassCleanup(cls.server.stop)
        cls.environment = cls.server.environment | {"HOME": cls.home.name}
        cls.environment.pop("XDG_CONFIG_HOME")
        cls.environment.pop("CODEX_HOME", None)
        cls.environment.pop("CLAUDE_CONFIG_DIR", None)

    def setUp(self):
        """What comes from now on waits behind another message."""
        self.server.by_socket("POST", "/v1/pause", {})
        self.server.by_socket("POST", "/v1/announce", {"session": "first", "text": "Wait."})
        self.addCleanup(self.server.by_socket, "POST", "/v1/stop", {})

    def path(self, name):
        return os.path.join(self.home.name, name)

    def sotto(self, *arguments):
        done = subprocess.run([BINARY, *arguments], capture_output=True, text=True, timeout=60, env=self.environment)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout

    def run_command(self, command, event=""):
        is_shell = isinstance(command, str)
        done = subprocess.run(command, shell=is_shell, input=event, capture_output=True, text=True, timeout=60, env=self.environment)
        self.assertEqual((done.returncode, done.stdout), (0, ""), done.stderr)

    def call(self, agent, event):
        """As the agent does it, by what stands in its file."""
        name = json.loads(event).get("hook_event_name")
        if agent == "opencode":
            driver = self.path("driver.mjs")
            with open(driver, "w", encoding="utf-8") as file:
                file.write(OPENCODE)
            plugin = self.path("plugin.mjs")  # a folder of opencode's says that its files are modules
            shutil.copy(self.path(FILES[agent]), plugin)
            return self.run_command(["node", driver, plugin], event)
        if name is None:
            with open(self.path(".codex/config.toml"), "rb") as file:
                return self.run_command([*tomllib.load(file)["notify"], event])
        with open(self.path(FILES[agent]), encoding="utf-8") as file:
            hook = json.load(file)["hooks"][name][0]
        return self.run_command((hook if agent == "cursor" else hook["hooks"][0])["command"], event)

    def waiting(self):
        state = json.loads(self.server.by_socket("GET", "/v1/speaker")[2])
        return [m["text"] for m in state["messages"] if m["session"] != "first"]

    def forget(self):
        self.server.by_socket("POST", "/v1/stop", {})
        self.server.by_socket("POST", "/v1/announce", {"session": "first", "text": "Wait."})

    def installable(self, agent):
        """Events, out of the sentence that refuses another one."""
        done = subprocess.run([BINARY, "hook", "install", "--agent", agent, "--events", "None"], capture_output=True, text=True, timeout=60,
                              env=self.environment)
        return done.stderr.split("expected some of ")[1].strip().split(", ")

    def groups(self, agent):
        """Cases that one `install` is enough for: its flags and events, and those cases."""
        groups, installable = {}, self.installable(agent)
        for flag, name, event, text in cases()[agent]:
            fields = json.loads(event)
            kind = fields.get("hook_event_name") or fields["type"]
            if kind not in installable:
                self.assertEqual(text, "", name)
                continue
            apart = kind == "agent-turn-complete" or (agent == "claude" and kind == "PreToolUse")
            events, found = groups.setdefault((flag, apart), (set(), []))
            events.add(kind)
            found.append((name, event, text.strip().split("\n")[0]))
        return groups.items()

    def write_before(self, agent):
        file = self.path(FILES[agent])
        if agent in BEFORE:
            os.makedirs(os.path.dirname(file), exist_ok=True)
            with open(file, "w", encoding="utf-8") as before:
                before.write(BEFORE[agent])
            self.addCleanup(lambda: os.path.exists(file) and os.unlink(file))
        return file

    def check_before(self, agent, file):
        if agent not in BEFORE:
            return self.assertFalse(os.path.exists(file))
        with open(file, encoding="utf-8") as after:
            self.assertEqual(after.read(), BEFORE[agent])
        self.assertEqual(os.listdir(os.path.dirname(file)), [os.path.basename(file)])

    def check(self, agent):
        if agent == "opencode" and shutil.which("node") is None:
            self.skipTest("node is not installed")
        heard = 0
        for (flag, _), (events, found) in self.groups(agent):
            file = self.write_before(agent)
            flags = {"tools": ["--tools"], "subagents-none": ["--subagents", "none"], "subagents-whole": ["--subagents", "whole"]}.get(flag, [])
            self.sotto("hook", *flags, "install", "--agent", agent, "--events", ",".join(events))
            for name, event, first_line in found:
                with self.subTest(name):
                    self.forget()
                    self.call(agent, event)
                    self.assertEqual(self.waiting(), [first_line] if first_line else [])
                    heard += bool(first_line)
            self.sotto("hook", "uninstall", "--agent", agent)
            self.check_before(agent, file)
        return heard

    def test_claude(self):
        self.assertGreaterEqual(self.check("claude"), 15)

    def test_codex(self):
        self.assertGreaterEqual(self.check("codex"), 6)

    def test_gemini(self):
        self.assertGreaterEqual(self.check("gemini"), 6)

    def test_opencode(self):
        self.assertGreaterEqual(self.check("opencode"), 6)

    def test_cursor(self):
        self.assertGreaterEqual(self.check("cursor"), 5)

    def test_codex_has_two_files(self):
        config, hooks = self.path(".codex/config.toml"), self.path(".codex/hooks.json")
        out = self.sotto("hook", "--tools", "install", "--agent", "codex")
        self.assertIn(f"{config}: installed for agent-turn-complete\n", out)
        self.assertIn(f"{hooks}: installed for PreToolUse\n", out)
        self.assertIn("/hooks", out)
        self.assertIn("already", self.sotto("hook", "--tools", "install", "--agent", "codex"))
        out = self.sotto("hook", "install", "--agent", "codex", "--events", "Stop,PermissionRequest")
        self.assertIn(f"{config}: uninstalled\n", out)
        self.assertFalse(os.path.exists(config))
        with open(hooks, encoding="utf-8") as file:
            self.assertEqual(sorted(json.load(file)["hooks"]), ["PermissionRequest", "Stop"])
        self.sotto("hook", "install", "--agent", "codex")
        self.assertFalse(os.path.exists(hooks))
        self.sotto("hook", "uninstall", "--agent", "codex")
        self.assertFalse(os.path.exists(config))

    def test_a_foreign_notify_is_no_obstacle_to_hooks(self):
        config = self.path(".codex/config.toml")
        os.makedirs(os.path.dirname(config), exist_ok=True)
        with open(config, "w", encoding="utf-8") as file:
            file.write('notify = ["beep"]\n')
        self.addCleanup(os.unlink, config)
        self.sotto("hook", "install", "--agent", "codex", "--events", "Stop")
        self.sotto("hook", "uninstall", "--agent", "codex")
        self.assertFalse(os.path.exists(self.path(".codex/hooks.json")))
        with open(config, encoding="utf-8") as file:
            self.assertEqual(file.read(), 'notify = ["beep"]\n')

    def test_a_transcript_of_today(self):
        transcript = self.path("transcript.jsonl")
        shutil.copy(os.path.join(DATA, "field-12-transcript.jsonl"), transcript)
        with open(os.path.join(DATA, "field-12-hook.json"), encoding="utf-8") as file:
            event = file.read().replace("TRANSCRIPT", transcript)
        self.sotto("hook", "install", "--events", "PreToolUse")
        texts = ["First I read the log.", "Then I change the lock.", "Now I run the tests."]
        self.call("claude", event)
        self.assertEqual(self.waiting(), texts)
        image = {"type": "base64", "media_type": "image/png", "data": base64.b64encode(bytes(900_000)).decode()}
        result = {"type": "user", "uuid": "7", "message": {"role": "user", "content": [
            {"type": "tool_result", "tool_use_id": "t", "content": [{"type": "image", "source": image}]}]}}
        with open(transcript, "a", encoding="utf-8") as file:
            file.write(json.dumps(result) + "\n")
        self.call("claude", event)
        self.assertEqual(self.waiting(), texts)
        self.sotto("hook", "uninstall")


if __name__ == "__main__":
    main()
