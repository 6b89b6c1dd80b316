"""A stateless webhook player: each call requests a move, and the response contains it (docs/api/bots.md)."""

import json
import random
from http.server import BaseHTTPRequestHandler, HTTPServer


class Player(BaseHTTPRequestHandler):
    def do_POST(self) -> None:
        asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.send_response(200)
        self.end_headers()
        self.wfile.write(json.dumps({"move": random.choice(asked["legal"])}).encode())


if __name__ == "__main__":
    HTTPServer(("", 8080), Player).serve_forever()
