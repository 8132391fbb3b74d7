"""How well the confidence in a translation tells right from wrong, by the labels of the six files of judged sentences.

    python roc.py SHIPPED [--weight 0.22]

The confidence is the mean log-probability of the tokens and `weight` times the score in the lexicon (src/translate/decode_policy.cc computes it).
A label counts where this model still says what was labelled. Prints for each file the area under the ROC curve, and what each threshold
gives up.
"""
import argparse
import json
from pathlib import Path

import numpy as np
import torch

import model as narrator
from generate import translate
from lexicon import Lexicon
from protect import protect
from tokenizer import MODEL_FILE, Tokenizer

FILES = {"heldout200.tsv": 0, "families.tsv": 1, "families_fresh.tsv": 1, "agent_fresh.tsv": 0, "agent60.tsv": 0, "agent100.tsv": 0}  # and the column of the English sentence
GIVEN_UP = (0.0, 0.01, 0.02, 0.03, 0.04, 0.05, 0.1, 0.2)  # of the right ones


def labelled(path: Path) -> list[tuple[str, str, bool]]:
    """(English, output, right) of the newest output of each line."""
    rows = []
    for line in path.read_text(encoding="utf-8").split("\n"):
        if line and not line.startswith("#"):
            *fields, output, label = line.split("\t")
            if label != "lost":
                rows.append((fields[FILES[path.name]], output, label == "right"))
    return rows


def area(scores: np.ndarray, right: np.ndarray) -> float:
    """The probability that a right one has the higher score."""
    ranks = scores.argsort().argsort() + 1
    n, m = right.sum(), (~right).sum()
    return float(ranks[right].sum() - n * (n + 1) / 2) / (n * m)


def report(mean: np.ndarray, score: np.ndarray, confidence: np.ndarray, right: np.ndarray) -> None:
    for name, values in (("mean log-probability", mean), ("lexicon", score), ("confidence", confidence)):
        print(f"area under the curve, {name}: {area(values, right):.3f}")
    for share in GIVEN_UP:
        limit = np.quantile(confidence[right], share)
        below = confidence < limit
        print(f"below {limit:.3f}: {100 * below[right].mean():4.1f} % of the right ones, {100 * below[~right].mean():4.1f} % of the wrong ones; "
              f"of the others {100 * right[~below].mean():.1f} % are right")


def main() -> None:
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("shipped", type=Path, help="folder that export.py wrote")
    ap.add_argument("--weight", type=float, default=0.22, help="of the score in the lexicon, beside the mean log-probability")
    a = ap.parse_args()
    torch.set_num_threads(1)
    net, tokenizer = narrator.load(a.shipped), Tokenizer(a.shipped / MODEL_FILE)
    lexicon = Lexicon(a.shipped / "lexicon.safetensors")
    search = json.loads((a.shipped / "generation_config.json").read_text())
    for name in FILES:
        rows = labelled(Path(__file__).parent / name)
        results = translate(net, tokenizer, [en for en, *_ in rows], search["num_beams"], search["length_penalty"],
                            search["sotto"]["consensus_temperature"], lexicon, search["sotto"]["lexicon_weight"])
        kept = [(r.mean_logprob, lexicon.score(tokenizer.source(protect(en)[0])[1:-1], r.ids[1:-1]), right)
                for (en, output, right), r in zip(rows, results) if r.text == output]
        mean, score, right = (np.array(column) for column in zip(*kept))
        print(f"{name}: {len(kept)} labels of {len(rows)}, {100 * right.mean():.1f} % right")
        report(mean, score, mean + a.weight * score, right.astype(bool))


if __name__ == "__main__":
    main()
