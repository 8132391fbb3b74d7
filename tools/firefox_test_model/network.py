"""The network of Firefox's translation models for training: post-norm encoder, decoder of SSRU cells (Kim et al. 2019), two vocabularies.

Parameters have the names and shapes of the checkpoint. Rows of the Japanese embeddings whose piece the English vocabulary has, too, are the same
parameters: what is copied is then learned for all pieces at once.
"""
import math
from dataclasses import dataclass

import torch
import torch.nn.functional as F
from torch import Tensor

EPSILON = 1e-6


@dataclass
class Sizes:
    d: int = 128
    ffn: int = 384
    heads: int = 4
    encoder: int = 3
    decoder: int = 2


def linear_names(sizes: Sizes) -> dict[str, tuple[str | None, int, int]]:
    """Of each matrix: its bias, inputs and outputs."""
    d, f, out = sizes.d, sizes.ffn, {}

    def attention(prefix: str) -> None:
        out.update({f"{prefix}_W{m}": (f"{prefix}_b{m}", d, d) for m in "qkvo"})

    def feed_forward(prefix: str) -> None:
        out.update({f"{prefix}_W1": (f"{prefix}_b1", d, f), f"{prefix}_W2": (f"{prefix}_b2", f, d)})
    for i in range(1, sizes.encoder + 1):
        attention(f"encoder_l{i}_self")
        feed_forward(f"encoder_l{i}_ffn")
    for i in range(1, sizes.decoder + 1):
        out.update({f"decoder_l{i}_rnn_W": (None, d, d), f"decoder_l{i}_rnn_Wf": (f"decoder_l{i}_rnn_bf", d, d)})
        attention(f"decoder_l{i}_context")
        feed_forward(f"decoder_l{i}_ffn")
    return out


def norm_names(sizes: Sizes) -> list[str]:
    return [f"encoder_l{i}_{n}" for i in range(1, sizes.encoder + 1) for n in ("self_Wo", "ffn_ffn")] + \
           [f"decoder_l{i}_{n}" for i in range(1, sizes.decoder + 1) for n in ("rnn_ffn", "context_Wo", "ffn_ffn")]


def initial(sizes: Sizes, source: int, target: int) -> dict[str, Tensor]:
    p = {"encoder_Wemb": torch.randn(source, sizes.d) / math.sqrt(sizes.d), "own_Wemb": torch.randn(target, sizes.d) / math.sqrt(sizes.d),
         "decoder_ff_logit_out_b": torch.zeros(1, target)}
    for name, (bias, rows, cols) in linear_names(sizes).items():
        p[name] = (torch.rand(rows, cols) * 2 - 1) * math.sqrt(6 / (rows + cols))
        if bias:
            p[bias] = torch.zeros(1, cols)
    for name in norm_names(sizes):
        p |= {f"{name}_ln_scale": torch.ones(1, sizes.d), f"{name}_ln_bias": torch.zeros(1, sizes.d)}
    copying(p, sizes)
    return p


def copying(p: dict[str, Tensor], sizes: Sizes) -> None:
    """Begins with a network that copies: it looks for the last piece in the source and says what comes after it there.

    A network of this size learns that by itself in hours. A head of the first layer puts into each row what the piece before it is; two
    heads of the last one ask for the row before which the last piece stands. Embeddings leave free what these write to and read.
    """
    d, wide = sizes.d, sizes.d // sizes.heads
    places = torch.cat([torch.arange(wide // 2), d // 2 + torch.arange(wide // 2)])  # sines and cosines of the fastest waves
    before = wide // 2 + torch.arange(wide)
    content = torch.tensor([i for i in range(d) if i not in set((places.tolist() + before.tolist()))])
    for name in ("encoder_Wemb", "own_Wemb"):
        kept = torch.zeros(d)
        kept[content] = math.sqrt(d / len(content))
        p[name] *= kept
    for name in p:
        if name.endswith(("_Wo", "_W2", "_rnn_W")):
            p[name] *= 0.3
    digest = torch.linalg.qr(torch.randn(len(content), wide))[0]
    # One step back is a turn of each wave.
    turn = torch.exp(torch.arange(wide // 2) * (-math.log(10000) / (d // 2 - 1)))
    sin, cos = torch.diag(turn.sin()), torch.diag(turn.cos())
    back = torch.cat([torch.cat([cos, sin], 1), torch.cat([-sin, cos], 1)])
    own = slice(0, wide)
    first, last = "encoder_l1_self", f"decoder_l{sizes.decoder}_context"

    def put(name: str, rows: Tensor, columns: Tensor, block: Tensor) -> None:
        p[name][rows[:, None], columns[None]] = block

    def only(name: str, columns: slice) -> Tensor:
        p[name][:, columns] = 0
        return torch.arange(d)[columns]
    put(f"{first}_Wq", places, only(f"{first}_Wq", own), 4 * back)
    put(f"{first}_Wk", places, only(f"{first}_Wk", own), 4 * torch.eye(wide))
    put(f"{first}_Wv", content, only(f"{first}_Wv", own), digest)
    p[f"{first}_Wo"][own] = 0
    put(f"{first}_Wo", torch.arange(d)[own], before, torch.eye(wide))
    for head in range(2):
        own = slice(head * wide, (head + 1) * wide)
        half = content[head * len(content) // 2:(head + 1) * len(content) // 2]
        put(f"{last}_Wq", content, only(f"{last}_Wq", own), 1.2 * digest)
        put(f"{last}_Wk", before, only(f"{last}_Wk", own), 1.2 * torch.eye(wide))
        put(f"{last}_Wv", half, only(f"{last}_Wv", own), torch.eye(len(half), wide))
        p[f"{last}_Wo"][own] = 0
        put(f"{last}_Wo", torch.arange(d)[own], half, 2 * torch.eye(wide, len(half)))


def positions(length: int, d: int) -> Tensor:
    half = d // 2
    angle = torch.arange(length)[:, None] * torch.exp(torch.arange(half) * (-math.log(10000) / (half - 1)))
    return torch.cat([angle.sin(), angle.cos()], 1)


class Network:
    """`shared` maps rows of the Japanese vocabulary to rows of the English one, -1 where it has none."""

    def __init__(self, sizes: Sizes, parameters: dict[str, Tensor], shared: Tensor):
        self.sizes, self.p = sizes, parameters
        self.table = positions(512, sizes.d)
        self.rows = torch.where(shared >= 0, shared, len(parameters["encoder_Wemb"]) + torch.arange(len(shared)))
        self.largest: dict[str, float] | None = None  # of the inputs of each matrix, where it is measured

    def target_embeddings(self) -> Tensor:
        return torch.cat([self.p["encoder_Wemb"], self.p["own_Wemb"]])[self.rows]

    def note(self, name: str, x: Tensor) -> None:
        if self.largest is not None:
            self.largest[name] = max(self.largest.get(name, 0.0), float(x.abs().max()))

    def linear(self, x: Tensor, name: str, bias: str | None) -> Tensor:
        self.note(name, x)
        y = x @ self.p[name]
        return y + self.p[bias] if bias else y

    def named(self, x: Tensor, prefix: str, m: str) -> Tensor:
        return self.linear(x, f"{prefix}_W{m}", f"{prefix}_b{m}")

    def norm(self, x: Tensor, name: str) -> Tensor:
        return F.layer_norm(x, (self.sizes.d,), self.p[name + "_ln_scale"][0], self.p[name + "_ln_bias"][0], EPSILON)

    def heads(self, x: Tensor) -> Tensor:
        return x.view(x.shape[0], x.shape[1], self.sizes.heads, -1).transpose(1, 2)

    def attention(self, x: Tensor, memory: Tensor, mask: Tensor, prefix: str) -> tuple[Tensor, Tensor]:
        """The block's output, and the weights [batch, heads, rows, source]."""
        q, k, v = self.heads(self.named(x, prefix, "q")), self.heads(self.named(memory, prefix, "k")), self.heads(self.named(memory, prefix, "v"))
        weights = (q @ k.mT / math.sqrt(self.sizes.d // self.sizes.heads) + mask).float().softmax(-1)
        mixed = (weights.to(v.dtype) @ v).transpose(1, 2).flatten(2)
        return self.norm(x + self.named(mixed, prefix, "o"), prefix + "_Wo"), weights

    def feed_forward(self, x: Tensor, prefix: str) -> Tensor:
        return self.norm(x + self.named(torch.relu(self.named(x, prefix, "1")), prefix, "2"), prefix + "_ffn")

    def encode(self, ids: Tensor, mask: Tensor) -> Tensor:
        x = self.p["encoder_Wemb"][ids] * math.sqrt(self.sizes.d) + self.table[:ids.shape[1]]
        for i in range(1, self.sizes.encoder + 1):
            x, _ = self.attention(x, x, mask, f"encoder_l{i}_self")
            x = self.feed_forward(x, f"encoder_l{i}_ffn")
        return x

    def cells(self, x: Tensor, prefix: str) -> Tensor:
        forget = torch.sigmoid(self.linear(x, prefix + "_Wf", prefix + "_bf").float())
        update = (1 - forget) * self.linear(x, prefix + "_W", None)
        cell, all_cells = torch.zeros_like(update[:, 0]), []
        for f, u in zip(forget.unbind(1), update.unbind(1)):
            cell = torch.addcmul(u, f, cell)
            all_cells.append(cell)
        return torch.stack(all_cells, 1)

    def decode(self, ids: Tensor, memory: Tensor, mask: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """The rows that logits are made of, one before each id; what heads 0 and 1 of the last layer see there; the embeddings."""
        table = self.target_embeddings()
        e = table[ids] * math.sqrt(self.sizes.d)
        x = torch.cat([torch.zeros_like(e[:, :1]), e[:, :-1]], 1) + self.table[:ids.shape[1]]
        for i in range(1, self.sizes.decoder + 1):
            p = f"decoder_l{i}_rnn"
            x = self.norm(x + torch.relu(self.cells(x, p)), p + "_ffn")
            x, weights = self.attention(x, memory, mask, f"decoder_l{i}_context")
            x = self.feed_forward(x, f"decoder_l{i}_ffn")
        self.note("decoder_Wemb", x)
        return x, weights[:, :2], table


def padding_mask(ids: Tensor, lengths: list[int]) -> Tensor:
    return torch.where(torch.arange(ids.shape[1])[None] < torch.tensor(lengths)[:, None], 0.0, -1e9)[:, None, None]
