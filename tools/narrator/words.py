"""Writes src/text/data/words_en.cc: what the corpus knows of English words.

    python tools/narrator/words.py > src/text/data/words_en.cc

Ordinary words are those that it has in small letters twice or more; names, those that it has with a capital within a sentence; and
words that it also has in capitals ("GET", "PATH") may be meant as such.
"""
import collections
import glob
import re
import textwrap
from pathlib import Path

WORD = re.compile(r"(?<![\w{./-])[A-Za-z]+(?:'[a-z]+)?(?![\w}/])")
JAPANESE = re.compile("[\u3040-\u30ff\u4e00-\u9fff]")
# What the corpus happens not to have so; and what it has so by chance.
NAMES = """January February March April May June July August September October November December Monday Tuesday Wednesday Thursday Friday Saturday
Sunday I"""
# It has them, but the narrator makes other words of them ("We talked about Mars yesterday.", "The new Mars team starts on Monday.").
FORGOTTEN = """Amazon Atlantic Bangkok Boston China Chinese Curie Czech Eve Figma Finnish Fourier Frankfurt Fuji Greece Greek Greenwich Haskell Hawaii
Hindi Hiroshima Iceland Intel Jira Kobe Korea Kyushu Lisa Mars Mediterranean Mexico Mia Mika Nagano Nile Nobel Okinawa Pacific Paris Peru Ramadan
Sapporo Seoul Shakespeare Shanghai Shibuya Singapore Swedish Switzerland Sydney Taiwan Ubuntu Ueno Unicode Unix Vienna"""
ALSO_CAPITALS = "IT US AM PM SELECT UPDATE JOIN FROM HOME USER SHELL TRUE FALSE ON OFF"
NOT_CAPITALS = "AND OR FINAL CHECK KEYS BED WORKERS EXPLAIN"


def count() -> tuple[collections.Counter, collections.Counter, collections.Counter]:
    small, name, capitals = collections.Counter(), collections.Counter(), collections.Counter()
    for path in sorted(glob.glob(str(Path(__file__).parent / "corpus/*/*.tsv"))):
        for line in Path(path).read_text().splitlines():
            if line.startswith("#"):
                continue
            for cell in line.split("\t"):
                if JAPANESE.search(cell):
                    continue
                for match in WORD.finditer(cell):
                    word, before = match[0], cell[:match.start()].rstrip()
                    if word.islower():
                        small[word] += 1
                    elif word.isupper() and len(word) > 1:
                        capitals[word] += 1
                    elif word[1:].islower() and before and before[-1] not in '.!?:"':
                        name[word] += 1
    return small, name, capitals


def constant(name: str, words: set[str]) -> str:
    text = textwrap.fill(" ".join(sorted(words)), 160, break_long_words=False, break_on_hyphens=False)
    # Compilers take strings of so many bytes.
    lines, parts, size = text.splitlines(), [[]], 0
    for line in lines:
        if size + len(line) > 12000:
            parts.append([])
            size = 0
        parts[-1].append(line)
        size += len(line) + 1
    body = "\n".join('R"(\n' + "\n".join(part) + '\n)"' for part in parts)
    return f"const std::string_view {name} =\n    {body};\n"


def main() -> None:
    small, name, capitals = count()
    words = {word for word, n in small.items() if n >= 2 and len(word) > 1 and n > capitals[word.upper()]}
    names = {word for word, n in name.items() if n >= 3 and "'" not in word} - set(FORGOTTEN.split()) | set(NAMES.split())
    both = ({word for word in capitals if word.lower() in words} | set(ALSO_CAPITALS.split())) - set(NOT_CAPITALS.split())
    print('// Made by tools/narrator/words.py.\n#include "text/data/words_en.h"\n\nnamespace sotto::text {\n')
    print(constant("kEnglishWords", words))
    print(constant("kEnglishNames", names))
    print(constant("kAlsoInCapitals", both))
    print("}  // namespace sotto::text")


if __name__ == "__main__":
    main()
