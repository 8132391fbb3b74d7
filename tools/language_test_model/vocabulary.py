"""The vocabulary of both sides, in the form of CAT-Translate's: `python vocabulary.py OUT` writes tokenizer.model.

Unigram pieces with bytes for what has none, no space in front of a text. The words of the frame around a text are one piece.
"""
import io
import sys
from pathlib import Path

import sentencepiece
from sentencepiece import sentencepiece_model_pb2 as proto

import examples

MODEL, PIECES, SENTENCES, LONGEST = "tokenizer.model", 4000, 12000, 8
CONTROL = ["<|user|>", "<|assistant|>"]
REQUEST = "Translate the following English text into Japanese."


def main(out: Path) -> None:
    made, lines = examples.sampler(3), []
    for _ in range(SENTENCES):
        pair = made.sample()
        lines += [" " + pair.en, pair.ja]
    model = io.BytesIO()
    sentencepiece.SentencePieceTrainer.train(
        sentence_iterator=iter(lines), model_writer=model, vocab_size=PIECES - 1, model_type="unigram", character_coverage=0.9995, byte_fallback=True,
        split_digits=True, unk_id=0, bos_id=1, eos_id=2, pad_id=3, control_symbols=CONTROL, normalization_rule_name="identity",
        add_dummy_prefix=False, remove_extra_whitespaces=False, max_sentencepiece_length=LONGEST, num_threads=1, minloglevel=2)
    p = proto.ModelProto.FromString(model.getvalue())
    p.pieces.add(piece=REQUEST.replace(" ", "\u2581"), score=-1.0, type=proto.ModelProto.SentencePiece.NORMAL)
    p.trainer_spec.vocab_size = len(p.pieces)
    out.mkdir(parents=True, exist_ok=True)
    (out / MODEL).write_bytes(p.SerializeToString())
    print(len(p.pieces), "pieces")


def load(folder: Path) -> sentencepiece.SentencePieceProcessor:
    return sentencepiece.SentencePieceProcessor(model_file=str(folder / MODEL))


def prompt(tokenizer: sentencepiece.SentencePieceProcessor, text: str) -> list[int]:
    """CAT-Translate's frame around an English text."""
    user, assistant = (tokenizer.piece_to_id(name) for name in CONTROL)
    return [user, *tokenizer.encode(f"{REQUEST}\n\n {text}"), tokenizer.eos_id(), assistant]


if __name__ == "__main__":
    main(Path(sys.argv[1]))
