"""The checks of meaning_test.py, on outputs that are right and wrong."""

import os
import re
import tempfile
import unittest

from ears import losses
from expressions import Patterns, faults, number_pattern, strange_words
from rows import DATA, read

def patterns(text=""):
    with tempfile.NamedTemporaryFile("w", suffix=".tsv", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        return Patterns(file.name)


class Numbers(unittest.TestCase):
    def found(self, number, text):
        return re.search(number_pattern(number), text) is not None

    def test_a_number_in_its_forms(self):
        for text in ("3000000行", "3,000,000行", "300万行", "三百万行"):
            self.assertTrue(self.found("3000000", text), text)
        for text in ("5.3億ドル", "5億3000万ドル", "53000万"):
            self.assertTrue(self.found("530000000", text), text)
        for text in ("1500円", "1,500円", "千五百円", "1.5千円"):
            self.assertTrue(self.found("1500", text), text)

    def test_no_other_number(self):
        for text in ("55", "15", "5.5", "5,000", "5万", "五十", "十五"):
            self.assertFalse(self.found("5", text), text)
        for text in ("30万行", "3000万行", "300", "3百万"):
            self.assertFalse(self.found("3000000", text), text)
        self.assertFalse(self.found("-5", "5"))
        self.assertTrue(self.found("-5", "マイナス5"))


class Faults(unittest.TestCase):
    def of(self, text, must, never="", numbers=False):
        p = patterns("min\t\\s?分\n")
        return faults(text, p.compile(must), p.compile(never), numbers)

    def test_each_part_has_to_be_found(self):
        self.assertEqual(self.of("5〜10分待って", "#5[^\\d]#10@min"), [])
        self.assertEqual(self.of("510分待って", "#5 && #10@min"), ["lacks #5", "lacks #10@min"])
        self.assertEqual(self.of("通りました", "通", never="ました"), ["has ました"])

    def test_full_width_is_the_same(self):
        self.assertEqual(self.of("５〜１０％", "#5[^\\d]#10%"), [])

    def test_digits_beyond(self):
        self.assertEqual(self.of("3件と4件", "#3", numbers=True), ["has ['4'] beyond what is asked for"])
        self.assertEqual(self.of("3件と3件", "#3", numbers=True), ["has ['3'] beyond what is asked for"])
        self.assertEqual(self.of("1つのキューに3件", "#3", numbers=True), [])

    def test_words_that_nobody_wrote(self):
        self.assertEqual(strange_words("The upload FAILED.", "アップロードがFILEになります。"), ["FILE"])
        self.assertEqual(strange_words("The tests passed the API.", "APIのtestが通りました。"), [])


class Losses(unittest.TestCase):
    def test_numbers(self):
        self.assertEqual(losses("See [1][2].", "See 12.", "en"), ["the numbers ['1', '2'] are ['12']"])
        self.assertEqual(losses("1,000 rows", "1000 rows", "en"), [])
        self.assertEqual(losses("2 000 lignes", "2000 lignes", "fr"), [])
        self.assertEqual(losses("1,5 Sekunden", "15 Sekunden", "de"), ["the numbers ['1', '5'] are ['15']"])

    def test_words_that_turn_a_sentence_around(self):
        self.assertEqual(losses("It did not pass.", "It did pass.", "en"), ["lacks not"])
        self.assertEqual(losses("It didn’t pass.", "It did pass.", "en"), ["lacks didn't"])
        self.assertEqual(losses("p95 > 200", "p95 more than 200", "en"), [])


class Sentences(unittest.TestCase):
    """The rows themselves: what a person translated passes, and without one of its numbers it does not."""

    @classmethod
    def setUpClass(cls):
        cls.patterns = Patterns(os.path.join(DATA, "patterns.tsv"))
        cls.rows = {row[0]: row for row in read("sentences.tsv", columns=6)}
        cls.right = read("right.tsv", columns=2)

    def faults(self, row, text):
        _, kind, source, must, never, _ = row
        p = self.patterns
        return faults(text, p.compile(must), p.compile(never), numbers=kind in ("numbers", "signs", "names")) + strange_words(source, text)

    def test_right_translations_pass(self):
        self.assertGreater(len(self.right), 200)
        for key, text in self.right:
            with self.subTest(text):
                self.assertEqual(self.faults(self.rows[key], text), [])

    def test_another_number_does_not_pass(self):
        for key, text in self.right:
            for run in re.finditer(r"\d+", text):
                if key[0] == "n":
                    changed = text[:run.start()] + run[0] + "7" + text[run.end():]
                    self.assertNotEqual(self.faults(self.rows[key], changed), [], changed)


if __name__ == "__main__":
    unittest.main()
