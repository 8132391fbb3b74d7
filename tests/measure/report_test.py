#!/usr/bin/env python3
"""A report of two real runs in headless Chromium, at the width of a phone and of a screen.

With $SOTTO_SCREENSHOTS the pictures stay in that folder.
"""
import os
import pathlib
import subprocess
import tempfile
import unittest

from selenium import webdriver

SOTTO = os.environ["SOTTO_BINARY"]
DATA = pathlib.Path(__file__).resolve().parent.parent / "data"


def sotto(*arguments, folder):
    run = subprocess.run([SOTTO, *arguments], cwd=folder, capture_output=True, text=True)
    if run.returncode != 0:
        raise RuntimeError(f"sotto {' '.join(arguments)}: {run.returncode}: {run.stderr}")


def make_report(folder):
    (folder / "p.tsv").write_text("short\tDone.\tできました。\nshort\tAll <b>42</b> tests & more pass.\n", encoding="utf-8")
    for label in ("one", "two"):
        sotto("bench", "say", "--label", label, "--prompts", "p.tsv", "--voice", "espeak-ng", "--to", "en", "--runs", "2", "--warmup", "0", folder=folder)
    sotto("bench", "speak", str(DATA / "agent/login_fix.jsonl"), "--voice", "espeak-ng", "--translator", "none", "--to", "en", "--rate", "1000",
          "--label", "pipe", "--runs", "1", "--warmup", "0", folder=folder)
    sotto("bench", "compare", "one", "two", "--tolerance", "10", "--html", "say.html", folder=folder)
    sotto("bench", "compare", "pipe", "pipe", "--tolerance", "10", "--html", "pipe.html", folder=folder)


class ReportTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.work = tempfile.TemporaryDirectory()
        cls.folder = pathlib.Path(cls.work.name)
        make_report(cls.folder)
        options = webdriver.ChromeOptions()
        options.binary_location = "/usr/bin/chromium"
        for flag in ("--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu"):
            options.add_argument(flag)
        options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
        cls.browser = webdriver.Chrome(options=options, service=webdriver.ChromeService("/usr/bin/chromedriver"))

    @classmethod
    def tearDownClass(cls):
        cls.browser.quit()
        cls.work.cleanup()

    def open(self, page, width):
        # A window cannot be narrower than some 500 pixels; a device can.
        self.browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride",
                                     {"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": width < 600})
        self.browser.get(f"file://{self.folder / page}")
        if "SOTTO_SCREENSHOTS" in os.environ:
            height = self.browser.execute_script("return document.documentElement.scrollHeight")
            self.browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride",
                                         {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 600})
            self.browser.save_screenshot(str(pathlib.Path(os.environ["SOTTO_SCREENSHOTS"]) / f"{page}.{width}.png"))

    def test_fits_phone_and_screen(self):
        for page in ("say.html", "pipe.html"):
            for width in (360, 1200):
                with self.subTest(page=page, width=width):
                    self.open(page, width)
                    wide = self.browser.execute_script("return document.documentElement.scrollWidth")
                    self.assertLessEqual(wide, width)
                    self.assertEqual(self.browser.get_log("browser"), [])

    def test_needs_nothing_but_itself(self):
        self.open("say.html", 1200)
        names = self.browser.execute_script("return performance.getEntriesByType('resource').map(e => e.name)")
        self.assertEqual([name for name in names if not name.startswith("data:")], [])

    def test_sounds_play_and_pictures_show(self):
        self.open("say.html", 1200)
        self.browser.set_script_timeout(20)
        lengths = self.browser.execute_async_script("""
            const done = arguments[0];
            Promise.all([...document.querySelectorAll('audio')].map(a => new Promise(ready => {
              if (a.readyState > 0) ready(a.duration);
              a.onloadedmetadata = () => ready(a.duration);
              a.onerror = () => ready(-1);
              a.load();
            }))).then(done);""")
        self.assertEqual(len(lengths), 4)  # two prompts, two runs
        for length in lengths:
            self.assertGreater(length, 0.3)
        widths = self.browser.execute_script("return [...document.images].map(i => i.naturalWidth)")
        self.assertEqual(len(widths), 4)
        self.assertGreater(min(widths), 20)

    def test_texts_stay_texts(self):
        self.open("say.html", 1200)
        self.assertEqual(self.browser.execute_script("return document.querySelectorAll('b, script').length"), 0)
        self.assertIn("All <b>42</b> tests & more pass.", self.browser.execute_script("return document.body.innerText"))

    def test_the_way_of_a_sentence_and_the_budgets_are_there(self):
        self.open("pipe.html", 1200)
        text = self.browser.execute_script("return document.body.innerText")
        for part in ("From text to sound", "Stages and their budgets", "JSON parsing", "underruns"):
            self.assertIn(part, text)
        bars = self.browser.execute_script("return document.querySelectorAll('svg[aria-label=waterfall] rect').length")
        self.assertGreaterEqual(bars, 6)


if __name__ == "__main__":
    unittest.main()
