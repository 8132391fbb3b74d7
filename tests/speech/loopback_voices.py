"""An engine of VOICEVOX's interface and Azure's speech service, as far as a voice sees them, on this machine."""

import http.server
import io
import json
import pathlib
import struct
import threading
import urllib.parse
import wave
from xml.etree import ElementTree

DATA = pathlib.Path(__file__).parents[1] / "data" / "cloud"
SPEAKERS = [
    {"name": "四国めたん", "speaker_uuid": "7ffcb7ce", "version": "0.15.9", "styles": [
        {"name": "ノーマル", "id": 2, "type": "talk"}, {"name": "あまあま", "id": 0, "type": "talk"}]},
    {"name": "Anneli", "speaker_uuid": "e756b8e4", "version": "1.1.0", "styles": [
        {"name": "ノーマル", "id": 888753760, "type": "talk"}, {"name": "歌", "id": 6000, "type": "sing"}]},
    {"name": "bad\x1b[2Jname", "styles": [{"name": "ノーマル", "id": 99}]}]


def tone(seconds, rate):
    file = io.BytesIO()
    with wave.open(file, "wb") as sound:
        sound.setnchannels(1)
        sound.setsampwidth(2)
        sound.setframerate(rate)
        sound.writeframes(b"".join(struct.pack("<h", 8000 if i // 40 % 2 else -8000) for i in range(int(seconds * rate))))
    return file.getvalue()


class Loopback:
    """`faults`: a status for one of the next requests, or bytes that are its answer."""

    def __init__(self):
        self.requests, self.faults = [], []
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler(self))
        self.server.daemon_threads = True
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.url = f"http://127.0.0.1:{self.server.server_address[1]}"

    def close(self):
        self.server.shutdown()
        self.server.server_close()


class Voicevox(Loopback):
    def answer(self, path, query, headers, body):
        if path == "/speakers":
            return "application/json", json.dumps(SPEAKERS).encode()
        if path == "/audio_query":
            text = query["text"]
            return "application/json", json.dumps({
                "accent_phrases": [{"moras": [], "accent": 1, "pause_mora": None, "is_interrogative": False}], "speedScale": 1.0,
                "pitchScale": 0.0, "intonationScale": 1.0, "volumeScale": 1.0, "prePhonemeLength": 0.1, "postPhonemeLength": 0.1,
                "outputSamplingRate": 44100, "outputStereo": True, "kana": text}).encode()
        if path == "/synthesis":
            wanted = json.loads(body)
            return "audio/wav", tone(0.1 * len(wanted["kana"]) / wanted["speedScale"], wanted["outputSamplingRate"])
        return None

    def spoken(self):
        """The texts, in order."""
        return [query["text"] for path, query, _, _ in self.requests if path == "/audio_query"]


class Azure(Loopback):
    key = "a-secret-key-of-azure"

    def answer(self, path, query, headers, body):
        if path != "/cognitiveservices/v1" or headers.get("Ocp-Apim-Subscription-Key") != self.key:
            return None
        ElementTree.fromstring(body)
        return "audio/ogg", (DATA / "tone.ogg").read_bytes()


def handler(service):
    class Handler(http.server.BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def log_message(self, *_):
            pass

        def do(self):
            body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
            url = urllib.parse.urlsplit(self.path)
            query = dict(urllib.parse.parse_qsl(url.query))
            service.requests.append((url.path, query, dict(self.headers), body))
            fault = service.faults.pop(0) if service.faults and url.path != "/speakers" else None
            answer = ("application/json", fault) if isinstance(fault, bytes) else service.answer(url.path, query, self.headers, body)
            status = fault if isinstance(fault, int) else 200 if answer else 401
            kind, content = answer if status == 200 else ("application/json", b'{"detail": "no"}')
            self.send_response(status)
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)

        do_GET = do_POST = do

    return Handler
