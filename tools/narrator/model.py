"""The narrator network: M2M100 (pre-norm Transformer, Vaswani et al. 2017; sinusoidal positions, tied embeddings) in plain torch.

Written for training on one CPU core: no code between the layers, the loss is computed on real target tokens only, and
its gradient is made chunk by chunk while the logits are still in the cache. It runs on a GPU, too. Parameters carry the checkpoint names of
transformers' M2M100ForConditionalGeneration, so files go both ways.
"""
import json
import math
from dataclasses import asdict, dataclass
from pathlib import Path

import torch
import torch.nn.functional as F
from safetensors.torch import load_file, save_file
from torch import Tensor, nn

import quantize
from tokenizer import EOS, PAD, UNK


@dataclass
class Config:
    vocab_size: int
    d_model: int = 256
    encoder_layers: int = 5
    decoder_layers: int = 2
    encoder_attention_heads: int = 4
    decoder_attention_heads: int = 4
    encoder_ffn_dim: int = 1024
    decoder_ffn_dim: int = 1024
    dropout: float = 0.1
    max_position_embeddings: int = 512
    forced_bos_token_id: int = 0  # the language that it speaks

    def as_json(self) -> dict:
        """config.json as transformers and MLX read it."""
        return asdict(self) | dict(
            model_type="m2m_100", architectures=["M2M100ForConditionalGeneration"], is_encoder_decoder=True, activation_function="relu",
            scale_embedding=True, tie_word_embeddings=True, attention_dropout=0.0, activation_dropout=0.0, encoder_layerdrop=0.0,
            decoder_layerdrop=0.0, init_std=0.02, bos_token_id=0, pad_token_id=PAD, eos_token_id=EOS, decoder_start_token_id=EOS,
            use_cache=True)


def positions(d: int, length: int) -> Tensor:
    """Row p is [sin(p f_0).., cos(p f_0)..]; the first real token has p = 2 (pad id + 1)."""
    half = d // 2
    f = torch.exp(torch.arange(half) * -(math.log(10000) / (half - 1)))
    angle = torch.arange(2, 2 + length)[:, None] * f
    return torch.cat([angle.sin(), angle.cos()], 1)


class Dropout(nn.Module):
    """Dropout with masks cut at random places from one long random mask, which is renewed now and then.

    Drawing a fresh random number for every activation costs 6 % of a training step on one core.
    """

    renew_after, length = 2000, 1 << 22

    def __init__(self, p: float):
        super().__init__()
        self.p, self.uses = p, 0

    def forward(self, x: Tensor) -> Tensor:
        if not self.training or not self.p:
            return x
        if not x.is_cpu:
            return F.dropout(x, self.p)
        if self.uses % self.renew_after == 0:
            self.mask = (torch.rand(self.length) >= self.p).float() / (1 - self.p)
        self.uses += 1
        n = x.numel()
        if n > self.length:
            return F.dropout(x, self.p)
        start = int(torch.randint(self.length - n + 1, ()))
        return x * self.mask[start:start + n].view(x.shape)


class Attention(nn.Module):
    def __init__(self, d: int, heads: int):
        super().__init__()
        self.heads = heads
        self.q_proj, self.k_proj, self.v_proj, self.out_proj = (nn.Linear(d, d) for _ in range(4))

    def split(self, x: Tensor) -> Tensor:
        return x.view(x.shape[0], x.shape[1], self.heads, -1).transpose(1, 2)

    def keys_values(self, x: Tensor) -> tuple[Tensor, Tensor]:
        return self.split(self.k_proj(x)), self.split(self.v_proj(x))

    def forward(self, x: Tensor, kv: tuple[Tensor, Tensor], mask: Tensor | None = None, causal: bool = False) -> Tensor:
        y = attend(self.split(self.q_proj(x)), *kv, mask, causal)
        return self.out_proj(y.transpose(1, 2).flatten(2))


@torch.autocast("cpu", enabled=False)
def attend(q: Tensor, k: Tensor, v: Tensor, mask: Tensor | None, causal: bool) -> Tensor:
    """In float32 on a CPU, where torch's backward pass in bfloat16 takes six times as long."""
    if q.is_cpu:
        q, k, v = q.float(), k.float(), v.float()
    return F.scaled_dot_product_attention(q, k, v, attn_mask=mask, is_causal=causal)


class Layer(nn.Module):
    """x += attn(norm x);  decoder: x += cross(norm x, encoder);  x += fc2 relu fc1 norm x"""

    def __init__(self, d: int, heads: int, ffn: int, drop: Dropout, cross: bool):
        super().__init__()
        self.self_attn, self.self_attn_layer_norm = Attention(d, heads), nn.LayerNorm(d)
        if cross:
            self.encoder_attn, self.encoder_attn_layer_norm = Attention(d, heads), nn.LayerNorm(d)
        self.fc1, self.fc2, self.final_layer_norm = nn.Linear(d, ffn), nn.Linear(ffn, d), nn.LayerNorm(d)
        self.drop = drop

    def feed_forward(self, x: Tensor) -> Tensor:
        return x + self.drop(self.fc2(F.relu(self.fc1(self.final_layer_norm(x)))))


class Stack(nn.Module):
    def __init__(self, d: int, layers: int, heads: int, ffn: int, drop: Dropout, cross: bool):
        super().__init__()
        self.layers = nn.ModuleList(Layer(d, heads, ffn, drop, cross) for _ in range(layers))
        self.layer_norm = nn.LayerNorm(d)


class Narrator(nn.Module):
    def __init__(self, config: Config):
        super().__init__()
        c = self.config = config
        self.shared = nn.Embedding(c.vocab_size, c.d_model)
        self.drop = Dropout(c.dropout)  # one for all layers
        self.encoder = Stack(c.d_model, c.encoder_layers, c.encoder_attention_heads, c.encoder_ffn_dim, self.drop, False)
        self.decoder = Stack(c.d_model, c.decoder_layers, c.decoder_attention_heads, c.decoder_ffn_dim, self.drop, True)
        self.register_buffer("table", positions(c.d_model, c.max_position_embeddings), persistent=False)
        for name, p in self.named_parameters():
            if name == "shared.weight":
                nn.init.normal_(p, std=0.02)
            elif p.ndim == 2:
                nn.init.xavier_uniform_(p)
            elif name.endswith("bias"):
                nn.init.zeros_(p)

    def embed(self, ids: Tensor, start: int = 0) -> Tensor:
        x = F.embedding(ids, self.shared.weight) * math.sqrt(self.config.d_model) + self.table[start:start + ids.shape[1]]
        return self.drop(x)

    def encode(self, source: Tensor) -> tuple[Tensor, Tensor]:
        """Encoder output and the additive mask of its padding (pads are at the right)."""
        mask = torch.zeros(source.shape, device=source.device).masked_fill_(source == PAD, -1e9)[:, None, None]
        x = self.embed(source)
        for layer in self.encoder.layers:
            h = layer.self_attn_layer_norm(x)
            x = x + layer.drop(layer.self_attn(h, layer.self_attn.keys_values(h), mask))
            x = layer.feed_forward(x)
        return self.encoder.layer_norm(x), mask

    def decode(self, ids: Tensor, encoded: Tensor, mask: Tensor) -> Tensor:
        """Final decoder states of whole target sequences (teacher forcing)."""
        x = self.embed(ids)
        for layer in self.decoder.layers:
            h = layer.self_attn_layer_norm(x)
            x = x + layer.drop(layer.self_attn(h, layer.self_attn.keys_values(h), causal=True))
            h = layer.encoder_attn_layer_norm(x)
            x = x + layer.drop(layer.encoder_attn(h, layer.encoder_attn.keys_values(encoded), mask))
            x = layer.feed_forward(x)
        return self.decoder.layer_norm(x)

    def states(self, source: Tensor, target: Tensor, blanks: float) -> Tensor:
        """Final decoder states of the real target tokens.

        `blanks`: share of decoder inputs replaced by <unk>, so that the next word must be found in the source.
        """
        encoded, mask = self.encode(source)
        inputs = torch.cat([torch.full_like(target[:, :1], EOS), target[:, :-1]], 1)
        if blanks:
            inputs[:, 2:].masked_fill_(torch.rand(inputs[:, 2:].shape, device=inputs.device) < blanks, UNK)
        return self.decode(inputs, encoded, mask)[target != PAD]

    def loss(self, source: Tensor, target: Tensor, smoothing: float = 0.0, blanks: float = 0.0) -> tuple[Tensor, Tensor]:
        """Cross-entropy: its sum over the real target tokens, and the mean for each sentence (plain, without gradient)."""
        real = target != PAD
        total, each = TokenLoss.apply(self.states(source, target, blanks), self.shared.weight, target[real], smoothing)
        return total, torch.zeros(target.shape, device=target.device).masked_scatter_(real, each).sum(1) / real.sum(1)

    def double_loss(self, source: Tensor, target: Tensor, smoothing: float, blanks: float, weight: float) -> Tensor:
        """R-Drop (Liang et al. 2021): the mean of two passes with different dropout, and `weight` times their mean divergence. A sum over tokens."""
        h = self.states(torch.cat([source, source]), torch.cat([target, target]), blanks)
        logp = (h @ self.shared.weight.T).float().log_softmax(1)
        one, other = logp.chunk(2)
        y = target[target != PAD][:, None]
        picked = sum((1 - smoothing) * side.gather(1, y).sum() + smoothing * side.mean(1).sum() for side in (one, other)) / 2
        divergence = ((one.exp() - other.exp()) * (one - other)).sum() / 2
        return weight / 2 * divergence - picked


class TokenLoss(torch.autograd.Function):
    """sum of -log softmax(h E')[y] with label smoothing. The gradient is made with the loss, some rows at a time.

    The three products are in the type of `h`; softmax and sums are in float32.
    """

    @staticmethod
    def forward(ctx, h: Tensor, weight: Tensor, y: Tensor, smoothing: float) -> tuple[Tensor, Tensor]:
        embedding = weight.to(h.dtype)
        grad_h, grad_e, total, each = torch.empty_like(h), torch.zeros_like(weight), 0.0, []
        uniform, rows = smoothing / len(embedding), 512 if h.is_cpu else 1 << 14
        for i in range(0, len(h), rows):
            hi, yi = h[i:i + rows], y[i:i + rows, None]
            logits = (hi @ embedding.T).float()
            lse = logits.logsumexp(1, keepdim=True)
            each.append((lse - logits.gather(1, yi))[:, 0])
            picked = each[-1].sum()
            if smoothing:
                picked = (1 - smoothing) * picked + smoothing * (lse.sum() - logits.mean(1).sum())
            total = total + picked
            if any(ctx.needs_input_grad):
                p = logits.sub_(lse).exp_()
                if smoothing:
                    p.sub_(uniform)
                p.scatter_add_(1, yi, torch.full_like(yi, smoothing - 1, dtype=p.dtype))
                p = p.to(h.dtype)
                torch.mm(p, embedding, out=grad_h[i:i + rows])
                grad_e += p.T @ hi
        ctx.save_for_backward(grad_h, grad_e)
        each = torch.cat(each)
        ctx.mark_non_differentiable(each)
        return total, each

    @staticmethod
    def backward(ctx, g: Tensor, _):
        grad_h, grad_e = ctx.saved_tensors
        return grad_h.mul_(g), grad_e.mul_(g), None, None


def load(folder: Path) -> Narrator:
    """Reads config.json and model.safetensors: float weights, or quantized ones, which are widened to float32."""
    fields = json.loads((folder / "config.json").read_text())
    model = Narrator(Config(**{k: v for k, v in fields.items() if k in Config.__dataclass_fields__}))
    tensors = quantize.dequantize_all(load_file(folder / "model.safetensors"), fields.get("quantization"))
    tied = ("model.shared.weight", "lm_head.weight", "model.encoder.embed_tokens.weight", "model.decoder.embed_tokens.weight")
    state = {k.removeprefix("model."): v.float() for k, v in tensors.items() if k not in tied and not k.startswith("borrowing.")}
    state["shared.weight"] = next(tensors[k] for k in tied if k in tensors).float()
    model.load_state_dict(state)
    return model


def save(folder: Path, config: Config, state: dict[str, Tensor]) -> None:
    """Writes the float32 checkpoint; the weights appear under their name only when complete."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "config.json").write_text(json.dumps(config.as_json(), indent=2, sort_keys=True) + "\n")
    part = folder / "model.safetensors.part"
    save_file({f"model.{k}": v.float().contiguous() for k, v in state.items()}, part, metadata={"format": "pt"})
    part.rename(folder / "model.safetensors")
