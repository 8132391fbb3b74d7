"""SOTTO_CHECK=numbers: no network reads memory that nobody wrote, or makes a NaN, from its first operation to its last.

The cases are those of bench/same_outputs.py, with the small networks of tests/data: one of each kind, in floats or in one form of weights.
"""

import json
import os
import shutil
import struct
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SOTTO = os.environ["SOTTO_BINARY"]
sys.path.insert(0, str(ROOT / "bench"))

from same_outputs import LINES, cases  # noqa: E402

NETWORKS = ["narrator", "narrator, keys in int8", "nllb", "nllb, q8", "nllb, int8", "nllb, 4 beams", "marian, q4", "bergamot joint", "bergamot split", "bergamot, 2 lines together", "language model",
            "language model gemma3_text", "language model hunyuan_v1_dense", "language model lfm2, q8", "language model llama, keys in f16", "language model qwen3, int8",
            "kokoro", "kokoro, int8", "pocket lsd, int8", "pocket grouped", "xtts, a recording", "xtts, q8"]
SLOW = ["chatterbox, a recording"]  # two seconds and a half, with sanitizers a minute


def run(arguments, text=LINES):
    with tempfile.TemporaryDirectory() as home:
        environment = {k: v for k, v in os.environ.items() if not k.startswith("SOTTO_")} | {"SOTTO_CHECK": "numbers", "XDG_CACHE_HOME": home}
        return subprocess.run([SOTTO, *arguments, "--threads", "1"], input=text.encode(), capture_output=True, env=environment)


def with_nan(folder, name):
    """Makes the first number of a tensor of floats NaN."""
    path = Path(folder) / "model.safetensors"
    data = bytearray(path.read_bytes())
    header = struct.unpack("<Q", data[:8])[0]
    tensor = json.loads(data[8:8 + header])[name]
    begin = 8 + header + tensor["data_offsets"][0]
    assert tensor["dtype"] == "F32"
    data[begin:begin + 4] = struct.pack("<f", float("nan"))
    path.write_bytes(data)


class Numbers(unittest.TestCase):
    def test_networks_make_numbers_alone(self):
        known = dict(cases())
        for name in NETWORKS + ([] if os.environ.get("SOTTO_SANITIZED") else SLOW):
            with self.subTest(name):
                arguments = known[name]
                done = run(arguments, LINES if arguments[0] == "translate" else "It passes now.")
                self.assertEqual(done.returncode, 0, done.stderr.decode(errors="replace")[-500:])
                self.assertGreater(len(done.stdout), 100)

    def test_a_nan_is_found(self):
        with tempfile.TemporaryDirectory() as folder:
            model = Path(folder) / "nllb"
            shutil.copytree(ROOT / "tests/data/nllb", model, ignore=shutil.ignore_patterns("cases.json", "tensors.safetensors", "pytorch_model.bin"))
            with_nan(model, "model.encoder.layer_norm.weight")
            done = run(["translate", "--to", "ja", "--raw", "--no-cache", "--model", str(model)])
            self.assertNotEqual(done.returncode, 0)
            self.assertRegex(done.stderr.decode(), r"device: layer_norm: .* has \d+ NaN of \[\d+, \d+\], the first in row \d+, column 0; expected none")


if __name__ == "__main__":
    unittest.main()
