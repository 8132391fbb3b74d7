"""Machines of a test's own, each a network namespace with a line to this process, which can be cut and made slow.

Nothing of it has a name in the system: it is gone when the process is.
"""

import ctypes
import os
import subprocess
import time

CLONE_NEWNET = 0x40000000


def run(*command):
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode != 0:
        raise OSError(f"{' '.join(command)}: {done.stderr.strip()}")


def why_no_network():
    """Why there can be none here, in words; empty: there can. Asks in a process of its own."""
    try:
        asked = subprocess.run(["unshare", "--net", "sh", "-ec", "ip link set lo up; ip link add v0 type veth peer name v1; "
                                "tc qdisc add dev v0 root tbf rate 64kbit burst 4kb latency 1s"], capture_output=True, text=True)
    except OSError as error:
        return f"no network namespaces: {error}"
    return "" if asked.returncode == 0 else f"no network namespaces here: {asked.stderr.strip().splitlines()[-1:]}"


class Machine:
    def __init__(self, number):
        self.line = f"v{number}"  # our end of it
        self.gateway, self.address = f"10.77.{number}.1", f"10.77.{number}.2"
        # It lives as long as we hold its input, and the namespace with it.
        self.holder = subprocess.Popen(["unshare", "--net", "cat"], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL)
        here = os.readlink("/proc/self/ns/net")
        while os.readlink(f"/proc/{self.holder.pid}/ns/net") == here:
            time.sleep(0.01)
        self.inside = ["nsenter", f"--net=/proc/{self.holder.pid}/ns/net"]
        run("ip", "link", "add", self.line, "type", "veth", "peer", "name", "eth0", "netns", str(self.holder.pid))
        run("ip", "address", "add", self.gateway + "/30", "dev", self.line)
        run("ip", "link", "set", self.line, "up")
        run(*self.inside, "ip", "link", "set", "lo", "up")
        run(*self.inside, "ip", "address", "add", self.address + "/30", "dev", "eth0")
        run(*self.inside, "ip", "link", "set", "eth0", "up")
        self.is_slow = False

    def cut(self, seconds):
        run("ip", "link", "set", self.line, "down")
        time.sleep(seconds)
        run("ip", "link", "set", self.line, "up")

    def slow(self, is_slow):
        """64 kbit/s each way, with a second of packets before the line; what is more is lost."""
        if is_slow == self.is_slow:
            return
        self.is_slow = is_slow
        how = ["add"] if is_slow else ["del"]
        rate = ["tbf", "rate", "64kbit", "burst", "4kb", "latency", "1s"] if is_slow else []
        run("tc", "qdisc", *how, "dev", self.line, "root", *rate)
        run(*self.inside, "tc", "qdisc", *how, "dev", "eth0", "root", *rate)

    def close(self):
        self.holder.stdin.close()
        self.holder.wait()


class Network:
    """This process is in a namespace of its own from now on, and so are those that it starts."""

    def __init__(self, machines):
        libc = ctypes.CDLL(None, use_errno=True)
        if libc.unshare(CLONE_NEWNET) != 0:
            raise OSError(ctypes.get_errno(), "unshare")
        run("ip", "link", "set", "lo", "up")
        self.machines = [Machine(number) for number in range(machines)]

    def close(self):
        for machine in self.machines:
            machine.close()
