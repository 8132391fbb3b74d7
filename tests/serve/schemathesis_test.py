"""Requests that schemathesis makes up from /openapi.json: no server error, and answers as described."""

import json
import os
import re
import subprocess
import sys
import tempfile
import time

from sotto_server import ServerTest, main

SPEAKER = os.path.join(tempfile.gettempdir(), f"sotto-schema-{os.getpid()}.wav")
NEVER_GOOD = {"/download_file"}  # its names cannot be guessed


class Schema(ServerTest):
    FLAGS = ("--max-chars", "200", "--speaker", SPEAKER)

    @classmethod
    def tearDownClass(cls):
        super().tearDownClass()
        os.path.exists(SPEAKER) and os.unlink(SPEAKER)

    def post_until_done(self, route):
        end = time.monotonic() + 60
        while self.server.by_socket("POST", route, {})[0] != 200:
            self.assertLess(time.monotonic(), end, route)
            time.sleep(0.1)

    def announce(self, text):
        self.assertEqual(self.server.by_socket("POST", "/v1/announce", {"text": text, "from": "en"})[0], 202)

    def test_holds_for_whatever_is_asked(self):
        self.announce("Done.")
        self.post_until_done("/v1/again")
        self.post_until_done("/v1/pause")  # what is said now lasts until it is skipped
        self.announce("The tests pass.")
        self.post_until_done("/v1/skip")
        self.post_until_done("/v1/resume")
        for method, path, fields in (("GET", "/v1/speaker", None), ("POST", "/v1/stop", {}), ("POST", "/v1/mute", {"session": "a"})):
            self.assertEqual(self.server.by_socket(method, path, fields)[0] // 100, 2, path)
        checks = "not_a_server_error,status_code_conformance,content_type_conformance,response_schema_conformance"
        tool = os.path.join(os.path.dirname(sys.executable), "schemathesis")
        done = subprocess.run(
            [tool, "run", self.server.url + "/openapi.json", "--checks", checks, "--max-examples", "25",
             "--seed", "1", "--phases", "examples,coverage,fuzzing", "--suppress-health-check", "all", "--no-color",
             "--generation-database", "none", "--header", "Origin: " + self.server.url],  # as the page
            capture_output=True, text=True, timeout=250, cwd=self.server.folder.name)
        self.assertEqual(done.returncode, 0, done.stdout[-8000:] + done.stderr[-2000:])
        self.assertIn("Tested", done.stdout)
        metrics = self.server.ask("GET", "/metrics")[2].decode()
        good = set(re.findall(r'sotto_requests_total\{route="([^"]+)",status="2..?"\}', metrics))
        paths = set(json.loads(self.server.ask("GET", "/openapi.json")[2])["paths"])
        self.assertEqual({p for p in paths if p.startswith("/v1/")} - good, set(), "was never answered well")
        self.assertEqual(set(re.findall(r'route="(/[^"]*)"', metrics)) & NEVER_GOOD, NEVER_GOOD)


if __name__ == "__main__":
    main()
