"""A pulseaudio of a test's own: a sink that is heard by nobody, and what goes through it."""

import array
import os
import shutil
import subprocess
import threading
import time

RATE = 24000
LOUD = 300  # of 32768


class SoundServer:
    def __init__(self, folder, environment):
        """`folder`: for its socket. What starts with `environment` plays and records here."""
        self.socket = os.path.join(folder, "pulse.sock")
        environment |= {"PULSE_SERVER": "unix:" + self.socket, "HOME": folder, "XDG_RUNTIME_DIR": environment.get("XDG_RUNTIME_DIR", folder)}
        environment.pop("PULSE_RUNTIME_PATH", None)
        self.environment = environment
        self.process = subprocess.Popen(
            ["pulseaudio", "-n", "--daemonize=no", "--exit-idle-time=-1", "--use-pid-file=no", "--disable-shm=yes",
             "-L", f"module-native-protocol-unix socket={self.socket} auth-anonymous=1",
             "-L", "module-null-sink sink_name=nobody", "-L", "module-null-sink sink_name=room"],
            env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        end = time.monotonic() + 60
        while subprocess.run(["pactl", "info"], env=environment, capture_output=True).returncode != 0:
            if time.monotonic() > end or self.process.poll() is not None:
                raise RuntimeError("pulseaudio did not start")
            time.sleep(0.05)
        self.ears = None

    def listen(self):
        """From now on `heard` counts, in seconds of the sink's own clock."""
        self.heard = self.passed = 0.0
        self.ears = subprocess.Popen(["parec", "--raw", "--rate", str(RATE), "--channels", "1", "--format", "s16le", "--latency-msec", "20",
                                      "-d", "nobody.monitor"], env=self.environment, stdout=subprocess.PIPE)
        self.thread = threading.Thread(target=self.count)
        self.thread.start()

    def count(self):
        while piece := self.ears.stdout.read(RATE // 50 * 2):
            samples = array.array("h", piece[:len(piece) // 2 * 2])
            self.passed += len(samples) / RATE
            if samples and max(map(abs, samples)) > LOUD:
                self.heard += len(samples) / RATE

    def stop(self):
        for process in (self.ears, self.process):
            if process:
                process.terminate()
                process.wait(60)
        if self.ears:
            self.thread.join()
            self.ears.stdout.close()


def is_there():
    return all(map(shutil.which, ("pulseaudio", "pactl", "parec")))
