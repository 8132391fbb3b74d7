"""Writes the shipped model folder: 8-bit weights as MLX stores them, the tokenizer and the configuration files.

    python export.py FLOAT_MODEL TOKENIZER OUT [--lexicon FILE] [--memory FILE --borrowing FILE] [--beams 12 --length-penalty 1.3 --temperature 1 --min-mean-logprob -0.7]
"""
import argparse
import json
from pathlib import Path

from safetensors.torch import load_file, save_file

import model as narrator
import quantize
from tokenizer import EOS, MODEL_FILE, PAD

MAX_LENGTH = 200


def write_json(path: Path, value: dict) -> None:
    path.write_text(json.dumps(value, indent=2) + "\n", encoding="utf-8")


def main() -> None:
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("model", type=Path)
    ap.add_argument("tokenizer", type=Path)
    ap.add_argument("out", type=Path)
    ap.add_argument("--beams", type=int, default=12)
    ap.add_argument("--length-penalty", type=float, default=1.3)
    ap.add_argument("--temperature", type=float, default=1.0, help="of the consensus between hypotheses; 0 for the best score alone")
    ap.add_argument("--lexicon", type=Path, help="has a say in the choice between hypotheses")
    ap.add_argument("--lexicon-weight", type=float, default=0.15)
    ap.add_argument("--lexicon-confidence", type=float, default=0.22, help="its weight in the confidence, beside the mean log-probability")
    ap.add_argument("--memory", type=Path, help="the translation memory (memory.py)")
    ap.add_argument("--memory-examples", type=float, default=0.5, help="of it, for each piece of a source")
    ap.add_argument("--borrowing", type=Path, help="how words are taken from it (borrow.py --learn)")
    ap.add_argument("--min-confidence", type=float, help="below this confidence a translation counts as lost (roc.py)")
    ap.add_argument("--min-mean-logprob", type=float, help="below this mean log-probability per token a translation counts as lost")
    a = ap.parse_args()
    net = narrator.load(a.model)
    a.out.mkdir(parents=True, exist_ok=True)
    tensors = quantize.quantize_all({f"model.{k}": v for k, v in net.state_dict().items()})
    if a.borrowing:
        tensors |= load_file(a.borrowing)
    save_file(tensors, a.out / "model.safetensors", metadata={"format": "mlx"})
    (a.out / "model.safetensors").chmod(0o644)
    (a.out / MODEL_FILE).write_bytes(a.tokenizer.read_bytes())
    write_json(a.out / "config.json", net.config.as_json() | {"quantization": {"group_size": quantize.GROUP, "bits": quantize.BITS}})
    generation = dict(bos_token_id=0, pad_token_id=PAD, eos_token_id=EOS, decoder_start_token_id=EOS, forced_bos_token_id=net.config.forced_bos_token_id or net.config.vocab_size - 2,
                      num_beams=a.beams, length_penalty=a.length_penalty, early_stopping=False, max_length=MAX_LENGTH)
    own = {"consensus_temperature": a.temperature or None, "min_mean_logprob": a.min_mean_logprob,
           "lexicon_weight": a.lexicon_weight if a.lexicon else None, "min_confidence": a.min_confidence,
           "lexicon_confidence": a.lexicon_confidence if a.lexicon and a.min_confidence is not None else None,
           "independent_clauses": True,
           "memory_examples": a.memory_examples if a.memory else None}
    for name in ("lexicon", "memory"):
        if file := getattr(a, name):
            (a.out / f"{name}.safetensors").write_bytes(file.read_bytes())
    generation["sotto"] = {key: value for key, value in own.items() if value is not None}
    write_json(a.out / "generation_config.json", generation)
    write_json(a.out / "special_tokens_map.json", dict(bos_token="<s>", eos_token="</s>", pad_token="<pad>", unk_token="<unk>", mask_token="<mask>",
                                                       additional_special_tokens=["eng_Latn", "jpn_Jpan"]))


if __name__ == "__main__":
    main()
