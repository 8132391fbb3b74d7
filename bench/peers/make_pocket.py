#!/usr/bin/env python3
"""A Pocket TTS checkpoint of full size with random weights: for time and memory, not for speech.

    make_pocket.py FOLDER [--config english]        (needs pocket-tts 4)

FOLDER gets what a downloaded model has: NAME.yaml, model.safetensors (float32), a tokenizer, and embeddings/random.
safetensors, a voice that the reference made of ten seconds of sound. The shapes are those of the package's own
configuration. Matrices are scaled by the number of their inputs, so that activations neither grow nor vanish, and the
end of the speech is never heard: a run lasts as long as it is told to. The tokenizer is the small one of
tests/data/pocket_tts, filled up with pieces that no text has.
"""
import argparse
import json
from pathlib import Path

import numpy as np
import safetensors.torch
import torch
import yaml
from pocket_tts import TTSModel
from pocket_tts.models.model_state import export_model_state
from pocket_tts.utils.config import CONFIGS_DIR, Config

SMALL = Path(__file__).resolve().parents[2] / "tests" / "data" / "pocket_tts"
NEVER = -30.0  # the logit of the end
LOUDNESS = 0.1  # of the sound, as a standard deviation


def write_tokenizer(folder, table):
    """As tokenizer.json or as a SentencePiece model, whichever the configuration wants."""
    count = table["n_bins"]
    if table["tokenizer"] == "tokenizers":
        tokenizer = json.loads((SMALL / "tokenizer.json").read_text())
        vocab = tokenizer["model"]["vocab"]
        vocab += [[f"\uf8ff{n}", -50.0] for n in range(count - len(vocab))]
        (folder / "tokenizer.json").write_text(json.dumps(tokenizer, ensure_ascii=False))
        return "tokenizer.json"
    from sentencepiece import sentencepiece_model_pb2 as protobuf

    model = protobuf.ModelProto()
    model.ParseFromString((SMALL / "tokenizer.model").read_bytes())
    for n in range(count - len(model.pieces)):
        model.pieces.add(piece=f"\uf8ff{n}", score=-50.0)
    model.trainer_spec.vocab_size = count
    (folder / "tokenizer.model").write_bytes(model.SerializeToString())
    return "tokenizer.model"


def deviation_and_mean(name, shape):
    """Of the numbers of a tensor."""
    last = name.rsplit(".", 1)[-1]
    if "layer_scale" in name:
        return 0.05, 0.2
    if last == "alpha" or name.endswith("emb_std") or (len(shape) == 1 and last == "weight"):
        return 0.1, 1.0
    if len(shape) == 1:
        return 0.05, 0.0
    if "conditioner.embed" in name or name.endswith("bos_before_voice"):
        return 1.0, 0.0
    if "convtr" in name:  # a sample comes from two of its taps
        inputs = 2 * (1 if shape[1] == 1 else shape[0])
    else:
        inputs = int(np.prod(shape[1:]))
    gain = 0.25 if "adaLN_modulation" in name else 1.0
    if len(shape) == 3:
        gain = 1.6  # an ELU before it takes as much
    return (gain / inputs) ** 0.5, 0.0


def fill(model, random):
    for name, values in model.state_dict().items():
        if name.endswith(".freqs"):
            continue
        deviation, mean = deviation_and_mean(name, values.shape)
        noise = random.standard_normal(tuple(values.shape), dtype=np.float32)
        values.copy_(torch.from_numpy(np.asarray(mean + deviation * noise, dtype=np.float32)))
    model.flow_lm.out_eos.weight.mul_(0.1)
    model.flow_lm.out_eos.bias.fill_(NEVER)


def make_quiet(model, random):
    """Scales the last convolution, so that nothing is clipped."""
    from pocket_tts.modules.stateful_module import init_states

    latents = torch.from_numpy(random.standard_normal((1, 10, model.flow_lm.ldim), dtype=np.float32))
    sound = model.mimi.decode_from_latent(latents * model.flow_lm.emb_std + model.flow_lm.emb_mean,
                                          init_states(model.mimi, 1, 400))
    model.mimi.decoder.model[-1].conv.weight.mul_(LOUDNESS / float(sound.std()))


def voice_sound(random, rate, seconds=10):
    time = np.arange(rate * seconds) / rate
    tone = 0.2 * np.sin(2 * np.pi * 140 * time) * np.clip(np.sin(2 * np.pi * 3 * time) + 0.5, 0, 1)
    return torch.from_numpy((tone + 0.01 * random.standard_normal(time.size)).astype(np.float32))[None]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--config", default="english")
    arguments = parser.parse_args()
    torch.set_grad_enabled(False)
    partial = arguments.folder.with_name(arguments.folder.name + ".partial")
    (partial / "embeddings").mkdir(parents=True, exist_ok=True)

    config = yaml.safe_load((CONFIGS_DIR / f"{arguments.config}.yaml").read_text(encoding="utf-8"))
    for key in ("weights_path", "weights_path_without_voice_cloning"):
        config.pop(key, None)
    table = config["flow_lm"]["lookup_table"]
    table["tokenizer_path"] = str(partial / write_tokenizer(partial, table))
    model = TTSModel._from_pydantic_config_with_weights(Config(**config), 0.3, 1, None, -4.0)
    random = np.random.default_rng(1)
    fill(model, random)
    make_quiet(model, random)
    weights = {name: values.contiguous() for name, values in model.state_dict().items()}
    safetensors.torch.save_file(weights, partial / "model.safetensors")

    table["tokenizer_path"] = Path(table["tokenizer_path"]).name
    file = partial / f"{arguments.config}.yaml"
    file.write_text(yaml.safe_dump({"weights_path": "model.safetensors", **config}, sort_keys=False,
                                   allow_unicode=True), encoding="utf-8")
    state = model.get_state_for_audio_prompt(voice_sound(random, model.sample_rate))
    export_model_state(state, partial / "embeddings" / "random.safetensors")
    partial.rename(arguments.folder)


if __name__ == "__main__":
    main()
