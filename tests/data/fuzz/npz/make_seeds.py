"""Writes the seeds beside this file: python make_seeds.py (needs the PyPI package numpy)."""
import pathlib

import numpy as np

HERE = pathlib.Path(__file__).parent
np.savez(HERE / "two.npz", a=np.arange(6, dtype=np.float32).reshape(2, 1, 3), b=np.array([1, -2], np.int8))
np.save(HERE / "half.npy", np.ones((2, 2), np.float16))
np.save(HERE / "scalar.npy", np.float64(1.5))
np.save(HERE / "fortran.npy", np.asfortranarray(np.ones((2, 3), np.float32)))
