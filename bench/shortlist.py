#!/usr/bin/env python3
"""How many translations a shortlist changes.

    bench/shortlist.py --sotto build/release/sotto --to ja TEXT [-- more flags of sotto translate]

TEXT has a sentence a line. Prints how many lines are the same with `--shortlist`, and the first that are not.
"""
import argparse
import subprocess


def translate(arguments, *more):
    command = [arguments.sotto, "translate", "--to", arguments.to, "--no-cache", "--quiet", *arguments.flags, *more,
               arguments.text]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sotto", default="sotto")
    parser.add_argument("--to", default="ja")
    parser.add_argument("--shortlist", help="LANG[:FILE] (default: that of --to)")
    parser.add_argument("--shown", type=int, default=5)
    parser.add_argument("text")
    parser.add_argument("flags", nargs="*")
    arguments = parser.parse_args()
    free = translate(arguments)
    listed = translate(arguments, "--shortlist", arguments.shortlist or arguments.to)
    different = [pair for pair in zip(free, listed) if pair[0] != pair[1]]
    print(f"{len(free)} lines, {len(different)} change ({100 * len(different) / max(1, len(free)):.2f} %)")
    for before, after in different[: arguments.shown]:
        print(f"  - {before}\n  + {after}")


if __name__ == "__main__":
    main()
