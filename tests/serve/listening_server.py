"""A server that hears what is handed over and says nothing: for what `sotto hook`, `announce`, `watch` and `mcp` send."""

import http.server
import json
import os
import socketserver
import threading


class ListeningServer(socketserver.ThreadingMixIn, socketserver.UnixStreamServer):
    daemon_threads = True

    def __init__(self, folder):
        """Its socket is in `folder`; `requests` are the bodies of /v1/announce, in their order."""
        self.socket_path = os.path.join(folder, "s.sock")
        self.requests = []
        super().__init__(self.socket_path, Handler)
        self.thread = threading.Thread(target=self.serve_forever)
        self.thread.start()

    def get_request(self):
        request, _ = super().get_request()
        return request, ("", 0)

    def stop(self):
        self.shutdown()
        self.thread.join()
        self.server_close()


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def answer(self, status, body):
        body = json.dumps(body).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def do_GET(self):
        self.answer(200, {"speaking": False, "paused": False, "messages": [], "muted": []})

    def do_POST(self):
        fields = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        if self.path == "/v1/announce":
            self.server.requests.append(fields)
        self.answer(202, {"outcome": "queued"})
