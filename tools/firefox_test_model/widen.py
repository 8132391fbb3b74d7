"""The small network with the sizes of published ones: `python widen.py ../../tests/data/bergamot_login OUT [base-memory]`.

It says what the small one says, in the time that a published one takes: random weights never end a sentence, or repeat one piece until a guard
stops them. numpy alone. How the same sums come out of larger matrices:

- The stream of d numbers stands there several times ("copies"), so that layer norms see the same mean and variance. Every matrix reads the first
  copy, and writes all of them.
- Positions are sines that lie at other numbers in a wider stream: the first copy has those of about the same frequencies.
- A layer too many does nothing: normed once more, what was normed without scale and bias stays. Scale and bias then come behind the last of them.
- A head has more numbers than it needs, of which the rest are zero; queries make up for the larger square root that they are divided by.
- Pieces too many are never said: their bias is -1000.
"""
import shutil
import struct
import sys
from pathlib import Path

import numpy as np

from marian_file import MODEL, Writer, configuration, read

SIZES = {"tiny": (256, 1536, 8, 6, 2), "base-memory": (384, 1536, 8, 6, 4), "base": (512, 2048, 8, 6, 2)}  # d, ffn, heads, encoder, decoder
PIECES = 32000
SMALL_HEADS = 4  # as in network.py


def places_of(small: int, d: int) -> np.ndarray:
    """[copies, small]: where each number of each copy stands in the wider stream; first sines, then cosines, each by falling frequency."""
    half, wide = small // 2, d // 2
    first = np.rint(np.arange(half) * (wide - 1) / (half - 1)).astype(int)
    rest = np.setdiff1d(np.arange(wide), first).reshape(half, -1).T  # neighbours together
    one_side = np.concatenate([first[None], rest])
    return np.concatenate([one_side, one_side + wide], axis=1)


class Wide:
    def __init__(self, weights: dict[str, np.ndarray], size: str):
        self.d, self.ffn, self.heads, self.encoder, self.decoder = SIZES[size]
        self.w, self.random = weights, np.random.default_rng(1)
        self.small = weights["encoder_Wemb"].shape[1]
        self.at, self.out = places_of(self.small, self.d), Writer()
        self.root = np.sqrt(self.d / self.small)  # embeddings are multiplied by that of d

    def everywhere(self, rows: np.ndarray) -> np.ndarray:
        """The last axis, in all copies."""
        out = np.zeros((*rows.shape[:-1], self.d), np.float32)
        for copy in self.at:
            out[..., copy] = rows
        return out

    def first_copy(self, columns: np.ndarray) -> np.ndarray:
        """The first axis, read from the first copy alone."""
        out = np.zeros((self.d, columns.shape[1]), np.float32)
        out[self.at[0]] = columns
        return out

    def in_heads(self, columns: np.ndarray) -> np.ndarray:
        size, wide = self.small // SMALL_HEADS, self.d // self.heads
        out = np.zeros((columns.shape[0], self.d), np.float32)
        for head in range(SMALL_HEADS):
            out[:, head * wide:head * wide + size] = columns[:, head * size:(head + 1) * size]
        return out

    def matrix(self, name: str, of: str, weights: np.ndarray, is_off: bool = False) -> None:
        self.out.matrix(name, np.zeros_like(weights) if is_off else weights)
        self.out.floats(f"{name}_QuantMultA", self.w[f"{of}_QuantMultA"])

    def attention(self, name: str, of: str, is_off: bool) -> None:
        scale = np.sqrt((self.d // self.heads) / (self.small // SMALL_HEADS))
        for m in "qkv":
            factor = scale if m == "q" else 1
            self.matrix(f"{name}_W{m}", f"{of}_W{m}", self.in_heads(self.first_copy(self.w[f"{of}_W{m}"])) * factor)
            self.out.floats(f"{name}_b{m}", self.in_heads(self.w[f"{of}_b{m}"]) * factor)
        back = self.everywhere(self.in_heads(self.w[f"{of}_Wo"].T).T)
        self.matrix(f"{name}_Wo", f"{of}_Wo", back, is_off)
        self.out.floats(f"{name}_bo", self.everywhere(self.w[f"{of}_bo"]) * (not is_off))

    def feed_forward(self, name: str, of: str, is_off: bool) -> None:
        rest = ((0, 0), (0, self.ffn - self.w[f"{of}_b1"].shape[1]))
        self.matrix(f"{name}_W1", f"{of}_W1", np.pad(self.first_copy(self.w[f"{of}_W1"]), rest))
        self.out.floats(f"{name}_b1", np.pad(self.w[f"{of}_b1"], rest))
        self.matrix(f"{name}_W2", f"{of}_W2", np.pad(self.everywhere(self.w[f"{of}_W2"]), rest[::-1]), is_off)
        self.out.floats(f"{name}_b2", self.everywhere(self.w[f"{of}_b2"]) * (not is_off))

    def cells(self, name: str, of: str, is_off: bool) -> None:
        self.matrix(f"{name}_W", f"{of}_W", self.everywhere(self.first_copy(self.w[f"{of}_W"])), is_off)
        self.matrix(f"{name}_Wf", f"{of}_Wf", self.everywhere(self.first_copy(self.w[f"{of}_Wf"])))
        self.out.floats(f"{name}_bf", self.everywhere(self.w[f"{of}_bf"]))

    def norm(self, name: str, of: str | None, factor: np.ndarray | float = 1) -> None:
        """None: a norm alone."""
        for part, plain in (("scale", 1), ("bias", 0)):
            row = np.full((1, self.d), plain, np.float32) if of is None else self.everywhere(self.w[f"{of}_ln_{part}"])
            self.out.floats(f"{name}_ln_{part}", row * factor)

    def stack(self, side: str, parts: list[tuple], layers: int, here: int) -> None:
        """Layers that do nothing stand before the last one of the small network, whose attention says what became what."""
        for layer in range(1, layers + 1):
            spare = layers - here
            of = layer if layer < here - 1 else max(here - 1, layer - spare)
            is_off = here - 1 < layer < layers
            for part, make, norm in parts:
                make(f"{side}_l{layer}_{part}", f"{side}_l{of}_{part}", is_off)
                is_last_part = part == parts[-1][0]
                waits = is_off or (is_last_part and layer == here - 1 and spare > 0)
                ends_spare = is_last_part and is_off and layer == layers - 1
                factor = 1
                if side == "decoder" and layer == layers and is_last_part:  # to the output, which is the embedding in all copies
                    factor = np.zeros((1, self.d), np.float32)
                    factor[0, self.at[0]] = self.root
                name = f"{side}_l{layer}_{norm}"
                self.norm(name, None if waits and not ends_spare else f"{side}_l{here - 1 if ends_spare else of}_{norm}", factor)

    def write(self, file: Path) -> None:
        self.stack("encoder", [("self", self.attention, "self_Wo"), ("ffn", self.feed_forward, "ffn_ffn")], self.encoder, self.layers("encoder"))
        self.stack("decoder", [("rnn", self.cells, "rnn_ffn"), ("context", self.attention, "context_Wo"), ("ffn", self.feed_forward, "ffn_ffn")],
                   self.decoder, self.layers("decoder"))
        for name in ("encoder_Wemb", "decoder_Wemb"):
            known = self.w[name]
            rest = self.random.uniform(-1, 1, (PIECES - len(known), self.d)) * np.abs(known).mean()
            self.out.embeddings(name, np.concatenate([self.everywhere(known), rest.astype(np.float32)]) / self.root)
        known = self.w["decoder_ff_logit_out_b"]
        self.out.floats("decoder_ff_logit_out_b", np.pad(known, ((0, 0), (0, PIECES - known.shape[1])), constant_values=-1000))
        self.out.activations_of_output(self.w["decoder_Wemb_QuantMultA"].item() / self.root)
        self.out.write(file, configuration((self.d, self.ffn, self.heads, self.encoder, self.decoder), PIECES, PIECES))

    def layers(self, side: str) -> int:
        return max(int(name.split("_")[1][1:]) for name in self.w if name.startswith(f"{side}_l"))


def with_more_pieces(vocabulary: bytes, known: int) -> bytes:
    """Protocol buffers add what stands behind: pieces (field 1) of a text (1) and a score (2)."""
    for i in range(known, PIECES):
        text = f"\ue000{i}".encode()
        piece = b"\x0a" + bytes([len(text)]) + text + b"\x15" + struct.pack("<f", -100)
        vocabulary += b"\x0a" + bytes([len(piece)]) + piece
    return vocabulary


def main(small: Path, out: Path, size: str) -> None:
    weights = read(small / MODEL)
    out.mkdir(parents=True, exist_ok=True)
    Wide(weights, size).write(out / MODEL)
    for name, side in (("srcvocab.enja.spm", "encoder"), ("trgvocab.enja.spm", "decoder")):
        (out / name).write_bytes(with_more_pieces((small / name).read_bytes(), len(weights[f"{side}_Wemb"])))
    shutil.copy(small / "direction.json", out)


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3] if len(sys.argv) > 3 else "base-memory")
