"""LibreTranslate's own Python client against the server."""

import json
import urllib.error

from libretranslatepy import LibreTranslateAPI
from sotto_server import KEY, SENTENCE, TRANSLATION, ServerTest, main


class LibreTranslate(ServerTest):
    KEYS = True

    def setUp(self):
        self.client = LibreTranslateAPI(self.server.url, api_key=KEY)

    def test_translates(self):
        self.assertEqual(self.client.translate(SENTENCE, "en", "ja"), TRANSLATION)

    def test_keeps_lines(self):
        text = self.client.translate(f"{SENTENCE}\n\n{SENTENCE}", "en", "ja")
        self.assertEqual(text, f"{TRANSLATION}\n\n{TRANSLATION}")

    def test_detects(self):
        self.assertEqual(self.client.detect("今日はとても良い天気ですね。")[0]["language"], "ja")
        self.assertEqual(self.client.detect("The weather is very nice today.")[0]["language"], "en")

    def test_knows_its_languages(self):
        self.assertEqual(self.client.languages(),
                         [{"code": "en", "name": "English", "targets": ["ja"]}])

    def test_takes_json_and_arrays(self):
        status, _, body = self.server.post(
            "/translate", {"q": [SENTENCE, "OK."], "source": "auto", "target": "jpn_Jpan",
                           "alternatives": 2, "api_key": KEY})
        self.assertEqual(status, 200, body)
        answer = json.loads(body)
        self.assertEqual(answer["translatedText"][0], TRANSLATION)
        self.assertEqual(len(answer["translatedText"]), 2)
        self.assertEqual(answer["detectedLanguage"][0]["language"], "en")

    def test_refuses_what_it_cannot_do(self):
        for source, target, key, status in [("en", "de", KEY, 400), ("en", "nowhere", KEY, 400),
                                            ("en", "ja", "wrong", 401), ("en", "ja", None, 401)]:
            client = LibreTranslateAPI(self.server.url, api_key=key)
            with self.subTest(target), self.assertRaises(urllib.error.HTTPError) as refused:
                client.translate(SENTENCE, source, target)
            self.assertEqual(refused.exception.code, status)
            self.assertIn(b'"error"', refused.exception.read())


if __name__ == "__main__":
    main()
