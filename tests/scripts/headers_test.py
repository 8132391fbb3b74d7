#!/usr/bin/env python3
"""Each source includes what declares the standard macros and algorithms that it names, itself or by a header of ours.

Sources are compiled in groups, and one library's headers bring what another's do not: GCC 14 refused SIZE_MAX where GCC 12
had found it.
"""
import re
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
ALGORITHMS = """adjacent_find all_of any_of binary_search clamp copy copy_backward copy_if copy_n count count_if equal equal_range fill fill_n
    find find_if find_if_not for_each generate includes lower_bound make_heap max_element merge min_element minmax minmax_element mismatch
    next_permutation none_of nth_element partial_sort partition pop_heap push_heap remove remove_if replace reverse rotate search sort
    sort_heap stable_sort transform unique upper_bound""".split()
RULES = [
    (r"\b(?:SIZE_MAX|U?INT(?:8|16|32|64|PTR|MAX)_(?:MAX|MIN))\b", ("cstdint", "stdint.h")),
    (r"\b(?:U?INT_MAX|INT_MIN|U?L?LONG_MAX|LONG_MIN|CHAR_BIT|PATH_MAX|IOV_MAX)\b", ("climits", "limits.h", "linux/limits.h")),
    (rf"\bstd::(?:ranges::)?(?:{'|'.join(ALGORITHMS)})\s*\(", ("algorithm",)),
]
SILENT = re.compile(r'//[^\n]*|"(?:\\.|[^"\\\n])*"')  # comments and texts name things, too
OURS = re.compile(r'^\s*#\s*include\s+"([^"]+)"', re.M)
THEIRS = re.compile(r"^\s*#\s*include\s+<([^>]+)>", re.M)


class Sources:
    """Texts by path, and of each the headers that it includes by ours."""

    def __init__(self, texts):
        self.texts = texts

    def theirs(self, path):
        seen, waiting, found = set(), [path], set()
        while waiting:
            at = waiting.pop()
            if at in seen:
                continue
            seen.add(at)
            found.update(THEIRS.findall(self.texts[at]))
            for name in OURS.findall(self.texts[at]):
                places = (at.parent / name, Path("src") / name, Path("include") / name, Path("tests") / name)
                waiting += [place for place in places if place in self.texts][:1]
        return found

    def missing(self):
        for path, text in sorted(self.texts.items()):
            code = SILENT.sub("", text)
            for pattern, headers in RULES:
                used = re.search(pattern, code)
                if used and not self.theirs(path) & set(headers):
                    yield f"{path}: {used.group(0)} without <{headers[0]}>"


class Headers(unittest.TestCase):
    def test_each_source_includes_what_it_names(self):
        files = [file.relative_to(ROOT) for folder in ("src", "include", "tests") for kind in ("*.h", "*.cc") for file in (ROOT / folder).rglob(kind)]
        self.assertGreater(len(files), 500)
        self.assertEqual(list(Sources({file: (ROOT / file).read_text() for file in files}).missing()), [])

    def test_what_is_missing_is_found(self):
        texts = {"src/a/a.h": "#include <algorithm>\n", "src/a/a.cc": '#include "a/a.h"\nint f() { std::sort(x, y); }\n',
                 "src/a/b.cc": "#include <vector>\n// INT_MAX\nsize_t f() { return SIZE_MAX; }\n",
                 "src/a/c.cc": "#include <string>\nvoid f() { std::ranges::sort(x); }\n", "src/a/d.cc": "#include <stdint.h>\nconst auto a = INT32_MAX;\n"}
        self.assertEqual(list(Sources({Path(name): text for name, text in texts.items()}).missing()),
                         ["src/a/b.cc: SIZE_MAX without <cstdint>", "src/a/c.cc: std::ranges::sort( without <algorithm>"])


if __name__ == "__main__":
    unittest.main()
