#!/usr/bin/env python3
"""Reads a coding agent's stream (or a text) from standard input; prints each sentence and what it becomes
on standard error, and writes its sound as raw float samples to standard output:

    claude -p "..." --output-format stream-json --include-partial-messages --verbose |
        python3 speak_agent.py ja | aplay -t raw -f FLOAT_LE -r 48000 -c 1
"""
import sys

import sotto


def main() -> None:
    to = sys.argv[1] if len(sys.argv) > 1 else "ja"
    voice = sys.argv[2] if len(sys.argv) > 2 else None  # None: the best one
    with sotto.Session(to=to, voice=voice) as session:
        session.feed(sys.stdin.buffer)
        for event in session:
            if isinstance(event, sotto.Sentence):
                print(event.source, event.text, sep="\n  ", file=sys.stderr)
            elif isinstance(event, sotto.Audio):
                sys.stdout.buffer.write(event.samples.tobytes())


if __name__ == "__main__":
    try:
        main()
    except sotto.Error as error:
        sys.exit(str(error))
