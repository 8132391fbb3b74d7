#!/usr/bin/env python3
"""A checkpoint with the shapes of NLLB-200 (600M or 1.3B) and random weights: for time and memory, not for text.

    make_checkpoint.py FOLDER [--size 600M|1.3B]

The folder is a model folder like a real one: config.json, generation_config.json, model.safetensors (float32) and a
tokenizer with NLLB's ids (256,000 pieces, 202 languages, <mask>; 256,206 rows), whose pieces are those of
tests/data/nllb and numbers in a private-use area behind them. Every matrix is scaled by the number of its inputs, so
that activations neither grow nor vanish over the layers.
"""
import argparse
import json
import shutil
from pathlib import Path

import numpy as np

SMALL = Path(__file__).resolve().parents[2] / "tests" / "data" / "nllb"
ROWS, PIECES, WIDTH, HEADS = 256206, 256000, 1024, 16
SIZES = {"600M": {"layers": 12, "ffn": 4096}, "1.3B": {"layers": 24, "ffn": 8192}}


def tensors(layers, ffn):
    """(name, shape) of every tensor, in the order of the file."""
    yield "model.shared.weight", (ROWS, WIDTH)

    def linear(name, rows, cols):
        yield f"{name}.weight", (rows, cols)
        yield f"{name}.bias", (rows,)

    def norm(name):
        yield f"{name}.weight", (WIDTH,)
        yield f"{name}.bias", (WIDTH,)

    for side, attentions in (("encoder", ["self_attn"]), ("decoder", ["self_attn", "encoder_attn"])):
        for layer in range(layers):
            base = f"model.{side}.layers.{layer}"
            for attention in attentions:
                for part in ("q_proj", "k_proj", "v_proj", "out_proj"):
                    yield from linear(f"{base}.{attention}.{part}", WIDTH, WIDTH)
                yield from norm(f"{base}.{attention}_layer_norm")
            yield from linear(f"{base}.fc1", ffn, WIDTH)
            yield from linear(f"{base}.fc2", WIDTH, ffn)
            yield from norm(f"{base}.final_layer_norm")
        yield from norm(f"model.{side}.layer_norm")


def values(random, name, shape):
    if len(shape) == 2:
        return random.standard_normal(shape, dtype=np.float32) * np.float32(shape[1] ** -0.5)
    offset = 1.0 if name.endswith("norm.weight") else 0.0
    return (offset + 0.02 * random.standard_normal(shape)).astype(np.float32)


def write_weights(file, layers, ffn):
    """One tensor at a time, so that memory holds no more than the largest."""
    header, end = {}, 0
    for name, shape in tensors(layers, ffn):
        size = 4 * int(np.prod(shape))
        header[name] = {"dtype": "F32", "shape": list(shape), "data_offsets": [end, end + size]}
        end += size
    text = json.dumps(header).encode()
    text += b" " * (-(len(text) + 8) % 64)
    random = np.random.default_rng(1)
    with open(file, "wb") as out:
        out.write(len(text).to_bytes(8, "little") + text)
        for name, shape in tensors(layers, ffn):
            out.write(np.ascontiguousarray(values(random, name, shape)).tobytes())


def write_tokenizer(folder):
    from sentencepiece import sentencepiece_model_pb2 as protobuf

    model = protobuf.ModelProto()
    model.ParseFromString((SMALL / "sentencepiece.bpe.model").read_bytes())
    score = min(piece.score for piece in model.pieces)
    for number in range(PIECES - len(model.pieces)):
        piece = model.pieces.add()
        piece.piece, piece.score = f"\uf8ff{number}", score - 1 - number
    model.trainer_spec.vocab_size = PIECES
    (folder / "sentencepiece.bpe.model").write_bytes(model.SerializeToString())

    ids = {"<s>": 0, "<pad>": 1, "</s>": 2, "<unk>": 3}
    for piece in list(model.pieces)[3:]:
        ids[piece.piece] = len(ids)
    languages = json.loads((SMALL / "special_tokens_map.json").read_text())["additional_special_tokens"]
    for name in [*languages, "<mask>"]:
        ids[name] = len(ids)
    tokenizer = json.loads((SMALL / "tokenizer.json").read_text())
    tokenizer["model"]["vocab"] = ids
    for added in tokenizer["added_tokens"]:
        added["id"] = ids[added["content"]]
    for special in tokenizer["post_processor"]["special_tokens"].values():
        special["ids"] = [ids[token] for token in special["tokens"]]
    (folder / "tokenizer.json").write_text(json.dumps(tokenizer, ensure_ascii=False))
    for name in ("tokenizer_config.json", "special_tokens_map.json"):
        shutil.copyfile(SMALL / name, folder / name)


def write_configs(folder, layers, ffn):
    config = json.loads((SMALL / "config.json").read_text())
    config |= {"d_model": WIDTH, "vocab_size": ROWS, "max_position_embeddings": 1024, "num_hidden_layers": layers}
    for side in ("encoder", "decoder"):
        config |= {f"{side}_layers": layers, f"{side}_ffn_dim": ffn, f"{side}_attention_heads": HEADS}
    (folder / "config.json").write_text(json.dumps(config, indent=2))
    shutil.copyfile(SMALL / "generation_config.json", folder / "generation_config.json")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--size", choices=SIZES, default="600M")
    arguments = parser.parse_args()
    size = SIZES[arguments.size]
    partial = arguments.folder.with_name(arguments.folder.name + ".partial")
    partial.mkdir(parents=True, exist_ok=True)
    write_configs(partial, **size)
    write_tokenizer(partial)
    write_weights(partial / "model.safetensors", **size)
    partial.rename(arguments.folder)


if __name__ == "__main__":
    main()
