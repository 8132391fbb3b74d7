"""The files of tests/data/meaning: a row a line, tabs between its columns, "# " before a comment."""

import os

DATA = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "data", "meaning")


def read(name, columns):
    with open(os.path.join(DATA, name), encoding="utf-8") as file:
        rows = [line.rstrip("\n").split("\t") for line in file if not line.startswith("# ")]
    for row in rows:
        if len(row) != columns:
            raise ValueError(f"{name}: {row[0]} has {len(row)} columns, expected {columns}")
    return rows
