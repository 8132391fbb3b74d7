"""A registry of Firefox's translation models on this machine: the bucket's form and that of Remote Settings.

The forms are readings of mozilla/translations: db/models.json with paths of gzip files below the bucket, or a list of
records with locations of zstd files. The server knows ranges, as both services do.
"""

import gzip
import hashlib
import http.server
import json
import struct
import threading
import time
import urllib.parse

DOCUMENT = "db/models.json"
RECORDS = "records.json"
NETWORK = b"\1\0\0\0\0\0\0\0" + bytes(range(256)) * 2000  # none, but of a length that takes more than one piece
BLOCK = 1 << 17  # the largest block of zstd


def zstd_frame(blocks):
    """A frame with a window of one block; a block is (kind, size, bytes): 0 as it is, 1 one byte size times."""
    frame = b"\x28\xb5\x2f\xfd\x00\x38"
    for i, (kind, size, content) in enumerate(blocks):
        frame += struct.pack("<I", (i + 1 == len(blocks)) | kind << 1 | size << 3)[:3] + content
    return frame


def zstd(content):
    pieces = [content[i:i + BLOCK] for i in range(0, len(content), BLOCK)] or [b""]
    return zstd_frame([(0, len(piece), piece) for piece in pieces])


def gzip_bomb(size):
    return gzip.compress(bytes(size), 9)


def zstd_bomb(size):
    return zstd_frame([(1, BLOCK, b"\0")] * (size // BLOCK))


def names(pair, two=True):
    pair = pair.replace("-", "")
    vocabularies = {"srcVocab": f"srcvocab.{pair}.spm", "trgVocab": f"trgvocab.{pair}.spm"} if two else {"vocab": f"vocab.{pair}.spm"}
    return {"model": f"model.{pair}.intgemm.alphas.bin", "lexicalShortlist": f"lex.50.50.{pair}.s2t.bin"} | vocabularies


class Registry:
    """Files by path, and the two documents, of which each is built when it is asked for."""

    def __init__(self):
        self.files, self.entries, self.records = {}, {}, []

    def add(self, pair, architecture="base-memory", status="Release", network=NETWORK, two=True, pack=gzip.compress, **more):
        """An entry of the bucket, which is given back to be lied in."""
        source, target = pair.split("-")
        entry = {"architecture": architecture, "releaseStatus": status, "sourceLanguage": source, "targetLanguage": target,
                 "files": {}, "modelStatistics": {"parameters": 1}, "metrics": {"flores200-plus": {"comet22": 0.9}}} | more
        for key, name in names(pair, two).items():
            content = network if key == "model" else f"{architecture} {name}\n".encode() * 100
            path = f"models/{pair}/run_{architecture}/exported/{name}.gz"
            self.files[path] = pack(content)
            entry["files"][key] = {"path": path}
            if key == "model":
                entry["files"][key] |= {"uncompressedSize": len(content), "uncompressedHash": hashlib.sha256(content).hexdigest()}
        self.entries.setdefault(pair, []).append(entry)
        return entry

    def add_records(self, pair, architecture="base-memory", version="3.0", filter="", network=NETWORK, pack=zstd):
        source, target = pair.split("_")
        kinds = {"model": "model", "lexicalShortlist": "lex", "srcVocab": "srcvocab", "trgVocab": "trgvocab"}
        for key, name in names(f"{source}{target}").items():
            content = network if key == "model" else f"{version} {name}\n".encode() * 100
            location = f"main-workspace/translations-models-v2/{architecture}-{version}-{name}.zst"
            self.files[location] = pack(content)
            self.records.append({
                "name": name, "fileType": kinds[key], "sourceLanguage": source, "targetLanguage": target, "architecture": architecture,
                "version": version, "decompressedHash": hashlib.sha256(content).hexdigest(), "decompressedSize": len(content),
                "filter_expression": filter, "id": name, "last_modified": 1, "schema": 2,
                "attachment": {"hash": hashlib.sha256(self.files[location]).hexdigest(), "size": len(self.files[location]),
                               "filename": name + ".zst", "location": location, "mimetype": "application/zstd"}})

    def read(self, path):
        if path == DOCUMENT and path not in self.files:
            return json.dumps({"generated": "2026-01-01", "baseUrl": "https://elsewhere.example", "models": self.entries}).encode()
        if path == RECORDS and path not in self.files:
            return json.dumps({"data": self.records}).encode()
        return self.files.get(path)

    def write_to(self, folder):
        for path in [DOCUMENT, RECORDS, *self.files]:
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            (folder / path).write_bytes(self.read(path))


class Server(http.server.ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, request, client_address):
        pass  # clients that are killed


class LoopbackRegistry:
    """`faults`: what goes wrong with the next requests for a path, in order: a status; ("cut", bytes) ends the connection
    after so many; ("flip",) sends a wrong byte; ("no ranges",) answers with the whole; ("to", URL) redirects; ("wait",
    seconds) comes late; ("say", bytes) sends these."""

    def __init__(self, registry):
        self.registry, self.faults, self.requests = registry, {}, []
        self.seconds_a_piece = 0
        self.lock = threading.Lock()
        self.server = Server(("127.0.0.1", 0), handler(self))
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.url = f"http://127.0.0.1:{self.server.server_address[1]}"

    def close(self):
        self.server.shutdown()
        self.server.server_close()


def handler(loopback):
    class Handler(http.server.BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def log_message(self, *_):
            pass

        def do_GET(self):
            path = urllib.parse.unquote(urllib.parse.urlsplit(self.path).path).lstrip("/")
            with loopback.lock:
                loopback.requests.append((path, dict(self.headers)))
                waiting = loopback.faults.get(path, [])
                fault = waiting.pop(0) if waiting else None
            try:
                self.serve(path, fault)
            except (BrokenPipeError, ConnectionResetError):
                self.close_connection = True

        def say(self, status, body=b"", headers=None, length=None):
            self.send_response(status)
            for name, value in (headers or {}).items():
                self.send_header(name, value)
            self.send_header("Content-Length", str(len(body) if length is None else length))
            self.end_headers()
            for begin in range(0, len(body), BLOCK):
                self.wfile.write(body[begin:begin + BLOCK])
                time.sleep(loopback.seconds_a_piece)

        def serve(self, path, fault):
            if isinstance(fault, int):
                return self.say(fault, b"no", {"Retry-After": "0"} if fault == 429 else {})
            kind, value = (*(fault or (None,)), None)[:2]
            if kind == "to":
                return self.say(302, b"Found", {"Location": value})
            if kind == "wait":
                time.sleep(value)
            body = value if kind == "say" else loopback.registry.read(path)
            if body is None:
                return self.say(404, b"no such object")
            begin = int(self.headers.get("Range", "bytes=0-").removeprefix("bytes=").split("-")[0]) if kind != "no ranges" else 0
            if begin > 0 and begin >= len(body):
                return self.say(416)
            headers = {"Content-Range": f"bytes {begin}-{len(body) - 1}/{len(body)}"} if begin else {}
            rest = body[begin:]
            if kind == "flip":
                rest = rest[:-9] + bytes([rest[-9] ^ 1]) + rest[-8:]
            if kind == "cut":
                self.say(206 if begin else 200, rest[:value], headers, len(rest))
                self.wfile.flush()
                self.close_connection = True
                return self.connection.shutdown(2)
            self.say(206 if begin else 200, rest, headers)

    return Handler
