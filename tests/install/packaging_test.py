"""Debian's packages need what the build needs, and an SBOM says what is inside."""
import array
import importlib.util
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
import wave
import zipfile

ROOT = pathlib.Path(__file__).parents[2]
CONTROL = (ROOT / "packaging/debian/control").read_text()


class Control(unittest.TestCase):
    def test_it_builds_with_the_libraries_that_scripts_deps_installs(self):
        needed = set(re.search(r'^libraries="(.*?)"', (ROOT / "scripts/deps").read_text(), re.M | re.S).group(1).split())
        named = re.search(r"^Build-Depends: (.*?)\n\n", CONTROL, re.M | re.S).group(1)
        named = {word.split()[0] for word in named.split(",")}
        self.assertGreater(len(needed), 20)
        self.assertEqual(needed - named, set())
        self.assertEqual({name for name in named - needed if "-dev" in name}, set())

    def test_what_is_loaded_where_it_is_used_is_recommended_or_suggested(self):
        loaded = [(f"{name}.so.{abi}", package) for source in (ROOT / "src").rglob("*.[ch]*") for name, abi, package in
                  re.findall(r'OptionalLibrary kLibrary\{"(\S+)", (\d+), "(\S+)"\}', source.read_text())]
        self.assertGreaterEqual(len(loaded), 8)
        program = re.search(r"^Package: sotto\n(.*?)\n\n", CONTROL, re.M | re.S).group(1)
        named = re.search(r"Recommends: (.*)Description", program, re.S).group(1)
        self.assertEqual({package for _, package in loaded} - set(re.split(r"[\s,]+", named)), set())
        # Of libnats the headers say which ABI, as many Debians have as many: the build writes it into the package.
        self.assertIn("Suggests: ${sotto:Nats}, ", program)
        self.assertIn("-Vsotto:Nats=", (ROOT / "packaging/debian/rules").read_text())
        in_wheel = re.search(r"^for library in (.*); do", (ROOT / "packaging/wheel").read_text(), re.M).group(1).split()
        self.assertEqual(set(in_wheel) - {file for file, _ in loaded}, set())


class Scripts(unittest.TestCase):
    def test_the_first_screen_of_readme_has_the_lines_that_are_tried(self):
        first = (ROOT / "README.md").read_text().split("\n## ")[0].splitlines()
        tried = re.findall(r'\$\(line "(.*?)"\)', (ROOT / "packaging/try-readme").read_text())
        self.assertEqual(len(tried), 3)
        for begins in tried:
            self.assertEqual(len([row for row in first if row.startswith(f"    {begins}")]), 1, begins)

    def test_build_in_says_what_it_takes(self):
        for words in ([], ["bookworm"], ["bookworm", "riscv", "deb"], ["bookworm", "arm64", "egg"]):
            done = subprocess.run([ROOT / "packaging/build-in", *words], capture_output=True, text=True, timeout=60)
            self.assertEqual(done.returncode, 2, words)
            self.assertIn("deb", done.stderr)

    def test_try_readme_says_what_it_takes(self):
        for words, named in ((["--hot"], "--hot"), (["--packages"], "no folder"), (["--packages", "/nonexistent"], "/nonexistent"),
                             (["--tests"], "--tests"), (["--cold", "--tests", "nothing", "bookworm"], "nothing")):
            done = subprocess.run([ROOT / "packaging/try-readme", *words], capture_output=True, text=True, timeout=60)
            self.assertEqual((done.returncode, done.stdout), (2, ""), words)
            self.assertIn(f"{named}", done.stderr)
            self.assertEqual(len(done.stderr.splitlines()), 1, done.stderr)

    def test_a_trial_says_when_nothing_was_heard(self):
        with tempfile.TemporaryDirectory() as folder:
            for name, samples in (("loud", b"\x00\x40\x00\xc0" * 24000), ("quiet", b"\x01\x00" * 48000)):
                with wave.open(f"{folder}/{name}.wav", "wb") as file:
                    file.setparams((1, 2, 48000, 0, "NONE", ""))
                    file.writeframes(samples)
            for name, sample in (("loud", 0.5), ("quiet", 0.001)):  # as the examples write them
                (pathlib.Path(folder) / f"{name}.f32").write_bytes(array.array("f", [sample, -sample] * 24000).tobytes())
            for file, seconds, code in (("loud.wav", 0.9, 0), ("loud.wav", 2, 1), ("quiet.wav", 0.9, 1),
                                        ("loud.f32", 0.9, 0), ("loud.f32", 2, 1), ("quiet.f32", 0.9, 1)):
                done = subprocess.run(["sh", "-c", f". {ROOT}/packaging/minimal-system.sh; root={folder}; heard {file} {seconds}"],
                                      capture_output=True, text=True, timeout=60, cwd=folder)
                self.assertEqual(done.returncode, code, (file, seconds, done.stdout + done.stderr))
                if file.startswith("loud"):
                    self.assertIn(": 1.0 s at 48000 Hz, -6.0 dBFS in the mean, peak 0.50", done.stdout)

    NAMESPACE = ["unshare", "--mount"] if os.getuid() == 0 else ["unshare", "--user", "--map-root-user", "--mount"]

    @unittest.skipUnless(shutil.which("unshare") and subprocess.run([*NAMESPACE, "true"], capture_output=True).returncode == 0, "nothing may be mounted here")
    def test_a_folder_of_the_machine_that_is_mounted_in_a_system_is_not_removed_with_it(self):
        with tempfile.TemporaryDirectory() as folder:
            cache, root = pathlib.Path(folder) / "cache", pathlib.Path(folder) / "system"
            (root / "root/cache").mkdir(parents=True)
            cache.mkdir()
            (cache / "kept").touch()
            (pathlib.Path(folder) / "debootstrap").write_text("#!/bin/sh\nexit 7\n")
            (pathlib.Path(folder) / "debootstrap").chmod(0o755)

            def again(before):
                return subprocess.run([*self.NAMESPACE, "sh", "-c", f"set -eu\n. {ROOT}/packaging/minimal-system.sh\nroot={root}\n"
                                       f"mount --bind {cache} {root}/root/cache\n{before}\nminimal_system nowhere"],
                                      capture_output=True, text=True, timeout=60, cwd=folder,
                                      env=os.environ | {"PATH": f"{folder}:{os.environ['PATH']}:/usr/sbin:/sbin"})

            other = subprocess.Popen(["flock", f"{root}.lock", "sh", "-c", "echo; read end"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
            other.stdout.readline()  # it has the lock
            done = again("")
            other.communicate(b"\n", timeout=60)
            other.stdout.close()
            self.assertEqual((done.returncode, done.stderr), (1, f"sh: {root} is in use by another trial\n"))
            self.assertTrue((root / "root/cache").exists())
            # A trial before was killed, and a program of it is still there.
            done = again(f"(cd {root}/root/cache && exec sleep 30 >/dev/null 2>&1) &\nsleep 1")
            self.assertEqual((done.returncode, done.stderr), (7, ""))
            self.assertFalse(root.exists())
            self.assertTrue((cache / "kept").exists())

    def test_nothing_of_a_system_is_asked_in_a_substitution(self):
        # dash runs EXIT's trap in $(...), and the trap closes the system.
        scripts = [file for file in (ROOT / "packaging").iterdir() if file.is_file() and "minimal-system.sh" in file.read_text()]
        self.assertGreaterEqual(len(scripts), 6)
        for script in scripts:
            for number, line in enumerate(script.read_text().splitlines(), 1):
                if not line.lstrip().startswith("#"):
                    self.assertNotRegex(line, r"(\$\(|`)\s*(inside|timed)\b", f"{script.name}:{number}")

    def test_a_trial_says_how_long_it_took_and_how_much_of_that_was_computing(self):
        with tempfile.TemporaryDirectory() as folder:
            work = f"{sys.executable} -c 'import time; e = time.process_time() + 0.5; [0 for _ in iter(lambda: time.process_time() > e, True)]'"
            done = subprocess.run(["sh", "-c", f". {ROOT}/packaging/minimal-system.sh; root={folder}/root; {work}; timed waiting sleep 0.3; timed computing {work}"],
                                  capture_output=True, text=True, timeout=60, cwd=folder)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        said = {what: (int(wall), float(computing)) for what, wall, computing in
                re.findall(r"^sh: (\w+): (\d+) ms, ([\d.]+) s of processor$", done.stdout, re.M)}
        self.assertGreaterEqual(said["waiting"][0], 300)
        self.assertLess(said["waiting"][1], 0.3)  # what ran before is not counted
        self.assertGreaterEqual(said["computing"][1], 0.5)

    def test_the_container_s_file_is_read_line_by_line(self):
        def read(text):
            with tempfile.TemporaryDirectory() as folder:
                file = pathlib.Path(folder) / "Containerfile"
                file.write_text(text)
                return subprocess.run([sys.executable, ROOT / "packaging/containerfile.py", file], capture_output=True, text=True, timeout=60)
        ours = (ROOT / "packaging/Containerfile").read_text()
        said = read(ours)
        self.assertEqual((said.returncode, said.stderr), (0, ""))
        for line in ("user=nobody", "port=8080", "packages=/packages", "environment=XDG_CACHE_HOME=/tmp"):
            self.assertIn(line, said.stdout.splitlines())
        shell = subprocess.run(["sh", "-c", f'{said.stdout}\necho "$run"; echo "$entrypoint"'], capture_output=True, text=True, check=True, timeout=60).stdout
        self.assertIn("apt-get install -y -qq /packages/sotto_*.deb", shell)
        self.assertIn("sotto serve --listen 0.0.0.0:8080 --keys /keys", shell)
        for wrong, names in ((ours + "VOLUME /data\n", "VOLUME /data"), (ours.replace("USER nobody\n", ""), "user"),
                             (ours.replace("--mount=type=bind,target=/packages ", ""), "RUN")):
            done = read(wrong)
            self.assertEqual(done.returncode, 1, names)
            self.assertIn(names, done.stderr)


class Recipes(unittest.TestCase):
    """Those of other systems, which are not run here."""

    def test_they_are_of_this_version(self):
        version = re.search(r"^project\(sotto VERSION ([\d.]+)", (ROOT / "CMakeLists.txt").read_text(), re.M).group(1)
        for file, line in (("rpm/sotto.spec", f"Version:        {version}"), ("arch/PKGBUILD", f"pkgver={version}"),
                           ("nix/default.nix", f'  version = "{version}";')):
            self.assertIn(line, (ROOT / "packaging" / file).read_text().splitlines(), file)

    def test_bash_reads_arch_s(self):
        subprocess.run(["bash", "-n", ROOT / "packaging/arch/PKGBUILD"], check=True, timeout=60)

    @unittest.skipUnless(shutil.which("rpmspec"), "rpm is not installed")
    def test_rpm_reads_its_own(self):
        subprocess.run(["rpmspec", "-P", ROOT / "packaging/rpm/sotto.spec"], check=True, capture_output=True, timeout=60)


@unittest.skipUnless(importlib.util.find_spec("spdx_tools") and shutil.which("dpkg-deb"), "spdx-tools or dpkg is not there")
class Sbom(unittest.TestCase):
    def sbom(self, package, depends, recommends="libmecab2"):
        with tempfile.TemporaryDirectory() as work:
            folder = pathlib.Path(work) / "root"
            (folder / "DEBIAN").mkdir(parents=True)
            (folder / "DEBIAN").chmod(0o755)
            (folder / "DEBIAN/control").write_text(f"Package: {package}\nVersion: 1.2\nArchitecture: all\nDepends: {depends}\nRecommends: {recommends}\n"
                                                   "Maintainer: a <a@sotto.invalid>\nDescription: a package\n")
            deb = pathlib.Path(work) / f"{package}_1.2_all.deb"
            subprocess.run(["dpkg-deb", "--build", folder, deb], check=True, capture_output=True)
            done = subprocess.run([sys.executable, ROOT / "packaging/sbom", deb], capture_output=True, text=True, cwd=ROOT, timeout=120)
            self.assertEqual((done.returncode, done.stderr), (0, ""))
            return json.loads(pathlib.Path(f"{deb}.spdx.json").read_text())

    def related(self, sbom, kind):
        names = {package["SPDXID"]: package for package in sbom["packages"]}
        return {names[row["relatedSpdxElement"]]["name"]: names[row["relatedSpdxElement"]]
                for row in sbom["relationships"] if row["relationshipType"] == kind}

    def test_of_the_program(self):
        sbom = self.sbom("sotto", "libc6 (>= 2.34), libicu72 | a-package-that-is-not-there")
        self.assertEqual(sbom["spdxVersion"], "SPDX-2.3")
        root = self.related(sbom, "DESCRIBES")["sotto"]
        self.assertEqual(root["versionInfo"], "1.2")
        inside = {name: package["licenseConcluded"] for name, package in self.related(sbom, "CONTAINS").items()}
        self.assertEqual(inside["HTS voice mei"], "CC-BY-3.0")
        self.assertEqual(inside["narrator-en-ja"], "Apache-2.0")
        for licence in inside.values():
            self.assertIn(licence, root["licenseConcluded"])
        self.assertIn("libboost-dev", self.related(sbom, "STATIC_LINK"))
        libc = self.related(sbom, "DEPENDS_ON")["libc6"]
        optional = [row["spdxElementId"] for row in sbom["relationships"] if row["relationshipType"] == "OPTIONAL_DEPENDENCY_OF"]
        self.assertEqual(optional, ["SPDXRef-debian-libmecab2"])
        self.assertIn(libc["versionInfo"], libc["externalRefs"][0]["referenceLocator"].replace("%2B", "+"))

    def test_of_the_python_package_which_holds_nothing_of_others(self):
        sbom = self.sbom("python3-sotto", "libsotto0 (>= 1.2)")
        self.assertEqual(self.related(sbom, "CONTAINS"), {})
        self.assertEqual(list(self.related(sbom, "DEPENDS_ON")), ["libsotto0"])

    def sbom_of_a_wheel(self, work, *inside):
        wheel = pathlib.Path(work) / "sotto-1.2-py3-none-any.whl"
        with zipfile.ZipFile(wheel, "w") as archive:
            archive.writestr("sotto-1.2.dist-info/METADATA", "Metadata-Version: 2.1\nName: sotto\nVersion: 1.2\nRequires-Dist: numpy>=1.24\n\nA text.\n")
            archive.writestr("sotto-1.2.dist-info/licenses/Apache-2.0", "the text of a licence, which is no library")
            for library in inside:
                archive.writestr(f"sotto-1.2.dist-info/licenses/{library}.txt", "what Debian says")
        done = subprocess.run([sys.executable, ROOT / "packaging/sbom", wheel], capture_output=True, text=True, cwd=ROOT, timeout=120)
        return done, pathlib.Path(f"{wheel}.spdx.json")

    def test_of_the_wheel_which_has_its_libraries_inside(self):
        with tempfile.TemporaryDirectory() as work:
            done, file = self.sbom_of_a_wheel(work, "libmecab2", "libsndfile1")
            self.assertEqual((done.returncode, done.stderr), (0, ""))
            sbom = json.loads(file.read_text())
        root = self.related(sbom, "DESCRIBES")["sotto"]
        inside = {name: package["licenseConcluded"] for name, package in self.related(sbom, "CONTAINS").items()}
        self.assertEqual(inside["libsndfile1"], "LGPL-2.1-or-later")
        self.assertEqual(inside["HTS voice mei"], "CC-BY-3.0")
        self.assertIn(" AND LGPL-2.1-or-later", root["licenseConcluded"])
        self.assertIn("(BSD-3-Clause OR GPL-2.0-only OR LGPL-2.1-only)", root["licenseConcluded"])  # a choice stays one among all
        self.assertEqual(self.related(sbom, "DEPENDS_ON")["numpy"]["externalRefs"][0]["referenceLocator"], "pkg:pypi/numpy")

    def test_a_library_whose_licence_nobody_wrote_down_is_said(self):
        with tempfile.TemporaryDirectory() as work:
            done, file = self.sbom_of_a_wheel(work, "libmecab2", "libnobody7")
            self.assertEqual((done.returncode, file.exists()), (1, False))
            self.assertIn("libnobody7, which sotto-1.2-py3-none-any.whl has inside, is not installed or has no licence", done.stderr)


if __name__ == "__main__":
    unittest.main()
