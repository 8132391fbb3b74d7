"""Scores a model folder (float or 8-bit) on the held-out sentences: chrF, BLEU on characters, mean log-probability.

    python evaluate.py MODEL TOKENIZER [--beams 12 --length-penalty 1.3 --temperature 2 --lexicon FILE] [--slices] [--show 20] [--out FILE]
"""
import argparse
from pathlib import Path

import sacrebleu
import torch

import model as narrator
from generate import translate
from grammar import Corpus
from lexicon import Lexicon
from tokenizer import Tokenizer

BLEU = sacrebleu.metrics.BLEU(tokenize="char")
CHRF = sacrebleu.metrics.CHRF()


def line(name: str, hyps: list[str], refs: list[str]) -> str:
    return f"{name:24s} {len(hyps):4d} sentences  chrF {CHRF.corpus_score(hyps, [refs]).score:5.2f}  BLEU {BLEU.corpus_score(hyps, [refs]).score:5.2f}"


def main() -> None:
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("model", type=Path)
    ap.add_argument("tokenizer", type=Path)
    ap.add_argument("--corpus", type=Path, default=Path(__file__).parent / "corpus")
    ap.add_argument("--beams", type=int, default=12)
    ap.add_argument("--length-penalty", type=float, default=1.3)
    ap.add_argument("--temperature", type=float, default=2.0, help="of the consensus between hypotheses; 0 for the best score alone")
    ap.add_argument("--lexicon", type=Path, help="lexicon.safetensors, which has a say in that choice")
    ap.add_argument("--lexicon-weight", type=float, default=0.15)
    ap.add_argument("--slices", action="store_true", help="a line for each slice")
    ap.add_argument("--show", type=int, default=0, help="print so many of the translations")
    ap.add_argument("--out", type=Path, help="TSV: slice, English, reference, output, mean log-probability")
    a = ap.parse_args()
    torch.set_num_threads(1)
    net, tokenizer = narrator.load(a.model), Tokenizer(a.tokenizer)
    held = [(name, en, ja) for name, rows in Corpus(a.corpus).heldout.items() for en, ja in rows]
    results = translate(net, tokenizer, [en for _, en, _ in held], a.beams, a.length_penalty, a.temperature,
                        Lexicon(a.lexicon) if a.lexicon else None, a.lexicon_weight)
    hyps, refs = [r.text for r in results], [ja for *_, ja in held]
    print(line(f"all, beams {a.beams}", hyps, refs))
    print(CHRF.get_signature(), BLEU.get_signature(), sep="\n")
    if a.slices:
        for name in dict.fromkeys(name for name, *_ in held):
            of_slice = [i for i, (n, *_) in enumerate(held) if n == name]
            print(line(name, [hyps[i] for i in of_slice], [refs[i] for i in of_slice]))
    scores = sorted(r.mean_logprob for r in results)
    print("mean log-probability: " + "  ".join(f"p{q} {scores[int(q / 100 * (len(scores) - 1))]:.3f}" for q in (1, 2, 3, 5, 10, 50, 90)))
    for (_, en, ja), r in list(zip(held, results))[:: max(1, len(held) // a.show) if a.show else len(held)][:a.show]:
        print(f"{en} | {ja} | {r.text} | {r.mean_logprob:.2f}")
    if a.out:
        a.out.write_text("".join(f"{n}\t{en}\t{ja}\t{r.text}\t{r.mean_logprob:.4f}\n" for (n, en, ja), r in zip(held, results)), encoding="utf-8")


if __name__ == "__main__":
    main()
