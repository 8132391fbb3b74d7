"""What the tests of hostile clients share."""

import http.client
import os
import socket

# Each of these tests has a long form, of minutes, that is run by hand (SOTTO_SIEGE=1).
LONG = "SOTTO_SIEGE" in os.environ


def raw(port, data=b"", timeout=20):
    client = socket.create_connection(("127.0.0.1", port), timeout=timeout)
    client.sendall(data)
    return client


def growing_body(port, path, body=b"", more=""):
    head = f"POST {path} HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n{more}\r\n"
    return raw(port, head.encode() + body)


def answer_of(client):
    """The first line of what comes; empty: nothing did."""
    try:
        return client.recv(4096).split(b"\r\n")[0].decode()
    except (ConnectionError, TimeoutError):
        return ""


def status_of(port, request):
    """The status of the answer, whether or not all of the request was taken; 0: there is none."""
    with socket.create_connection(("127.0.0.1", port), timeout=120) as client:
        try:
            client.sendall(request)
        except ConnectionError:
            pass  # turned away before its body was read: the answer is there
        answer = http.client.HTTPResponse(client)
        try:
            answer.begin()
            answer.read()
            return answer.status
        except (http.client.HTTPException, ConnectionError):
            return 0


def request(method, path, body=b"", kind="application/json", more=""):
    head = f"{method} {path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: {kind}\r\nContent-Length: {len(body)}\r\n{more}\r\n"
    return head.encode() + body
