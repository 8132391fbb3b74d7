"""Other people's translators, as far as sotto sees them, on this machine: chat completions, LibreTranslate, DeepL, Google, Azure."""

import html
import http.server
import json
import re
import threading
import time
import urllib.parse

JAPANESE = {
    "The build is green again.": "ビルドはまた成功しています。",
    "I fixed the bug in src/auth/login.ts.": "src/auth/login.tsのバグを直しました。",
    "All 42 tests pass now.": "今は42件のテストがすべて通ります。",
    "Should I open a pull request?": "プルリクエストを開きましょうか？",
    "The R&D server answers slowly.": "R&Dサーバーの応答は遅いです。",
}
TAG = re.compile(r"(<(?:x|span[^>]*)>)(.*?)(</(?:x|span)>)")


def translated(text, tagged):
    """The Japanese of one that is known, with the tags where their contents are."""
    plain = html.unescape(TAG.sub(r"\2", text)) if tagged else text
    japanese = JAPANESE.get(plain, "これは知らない文です。")
    if not tagged:
        return japanese
    japanese = html.escape(japanese, quote=False)
    for opened, content, closed in TAG.findall(text):
        japanese = japanese.replace(content, opened + content + closed, 1)
    return japanese


WRONG = {
    "language": lambda text: "Der Server antwortet nicht mehr auf diese Anfrage.",
    "cyrillic": lambda text: "Сборка снова зелёная и работает.",
    "talk": lambda text: "もちろんです。翻訳は次のとおりです: ビルドは成功しました。",
    "lines": lambda text: "ビルドは成功しました。\n\n注: 直訳です。",
    "empty": lambda text: "  ",
    "copy": lambda text: text,
    "repeat": lambda text: "ビルドは成功 " * 30,
    "long": lambda text: "ビルドはまた成功しています。" * 400,
    "answer": lambda text: "はい、開いてください。",
    "control": lambda text: "\x1b]0;owned\x07\u202eビルドは成功しました。",
    "number": lambda text: "今は43件のテストがすべて通ります。",
}


class Quiet(http.server.ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, request, client_address):
        pass  # clients that went away


class Translators:
    """`faults`: what goes wrong with the next requests: a status; "cut" ends the answer in the middle; "junk" is no JSON; "few" has
    too few texts; ("wait", seconds) comes late; ("to", url) sends elsewhere; or a key of WRONG."""

    def __init__(self, key=""):
        self.key, self.requests, self.faults = key, [], []
        self.lock = threading.Lock()
        self.server = Quiet(("127.0.0.1", 0), handler(self))
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.url = f"http://127.0.0.1:{self.server.server_address[1]}"

    def close(self):
        self.server.shutdown()
        self.server.server_close()

    def bodies(self):
        return [json.loads(body) for _, _, _, body in self.requests]


def handler(service):
    class Handler(http.server.BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def log_message(self, *_):
            pass

        def say(self, status, body, headers=None, kind="application/json"):
            body = body if isinstance(body, bytes) else json.dumps(body, ensure_ascii=False).encode()
            self.send_response(status)
            for name, value in ({"Content-Type": kind} | (headers or {})).items():
                self.send_header(name, value)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            if self.fault == "cut":
                self.wfile.write(body[:len(body) * 2 // 3])
                self.close_connection = True
            else:
                self.wfile.write(body)

        def do_POST(self):
            body = self.rfile.read(int(self.headers["Content-Length"]))
            with service.lock:
                service.requests.append((self.command, self.path, {k.title(): v for k, v in self.headers.items()}, body))
                self.fault = service.faults.pop(0) if service.faults else None
            if isinstance(self.fault, int):
                said = {"error": {"message": f"not today\x1b[31m, {service.key}"}}
                return self.say(self.fault, said, {"Retry-After": "0"} if self.fault in (429, 503) else {})
            if isinstance(self.fault, tuple) and self.fault[0] == "to":
                return self.say(302, b"", {"Location": self.fault[1] + self.path})
            if isinstance(self.fault, tuple):
                time.sleep(self.fault[1])
            if self.fault == "junk":
                return self.say(200, b"<html>hello</html>")
            path = urllib.parse.urlsplit(self.path).path
            routes = {"/v1/chat/completions": self.chat, "/translate": self.libre_or_azure, "/v2/translate": self.deepl,
                      "/language/translate/v2": self.google}
            form = self.headers["Content-Type"].startswith("application/x-www-form-urlencoded")
            fields = dict(urllib.parse.parse_qsl(body.decode())) if form else json.loads(body)
            routes[path](fields)

        def made(self, text, tagged=False):
            return WRONG[self.fault](text) if self.fault in WRONG else translated(text, tagged)

        def deepl(self, fields):
            tagged = "tag_handling" in fields
            made = [{"detected_source_language": "EN", "text": self.made(t, tagged), "billed_characters": 1000 + len(t)} for t in fields["text"]]
            self.say(200, {"translations": made[:-1] if self.fault == "few" else made})

        def google(self, fields):
            self.say(200, {"data": {"translations": [{"translatedText": self.made(t, fields["format"] == "html")} for t in fields["q"]]}})

        def libre_or_azure(self, fields):
            if isinstance(fields, list):
                html_type = "textType=html" in self.path
                made = [{"translations": [{"text": self.made(f["text"], html_type), "to": "ja"}]} for f in fields]
                return self.say(200, made, {"X-Metered-Usage": "77"})
            tagged = fields.get("format") == "html"
            one = isinstance(fields["q"], str)
            made = [self.made(t, tagged) for t in ([fields["q"]] if one else fields["q"])]
            self.say(200, {"translatedText": made[0] if one else made})

        def chat(self, fields):
            text = self.made(fields["messages"][-1]["content"])
            usage = {"prompt_tokens": 90, "completion_tokens": 12, "total_tokens": 102}
            if not fields.get("stream") or service.key == "whole":
                choice = {"index": 0, "message": {"role": "assistant", "content": text}, "finish_reason": "stop"}
                return self.say(200, json.dumps({"id": "1", "choices": [choice], "usage": usage}, indent=1).encode())
            pieces = ["<think>", "The user wants", " a translation.", "</th", "ink>\n\n"] if service.key == "thinks" else []
            pieces += [text[i:i + 3] for i in range(0, len(text), 3)]
            events = [{"choices": [{"index": 0, "delta": {"content": p}, "finish_reason": None}]} for p in pieces]
            events += [{"choices": [{"index": 0, "delta": {}, "finish_reason": "stop"}]}, {"choices": [], "usage": usage}]
            lines = [f"data: {json.dumps({'id': '1', 'object': 'chat.completion.chunk', 'created': 1, 'model': 'm'} | e)}\n\n" for e in events]
            self.say(200, (": ping\n\n" + "".join(lines) + "data: [DONE]\n\n").encode(), kind="text/event-stream")

    return Handler
