"""A shop's server with Python's standard library. Its settings are the variables of .env."""
import json
import os
import re
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.error import HTTPError, URLError
from urllib.parse import urlsplit
from urllib.request import Request, urlopen

BFF_URL = os.environ["TAPBOARD_PUBLIC_URL"]
HOST_SECRET = os.environ["TAPBOARD_MERCHANT_HOST_SECRET"]
ORIGIN = os.environ["TAPBOARD_MERCHANT_ORIGINS"].split(",")[0]

# Longest body in bytes.
BODY_MAX = 65_536

# Use a table of your database.
ORDERS = {"A-1001": "42.00", "A-1002": "42.51", "A-1003": "18.00"}

ELEMENTS = Path("node_modules/@tapboard/elements/dist/browser")
PAGES = {"/": "/index.html", "/sign-up": "/sign-up.html"}
TYPES = {".html": "text/html; charset=utf-8", ".js": "text/javascript", ".json": "application/json"}


def ask_bff(path, body=None):
    """Sends a request to the BFF; only this server knows the host secret. Returns status and body."""
    headers = {"Authorization": f"Bearer {HOST_SECRET}", "Content-Type": "application/json"}
    data = None if body is None else json.dumps(body).encode()
    try:
        with urlopen(Request(BFF_URL + path, data, headers), timeout=10) as answer:
            return answer.status, answer.read()
    except HTTPError as error:
        return error.code, error.read()
    except (URLError, TimeoutError):
        return 502, b'{"detail":"The BFF does not answer."}'


def next_of(order):
    """The order after this one; None after the last."""
    later = list(ORDERS)[list(ORDERS).index(order) + 1 :]
    return later[0] if later else None


def is_paid(order):
    status, body = ask_bff(f"/v1/orders/{order}?amount={ORDERS[order]}&currency=USD")
    return status == 200 and json.loads(body)["paid"]


class Shop(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_POST(self):
        length = self.headers.get("Content-Length", "0")
        if not length.isdecimal() or len(length) > 9 or int(length) > BODY_MAX:
            # The body stays unread, so the connection cannot be used again.
            self.close_connection = True
            return self.answer(413 if length.isdecimal() else 400)
        try:
            asked = json.loads(self.rfile.read(int(length)))
        except ValueError:
            return self.answer(400)
        if not isinstance(asked, dict):
            return self.answer(400)
        bound = {"origin": ORIGIN, "jkt": asked.get("jkt")}
        order = asked.get("order")
        if self.path == "/token" and isinstance(order, str) and order in ORDERS:
            sale = {"kind": "sale", "order": order, "amount": ORDERS[order], "currency": "USD", "devices": "any"}
            return self.answer(*ask_bff("/v1/tokens", {**sale, **bound}))
        if self.path == "/apply-token":
            # Use the ID of the signed-in person: it finds the saved answers again.
            return self.answer(*ask_bff("/v1/tokens", {"kind": "apply", "applicant": "customer-1", **bound}))
        return self.answer(404)

    def do_GET(self):
        path = urlsplit(self.path).path
        order = path.removeprefix("/orders/")
        if order in ORDERS:
            return self.answer(200, json.dumps({"paid": is_paid(order), "next": next_of(order)}).encode())
        name = PAGES.get(path, path)
        # No empty part: pathlib takes a path after "//" for one of the whole machine. No part begins with a dot.
        if re.fullmatch(r"(/[\w-][\w.-]*)+", name) is None:
            return self.answer(404)
        file = ELEMENTS / name.removeprefix("/elements/") if name.startswith("/elements/") else Path("public" + name)
        if not file.is_file():
            return self.answer(404)
        body = file.read_bytes()
        if file.suffix == ".html":
            body = body.replace(b"%BFF_URL%", BFF_URL.encode())
        return self.answer(200, body, TYPES.get(file.suffix, "application/octet-stream"))

    def answer(self, status, body=b"", content_type="application/json"):
        self.send_response(status)
        self.send_header("Content-Type", content_type)
        self.send_header("Content-Length", str(len(body)))
        # No page of another site may put these pages into a frame and cover the button.
        self.send_header("Content-Security-Policy", "frame-ancestors 'none'")
        self.end_headers()
        self.wfile.write(body)

    def log_request(self, code="-", size="-"):
        pass


# The public address may be that of a proxy, and have no port.
port = int(os.environ.get("PORT") or urlsplit(ORIGIN).port or 3000)
# Only this machine reaches it: a proxy in front makes it public.
server = ThreadingHTTPServer(("localhost", port), Shop)
print(f"Open {ORIGIN}", flush=True)
try:
    server.serve_forever()
except KeyboardInterrupt:
    pass
