"""Writes the seeds of sentencepiece_fuzz: small models that reach every table of the reader. Run in this folder."""
import struct
from pathlib import Path


def varint(value: int) -> bytes:
    out = b""
    while value > 127:
        out, value = out + bytes([value & 127 | 128]), value >> 7
    return out + bytes([value])


def number(field: int, value: int) -> bytes:
    return varint(field << 3) + varint(value)


def blob(field: int, value: bytes) -> bytes:
    return varint(field << 3 | 2) + varint(len(value)) + value


def piece(text: str, score: float, kind: int = 1) -> bytes:
    return blob(1, blob(1, text.encode()) + varint(2 << 3 | 5) + struct.pack("<f", score) + number(3, kind))


def charsmap(table: dict[str, str]) -> bytes:
    """A double array of Darts-clone's form, placed by first fit."""
    replacements, values = b"", {}
    for value in dict.fromkeys(table.values()):
        values[value], replacements = len(replacements), replacements + value.encode() + b"\0"
    root: dict = {}
    for key, value in table.items():
        node = root
        for byte in key.encode():
            node = node.setdefault(byte, {})
        node[-1] = values[value]
    units, used, nodes = [0] + [1 << 31] * 4095, {0}, set()  # bit 31: nobody's child

    def place(node: dict, at: int) -> None:
        labels = [max(byte, 0) for byte in node]
        offset = next(o for o in range(1, 1024) if (at ^ o) not in nodes and not used & {at ^ o ^ c for c in [0, *labels]})
        base = at ^ offset
        nodes.add(base)
        used.update(base ^ c for c in labels)
        units[at] |= offset << 10 | (256 if -1 in node else 0)
        for byte, child in node.items():
            if byte < 0:
                units[base] = child | 1 << 31
            else:
                units[base ^ byte] = byte  # its offset follows in place()
        for byte, child in node.items():
            if byte >= 0:
                place(child, base ^ byte)
    place(root, 0)
    size = max(used | nodes) | 255
    trie = struct.pack(f"<{size + 1}I", *units[:size + 1])
    return struct.pack("<I", len(trie)) + trie + replacements


FIRST = piece("<unk>", 0, 2) + piece("<s>", 0, 3) + piece("</s>", 0, 3)
WORDS = ["▁t", "he", "▁the", "te", "st", "▁test", "fa", "il", "fail", "fails", "▁", "T", "h", "e", "t", "s", "f", "a", "i", "l", ".", "1", "2", "か", "が", "き"]
PIECES = b"".join(piece(word, -i) for i, word in enumerate(WORDS))
MAP = charsmap({"\t": " ", "\u3000": " ", "①": "1", "②": "2", "か\u3099": "が", "ﬁ": "fi", "\u200d": "", "ｶ": "カ", "ｶﾞ": "ガ"})
SEEDS = {
    "plain.model": FIRST + PIECES + blob(2, number(3, 2)),
    "charsmap.model": FIRST + PIECES + blob(2, number(3, 2)) + blob(3, blob(1, b"nmt_nfkc") + blob(2, MAP)),
    "bytes.model": FIRST + b"".join(piece(f"⟦{i}⟧", 0, 4) for i in range(10)) + b"".join(piece(f"<0x{i:02X}>", 0, 6) for i in range(256)) + PIECES
    + blob(2, number(3, 2) + number(35, 1)) + blob(3, number(3, 1) + number(4, 0) + number(5, 1)),
    "unused.model": FIRST + piece("▁th", -0.5, 5) + piece("tes", -0.5, 5) + PIECES + blob(2, number(3, 2)) + blob(4, b"self test"),
    "unigram.model": FIRST + PIECES + blob(2, number(3, 1)),
    "cut.model": (FIRST + PIECES)[:-3],
}
for name, content in SEEDS.items():
    Path(name).write_bytes(content)
