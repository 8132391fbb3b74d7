"""A hub on this machine that behaves as the real one does towards who fetches a model.

What it answers is in huggingface_hub's own code: /api/models/ID/revision/REVISION, /api/models/ID/tree/COMMIT in pages
with a Link header, /ID/resolve/COMMIT/PATH. Small files come at once, with git's name of the blob as their ETag; large
ones lie at a CDN, another server: a redirect to a signed address, with X-Linked-Etag and X-Linked-Size. The CDN knows
ranges and refuses whoever comes with a token that is for the hub.
"""

import hashlib
import http.server
import io
import json
import os
import threading
import time
import urllib.parse

LARGE = 100_000  # bytes; files from here on are LFS
PAGE = 5  # entries of a tree's page
SIGNATURE = "Signature=abc"


class Repository:
    def __init__(self, files, commit="0123456789abcdef0123456789abcdef01234567", licence="apache-2.0", base_model=None,
                 gated=False, private=False):
        self.files = files  # path: bytes, or the path of a file on this machine
        self.commit = commit
        self.licence, self.base_model, self.gated, self.private = licence, base_model, gated, private
        self.digests = {}

    def size(self, path):
        content = self.files[path]
        return len(content) if isinstance(content, bytes) else os.path.getsize(content)

    def open(self, path):
        content = self.files[path]
        return io.BytesIO(content) if isinstance(content, bytes) else open(content, "rb")

    def digest(self, path, large):
        if (path, large) not in self.digests:
            digest = hashlib.sha256() if large else hashlib.sha1(b"blob %d\0" % self.size(path))
            with self.open(path) as file:
                while piece := file.read(1 << 20):
                    digest.update(piece)
            self.digests[path, large] = digest.hexdigest()
        return self.digests[path, large]

    def is_large(self, path):
        return self.size(path) >= LARGE

    def etag(self, path):
        return self.digest(path, self.is_large(path))

    def entry(self, path):
        entry = {"type": "file", "path": path, "size": self.size(path), "oid": self.digest(path, False)}
        if self.is_large(path):
            entry["lfs"] = {"oid": self.etag(path), "size": self.size(path), "pointerSize": 134}
            entry["xetHash"] = "f" * 64
        return entry


class Server(http.server.ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, request, client_address):
        pass  # clients that are killed


class Hub:
    """`faults`: what goes wrong with the next requests for a path, in order: a status; ("cut", bytes) ends the connection
    after so many; ("flip",) sends a wrong byte; ("short",) and ("long",) send another length than the tree says;
    ("no ranges",) answers with the whole; ("wait", seconds) comes late; ("body", bytes) answers a question about a
    repository ("revision", "tree") with these."""

    def __init__(self, repositories, token=None):
        self.repositories, self.token = repositories, token
        self.faults, self.requests = {}, []
        self.lock = threading.Lock()
        self.servers = [Server(("127.0.0.1", 0), handler(self, at_cdn))
                        for at_cdn in (False, True)]
        for server in self.servers:
            threading.Thread(target=server.serve_forever, daemon=True).start()
        self.url, self.cdn = (f"http://127.0.0.1:{s.server_address[1]}" for s in self.servers)

    def close(self):
        for server in self.servers:
            server.shutdown()
            server.server_close()

    def next_fault(self, path):
        with self.lock:
            waiting = self.faults.get(path, [])
            return waiting.pop(0) if waiting else None


def handler(hub, at_cdn):
    class Handler(http.server.BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def log_message(self, *_):
            pass

        def do_HEAD(self):
            self.do_GET()

        def do_GET(self):
            url = urllib.parse.urlsplit(self.path)
            with hub.lock:
                hub.requests.append((("cdn" if at_cdn else "hub"), self.command, self.path, dict(self.headers)))
            try:
                self.serve_cdn(url) if at_cdn else self.serve_hub(url)
            except (BrokenPipeError, ConnectionResetError):
                self.close_connection = True

        def say(self, status, body=b"", headers=None):
            body = body if isinstance(body, bytes) else json.dumps(body).encode()
            self.send_response(status)
            for name, value in (headers or {}).items():
                self.send_header(name, value)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            if self.command != "HEAD":
                self.wfile.write(body)

        def refuse(self, status, code, message="no"):
            self.say(status, {"error": message}, {"X-Error-Code": code, "X-Error-Message": message})

        def serve_hub(self, url):
            parts = [urllib.parse.unquote(p) for p in url.path.strip("/").split("/")]
            is_api = parts[:2] == ["api", "models"]
            if is_api:
                parts = parts[2:]
            if len(parts) < 3:
                return self.refuse(404, "RepoNotFound")
            id, what, rest = "/".join(parts[:2]), parts[2], parts[3:]
            fault = hub.next_fault("/".join(rest[1:]) if what == "resolve" else what)
            if isinstance(fault, int):
                return self.say(fault, {"error": "fault"}, {"Retry-After": "0"} if fault == 429 else {})
            if fault and fault[0] == "body":
                return self.say(200, fault[1])
            repository = hub.repositories.get(id)
            said = self.headers.get("Authorization")
            known = hub.token is not None and said == f"Bearer {hub.token}"
            if repository is None or (repository.private and not known):
                return self.refuse(404 if known else 401, "RepoNotFound")
            if not rest or rest[0] not in ("main", repository.commit):
                return self.refuse(404, "RevisionNotFound")
            if is_api and what == "revision":
                card = {"license": repository.licence}
                if repository.base_model:
                    card["base_model"] = repository.base_model
                return self.say(200, {"id": id, "sha": repository.commit, "cardData": card, "gated": repository.gated,
                                      "siblings": [{"rfilename": path} for path in repository.files]})
            if is_api and what == "tree":
                return self.tree(id, repository, urllib.parse.parse_qs(url.query))
            if what != "resolve":
                return self.refuse(404, "EntryNotFound")
            if repository.gated and not known:
                return self.refuse(401 if said is None else 403, "GatedRepo")
            self.resolve(id, repository, "/".join(rest[1:]), fault)

        def tree(self, id, repository, query):
            entries = [repository.entry(path) for path in sorted(repository.files)]
            entries.insert(0, {"type": "directory", "path": "voices", "size": 0, "oid": "0" * 40})
            begin = int(query.get("cursor", ["0"])[0])
            headers = {}
            if begin + PAGE < len(entries):
                next = f"{hub.url}/api/models/{id}/tree/{repository.commit}?recursive=true&cursor={begin + PAGE}"
                headers["Link"] = f'<{next}>; rel="next"'
            self.say(200, entries[begin:begin + PAGE], headers)

        def resolve(self, id, repository, path, fault):
            if path not in repository.files:
                return self.refuse(404, "EntryNotFound")
            headers = {"X-Repo-Commit": repository.commit, "ETag": f'"{repository.etag(path)}"'}
            if not repository.is_large(path):
                return self.content(repository, path, fault, headers)
            headers |= {"Location": f"{hub.cdn}/{id}/{path}?{SIGNATURE}", "X-Linked-Etag": f'"{repository.etag(path)}"',
                        "X-Linked-Size": str(repository.size(path))}
            with hub.lock:
                if fault is not None:
                    hub.faults.setdefault("cdn:" + path, []).insert(0, fault)
            self.say(302, b"Found. Redirecting", headers)

        def serve_cdn(self, url):
            owner, name, *rest = urllib.parse.unquote(url.path).strip("/").split("/")
            path = "/".join(rest)
            if "Authorization" in self.headers or url.query != SIGNATURE:
                return self.say(400, b"only one of a signature and a token")
            self.content(hub.repositories[f"{owner}/{name}"], path, hub.next_fault("cdn:" + path), {"Accept-Ranges": "bytes"})

        def content(self, repository, path, fault, headers):
            size = repository.size(path)
            begin = 0
            wanted = self.headers.get("Range")
            if wanted and fault != ("no ranges",):
                begin = int(wanted.removeprefix("bytes=").split("-")[0])
                if begin >= size:
                    return self.say(416, b"", {"Content-Range": f"bytes */{size}"})
            kind = fault[0] if fault else None
            if kind == "wait":
                time.sleep(fault[1])
            end = size + {"short": -7, "long": 7}.get(kind, 0)
            self.send_response(206 if begin else 200)
            for key, value in headers.items():
                self.send_header(key, value)
            if begin:
                self.send_header("Content-Range", f"bytes {begin}-{size - 1}/{size}")
            self.send_header("Content-Length", str(end - begin))
            self.end_headers()
            if self.command == "HEAD":
                return
            with repository.open(path) as file:
                file.seek(begin)
                if kind is None and not isinstance(repository.files[path], bytes):
                    self.wfile.flush()
                    while begin < end:
                        begin += os.sendfile(self.connection.fileno(), file.fileno(), begin, end - begin)
                    return
                body = file.read()[:end - begin]
            body += b"x" * (end - begin - len(body))
            if kind == "cut":
                self.wfile.write(body[:fault[1]])
                self.wfile.flush()
                self.close_connection = True
                self.connection.shutdown(2)
                return
            if kind == "flip":
                body = body[:-1] + bytes([body[-1] ^ 1])
            self.wfile.write(body)

    return Handler
