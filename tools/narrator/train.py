"""Trains the narrator on one CPU core or a GPU; goes on from a checkpoint, survives being killed.

    python train.py OUT --minutes 60 [--start MODEL]      until the time is over
    python train.py OUT --steps 12000 [--start MODEL]     the same steps on every run with the same corpus and seed

OUT gets model/ (the moving average of the weights, float32) and state.pt (everything needed to go on: run the same
command again). The learning rate rises for `warmup` steps, and in the last `fall` of the run falls linearly to zero.
train_gpu.sh runs it on a machine with a GPU, where --workers processes make the batches.
"""
import argparse
import os
import random
import signal
import time
import timeit
from pathlib import Path

os.environ.setdefault("ONEDNN_PRIMITIVE_CACHE_CAPACITY", "20000")  # products that oneDNN compiled, one for each shape; read when torch starts

import torch

import grammar
import model as narrator
import tokenizer as tok
from data import Batches, Feeders, pad
from grammar import Corpus, Sampler
from optimizer import Optimizer
from protect import protect_pair, renumber
from tokenizer import PAD, Tokenizer


def bf16_is_faster() -> bool:
    """Measured, as the instructions do not tell: AVX512-BF16 is 1.2 times as fast as float32 on a Zen 4 and half as fast on a Sapphire Rapids."""
    def seconds(dtype: torch.dtype) -> float:
        a, b = torch.ones(1024, 512, dtype=dtype), torch.ones(512, 1024, dtype=dtype)
        return min(timeit.repeat(lambda: a @ b, number=4, repeat=6))
    return seconds(torch.bfloat16) < seconds(torch.float32)


def slice_times(text: str) -> tuple[str, int]:
    name, _, times = text.partition("=")
    if not times.isdigit() or int(times) < 1:
        raise argparse.ArgumentTypeError(f"{text} is not SLICE=N with N of 1 or more")
    return name, int(times)


def arguments() -> argparse.Namespace:
    here = Path(__file__).parent
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("out", type=Path)
    length = ap.add_mutually_exclusive_group(required=True)
    length.add_argument("--minutes", type=float)
    length.add_argument("--steps", type=int)
    ap.add_argument("--start", type=Path, help="folder of a model (float or quantized) to go on from, with its tokenizer")
    ap.add_argument("--corpus", type=Path, default=here / "corpus")
    ap.add_argument("--tokens", type=int, default=3072, help="per batch, both sides")
    ap.add_argument("--lr", type=float, default=3e-3, help="of Muon")
    ap.add_argument("--adam-lr", type=float, default=1.5e-3)
    ap.add_argument("--warmup", type=int, default=100)
    ap.add_argument("--optimizer", choices=("muon", "adamw"), default="muon")
    two = dict(type=float, nargs=2, metavar=("EARLY", "LATE"))
    ap.add_argument("--late", type=float, default=0.4, help="share of the run, at its end, that has the LATE values of the next four")
    ap.add_argument("--free", default=(0.88, 0.93), help="share of free sentences; the rest are filled patterns", **two)
    ap.add_argument("--joined", default=(0.0, 0.0), help="share of the sentences that joined.py can join to longer ones that are", **two)
    ap.add_argument("--bpe-dropout", default=(0.1, 0.02), help="chance that a merge of the source's tokenizer is skipped", **two)
    ap.add_argument("--dropout", default=(0.15, 0.1), **two)
    ap.add_argument("--blanks", default=(0.1, 0.05), help="share of decoder inputs hidden from the network", **two)
    ap.add_argument("--smoothing", type=float, default=0.07)
    ap.add_argument("--ema", type=float, default=0.995, help="decay of the moving average of the weights")
    ap.add_argument("--bf16", action=argparse.BooleanOptionalAction,
                    help="products of the training steps in bfloat16; by default where that is faster")
    ap.add_argument("--known", type=float, metavar="LOSS", help="a first run takes sentences outside grammar.TIMES to have this loss")
    ap.add_argument("--times", nargs="+", default=[], type=slice_times, metavar="SLICE=N",
                    help="so many times as often as others come the sentences of a slice, in place of what grammar.TIMES says; 1: as often")
    ap.add_argument("--fall", type=float, default=1.0, help="share of the run, at its end, in which the learning rate falls; 0: never")
    ap.add_argument("--rdrop", type=float, default=0.0, help="weight of the divergence of two passes with different dropout; 0 for one pass")
    ap.add_argument("--reverse", action="store_true", help="from Japanese to English")
    ap.add_argument("--device", default="cpu")
    ap.add_argument("--workers", type=int, default=0, help="processes that make batches; without any, sentences with a low loss come less often")
    ap.add_argument("--width", type=int, default=256, help="of a network from scratch; a head has 64 of it")
    ap.add_argument("--ffn", type=int, default=1024)
    ap.add_argument("--layers", type=int, nargs=2, default=(5, 2), metavar=("ENCODER", "DECODER"))
    ap.add_argument("--vocab", type=int, default=4000)
    ap.add_argument("--seed", type=int, default=1)
    ap.add_argument("--eval-every", type=int, default=200)
    a = ap.parse_args()
    if a.bf16 is None:
        a.bf16 = a.device != "cpu" or bf16_is_faster()
    return a


def set_times(times: list[tuple[str, int]], corpus: Path) -> None:
    """Slices that come as often as others are not in grammar.TIMES: to --known they are like others, too."""
    for name, n in times:
        if not (corpus / name).is_dir():
            raise SystemExit(f"train.py: --times {name}={n}: {corpus} has no slice {name}")
        grammar.TIMES.pop(name, None)
        if n > 1:
            grammar.TIMES[name] = n


def first_model(a: argparse.Namespace) -> tuple[narrator.Narrator, Tokenizer]:
    """The start model, or fresh weights and a tokenizer trained on the free sentences and a little of the grammar."""
    a.out.mkdir(parents=True, exist_ok=True)
    model_file = a.out / tok.MODEL_FILE
    if a.start:
        model_file.write_bytes((a.start / tok.MODEL_FILE).read_bytes())
        net = narrator.load(a.start)
        return net, Tokenizer(model_file)
    if not model_file.exists():
        corpus, text = Corpus(a.corpus), a.out / "tokenizer_text.txt"
        sampler = Sampler(corpus, random.Random(a.seed), free=0.0)
        with text.open("w", encoding="utf-8") as f:
            for en, ja in corpus.sentences * 4 + [sampler.pair()[:2] for _ in range(12000)]:
                f.write(f"{en}\n{ja}\n")
        tok.train(text, a.out, a.vocab)
    tokenizer = Tokenizer(model_file)
    heads = a.width // 64
    config = narrator.Config(tokenizer.vocab_size, a.width, *a.layers, heads, heads, a.ffn, a.ffn, forced_bos_token_id=tokenizer.english if a.reverse else tokenizer.japanese)
    return narrator.Narrator(config), tokenizer


@torch.no_grad()
def heldout_loss(net: narrator.Narrator, tokenizer: Tokenizer, corpus: Corpus, reverse: bool = False) -> float:
    """Mean cross-entropy per target token on the held-out sentences (without smoothing)."""
    pairs = list(filter(None, (protect_pair(en, ja) for rows in corpus.heldout.values() for en, ja in rows)))
    if reverse:
        texts = [renumber(ja, en) for en, ja in pairs]
        pairs = [(tokenizer.japanese_source(ja), tokenizer.english_target(en)) for ja, en in texts]
    else:
        pairs = [(tokenizer.source(en), tokenizer.target(ja)) for en, ja in pairs]
    pairs.sort(key=lambda p: len(p[1]))
    total, count, device = 0.0, 0, net.shared.weight.device
    net.eval()
    for i in range(0, len(pairs), 48):
        source, target = (pad(list(side)).to(device) for side in zip(*pairs[i:i + 48]))
        total += net.loss(source, target)[0].item()
        count += int((target != PAD).sum())
    net.train()
    return total / count


def save_state(path: Path, **state) -> None:
    part = path.with_suffix(".part")
    torch.save(state, part)
    part.rename(path)


def main() -> None:
    a = arguments()
    torch.set_num_threads(int(os.environ.get("OMP_NUM_THREADS", "1")))
    torch.manual_seed(a.seed)
    set_times(a.times, a.corpus)
    net, tokenizer = first_model(a)
    make = lambda i=0: Batches(a.corpus, tokenizer, a.tokens, a.seed + i, float("inf") if a.steps or a.workers else 600, a.reverse)
    feeders = Feeders(lambda i: make(1 + i + int(time.time()) % 100000 * 100), a.workers) if a.workers else None
    if feeders:  # before the GPU is touched: they are forked
        feeders.start(a.free[0], a.bpe_dropout[0], a.joined[0])
    net.to(a.device)
    shadow = narrator.Narrator(net.config).to(a.device)  # the moving average
    shadow.load_state_dict(net.state_dict())
    optimizer = Optimizer(net, a.optimizer, net.config.encoder_attention_heads)
    step, spent_s, tokens = 0, 0.0, 0
    state_file = a.out / "state.pt"
    if state_file.exists():
        state = torch.load(state_file, weights_only=True, map_location=a.device)
        net.load_state_dict(state["net"])
        shadow.load_state_dict(state["shadow"])
        optimizer.load_state_dict(state["optimizer"])
        step, spent_s, tokens = state["step"], state["spent_s"], state["tokens"]
        print(f"going on after step {step}", flush=True)
    torch.manual_seed(a.seed + step)
    batches = make(step)
    batches.multiple = 4 if a.bf16 and a.device == "cpu" else 1  # fewer shapes for oneDNN to compile
    if state_file.exists():
        batches.sampler.losses = state.get("losses", {})
    corpus = batches.sampler.corpus
    if a.known and not state_file.exists():
        batches.sampler.losses = {pair[0]: a.known for pair in corpus.sentences if pair not in corpus.times}
    print(f"{sum(p.numel() for p in net.parameters()) / 1e6:.1f} M parameters, {len(corpus.sentences)} free sentences, "
          f"products in {'bfloat16' if a.bf16 else 'float32'}, "
          f"held-out loss {heldout_loss(shadow, tokenizer, corpus, a.reverse):.4f}", flush=True)
    net.train()
    params, averages = list(net.parameters()), list(shadow.parameters())
    begin, saved_at, loss_sum, loss_count = time.monotonic() - spent_s, time.monotonic(), torch.zeros((), device=a.device), 0

    def save() -> None:
        narrator.save(a.out / "model", net.config, shadow.state_dict())
        save_state(state_file, net=net.state_dict(), shadow=shadow.state_dict(), optimizer=optimizer.state_dict(),
                   losses=batches.sampler.losses, step=step, spent_s=spent_s, tokens=tokens)

    stop = []
    signal.signal(signal.SIGTERM, lambda *_: stop.append(True))
    source_target = iter(feeders or batches)
    while not stop and step != a.steps:
        spent_s = time.monotonic() - begin
        left = 1 - (spent_s / (a.minutes * 60) if a.minutes else step / a.steps)
        if left <= 0:
            break
        late = left <= a.late
        net.drop.p = a.dropout[late]
        (feeders or batches).set(a.free[late], a.bpe_dropout[late], a.joined[late])
        source, target = next(source_target)
        count, source_count = int((target != PAD).sum()), int((source != PAD).sum())
        source, target = source.to(a.device), target.to(a.device)
        with torch.autocast(torch.device(a.device).type, torch.bfloat16, enabled=a.bf16):
            if a.rdrop:
                loss = net.double_loss(source, target, a.smoothing, a.blanks[late], a.rdrop)
            else:
                loss, each = net.loss(source, target, a.smoothing, a.blanks[late])
        if not feeders and not a.rdrop:
            batches.report(each)
        loss = loss / count
        loss.backward()
        torch.nn.utils.clip_grad_norm_(params, 1.0, foreach=True)
        schedule = (min(left / a.fall, 1) if a.fall else 1) * min((step + 1) / a.warmup, 1)
        optimizer.step(a.lr * schedule, a.adam_lr * schedule)
        net.zero_grad()
        step += 1
        with torch.no_grad():
            torch._foreach_lerp_(averages, params, max(1 - a.ema, 1 / (step + 1)))
        tokens += count + source_count
        loss_sum, loss_count = loss_sum + loss.detach(), loss_count + 1
        if step % a.eval_every == 0:
            print(f"step {step} min {spent_s / 60:.1f} tokens {tokens / 1e6:.2f} M loss {loss_sum.item() / loss_count:.3f} "
                  f"held-out {heldout_loss(shadow, tokenizer, corpus, a.reverse):.4f}", flush=True)
            loss_sum, loss_count = torch.zeros_like(loss_sum), 0
        if time.monotonic() - saved_at > 300:
            saved_at = time.monotonic()
            save()
    save()
    print(f"{'stopped' if stop else 'done'}: {step} steps, {tokens / 1e6:.2f} M tokens, {spent_s / 60:.1f} min, "
          f"held-out loss {heldout_loss(shadow, tokenizer, corpus, a.reverse):.4f}", flush=True)


if __name__ == "__main__":
    main()
