"""Writes the seeds of the safetensors and pickle fuzz targets, small so that mutations hit something.

    python3 make_seeds.py [the folder above safetensors/ and pickle/]

It needs no torch: classes with torch's names pickle as torch's do.
"""

import collections
import io
import json
import pickle
import struct
import sys
import types
import zipfile
from pathlib import Path


def safetensors(header, data):
    text = json.dumps(header, separators=(",", ":")).encode()
    text += b" " * (-len(text) % 8)
    return struct.pack("<Q", len(text)) + text + data


def entry(dtype, shape, begin, end):
    return {"dtype": dtype, "shape": shape, "data_offsets": [begin, end]}


def safetensors_seeds():
    kinds = [("F64", 0, 8), ("BF16", 8, 2), ("I8", 10, 1), ("U32", 11, 4), ("BOOL", 15, 1), ("I64", 16, 8)]
    two = {"__metadata__": {"format": "pt"}, "a": entry("F32", [2], 0, 8), "b": entry("F16", [1, 2], 8, 12)}
    return {
        "two.safetensors": safetensors(two, bytes(12)),
        "kinds.safetensors": safetensors({d: entry(d, [1], i, i + n) for d, i, n in kinds}, bytes(range(24))),
        "empty.safetensors": safetensors({}, b""),
        "zero.safetensors": safetensors({"n": entry("U8", [0, 3], 0, 0), "s": entry("I16", [], 0, 2)}, b"ab"),
    }


def in_module(module, thing):
    """Makes `thing` pickle as `module.<its name>`."""
    thing.__module__ = module
    thing.__qualname__ = thing.__name__
    setattr(sys.modules.setdefault(module, types.ModuleType(module)), thing.__name__, thing)
    return thing


FloatStorage = in_module("torch", type("FloatStorage", (), {}))
HalfStorage = in_module("torch", type("HalfStorage", (), {}))


def _rebuild_tensor_v2(*_):
    raise NotImplementedError


def _rebuild_parameter(*_):
    raise NotImplementedError


in_module("torch._utils", _rebuild_tensor_v2)
in_module("torch._utils", _rebuild_parameter)


class Storage:
    def __init__(self, kind, key, size):
        self.id = ("storage", kind, key, "cpu", size)


class Tensor:
    def __init__(self, *arguments):
        self.arguments = arguments

    def __reduce__(self):
        return _rebuild_tensor_v2, (*self.arguments, False, collections.OrderedDict())


class Parameter:
    def __init__(self, tensor):
        self.tensor = tensor

    def __reduce__(self):
        return _rebuild_parameter, (self.tensor, True, collections.OrderedDict())


class Pickler(pickle.Pickler):
    def persistent_id(self, value):
        return value.id if isinstance(value, Storage) else None


def dump(value, protocol):
    out = io.BytesIO()
    Pickler(out, protocol).dump(value)
    return out.getvalue()


def state_dict():
    storage = Storage(FloatStorage, "0", 6)
    state = collections.OrderedDict()
    state["a"] = Tensor(storage, 0, (2, 3), (3, 1))
    state["t"] = Tensor(storage, 0, (3, 2), (1, 3))
    state["h"] = Parameter(Tensor(Storage(HalfStorage, "1", 2), 1, (1,), (1,)))
    state["n"] = 7
    state._metadata = {"version": 1}
    return state


def torch_file():
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name, content in [
            ("m/data.pkl", dump(state_dict(), 2)),
            ("m/byteorder", b"little"),
            ("m/data/0", bytes(24)),
            ("m/data/1", bytes(4)),
        ]:
            archive.writestr(zipfile.ZipInfo(name), content)
    return out.getvalue()


def pickle_seeds():
    seeds = {f"state{protocol}.pkl": dump(state_dict(), protocol) for protocol in (2, 3, 4, 5)}
    seeds["values.pkl"] = dump({"a": [1, -(2**40), 1.5, None, True, "x", (), (1, 2, 3, 4)]}, 2)
    seeds["global.pkl"] = b"\x80\x02cos\nsystem\nX\x02\0\0\0ls\x85R."
    seeds["model.bin"] = torch_file()
    return seeds


def main():
    root = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parent.parent
    for folder, seeds in (("safetensors", safetensors_seeds()), ("pickle", pickle_seeds())):
        for name, content in seeds.items():
            (root / folder / name).write_bytes(content)


if __name__ == "__main__":
    main()
