"""Joins sentences of the corpus into longer ones with conjunctions: what is long is rare in the corpus, and no clause may be lost.

Both sides are joined in the same way. Where Japanese subordinates a clause in the plain form, its polite ending is undone.
"""
import random
import re
from collections import Counter

WORDS = 14  # of a part at most
CONJUNCTION = re.compile(r"[,;:?!…—\"“(]| - |\.\.|\. | (so|but|because|if|when|unless|until|although|though|while|whereas|once|after|before) ")
NO_CONDITION = re.compile(r"\b(will|would|may|might|should|must|shall)\b|'(ll|d)\b")  # not said in a clause about time or a condition
ENDING = re.compile(r"(ます|ました|ません|ませんでした|です|でした)。$")
# Behind these a conjunction reads wrong: reasons, guesses and what the speaker intends.
CLOSED = re.compile(r"(から|ため|の|ん|わけ|つもり|よう|そう|はず|べき|だけ|まで|ほど|くらい|どう|いつ|どこ|なぜ|たい|か)(です|でした)。$|(でしょう|ましょう)。$")
# A part that begins so hangs on a sentence before it, or begins with a clause of its own.
DEPENDENT = set("""so but and or then also however yes no ok okay well still therefore otherwise instead next first second third finally because since if when
    while once after before until unless although though even either neither both please let lets what who why how where which thus hence meanwhile besides only now just
    sure thanks sorry good great done right whether as""".split())
ADJECTIVE = re.compile(r"(ない|しい|きい|よい|多い|高い|低い|早い|速い|遅い|長い|短い|古い|重い|軽い|強い|弱い|安い|近い|遠い|深い|浅い|広い|狭い|悪い|薄い|厚い|硬い)$")

# (en, ja): A, B and C are the parts as sentences; a, b and c begin in lower case. In Japanese A, B and C are polite and without their full stop.
# A form in braces is plain: {A:dict} as it is said (present or past), {A:now} present, {A:ta} past, {A:before} present and not negated, {A:nai} negated.
TWO = [pair.split(" | ") for pair in """\
{A}, so {b}. | {A}ので、{B}。
{A}, so {b}. | {A}。そのため、{B}。
{A}, but {b}. | {A}が、{B}。
{A}, but {b}. | {A}。しかし、{B}。
{A}, and {b}. | {A}。また、{B}。
{A}, and {b}. | {A}。そして、{B}。
{A}, and then {b}. | {A}。その後、{B}。
{A} because {b}. | {B}ので、{A}。
{A}, because {b}. | {A}。これは、{B:dict}からです。
{A}, since {b}. | {A}。これは、{B:dict}からです。
{A} because {b}. | {B:dict}ため、{A}。
Because {a}, {b}. | {A}ので、{B}。
Since {a}, {b}. | {A:dict}ため、{B}。
Although {a}, {b}. | {A}が、{B}。
Even though {a}, {b}. | {A:dict}にもかかわらず、{B}。
{A}, although {b}. | {A}。ただし、{B}。
{A}, even though {b}. | {B}が、{A}。
{A}, which means that {b}. | {A}。つまり、{B}。
{A}, which is why {b}. | {A}。そのため、{B}。
{A}; {b}. | {A}。{B}。
{A}, whereas {b}. | {A}。一方、{B}。
{A}; otherwise, {b}. | {A}。そうでなければ、{B}。
{A}; in addition, {b}. | {A}。さらに、{B}。
{A}; as a result, {b}. | {A}。その結果、{B}。
When {a}, {b}. | {A:now}とき、{B}。
{A} when {b}. | {B:now}とき、{A}。
If {a}, {b}. | {A:now}場合は、{B}。
{A} if {b}. | {B:now}場合は、{A}。
After {a}, {b}. | {A:ta}後、{B}。
Once {a}, {b}. | {A:ta}ら、{B}。
Before {a}, {b}. | {A:before}前に、{B}。
{A} before {b}. | {B:before}前に、{A}。
{A} until {b}. | {B:before}まで、{A}。
As soon as {a}, {b}. | {A:ta}らすぐに、{B}。
Unless {a}, {b}. | {A:nai}限り、{B}。
As long as {a}, {b}. | {A:now}限り、{B}。
I noticed that {a}, so {b}. | {A:dict}ことに気づいたので、{B}。
I noticed that {a}, but {b}. | {A:dict}ことに気づきましたが、{B}。
The log shows that {a}, so {b}. | ログを見ると、{A:dict}ことが分かります。そのため、{B}。
It turned out that {a}, and {b}. | {A:dict}ことが分かりました。また、{B}。
I thought that {a}, but {b}. | {A:dict}と思っていましたが、{B}。
You said that {a}, but {b}. | {A:dict}とのことでしたが、{B}。
I made sure that {a}, and {b}. | {A:dict}ことを確認しました。また、{B}。
I don't know whether {a}, but {b}. | {A:dict}かどうかは分かりませんが、{B}。
{A}, and I think that {b}. | {A}。そして、{B:dict}と思います。
{A}, but it seems that {b}. | {A}が、{B:dict}ようです。
{A}, and the reason is that {b}. | {A}。その理由は、{B:dict}からです。
{A}, and this shows that {b}. | {A}。このことから、{B:dict}ことが分かります。""".splitlines()]
THREE = [pair.split(" | ") for pair in """\
{A}, so {b}, and {c}. | {A}ので、{B}。また、{C}。
{A}, but {b}, so {c}. | {A}が、{B}。そのため、{C}。
{A}, and {b}, but {c}. | {A}。また、{B}が、{C}。
Because {a}, {b}, and {c}. | {A}ので、{B}。また、{C}。
Although {a}, {b}, so {c}. | {A}が、{B}。そのため、{C}。
If {a}, {b}, but {c}. | {A:now}場合は、{B}。ただし、{C}。
If {a}, {b}; otherwise, {c}. | {A:now}場合は、{B}。そうでなければ、{C}。
When {a}, {b}, so {c}. | {A:now}とき、{B}。そのため、{C}。
{A} because {b}, but {c}. | {B:dict}ため、{A}が、{C}。
{A}, which means that {b}, so {c}. | {A}。つまり、{B}。そのため、{C}。
After {a}, {b}, but {c}. | {A:ta}後、{B}が、{C}。
I noticed that {a} when {b}, so {c}. | {B:ta}とき、{A:dict}ことに気づいたので、{C}。
{A}; {b}, and {c}. | {A}。{B}。また、{C}。""".splitlines()]
SLOT = re.compile(r"\{([ABC]):(dict|now|ta|before|nai)\}")

# Verbs by the last letter of the stem before ます: what takes its place in the present, the past and before ない.
GODAN = {"い": "うったわ", "り": "るったら", "ち": "つったた", "き": "くいたか", "ぎ": "ぐいだが", "み": "むんだま", "び": "ぶんだば", "し": "すしたさ"}
ICHIDAN = re.compile(r"([えけせてねへめれげぜでべぺじ一-鿿]|[てでがにはも]い|[率用]い|[借足降懲]り|[起生尽飽]き|でき|[落満朽]ち|[伸延浴滅詫帯]び|過ぎ|[試染顧省]み)$")
SURU = re.compile(r"([ァ-ヶー]|[一-鿿](?![直返戻])[一-鿿]|[をにとはもが]|(?<![一-鿿])[反対関達適要属発有制介接])し$")


def verb_forms(stem: str) -> tuple[str, str, str] | None:
    """Present, past and negated, all plain, of what ends in the stem of a verb."""
    if ICHIDAN.search(stem):
        return stem + "る", stem + "た", stem + "ない"
    rest, last = stem[:-1], stem[-1:]
    if SURU.search(stem):
        return rest + "する", rest + "した", rest + "しない"
    if last not in GODAN or not rest:
        return None
    present, past, negated = GODAN[last][0], GODAN[last][1:3], GODAN[last][3]
    if rest.endswith("行") and last == "き":
        past = "った"
    return rest + present, rest + past, rest[:-1] + "ない" if rest.endswith("あ") and last == "り" else rest + negated + "ない"


class Joiner:
    def __init__(self, sentences: list[tuple[str, ...]]):
        counts: Counter[str] = Counter()
        for row in sentences:
            counts.update(re.findall(r"(?<= )[A-Za-z']+", row[0]))
        self._common = {word for word, n in counts.items() if word.islower() and n > counts[word.capitalize()]} - {"i"}

    def takes(self, en: str, ja: str) -> bool:
        """Whether a pair can be a part."""
        if not (en.endswith(".") and ja.count("。") == 1 and ENDING.search(ja)) or CLOSED.search(ja):
            return False
        first = re.match(r"[A-Za-z]*", en).group().lower()
        return (3 <= len(en.split()) <= WORDS and not CONJUNCTION.search(en) and first not in DEPENDENT and
                not re.search("[？！「」（：]|(が|けど|ので|ため|から)、", ja))

    def join(self, parts: list[tuple[str, str]], rng: random.Random) -> tuple[str, str]:
        """Two or three parts as one sentence."""
        while not (joined := self._try(parts, rng)):
            pass
        return joined

    def _try(self, parts: list[tuple[str, str]], rng: random.Random) -> tuple[str, str] | None:
        """None where the picked way needs forms that cannot be made; those without forms of their own always can."""
        en, ja = rng.choice(TWO if len(parts) == 2 else THREE)
        names = "ABC"[:len(parts)]
        english, japanese = {}, {}
        for name, (one, other) in zip(names, parts):
            english[name], english[name.lower()] = one[:-1], self._lower(one[:-1])
            japanese[name] = other[:-1]
        for name, form in SLOT.findall(ja):
            if form != "dict" and NO_CONDITION.search(english[name]):
                return None
            plain = self._plain(japanese[name], form, english[name])
            if plain is None:
                return None
            ja = ja.replace(f"{{{name}:{form}}}", plain)
        for name in names:
            ja = ja.replace(f"{{{name}}}", japanese[name])
            en = en.replace(f"{{{name}}}", english[name]).replace(f"{{{name.lower()}}}", english[name.lower()])
        return en, ja

    def _lower(self, text: str) -> str:
        word = re.match(r"[A-Za-z']*", text).group().lower()
        return word + text[len(word):] if word in self._common or word.split("'")[0] in self._common else text

    def _plain(self, polite: str, form: str, english: str) -> str | None:
        """Of a clause without its full stop."""
        ending = ENDING.search(polite + "。").group(1)
        body = polite[:-len(ending)]
        if ending in ("です", "でした"):
            adjective = ADJECTIVE.search(body)
            if form in ("before", "nai", "ta") or form == "now" and ending == "でした" or body.endswith("い") and not adjective or adjective and ending == "でした":
                return None
            return self._subject(body + ("" if adjective else "である" if ending == "です" else "だった"), english)
        past, negated = ending in ("ました", "ませんでした"), ending.startswith("ません")
        if negated and form not in ("dict", "now") or past and form in ("now", "before", "nai"):
            return None
        forms = verb_forms(body)
        if forms is None:
            return None
        present, perfect, negative = forms
        if negated:
            end = negative[:-1] + "かった" if past else negative
        else:
            end = perfect if form == "ta" or past else negative if form == "nai" else present
        return self._subject(end, english)

    @staticmethod
    def _subject(clause: str, english: str) -> str:
        """A topic that is the subject is が in a subordinate clause."""
        if re.match(r"(The|A|An|This|That|These|Those|Its|Our|Your|My|Each|Every)\b", english) and clause.count("は") == 1 and "が" not in clause:
            return re.sub(r"^([^、。]{1,14}?[一-鿿ァ-ヶーA-Za-z0-9⟧])は、?", r"\1が", clause)
        return clause
