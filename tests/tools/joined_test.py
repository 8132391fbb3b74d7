"""tools/narrator/joined.py: a joined sentence has each of its parts, whole, on both sides; verbs become plain as they should."""

import random
import sys
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools/narrator"))

from grammar import Corpus  # noqa: E402
from joined import THREE, TWO, Joiner, verb_forms  # noqa: E402

# Of the Japanese, what a plain form keeps: all but the polite ending and the two letters before it.
PARTS = [("The server rejects every request.", "サーバーはすべてのリクエストを拒否します。", "すべてのリクエストを"),
         ("I added a test to the parser.", "パーサーにテストを追加しました。", "パーサーにテストを"),
         ("It is an old problem.", "古い問題です。", "古い問題"),
         ("Nobody reads the log.", "ログは誰も確認しません。", "誰も確"),
         ("The cache was not deleted.", "キャッシュは削除されていません。", "削除されて")]


class Joined(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        corpus = Corpus(ROOT / "tools/narrator/corpus")
        cls.joiner = Joiner(corpus.sentences)

    def plain(self, polite, form="dict"):
        return self.joiner._plain(polite, form, "I do it")

    def test_every_part_is_there(self):
        rng, seen = random.Random(1), set()
        for _ in range(3000):
            parts = rng.sample(PARTS, rng.choice((2, 3)))
            en, ja = self.joiner.join([part[:2] for part in parts], rng)
            seen.add("".join(c for c in en if c in ",;") + ja[-4:])
            for english, _, kept in parts:
                self.assertIn(english[1:-1], en)
                self.assertIn(kept, ja)
            self.assertTrue(en.endswith(".") and ja.endswith("。"))
            self.assertNotRegex(en + ja, "[{}]")
        self.assertGreater(len(seen), 20)

    def test_every_way_is_taken(self):
        endless = random.Random(1)
        for ways in (TWO, THREE):
            for way in ways:
                rng = type("Always", (), {"choice": staticmethod(lambda _, way=way: way)})
                parts = next((p for p in (endless.sample(PARTS, 2 if ways is TWO else 3) for _ in range(500))
                              if self.joiner._try([part[:2] for part in p], rng)), None)
                self.assertIsNotNone(parts, way)

    def test_plain_forms(self):
        self.assertEqual(self.plain("テストを追加します"), "テストを追加する")
        self.assertEqual(self.plain("テストを追加しました"), "テストを追加した")
        self.assertEqual(self.plain("テストを追加します", "ta"), "テストを追加した")
        self.assertEqual(self.plain("テストを追加します", "nai"), "テストを追加しない")
        self.assertEqual(self.plain("テストを追加しません"), "テストを追加しない")
        self.assertEqual(self.plain("テストを追加しませんでした"), "テストを追加しなかった")
        self.assertEqual(self.plain("原因は不明です"), "原因は不明である")
        self.assertEqual(self.plain("方法がないです"), "方法がない")
        self.assertIsNone(self.plain("ゎゎます"), "no verb")

    def test_verbs(self):
        for stem, present, past, negated in (("追加し", "追加する", "追加した", "追加しない"), ("を直し", "を直す", "を直した", "を直さない"), ("見直し", "見直す", "見直した", "見直さない"),
                                             ("を動かし", "を動かす", "を動かした", "を動かさない"), ("テストし", "テストする", "テストした", "テストしない"), ("にし", "にする", "にした", "にしない"),
                                             ("に達し", "に達する", "に達した", "に達しない"), ("検出し", "検出する", "検出した", "検出しない"), ("変え", "変える", "変えた", "変えない"),
                                             ("変わり", "変わる", "変わった", "変わらない"), ("足り", "足りる", "足りた", "足りない"), ("が見", "が見る", "が見た", "が見ない"), ("書き", "書く", "書いた", "書かない"),
                                             ("へ行き", "へ行く", "へ行った", "へ行かない"), ("でき", "できる", "できた", "できない"), ("てい", "ている", "ていた", "ていない"), ("がい", "がいる", "がいた", "がいない"),
                                             ("使い", "使う", "使った", "使わない"), ("待ち", "待つ", "待った", "待たない"), ("落ち", "落ちる", "落ちた", "落ちない"), ("読み", "読む", "読んだ", "読まない"),
                                             ("防ぎ", "防ぐ", "防いだ", "防がない"), ("呼び", "呼ぶ", "呼んだ", "呼ばない"), ("があり", "がある", "があった", "がない"), ("感じ", "感じる", "感じた", "感じない")):
            self.assertEqual(verb_forms(stem), (present, past, negated))

    def test_a_subject_is_one_in_a_clause(self):
        self.assertEqual(self.joiner._plain("テストは失敗します", "dict", "The test fails"), "テストが失敗する")
        self.assertEqual(self.joiner._plain("テストは削除しました", "dict", "I deleted the test"), "テストは削除した")

    def test_what_is_no_part(self):
        for en, ja in (("Run the tests.", "テストを実行してください。"), ("Is it done?", "終わりましたか？"),
                       ("So it fails.", "だから失敗します。"), ("It fails because the disk is full.", "ディスクがいっぱいなので、失敗します。"),
                       ("It fails, too.", "それも失敗します。"), ("It should work.", "動くはずです。")):
            self.assertFalse(self.joiner.takes(en, ja), en)
        for en, ja, _ in PARTS:
            self.assertTrue(self.joiner.takes(en, ja), en)


if __name__ == "__main__":
    unittest.main()
