"""Muon for the matrices inside the network, AdamW for the rest.

Muon (Jordan et al. 2024): the momentum of a matrix is replaced by its nearest (semi-)orthogonal matrix, found with five
Newton-Schulz steps. Two changes make it cheap enough for one core. Attention projections are split by head, 64 x 256
each, and feed-forward ones into 128 x 1024, so that the iteration works on small Gram matrices; and the polynomial is built up in Gram space,
X_5 = (P_5 .. P_1) X_0 with P_k a polynomial of G_k = X_k X_k', so the wide matrix is multiplied twice in all.
"""
import torch
from torch import Tensor, nn

A, B, C = 3.4445, -4.7750, 2.0315


def orthogonalize(x: Tensor) -> Tensor:
    """[batch, m, n], m <= n: singular values go to about 1."""
    x = x / (x.norm(dim=(1, 2), keepdim=True) + 1e-12)
    g = x @ x.mT
    q = None
    for k in range(5):
        p = torch.baddbmm(g, g, g, beta=B, alpha=C)
        p.diagonal(dim1=1, dim2=2).add_(A)
        q = p if q is None else q @ p
        if k < 4:
            g = p @ (g @ p)
    return q @ x


class Muon:
    """Steps all matrices at once, grouped by block shape. The update's root mean square is 0.2 lr, like AdamW's."""

    def __init__(self, named: list[tuple[str, nn.Parameter]], heads: int, momentum: float = 0.95, decay: float = 0.01):
        self.named, self.heads, self.momentum, self.decay = named, heads, momentum, decay
        self.state = {name: torch.zeros_like(p) for name, p in named}

    def _blocks(self, name: str, t: Tensor) -> Tensor:
        if name.endswith("out_proj.weight"):
            return t.T.reshape(self.heads, -1, t.shape[0])
        if "_proj." in name:
            return t.view(self.heads, -1, t.shape[1])
        wide = t.T if t.shape[0] > t.shape[1] else t
        return wide.reshape(-1, 128, wide.shape[1])

    @torch.no_grad()
    def step(self, lr: float) -> None:
        shapes: dict[torch.Size, list] = {}
        for name, p in self.named:
            m = self.state[name].lerp_(p.grad, 1 - self.momentum)
            blocks = self._blocks(name, p.grad.lerp(m, self.momentum))
            shapes.setdefault(blocks.shape[1:], []).append((name, p, blocks))
        for (rows, cols), items in shapes.items():
            updates = orthogonalize(torch.cat([blocks for *_, blocks in items])).split([len(blocks) for *_, blocks in items])
            for (name, p, _), u in zip(items, updates):
                p.mul_(1 - lr * self.decay)
                if name.endswith("out_proj.weight"):
                    u = u.reshape(-1, p.shape[0]).T
                elif "_proj." in name:
                    u = u.reshape(p.shape)
                else:
                    u = u.flatten(0, 1)
                    u = u.T if p.shape[0] > p.shape[1] else u
                p.add_(u, alpha=-lr * 0.2 * max(rows, cols) ** 0.5)


class Optimizer:
    """kind "muon": Muon and AdamW; "adamw": AdamW for all."""

    def __init__(self, model: nn.Module, kind: str, heads: int):
        matrices = [(n, p) for n, p in model.named_parameters() if kind == "muon" and p.ndim == 2 and n != "shared.weight"]
        inside = {id(p) for _, p in matrices}
        self.muon = Muon(matrices, heads)
        self.adam = torch.optim.AdamW([p for p in model.parameters() if id(p) not in inside], betas=(0.9, 0.98), weight_decay=0.01, foreach=True)

    def step(self, muon_lr: float, adam_lr: float) -> None:
        for group in self.adam.param_groups:
            group["lr"] = adam_lr
        self.adam.step()
        self.muon.step(muon_lr)

    def state_dict(self) -> dict:
        return {"adam": self.adam.state_dict(), "muon": self.muon.state}

    def load_state_dict(self, state: dict) -> None:
        self.adam.load_state_dict(state["adam"])
        self.muon.state = state["muon"]
