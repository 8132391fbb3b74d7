"""Says what packaging/Containerfile asks for, as assignments of a shell: packaging/containerfile.py FILE

It knows the instructions that this file has, one a line, and refuses others: who tries it would leave them out.
"""
import json
import re
import shlex
import sys


def assignments(text):
    """image, packages (where the folder with the packages is), run, environment, user and entrypoint, each quoted."""
    said = {}
    for line in text.splitlines():
        if not line.strip() or line.startswith("#"):
            continue
        instruction, _, rest = line.partition(" ")
        if instruction == "FROM":
            said["image"] = rest
        elif instruction == "RUN" and (mounted := re.fullmatch(r"--mount=type=bind,target=(/\w+) (.*)", rest)):
            said["packages"], said["run"] = mounted.groups()
        elif instruction == "ENV" and re.fullmatch(r"\w+=\S+", rest):
            said["environment"] = rest
        elif instruction == "USER":
            said["user"] = rest
        elif instruction == "EXPOSE" and rest.isdigit():
            said["port"] = rest
        elif instruction == "ENTRYPOINT":
            said["entrypoint"] = shlex.join(json.loads(rest))
        else:
            raise ValueError(f"unknown line {line!r}, expected FROM, RUN with one mount, ENV, USER, EXPOSE or ENTRYPOINT")
    missing = {"image", "packages", "run", "environment", "user", "port", "entrypoint"} - set(said)
    if missing:
        raise ValueError(f"it has no line for {', '.join(sorted(missing))}")
    return "".join(f"{name}={shlex.quote(value)}\n" for name, value in said.items())


if __name__ == "__main__":
    with open(sys.argv[1], encoding="utf-8") as file:
        try:
            print(assignments(file.read()), end="")
        except ValueError as error:
            sys.exit(f"{sys.argv[1]}: {error}")
