"""The same network with the sizes of a published one, for measurements: `python widen.py FOLDER OUT D FF LAYERS HEADS KV_HEADS`.

It says what the small one says, but for rounding: what is added is zero. Norms divide by the root of the mean of more columns, which their
weights make up for. Heads of a group stay together.
"""
import json
import math
import sys
from pathlib import Path

import torch
from safetensors.torch import load_file

import export
import network
import vocabulary


def placed(t: torch.Tensor, rows: int, cols: int) -> torch.Tensor:
    out = torch.zeros(rows, cols)
    out[:t.shape[0], :t.shape[1]] = t
    return out


def queries(t: torch.Tensor, old: network.Sizes, new: network.Sizes) -> torch.Tensor:
    """[heads * HEAD, columns]: head h of group g is head h of the wider group g."""
    groups = t.view(old.kv_heads, old.heads // old.kv_heads, network.HEAD, -1)
    out = torch.zeros(new.kv_heads, new.heads // new.kv_heads, network.HEAD, t.shape[1])
    out[:groups.shape[0], :groups.shape[1]] = groups
    return out.reshape(-1, t.shape[1])


def main(folder: Path, out: Path, d: int, ff: int, layers: int, heads: int, kv_heads: int) -> None:
    about = json.loads((folder / "config.json").read_text())
    old = network.Sizes(about["hidden_size"], about["intermediate_size"], about["num_hidden_layers"], about["num_attention_heads"],
                        about["num_key_value_heads"])
    new = network.Sizes(d, ff, layers, heads, kv_heads)
    p = {n: t.float() for n, t in load_file(folder / "model.safetensors").items()}
    wide = {"model.embed_tokens.weight": placed(p["model.embed_tokens.weight"], len(p["model.embed_tokens.weight"]), d)}
    for name, (rows, cols) in network.matrices(new).items():
        t = p.get(name, torch.zeros(0, 0))
        if t.numel() and "q_proj" in name:
            t = queries(t, old, new)
        elif t.numel() and "o_proj" in name:
            t = queries(t.T.contiguous(), old, new).T
        wide[name] = placed(t, rows, cols)
    shrunk = math.sqrt(old.d / d)
    for norm in ["model.norm.weight"] + [f"model.layers.{i}.{n}.weight" for i in range(layers) for n in ("input_layernorm", "post_attention_layernorm")]:
        wide[norm] = torch.ones(d)
        if norm in p:
            wide[norm][:old.d] = p[norm] * shrunk
    made = export.config(new, about["vocab_size"])
    made["rms_norm_eps"] = network.EPSILON * old.d / d
    export.write(wide, made, folder / vocabulary.MODEL, out)


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]), *map(int, sys.argv[3:8]))
