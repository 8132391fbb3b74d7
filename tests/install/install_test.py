"""`cmake --install` into an empty prefix, and what users do with it: run, compile against, link."""
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).parents[2]
BUILD = pathlib.Path(os.environ["SOTTO_BINARY"]).parent
TEXT = "All tests pass now. The build is green."
PROJECT = """cmake_minimum_required(VERSION 3.25)
project(host {language})
find_package(sotto 0.1 REQUIRED)
add_executable(host {source})
target_link_libraries(host PRIVATE sotto::sotto)
"""


def environment(home, **more):
    kept = {k: v for k, v in os.environ.items() if not k.startswith(("SOTTO_", "LD_"))}
    return kept | {"XDG_CONFIG_HOME": str(home), "XDG_CACHE_HOME": str(home / "cache")} | more


def setUpModule():
    global work, prefix
    if not (BUILD / "libsotto.map").exists():
        raise unittest.SkipTest("a build with a sanitizer has no libsotto.so, and installs nothing")
    work = pathlib.Path(tempfile.mkdtemp(prefix="sotto-install-"))
    unittest.addModuleCleanup(shutil.rmtree, work)
    first = work / "first"
    run("cmake", "--install", BUILD, "--prefix", first)
    prefix = work / "moved"
    first.rename(prefix)  # nothing that was installed knows where it was


def run(*command, **options):
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True, timeout=120,
                          **{"env": environment(work), "cwd": work} | options)
    if done.returncode != 0:
        raise AssertionError(f"{command[0]}: {done.returncode}\n{done.stdout[-2000:]}{done.stderr[-4000:]}")
    return done


class Installed(unittest.TestCase):
    def libraries(self):
        return next(prefix.rglob("libsotto.so")).parent

    def hears(self, *program, **more):
        """The example, from a text to samples: it prints what it translates."""
        with open(work / "sound", "wb") as sound:
            done = subprocess.run([*program, "ja", "espeak-ng"], input=TEXT.encode(), stdout=sound, timeout=120,
                                  stderr=subprocess.PIPE, env=environment(work, **more), cwd=work)
        errors = done.stderr.decode()
        self.assertEqual(done.returncode, 0, errors)
        self.assertIn("テスト", errors)
        self.assertGreater((work / "sound").stat().st_size, 40000)

    def test_the_program_finds_the_model_that_ships(self):
        done = run(prefix / "bin/sotto", "translate", "--to", "ja", "--model", "narrator-en-ja", input=TEXT)
        self.assertIn("テスト", done.stdout)

    def test_the_program_finds_a_voice_below_its_prefix(self):
        voice = prefix / "share/hts-voice/somebody/somebody_normal.htsvoice"
        voice.parent.mkdir(parents=True)
        voice.touch()
        self.assertRegex(run(prefix / "bin/sotto", "voices").stdout, r"open-jtalk:somebody\b")

    def test_a_c_project_finds_the_package(self):
        self.build_with_cmake("C", "speak_agent.c")

    def test_a_cpp_project_finds_the_package(self):
        self.build_with_cmake("CXX", "speak_agent.cc")

    def build_with_cmake(self, language, source):
        folder = work / language
        folder.mkdir()
        shutil.copy(ROOT / "examples" / source, folder)
        (folder / "CMakeLists.txt").write_text(PROJECT.format(language=language, source=source))
        run("cmake", "-S", folder, "-B", folder / "build", f"-DCMAKE_PREFIX_PATH={prefix}", "-DCMAKE_CXX_STANDARD=20",
            "-DCMAKE_BUILD_TYPE=Debug")
        run("cmake", "--build", folder / "build")
        self.hears(folder / "build/host")

    # The sanitizer's malloc is that of the library, too: what it leaks is found at the end.
    def test_pkg_config_and_c_without_a_leak(self):
        found = run("pkg-config", "--cflags", "--libs", "sotto",
                    env=environment(work, PKG_CONFIG_PATH=str(self.libraries() / "pkgconfig"))).stdout.split()
        run("cc", "-std=c99", "-pedantic", "-Wall", "-Werror", "-g", "-fsanitize=address", ROOT / "examples/speak_agent.c", *found,
            "-o", work / "leaks")
        self.hears(work / "leaks", LD_LIBRARY_PATH=str(self.libraries()), ASAN_OPTIONS="detect_leaks=1")

    # valgrind sees reads of what was never written, too. It takes thirty times as long, so it is asked for: SOTTO_VALGRIND=1.
    @unittest.skipUnless(os.environ.get("SOTTO_VALGRIND") and shutil.which("valgrind"), "SOTTO_VALGRIND is not set, or valgrind not installed")
    def test_c_under_valgrind(self):
        found = run("pkg-config", "--cflags", "--libs", "sotto",
                    env=environment(work, PKG_CONFIG_PATH=str(self.libraries() / "pkgconfig"))).stdout.split()
        run("cc", "-std=c99", "-g", ROOT / "examples/speak_agent.c", *found, "-o", work / "watched")
        script = work / "under_valgrind"
        script.write_text(f"#!/bin/sh\nexec valgrind -q --error-exitcode=9 --leak-check=full --show-leak-kinds=definite --errors-for-leak-kinds=definite {work}/watched \"$@\"\n")
        script.chmod(0o755)
        self.hears(script, LD_LIBRARY_PATH=str(self.libraries()))

    def test_python_takes_the_installed_library(self):
        done = run(sys.executable, "-c", """
import sotto
done = sotto.Translator("narrator-en-ja", to="ja").translate_batch(["All tests pass now."])
samples, rate = sotto.Voice("espeak-ng", language="en").speak("The build is green.")
print(done[0].text, len(samples) / rate > 0.5)
""", env=environment(work, SOTTO_LIBRARY=str(self.libraries() / "libsotto.so.0"), PYTHONPATH=str(ROOT / "python")))
        self.assertRegex(done.stdout, "テスト.* True")

    def test_the_example_in_python(self):
        found = {"SOTTO_LIBRARY": str(self.libraries() / "libsotto.so.0"), "PYTHONPATH": str(ROOT / "python")}
        self.hears(sys.executable, ROOT / "examples/speak_agent.py", **found)
        with self.assertRaisesRegex(AssertionError, 'language "xx" is not known'):
            run(sys.executable, ROOT / "examples/speak_agent.py", "xx", input="", env=environment(work, **found))

    def test_headers_are_valid_c_and_cpp_alone(self):
        for header in sorted((prefix / "include/sotto").iterdir()):
            compilers = [("c++", "-std=c++20")]
            if header.name in ("sotto.h", "export.h"):
                compilers += [("cc", "-std=c99"), ("c++", "-std=c++98")]
            for compiler, standard in compilers:
                with self.subTest(header=header.name, standard=standard):
                    run(compiler, standard, "-fsyntax-only", "-Wall", "-Wextra", "-Werror", "-I", prefix / "include",
                        "-include", header, "-x", "c" if compiler == "cc" else "c++", os.devnull)

    def test_a_unit_has_the_path_of_its_program(self):
        unit = (prefix / "lib/systemd/user/sotto.service").read_text()
        self.assertIn(f"ExecStart={work}/first/bin/sotto serve\n", unit)  # where it was installed


if __name__ == "__main__":
    unittest.main()
