"""A greedy decoding step of NLLB-200 600M in onnxruntime, with its past as inputs and outputs (pip install numpy onnx onnxruntime):

    nllb_onnx.py make CHECKPOINT STEP.onnx int8|q8    # CHECKPOINT: of make_checkpoint.py
    nllb_onnx.py run STEP.onnx THREADS RUNS

int8: rows as MatMulIntegerToFloat. q8: groups of 64 columns as MatMulNBits with int8 activations. Prints the time of a step as `sotto bench
translate` counts it: the slope between 16 and 4 new tokens, behind 24 source tokens.
"""
import json, statistics, sys, time
import numpy as np

L, D, F, H, S = 12, 1024, 4096, 16, 64

def make(model, out, mode):
    import onnx
    from onnx import TensorProto as T, helper as h, numpy_helper as nh
    raw = np.memmap(model + "/model.safetensors", np.uint8, "r")
    n = int(raw[:8].view("<u8")[0]); head = json.loads(bytes(raw[8:8 + n]))
    def tensor(key):
        b, e = head[key]["data_offsets"]
        kind = {"F16": np.float16, "F32": np.float32}[head[key]["dtype"]]
        return raw[8 + n + b:8 + n + e].view(kind).reshape(head[key]["shape"]).astype(np.float32)
    nodes, inits, inputs, outputs = [], [], [], []
    count = [0]
    def op(kind, args, outs=1, domain="", **attributes):
        names = [f"t{count[0] + i}" for i in range(outs)]; count[0] += outs
        nodes.append(h.make_node(kind, args, names, domain=domain, **attributes))
        return names[0] if outs == 1 else names
    def const(array):
        name = f"c{len(inits)}"; inits.append(nh.from_array(np.ascontiguousarray(array), name)); return name
    def rows8(w):  # per row
        s = np.abs(w).max(1) / 127; s[s == 0] = 1
        return np.clip(np.rint(w / s[:, None]), -127, 127).astype(np.int8), s.astype(np.float32)
    def groups8(w):  # per 64, around 128
        g = w.reshape(w.shape[0], -1, 64); s = np.abs(g).max(2) / 127; s[s == 0] = 1
        return (np.clip(np.rint(g / s[:, :, None]), -127, 127) + 128).astype(np.uint8), s.astype(np.float32)
    def linear(x, w, b, quantized=None):
        if mode == "q8":
            q, s = groups8(w)
            args = [x, const(q), const(s.reshape(-1))]
            y = op("MatMulNBits", args, domain="com.microsoft", K=w.shape[1], N=w.shape[0], bits=8, block_size=64, accuracy_level=4)
            return op("Add", [y, const(b)]) if b is not None else y
        q, s = rows8(w)
        xq, xs, xz = op("DynamicQuantizeLinear", [x], 3)
        args = [xq, const(q.T), xs, const(s), xz, const(np.zeros(len(s), np.int8))]
        if b is not None: args.append(const(b))
        return op("MatMulIntegerToFloat", args, domain="com.microsoft")
    def norm(x, name): return op("LayerNormalization", [x, const(tensor(name + ".weight")), const(tensor(name + ".bias"))], epsilon=1e-5)
    heads, flat, scale = const(np.array([1, H, S])), const(np.array([1, D])), const(np.float32(S ** -0.5))
    def attend(q, k, v):
        q = op("Mul", [op("Transpose", [op("Reshape", [q, heads])], perm=[1, 0, 2]), scale])
        w = op("Softmax", [op("MatMul", [q, op("Transpose", [k], perm=[0, 2, 1])])], axis=-1)
        return op("Reshape", [op("Transpose", [op("MatMul", [w, v])], perm=[1, 0, 2]), flat])
    def wb(p): return tensor(p + ".weight"), tensor(p + ".bias")
    inputs.append(h.make_tensor_value_info("id", T.INT64, [1]))
    inputs.append(h.make_tensor_value_info("position", T.FLOAT, [1, D]))
    shared = tensor("model.shared.weight")
    if mode == "q8":
        q, s = groups8(shared); table, scales = const(q), const(s.reshape(-1))
        row = op("Sub", [op("Cast", [op("Gather", [table, "id"], axis=0)], to=T.FLOAT), const(np.float32(128))])
        row = op("Reshape", [op("Mul", [row, op("Gather", [const(s[:, :, None]), "id"], axis=0)]), flat])
    else:
        q, s = rows8(shared); table, scales = const(q.T), const(s)
        row = op("Transpose", [op("Cast", [op("Gather", [table, "id"], axis=1)], to=T.FLOAT)], perm=[1, 0])
        row = op("Mul", [row, op("Gather", [scales, "id"], axis=0)])
    x = op("Add", [op("Mul", [row, const(np.float32(32))]), "position"])
    for i in range(L):
        p = f"model.decoder.layers.{i}."
        for name in ("pk", "pv"): inputs.append(h.make_tensor_value_info(f"{name}{i}", T.FLOAT, [H, "past", S]))
        for name in ("ck", "cv"): inputs.append(h.make_tensor_value_info(f"{name}{i}", T.FLOAT, [H, "source", S]))
        parts = [wb(p + f"self_attn.{m}_proj") for m in "qkv"]
        y = linear(norm(x, p + "self_attn_layer_norm"), np.concatenate([w for w, _ in parts]), np.concatenate([b for _, b in parts]))
        q, k, v = op("Split", [y], 3, axis=1, num_outputs=3)
        for name, new in (("k", k), ("v", v)):
            own = op("Transpose", [op("Reshape", [new, heads])], perm=[1, 0, 2])
            nodes.append(h.make_node("Concat", [f"p{name}{i}", own], [f"n{name}{i}"], axis=1))
            outputs.append(h.make_tensor_value_info(f"n{name}{i}", T.FLOAT, [H, "now", S]))
        x = op("Add", [x, linear(attend(q, f"nk{i}", f"nv{i}"), *wb(p + "self_attn.out_proj"))])
        q = linear(norm(x, p + "encoder_attn_layer_norm"), *wb(p + "encoder_attn.q_proj"))
        x = op("Add", [x, linear(attend(q, f"ck{i}", f"cv{i}"), *wb(p + "encoder_attn.out_proj"))])
        y = op("Relu", [linear(norm(x, p + "final_layer_norm"), *wb(p + "fc1"))])
        x = op("Add", [x, linear(y, *wb(p + "fc2"))])
    x = norm(x, "model.decoder.layer_norm")
    if mode == "q8":
        logits = op("MatMulNBits", [x, table, scales], domain="com.microsoft", K=D, N=len(shared), bits=8, block_size=64, accuracy_level=4)
    else:
        xq, xs, xz = op("DynamicQuantizeLinear", [x], 3)
        logits = op("MatMulIntegerToFloat", [xq, table, xs, scales, xz, const(np.zeros(len(s), np.int8))], domain="com.microsoft")
    nodes.append(h.make_node("ArgMax", [logits], ["next"], axis=1, keepdims=0))
    outputs.insert(0, h.make_tensor_value_info("next", T.INT64, [1]))
    graph = h.make_graph(nodes, "step", inputs, outputs, inits)
    onnx.save(h.make_model(graph, opset_imports=[h.make_opsetid("", 18), h.make_opsetid("com.microsoft", 1)], ir_version=9), out)

def run(path, threads, runs, source=24, tokens=16):
    import onnxruntime as ort, resource
    options = ort.SessionOptions(); options.intra_op_num_threads = threads
    began = time.perf_counter()
    session = ort.InferenceSession(path, options, providers=["CPUExecutionProvider"])
    load = time.perf_counter() - began
    rng = np.random.default_rng(1)
    value = ort.OrtValue.ortvalue_from_numpy
    cross = {f"{n}{i}": value(rng.standard_normal((H, source, S), np.float32)) for n in ("ck", "cv") for i in range(L)}
    names = [o.name for o in session.get_outputs()]
    def sentence(count):
        past = {f"{n}{i}": value(np.zeros((H, 0, S), np.float32)) for n in ("pk", "pv") for i in range(L)}
        token = value(np.array([256079])); position = value(rng.standard_normal((1, D), np.float32))
        began = time.perf_counter()
        for _ in range(count):
            out = session.run_with_ort_values(names, {"id": token, "position": position, **past, **cross})
            token = out[0]
            past = {"p" + n[1:]: v for n, v in zip(names[1:], out[1:])}
        return 1e3 * (time.perf_counter() - began)
    sentence(tokens); sentence(4)
    full, short = zip(*[(sentence(tokens), sentence(tokens // 4)) for _ in range(runs)])
    step = (statistics.median(full) - statistics.median(short)) / (tokens - tokens // 4)
    print(json.dumps({"onnxruntime": ort.__version__, "model": path, "threads": threads, "ms_per_step": round(step, 2), "load_ms": round(1e3 * load),
                      "peak_rss_mb": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024}))

if sys.argv[1] == "make": make(*sys.argv[2:])
else: run(sys.argv[2], int(sys.argv[3]), int(sys.argv[4]))
