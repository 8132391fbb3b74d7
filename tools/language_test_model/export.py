"""Writes what train.py trained as the hub has such networks: `python export.py TRAINED large|small OUT`."""
import json
import shutil
import sys
from pathlib import Path

import torch
from safetensors.torch import save_file
from sentencepiece import sentencepiece_model_pb2 as proto

import network
import vocabulary

TYPES = proto.ModelProto.SentencePiece


def config(sizes: network.Sizes, pieces: int) -> dict:
    return {"architectures": ["LlamaForCausalLM"], "model_type": "llama", "vocab_size": pieces, "hidden_size": sizes.d, "intermediate_size": sizes.ff,
            "num_hidden_layers": sizes.layers, "num_attention_heads": sizes.heads, "num_key_value_heads": sizes.kv_heads, "head_dim": network.HEAD,
            "hidden_act": "silu", "rms_norm_eps": network.EPSILON, "rope_theta": network.THETA, "max_position_embeddings": 2048,
            "tie_word_embeddings": True, "torch_dtype": "bfloat16", "bos_token_id": 1, "eos_token_id": 2, "pad_token_id": 3}


def tokenizer_json(model: proto.ModelProto) -> dict:
    added = [{"id": i, "content": p.piece, "single_word": False, "lstrip": False, "rstrip": False, "normalized": False, "special": True}
             for i, p in enumerate(model.pieces) if p.type in (TYPES.CONTROL, TYPES.UNKNOWN)]
    replace = {"type": "Replace", "pattern": {"String": " "}, "content": "\u2581"}
    back = {"type": "Replace", "pattern": {"String": "\u2581"}, "content": " "}
    return {"version": "1.0", "truncation": None, "padding": None, "added_tokens": added,
            "normalizer": {"type": "Sequence", "normalizers": [replace]}, "pre_tokenizer": None, "post_processor": None,
            "decoder": {"type": "Sequence", "decoders": [back, {"type": "ByteFallback"}, {"type": "Fuse"}]},
            "model": {"type": "Unigram", "unk_id": 0, "vocab": [[p.piece, p.score] for p in model.pieces], "byte_fallback": True}}


def write(parameters: dict[str, torch.Tensor], about: dict, tokenizer: Path, out: Path) -> None:
    out.mkdir(parents=True, exist_ok=True)
    save_file({n: t.detach().to(torch.bfloat16).contiguous() for n, t in parameters.items()}, out / "model.safetensors", metadata={"format": "pt"})
    model = proto.ModelProto.FromString(tokenizer.read_bytes())
    for name, content in {"config": about, "generation_config": {"bos_token_id": 1, "eos_token_id": 2, "pad_token_id": 3},
                          "tokenizer_config": {"add_bos_token": False, "add_eos_token": False, "tokenizer_class": "LlamaTokenizer"},
                          "tokenizer": tokenizer_json(model)}.items():
        (out / f"{name}.json").write_text(json.dumps(content, ensure_ascii=False, indent=None if name == "tokenizer" else 1) + "\n")
    if tokenizer.resolve() != (out / vocabulary.MODEL).resolve():
        shutil.copy(tokenizer, out / vocabulary.MODEL)


def main(trained: Path, name: str, out: Path) -> None:
    saved = torch.load(trained / f"{name}.pt")
    p = saved["parameters"]
    write(p, config(network.Sizes(**saved["sizes"]), len(p["model.embed_tokens.weight"])), trained / vocabulary.MODEL, out)


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2], Path(sys.argv[3]))
