"""Marian's binary files, as Firefox's translation models are published.

Little-endian; a version (u64, 1), the number of items (u64), of each item four u64 (length of its name with the NUL, type,
number of dimensions, length of its data), all names, all dimensions (i32), padding (u64 and so many bytes) up to a multiple of 256, then the data.
Items are in the order of their names, and padded to 256 bytes. Matrices are stored by their outputs, each byte times 1/multiplier, which
follows them. numpy alone.
"""
import json
import math
import struct
from pathlib import Path

import numpy as np

FLOAT, BYTES, INTEGERS = 0x404, 0x101, 0x4101
BLOCK = 256
MODEL = "model.enja.intgemm.alphas.bin"


def quantized(weights: np.ndarray) -> tuple[np.ndarray, np.float32]:
    largest = np.abs(weights).max().astype(np.float32)
    multiplier = np.float32(127) / (largest if largest > 0 else np.float32(1))
    return np.clip(np.rint(weights.astype(np.float32) * multiplier), -127, 127).astype(np.int8), multiplier


def to_block(data: bytes) -> bytes:
    return data + bytes(-len(data) % BLOCK)


class Writer:
    def __init__(self):
        self.items: dict[str, tuple[int, tuple[int, ...], bytes]] = {}

    def floats(self, name: str, values: np.ndarray) -> None:
        self.items[name] = (FLOAT, values.shape, to_block(values.astype("<f4").tobytes()))

    def integers(self, name: str, shape: tuple[int, ...], values: np.ndarray, multiplier: float) -> None:
        self.items[name] = (INTEGERS, shape, to_block(values.tobytes() + struct.pack("<f", multiplier)))

    def matrix(self, name: str, weights: np.ndarray) -> None:
        values, multiplier = quantized(weights)
        self.integers(name, weights.shape, np.ascontiguousarray(values.T), multiplier)

    def embeddings(self, name: str, weights: np.ndarray) -> None:
        self.integers(name, weights.shape, *quantized(weights))

    def activations_of_output(self, alpha: float) -> None:
        """By its name this one is an embedding, too: 127 / multiplier."""
        self.integers("decoder_Wemb_QuantMultA", (1, 1), np.array([127], np.int8), 127 / alpha)

    def write(self, file: Path, configuration: str) -> None:
        text = configuration.encode() + b"\0"
        items = [(n.encode() + b"\0", *self.items[n]) for n in sorted(self.items)] + [(b"special:model.yml\0", BYTES, (len(text),), text)]
        head = struct.pack("<QQ", 1, len(items))
        head += b"".join(struct.pack("<4Q", len(n), kind, len(shape), len(data)) for n, kind, shape, data in items)
        head += b"".join(n for n, *_ in items)
        head += b"".join(struct.pack(f"<{len(shape)}i", *shape) for _, _, shape, _ in items)
        padding = BLOCK - (len(head) + 8) % BLOCK
        head += struct.pack("<Q", padding) + bytes(padding)
        file.write_bytes(head + b"".join(data for *_, data in items))


def read(file: Path) -> dict[str, np.ndarray]:
    """What Writer wrote, as floats: matrices [inputs, outputs], and alphas as they were given."""
    data = file.read_bytes()
    count, at = struct.unpack_from("<Q", data, 8)[0], 16
    heads = [struct.unpack_from("<4Q", data, at + 32 * i) for i in range(count)]
    at += 32 * count
    names, shapes, weights = [], [], {}
    for length, *_ in heads:
        names.append(data[at:at + length - 1].decode())
        at += length
    for _, _, dimensions, _ in heads:
        shapes.append(struct.unpack_from(f"<{dimensions}i", data, at))
        at += 4 * dimensions
    at += 8 + struct.unpack_from("<Q", data, at)[0]
    for name, shape, (_, kind, _, length) in zip(names, shapes, heads):
        size = math.prod(shape)
        if kind == FLOAT:
            weights[name] = np.frombuffer(data, "<f4", size, at).reshape(shape)
        elif kind == INTEGERS:
            values = np.frombuffer(data, np.int8, size, at).astype(np.float32) / struct.unpack_from("<f", data, at + size)[0]
            is_by_rows = name.endswith(("Wemb", "QuantMultA"))
            weights[name] = values.reshape(shape) if is_by_rows else values.reshape(shape[::-1]).T
        at += length
    return weights


def configuration(sizes: tuple[int, int, int, int, int], source: int, target: int) -> str:
    """`sizes`: d, ffn, heads, layers of the encoder and of the decoder."""
    d, ffn, heads, encoder, decoder = sizes
    keys = {"dec-cell": "ssru", "dec-depth": decoder, "dim-emb": d, "dim-vocabs": [source, target], "enc-depth": encoder,
            "layer-normalization": False, "tied-embeddings": True, "tied-embeddings-all": False, "tied-embeddings-src": False,
            "transformer-decoder-autoreg": "rnn", "transformer-dim-ffn": ffn, "transformer-ffn-activation": "relu", "transformer-ffn-depth": 2,
            "transformer-guided-alignment-layer": "last", "transformer-heads": heads, "transformer-no-projection": False,
            "transformer-postprocess": "dan", "transformer-postprocess-emb": "d", "transformer-postprocess-top": "", "transformer-preprocess": "",
            "transformer-tied-layers": [], "transformer-train-position-embeddings": False, "type": "transformer"}
    return "\n".join(f"{key}: {json.dumps(value)}" for key, value in keys.items())
