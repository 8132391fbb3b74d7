"""A pulseaudio of a test's own: a sink that is heard by nobody, and what goes through it."""

import array
import os
import shutil
import signal
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


PIPEWIRE = """
context.properties = { core.daemon = true  core.name = pipewire-0 }
context.spa-libs = { audio.convert.* = audioconvert/libspa-audioconvert  support.* = support/libspa-support }
context.modules = [
  %s
]
context.objects = [
  { factory = spa-node-factory args = { factory.name = support.node.driver  node.name = clock  node.group = pipewire.dummy  priority.driver = 20000 } }
  { factory = adapter args = { factory.name = support.null-audio-sink  node.name = microphone  media.class = Audio/Source/Virtual  audio.position = [ MONO ] } }
  { factory = adapter args = { factory.name = support.null-audio-sink  node.name = speaker  media.class = Audio/Sink  audio.position = [ MONO ] } }
]
""" % "\n  ".join("{ name = libpipewire-module-%s }" % name for name in
                  ("protocol-native", "metadata", "spa-node-factory", "client-node", "client-device", "adapter", "link-factory", "session-manager", "access"))


class PipeWire:
    """A PipeWire of a test's own with a microphone and a speaker, its session manager, and no PulseAudio interface."""

    def __init__(self, folder):
        self.folder, self.processes = folder, []
        with open(os.path.join(folder, "pipewire.conf"), "w") as file:
            file.write(PIPEWIRE)
        self.environment = os.environ | {"PIPEWIRE_RUNTIME_DIR": folder, "XDG_RUNTIME_DIR": folder, "HOME": folder}
        self.start("pipewire", "-c", file.name)
        self.wait_for(lambda: os.path.exists(os.path.join(folder, "pipewire-0")))
        self.start("dbus-run-session", "--", "wireplumber")
        self.wait_for(lambda: b"speaker:monitor" in subprocess.run(["pw-link", "-o"], env=self.environment, capture_output=True).stdout)

    def wait_for(self, condition):
        end = time.monotonic() + 60
        while not condition():
            if time.monotonic() > end or any(p.poll() is not None for p in self.processes):
                raise RuntimeError("pipewire did not start")
            time.sleep(0.05)

    def start(self, *command):
        process = subprocess.Popen(command, env=self.environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)
        self.processes.append(process)
        return process

    def record(self, node, *flags):
        return self.start("pw-record", "--target", node, *flags, os.path.join(self.folder, "recorded.wav"))

    def stop(self):
        for process in reversed(self.processes):
            try:
                os.killpg(process.pid, signal.SIGTERM)
            except ProcessLookupError:
                pass
            process.wait(60)


def has_pipewire():
    return all(map(shutil.which, ("pipewire", "wireplumber", "pw-dump", "pw-record", "pw-link")))
