#!/usr/bin/env python3
"""Makes a model folder of 8-bit affine groups a folder of floats, so that other schemes can be made of it: dequantize.py SOURCE TARGET

The floats are those that the 8 bits stand for: an f32 of this kind is as good as the q8 it comes from, no better. Needs numpy.
"""
import json
import pathlib
import shutil
import struct
import sys

import numpy as np

TYPES = {"F32": np.float32, "F16": np.float16, "BF16": np.uint16, "U32": np.uint32}


def read(file):
    data = file.read_bytes()
    size = struct.unpack("<Q", data[:8])[0]
    tensors = {}
    for name, about in json.loads(data[8:8 + size]).items():
        if name != "__metadata__":
            begin, end = about["data_offsets"]
            values = np.frombuffer(data[8 + size + begin:8 + size + end], TYPES[about["dtype"]]).reshape(about["shape"])
            if about["dtype"] == "BF16":  # the upper half of a float
                values = (values.astype(np.uint32) << 16).view(np.float32)
            tensors[name] = values
    return tensors


def write(file, tensors):
    header, at = {}, 0
    for name, values in tensors.items():
        header[name] = {"dtype": "F32", "shape": list(values.shape), "data_offsets": [at, at + values.nbytes]}
        at += values.nbytes
    text = json.dumps(header).encode()
    text += b" " * (-len(text) % 8)
    file.write_bytes(struct.pack("<Q", len(text)) + text + b"".join(v.tobytes() for v in tensors.values()))


def floats(tensors):
    out = {}
    for name, values in tensors.items():
        stem = name.removesuffix(".weight")
        if name.endswith((".scales", ".biases")) and values.ndim == 2:
            continue
        if values.dtype == np.uint32:
            scales, biases = (tensors[f"{stem}.{part}"].astype(np.float32)[:, :, None] for part in ("scales", "biases"))
            q = values.view(np.uint8).reshape(*scales.shape[:2], -1).astype(np.float32)
            values = (q * scales + biases).reshape(values.shape[0], -1)
        out[name] = np.ascontiguousarray(values, np.float32)
    return out


def main():
    source, target = map(pathlib.Path, sys.argv[1:])
    config = json.loads((source / "config.json").read_text(encoding="utf-8"))
    bits = config.get("quantization", {}).get("bits")
    if bits != 8:
        sys.exit(f"{source}: config.json says quantization with {bits} bits, expected 8")
    target.mkdir()
    for file in source.iterdir():
        if file.name not in ("config.json", "model.safetensors"):
            shutil.copy(file, target)
    config.pop("quantization")
    config.pop("quantization_config", None)
    (target / "config.json").write_text(json.dumps(config, indent=1) + "\n", encoding="utf-8")
    write(target / "model.safetensors", floats(read(source / "model.safetensors")))


if __name__ == "__main__":
    main()
