"""Checks corpus slices against corpus/FORMAT.md: prints counts and every bad line, and exits with 1 if there is one.

    python check_corpus.py [SLICE...]      a folder, or the name of one in corpus/, or a file like those of preferences/;
                                           default: all of corpus/ and preferences/
"""
import re
import sys
from pathlib import Path

from grammar import COLUMNS, KNOWN, NOUNS, SLOT, slots

JAPANESE = re.compile(r"[\u3040-\u30ff\u4e00-\u9fff]")
ENGLISH_CELLS = {"vps": 3}


def problem(name: str, row: list[str], seen: set[str]) -> str | None:
    """What is wrong with a row, if anything."""
    if len(row) != COLUMNS[name] or not all(cell.strip() for cell in row):
        return f"{len(row)} columns, expected {COLUMNS[name]}"
    if name == "nouns" and row[0] not in NOUNS:
        return f"unknown class {row[0]}"
    if name != "nouns":
        for cell in row:
            if cell.count("{") != len(SLOT.findall(cell)):
                return f"malformed slot in {cell}"
            if unknown := {kind for kind, _ in slots(cell)} - KNOWN:
                return f"unknown slots {sorted(unknown)}"
        if any(slots(cell) != slots(row[0]) for cell in row):
            return "slots differ between the columns"
        if name == "heldout" and slots(row[0]):
            return "slot in a held-out sentence"
        if any(JAPANESE.search(cell) for cell in row[:ENGLISH_CELLS.get(name, 1)]):
            return "Japanese in an English column"
    if name != "nouns" and not JAPANESE.search(row[-1]):
        return "no Japanese"
    key = row[1] if name == "nouns" else row[0]
    if key in seen:
        return "duplicate"
    seen.add(key)
    return None


def check(folder: Path, heldout: set[str]) -> int:
    """Prints the problems of one slice and returns their number."""
    bad, counts = 0, []
    if not folder.is_dir():
        print(f"{folder}: no such slice")
        return 1
    if not any(folder.glob("*.tsv")):
        print(f"{folder}: no .tsv file in it")
        return 1
    for path in sorted(folder.glob("*.tsv")):
        if path.stem not in COLUMNS:
            print(f"{path}: unknown file")
            bad += 1
            continue
        seen: set[str] = set()
        lines = path.read_text(encoding="utf-8").split("\n")
        for number, text in enumerate(lines, 1):
            if not text.strip() or text.startswith("#"):
                continue
            row = text.split("\t")
            why = problem(path.stem, row, seen)
            if path.stem == "sentences" and row[0] in heldout:
                why = why or "is held out"
            if why:
                bad += 1
                print(f"{path}:{number}: {why}: {text[:120]}")
        counts.append(f"{len(seen)} {path.stem}")
    print(f"{folder.name}: {', '.join(counts)}")
    return bad


def check_judged(path: Path, apart: set[str]) -> int:
    """The same for a file of judged translations: English, then translations of it, each followed by `right` or `wrong`; both are there."""
    bad, seen = 0, set()
    for number, text in enumerate(path.read_text(encoding="utf-8").split("\n"), 1):
        if not text:
            continue
        en, *said = text.split("\t")
        labels = said[1::2]
        why = (f"{len(said) + 1} columns, expected an odd number from 5 on" if len(said) < 4 or len(said) % 2 else
               f"labels {sorted(set(labels))}, expected ['right', 'wrong']" if sorted(set(labels)) != ["right", "wrong"] else
               "Japanese in an English column" if JAPANESE.search(en) else
               "a translation without Japanese" if not all(map(JAPANESE.search, said[::2])) else
               "duplicate" if en in seen else
               "is held out" if en in apart else None)
        seen.add(en)
        if why:
            bad += 1
            print(f"{path}:{number}: {why}: {text[:120]}")
    print(f"{path.name}: {len(seen)} sentences")
    return bad


def main() -> int:
    here = Path(__file__).parent
    corpus = here / "corpus"
    named = [Path(arg) if Path(arg).exists() else corpus / arg for arg in sys.argv[1:]]
    named = named or sorted(p for p in corpus.iterdir() if p.is_dir()) + sorted(here.glob("preferences/*.tsv"))
    first = lambda paths: {line.split("\t")[0] for path in paths for line in path.read_text(encoding="utf-8").split("\n") if line}
    heldout, judged = first(corpus.glob("*/heldout.tsv")), first(here.glob("*.tsv"))
    bad = sum(check_judged(path, heldout | judged) if path.is_file() else check(path, heldout) for path in named)
    print(f"{bad} bad lines")
    return bool(bad)


if __name__ == "__main__":
    sys.exit(main())
