"""A model in half precision, in pieces that a copy with a limit for each file can carry, and back.

    python pieces.py split MODEL OUT      model.safetensors.0, .1 ... and config.json
    python pieces.py join OUT MODEL
"""
import argparse
from pathlib import Path

from safetensors.torch import load_file, save

PIECE = 15 << 20  # bytes


def main() -> None:
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("verb", choices=("split", "join"))
    ap.add_argument("source", type=Path)
    ap.add_argument("target", type=Path)
    a = ap.parse_args()
    a.target.mkdir(parents=True, exist_ok=True)
    if a.verb == "split":
        data = save({name: t.half() for name, t in load_file(a.source / "model.safetensors").items()}, metadata={"format": "pt"})
        for i in range(0, len(data), PIECE):
            (a.target / f"model.safetensors.{i // PIECE}").write_bytes(data[i:i + PIECE])
    else:
        pieces = sorted(a.source.glob("model.safetensors.*"), key=lambda p: int(p.suffix[1:]))
        (a.target / "model.safetensors").write_bytes(b"".join(p.read_bytes() for p in pieces))
    (a.target / "config.json").write_bytes((a.source / "config.json").read_bytes())


if __name__ == "__main__":
    main()
