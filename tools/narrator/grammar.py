"""Samples EN->JA training pairs from the corpus (corpus/FORMAT.md): free sentences, and patterns filled with nouns and phrases.

A slot is filled once per clause, verb phrase or fact, with the same value on both sides. `python grammar.py N CORPUS`
prints N pairs as the network sees them.
"""
import random
import re
import sys
from pathlib import Path

import protect
from joined import Joiner

SLOT = re.compile(r"\{([a-z_]+)(\d?)(?:\.([a-z]+))?\}")
COLUMNS = {"nouns": 4, "vps": 8, "facts": 3, "clauses": 2, "sentences": 2, "heldout": 2}
NOUNS = {"artifact", "system", "problem", "concept", "person", "action", "doc"}
COPIED = {"file", "dir", "ident", "ver", "pkg", "branch", "cmd", "url_path", "env"}
NUMBERS = {"num", "line"}
KNOWN = NOUNS | COPIED | NUMBERS | {"pct", "lang", "vp", "fact"}
EN_FORM = {"base": 0, "ing": 1, "past": 2}
JA_FORM = {"dict": 3, "te": 4, "stem": 5, "ta": 6, "nai": 7}
LANGUAGES = ("TypeScript Python Rust Go JavaScript C++ Java Swift Kotlin React Docker Postgres Redis Node Kubernetes "
             "GitHub Linux macOS Ruby PHP Vue Django Flask Terraform Android iOS Windows Bash SQLite").split()
# Names that no rule of protect.py can tell from words, so the network must learn to copy some of them as they are.
PACKAGES = ("react-query lodash axios express numpy pandas pytest eslint webpack vite prettier jest zod prisma tokio serde requests "
            "sqlalchemy fastapi celery redux tailwind babel mocha cypress playwright date-fns moment chalk commander").split()
# So many times as often as the others come slices of set phrases, which no rule explains and which are short, and
# families of sentences that differ in one point of meaning, which are what the network gets wrong most.
TIMES = {"short_remarks": 20, "agent_remarks": 5, "contrasts": 6, "contrasts_phrases": 8,
         "meaning_families": 2, "meaning_pairs": 3, "families_roles": 2, "minimal_pairs": 2}
# No network is trained on these: borrow.py learns from sentences that the network does not know.
FOR_BORROWING = ("agent_memory_e", "clauses_memory_c", "everyday_memory_e", "families_memory_c", "long_memory_g", "phrases_agent_c")
VOWEL_SOUND = re.compile(r"^(?!(uni|use|usa|uti|eu|one\b|u[rnt][il]))[aeiou]|"
                         r"^(hour|honest|SQL|SSH|HTTP|HTML|FAQ|XML|N\+1|LRU|MP3|SDK|RSS|LLM|S3|NPM|HMAC)\b", re.I)


def read_rows(path: Path) -> list[tuple[str, ...]]:
    """The well-formed rows of one TSV file; a line that is still being written (no newline yet) is left for later."""
    rows = []
    if not path.exists():
        return rows
    text = path.read_text(encoding="utf-8", errors="replace")
    for line in text[:text.rfind("\n") + 1].split("\n"):
        row = tuple(cell.strip() for cell in line.split("\t"))
        if not line.startswith("#") and len(row) == COLUMNS[path.stem] and all(row):
            rows.append(row)
    return rows


def slots(text: str) -> set[tuple[str, str]]:
    return {(kind, digit) for kind, digit, _ in SLOT.findall(text)}


class Corpus:
    """All rows of all slices but those of `without`. A pair whose slots are unknown or differ between the sides is dropped."""

    def __init__(self, folder: Path, without: tuple[str, ...] = ()):
        self.nouns: dict[str, list] = {c: [] for c in NOUNS}
        self.vps, self.facts, self.clauses, self.sentences = [], [], [], []
        self.heldout: dict[str, list] = {}
        self.times: dict[tuple[str, ...], int] = {}
        for slice_folder in sorted(p for p in folder.iterdir() if p.is_dir() and p.name not in without):
            for kind, *noun in read_rows(slice_folder / "nouns.tsv"):
                if kind in NOUNS:
                    self.nouns[kind].append(noun)
            for name in ("vps", "facts", "clauses", "sentences"):
                getattr(self, name).extend(filter(self._consistent, read_rows(slice_folder / f"{name}.tsv")))
            if slice_folder.name in TIMES:
                self.times |= dict.fromkeys(read_rows(slice_folder / "sentences.tsv"), TIMES[slice_folder.name])
            if held := read_rows(slice_folder / "heldout.tsv"):
                self.heldout[slice_folder.name] = held
        known = {en for rows in self.heldout.values() for en, _ in rows}
        self.sentences = [pair for pair in dict.fromkeys(self.sentences) if pair[0] not in known]

    @staticmethod
    def _consistent(row: tuple[str, ...]) -> bool:
        first = slots(row[0])
        return all(slots(cell) == first for cell in row) and all(kind in KNOWN for kind, _ in first)


class Sampler:
    """An endless source of pairs. Free sentences are drawn without replacement, epoch after epoch.

    Sentences that the network knows by heart teach little: `losses` holds the last loss of each one (by its English side),
    and in the next epoch a sentence is left out with a chance that grows as the loss falls below `easy`.
    """

    easy, least = 1.5, 0.25

    def __init__(self, corpus: Corpus, rng: random.Random, free: float = 0.78, joined: float = 0.0):
        """`joined`: share of the sentences that can be joined with others (joined.py) that are."""
        self.corpus, self.rng, self.free, self.joined = corpus, rng, free, joined
        self.losses: dict[str, float] = {}
        self._queue: list = []
        self._marks = 0
        self._joiner, self._waiting = Joiner(corpus.sentences), []

    def set_corpus(self, corpus: Corpus) -> None:
        """New sentences come next, and those of TIMES again among the others."""
        known = set(self.corpus.sentences)
        new = [pair for pair in corpus.sentences if pair not in known]
        self._queue += [pair for pair in new for _ in range(corpus.times.get(pair, 1) - 1)]
        self.rng.shuffle(self._queue)
        self.rng.shuffle(new)
        self.corpus = corpus
        self._queue += new

    def _number(self) -> str:
        r = self.rng
        low, high = r.choice([(2, 9), (2, 12), (10, 99), (100, 999), (1000, 9999)])
        return str(r.randint(low, high))

    def _value(self, kind: str):
        r = self.rng
        if kind in NOUNS:
            return r.choice(self.corpus.nouns[kind])
        if kind == "pct":
            return f"{r.randint(1, 99)}%"
        if kind in NUMBERS:
            return self._number()
        if kind == "lang":
            return r.choice(LANGUAGES)
        if kind == "pkg" and r.random() < 0.3:
            return r.choice(PACKAGES)
        self._marks = (self._marks + 1) % 1024
        return "\ue000" + chr(0xe100 + self._marks)

    def _noun(self, noun, form: str) -> str:
        en, plural, _ = noun
        countable = plural != "-"
        if form == "pl":
            return plural if countable else en
        if form == "the":
            return "the " + (plural if countable and self.rng.random() < 0.15 else en)
        if form == "a" and countable:
            return ("an " if VOWEL_SOUND.search(en) else "a ") + en
        return en

    def _fill(self, text: str, chosen: dict, english: bool) -> str:
        def one(match: re.Match) -> str:
            kind, digit, form = match.groups()
            if (kind, digit) not in chosen:
                chosen[kind, digit] = self._value(kind)
            value = chosen[kind, digit]
            if kind in NOUNS:
                return self._noun(value, form) if english else value[2]
            return value
        return SLOT.sub(one, text)

    def fill(self, en: str, ja: str) -> tuple[str, str]:
        """A pair of the corpus with values in its slots."""
        inner: dict = {}
        for kind, digit in sorted(slots(en)):
            if kind in ("vp", "fact"):
                item, chosen = self.rng.choice(self.corpus.vps if kind == "vp" else self.corpus.facts), {}
                n_english = 3 if kind == "vp" else 1
                inner[kind, digit] = [self._fill(cell, chosen, i < n_english) for i, cell in enumerate(item)]

        def put(english: bool):
            def one(match: re.Match) -> str:
                kind, digit, form = match.groups()
                if kind == "vp":
                    return inner[kind, digit][EN_FORM.get(form, 0) if english else JA_FORM.get(form, 3)]
                if kind == "fact":
                    return inner[kind, digit][0 if english else 2 if form == "polite" else 1]
                return match.group(0)
            return one
        outer: dict = {}
        return self._fill(SLOT.sub(put(True), en), outer, True), self._fill(SLOT.sub(put(False), ja), outer, False)

    def _sentence(self) -> tuple[str, str]:
        if not self._queue:
            self._queue = [p for p in self.corpus.sentences for _ in range(self.corpus.times.get(p, 1))
                           if self.rng.random() < max(self.least, self.losses.get(p[0], self.easy) / self.easy)]
            self.rng.shuffle(self._queue)
        return self._queue.pop()

    def _one(self) -> tuple[str, str]:
        self._key = None
        if self.rng.random() < self.free:
            en, ja = self._sentence()
            self._key = en
            return self.fill(en, ja)
        if self.rng.random() < 0.12:
            fact = self.rng.choice(self.corpus.facts)
            return self.fill(fact[0] + ".", fact[2] + "。")
        return self.fill(*self.rng.choice(self.corpus.clauses))

    def pair(self) -> tuple[str, str, str | None]:
        """One pair with placeholders, and the key for `losses` if it is a free sentence.

        A few are two sentences, lower-case or without the full stop, as real text is. Some are joined of two or three.
        """
        rng, first = self.rng, self._one()
        key = self._key
        if rng.random() < self.joined and self._joiner.takes(*first):
            self._waiting.append(first)
            if len(self._waiting) < (3 if rng.random() < 0.3 else 2):
                return self.pair()
            (en, ja), key, self._waiting = self._joiner.join(self._waiting, rng), None, []
        elif rng.random() < 0.05:
            second = self._one()
            en, ja, key = f"{first[0]} {second[0]}", first[1] + second[1], None
        else:
            en, ja = first
        en = en[0].upper() + en[1:]
        pair = protect.protect_pair(en, ja)
        if pair is None:
            return self.pair()
        en, ja = pair
        r = rng.random()
        return (en.lower() if r < 0.02 else en.rstrip(".") if r < 0.05 else en), ja, key


if __name__ == "__main__":
    sampler = Sampler(Corpus(Path(sys.argv[2])), random.Random(1), joined=0.3)
    for _ in range(int(sys.argv[1])):
        print("\t".join(sampler.pair()[:2]))
