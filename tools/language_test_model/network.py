"""A Llama (Touvron et al. 2023) for training, and the weights that it begins with. Parameters have the names and shapes of the hub's checkpoints."""
import math
from dataclasses import dataclass

import torch
import torch.nn.functional as F
from torch import Tensor

EPSILON, THETA, HEAD = 1e-5, 500000.0, 64


@dataclass
class Sizes:
    d: int = 256
    ff: int = 640
    layers: int = 4
    heads: int = 4
    kv_heads: int = 2


LARGE = Sizes()
SMALL = Sizes(d=128, ff=384, layers=2, heads=2, kv_heads=2)
BEFORE = slice(1, 41)  # columns where a row has what the piece before it is; column 0 is the same for all pieces
CONSTANT = 0.25


def matrices(s: Sizes) -> dict[str, tuple[int, int]]:
    out = {}
    for i in range(s.layers):
        p = f"model.layers.{i}."
        out |= {f"{p}self_attn.q_proj.weight": (s.heads * HEAD, s.d), f"{p}self_attn.k_proj.weight": (s.kv_heads * HEAD, s.d),
                f"{p}self_attn.v_proj.weight": (s.kv_heads * HEAD, s.d), f"{p}self_attn.o_proj.weight": (s.d, s.heads * HEAD),
                f"{p}mlp.gate_proj.weight": (s.ff, s.d), f"{p}mlp.up_proj.weight": (s.ff, s.d), f"{p}mlp.down_proj.weight": (s.d, s.ff)}
    return out


def initial(s: Sizes, pieces: int) -> dict[str, Tensor]:
    p = {"model.embed_tokens.weight": torch.randn(pieces, s.d) / 16, "model.norm.weight": torch.ones(s.d)}
    for name, shape in matrices(s).items():
        p[name] = torch.randn(shape) * ((0.1 if "o_proj" in name or "down" in name else 0.7) / math.sqrt(shape[1]))
    for i in range(s.layers):
        for norm in ("input_layernorm", "post_attention_layernorm"):
            p[f"model.layers.{i}.{norm}.weight"] = torch.ones(s.d)
    begin_copying(s, p)
    return p


def begin_copying(s: Sizes, p: dict[str, Tensor]) -> None:
    """Begins with a network that copies: it looks for the last piece in the source and says what comes after it there.

    A head of the first layer puts into each row what the piece before it is; in the second layer a head of each group asks for the row before
    which the last piece stands, and adds what that row is. A network of this size learns that by itself in hours.
    """
    e = p["model.embed_tokens.weight"]
    e[:, 0], e[:, BEFORE] = CONSTANT, 0
    before, content = torch.arange(s.d)[BEFORE], torch.arange(BEFORE.stop, s.d)
    digest = torch.linalg.qr(torch.randn(len(content), len(before)))[0].T
    half, fast = HEAD // 2, 10
    waves = THETA ** (-torch.arange(fast) / half)

    def clear(layer: int, m: str, head: int) -> Tensor:
        rows = head * HEAD + torch.arange(HEAD)
        p[f"model.layers.{layer}.self_attn.{m}_proj.weight"][rows] = 0
        return rows

    def put(layer: int, m: str, rows: Tensor, columns: Tensor, block: Tensor) -> None:
        p[f"model.layers.{layer}.self_attn.{m}_proj.weight"][rows[:, None], columns[None]] = block

    # Row p - 1 is where a question that was turned one step back meets its answer.
    q, k, v = clear(0, "q", 0), clear(0, "k", 0), clear(0, "v", 0)
    pair = torch.cat([torch.arange(fast), half + torch.arange(fast)])
    one = torch.zeros(1, dtype=torch.long)
    put(0, "q", q[pair], one, 2 * torch.cat([waves.cos(), -waves.sin()])[:, None])
    put(0, "k", k[pair], one, 2 * torch.cat([torch.ones(fast), torch.zeros(fast)])[:, None])
    put(0, "v", v[:len(before)], content, digest)
    p["model.layers.0.self_attn.o_proj.weight"][:, q] = 0
    put(0, "o", before, q[:len(before)], torch.eye(len(before)) / 16)

    slow = torch.cat([torch.arange(half - len(before) // 2, half), half + torch.arange(half - len(before) // 2, half)])
    for group in range(s.kv_heads):
        head = group * (s.heads // s.kv_heads)
        q, k, v = clear(1, "q", head), clear(1, "k", group), clear(1, "v", group)
        put(1, "q", q[slow], content, 1.3 * digest)
        put(1, "k", k[slow], before, 1.3 * torch.eye(len(before)))
        part = content[group * len(content) // s.kv_heads:][:HEAD]
        put(1, "v", v[:len(part)], part, torch.eye(len(part)))
        p["model.layers.1.self_attn.o_proj.weight"][:, q] = 0
        put(1, "o", part, q[:len(part)], 0.15 * torch.eye(len(part)))


def rotation(length: int) -> tuple[Tensor, Tensor]:
    angle = torch.arange(length)[:, None] * THETA ** (-torch.arange(HEAD // 2) / (HEAD // 2))
    return angle.cos(), angle.sin()


def rotated(x: Tensor, cos: Tensor, sin: Tensor) -> Tensor:
    a, b = x.chunk(2, -1)
    return torch.cat([a * cos - b * sin, b * cos + a * sin], -1)


class Network:
    def __init__(self, sizes: Sizes, parameters: dict[str, Tensor]):
        self.sizes, self.p = sizes, parameters

    def norm(self, x: Tensor, name: str) -> Tensor:
        return F.rms_norm(x, (self.sizes.d,), self.p[f"{name}.weight"], EPSILON)

    def heads(self, x: Tensor, name: str) -> Tensor:
        return (x @ self.p[f"{name}.weight"].T).view(*x.shape[:2], -1, HEAD).transpose(1, 2)

    def rows(self, ids: Tensor) -> Tensor:
        """The last norm's output, [batch, length, d]."""
        s, x = self.sizes, self.p["model.embed_tokens.weight"][ids]
        turn = rotation(ids.shape[1])
        for i in range(s.layers):
            own = f"model.layers.{i}."
            n, a = self.norm(x, own + "input_layernorm"), own + "self_attn."
            q, k, v = rotated(self.heads(n, a + "q_proj"), *turn), rotated(self.heads(n, a + "k_proj"), *turn), self.heads(n, a + "v_proj")
            mixed = F.scaled_dot_product_attention(q, k, v, is_causal=True, enable_gqa=s.kv_heads < s.heads)
            x = x + mixed.transpose(1, 2).flatten(2) @ self.p[a + "o_proj.weight"].T
            n, m = self.norm(x, own + "post_attention_layernorm"), own + "mlp."
            gate = F.silu(n @ self.p[m + "gate_proj.weight"].T) * (n @ self.p[m + "up_proj.weight"].T)
            x = x + gate @ self.p[m + "down_proj.weight"].T
        return self.norm(x, "model.norm")
