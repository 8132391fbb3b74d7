"""Writes the seeds beside this file: python make_seeds.py (needs the PyPI packages onnx and numpy)."""
import pathlib

import numpy as np
from onnx import TensorProto, helper, numpy_helper

HERE = pathlib.Path(__file__).parent


def tensor(name, values, dtype):
    return numpy_helper.from_array(np.array(values, dtype), name)


def save(name, nodes, tensors):
    model = helper.make_model(helper.make_graph(nodes, "g", [], [], tensors), producer_name="seed")
    (HERE / f"{name}.onnx").write_bytes(model.SerializeToString())


node = helper.make_node
product = [node("DynamicQuantizeLinear", ["x"], ["xq", "xs", "xz"]), node("Mul", ["xs", "w_scale"], ["scales"])]
save("matmul", product + [node("MatMulInteger", ["xq", "w_quantized", "xz", "w_zero_point"], ["y"], name="/m/MatMul_quant"),
                          node("Cast", ["y"], ["cast"], to=1), node("Mul", ["cast", "scales"], ["z"])],
     [tensor("w_quantized", [[1, -2, 3], [4, 5, -6]], np.int8), tensor("w_scale", [0.5, 0.25, 2], np.float32),
      tensor("w_zero_point", [0, 1, 0], np.int8)])
save("conv", product + [node("ConvInteger", ["xq", "w_quantized", "xz", "w_zero_point"], ["y"], kernel_shape=[2], pads=[0, 1]),
                        node("Add", ["y", "bias"], ["sum"]), node("Cast", ["sum"], ["cast"], to=1), node("Mul", ["cast", "scales"], ["z"])],
     [tensor("w_quantized", [[[1, 200]], [[3, 4]]], np.uint8), tensor("w_scale", 0.5, np.float32), tensor("w_zero_point", 70, np.uint8)])
save("lstm", [node("DynamicQuantizeLSTM", ["x", "w", "r", "b", "", "", "", "", "ws", "z", "ws", "z"], ["y"],
                   domain="com.microsoft", direction="bidirectional", hidden_size=1)],
     [tensor("w", np.ones((2, 1, 4)), np.int8), tensor("r", np.ones((2, 1, 4)), np.int8), tensor("b", np.zeros((2, 8)), np.float32),
      tensor("ws", [0.5, 2], np.float32), tensor("z", [0, 0], np.int8)])
save("gather", [node("Gather", ["table", "ids"], ["rows"]), node("DequantizeLinear", ["rows", "s", "z"], ["x"], axis=0),
                node("Constant", [], ["c"], value=tensor("", [1.5], np.float16))],
     [tensor("table", [[1, 2], [3, 4]], np.int8), tensor("s", 0.5, np.float32), tensor("z", 1, np.int8),
      helper.make_tensor("typed", TensorProto.FLOAT, [2], [1.0, 2.0]), helper.make_tensor("ids", TensorProto.INT64, [2], [0, -1]),
      helper.make_tensor("halves", TensorProto.BFLOAT16, [2], [1.0, 2.0])])
