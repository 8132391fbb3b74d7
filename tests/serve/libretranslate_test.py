"""LibreTranslate's own Python client against the server."""

import json
import os
import re
import urllib.error
import urllib.parse

from libretranslatepy import LibreTranslateAPI
from sotto_server import KEY, PLAIN, SENTENCE, TRANSLATION, ServerTest, main


class AlignedHtml(ServerTest):
    """Tags where a Firefox network's alignment says; this one's Japanese is of no use, but it keeps identifiers and knows where they are."""

    FLAGS = ("--translator", os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "data", "bergamot_login"))

    def translate(self, html, **more):
        status, _, body = self.server.ask("POST", "/translate", json.dumps({"q": html, "source": "en", "target": "ja", "format": "html"} | more).encode(),
                                          {"Content-Type": "application/json"})
        self.assertEqual(status, 200, body)
        return json.loads(body)["translatedText"]

    def test_tags_go_with_their_words(self):
        link, code = "<a href='?a=1&b=JWT_SECRET' title=\"src/auth/login.ts\">", "<code class=x>src/auth/login.ts</code>"
        for html, parts in ((f"<p>I fixed it in <b>{link}src/auth/login.ts</a></b>.</p>", [f"<b>{link}src/auth/login.ts</a></b>"]),
                            (f"<p id=one>Let me look at <em>{code}</em>.</p>", [f"<em>{code}</em>", "<p id=one>"]),
                            ("<h1>All <i>42</i> tests <u>pass</u> now.</h1>", ["<i>42</i>", "<u>", "</u>"])):
            for register in ("", "polite", "plain"):
                with self.subTest(html, register=register):
                    translated = self.translate(html, register=register)
                    self.assertNotEqual(translated, html)
                    self.assertRegex(translated, "[ぁ-ん]")
                    for part in parts:
                        self.assertEqual(translated.count(part), 1, translated)
                    tag = re.compile(r"<(?:[^>'\"]|'[^']*'|\"[^\"]*\")*>")
                    self.assertEqual(sorted(tag.findall(translated)), sorted(tag.findall(html)), translated)


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
                         [{"code": "en", "name": "English", "targets": ["ja"]},
                          {"code": "ja", "name": "Japanese", "targets": []}])

    def form(self, path, fields, *files):
        """As LibreTranslate's page sends it: files are (name, content)."""
        boundary = "----WebKitFormBoundary7MA4YWxkTrZu0gW"
        body = b""
        for name, content in files:
            body += (f'--{boundary}\r\nContent-Disposition: form-data; name="file"; filename="{name}"\r\n'
                     "Content-Type: text/plain\r\n\r\n").encode() + content.encode() + b"\r\n"
        for name, value in fields.items():
            body += f'--{boundary}\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{value}\r\n'.encode()
        body += f"--{boundary}--\r\n".encode()
        status, _, content = self.server.ask(
            "POST", path, body, {"Content-Type": f"multipart/form-data; boundary={boundary}"})
        return status, json.loads(content)

    def test_takes_a_multipart_form(self):
        fields = {"q": SENTENCE, "source": "en", "target": "ja", "format": "text", "api_key": KEY}
        self.assertEqual(self.form("/translate", fields), (200, {"translatedText": TRANSLATION}))
        self.assertEqual(self.form("/detect", {"q": SENTENCE, "api_key": KEY})[0], 200)
        self.assertEqual(self.form("/translate", fields | {"api_key": "wrong"})[0], 403)
        self.assertEqual(self.form("/translate", fields | {"api_key": ""})[0], 401)
        status, _, _ = self.server.ask("POST", "/translate?", b"--x", {
            "Content-Type": "multipart/form-data; boundary=x", "Authorization": f"Bearer {KEY}"})
        self.assertEqual(status, 400)

    def translated_file(self, name, content, source="en"):
        fields = {"source": source, "target": "ja", "api_key": KEY}
        status, answer = self.form("/translate_file", fields, (name, content))
        self.assertEqual(status, 200, answer)
        url = urllib.parse.urlsplit(answer["translatedFileUrl"])
        self.assertEqual(url.netloc, f"127.0.0.1:{self.server.port}")
        status, headers, body = self.server.ask("GET", f"{url.path}?{url.query}")
        self.assertEqual((status, headers["content-type"]), (200, "application/octet-stream"))
        return headers["content-disposition"], body.decode()

    def test_translates_files(self):
        disposition, text = self.translated_file("my notes.txt", f"\ufeff{SENTENCE}\r\n\r\n{SENTENCE}\n")
        self.assertEqual(disposition, 'attachment; filename="my_notes.ja.txt"')
        self.assertEqual(text, f"\ufeff{TRANSLATION}\r\n\r\n{TRANSLATION}\n")
        _, html = self.translated_file("page.html", f"<!DOCTYPE html><p class=a>{SENTENCE}</p>")
        self.assertEqual(html, f"<!DOCTYPE html><p class=a>{TRANSLATION}</p>")
        _, subtitles = self.translated_file(
            "film.srt", "1\r\n00:00:01,000 --> 00:00:02,500\r\nAll 42 tests\r\npass now.\r\n\r\n"
                        f"2\r\n00:00:03,000 --> 00:00:04,000\r\n{SENTENCE}")
        self.assertEqual(subtitles, f"1\r\n00:00:01,000 --> 00:00:02,500\r\n{TRANSLATION}\r\n\r\n"
                                    f"2\r\n00:00:03,000 --> 00:00:04,000\r\n{TRANSLATION}")

    def test_a_tag_in_one_subtitle_is_no_markup_in_another(self):
        said = "".join(f"{i}\n00:00:0{i},000 --> 00:00:0{i},900\n{text}\n\n"
                       for i, text in enumerate([f"<i>{SENTENCE}</i>", "x < y && y > z"]))
        _, translated = self.translated_file("film.srt", said)
        self.assertIn(f"\n<i>{TRANSLATION}</i>\n", translated)
        self.assertNotIn("&lt;", translated)
        self.assertNotIn("&amp;", translated)

    def test_finds_the_one_language_of_a_file(self):
        said = ["Je vous souhaite une excellente journée, mes amis.", *[SENTENCE] * 6]  # no network knows French
        subtitles = "".join(f"{i}\n00:00:0{i},000 --> 00:00:0{i},900\n{text}\n\n" for i, text in enumerate(said))
        self.assertEqual(self.translate(said, source="auto")[0], 400)
        _, translated = self.translated_file("film.srt", subtitles, source="auto")
        self.assertEqual(translated.count(TRANSLATION), 6)

    def test_refuses_files_that_it_cannot_read(self):
        fields = {"source": "en", "target": "ja", "api_key": KEY}
        for files, word in [((("a.docx", "x"),), ".srt"), ((), "file"), ((("a.srt", "no subtitle"),), "-->"),
                            ((("a.txt", " "),), "empty"), ((("a.txt", "x" * 10001),), "10001")]:
            status, answer = self.form("/translate_file", fields, *files)
            self.assertEqual(status, 400, answer)
            self.assertIn(word, answer["error"])
        self.assertEqual(self.form("/translate_file", fields | {"api_key": "wrong"}, ("a.txt", "x"))[0], 403)
        self.assertEqual(self.server.ask("GET", "/download_file?id=0")[0], 404)

    def test_takes_json_and_arrays(self):
        status, _, body = self.server.post(
            "/translate", {"q": [SENTENCE, "OK."], "source": "auto", "target": "jpn_Jpan",
                           "alternatives": 2, "api_key": KEY})
        self.assertEqual(status, 200, body)
        answer = json.loads(body)
        self.assertEqual(answer["translatedText"][0], TRANSLATION)
        self.assertEqual(len(answer["translatedText"]), 2)
        self.assertEqual(answer["detectedLanguage"][0]["language"], "en")

    def test_finds_the_language_of_each_text(self):
        japanese = "今日はとても良い天気ですね。"
        for q, expected in (([japanese, SENTENCE], [japanese, TRANSLATION]),
                            ([SENTENCE, "42.", japanese], [TRANSLATION, "42.", japanese])):
            status, answer = self.translate(q, source="auto")
            self.assertEqual((status, answer.get("translatedText")), (200, expected), answer)
            found = [one["language"] for one in answer["detectedLanguage"]]
            self.assertEqual([found[q.index(text)] for text in (japanese, SENTENCE)], ["ja", "en"])

    def translate(self, q, **fields):
        status, _, body = self.server.post(
            "/translate", {"q": q, "source": "en", "target": "ja", "api_key": KEY} | fields)
        return status, json.loads(body)

    def test_gives_alternatives(self):
        status, answer = self.translate(SENTENCE, alternatives=3)
        self.assertEqual(status, 200)
        self.assertEqual(answer["translatedText"], TRANSLATION)
        self.assertEqual(len({TRANSLATION, *answer["alternatives"]}), 4)
        for other in answer["alternatives"]:
            self.assertIn("42", other)
        _, answer = self.translate([SENTENCE, "42"], alternatives=2)
        self.assertEqual([len(others) for others in answer["alternatives"]], [2, 0])
        self.assertNotIn("alternatives", self.translate(SENTENCE, alternatives=0)[1])
        for wrong in (11, -1, "many", [1], 2.5):
            status, answer = self.translate(SENTENCE, alternatives=wrong)
            self.assertEqual((status, "0 to 10" in answer["error"]), (400, True), answer)

    def test_alternatives_in_a_form(self):
        form = {"q": SENTENCE, "source": "en", "target": "ja", "api_key": KEY, "alternatives": "2"}
        status, _, body = self.server.ask(
            "POST", "/translate", urllib.parse.urlencode(form),
            {"Content-Type": "application/x-www-form-urlencoded"})
        self.assertEqual(status, 200, body)
        self.assertEqual(len(json.loads(body)["alternatives"]), 2)

    def test_ends_sentences_in_the_register_that_is_wanted(self):
        self.assertEqual(self.translate(SENTENCE, register="plain")[1]["translatedText"], PLAIN)
        for name in ("polite", "asis", ""):
            self.assertEqual(self.translate(SENTENCE, register=name)[1]["translatedText"], TRANSLATION)
        status, answer = self.translate(f"<p>{SENTENCE}</p>", register="plain", format="html")
        self.assertEqual((status, answer["translatedText"]), (200, f"<p>{PLAIN}</p>"))
        status, answer = self.translate(SENTENCE, register="rude")
        self.assertEqual((status, "register: is rude" in answer["error"]), (400, True), answer)

    def test_translates_html(self):
        status, answer = self.translate(
            f"<h1 title='a > b'>{SENTENCE}</h1>\n<pre>{SENTENCE}</pre><p>All <b>42</b> tests pass now.</p>",
            format="html", alternatives=1)
        self.assertEqual(status, 200, answer)
        self.assertEqual(answer["alternatives"], [])
        bold = TRANSLATION.replace("42", "<b>42</b>")
        self.assertEqual(answer["translatedText"],
                         f"<h1 title='a > b'>{TRANSLATION}</h1>\n<pre>{SENTENCE}</pre><p>{bold}</p>")

    def test_finds_the_language_of_html(self):
        _, answer = self.translate(f"<div class='das ist ein deutscher Satz'>{SENTENCE}</div>",
                                   format="html", source="auto")
        self.assertEqual(answer["detectedLanguage"]["language"], "en")

    def test_bad_html_comes_back_whole(self):
        for html in ("<p>" * 3000, "<b><i></b></i>", "<a href='", "<!--", "&#xD800;", "<script>" + "<" * 5000,
                     "</p></p>", "<svg><svg>", "\ufffe<p>\u0000</p>", "<b a=" * 1500, "<title>"):
            with self.subTest(html[:20]):
                status, answer = self.translate(html, format="html")
                self.assertEqual((status, answer.get("translatedText")), (200, html))
        form = b"q=%3Cp%3E%FF%3C%2Fp%3E&source=en&target=ja&format=html&api_key=" + KEY.encode()
        status, _, body = self.server.ask("POST", "/translate", form,
                                          {"Content-Type": "application/x-www-form-urlencoded"})
        self.assertEqual((status, json.loads(body)["translatedText"]), (200, "<p>\ufffd</p>"))
        self.assertEqual(self.translate("x", format="markdown")[0], 400)

    def test_tells_a_client_its_limits(self):
        status, _, body = self.server.ask("GET", "/frontend/settings")
        settings = json.loads(body)
        self.assertEqual((status, settings["charLimit"], settings["keyRequired"]), (200, 10000, True))
        self.assertEqual(settings["language"]["target"], {"code": "ja", "name": "Japanese"})

    def test_refuses_what_it_cannot_do(self):
        for source, target, key, status in [("en", "de", KEY, 400), ("en", "nowhere", KEY, 400),
                                            ("en", "ja", "wrong", 403), ("en", "ja", None, 401)]:
            client = LibreTranslateAPI(self.server.url, api_key=key)
            with self.subTest(target), self.assertRaises(urllib.error.HTTPError) as refused:
                client.translate(SENTENCE, source, target)
            self.assertEqual(refused.exception.code, status)
            self.assertIn(b'"error"', refused.exception.read())


if __name__ == "__main__":
    main()
