"""Writes money.json: amounts of money in words, as upstream's cleaner says them.

    pip install coqui-tts==0.28.0 num2words==0.5.14
    python3 make_money.py > money.json

Left out are amounts that sotto says in other words (docs/xtts.md): where num2words has none, where
it has another language's or another currency's, and where number words are ICU's.
"""

import json

from TTS.tts.layers.xtts.tokenizer import expand_numbers_multilingual
from num2words import num2words

SIGNS = {"en": "£$€", "es": "£$€", "fr": "£$€", "de": "£$€", "pt": "£$€", "it": "£$€", "nl": "£$€",
         "pl": "$€", "ru": "$€", "cs": "€", "ko": "$"}
AMOUNTS = """0 0.5 0.01 1 1.00 1.01 2 2.02 3 4.50 5 5.05 11.11 12 14.14 16.16 20 20.15 21 22.22 25 31.01 99.99 100 101
          101.5 111.12 121.21 122 199 200 234 999.99 1000 1001 1234.56 2000 2500.5 3004 1000000 2000000 0.999 7.126""".split()
MOST = {"cs": 199}  # behind it "dvěstě", "tisíc"; ICU has "dvě stě", "jedna tisíc"


def is_said_otherwise(language, sign, amount):
    whole = float(amount).is_integer()
    if language == "ko":
        return whole  # "zero cents"
    if language == "pt" and sign != "£":  # behind the last "e": lost where it should be "zero cents"
        return amount == "0.999" or whole and " e " in num2words(int(float(amount)), lang="pt")
    if language == "es" and sign == "£":  # "quinientos libras"
        return amount == "2500.5"
    return float(amount) > MOST.get(language, 1e9)


def texts(language, sign):
    for i, amount in enumerate(AMOUNTS):
        if is_said_otherwise(language, sign, amount):
            continue
        written = amount if language in ("en", "ru") else amount.replace(".", ",")
        yield f"a {sign}{written} b" if i % 2 else f"a {written}{sign} b"
    if language != "ko":
        yield f"{sign}0{'.' if language in ('en', 'ru') else ','}75, 3{sign}; 7"


def main():
    cases = [{"language": language, "text": text, "words": expand_numbers_multilingual(text, language)}
             for language, signs in SIGNS.items() for sign in signs for text in texts(language, sign)]
    print("[\n" + ",\n".join(json.dumps(c, ensure_ascii=False) for c in cases) + "\n]")


main()
