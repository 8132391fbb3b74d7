"""curl, as docs/serve.md has it."""

import json
import os
import subprocess

from sotto_server import KEY, SENTENCE, TRANSLATION, ServerTest, main


class Curl(ServerTest):
    KEYS = True

    def curl(self, *arguments, stdin=None):
        command = ["curl", "-sS", "-H", f"Authorization: Bearer {KEY}", *arguments]
        done = subprocess.run(command, input=stdin, capture_output=True, timeout=60)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout

    def json(self, path, fields, *more):
        return self.curl(self.server.url + path, "-H", "Content-Type: application/json", "-d", json.dumps(fields), *more)

    def test_speech_to_a_file(self):
        path = os.path.join(self.server.folder.name, "done.wav")
        self.json("/v1/audio/speech", {"input": SENTENCE, "translate_to": "ja", "response_format": "wav"}, "-o", path)
        with open(path, "rb") as file:
            sound = file.read()
        self.assertEqual(sound[:4], b"RIFF")
        self.assertGreater(len(sound), 48000)

    def test_translation(self):
        answer = json.loads(self.json("/translate", {"q": SENTENCE, "source": "en", "target": "ja"}))
        self.assertEqual(answer["translatedText"], TRANSLATION)

    def test_a_stream_goes_up_while_sound_comes_down(self):
        sound = self.curl("-NT", "-", "-X", "POST", self.server.url + "/v1/listen?to=ja&format=wav&events=plain",
                          stdin=SENTENCE.encode())
        self.assertEqual(sound[:4], b"RIFF")
        self.assertGreater(len(sound), 48000)

    def test_a_long_body_waits_for_a_word(self):  # Expect: 100-continue
        fields = {"q": [SENTENCE] * 100, "source": "en", "target": "ja"}
        answer = json.loads(self.json("/translate", fields, "-H", "Expect: 100-continue"))
        self.assertEqual(answer["translatedText"], [TRANSLATION] * 100)

    def test_metrics_tell_what_was_done(self):
        self.json("/translate", {"q": SENTENCE, "source": "en", "target": "ja"})
        self.json("/v1/audio/speech", {"input": SENTENCE, "translate_to": "ja", "response_format": "wav"})
        metrics = self.curl(self.server.url + "/metrics").decode()
        for line in ('sotto_requests_total{route="/translate",status="200"}', "sotto_batch_sentences_count",
                     'sotto_stage_seconds_bucket{stage="translate"', 'sotto_sentences_total{what="from_cache"}',
                     "sotto_real_time_factor_sum", "process_resident_memory_bytes", "sotto_sentences_waiting 0"):
            self.assertIn(line, metrics)


if __name__ == "__main__":
    main()
