"""English-Japanese pairs of the narrator's corpus in which what is copied is random: file names, identifiers, numbers, placeholders.

`python pairs.py N` prints N pairs. A copied part has a space before it in Japanese, so that both vocabularies cut it alike;
who shows the text takes such spaces out.
"""
import random
import re
import string
import sys
from pathlib import Path
from typing import NamedTuple

sys.path.append(str(Path(__file__).resolve().parent.parent / "narrator"))
import protect  # noqa: E402
from grammar import COPIED, Corpus, Sampler, read_rows  # noqa: E402

CORPUS = Path(__file__).resolve().parent.parent / "narrator" / "corpus"
SLICES, LONGEST = "placeholders agent_identifiers sessions fragments tests_git_build".split(), 70
ENDINGS = "ts tsx js py rs go cc h json yaml yml toml md sh sql html css txt lock env".split()
FOLDERS = "src lib tests docs app api utils core auth web db scripts config server client models".split()
MARK, FIRST = "\ue000", 0xe100  # as the narrator's sampler and protect.py have them
LATIN = re.compile(r"[A-Za-z][A-Za-z0-9+#.-]*[A-Za-z0-9+#]|[0-9]+(?:[.,][0-9]+)*")


class Values:
    """Random strings of the kinds that programs' texts have."""

    def __init__(self, rng: random.Random, words: list[str]):
        self.rng, self.words = rng, words

    def word(self) -> str:
        if self.rng.random() < 0.25:
            return "".join(self.rng.choices(string.ascii_lowercase, k=self.rng.randint(2, 7)))
        return self.rng.choice(self.words)

    def words_of(self, least: int, most: int) -> list[str]:
        return [self.word() for _ in range(self.rng.randint(least, most))]

    def identifier(self) -> str:
        words = self.words_of(2, 3)
        style = self.rng.randrange(6)
        if style == 0:
            return "_".join(words)
        if style == 1:
            return "_".join(words).upper()
        camel = "".join(w.capitalize() for w in words)
        if style == 2:
            return camel
        camel = camel[0].lower() + camel[1:]
        return camel + "()" if style == 3 else f"{words[0]}.{camel}" if style == 4 else camel

    def file(self) -> str:
        name = self.rng.choice("-_.").join(self.words_of(1, 2))
        return f"{name}.{self.rng.choice(ENDINGS)}"

    def folder(self) -> str:
        return "/".join([self.rng.choice(FOLDERS)] + self.words_of(0, 2)) + self.rng.choice(["", "/"])

    def path(self) -> str:
        return f"{self.folder().rstrip('/')}/{self.file()}"

    def flag(self) -> str:
        flag = "--" + "-".join(self.words_of(1, 2))
        return self.rng.choice([flag, flag, f"{flag}={self.word()}", "-" + self.rng.choice(string.ascii_letters)])

    def command(self) -> str:
        command = self.rng.choice(["npm run", "npm", "cargo", "git", "docker", "make", "pip install", "go", "kubectl"])
        return f"{command} {self.word()}" + (f" {self.flag()}" if self.rng.random() < 0.3 else "")

    def version(self) -> str:
        return self.rng.choice(["", "v"]) + ".".join(str(self.rng.randint(0, 30)) for _ in range(self.rng.randint(2, 3)))

    def placeholder(self) -> str:
        w = self.word()
        return self.rng.choice([f"{{{w}}}", f"{{{{{w}}}}}", f"${{{w}}}", f"%({w})s", f"%{self.rng.randint(1, 9)}$s", "%s", "%d",
                                f"<{w}>", f"${w.upper()}"])

    def number(self) -> str:
        low, high = self.rng.choice([(2, 12), (10, 99), (100, 999), (1000, 99999)])
        n = self.rng.randint(low, high)
        return self.rng.choice([str(n)] * 6 + [f"{n:,}", f"{n}.{self.rng.randint(1, 9)}"])

    def hash(self) -> str:
        return "".join(self.rng.choices("0123456789abcdef", k=self.rng.choice([7, 8, 10])))

    def of(self, kind: str) -> str:
        kinds = {"file": [self.file, self.path], "dir": [self.folder], "ident": [self.identifier, self.identifier, self.placeholder],
                 "ver": [self.version], "pkg": [self.word, lambda: "-".join(self.words_of(1, 2))], "branch": [lambda: "/".join(self.words_of(2, 2)), self.hash],
                 "cmd": [self.command, self.flag], "url_path": [lambda: "/" + "/".join(self.words_of(1, 3))],
                 "env": [lambda: "_".join(self.words_of(1, 3)).upper()], "number": [self.number]}
        return self.rng.choice(kinds[kind])()


class Filled(Sampler):
    """The narrator's sampler with random values in the slots that are copied."""

    def __init__(self, corpus: Corpus, rng: random.Random):
        super().__init__(corpus, rng, free=0.85)
        latin = {w.lower() for en, _ in corpus.sentences for w in re.findall(r"\b[A-Za-z]{3,10}\b", en)}
        self.values = Values(rng, sorted(latin))

    def _mark(self, value: str) -> str:
        self._marked.append(value)
        return MARK + chr(FIRST + len(self._marked) - 1)

    def _value(self, kind: str):
        return self._mark(self.values.of(kind)) if kind in COPIED else super()._value(kind)

    def sample(self) -> "Pair":
        while True:
            self._marked: list[str] = []
            en, ja = self._one()
            en, ja = self._all_marked(en[0].upper() + en[1:], ja)
            if self._marked or self.rng.random() < 0.35:
                return Pair(*filled(en, self._marked, spaced=False), *filled(ja, self._marked, spaced=True))

    def _all_marked(self, en: str, ja: str) -> tuple[str, str]:
        """What both sides have anyway is a copied part, too; half of such values become others."""
        for value in dict.fromkeys(protect.PATTERN.findall(en) + LATIN.findall(en)):
            place = protect._whole(value)
            if value.startswith(MARK) or not place.search(ja) or not place.search(en):
                continue
            new = value
            if self.rng.random() < 0.5 and len(value) > 1 and protect.PATTERN.fullmatch(value):
                is_number = re.fullmatch(protect.NUMBER, value)
                new = self.values.of("number" if is_number else self.rng.choice(["file", "ident", "ident", "cmd", "ver", "env"]))
            mark = self._mark(new)
            en, ja = place.sub(mark, en), place.sub(mark, ja)
        return en, ja


class Pair(NamedTuple):
    """Both sides, and of each copied part the places that it has there (characters)."""
    en: str
    en_parts: dict[int, list[tuple[int, int]]]
    ja: str
    ja_parts: dict[int, list[tuple[int, int]]]


def filled(text: str, values: list[str], spaced: bool) -> tuple[str, dict]:
    """The text with values instead of their marks, and where they are."""
    out, places = "", {}
    for piece in re.split(f"({MARK}.)", text):
        if not piece.startswith(MARK):
            out += piece
            continue
        part = ord(piece[1]) - FIRST
        if spaced and out and not out.endswith(" "):
            out += " "
        places.setdefault(part, []).append((len(out), len(out) + len(values[part])))
        out += values[part]
    return out, places


def sampler(seed: int) -> Filled:
    """Of short sentences that agents say: a small network learns few."""
    corpus = Corpus(CORPUS)
    known = set()
    for name in SLICES:
        known.update(read_rows(CORPUS / name / "sentences.tsv"))
    corpus.sentences = [pair for pair in corpus.sentences if pair in known and len(pair[0]) < LONGEST]
    return Filled(corpus, random.Random(seed))


if __name__ == "__main__":
    pairs = sampler(1)
    for _ in range(int(sys.argv[1])):
        pair = pairs.sample()
        print(pair.en, pair.ja, [pair.en[b:e] for places in pair.en_parts.values() for b, e in places], sep="\t")
