"""Who is let in by a real nats-server: NKeys, JWTs, TLS and clients' certificates, from files."""

import base64
import json
import os
import subprocess
import tempfile
import unittest

from queue_server import MODEL, Queue, has_nats, text_of


def checksum(data):
    crc = 0
    for byte in data:
        crc ^= byte << 8
        for _ in range(8):
            crc = ((crc << 1) ^ 0x1021 if crc & 0x8000 else crc << 1) & 0xFFFF
    return crc.to_bytes(2, "little")


def nkey(data):
    return base64.b32encode(data + checksum(data)).decode().rstrip("=")


def openssl(*arguments, data=None):
    return subprocess.run(["openssl", *arguments], input=data, capture_output=True, check=True).stdout


def user_keys():
    """A user's public NKey and its seed, as `nk -gen user` makes them."""
    private = openssl("genpkey", "-algorithm", "ed25519", "-outform", "DER")
    public = openssl("pkey", "-inform", "DER", "-pubout", "-outform", "DER", data=private)
    user, seed = 20 << 3, 18 << 3
    return nkey(bytes([user]) + public[-32:]), nkey(bytes([seed | user >> 5, (user & 31) << 3]) + private[-32:])


OPERATOR, ACCOUNT, USER = 14 << 3, 0, 20 << 3  # first bytes of NKeys, which make their first letters


class Signer:
    """An NKey of any kind that signs JWTs, as NATS has them: with Ed25519, and by its name."""

    def __init__(self, kind):
        self.private = openssl("genpkey", "-algorithm", "ed25519", "-outform", "DER")
        public = openssl("pkey", "-inform", "DER", "-pubout", "-outform", "DER", data=self.private)
        self.public = nkey(bytes([kind]) + public[-32:])
        seed = 18 << 3
        self.seed = nkey(bytes([seed | kind >> 5, (kind & 31) << 3]) + self.private[-32:])

    def jwt(self, subject, name, claims):
        part = lambda data: base64.urlsafe_b64encode(data).decode().rstrip("=")
        body = {"jti": name, "iat": 1700000000, "iss": self.public, "name": name, "sub": subject.public,
                "nats": claims | {"version": 2}}
        signed = part(json.dumps({"typ": "JWT", "alg": "ed25519-nkey"}).encode()) + "." + part(json.dumps(body).encode())
        with tempfile.TemporaryDirectory() as folder:
            key, text = os.path.join(folder, "key"), os.path.join(folder, "text")
            for path, content in ((key, self.private), (text, signed.encode())):
                with open(path, "wb") as file:
                    file.write(content)
            signature = openssl("pkeyutl", "-sign", "-rawin", "-inkey", key, "-keyform", "DER", "-in", text)
        return signed + "." + part(signature)


ALL = {name: -1 for name in ("subs", "data", "payload", "imports", "exports", "conn", "leaf")} | {"wildcards": True}
# What docs/scale.md says that a worker needs.
WORKER = ["sotto.jobs.>", "sotto.dead.>", "$KV.SOTTO_VALUES.>", "$JS.API.>", "$JS.ACK.SOTTO_JOBS.>", "_INBOX.>"]


@unittest.skipUnless(has_nats(), "built without NATS")
class Credentials(unittest.TestCase):
    def start(self, config):
        queue = Queue(config)
        self.addCleanup(queue.close)
        return queue

    def test_an_nkey_lets_in_and_another_does_not(self):
        public, seed = user_keys()
        other, other_seed = user_keys()
        # The server's two seconds are short for a client under a sanitizer beside others.
        queue = self.start(f'authorization {{ timeout: 60, users = [ {{ nkey: "{public}" }} ] }}')
        seed_file, other_file = queue.write("seed", seed), queue.write("other", other_seed)
        let_in = queue.sotto("jobs", "--nats-nkey", public, "--nats-nkey-seed", seed_file)
        self.assertEqual((let_in.returncode, let_in.stderr), (0, ""))
        for flags in ((), ("--nats-nkey", other, "--nats-nkey-seed", other_file)):
            refused = queue.sotto("jobs", *flags)
            self.assertEqual(refused.returncode, 1)
            self.assertEqual(refused.stderr.count("\n"), 1)
            self.assertNotIn(other_seed, refused.stderr)
        alone = queue.sotto("jobs", "--nats-nkey", public)
        self.assertEqual(alone.returncode, 2)
        self.assertIn("--nats-nkey: is there without --nats-nkey-seed", alone.stderr)

    def test_tls_by_the_owners_authority(self):
        with tempfile.TemporaryDirectory() as keys:
            path = lambda name: os.path.join(keys, name)
            openssl("req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2",
                    "-subj", "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1", "-keyout", path("key.pem"),
                    "-out", path("cert.pem"))
            queue = self.start(f'tls {{ timeout: 60, cert_file: "{path("cert.pem")}", key_file: "{path("key.pem")}" }}')
            queue.url = queue.url.replace("nats://", "tls://")
            let_in = queue.sotto("jobs", "--nats-ca", path("cert.pem"))
            self.assertEqual((let_in.returncode, let_in.stderr), (0, ""))
            unknown = queue.sotto("jobs")
            self.assertEqual(unknown.returncode, 1)
            self.assertIn("SSL", unknown.stderr)
            missing = queue.sotto("jobs", "--nats-ca", path("none.pem"))
            self.assertEqual(missing.returncode, 2)
            self.assertIn("--nats-ca " + path("none.pem"), missing.stderr)

    def user(self, queue, account, name, subjects):
        user = Signer(USER)
        jwt = account.jwt(user, name, {"type": "user", "subs": -1, "data": -1, "payload": -1, "pub": {"allow": subjects},
                                       "sub": {"allow": subjects}})
        return queue.write(name + ".creds", f"-----BEGIN NATS USER JWT-----\n{jwt}\n------END NATS USER JWT------\n\n"
                           f"-----BEGIN USER NKEY SEED-----\n{user.seed}\n------END USER NKEY SEED------\n")

    def test_a_jwt_lets_in_to_what_it_names(self):
        operator, system, account = Signer(OPERATOR), Signer(ACCOUNT), Signer(ACCOUNT)
        stores = {"mem_storage": -1, "disk_storage": -1, "streams": -1, "consumer": -1}  # which the system's may not
        signed = {one.public: operator.jwt(one, name, {"type": "account", "limits": ALL | more,
                                                       "default_permissions": {"pub": {}, "sub": {}}})
                  for one, name, more in ((system, "SYS", {}), (account, "SPEECH", stores))}
        preload = "\n".join(f"{public}: {jwt}" for public, jwt in signed.items())
        queue = self.start(f'operator: "{operator.jwt(operator, "owner", {"type": "operator"})}"\n'
                           f"system_account: {system.public}\nresolver: MEMORY\nresolver_preload {{\n{preload}\n}}")
        worker = self.user(queue, account, "worker", WORKER)
        stranger = self.user(queue, Signer(ACCOUNT), "stranger", WORKER)
        listener = self.user(queue, account, "listener", [subject for subject in WORKER if "jobs" not in subject])
        queue.work("--nats-creds", worker).wait_until_ready()
        path, out = queue.write("text.md", text_of(3)), queue.path("out")
        done = queue.submit(path, "--nats-creds", worker, "--out", out, "--wait")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(queue.read("out/text.ja.txt"), queue.by_one_machine(path))
        # Reads what there is, and submits nothing.
        self.assertEqual(queue.sotto("jobs", "--nats-creds", listener).returncode, 0)
        for flags in ((), ("--nats-creds", stranger)):
            refused = queue.sotto("jobs", *flags)
            self.assertEqual((refused.returncode, refused.stderr.count("\n")), (1, 1), refused.stderr)
        missing = queue.sotto("jobs", "--nats-creds", queue.path("none"))
        self.assertEqual(missing.returncode, 2)
        self.assertIn("--nats-creds " + queue.path("none"), missing.stderr)

    def test_a_certificate_lets_in_and_none_does_not(self):
        with tempfile.TemporaryDirectory() as keys:
            path = lambda name: os.path.join(keys, name)
            new = ("req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2")
            openssl(*new, "-subj", "/CN=owner", "-keyout", path("ca.key"), "-out", path("ca.pem"))
            for name in ("server", "worker"):
                openssl(*new, "-subj", f"/CN={name}", "-addext", "subjectAltName=IP:127.0.0.1", "-addext",
                        "basicConstraints=critical,CA:FALSE", "-CA", path("ca.pem"), "-CAkey", path("ca.key"), "-keyout",
                        path(name + ".key"), "-out", path(name + ".pem"))
            openssl(*new, "-subj", "/CN=worker", "-keyout", path("other.key"), "-out", path("other.pem"))
            queue = self.start(f'tls {{ timeout: 60, cert_file: "{path("server.pem")}", key_file: "{path("server.key")}", '
                               f'ca_file: "{path("ca.pem")}", verify: true }}')
            queue.url = queue.url.replace("nats://", "tls://")
            own = ("--nats-ca", path("ca.pem"), "--nats-cert", path("worker.pem"), "--nats-key", path("worker.key"))
            let_in = queue.sotto("jobs", *own)
            self.assertEqual((let_in.returncode, let_in.stderr), (0, ""))
            others = ("--nats-ca", path("ca.pem"), "--nats-cert", path("other.pem"), "--nats-key", path("other.key"))
            for flags in (own[:2], others):
                refused = queue.sotto("jobs", *flags)
                self.assertEqual((refused.returncode, refused.stderr.count("\n")), (1, 1), refused.stderr)
            mixed = queue.sotto("jobs", "--nats-ca", path("ca.pem"), "--nats-cert", path("worker.pem"), "--nats-key",
                                path("other.key"))
            self.assertEqual(mixed.stderr.count("\n"), 1)
            self.assertIn("--nats-", mixed.stderr)


if __name__ == "__main__":
    unittest.main()
