"""Writes kokoro-int8.onnx beside this file: the weights of kokoro-v1_0.pth as kokoro-onnx's int8 export has them.

    python make_onnx.py     (needs the PyPI packages numpy, onnx and torch)

Names and schemes are those found in the export of the released model: int8 with a scale a column for matrices, 7 bits in
uint8 with a zero point for convolutions, int8 with a scale a direction for LSTMs, int8 with one scale for embeddings;
transposed convolutions, conv_post and the source's linear layer stay float. There is no graph between the nodes.
"""
import pathlib

import numpy as np
import torch
from onnx import helper, numpy_helper

HERE = pathlib.Path(__file__).parent
checkpoint = torch.load(HERE / "kokoro-v1_0.pth", map_location="cpu", weights_only=True)
stored = {f"{part}.{name.removeprefix('module.')}": value.numpy() for part, state in checkpoint.items() for name, value in state.items()}
nodes, tensors = [], []


def add(name, values):
    tensors.append(numpy_helper.from_array(np.ascontiguousarray(values), name))


def initializer(name):
    return ("decoder." if name.startswith("decoder.") else "encoder.") + name


SCOPES = {"cnn.0.0": "cnn.0/cnn.0.0", "cnn.1.0": "cnn.1/cnn.1.0", "cnn.2.0": "cnn.2/cnn.2.0", "asr_res.0": "asr_res/asr_res.0"}


def scope(name):
    """The scopes of the export, by hand: numbers belong to the word before them."""
    top = "/decoder/" if name.startswith("decoder.") else "/encoder/"
    for short in ("F0.", "N.", "F0_proj", "N_proj", "shared"):
        if name.startswith("predictor." + short):
            name = name.removeprefix("predictor.")
    for plain, path in SCOPES.items():
        if name.endswith(plain):
            return top + name.removesuffix(plain).replace(".", "/") + path
    words = name.split(".")
    path = words[0]
    for word in words[1:]:
        path += ("." if word.isdigit() else "/") + word
    return top + path


def scales_of(product, weight):
    """The scale behind a product of integers: behind its cast, times the input's."""
    out = product.output[0]
    nodes.append(helper.make_node("Cast", [out], [out + "_cast"], to=1))
    nodes.append(helper.make_node("Mul", [f"x{len(nodes)}_scale", weight + "_scale"], [out + "_scales"]))
    nodes.append(helper.make_node("Mul", [out + "_cast", out + "_scales"], [out + "_float"]))


def add_matrix(name, weight):
    """[out, in], which is stored as [in, out]."""
    label = f"onnx::MatMul_{len(nodes)}"
    columns = weight.T
    scale = (np.abs(columns).max(0) / 64).astype(np.float32)
    add(label + "_quantized", np.round(columns / scale).astype(np.int8))
    add(label + "_scale", scale)
    add(label + "_zero_point", np.zeros(len(scale), np.int8))
    operation = "Gemm_MatMul_quant" if name.endswith(".fc") else "MatMul_quant"
    nodes.append(helper.make_node("MatMulInteger", ["x", label + "_quantized", "xz", label + "_zero_point"],
                                  [label + "_out"], name=f"{scope(name)}/{operation}"))
    scales_of(nodes[-1], label)


def add_convolution(name, weight):
    label = f"{scope(name)}/Mul_output_0"
    low, high = min(weight.min(), 0), max(weight.max(), 0)
    scale = np.float32((high - low) / 127)
    zero = np.uint8(np.clip(round(-low / scale), 0, 127))
    add(label + "_quantized", np.clip(np.round(weight / scale) + zero, 0, 127).astype(np.uint8))
    add(label + "_scale", scale)
    add(label + "_zero_point", zero)
    nodes.append(helper.make_node("ConvInteger", ["x", label + "_quantized", "xz", label + "_zero_point"],
                                  [label + "_out"], name=f"{scope(name)}/Conv_quant"))
    scales_of(nodes[-1], label)


def add_float_convolution(name, weight, operation):
    label = f"{scope(name)}/Mul_output_0"
    add(label, weight)
    nodes.append(helper.make_node(operation, ["x", label, initializer(name) + ".bias"], [label + "_out"], name=f"{scope(name)}/{operation}"))


def gates(values):
    """Torch's i f g o along the first axis to ONNX's i o f c."""
    i, f, g, o = np.split(values, 4)
    return np.concatenate([i, o, f, g])


def add_lstm(name):
    label = f"onnx::LSTM_{len(nodes)}"
    inputs = ["x"]
    for part in ("weight_ih_l0", "weight_hh_l0"):
        both = np.stack([gates(stored[f"{name}.{part}{direction}"]).T for direction in ("", "_reverse")])
        scale = (np.abs(both).max((1, 2)) / 64).astype(np.float32)
        add(f"{label}_{part}_quantized", np.round(both / scale[:, None, None]).astype(np.int8))
        add(f"{label}_{part}_scale", scale)
        inputs.append(f"{label}_{part}_quantized")
    add(label, np.stack([np.concatenate([gates(stored[f"{name}.{part}{direction}"]) for part in ("bias_ih_l0", "bias_hh_l0")])
                         for direction in ("", "_reverse")]))
    add(label + "_zero", np.zeros(2, np.int8))
    inputs += [label, "", "", "", "", f"{label}_weight_ih_l0_scale", label + "_zero", f"{label}_weight_hh_l0_scale", label + "_zero"]
    nodes.append(helper.make_node("DynamicQuantizeLSTM", inputs, [label + "_out"], name=f"{scope(name)}/LSTM_quant", domain="com.microsoft",
                                  direction="bidirectional", hidden_size=stored[f"{name}.weight_hh_l0"].shape[1]))


def add_embedding(name, table):
    label = initializer(name)
    scale = np.float32(np.abs(table).max() / 127)
    add(label + "_quantized", np.round(table / scale).astype(np.int8))
    add(label + "_scale", scale)
    add(label + "_zero_point", np.int8(0))
    nodes.append(helper.make_node("Gather", [label + "_quantized", "ids"], [label + "_rows"]))
    nodes.append(helper.make_node("DequantizeLinear", [label + "_rows", label + "_scale", label + "_zero_point"], [label + "_float"]))


for name, value in stored.items():
    module, _, leaf = name.rpartition(".")
    if "pooler" in name or leaf == "position_ids" or leaf == "weight_g":
        continue
    if leaf == "weight_v":
        norm = np.sqrt((value.astype(np.float64) ** 2).sum((1, 2), keepdims=True))
        leaf, value = "weight", (stored[module + ".weight_g"] * value / norm).astype(np.float32)
    if "_l0" in leaf:
        if leaf == "weight_ih_l0":
            add_lstm(module)
    elif leaf == "weight" and "embedding" in module and value.ndim == 2 and "hidden" not in module:
        add_embedding(name, value)
    elif leaf == "weight" and value.ndim == 2 and not module.endswith("m_source.l_linear"):
        add_matrix(module, value)
    elif leaf == "weight" and value.ndim == 2:
        add("onnx::MatMul_source", value.T)
        nodes.append(helper.make_node("MatMul", ["x", "onnx::MatMul_source"], ["source"], name=scope(module) + "/MatMul"))
    elif leaf == "weight" and value.ndim == 3 and (".ups." in module or module.endswith("pool")):
        add_float_convolution(module, value, "ConvTranspose")
    elif leaf == "weight" and value.ndim == 3 and module.endswith("conv_post"):
        add_float_convolution(module, value, "Conv")
    elif leaf == "weight" and value.ndim == 3:
        add_convolution(module, value)
    else:
        add(initializer(name), value)

graph = helper.make_graph(nodes, "weights", [], [], tensors)
(HERE / "kokoro-int8.onnx").write_bytes(helper.make_model(graph, producer_name="make_onnx").SerializeToString())
