"""How much of the server's time a caller may have."""

import re
import unittest

from sotto_server import KEY, SENTENCE, TRANSLATION, Server, main

# No translation memory holds it, so that it costs more than the limit on any processor.
UNHEARD = "The ferry sold 17 purple cactuses to a parrot."
TRANSLATE = {"q": UNHEARD, "source": "en", "target": "ja"}


class Computing(unittest.TestCase):
    """So little that one sentence is too much for a minute."""

    FLAGS = ("--compute-limit", "0.001", "--no-cache")

    def start(self, **options):
        server = Server(*self.FLAGS, **options)
        self.addCleanup(lambda: self.assertEqual(server.stop()[0], 0))
        return server

    def refused(self, answer):
        status, headers, body = answer
        self.assertEqual(status, 429, body)
        self.assertGreater(int(headers["retry-after"]), 1)
        self.assertIn(b"0.001 seconds of computing a minute", body)

    def test_who_has_used_it_waits_and_nobody_else(self):
        server = self.start()
        self.assertEqual(server.post("/translate", TRANSLATE)[0], 200)
        self.refused(server.post("/translate", TRANSLATE))
        self.refused(server.post("/v1/audio/speech", {"input": "Done."}))
        self.refused(server.ask("POST", "/v1/listen?to=ja", b"Done."))
        self.assertEqual([server.ask("GET", path)[0] for path in ("/health", "/v1/models", "/metrics")], [200] * 3)
        other = server.connect("127.0.0.2")
        other.request("POST", "/translate", '{"q": "%s", "source": "en", "target": "ja"}' % SENTENCE,
                      {"Content-Type": "application/json"})
        self.assertIn(TRANSLATION.encode(), other.getresponse().read())
        other.close()
        metrics = server.ask("GET", "/metrics")[2]
        used = re.search(rb'sotto_compute_seconds_total{what="translator"} ([0-9.e-]+)', metrics)
        self.assertGreater(float(used[1]), 0.001)

    def test_a_voice_works_too(self):
        server = self.start()
        speech = {"input": "All tests pass. " * 20, "voice": "open-jtalk:mei", "language": "ja", "response_format": "pcm"}
        self.assertEqual(server.post("/v1/audio/speech", speech)[0], 200)
        self.refused(server.post("/v1/audio/speech", speech))

    def test_a_key_is_the_same_caller_wherever_it_stands(self):
        server = self.start(keys=True)
        self.assertEqual(server.post("/translate", TRANSLATE | {"api_key": KEY})[0], 200)
        self.refused(server.post("/translate", TRANSLATE | {"api_key": KEY}))
        self.refused(server.post("/translate", TRANSLATE, Authorization=f"Bearer {KEY}"))
        self.assertEqual(server.post("/translate", TRANSLATE, Authorization="Bearer another-key-9876543210")[0], 200)


if __name__ == "__main__":
    main()
