"""What packaging/cluster deploys is what Kubernetes takes: manifests, and the chart's with several sets of values.

The chart is rendered by Helm itself, as `helm` or as the Python package helm-python-sdk, where there is one.
"""

import copy
import json
import os
import pathlib
import shutil
import subprocess
import tempfile
import unittest

import kubernetes_validate
import yaml

FOLDER = pathlib.Path(__file__).resolve().parents[2] / "packaging/cluster"
CHART = FOLDER / "helm"
BINARY = os.environ["SOTTO_BINARY"]

try:
    import helm_python
except ImportError:
    helm_python = None

FULL = {
    "nats": {"url": "tls://queue:4222", "credentialsSecret": "creds", "tlsSecret": "tls", "tlsClientCertificate": True},
    "to": ["ja"], "translator": "narrator-en-ja", "voice": "espeak-ng", "extraArguments": ["--batch=8"],
    "autoscaling": {"enabled": True}, "nodeSelector": {"kubernetes.io/arch": "amd64"},
    "tolerations": [{"key": "voices", "operator": "Exists"}],
}


def render(values):
    """The objects, or the error as it is said."""
    if helm_python:
        with helm_python.Chart.load(CHART) as chart:
            try:
                files = chart.render(values=values, name="voices")
            except helm_python.HelmError as error:
                return str(error)
        return "\n---\n".join(text for path, text in files.items() if path.endswith(".yaml"))
    with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
        json.dump(values, file)
        file.flush()
        done = subprocess.run(["helm", "template", "voices", CHART, "-f", file.name], capture_output=True, text=True)
        return done.stdout if done.returncode == 0 else done.stderr


def objects(text):
    return [thing for thing in yaml.safe_load_all(text) if thing]


def worker_of(things):
    deployment = next(thing for thing in things if thing["kind"] == "Deployment")
    return deployment["spec"]["template"]["spec"]["containers"][0]


class Manifests(unittest.TestCase):
    def check(self, things):
        known = 0
        for thing in things:
            if thing["kind"] == "ScaledObject":  # KEDA's own; its schema is in no package
                continue
            kubernetes_validate.validate(thing, kubernetes_validate.latest_version(), strict=True)
            known += 1
        return known

    def check_arguments(self, command):
        """The program knows every flag: what is wrong is that there is no queue."""
        for_here = [word for word in command[1:] if not word.startswith(("--nats", "--listen", "--keys", "/secrets", "/run/secrets", "0.0.0.0"))]
        for_here = [word for word in for_here if "://" not in word]
        done = subprocess.run([BINARY, *for_here, "--nats=nats://127.0.0.1:1", "--listen=none"], capture_output=True, text=True,
                              timeout=120)
        self.assertNotEqual(done.returncode, 2, done.stderr)  # it is where a flag is wrong

    def test_the_manifests(self):
        things = objects((FOLDER / "kubernetes.yaml").read_text())
        self.assertEqual(self.check(things), 2)
        broken = copy.deepcopy(things[0])
        broken["spec"]["template"]["spec"]["containers"][0]["readinessProbe"]["httpGets"] = {}
        with self.assertRaises(Exception):
            self.check([broken])

    def test_the_compose_file_names_flags_that_there_are(self):
        services = yaml.safe_load((FOLDER / "compose.yaml").read_text())["services"]
        self.assertEqual(set(services), {"queue", "worker", "door"})
        for name in ("worker", "door"):
            self.check_arguments(services[name]["entrypoint"])

    @unittest.skipUnless(helm_python or shutil.which("helm"), "without Helm: neither helm nor helm-python-sdk is installed")
    def test_the_chart(self):
        plain = objects(render({}))
        self.assertEqual(self.check(plain), 2)
        self.assertEqual(len(plain), 2)
        full = objects(render(FULL))
        self.assertEqual(self.check(full), 2)
        for things in (plain, full):
            worker = worker_of(things)
            self.check_arguments(worker["command"] + worker["args"])
        self.assertIn("--nats-cert=/tls/tls.crt", worker_of(full)["args"])
        many = objects(render(FULL | {"to": ["ja", "deu_Latn"]}))
        self.assertIn("--to=ja,deu_Latn", worker_of(many)["args"])
        scaler = next(thing for thing in many if thing["kind"] == "ScaledObject")
        self.assertEqual([trigger["metadata"]["consumer"] for trigger in scaler["spec"]["triggers"]],
                         [f"sotto_jobs_eng_Latn_{to}_narrator-en-ja_{voice}" for to in ("jpn_Jpan", "deu_Latn")
                          for voice in ("none", "espeak-ng")])
        self.assertTrue(all(isinstance(value, str) for trigger in scaler["spec"]["triggers"]
                            for value in trigger["metadata"].values()))
        deployment = next(thing for thing in full if thing["kind"] == "Deployment")
        self.assertNotIn("replicas", deployment["spec"])

    @unittest.skipUnless(helm_python or shutil.which("helm"), "without Helm: neither helm nor helm-python-sdk is installed")
    def test_values_that_are_wrong_are_refused(self):
        for values, said in (({"to": []}, "to"), ({"slots": 0}, "slots"), ({"nats": {"ulr": "x"}}, "ulr"),
                             ({"autoscaling": {"enabled": True}, "voice": "open-jtalk:mei"}, "has a digest in its name"),
                             ({"autoscaling": {"enabled": True}, "to": ["xx"]}, "xx is no language")):
            self.assertIn(said, render(values))

    @unittest.skipUnless(helm_python, "without helm-python-sdk")
    def test_helm_has_nothing_to_say(self):
        for values in ({}, FULL):
            linted = helm_python.lint(CHART, values)
            self.assertEqual([message for message in linted["messages"] if message["severity"] > 1], [])


if __name__ == "__main__":
    unittest.main()
