"""Two vocabularies with the options of published models, in which what is copied is cut alike.

The Japanese one has all Latin pieces of the English one, with their scores. `python vocabulary.py OUT` writes srcvocab.enja.spm and trgvocab.enja.spm.
"""
import io
import re
import sys
from pathlib import Path

import sentencepiece
from sentencepiece import sentencepiece_model_pb2 as proto

import pairs

SOURCE, TARGET = "srcvocab.enja.spm", "trgvocab.enja.spm"
SYMBOLS = [f"__{name}__" for name in ("source", "target", "done", "start", "end", "sep")] + [f"__misc{i}__" for i in range(10)]
ENGLISH_PIECES, JAPANESE_PIECES, SENTENCES = 1400, 1350, 40000
NORMAL = proto.ModelProto.SentencePiece.NORMAL


def trained(lines, size: int, coverage: float) -> proto.ModelProto:
    model = io.BytesIO()
    sentencepiece.SentencePieceTrainer.train(
        sentence_iterator=iter(lines), model_writer=model, vocab_size=size, model_type="unigram", character_coverage=coverage, byte_fallback=True,
        split_digits=True, eos_id=0, unk_id=1, bos_id=-1, pad_id=-1, user_defined_symbols=SYMBOLS, normalization_rule_name="nmt_nfkc",
        max_sentencepiece_length=8, num_threads=1, minloglevel=2)
    return proto.ModelProto.FromString(model.getvalue())


def pieces(english: list[str], japanese: list[str]) -> tuple[proto.ModelProto, proto.ModelProto]:
    source = trained(english, ENGLISH_PIECES, 1.0)
    target = trained(japanese, JAPANESE_PIECES, 0.99)
    latin = [p for p in source.pieces if p.type == NORMAL and p.piece.replace("\u2581", "").isascii()]
    shared = {p.piece for p in latin}
    own = [p for p in target.pieces if p.type != NORMAL or (p.piece not in shared and not re.search("[A-Za-z]", p.piece))]
    del target.pieces[:]
    target.pieces.extend(own + latin)
    target.trainer_spec.vocab_size = len(target.pieces)
    return source, target


def main(out: Path) -> None:
    sampler = pairs.sampler(3)
    english, japanese = [], []
    for _ in range(SENTENCES):
        pair = sampler.sample()
        english.append(pair.en)
        japanese.append(pair.ja)
    source, target = pieces(english, japanese)
    out.mkdir(parents=True, exist_ok=True)
    (out / SOURCE).write_bytes(source.SerializeToString())
    (out / TARGET).write_bytes(target.SerializeToString())
    print(len(source.pieces), len(target.pieces))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
