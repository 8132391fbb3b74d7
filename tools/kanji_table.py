#!/usr/bin/env python3
"""Makes src/text/data/kanji_ja.cc: how ideographs are read that Open JTalk's dictionary does not
have as a word of one character.

    apt-get install unicode-data open-jtalk-mecab-naist-jdic mecab-utils mecab
    tools/kanji_table.py > src/text/data/kanji_ja.cc

Out of the Unihan database (Debian's unicode-data, Unicode licence). A row is an ideograph and either
the variant of it that the dictionary has and that is read alike, or its first on reading in katakana
and, behind "/", its first kun reading in hiragana.
"""
import bz2
import pathlib
import re
import subprocess
import sys
import tempfile

UNICODE = pathlib.Path("/usr/share/unicode")
DICTIONARY = pathlib.Path("/var/lib/mecab/dic/open-jtalk/naist-jdic")
VARIANTS = ["kZVariant", "kSemanticVariant", "kTraditionalVariant", "kSimplifiedVariant",
            "kSpoofingVariant"]
VOWELS = "AIUEO"
ROWS = {"": "アイウエオ", "K": "カキクケコ", "G": "ガギグゲゴ", "S": "サシスセソ", "Z": "ザジズゼゾ",
        "T": "タチツテト", "D": "ダヂヅデド", "N": "ナニヌネノ", "H": "ハヒフヘホ", "B": "バビブベボ",
        "P": "パピプペポ", "M": "マミムメモ", "Y": "ヤイユエヨ", "R": "ラリルレロ", "W": "ワイウエヲ"}
SYLLABLES = {row + vowel: kana for row, line in ROWS.items() for vowel, kana in zip(VOWELS, line)}
SYLLABLES |= {"SHI": "シ", "CHI": "チ", "TSU": "ツ", "FU": "フ", "JI": "ジ", "DZU": "ヅ", "DJI": "ヂ"}
for first, kana in {"K": "キ", "G": "ギ", "SH": "シ", "J": "ジ", "CH": "チ", "N": "ニ", "H": "ヒ",
                    "B": "ビ", "P": "ピ", "M": "ミ", "R": "リ", "S": "シ", "Z": "ジ", "T": "チ"}.items():
    for vowel, small in {"A": "ャ", "U": "ュ", "O": "ョ"}.items():
        SYLLABLES[first + ("" if first in ("SH", "J", "CH") else "Y") + vowel] = kana + small


def katakana(romaji):
    """None where it is no Japanese in Latin letters."""
    out, at = "", 0
    while at < len(romaji):
        for length in (3, 2, 1):
            kana = SYLLABLES.get(romaji[at:at + length])
            if kana:
                break
        if kana:
            out += kana
            at += length
        elif romaji[at] == "N":
            out += "ン"
            at += 1
        elif romaji[at:at + 1] == romaji[at + 1:at + 2] or romaji[at:at + 3] == "TCH":
            out += "ッ"
            at += 1
        else:
            return None
    return out


def hiragana(katakana_text):
    return "".join(chr(ord(c) - 0x60) if "ァ" <= c <= "ヶ" else c for c in katakana_text)


def fields(name):
    """Ideograph -> field -> value."""
    found = {}
    for line in bz2.open(UNICODE / name, "rt", encoding="utf-8"):
        columns = line.rstrip("\n").split("\t")
        if len(columns) == 3:
            found.setdefault(chr(int(columns[0][2:], 16)), {})[columns[1]] = columns[2]
    return found


def known(ideographs):
    """Those that are a word of the dictionary."""
    with tempfile.TemporaryDirectory() as folder:
        for file in DICTIONARY.iterdir():
            (pathlib.Path(folder) / file.name).symlink_to(file)
        (pathlib.Path(folder) / "dicrc").write_text(
            "bos-feature = BOS/EOS,*,*,*,*,*,*,*,*\ncost-factor = 700\nconfig-charset = UTF-8\n")
        output = subprocess.run(
            ["mecab", "-r", "/dev/null", "-d", folder, "-F", "%m %s\t", "-U", "%m %s\t", "-E", "\n"],
            input="\n".join(ideographs) + "\n", capture_output=True, text=True, check=True).stdout
    return {c for c, words in zip(ideographs, output.split("\n")) if words == f"{c} 0\t"}


def readings(entry, field):
    kana = [katakana(word) for word in entry.get(field, "").split()]
    return [word for word in kana if word]


def variant(ideograph, table, variants, in_dictionary):
    own = set(readings(table.get(ideograph, {}), "kJapaneseOn"))
    for field in VARIANTS:
        # Where a dictionary calls one of them the same character in another shape (":Z"), that one.
        targets = variants.get(ideograph, {}).get(field, "").split()
        for target in sorted(targets, key=lambda target: ":Z" not in target):
            target = re.match(r"U\+([0-9A-F]+)", target)[1]
            other = chr(int(target, 16))
            theirs = set(readings(table.get(other, {}), "kJapaneseOn"))
            if other in in_dictionary and (not own or own & theirs):
                return other
    return None


def main():
    table, variants = fields("Unihan_Readings.txt.bz2"), fields("Unihan_Variants.txt.bz2")
    ideographs = sorted(set(table) | set(variants))
    in_dictionary = known(ideographs)
    rows = []
    for ideograph in ideographs:
        if ideograph in in_dictionary:
            continue
        other = variant(ideograph, table, variants, in_dictionary)
        entry = table.get(ideograph, {})
        on, kun = readings(entry, "kJapaneseOn")[:1], readings(entry, "kJapaneseKun")[:1]
        if other:
            rows.append(ideograph + other)
        elif on or kun:
            rows.append(ideograph + "".join(on) + "".join("/" + hiragana(word) for word in kun))
    lines, line, width = [], "", 0
    for row in rows:
        if width + 2 * len(row) + 1 > 120:
            lines.append(line)
            line, width = "", 0
        line += (" " if line else "") + row
        width += 2 * len(row) + 1
    lines.append(line)
    print("""// Made by tools/kanji_table.py out of the Unihan database 15.0: © 2022 Unicode, Inc., used under the
// Unicode licence (https://www.unicode.org/license.txt). Not to be edited.
#include "text/data/kanji_ja.h"

namespace sotto::text {

const std::string_view kJapaneseKanji = R"(""")
    print("\n".join(lines))
    print(""")";

}  // namespace sotto::text""")
    print(f"{len(rows)} rows", file=sys.stderr)


if __name__ == "__main__":
    main()
