"""The C ABI is what was promised, libsotto.so shows it and nothing else, and a change is noticed."""
import os
import pathlib
import platform
import re
import shutil
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).parents[2]
HEADER = ROOT / "include/sotto/sotto.h"
LIBRARY = pathlib.Path(os.environ["SOTTO_BINARY"]).parent / "libsotto.so.0"


@unittest.skipUnless(LIBRARY.exists(), "this build has no libsotto.so")
class Exports(unittest.TestCase):
    def test_the_library_shows_what_the_headers_have(self):
        rows = subprocess.run(["nm", "-D", "--defined-only", LIBRARY], capture_output=True, text=True, check=True).stdout
        shown = {row.split()[-1] for row in rows.splitlines()}
        c = {name.removesuffix("@@SOTTO_0") for name in shown if name.endswith("@@SOTTO_0")}
        declared = set(re.findall(r"SOTTO_API [^;(]*?(sotto_\w+)\(", HEADER.read_text()))
        self.assertGreater(len(declared), 20)
        self.assertEqual(c, declared)
        # Beside it: the nodes of versions, and of C++ what has classes and functions of the headers.
        cpp = [name for name in shown if not name.endswith("@@SOTTO_0") and not name.startswith("SOTTO_")]
        api = re.compile(r"_ZNK?5sotto(6Engine|10Translator|5Voice|7Session|13find_language|7version)\w*@@SOTTO_CXX_\d+\.\d+$")
        self.assertEqual([name for name in cpp if not api.match(name)], [])
        self.assertGreater(len(cpp), 20)


@unittest.skipUnless(shutil.which("abidiff") and platform.machine() == "x86_64", "abigail-tools are not installed")
class Promises(unittest.TestCase):
    def compare(self, header):
        with tempfile.TemporaryDirectory() as folder:
            include = pathlib.Path(folder) / "sotto"
            include.mkdir()
            shutil.copy(ROOT / "include/sotto/export.h", include)
            (include / "sotto.h").write_text(header)
            return subprocess.run([ROOT / "scripts/abi"], env=os.environ | {"SOTTO_INCLUDE": folder}, timeout=60,
                                  capture_output=True, text=True)

    def test_they_are_kept(self):
        done = self.compare(HEADER.read_text())
        self.assertEqual((done.returncode, done.stdout + done.stderr), (0, ""))

    def test_each_change_is_noticed(self):
        header = HEADER.read_text()
        for name, old, new in [
                ("a field in the middle", "  double speed; ", "  int32_t pitch;\n  double speed; "),
                ("a field's type", "  size_t sample_count;", "  uint32_t sample_count;"),
                ("a parameter", "const char* bytes, size_t size", "const char* bytes, int size"),
                ("a result", "SOTTO_API void sotto_session_cancel", "SOTTO_API int sotto_session_cancel"),
                ("a status", "SOTTO_IO = 5,", "SOTTO_IO = 8,"),
                ("an input", "SOTTO_INPUT_PLAIN = 2", "SOTTO_INPUT_PLAIN = 3"),
                ("a callback", "typedef int (*sotto_audio_function)(void* user,", "typedef int (*sotto_audio_function)("),
                ("a function that is gone", "SOTTO_API const char* sotto_version(void);", ""),
                ("a new function", "SOTTO_API const char* sotto_version(void);",
                 "SOTTO_API const char* sotto_version(void); SOTTO_API int sotto_new(void);")]:
            with self.subTest(name):
                self.assertTrue(old in header)
                done = self.compare(header.replace(old, new, 1))
                self.assertNotEqual(done.returncode, 0, done.stderr)
                self.assertIn("changed", done.stdout.lower(), done.stderr)


if __name__ == "__main__":
    unittest.main()
