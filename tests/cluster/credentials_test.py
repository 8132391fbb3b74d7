"""Who is let in by a real nats-server: NKeys and TLS, from files."""

import base64
import os
import subprocess
import tempfile
import unittest

from queue_server import Queue, has_nats


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


@unittest.skipUnless(has_nats(), "built without NATS")
class Credentials(unittest.TestCase):
    def start(self, config):
        queue = Queue(config)
        self.addCleanup(queue.close)
        return queue

    def test_an_nkey_lets_in_and_another_does_not(self):
        public, seed = user_keys()
        other, other_seed = user_keys()
        queue = self.start(f'authorization {{ users = [ {{ nkey: "{public}" }} ] }}')
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
            queue = self.start(f'tls {{ cert_file: "{path("cert.pem")}", key_file: "{path("key.pem")}" }}')
            queue.url = queue.url.replace("nats://", "tls://")
            let_in = queue.sotto("jobs", "--nats-ca", path("cert.pem"))
            self.assertEqual((let_in.returncode, let_in.stderr), (0, ""))
            unknown = queue.sotto("jobs")
            self.assertEqual(unknown.returncode, 1)
            self.assertIn("SSL", unknown.stderr)
            missing = queue.sotto("jobs", "--nats-ca", path("none.pem"))
            self.assertEqual(missing.returncode, 2)
            self.assertIn("--nats-ca " + path("none.pem"), missing.stderr)


if __name__ == "__main__":
    unittest.main()
