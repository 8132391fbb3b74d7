"""sotto hook install and uninstall, and the server that a hook starts."""

import configparser
import json
import os
import re
import shutil
import signal
import stat
import subprocess
import tempfile
import time
import unittest

from sotto_server import BINARY, Server, main


class InstallTest(unittest.TestCase):
    """A folder of its own, with the settings in it."""

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


class Settings(InstallTest):
    def modes(self):
        return [oct(stat.S_IMODE(os.stat(self.path + end).st_mode)) for end in ("", ".sotto-backup")]

    def test_keys_in_the_settings_stay_private(self):
        self.write({"env": {"API_KEY": "secret"}})
        self.install()
        self.assertEqual(self.modes(), ["0o600", "0o600"])
        os.chmod(self.path + ".sotto-backup", 0o644)  # as it was made before
        self.install("--on-new", "drop")
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
        self.assertEqual(self.commands(), dict.fromkeys(("Stop", "Notification", "StopFailure"), [command]))
        self.assertIn("already", self.install("--on-new", "interrupt", "--start"))
        self.install("--speed", "1.25")
        self.assertEqual(self.commands()["Stop"], ["hook --speed 1.25"])
        self.install("--register", "plain")
        self.assertEqual(self.commands()["Stop"], ["hook --register plain"])
        self.install("--socket", "/tmp/own place/s.sock")
        self.assertEqual(self.commands()["Stop"], ["hook --socket '/tmp/own place/s.sock'"])
        self.install(verb="uninstall")
        self.assertEqual(self.read(), {"hooks": {"Stop": [beep]}})

    def test_uninstall_gives_back_what_was_there(self):
        before = '{"hooks":{"Stop":[{"hooks":[{"type":"command","command":"beep"}]}]},"a":1}'
        with open(self.path, "w") as file:
            file.write(before)
        self.install()
        self.install("--on-new", "drop")  # another backup would have sotto's hooks in it
        self.assertNotIn("backup", self.install(verb="uninstall"))
        with open(self.path) as file:
            self.assertEqual(file.read(), before)
        self.assertEqual(os.listdir(self.folder.name), ["settings.json"])

    def test_a_backup_that_stays_is_named(self):
        self.write({"a": 1})
        self.install()
        self.write(self.read() | {"a": 2})
        for _ in range(2):
            out = self.install(verb="uninstall")
            self.assertIn(self.path + ".sotto-backup: stays", out)
        self.assertEqual(self.read(), {"a": 2})

    def test_no_backup_of_what_sotto_made_itself(self):
        self.install()
        self.assertNotIn("backup", self.install(verb="uninstall"))
        self.assertEqual(os.listdir(self.folder.name), [])  # nor of the file

    def test_what_makes_no_sense_is_refused(self):
        for flags, word in [(("hook", "install", "--events", "Stop,Stopp"), "Stopp"),
                            (("hook", "install", "--events", ""), "--events"),
                            (("hook", "--on-new", "drop", "uninstall"), "--on-new"),
                            (("hook", "--start", "uninstall"), "--start"),
                            (("hook", "--speed", "2", "uninstall"), "--speed"),
                            (("hook", "--speed", "5", "install"), "--speed"),
                            (("hook", "--register", "plain", "uninstall"), "--register"),
                            (("hook", "--register", "rude", "install"), "--register"),
                            (("hook", "uninstall", "--events", "Stop"), "--events"),
                            (("hook", "uninstall", "--service"), "--service"),
                            (("hook", "install", "--to", "ja"), "--to"),
                            (("hook", "install", "--", "--to", "ja"), "--service"),
                            (("hook", "install", "--service", "--", "--too", "ja"), "--too"),
                            (("hook", "install", "--service", "--", "--batch", "0"), "--batch"),
                            (("hook", "install", "--service", "--", "--help"), "--help")]:
            done = self.sotto(*flags, "--settings", self.path)
            self.assertEqual(done.returncode, 1, flags)
            self.assertIn(word, done.stderr)
            self.assertEqual(os.listdir(self.folder.name), [])

    def test_the_environment_of_other_verbs_means_nothing_here(self):
        done = self.sotto("hook", "install", "--settings", self.path, SOTTO_EVENTS="stream-json")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertEqual(list(self.commands()), ["Stop", "Notification", "StopFailure"])
        done = self.sotto("hook", "install", "--settings", self.path, SOTTO_HOOK_EVENTS="Stop", SOTTO_ON_NEW="drop")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(self.commands(), {"Stop": ["hook --on-new drop"]})
        done = self.sotto("hook", "uninstall", "--settings", self.path, SOTTO_ON_NEW="drop")
        self.assertEqual(done.returncode, 0, done.stderr)


class SlashCommand(InstallTest):
    """/sotto, as Claude Code runs it: the words between !` and ` by a shell."""

    def setUp(self):
        super().setUp()
        self.file = os.path.join(self.folder.name, "commands", "sotto.md")

    def text(self):
        with open(self.file) as file:
            return file.read()

    def slash(self, arguments, session):
        command = re.search(r"^!`([^`]+)`$", self.text(), re.MULTILINE)[1]
        command = command.replace("$ARGUMENTS", arguments).replace("${CLAUDE_SESSION_ID}", session)
        project = os.path.join(self.folder.name, "my-project")
        os.makedirs(project, exist_ok=True)
        return subprocess.run(command, shell=True, capture_output=True, text=True, timeout=60, cwd=project, env=self.environment)

    def test_is_written_beside_the_settings_and_removed(self):
        self.assertIn(self.file + ": installed", self.install("--command"))
        head = self.text().split("---\n")[1]
        fields = dict(line.split(": ", 1) for line in head.splitlines() if not line.startswith("#"))
        self.assertEqual(set(fields), {"description", "argument-hint", "allowed-tools", "disable-model-invocation"})
        allowed = re.fullmatch(r"Bash\((.+):\*\)", fields["allowed-tools"])[1]
        self.assertIn(f"\n!`{allowed} ", self.text())
        self.assertIn(self.file + ": already installed", self.install("--command"))
        self.assertIn(self.file + ": installed", self.install("--command", "--socket", "/tmp/own place/s.sock"))
        self.assertIn("--socket '/tmp/own place/s.sock' command", self.text())
        self.assertIn(self.file + ": removed", self.install(verb="uninstall"))
        self.assertFalse(os.path.exists(self.file))

    def test_what_the_user_has_changed_is_his(self):
        self.install("--command")
        mine = self.text() + "Be brief.\n"
        with open(self.file, "w") as file:
            file.write(mine)
        self.assertIn(self.file + ": was changed, and stays", self.install(verb="uninstall"))
        done = self.sotto("hook", "install", "--command", "--settings", self.path)
        self.assertEqual(done.returncode, 1)
        self.assertIn("is not as sotto wrote it", done.stderr)
        self.assertEqual((self.text(), os.path.exists(self.path)), (mine, False))

    def test_mutes_and_unmutes_one_session(self):
        server = Server("--speaker", os.path.join(self.folder.name, "said.wav"))
        self.addCleanup(server.stop)
        def muted():
            return json.loads(server.by_socket("POST", "/v1/pause", {})[2])["muted"]
        self.environment = server.environment
        self.install("--command")
        for what, out, expected in [("off", "not heard", ["session-1"]), ("on", "again", []), ("stop", "Stopped", [])]:
            done = self.slash(what, "session-1")
            self.assertEqual((done.returncode, done.stderr), (0, ""))
            self.assertIn(out, done.stdout)
            self.assertEqual(muted(), expected)
        self.assertEqual(self.slash("off", "").returncode, 0)  # a version that knows no session names
        self.assertEqual(muted(), ["my-project"])
        for what, word in [("again", "nothing was said yet"), ("louder", "expected off, on, stop or again"),
                           ("", "expected off, on, stop or again"), ("off off", "off")]:
            done = self.slash(what, "session-1")
            self.assertEqual((done.returncode, done.stdout), (1, ""), what)
            self.assertIn(word, done.stderr)


class Service(InstallTest):
    def setUp(self):
        super().setUp()
        self.environment["CLAUDE_CONFIG_DIR"] = self.folder.name  # no --settings: the service is for all
        self.file = os.path.join(self.folder.name, "systemd", "user", "sotto.service")

    def install(self, *flags, verb="install"):
        done = self.sotto("hook", verb, *flags)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout

    def unit(self):
        parser = configparser.ConfigParser(interpolation=None)
        parser.optionxform = str
        parser.read(self.file)
        return parser

    def test_is_a_unit_that_systemd_takes(self):
        out = self.install("--service", "--", "--to", "ja", "--voice", "open-jtalk:mei")
        self.assertIn("  systemctl --user daemon-reload\n  systemctl --user enable --now sotto\n", out)
        unit = self.unit()
        self.assertEqual(unit["Service"]["ExecStart"],
                         f"{os.path.realpath(BINARY)} serve --to ja --voice open-jtalk:mei")
        self.assertEqual(unit["Service"]["Restart"], "on-failure")
        self.assertEqual(unit["Install"]["WantedBy"], "default.target")
        if shutil.which("systemd-analyze"):
            done = subprocess.run(["systemd-analyze", "verify", "--user", "--man=no", self.file], capture_output=True,
                                  text=True, timeout=60, env=self.environment | {"XDG_RUNTIME_DIR": self.folder.name})
            self.assertEqual((done.returncode, done.stderr), (0, ""))

    def test_words_stay_words(self):
        self.install("--socket", "/tmp/a b/100%.sock", "--service", "--", "--speaker", '/tmp/"$HOME".wav')
        self.assertTrue(self.unit()["Service"]["ExecStart"].endswith(
            r' serve --speaker "/tmp/\"$$HOME\".wav" --socket "/tmp/a b/100%%.sock"'))

    def test_uninstall_removes_it_with_its_link(self):
        self.install("--service")
        link = os.path.join(self.folder.name, "systemd", "user", "default.target.wants", "sotto.service")
        os.mkdir(os.path.dirname(link))
        os.symlink(self.file, link)
        settings = os.path.join(self.folder.name, "other.json")
        self.assertEqual(self.sotto("hook", "uninstall", "--settings", settings).returncode, 0)
        self.assertTrue(os.path.exists(self.file))  # of one project: the service is for all
        out = self.install(verb="uninstall")
        self.assertIn(self.file + ": removed", out)
        self.assertIn("systemctl --user stop sotto", out)
        self.assertFalse(os.path.lexists(self.file) or os.path.lexists(link))

    def test_what_the_user_has_changed_is_his(self):
        self.install("--service")
        with open(self.file, "a") as file:
            file.write("# mine\n")
        self.assertIn(self.file + ": was changed, and stays", self.install(verb="uninstall"))
        done = self.sotto("hook", "install", "--service")
        self.assertEqual(done.returncode, 1)
        self.assertIn("is not as sotto wrote it", done.stderr)


class Start(unittest.TestCase):
    def test_the_server_leaves_the_project_behind(self):
        """It serves all projects: it is in none's folder and has none's keys, files or session."""
        with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as runtime:  # the server may still be ending
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
