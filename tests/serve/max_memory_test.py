"""--max-memory holds while requests go through more models than fit, as the system counts memory."""

import pathlib
import shutil
import tempfile
import unittest

from sotto_server import SANITIZED, Server, main

MODELS = 6
FITTING = 2.5  # so many of them
NARRATOR = pathlib.Path(__file__).parents[2] / "models/narrator-en-ja"


def anonymous(pid):
    """Bytes in RAM that are no file's: what was computed from files, and what grew."""
    with open(f"/proc/{pid}/smaps_rollup", encoding="ascii") as lines:
        return sum(int(line.split()[1]) * 1024 for line in lines if line.startswith("Anonymous:"))


@unittest.skipIf(SANITIZED, "a sanitizer keeps what was freed")
class MaxMemory(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="sotto-models-")
        self.addCleanup(folder.cleanup)
        self.names = []
        for number in range(MODELS):
            shutil.copytree(NARRATOR, pathlib.Path(folder.name) / f"model{number}")
            self.names.append(f"model{number}@f32")
        self.models = ",".join(f"{folder.name}/{name}" for name in self.names)

    def serve(self, *flags):
        server = Server("--translator", self.models, "--no-cache", "--threads", "1", "--batch", "1", "--speaker", "none", *flags)
        self.addCleanup(server.stop)
        return server

    def translate(self, server, name):
        fields = {"q": "All tests pass now, and the build is green.", "source": "en", "target": "ja", "model": name}
        self.assertEqual(server.post("/translate", fields)[0], 200)
        return anonymous(server.process.pid)

    def test_it_is_kept_over_many_models(self):
        free = self.serve()
        first, *others = [self.translate(free, name) for name in self.names]
        one = (others[-1] - first) / len(others)  # bytes of a model, its caches included
        base = first - one
        print(f"{one / 1e6:.1f} MB a model, {base / 1e6:.1f} MB without one")
        limit = FITTING * one
        server = self.serve("--max-memory", str(limit / 1e9))
        seen = [self.translate(server, name) - base for _ in range(4) for name in self.names]
        print("MB of", f"{limit / 1e6:.1f}:", *(f"{bytes / 1e6:.1f}" for bytes in seen))
        self.assertGreater(max(seen), one)  # it counts something
        self.assertLess(max(seen), 1.05 * limit)


if __name__ == "__main__":
    main()
