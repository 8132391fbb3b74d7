#!/usr/bin/env python3
"""How long a stream of sound that is left in its middle holds its place, in Python: stop.py [RUNS]

A stream is begun and left after its first chunk. Its place is free when no thread of it is there any more.
It takes build/release/libsotto.so.0, cffi, NumPy and espeak-ng. More than 100 ms is an error.
"""
import os
import pathlib
import statistics
import sys
import threading
import time

ROOT = pathlib.Path(__file__).parents[2]
os.environ.setdefault("SOTTO_LIBRARY", str(ROOT / "build/release/libsotto.so.0"))
sys.path.insert(0, str(ROOT / "python"))
import sotto  # noqa: E402

LONG = "The tests pass. The build is green. " * 200
LIMIT_MS = 100


def of_streams():
    return any(thread.name == "sotto speech" for thread in threading.enumerate())


def main():
    runs = int(sys.argv[1]) if len(sys.argv) > 1 else 50
    voice = sotto.Voice(language="en", engine=sotto.Engine(["narrator-en-ja"], ["espeak-ng"], cache=False))
    freed, first = [], []
    for _ in range(runs):
        began = time.perf_counter()
        stream = voice.stream(LONG)
        next(stream)
        left = time.perf_counter()
        first.append((left - began) * 1e3)
        stream.close()
        while of_streams():
            time.sleep(0.0005)
        freed.append((time.perf_counter() - left) * 1e3)
    print(f"{runs} streams: first sound p50 {statistics.median(first):.1f} ms; left in the middle, the place is free after "
          f"p50 {statistics.median(freed):.1f}, max {max(freed):.1f} ms")
    if max(freed) > LIMIT_MS:
        sys.exit(f"stop.py: {max(freed):.1f} ms, expected {LIMIT_MS} at most")


main()
