"""What must not be lost on the way to an ear, whatever a row asks for: numbers, and words that turn a sentence around."""

import re

GROUPING = {"en": ",", "de": ".'’\u202f\u00a0 ", "fr": "\u202f\u00a0 "}
TURNING = {
    "en": "not no never none nothing nobody neither nor without hardly cannot unable before after until unless only except "
          "more less fewer most least than fail fails failed",
    "de": "nicht kein keine keinen keiner nie niemals nichts niemand ohne weder noch kaum vor nach bis mehr weniger höchstens "
          "mindestens als nur außer",
    "fr": "ne pas jamais rien personne sans ni aucun aucune guère avant après plus moins que sauf",
}


def numbers(text, language):
    """Its runs of digits, 1,000 being one of them."""
    marks = re.escape(GROUPING[language])
    joined = re.sub(rf"(?<!\d)(\d{{1,3}}(?:[{marks}]\d{{3}})+)(?!\d)", lambda m: re.sub(r"\D", "", m[1]), text)
    return re.findall(r"\d+", joined)


def turning_words(text, language):
    words = set(TURNING[language].split())
    return [w for w in re.findall(r"[^\W\d_]+(?:'t\b)?", text.lower().replace("’", "'")) if w in words or w.endswith("n't")]


def losses(written, heard, language):
    """What the ear does not get of what was written. A word may be added (a sign is said), none may be gone."""
    found = []
    if numbers(written, language) != numbers(heard, language):
        found.append(f"the numbers {numbers(written, language)} are {numbers(heard, language)}")
    said = iter(turning_words(heard, language))
    gone = [w for w in turning_words(written, language) if w not in said]
    if gone:
        found.append(f"lacks {gone[0]}")
    return found
