"""Writes src/text/data/letter_units.cc: which letters of English words become which sounds of Japanese ones, and how often.

    python tools/kana/units.py > src/text/data/letter_units.cc

Learnt of the readings in src/text/data (words_ja.cc, english_ja.cc) by expectation maximization over all ways of cutting a word and its
reading into units of one or two letters and at most five sounds (Jiampojamarn et al. 2007). Two letters together cost as much as a unit
that is fifty times as rare, else whole syllables would be units. 370 units, half a minute.
"""
import collections
import math
import re
import sys
from pathlib import Path

DATA = Path(__file__).parent.parent.parent / "src/text/data"
LETTERS, SOUNDS, ROUNDS = 2, 5, 8
TOGETHER = 0.02
VOWELS = "aiueo"
ROWS = {
    "": "アイウエオ", "k": "カキクケコ", "s": "サ スィ ス セ ソ", "t": "タ ティ トゥ テ ト", "n": "ナニヌネノ", "h": "ハ ヒ - ヘ ホ", "m": "マミムメモ", "y": "ヤ - ユ イェ ヨ",
    "r": "ラリルレロ", "w": "ワ ウィ - ウェ ウォ", "g": "ガギグゲゴ", "z": "ザ ズィ ズ ゼ ゾ", "d": "ダ ディ ドゥ デ ド", "b": "バビブベボ", "p": "パピプペポ",
    "f": "ファ フィ フ フェ フォ", "j": "ジャ ジ ジュ ジェ ジョ", "ch": "チャ チ チュ チェ チョ", "sh": "シャ シ シュ シェ ショ", "ts": "ツァ ツィ ツ ツェ ツォ",
    "ky": "キャ - キュ - キョ", "gy": "ギャ - ギュ - ギョ", "ny": "ニャ - ニュ - ニョ", "hy": "ヒャ - ヒュ - ヒョ", "my": "ミャ - ミュ - ミョ", "ry": "リャ - リュ - リョ",
    "by": "ビャ - ビュ - ビョ", "py": "ピャ - ピュ - ピョ", "dy": "- - デュ - -", "ty": "- - テュ - -", "fy": "- - フュ - -",
    "kw": "クァ クィ - クェ クォ", "gw": "グァ グィ - グェ グォ",
}
SPELLED = dict(zip("abcdefghijklmnopqrstuvwxyz", """エー ビー シー ディー イー エフ ジー エイチ アイ ジェイ ケー エル エム エヌ オー ピー キュー アール エス ティー ユー ブイ ダブリュー
エックス ワイ ゼット""".split()))
AS = {"ヴァ": "バ", "ヴィ": "ビ", "ヴェ": "ベ", "ヴォ": "ボ", "ヴ": "ブ", "ヂ": "ジ", "ヅ": "ズ"}


def kana_sounds() -> dict[str, tuple[str, ...]]:
    sounds = {"ー": ("-",), "ッ": ("Q",), "ン": ("N",)}
    for consonant, row in ROWS.items():
        for vowel, kana in zip(VOWELS, row.split() if " " in row else row):
            if kana != "-":
                sounds[kana] = (consonant, vowel) if consonant else (vowel,)
    return sounds


def sounds_of(reading: str, table: dict[str, tuple[str, ...]]) -> tuple[str, ...] | None:
    """None: it has a character that is none of the table's."""
    for written, said in AS.items():
        reading = reading.replace(written, said)
    out, i = [], 0
    while i < len(reading):
        kana = reading[i:i + 2] if reading[i:i + 2] in table else reading[i]
        if kana not in table:
            return None
        out += table[kana]
        i += len(kana)
    return tuple(out)


def words() -> list[tuple[str, tuple[str, ...]]]:
    table, out = kana_sounds(), {}
    for name, list_name in (("words_ja.cc", "kJapaneseWords"), ("english_ja.cc", "kEnglishInJapanese")):
        items = (DATA / name).read_text().split(f'{list_name} = R"(')[1].split(')"')[0].split()
        for word, reading in zip(items[::2], items[1::2]):
            if re.fullmatch("[a-z]+", word) and reading != "".join(SPELLED[c] for c in word):
                out.setdefault(word, sounds_of(reading, table))
    return [(word, sounds) for word, sounds in out.items() if sounds]


def costs(word: str, sounds: tuple[str, ...], odds: dict | None):
    """Each unit that may stand at (letter, sound): where it begins, its size, and its weight."""
    for i in range(len(word)):
        for j in range(len(sounds) + 1):
            for a in range(1, min(LETTERS, len(word) - i) + 1):
                for b in range(min(SOUNDS, len(sounds) - j) + 1):
                    if odds is None:
                        yield i, j, a, b, (0.1 if b == 0 else 1) * 0.05 ** (a - 1) * 0.3 ** abs(b - 1.3 * a)
                    elif p := odds.get((word[i:i + a], sounds[j:j + b])):
                        yield i, j, a, b, p * TOGETHER ** (a - 1)


def expect(word: str, sounds: tuple[str, ...], odds: dict | None, counts: collections.Counter) -> None:
    n, m = len(word), len(sounds)
    ahead = collections.defaultdict(float, {(0, 0): 1.0})
    arcs = []
    for i, j, a, b, p in costs(word, sounds, odds):
        if before := ahead.get((i, j)):
            ahead[i + a, j + b] += before * p
            arcs.append((i, j, a, b, p))
    total = ahead.get((n, m))
    if not total:
        return
    behind = collections.defaultdict(float, {(n, m): 1.0})
    for i, j, a, b, p in reversed(arcs):
        if after := behind.get((i + a, j + b)):
            behind[i, j] += p * after
            if (share := ahead[i, j] * p * after / total) > 1e-4:
                counts[word[i:i + a], sounds[j:j + b]] += share


def main() -> None:
    data, odds = words(), None
    for done in range(1, ROUNDS + 1):
        counts = collections.Counter()
        for word, sounds in data:
            expect(word, sounds, odds, counts)
        total = sum(counts.values())
        odds = {unit: count / total for unit, count in counts.items() if count > (0.05 if done < ROUNDS else 0.5)}
    print('// Made by tools/kana/units.py.\n#include "text/data/letter_units.h"\n\nnamespace sotto::text {\n\nconst std::string_view kLetterUnits = R"(')
    line = ""
    for (letters, sounds), p in sorted(odds.items()):
        item = f"{letters} {'.'.join(sounds) or '_'} {round(-100 * math.log(p * TOGETHER ** (len(letters) - 1)))} "
        if len(line) + len(item) > 160:
            print(line.rstrip())
            line = ""
        line += item
    print(line.rstrip() + '\n)";\n\n}  // namespace sotto::text')
    print(f"{len(data)} words, {len(odds)} units", file=sys.stderr)


if __name__ == "__main__":
    main()
