"""Writes what train.py trained as Firefox's translation models are published: `python export.py TRAINED OUT`.

A Marian binary file: little-endian; a version (u64, 1), the number of items (u64), of each item four u64 (length of its name with the NUL, type,
number of dimensions, length of its data), all names, all dimensions (i32), padding (u64 and so many bytes) up to a multiple of 256, then the data.
Items are in the order of their names, and padded to 256 bytes. Matrices are stored by their outputs, each byte times 1/multiplier, which
follows them. The factor by which activations become integers ("alpha") is measured on sentences of the corpus.
"""
import json
import math
import shutil
import struct
import sys
from pathlib import Path

import numpy as np
import torch
from torch import Tensor

import pairs
import train
import vocabulary
from network import Network, Sizes, linear_names, padding_mask

FLOAT, BYTES, INTEGERS = 0x404, 0x101, 0x4101
BLOCK = 256
MODEL = "model.enja.intgemm.alphas.bin"
MEASURED = 400  # sentences


def quantized(weights: np.ndarray) -> tuple[np.ndarray, np.float32]:
    multiplier = np.float32(127) / np.abs(weights).max().astype(np.float32)
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


def configuration(sizes: Sizes, source: int, target: int) -> str:
    keys = {"dec-cell": "ssru", "dec-depth": sizes.decoder, "dim-emb": sizes.d, "dim-vocabs": [source, target], "enc-depth": sizes.encoder,
            "layer-normalization": False, "tied-embeddings": True, "tied-embeddings-all": False, "tied-embeddings-src": False,
            "transformer-decoder-autoreg": "rnn", "transformer-dim-ffn": sizes.ffn, "transformer-ffn-activation": "relu", "transformer-ffn-depth": 2,
            "transformer-guided-alignment-layer": "last", "transformer-heads": sizes.heads, "transformer-no-projection": False,
            "transformer-postprocess": "dan", "transformer-postprocess-emb": "d", "transformer-postprocess-top": "", "transformer-preprocess": "",
            "transformer-tied-layers": [], "transformer-train-position-embeddings": False, "type": "transformer"}
    return "\n".join(f"{key}: {json.dumps(value)}" for key, value in keys.items())


def alphas(net: Network, tokenizers) -> dict[str, float]:
    """127 for the largest number that goes into each matrix."""
    net.largest, sampler = {}, pairs.sampler(9)
    for _ in range(MEASURED):
        source, target, _ = train.example(tokenizers, sampler.sample())
        ids = torch.tensor([source])
        mask = padding_mask(ids, [len(source)])
        net.decode(torch.tensor([target]), net.encode(ids, mask), mask)
    return {name: 127 / largest for name, largest in net.largest.items()}


def write(net: Network, alpha: dict[str, float], target: Tensor, file: Path) -> None:
    out, p = Writer(), {name: t.numpy() for name, t in net.p.items()}
    matrices = linear_names(net.sizes)
    for name in p.keys() - matrices.keys() - {"encoder_Wemb", "own_Wemb"}:
        out.floats(name, p[name])
    for name in matrices:
        out.matrix(name, p[name])
        out.floats(f"{name}_QuantMultA", np.array([[alpha[name]]]))
    out.embeddings("encoder_Wemb", p["encoder_Wemb"])
    out.embeddings("decoder_Wemb", target.numpy())
    # By its name this one is an embedding, too: 127 / multiplier.
    out.integers("decoder_Wemb_QuantMultA", (1, 1), np.array([127], np.int8), 127 / alpha["decoder_Wemb"])
    out.write(file, configuration(net.sizes, len(p["encoder_Wemb"]), len(target)))


@torch.no_grad()
def main(trained: Path, out: Path) -> None:
    torch.set_num_threads(1)
    saved = torch.load(trained / "weights.pt")
    tokenizers = train.vocabularies(trained)
    net = Network(Sizes(**saved["sizes"]), saved["parameters"], train.shared_rows(*tokenizers))
    out.mkdir(parents=True, exist_ok=True)
    write(net, alphas(net, tokenizers), net.target_embeddings(), out / MODEL)
    for name in (vocabulary.SOURCE, vocabulary.TARGET):
        shutil.copy(trained / name, out / name)
    (out / "direction.json").write_text('{"from":"en","to":"ja"}\n')
    assert math.isfinite(sum(float(t.sum()) for t in net.p.values()))


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
