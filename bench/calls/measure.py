#!/usr/bin/env python3
"""What a call through C and through Python costs beside the program's own: measure.py [RUNS]

The program, a program in C (host.c) and one in Python translate the same sentences with the narrator, a line through a pipe each, in turns
and with one thread; none keeps translations. It takes build/release/sotto and libsotto.so beside it, and cffi and NumPy for Python.
"""
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).parents[2]
BUILD = ROOT / "build/release"
SENTENCES = ["All 42 tests pass now.", "I'll update it to use JWT_SECRET and add a regression test.",
             "One test is failing: the login endpoint returns 401 instead of 200."]


def translate_lines():
    import sotto

    translator = sotto.Translator("narrator-en-ja", to="ja", engine=sotto.Engine(threads=1, cache=False))
    for line in sys.stdin:
        print(translator.translate(line.rstrip("\n")).text, flush=True)


def processor_seconds(process):
    fields = pathlib.Path(f"/proc/{process.pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def ask(process, text):
    process.stdin.write(text + "\n")
    process.stdin.flush()
    return process.stdout.readline()


def measure(runs):
    environment = os.environ | {"SOTTO_CACHE": "off", "PYTHONPATH": str(ROOT / "python"), "SOTTO_LIBRARY": str(BUILD / "libsotto.so.0"),
                                "LD_LIBRARY_PATH": str(BUILD)}
    with tempfile.TemporaryDirectory() as folder:
        host = pathlib.Path(folder) / "host"
        subprocess.run(["cc", "-O2", "-I", ROOT / "include", ROOT / "bench/calls/host.c", "-L", BUILD, "-lsotto", "-o", host], check=True)
        commands = {"the program": [BUILD / "sotto", "-q", "translate", "--to", "ja", "--model", "narrator-en-ja", "--threads", "1"],
                    "C": [host], "Python": [sys.executable, __file__, "--translate-lines"]}
        processes = {name: subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8",
                                            env=environment, cwd=ROOT) for name, command in commands.items()}
        said, times = {name: [] for name in processes}, {name: [] for name in processes}
        for process in processes.values():
            for text in SENTENCES:
                ask(process, text)
        before = {name: processor_seconds(process) for name, process in processes.items()}
        for run in range(runs):
            text = SENTENCES[run % len(SENTENCES)]
            for name, process in processes.items():
                began = time.perf_counter()
                said[name].append(ask(process, text))
                times[name].append((time.perf_counter() - began) * 1e3)
        print(f"{runs} sentences each, milliseconds\n{'':12} {'p50':>8} {'least':>8} {'processor, mean':>16}")
        for name, process in processes.items():
            spent = (processor_seconds(process) - before[name]) * 1e3 / runs
            print(f"{name:12} {statistics.median(times[name]):8.2f} {min(times[name]):8.2f} {spent:16.2f}")
            process.stdin.close()
            process.wait()
        first = said["the program"]
        if not all(first) or any(lines != first for lines in said.values()):
            sys.exit("measure.py: they do not say the same")


if __name__ == "__main__":
    translate_lines() if sys.argv[1:] == ["--translate-lines"] else measure(int(sys.argv[1]) if len(sys.argv) > 1 else 300)
