"""The page in headless Chromium: types, hears, stops, bad input, what it loads, how it looks."""

import base64
import json
import os
import re
import shutil
import subprocess
import tempfile
import time
import unittest
import urllib.request

from sotto_server import SENTENCE, TRANSLATION, Server, main

ELEMENT = "element-6066-11e4-a52e-4f735466cecf"


class Browser:
    """As much of WebDriver as is needed (W3C, WebDriver 2)."""

    def __init__(self, *arguments):
        self.folder = tempfile.TemporaryDirectory(prefix="sotto-chromium-", ignore_cleanup_errors=True)
        self.base = f"http://127.0.0.1:{self.start_driver()}"
        options = {"args": ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
                            "--autoplay-policy=no-user-gesture-required",
                            f"--user-data-dir={self.folder.name}/profile", *arguments]}
        session = self.ask("POST", "/session", {"capabilities": {"alwaysMatch": {
            "browserName": "chrome", "goog:chromeOptions": options, "goog:loggingPrefs": {"browser": "ALL", "performance": "ALL"}}}})
        self.base += "/session/" + session["sessionId"]

    def start_driver(self):
        """Returns its port, which must be free for IPv4 and IPv6; it tries only one."""
        for _ in range(10):
            self.driver = subprocess.Popen(["chromedriver", "--port=0"], stdout=subprocess.PIPE, text=True,
                                           env=os.environ | {"HOME": self.folder.name})
            for line in self.driver.stdout:
                if found := re.search(r"successfully on port (\d+)", line):
                    return int(found[1])
            self.driver.stdout.close()
            self.driver.wait()
        raise RuntimeError("chromedriver did not start")

    def ask(self, method, path, fields=None):
        data = json.dumps(fields).encode() if fields is not None else None
        request = urllib.request.Request(self.base + path, data, {"Content-Type": "application/json"}, method=method)
        with urllib.request.urlopen(request, timeout=60) as answer:
            return json.load(answer)["value"]

    def open(self, url):
        self.ask("POST", "/url", {"url": url})

    def run(self, script, *arguments):
        return self.ask("POST", "/execute/sync", {"script": script, "args": list(arguments)})

    def find(self, css):
        return self.ask("POST", "/element", {"using": "css selector", "value": css})[ELEMENT]

    def type(self, css, text):
        self.ask("POST", f"/element/{self.find(css)}/value", {"text": text})

    def click(self, css):
        self.ask("POST", f"/element/{self.find(css)}/click", {})

    def text(self, css):
        return self.ask("GET", f"/element/{self.find(css)}/text")

    def resize(self, width, height):
        self.ask("POST", "/window/rect", {"width": width, "height": height})

    def screenshot(self, path):
        with open(path, "wb") as file:
            file.write(base64.b64decode(self.ask("GET", "/screenshot")))

    def log(self, kind):
        return self.ask("POST", "/se/log", {"type": kind})

    def close(self):
        self.ask("DELETE", "")
        self.driver.terminate()
        self.driver.wait()
        self.folder.cleanup()


@unittest.skipUnless(shutil.which("chromedriver"), "chromedriver is not installed")
class Page(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.server = Server()
        cls.addClassCleanup(cls.stop_server)  # also where the browser does not start
        cls.browser = Browser()
        cls.addClassCleanup(cls.browser.close)

    @classmethod
    def stop_server(cls):
        code, err = cls.server.stop()
        assert code == 0, err

    def setUp(self):
        self.browser.open(self.server.url + "/")
        self.wait_for("return document.getElementById('voice').options.length > 0")

    def wait_for(self, script, seconds=30):
        end = time.monotonic() + seconds
        while not (value := self.browser.run(script)):
            self.assertLess(time.monotonic(), end, f"{script}: {self.browser.text('#status')}")
            time.sleep(0.05)
        return value

    def test_says_how_to_get_another_translator_where_it_is_not_here(self):
        better = "return document.getElementById('better').getBoundingClientRect().height > 0"
        self.wait_for(better)
        self.assertIn("sotto pull firefox-en-ja", self.browser.text("#better"))
        with tempfile.TemporaryDirectory() as folder:
            shutil.copytree(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "data", "bergamot_login"), f"{folder}/firefox-en-ja")
            other = Server("--translator", f"{folder}/firefox-en-ja")
            try:
                self.browser.open(other.url + "/")
                self.wait_for("return document.getElementById('model').options.length > 1")
                self.assertFalse(self.browser.run(better))
            finally:
                other.stop()

    def test_types_and_hears(self):
        self.browser.type("#text", f"{SENTENCE} Found it!")
        self.browser.click("#speak")
        self.wait_for("return document.getElementById('status').textContent == 'Said 2 sentences.'")
        self.assertIn(TRANSLATION, self.browser.text("#sentences"))
        self.assertGreater(self.browser.run("return Number(document.body.dataset.samples)"), 24000)
        self.assertEqual(self.browser.run("return document.querySelectorAll('#waterfall li').length"), 2)
        wide = self.browser.run("return document.querySelector('#waterfall .translate').getBoundingClientRect().width")
        self.assertGreaterEqual(wide, 1)

    def test_marks_the_word_that_is_heard(self):
        self.browser.run("const to = document.getElementById('to'); to.value = 'en';"
                         "to.dispatchEvent(new Event('change', {bubbles: true})); return to.value")
        self.browser.type("#text", "Every word of this sentence is marked once.")
        self.browser.click("#speak")
        heard = "return document.querySelector('#sentences .heard')?.textContent"
        first = self.wait_for(heard)
        self.wait_for(heard.replace("?.textContent", f"?.textContent > '' && {heard[7:]} != '{first}'"))
        self.wait_for("return document.getElementById('status').textContent == 'Said 1 sentence.'")
        self.wait_for("return document.querySelector('#sentences .heard') == null")
        self.assertEqual(self.browser.run("return document.querySelectorAll('#sentences .word').length"), 8)

    def test_stops_by_key(self):
        self.stop_by("\ue00c")  # Escape

    def test_stops_by_a_key_that_screen_readers_leave_alone(self):
        self.stop_by("\ue009.\ue000")  # Ctrl+.

    def stop_by(self, keys):
        self.browser.run("document.getElementById('text').value = arguments[0]", f"{SENTENCE} " * 30)
        self.browser.type("#text", "\ue009\ue007\ue000")  # Ctrl+Enter
        self.wait_for("return Number(document.body.dataset.samples) > 0")
        self.browser.type("#text", keys)
        self.assertEqual(self.browser.text("#status"), "Stopped.")
        self.assertTrue(self.browser.run("return document.getElementById('stop').disabled"))
        end = time.monotonic() + 10
        while b"\nsotto_speaking 0" not in self.server.ask("GET", "/metrics")[2]:
            self.assertLess(time.monotonic(), end, "the server went on")
            time.sleep(0.05)

    def test_the_log_is_silent_for_screen_readers_where_it_is_wished(self):
        live = "return document.getElementById('sentences').getAttribute('aria-live')"
        self.assertEqual(self.browser.run(live), "polite")
        self.browser.click("#announced")
        self.assertEqual(self.browser.run(live), "off")
        self.browser.open(self.server.url + "/")
        self.assertEqual(self.browser.run(live), "off")
        self.assertFalse(self.browser.run("return document.getElementById('announced').checked"))
        self.browser.click("#announced")
        self.assertEqual(self.browser.run(live), "polite")

    def test_says_what_is_wrong(self):
        self.browser.click("#speak")
        self.assertIn("nothing to say", self.browser.text("#status"))
        self.browser.run("document.getElementById('speed').value = '77'; document.getElementById('form').noValidate = true")
        self.browser.type("#text", "Hello.")
        self.browser.click("#speak")
        self.wait_for("return document.getElementById('status').textContent.includes('77')")
        self.assertFalse(self.browser.run("return document.getElementById('speak').disabled"))

    def test_speaks_an_event_stream(self):
        events = "".join(json.dumps(e) + "\n" for e in [
            {"type": "system", "subtype": "init", "session_id": "s"},
            {"type": "assistant", "session_id": "s", "parent_tool_use_id": None,
             "message": {"id": "m", "content": [{"type": "text", "text": f"{SENTENCE}\n\n```\ncode\n```\n"}]}}])
        self.browser.run("document.getElementById('text').value = arguments[0]", events)
        self.browser.click("#speak")
        self.wait_for("return document.getElementById('status').textContent == 'Said 1 sentence.'")

    def choose(self, select, *values):
        self.browser.run("for (const o of document.querySelector(arguments[0]).options) o.selected = arguments[1].includes(o.value);"
                         "document.querySelector(arguments[0]).dispatchEvent(new Event('change', {bubbles: true}))", select, values)

    def test_compares_voices(self):
        self.wait_for("return document.getElementById('arena-language').options.length > 1")
        self.choose("#arena-language", "ja")
        voices = self.browser.run("return [...document.getElementById('arena-voices').options].map(o => o.value)")
        self.assertIn("open-jtalk:mei", voices)
        self.assertNotIn("auto", voices)
        other = next(v for v in voices if v.startswith("espeak-ng"))
        self.choose("#arena-voices", "open-jtalk:mei", other)
        self.browser.run("document.getElementById('arena-text').value = 'テストが通りました。'")
        self.browser.click("#compare")
        self.wait_for("return document.getElementById('arena-status').textContent == '2 voices measured.'")
        rows = self.browser.run("return [...document.querySelectorAll('#arena-table tbody tr')].map(r => [...r.cells].map(c => c.textContent))")
        self.assertEqual({row[0] for row in rows}, {"open-jtalk:mei", other})
        for row in rows:
            self.assertRegex(row[1], r"^\d+ ms$")
            self.assertGreater(int(row[1].split()[0]), 0)
            self.assertRegex(row[2], r"^\d+\.\d\d$")
            seconds = float(row[3].split()[0])
            self.assertGreater(seconds, 0.5)
            self.assertLess(seconds, 10)
        self.browser.click("#arena-table tbody tr button")
        self.choose("#arena-voices")
        self.browser.click("#compare")
        self.assertIn("one voice or more", self.browser.text("#arena-status"))

    def test_says_which_voice_of_several_cannot(self):
        self.wait_for("return document.getElementById('arena-language').options.length > 1")
        self.browser.run("document.getElementById('arena-voices').append(new Option('gone', 'gone'))")
        self.choose("#arena-voices", "gone")
        self.browser.click("#compare")
        self.wait_for("return document.getElementById('arena-status').textContent == '1 voice measured.'")
        self.assertIn("gone", self.browser.text("#arena-table td"))

    def test_loads_nothing_from_elsewhere_and_breaks_no_rule(self):
        own = [self.server.url + "/", "data:"]
        for entry in self.browser.log("performance"):
            message = json.loads(entry["message"])["message"]
            if message["method"] == "Network.requestWillBeSent":
                url = message["params"]["request"]["url"]
                if not url.startswith(("chrome://", "chrome-untrusted://")):  # the browser's own first tab
                    self.assertTrue(any(url.startswith(prefix) for prefix in own), url)
        for entry in self.browser.log("browser"):
            self.assertNotIn("Content Security Policy", entry["message"])
        policy = self.server.ask("GET", "/")[1]["content-security-policy"]
        self.assertIn("default-src 'none'", policy)
        self.assertNotIn("unsafe", policy)

    def test_everything_has_a_name(self):
        nameless = self.browser.run("""
            return [...document.querySelectorAll('button, input, select, textarea, ol')].filter(e =>
                !(e.labels?.length || e.textContent.trim() && e.tagName == 'BUTTON' || e.getAttribute('aria-label')))
                .map(e => e.id)""")
        self.assertEqual(nameless, [])

    def test_fits_a_phone(self):
        self.browser.resize(390, 844)
        try:
            self.assertLessEqual(self.browser.run("return document.documentElement.scrollWidth - innerWidth"), 0)
        finally:
            self.browser.resize(1100, 900)


if __name__ == "__main__":
    main()
