"""MLX's affine 8-bit quantization (groups along the input axis), bit-exact with mlx.core.quantize for float32 weights.

Per group: hi = max, lo = min, s = max((hi - lo) / 255, 1e-7), negative unless |lo| > |hi|; the edge is the value of larger
magnitude, kept exact: q0 = rint(edge / s), s = edge / q0, bias = edge (q0 = 0: bias 0). q = clip(rint((w - bias) / s)).
"""
import numpy as np
import torch
from torch import Tensor

BITS, GROUP = 8, 64


def quantize(w: Tensor) -> tuple[Tensor, Tensor, Tensor]:
    """Float32 [out, in] -> packed uint32 [out, in / 4], scales and biases [out, in / 64]."""
    x = w.detach().numpy().astype(np.float32).reshape(len(w), -1, GROUP)
    lo, hi, n = x.min(2, keepdims=True), x.max(2, keepdims=True), np.float32(2 ** BITS - 1)
    low_edge = np.abs(lo) > np.abs(hi)
    s = np.maximum((hi - lo) / n, np.float32(1e-7))
    s = np.where(low_edge, s, -s)
    edge = np.where(low_edge, lo, hi)
    q0 = np.rint(edge / s)
    s = np.where(q0 != 0, edge / np.where(q0 != 0, q0, 1), s).astype(np.float32)
    bias = np.where(q0 != 0, edge, 0).astype(np.float32)
    q = np.clip(np.rint((x - bias) / s), 0, n).astype(np.uint8).reshape(len(w), -1)
    return torch.from_numpy(q.view("<u4").copy()), torch.from_numpy(s[..., 0].copy()), torch.from_numpy(bias[..., 0].copy())


def dequantize(packed: Tensor, scales: Tensor, biases: Tensor) -> Tensor:
    q = torch.from_numpy(packed.numpy().view(np.uint8).astype(np.float32)).view(len(packed), -1, GROUP)
    return (q * scales.float()[..., None] + biases.float()[..., None]).flatten(1)


def dequantize_all(tensors: dict[str, Tensor], scheme: dict | None) -> dict[str, Tensor]:
    """Replaces every NAME.weight / .scales / .biases triple by its float matrix."""
    if not scheme:
        return tensors
    if (scheme["bits"], scheme["group_size"]) != (BITS, GROUP):
        raise ValueError(f"quantization {scheme}, expected {BITS} bits in groups of {GROUP}")
    out = {}
    for name, t in tensors.items():
        stem = name.rsplit(".", 1)[0]
        if name.endswith((".scales", ".biases")):
            continue
        packed = name.endswith(".weight") and f"{stem}.scales" in tensors
        out[name] = dequantize(t, tensors[f"{stem}.scales"], tensors[f"{stem}.biases"]) if packed else t
    return out


def quantize_all(state: dict[str, Tensor]) -> dict[str, Tensor]:
    """Every matrix becomes a triple; vectors stay float32."""
    out = {}
    for name, t in state.items():
        if t.ndim == 2:
            stem = name.removesuffix(".weight")
            out[name], out[f"{stem}.scales"], out[f"{stem}.biases"] = quantize(t)
        else:
            out[name] = t.float().contiguous()
    return out
