"""serve --quiet-in-calls with a real pulseaudio or PipeWire, --pause-players and --lower-players with a real D-Bus and players that only take notes."""

import json
import os
import queue
import shutil
import subprocess
import tempfile
import threading
import time
import unittest

import sound_server
from sotto_server import Server, main

PYTHON = "/usr/bin/python3"  # whose dbus and gi are Debian's
PLAYER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "fake_player.py")
SENTENCE = "Every word of this sentence is heard."


def has_dbus():
    if not shutil.which("dbus-daemon") or not os.path.exists(PYTHON):
        return False
    return subprocess.run([PYTHON, "-c", "import dbus, dbus.mainloop.glib; from gi.repository import GLib"], capture_output=True).returncode == 0


class Desktop(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory(prefix="sotto-desktop-")
        self.addCleanup(self.folder.cleanup)

    def serve(self, *flags, env):
        self.server = Server("--speaker", os.path.join(self.folder.name, "said.wav"), *flags, env=env)
        self.addCleanup(self.server.stop)

    def state(self):
        return json.loads(self.server.by_socket("GET", "/v1/speaker")[2])

    def announce(self, text=SENTENCE):
        status = self.server.by_socket("POST", "/v1/announce", {"session": "a", "text": text})[0]
        self.assertEqual(status, 202)

    def wait_for(self, what, condition):
        end = time.monotonic() + 60
        while not condition():
            self.assertLess(time.monotonic(), end, what)
            time.sleep(0.02)

    def said(self):
        return b'what="said"} 1' in self.server.ask("GET", "/metrics")[2]


@unittest.skipUnless(sound_server.is_there(), "pulseaudio is not installed")
class Calls(Desktop):
    def record(self, source, *flags):
        process = subprocess.Popen(["parec", "-d", source, *flags], env=self.sound.environment, stdout=subprocess.DEVNULL)
        self.addCleanup(lambda: (process.poll() is None and process.kill(), process.wait(60)))
        return process

    def test_is_silent_while_somebody_records(self):
        self.sound = sound_server.SoundServer(self.folder.name, dict(os.environ))
        self.addCleanup(self.sound.stop)
        run = lambda *words: subprocess.run(["pactl", *words], env=self.sound.environment, check=True, capture_output=True)
        run("load-module", "module-remap-source", "source_name=microphone", "master=room.monitor")
        meter = self.record("nobody.monitor")  # what is heard is recorded, and no microphone is
        self.serve("--quiet-in-calls", env={"PULSE_SERVER": self.sound.environment["PULSE_SERVER"]})
        self.announce()
        self.wait_for("it is said while a monitor is recorded", self.said)
        self.assertFalse(self.state()["quiet"])
        call = self.record("microphone")
        self.wait_for("the call is noticed", lambda: self.state()["quiet"])
        self.announce("This waits for the end of the call.")
        self.server.by_socket("POST", "/v1/resume", {})  # the user's own pause is another one
        self.assertTrue(self.state()["paused"])
        self.wait_for("it waits", lambda: self.state()["speaking"] or self.state()["waiting"])
        call.terminate()
        self.wait_for("the end of the call is noticed", lambda: not self.state()["quiet"])
        self.wait_for("what has waited is said", lambda: not self.state()["speaking"] and not self.state()["waiting"])
        meter.terminate()

    def test_a_sound_server_that_is_not_there_is_nobody_who_records(self):
        self.serve("--quiet-in-calls", env={"PULSE_SERVER": "unix:/nonexistent/pulse"})
        self.announce()
        self.wait_for("it is said", self.said)


@unittest.skipUnless(sound_server.has_pipewire() and shutil.which("dbus-run-session"), "pipewire or wireplumber is not installed")
class PipeWireCalls(Desktop):
    def test_is_silent_while_somebody_records(self):
        self.sound = sound_server.PipeWire(self.folder.name)
        self.addCleanup(self.sound.stop)
        self.serve("--quiet-in-calls", env={"PULSE_SERVER": "unix:/nonexistent/pulse", "PIPEWIRE_RUNTIME_DIR": self.folder.name})
        heard = self.sound.record("speaker", "-P", "{ stream.capture.sink = true }")  # what is heard is recorded, and no microphone is
        self.announce()
        self.wait_for("it is said while a sink is recorded", self.said)
        self.assertFalse(self.state()["quiet"])
        call = self.sound.record("microphone")
        self.wait_for("the call is noticed", lambda: self.state()["quiet"])
        self.announce("This waits for the end of the call.")
        self.wait_for("it waits", lambda: self.state()["speaking"] or self.state()["waiting"])
        call.terminate()
        self.wait_for("the end of the call is noticed", lambda: not self.state()["quiet"])
        self.wait_for("what has waited is said", lambda: not self.state()["speaking"] and not self.state()["waiting"])
        heard.terminate()
        # A PipeWire that ends in the middle of a call is the end of the call.
        self.sound.record("microphone")
        self.wait_for("the call is noticed", lambda: self.state()["quiet"])
        self.sound.stop()
        self.wait_for("nobody records any more", lambda: not self.state()["quiet"])


@unittest.skipUnless(has_dbus(), "dbus-daemon, python3-dbus or python3-gi is not installed")
class Players(Desktop):
    def setUp(self):
        super().setUp()
        self.bus = subprocess.Popen(["dbus-daemon", "--session", "--nofork", "--print-address", f"--address=unix:dir={self.folder.name}"],
                                    stdout=subprocess.PIPE, text=True)
        self.addCleanup(self.end, self.bus)
        self.environment = {"DBUS_SESSION_BUS_ADDRESS": self.bus.stdout.readline().strip()}

    def end(self, process):
        process.terminate()
        process.wait(60)
        if hasattr(process, "reader"):
            process.reader.join(60)
        process.stdout.close()

    def player(self, name, status, *volume):
        process = subprocess.Popen([PYTHON, PLAYER, name, status, *volume], stdout=subprocess.PIPE, text=True, env=os.environ | self.environment)
        self.addCleanup(self.end, process)
        process.told = queue.Queue()
        process.reader = threading.Thread(target=lambda: [process.told.put(line.strip()) for line in process.stdout], daemon=True)
        process.reader.start()
        self.assertEqual(process.told.get(timeout=60), "ready")
        return process

    def announce_until_paused(self, player, text=SENTENCE):
        """A player that has no processor for three seconds is left alone: then once more."""
        for _ in range(10):
            self.announce(text)
            try:
                return self.assertEqual(player.told.get(timeout=10), "Paused")
            except queue.Empty:
                continue
        self.fail("the player was not paused")

    def test_those_that_play_are_paused_meanwhile(self):
        music, silent = self.player("music", "Playing"), self.player("silent", "Paused")
        self.serve("--pause-players", env=self.environment)
        for _ in range(2):
            self.announce_until_paused(music)
            self.assertEqual(music.told.get(timeout=60), "Playing")
        self.assertTrue(silent.told.empty())  # it was told nothing

    def test_a_player_goes_on_where_the_server_ends(self):
        music = self.player("music", "Playing")
        self.serve("--pause-players", env=self.environment)
        self.announce_until_paused(music, SENTENCE * 20)
        self.server.tell_to_end()
        self.assertEqual(music.told.get(timeout=60), "Playing")

    def announce_until(self, player, told, text=SENTENCE):
        for _ in range(10):
            self.announce(text)
            try:
                return self.assertEqual(player.told.get(timeout=10), told)
            except queue.Empty:
                continue
        self.fail("the player was left alone")

    def serve_lowering(self):
        self.serve("--lower-players", env=self.environment | {"XDG_CACHE_HOME": self.folder.name})
        self.record = os.path.join(self.folder.name, "sotto", "lowered-players.json")

    def test_those_that_play_are_lowered_meanwhile(self):
        music, silent = self.player("music", "Playing", "0.7"), self.player("silent", "Paused", "0.5")
        self.serve_lowering()
        for _ in range(2):
            self.announce_until(music, "volume 0.175")
            self.assertEqual(music.told.get(timeout=60), "volume 0.7")
        self.assertTrue(silent.told.empty())
        self.wait_for("nothing is recorded", lambda: os.path.getsize(self.record) == 0)

    def test_a_player_whose_volume_is_its_own_is_paused(self):
        browser, old = self.player("browser", "Playing", "own"), self.player("old", "Playing")
        self.serve_lowering()
        self.announce_until(browser, "Paused")
        self.assertEqual(old.told.get(timeout=60), "Paused")
        for player in (browser, old):
            self.assertEqual(player.told.get(timeout=60), "Playing")

    def test_what_a_killed_server_has_lowered_is_given_back(self):
        music, other = self.player("music", "Playing", "0.3"), self.player("other", "Playing", "0.9")
        self.serve_lowering()
        self.announce_until(music, "volume 0.075", SENTENCE * 40)
        self.assertEqual(other.told.get(timeout=60), "volume 0.225")
        self.server.process.kill()
        self.server.process.wait(60)
        with open(self.record, encoding="utf-8") as file:
            self.assertEqual(sorted(player["before"] for player in json.load(file)), [0.3, 0.9])
        subprocess.run(["dbus-send", "--session", "--print-reply", "--dest=org.mpris.MediaPlayer2.other", "/org/mpris/MediaPlayer2",
                        "org.freedesktop.DBus.Properties.Set", "string:org.mpris.MediaPlayer2.Player", "string:Volume", "variant:double:0.5"],
                       env=os.environ | self.environment, check=True, capture_output=True)
        self.assertEqual(other.told.get(timeout=60), "volume 0.5")
        self.serve_lowering()
        self.assertEqual(music.told.get(timeout=60), "volume 0.3")
        self.wait_for("nothing is recorded", lambda: os.path.getsize(self.record) == 0)
        self.assertTrue(other.told.empty())  # somebody has set it meanwhile

    def test_without_a_bus_it_speaks(self):
        self.serve("--pause-players", env={"DBUS_SESSION_BUS_ADDRESS": "unix:path=/nonexistent/bus"})
        self.announce()
        self.wait_for("it is said", self.said)


if __name__ == "__main__":
    main()
