# A shop's server with Python's standard library: it gets tokens for its page, verifies webhooks and closes paid orders.
import base64
import hashlib
import hmac
import json
import os
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.error import HTTPError, URLError
from urllib.parse import quote, urlencode, urlsplit
from urllib.request import Request, urlopen

SHOP_URL = os.environ["SHOP_URL"]
BFF_URL = os.environ["BFF_URL"]
HOST_SECRET = os.environ["HOST_SECRET"]
# whsec_…; both secrets, separated by a comma, during a rotation.
WEBHOOK_SECRETS = os.environ["WEBHOOK_SECRET"].split(",")

# Use a table of your database.
orders = {"R-1042": {"total": "42.00", "currency": "USD", "closed": False}}
handled = set()


def ask_tapboard(method, path, body=None):
    """Sends a request with the host secret; returns status, headers and body."""
    headers = {"Authorization": f"Bearer {HOST_SECRET}", "Content-Type": "application/json"}
    data = None if body is None else json.dumps(body).encode()
    try:
        with urlopen(Request(BFF_URL + path, data, headers, method=method), timeout=10) as answer:
            return answer.status, answer.headers, answer.read()
    except HTTPError as refusal:
        return refusal.code, refusal.headers, refusal.read()
    except (URLError, TimeoutError):
        return 503, {"Retry-After": "2"}, b"{}"


def is_signed(headers, body):
    """Verifies a webhook: Standard Webhooks, https://www.standardwebhooks.com."""
    event, sent = headers.get("webhook-id", ""), headers.get("webhook-timestamp", "")
    if not sent.isdecimal() or abs(time.time() - int(sent)) > 300:
        return False
    received = headers.get("webhook-signature", "").split(" ")
    for secret in WEBHOOK_SECRETS:
        key = base64.b64decode(secret.removeprefix("whsec_"))
        mac = hmac.new(key, f"{event}.{sent}.".encode() + body, hashlib.sha256).digest()
        wanted = "v1," + base64.b64encode(mac).decode()
        if any(hmac.compare_digest(wanted.encode(), one.encode()) for one in received):
            return True
    return False


class Shop(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("Content-Length", "0")))
        if self.path == "/api/token":
            self.token(json.loads(body))
        elif self.path == "/webhooks/tapboard":
            self.webhook(body)
        else:
            self.answer(404)

    def do_GET(self):
        order = orders.get(urlsplit(self.path).path.removeprefix("/orders/"))
        self.answer(404) if order is None else self.answer(200, json.dumps(order).encode())

    def token(self, asked):
        """The order comes from your database and the right to pay it from your session, never from the page."""
        order = orders.get(asked["order"])
        if order is None or order["closed"]:
            return self.answer(404)
        grant = {
            "kind": "sale",
            "order": asked["order"],
            "amount": order["total"],
            "currency": order["currency"],
            "devices": "any",
            "origin": SHOP_URL,
            "jkt": asked["jkt"],
        }
        status, headers, text = ask_tapboard("POST", "/v1/tokens", grant)
        self.answer(status, text, headers.get("Retry-After"))

    def webhook(self, body):
        """Answers 2xx only when the event is handled: Tapboard sends any other again."""
        if not is_signed(self.headers, body):
            return self.answer(400)
        event = json.loads(body)
        order = orders.get(event.get("order"))
        if event["id"] in handled or order is None:
            return self.answer(204)
        total = urlencode({"amount": order["total"], "currency": order["currency"]})
        status, _, text = ask_tapboard("GET", f"/v1/orders/{quote(event['order'], safe='')}?{total}")
        if status != 200:
            return self.answer(503)
        order["closed"] = order["closed"] or json.loads(text)["paid"]
        handled.add(event["id"])
        self.answer(204)

    def answer(self, status, body=b"", retry_after=None):
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        if retry_after is not None:
            self.send_header("Retry-After", retry_after)
        self.end_headers()
        self.wfile.write(body)


server = ThreadingHTTPServer(("127.0.0.1", int(os.environ["PORT"])), Shop)
print(f"The shop is open on {SHOP_URL}", flush=True)
server.serve_forever()
