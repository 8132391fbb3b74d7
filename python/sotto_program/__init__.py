"""The command `sotto` of a wheel. A package of its own: `import sotto` takes longer than the program needs to start."""

import importlib.util
import os
import sys


def main() -> None:
    package = importlib.util.find_spec("sotto")
    folders = list(package.submodule_search_locations or []) if package else []
    programs = [program for folder in folders if os.access(program := os.path.join(folder, "bin", "sotto"), os.X_OK)]
    if not programs:
        sys.exit(f"sotto: no program is in {', '.join(folders) or 'no package sotto'}; packaging/wheel builds a wheel that has it")
    os.execv(programs[0], ["sotto", *sys.argv[1:]])
