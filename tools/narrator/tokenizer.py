"""Text <-> token ids of the narrator, in the id layout of NLLB (M2M100).

Ids: <s> 0, <pad> 1, </s> 2, <unk> 3, sentencepiece piece k is k + 1, then eng_Latn, jpn_Jpan and <mask>.
A source is [eng_Latn] pieces </s>, a target [jpn_Jpan] pieces </s>; from Japanese to English it is the other way round.
"""
from pathlib import Path

import sentencepiece

PAD, EOS, UNK = 1, 2, 3
MODEL_FILE = "sentencepiece.bpe.model"


class Tokenizer:
    def __init__(self, model_file: Path):
        self.pieces = sentencepiece.SentencePieceProcessor(model_file=str(model_file))
        self.vocab_size = self.pieces.get_piece_size() + 4
        self.english, self.japanese = self.vocab_size - 3, self.vocab_size - 2

    def _encode(self, language: int, text: str, dropout: float) -> list[int]:
        """`dropout` is the chance that a BPE merge is skipped (Provilkov et al. 2020): other splits of the same word."""
        if dropout > 0:
            ids = self.pieces.encode(text, enable_sampling=True, alpha=dropout, nbest_size=-1)
        else:
            ids = self.pieces.encode(text)
        return [language] + [i + 1 for i in ids] + [EOS]

    def source(self, text: str, dropout: float = 0.0) -> list[int]:
        return self._encode(self.english, text, dropout)

    def target(self, text: str, dropout: float = 0.0) -> list[int]:
        return self._encode(self.japanese, text, dropout)

    def japanese_source(self, text: str, dropout: float = 0.0) -> list[int]:
        return self._encode(self.japanese, text, dropout)

    def english_target(self, text: str) -> list[int]:
        return self._encode(self.english, text, 0)

    def decode(self, ids: list[int]) -> str:
        return self.pieces.decode([i - 1 for i in ids if 4 <= i < self.english])


def train(text_file: Path, out: Path, vocab_size: int = 4000) -> None:
    """BPE with short pieces: long ones swallow whole Japanese phrases, and the network then ignores the source."""
    sentencepiece.SentencePieceTrainer.train(
        input=str(text_file), model_prefix=str(out / "sentencepiece.bpe"), vocab_size=vocab_size, model_type="bpe",
        character_coverage=1.0, user_defined_symbols=[f"⟦{i}⟧" for i in range(10)], byte_fallback=True,
        split_digits=True, max_sentencepiece_length=9, normalization_rule_name="nmt_nfkc", minloglevel=2)
