"""A door of Wyoming's on the network is announced, by a real avahi-daemon on a bus of its own."""

import os
import re
import shutil
import signal
import subprocess
import tempfile
import time
import unittest

from sotto_server import Server, main

BUS = """<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
 "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig><type>system</type><listen>unix:path={bus}</listen><auth>EXTERNAL</auth>
<policy context="default"><allow send_destination="*"/><allow receive_sender="*"/><allow own="*"/><allow user="*"/></policy>
</busconfig>"""
# libdbus, which no sanitizer has seen the inside of, takes two locks of its own in both orders.
TSAN_SUPPRESSIONS = "deadlock:libdbus-1\n"
AVAHI = "[server]\nallow-interfaces=lo\nuse-ipv6=no\nhost-name=sottotest\n[rlimits]\n"


def eventually(found, patience_s=20):
    end = time.monotonic() + patience_s
    while not (value := found()) and time.monotonic() < end:
        time.sleep(0.1)
    return value


@unittest.skipUnless(all(map(shutil.which, ("avahi-daemon", "avahi-browse", "dbus-daemon"))) and os.geteuid() == 0
                     and not os.path.exists("/run/avahi-daemon/pid"), "no avahi-daemon that a test may start")
class Zeroconf(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="sotto-test-")
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        bus = os.path.join(self.folder, "bus")
        suppressions = self.write("tsan.supp", TSAN_SUPPRESSIONS)
        self.environment = {"DBUS_SYSTEM_BUS_ADDRESS": f"unix:path={bus}",
                            "TSAN_OPTIONS": f"suppressions={suppressions}"}
        self.write("bus.conf", BUS.format(bus=bus))
        self.write("avahi.conf", AVAHI)
        self.run_beside(["dbus-daemon", "--nofork", f"--config-file={self.folder}/bus.conf"])
        self.assertTrue(eventually(lambda: os.path.exists(bus)))

    def write(self, name, text):
        path = os.path.join(self.folder, name)
        with open(path, "w") as file:
            file.write(text)
        return path

    def run_beside(self, command):
        process = subprocess.Popen(command, env=os.environ | self.environment, stdin=subprocess.DEVNULL,
                                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

        def end():
            process.terminate()
            process.wait(timeout=20)

        self.addCleanup(end)
        return process, end

    def start_avahi(self):
        return self.run_beside(["avahi-daemon", "--no-drop-root", "--no-chroot", "--no-rlimits", "-f",
                                os.path.join(self.folder, "avahi.conf")])

    def start(self, *flags):
        server = Server("--wyoming", "tcp://0.0.0.0:0", "--wyoming-allow", "127.0.0.0/8", "--speaker", "none", *flags,
                        env=self.environment)
        self.addCleanup(server.stop)
        return server

    def announced(self):
        """Names and ports of what is there."""
        done = subprocess.run(["avahi-browse", "--resolve", "--parsable", "--terminate", "_wyoming._tcp"], text=True,
                              capture_output=True, timeout=30, env=os.environ | self.environment)
        lines = [line.split(";") for line in done.stdout.splitlines() if line.startswith("=")]
        return sorted((re.sub(r"\\(\d{3})", lambda m: chr(int(m[1])), line[3]), int(line[8])) for line in lines)

    def test_from_the_beginning_to_the_end(self):
        self.start_avahi()
        server = self.start("--wyoming-name", "our sotto")
        expected = [("our sotto", server.wyoming_port)]
        self.assertTrue(eventually(lambda: self.announced() == expected), self.announced())
        second = self.start("--wyoming-name", "our sotto")
        expected = sorted(expected + [("our sotto #2", second.wyoming_port)])
        self.assertTrue(eventually(lambda: self.announced() == expected), self.announced())
        self.assertEqual(second.stop()[0], 0)
        server.process.send_signal(signal.SIGKILL)  # nothing is left of it, however it ends
        self.assertTrue(eventually(lambda: self.announced() == []), self.announced())

    def test_a_daemon_may_come_later_and_again(self):
        server = self.start("--wyoming-name", "late")
        for _ in range(2):
            _, end = self.start_avahi()
            self.assertTrue(eventually(lambda: self.announced() == [("late", server.wyoming_port)]), self.announced())
            end()
        code, err = server.stop()
        self.assertEqual((code, err), (0, ""))

    def test_only_where_others_can_come_and_nobody_objects(self):
        self.start_avahi()
        self.start("--wyoming-name", "none")
        local = Server("--wyoming", "tcp://127.0.0.1:0", "--speaker", "none", env=self.environment)
        self.addCleanup(local.stop)
        shown = self.start()  # by its own name
        self.assertTrue(eventually(self.announced))
        [(name, port)] = self.announced()
        self.assertTrue(name.startswith("sotto on "), name)
        self.assertEqual(port, shown.wyoming_port)


if __name__ == "__main__":
    main()
