"""Cuts strings that no model should rewrite out of a sentence, and puts them back into the translation.

Identifiers, file names, paths, commands, versions, URLs, quantities ("340 ms", "$20") and numbers of two or more digits travel through the network
as the placeholders ⟦0⟧..⟦9⟧, numbered by first appearance in the source; equal strings share one. Training pairs,
evaluation and run time use these same rules, and they are the specification for the C++ side.
"""
import re

LIMIT = 10  # the tokenizer knows ⟦0⟧ to ⟦9⟧

EXTENSIONS = ("tsx?|jsx?|mjs|cjs|py|rs|go|java|kt|swift|cc?|cpp|cxx|hh?|hpp|cs|rb|php|vue|svelte|html?|css|scss|json|jsonl|ya?ml|toml|lock|ini|cfg|"
              "conf|env|md|txt|csv|tsv|xml|svg|png|jpe?g|gif|webp|pdf|sql|sh|bash|ps1|bat|log|zip|gz|tar|wav|mp3|mp4|proto|gradle|ipynb|tf|so|dll|exe|db|sqlite|pem|key|crt")
# Words joined by a slash that are ordinary English.
SLASH_WORDS = ("and/or|read/write|client/server|input/output|yes/no|on/off|either/or|his/her|he/she|true/false|pass/fail|"
               "start/stop|before/after|request/response|light/dark|dark/light|success/failure|left/right|up/down")
COMMANDS = (r"(?:npm|npx|yarn|pnpm|pip|pip3|cargo|kubectl|docker|git|terraform|poetry|brew|apt|apt-get|gradle|mvn|make|go|bundle|composer|rails|dotnet|uv)"
            r" (?:run |compose )?(?:test|tests|install|ci|build|run|start|lint|add|update|audit|publish|apply|plan|init|push|pull|commit|rebase|"
            r"bisect|blame|stash|status|fetch|clone|checkout|diff|log|cherry-pick|reset|merge|check|clippy|fmt|vet|dev|up|down|clean|exec|prune|"
            r"outdated|upgrade|migrate|get|describe|logs|rollout)(?![\w-])(?: --?[a-z][\w-]*)*")

# Units that Japanese writes as English does, and how else it may write them. "the 90s" are no seconds.
UNITS = {"s": "秒", "ms": "ミリ秒", "µs": "マイクロ秒", "us": "マイクロ秒", "ns": "ナノ秒", "kB": "KB", "KB": "KB", "MB": "メガバイト", "GB": "ギガバイト", "TB": "テラバイト",
         "KiB": "", "MiB": "", "GiB": "", "TiB": "", "KiB/s": "", "MiB/s": "", "GiB/s": "", "B/s": "", "kB/s": "", "KB/s": "", "MB/s": "", "GB/s": "", "kbit/s": "", "Mbit/s": "", "Gbit/s": "",
         "kbps": "", "Mbps": "", "Gbps": "", "Mbit": "メガビット", "Hz": "ヘルツ", "kHz": "キロヘルツ", "MHz": "メガヘルツ", "GHz": "ギガヘルツ", "dB": "デシベル",
         "px": "ピクセル", "fps": "フレーム毎秒", "dpi": "", "rpm": "", "mm": "ミリ", "cm": "センチ", "km": "キロ", "kg": "キロ", "mA": "", "mV": "", "kW": "",
         "kWh": "", "°C": "度", "°F": "", "%": "パーセント"}
NUMBER = r"\d+(?:[.,]\d+)*"
UNIT = "|".join(sorted(UNITS, key=len, reverse=True))
NOT_SECONDS = "|".join(sorted(UNITS.keys() - {"s"}, key=len, reverse=True))
QUANTITY = (rf"{NUMBER}+ ?(?:{NOT_SECONDS})(?![A-Za-z0-9_/'])|{NUMBER}+[kKMB](?![A-Za-z0-9_])|"
            rf"{NUMBER}+ s(?![A-Za-z0-9_/'])|(?!\d{{4}}s|[45]0\ds)(?<!the )(?<!early )(?<!late ){NUMBER}+s(?![A-Za-z0-9_/'])")

PATTERN = re.compile("|".join((
    "\ue000.",                                                           # a value the sampler has marked
    r"`[^`\n]+`",                                                        # code
    r"https?://[^\s、。「」（）]+[^\s、。「」（）.,;:!?)]",                 # URL
    rf"(?<![\w/-])(?!(?:{SLASH_WORDS})\b)(?![A-Z]+/[A-Z]+\b)(?:[~@.]|\.\.)?[A-Za-z0-9_.-]*(?:/[A-Za-z0-9_.@*-]*[A-Za-z0-9_*-])+/?",  # path
    rf"(?<![\w.-])\.?[A-Za-z0-9_][\w-]*(?:\.[A-Za-z0-9_-]+)*\.(?:{EXTENSIONS})(?![A-Za-z0-9_])",  # file name
    r"(?<![\w.])\.(?:env|gitignore|dockerignore|npmrc|bashrc|zshrc|editorconfig|eslintrc|prettierrc)(?![A-Za-z0-9_])",
    rf"(?<![\w-])(?:{COMMANDS})",                                        # command
    r"(?<![\w-])--?[a-zA-Z][\w-]*(?:=[A-Za-z0-9_./-]+)?(?![A-Za-z0-9_])",  # flag
    r"(?<![A-Za-z0-9_])[A-Za-z_][A-Za-z0-9_]*(?:\.[A-Za-z_][A-Za-z0-9_]*)*\(\)",   # call
    r"(?<![A-Za-z0-9_])[A-Za-z0-9]*_[A-Za-z0-9_]+",                      # snake_case, ENV_NAME
    r"(?<![A-Za-z0-9_])(?:[a-z]+[A-Z]|[A-Z][a-z0-9]+[A-Z])[A-Za-z0-9]*(?:\.[A-Za-z][A-Za-z0-9]*)*",     # camelCase, PascalCase
    r"(?<![A-Za-z0-9_.])v\d+(?:\.\d+)+(?:-[a-z]+\d*(?:\.\d+)*|(?:a|b|rc)\d+)?",  # version
    r"(?<![A-Za-z0-9_.,])\d+\.\d+\.\d+(?:-[a-z]+\d*(?:\.\d+)*|(?:a|b|rc)\d+)(?![A-Za-z0-9_])",  # the same without v
    r"(?<![A-Za-z0-9_])(?=[0-9a-f]*[0-9])(?=[0-9a-f]*[a-f])[0-9a-f]{7,40}(?![A-Za-z0-9_])",  # hash of a commit
    r"(?<![A-Za-z0-9_.])(?:localhost|\d+(?:\.\d+){3}):\d+",              # host and port
    r"(?<![A-Za-z0-9_.,:-])(?:\d{4}-\d\d-\d\d|\d{1,2}:\d\d(?::\d\d)?|\d+x\d+)(?![A-Za-z0-9_:-])",  # date, time, size
    r"(?<![A-Za-z0-9_-])(?:[A-Za-z]{1,6}\d[A-Za-z0-9]*+|[A-Z]{1,6}-\d++)(?![A-Za-z0-9_-])",  # p95, IPv6, SHA-256
    rf"(?<![A-Za-z0-9_.,])[$€£¥]{NUMBER}[kKMB]?(?![A-Za-z0-9_])",         # money
    rf"(?<![A-Za-z0-9_.,])(?:{QUANTITY})",
    r"(?<![A-Za-z0-9_.,&])#\d+(?![A-Za-z0-9_])",                          # of an issue
    r"(?<![A-Za-z0-9_.,])(?:\d+(?:[.,]\d+)+|\d{2,})",                    # number, version without v
)), re.ASCII)

PLACEHOLDER = re.compile(r"⟦(\d)⟧")


def spans(text: str) -> list[str]:
    """The distinct protected strings of `text` in order of first appearance."""
    return list(dict.fromkeys(PATTERN.findall(text)))


def _whole(value: str) -> re.Pattern:
    """`value` where it is not part of a longer number or Latin word; a quantity also with its unit in Japanese."""
    left = r"(?<![A-Za-z0-9_])" if value[0].isalnum() else ""
    if value[0].isdigit():
        left += r"(?<!\d[.,])"
    right = (r"(?!\d|[.,]\d)" if value[-1].isdigit() else r"(?![A-Za-z0-9_])") if value[-1].isalnum() else ""
    if quantity := re.fullmatch(rf"({NUMBER}) ?({UNIT})", value):
        number, unit = quantity.groups()
        forms = "|".join(re.escape(form) for form in (unit, UNITS[unit]) if form)
        return re.compile(rf"{left}{re.escape(number)} ?(?:{forms})(?![A-Za-z0-9_/])")
    return re.compile(left + re.escape(value) + right)


def protect(text: str) -> tuple[str, list[str]]:
    """A source sentence with placeholders, and the strings they stand for."""
    values: list[str] = []

    def one(match: re.Match) -> str:
        value = match.group(0)
        if value not in values:
            if len(values) == LIMIT:
                return value
            values.append(value)
        return f"⟦{values.index(value)}⟧"
    return PATTERN.sub(one, text), values


def restore(text: str, values: list[str]) -> str:
    """Puts the strings back; a placeholder that the source did not have vanishes."""
    return PLACEHOLDER.sub(lambda m: values[int(m.group(1))] if int(m.group(1)) < len(values) else "", text)


def protect_pair(en: str, ja: str) -> tuple[str, str] | None:
    """A training pair with placeholders for the strings found on both sides; None if there are more than ten."""
    values: list[str] = []

    def one(match: re.Match) -> str:
        value, rest = match.group(0), ""
        if value not in values:
            if not _whole(value).search(ja):  # the number may be there with another unit
                number = re.match(r"(?:\d+[.,])*\d{2,}(?=\D)", value)
                if not number or not _whole(number[0]).search(ja):
                    return value
                value, rest = number[0], value[number.end():]
            if value not in values:
                values.append(value)
        return f"⟦{values.index(value)}⟧{rest}"
    en = PATTERN.sub(one, en)
    if len(values) > LIMIT:
        return None
    for i in sorted(range(len(values)), key=lambda i: -len(values[i])):
        ja = _whole(values[i]).sub(f"⟦{i}⟧", ja)
    return en, ja


def renumber(source: str, target: str) -> tuple[str, str]:
    """Both texts with their placeholders numbered by first appearance in `source`: for a pair that was protected the other way round."""
    order = list(dict.fromkeys(PLACEHOLDER.findall(source) + PLACEHOLDER.findall(target)))
    return tuple(PLACEHOLDER.sub(lambda m: f"⟦{order.index(m.group(1))}⟧", text) for text in (source, target))


def full_width(ja: str) -> str:
    """The tokenizer's normalizer turns full-width marks into ASCII; Japanese text wants them back. Before `restore`."""
    return ja.translate({ord("?"): "？", ord("!"): "！", ord("("): "（", ord(")"): "）", ord(":"): "："})
