"""Checks corpus slices against corpus/FORMAT.md: prints counts and every bad line, and exits with 1 if there is one.

    python check_corpus.py [SLICE...]      a folder, or the name of one in corpus/; default: all of corpus/
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


def main() -> int:
    corpus = Path(__file__).parent / "corpus"
    folders = [Path(arg) if Path(arg).is_dir() else corpus / arg for arg in sys.argv[1:]] or sorted(p for p in corpus.iterdir() if p.is_dir())
    heldout = {line.split("\t")[0] for path in corpus.glob("*/heldout.tsv") for line in path.read_text(encoding="utf-8").split("\n") if line}
    bad = sum(check(folder, heldout) for folder in folders)
    print(f"{bad} bad lines")
    return bool(bad)


if __name__ == "__main__":
    sys.exit(main())
