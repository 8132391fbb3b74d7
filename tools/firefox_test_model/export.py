"""Writes what train.py trained as Firefox's translation models are published: `python export.py TRAINED OUT`.

The factor by which activations become integers ("alpha") is measured on sentences of the corpus.
"""
import math
import shutil
import sys
from pathlib import Path

import numpy as np
import torch
from torch import Tensor

import pairs
import train
import vocabulary
from marian_file import MODEL, Writer, configuration
from network import Network, Sizes, linear_names, padding_mask

MEASURED = 400  # sentences


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
    out.activations_of_output(alpha["decoder_Wemb"])
    sizes = net.sizes
    out.write(file, configuration((sizes.d, sizes.ffn, sizes.heads, sizes.encoder, sizes.decoder), len(p["encoder_Wemb"]), len(target)))


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
