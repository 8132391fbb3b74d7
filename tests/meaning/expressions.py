"""The expressions of tests/data/meaning: regular expressions, joined by " && ", with names for what many rows need.

`@name` stands for a pattern of patterns.tsv. `#1500` stands for this number in any form that Japanese writes: 1500, 1,500, 千五百;
`#3000000` for 3000000, 3,000,000, 300万 and 三百万; `#-5` for 5 behind any minus, or behind its word. `@=API` is this word, no letter beside it.
"""

import re
import unicodedata

MINUS = r"(?:[-−–‐]|マイナス|負の|氷点下|零下)\s?"
DIGITS = "〇一二三四五六七八九"
MYRIADS = ("", "万", "億", "兆")
USUAL = {"ok", "ng", "am", "pm", "db", "pr", "id", "os", "ui", "ms", "gb", "mb", "kb", "gib", "mib", "kg", "km", "mm", "hz", "khz", "utc", "todo"}  # in Japanese, too
KANJI = "〇一二三四五六七八九十百千万億兆"


def kanji(number):
    """1234 -> 千二百三十四"""
    if number == 0:
        return "(?:〇|零|ゼロ)"
    text = ""
    for power, myriad in reversed(list(enumerate(MYRIADS))):
        group = number // 10000**power % 10000
        part = ""
        for unit, value in (("千", 1000), ("百", 100), ("十", 10), ("", 1)):
            digit = group // value % 10
            if digit:
                part += ("" if digit == 1 and unit else DIGITS[digit]) + unit
        if part:
            text += ("一" + part if myriad and part[0] == "千" else part) + myriad
    return text


def with_magnitude(number):
    """12500000 -> 1250万, 1,250万, 12500千: what is exact in three decimals, and 1億2345万 from the ten thousands up."""
    forms = []
    for unit, value in (("千", 10**3), ("万", 10**4), ("億", 10**8), ("兆", 10**12)):
        if number >= value and number * 1000 % value == 0:
            quotient = number / value
            forms += [f"{quotient:g}{unit}", f"{quotient:,.15g}{unit}"] if quotient < 10**6 else []
    groups = [(number // 10000**p % 10000, MYRIADS[p]) for p in (3, 2, 1, 0)]
    if number >= 10000:
        forms.append("".join(f"{g}{m}" for g, m in groups if g))
    return forms


def number_pattern(text):
    """The pattern of "#text": the number alone, no digit of another one beside it."""
    sign, digits = (MINUS, text[1:]) if text[0] == "-" else ("", text)
    forms = [digits]
    if "." not in digits:
        number = int(digits)
        if not digits.startswith("0") or number == 0:
            forms += [f"{number:,}", *with_magnitude(number)]
    plain = "|".join(re.escape(f) for f in sorted(set(forms), key=len, reverse=True))
    pattern = rf"(?<!\d)(?<!\d[.,])(?:{plain})(?!\d|[.,]\d|\s?[{KANJI[10:]}])"
    if "." not in digits:
        pattern += f"|(?<![{KANJI}\\d])(?:{kanji(int(digits))})(?![{KANJI}])"
    return f"{sign}(?:{pattern})"


class Patterns:
    """What patterns.tsv names."""

    def __init__(self, path):
        self.named = {}
        with open(path, encoding="utf-8") as file:
            for line in file:
                if line.strip() and not line.startswith("# "):
                    name, pattern = line.rstrip("\n").split("\t")
                    self.named[name] = self.expand(pattern)

    def expand(self, expression):
        expression = re.sub(r"@=([A-Za-z]+)", r"(?<![A-Za-z])\1(?![A-Za-z])", expression)
        expression = re.sub(r"@([a-z][a-z_]*)", lambda m: f"(?:{self.named[m[1]]})", expression)
        return re.sub(r"#(-?\d+(?:\.\d+)?)", lambda m: number_pattern(m[1]), expression)

    def compile(self, column):
        """[(as it is written, compiled)] of a column."""
        parts = [part.strip() for part in column.split(" && ")] if column.strip() else []
        return [(part, re.compile(self.expand(part))) for part in parts]


def normal(text):
    """Without the difference between full and half width."""
    return unicodedata.normalize("NFKC", text)


def faults(text, must, never, numbers):
    """What a text lacks, or has and may not have. `numbers`: no digit may stand there that no part of `must` has asked for."""
    wide = normal(text)
    found = [f"lacks {w}" for w, p in must if not p.search(text) and not p.search(wide)]
    found += [f"has {w}" for w, p in never if p.search(text) or p.search(wide)]
    if numbers and not found:
        left = digits_beyond(wide, [p for _, p in must])
        if left:
            found.append(f"has {left} beyond what is asked for")
    return found


def digits_beyond(text, patterns):
    """The runs of digits that no pattern covers, each pattern taken once. A lone 1 may be an article: 1つ, 1回, 1日."""
    free = {i for i, c in enumerate(text) if c.isdigit()}
    for pattern in patterns:
        spans = [set(range(*m.span())) for m in pattern.finditer(text)]
        taken = next((s for s in spans if s & free), set())
        free -= taken
    runs = re.findall(r"\d+", "".join(c if i in free else " " for i, c in enumerate(text)))
    return [run for run in runs if run != "1"]


def strange_words(source, text):
    """Words of Latin letters that do not come from the source: each is garbled."""
    known = {w.lower() for w in re.findall("[A-Za-z]+", normal(source))} | USUAL
    words = re.findall(r"[A-Za-z]{2,}", normal(text))
    return [w for w in words if w.lower() not in known and w.lower() + "s" not in known]
