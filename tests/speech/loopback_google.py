"""Google's translation page and Google Cloud Text-to-Speech, as far as a voice sees them, on this machine."""

import base64
import http.server
import json
import pathlib
import subprocess
import tempfile
import threading
import time
import urllib.parse

DATA = pathlib.Path(__file__).parents[1] / "data" / "cloud"


class Server(http.server.ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, request, client_address):
        pass  # clients that went away


class Google:
    """`faults`: what goes wrong with the next requests for sound: a status; "cut" ends the connection in the middle;
    "silent" answers without sound, "noise" with what is no sound; ("wait", seconds) comes late."""

    def __init__(self, key="", account=None):
        self.key, self.account = key, account  # account: (e-mail, public key in PEM)
        self.requests, self.faults, self.tokens = [], [], 0
        self.lock = threading.Lock()
        self.server = Server(("127.0.0.1", 0), handler(self))
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.url = f"http://127.0.0.1:{self.server.server_address[1]}"

    def close(self):
        self.server.shutdown()
        self.server.server_close()

    def texts(self):
        """What was asked for, in order."""
        return [text_of(path, body) for _, path, _, body in self.requests if path != "/token"]


def call_of(body):
    """f.req of the translation page: the function, its parameters, and what else is in the call."""
    fields = urllib.parse.parse_qs(body.decode(), strict_parsing=False)
    [[[function, parameters, *rest]]] = json.loads(fields["f.req"][0])
    return function, json.loads(parameters), rest


def text_of(path, body):
    return json.loads(body)["input"]["text"] if path.endswith(":synthesize") else call_of(body)[1][0]


def is_signed(assertion, public_key):
    said, signature = assertion.rsplit(".", 1)
    with tempfile.TemporaryDirectory() as folder:
        files = {"key": public_key.encode(), "said": said.encode(),
                 "signature": base64.urlsafe_b64decode(signature + "=" * (-len(signature) % 4))}
        for name, content in files.items():
            (pathlib.Path(folder) / name).write_bytes(content)
        return subprocess.run(["openssl", "dgst", "-sha256", "-verify", "key", "-signature", "signature", "said"],
                              cwd=folder, capture_output=True).returncode == 0


def handler(google):
    class Handler(http.server.BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def log_message(self, *_):
            pass

        def say(self, status, body, headers=None):
            body = body if isinstance(body, bytes) else json.dumps(body).encode()
            self.send_response(status)
            for name, value in (headers or {}).items():
                self.send_header(name, value)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def do_POST(self):
            body = self.rfile.read(int(self.headers["Content-Length"]))
            path = urllib.parse.urlsplit(self.path).path
            with google.lock:
                google.requests.append((self.command, self.path, dict(self.headers), body))
                fault = google.faults.pop(0) if google.faults and path != "/token" else None
            if path == "/token":
                return self.grant(urllib.parse.parse_qs(body.decode()))
            if isinstance(fault, int):
                return self.say(fault, {"error": {"code": fault, "message": "not today"}},
                                {"Retry-After": "0"} if fault == 429 else {})
            if isinstance(fault, tuple):
                time.sleep(fault[1])
            if path == "/_/TranslateWebserverUi/data/batchexecute":
                return self.translate_page(body, fault)
            if path == "/v1/text:synthesize":
                return self.cloud(fault)
            self.say(404, b"")

        def sound(self, file, fault):
            return base64.b64encode(b"no sound" * 99 if fault == "noise" else (DATA / file).read_bytes()).decode()

        def answer(self, body, fault):
            if fault != "cut":
                return self.say(200, body)
            self.send_response(200)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body[:len(body) // 2])
            self.close_connection = True

        def translate_page(self, body, fault):
            function, _, _ = call_of(body)
            result = None if fault == "silent" else json.dumps([self.sound("tone.mp3", fault)])
            call = json.dumps([["wrb.fr", function, result, None, None, None, "generic"]], separators=(",", ":"))
            self.answer(f")]}}'\n\n{len(call)}\n{call}\n".encode(), fault)

        def cloud(self, fault):
            bearer = self.headers.get("Authorization") == f"Bearer token-{google.tokens}"
            keyed = google.key and self.headers.get("X-Goog-Api-Key") == google.key
            if not (bearer if google.account else keyed):
                return self.say(403, {"error": {"code": 403, "message": "The caller does not have permission"}})
            body = {} if fault == "silent" else {"audioContent": self.sound("tone.ogg", fault)}
            self.answer(json.dumps(body).encode(), fault)

        def grant(self, fields):
            assertion = fields["assertion"][0]
            claims = json.loads(base64.urlsafe_b64decode(assertion.split(".")[1] + "=="))
            email, public_key = google.account
            good = (fields["grant_type"] == ["urn:ietf:params:oauth:grant-type:jwt-bearer"] and claims["iss"] == email
                    and claims["aud"] == google.url + "/token" and claims["exp"] - claims["iat"] <= 3600
                    and abs(claims["iat"] - time.time()) < 60 and is_signed(assertion, public_key))
            if not good:
                return self.say(400, {"error": "invalid_grant", "error_description": "Invalid JWT Signature."})
            google.tokens += 1
            self.say(200, {"access_token": f"token-{google.tokens}", "expires_in": 3599, "token_type": "Bearer"})

    return Handler
