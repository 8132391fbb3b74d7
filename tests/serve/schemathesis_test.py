"""Requests that schemathesis makes up from /openapi.json: no server error, and answers as described."""

import os
import subprocess
import sys
import tempfile

from sotto_server import ServerTest, main


class Schema(ServerTest):
    WAV = os.path.join(tempfile.gettempdir(), f"sotto-schema-{os.getpid()}.wav")  # a speaker: no route is left out
    FLAGS = ("--max-chars", "200", "--speaker", WAV)

    @classmethod
    def tearDownClass(cls):
        super().tearDownClass()
        os.path.exists(cls.WAV) and os.unlink(cls.WAV)

    def test_holds_for_whatever_is_asked(self):
        checks = "not_a_server_error,status_code_conformance,content_type_conformance,response_schema_conformance"
        tool = os.path.join(os.path.dirname(sys.executable), "schemathesis")
        done = subprocess.run(
            [tool, "run", self.server.url + "/openapi.json", "--checks", checks, "--max-examples", "25",
             "--seed", "1", "--phases", "examples,coverage,fuzzing", "--suppress-health-check", "all", "--no-color",
             "--generation-database", "none"],
            capture_output=True, text=True, timeout=250, cwd=self.server.folder.name)
        self.assertEqual(done.returncode, 0, done.stdout[-8000:] + done.stderr[-2000:])
        self.assertIn("Tested", done.stdout)


if __name__ == "__main__":
    main()
