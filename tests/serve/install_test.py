"""sotto hook install and uninstall, and the server that a hook starts."""

import json
import os
import signal
import stat
import subprocess
import tempfile
import time
import unittest

from sotto_server import BINARY, main


class Settings(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory(prefix="sotto-test-")
        self.path = os.path.join(self.folder.name, "settings.json")
        self.environment = {k: v for k, v in os.environ.items() if not k.startswith("SOTTO_")}
        self.environment["XDG_CONFIG_HOME"] = self.folder.name

    def tearDown(self):
        self.folder.cleanup()

    def sotto(self, *arguments, **environment):
        return subprocess.run([BINARY, *arguments], capture_output=True, text=True, timeout=60, stdin=subprocess.DEVNULL,
                              env=self.environment | environment)

    def install(self, *flags, verb="install"):
        done = self.sotto("hook", verb, *flags, "--settings", self.path)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout

    def write(self, settings, mode=0o600):
        with open(self.path, "w") as file:
            json.dump(settings, file)
        os.chmod(self.path, mode)

    def read(self):
        with open(self.path) as file:
            return json.load(file)

    def modes(self):
        return [oct(stat.S_IMODE(os.stat(self.path + end).st_mode)) for end in ("", ".sotto-backup")]

    def test_keys_in_the_settings_stay_private(self):
        self.write({"env": {"API_KEY": "secret"}})
        self.install()
        self.assertEqual(self.modes(), ["0o600", "0o600"])
        os.chmod(self.path + ".sotto-backup", 0o644)  # as it was made before
        self.install(verb="uninstall")
        self.assertEqual(self.modes(), ["0o600", "0o600"])

    def test_a_mode_stays(self):
        self.write({"a": 1}, 0o640)
        self.install()
        self.assertEqual(self.modes(), ["0o640", "0o640"])

    def test_new_settings_are_their_owners_alone(self):
        self.install()
        self.assertEqual(stat.S_IMODE(os.stat(self.path).st_mode), 0o600)

    def commands(self):
        """Of each event, those of sotto's."""
        return {event: [hook["command"].partition("/sotto ")[2] for group in groups for hook in group["hooks"]
                        if "sotto" in hook["command"]] for event, groups in self.read().get("hooks", {}).items()}

    def test_a_second_install_changes_the_first(self):
        beep = {"hooks": [{"type": "command", "command": "beep"}]}
        self.write({"hooks": {"Stop": [beep]}})
        self.install("--events", "MessageDisplay,Stop")
        self.assertEqual(self.commands(), {"Stop": ["hook"], "MessageDisplay": ["hook"]})
        self.assertIn("Stop, Notification", self.install("--on-new", "interrupt", "--start"))
        command = "hook --on-new interrupt --start"
        self.assertEqual(self.commands(), {"Stop": [command], "Notification": [command]})
        self.assertIn("already", self.install("--on-new", "interrupt", "--start"))
        self.install("--rate", "1.25")
        self.assertEqual(self.commands()["Stop"], ["hook --rate 1.25"])
        self.install("--socket", "/tmp/own place/s.sock")
        self.assertEqual(self.commands()["Stop"], ["hook --socket '/tmp/own place/s.sock'"])
        self.install(verb="uninstall")
        self.assertEqual(self.read(), {"hooks": {"Stop": [beep]}})

    def test_what_makes_no_sense_is_refused(self):
        for flags, word in [(("hook", "install", "--events", "Stop,Stopp"), "Stopp"),
                            (("hook", "install", "--events", ""), "--events"),
                            (("hook", "--on-new", "drop", "uninstall"), "--on-new"),
                            (("hook", "--start", "uninstall"), "--start"),
                            (("hook", "--rate", "2", "uninstall"), "--rate"),
                            (("hook", "--rate", "5", "install"), "--rate"),
                            (("hook", "uninstall", "--events", "Stop"), "--events")]:
            done = self.sotto(*flags, "--settings", self.path)
            self.assertEqual(done.returncode, 1, flags)
            self.assertIn(word, done.stderr)
            self.assertFalse(os.path.exists(self.path))

    def test_the_environment_of_other_verbs_means_nothing_here(self):
        done = self.sotto("hook", "install", "--settings", self.path, SOTTO_EVENTS="stream-json")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertEqual(list(self.commands()), ["Stop", "Notification"])
        done = self.sotto("hook", "install", "--settings", self.path, SOTTO_HOOK_EVENTS="Stop", SOTTO_ON_NEW="drop")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(self.commands(), {"Stop": ["hook --on-new drop"]})
        done = self.sotto("hook", "uninstall", "--settings", self.path, SOTTO_ON_NEW="drop")
        self.assertEqual(done.returncode, 0, done.stderr)


class Start(unittest.TestCase):
    def test_the_server_leaves_the_project_behind(self):
        """It serves all projects: it is in none's folder and has none's keys, files or session."""
        with tempfile.TemporaryDirectory() as runtime:
            environment = {k: v for k, v in os.environ.items() if not k.startswith("SOTTO_")} | {
                "XDG_RUNTIME_DIR": runtime, "XDG_CACHE_HOME": runtime, "SOTTO_SPEAKER": os.path.join(runtime, "said.wav"),
                "PROJECT_API_KEY": "secret", "HOME": runtime}
            read_end, write_end = os.pipe()
            event = {"hook_event_name": "Stop", "session_id": "a", "last_assistant_message": "Hello."}
            done = subprocess.run([BINARY, "hook", "--start", "--socket", "own.sock"], input=json.dumps(event),
                                  capture_output=True, text=True, timeout=60, env=environment, cwd=runtime,
                                  pass_fds=[write_end])
            os.close(write_end)
            self.assertEqual(done.returncode, 0, done.stderr)
            server = self.wait_for_server(os.path.join(runtime, "own.sock"))
            try:
                self.assertEqual(os.readlink(f"/proc/{server}/cwd"), "/")
                with open(f"/proc/{server}/environ") as file:
                    variables = {v.partition("=")[0] for v in file.read().split("\0")}
                self.assertNotIn("PROJECT_API_KEY", variables)
                self.assertLessEqual({"HOME", "PATH", "XDG_RUNTIME_DIR", "SOTTO_SPEAKER"}, variables)
                self.assertEqual(os.read(read_end, 1), b"")  # nobody has the other end any more
                with open(f"/proc/{server}/stat") as file:
                    session = int(file.read().rpartition(")")[2].split()[3])
                self.assertEqual(session, server)
            finally:
                os.kill(server, signal.SIGTERM)
                os.close(read_end)

    def wait_for_server(self, path):
        end = time.monotonic() + 30
        while time.monotonic() < end:
            for name in os.listdir("/proc"):
                try:
                    with open(f"/proc/{name}/cmdline") as command:
                        line = command.read()
                    if name.isdigit() and path in line and "serve" in line and os.path.exists(path):
                        return int(name)
                except OSError:
                    pass
            time.sleep(0.05)
        self.fail("no server was started")


if __name__ == "__main__":
    main()
