"""A small OpenID Connect server on this machine: real requests, real signatures, and faults."""

from __future__ import annotations

import base64
import hashlib
import json
import secrets
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

import jwt
from cryptography.hazmat.primitives.asymmetric import rsa

CLIENT, SECRET = "stammtisch", "a secret of the two"


class OpenIdServer:
    """Signs in ``person``, whoever asks.

    Args:
        person: the claims of the token; ``told`` those of the further answer, if any.
        faults: claims of the token that are not what they should be.
        left: what it was told by those who signed out, where it ``ends_sessions``.
    """

    def __init__(self) -> None:
        self.person: dict[str, Any] = {}
        self.told: dict[str, Any] = {}
        self.faults: dict[str, Any] = {}
        self.key = self._key = rsa.generate_private_key(public_exponent=65537, key_size=2048)
        self.codes: dict[str, dict[str, str]] = {}
        self.asked: list[dict[str, str]] = []
        self.left: list[dict[str, str]] = []
        self.ends_sessions = True
        server = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                asked = urlsplit(self.path)
                server.answer(self, asked.path, _flat(asked.query))

            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"])).decode()
                server.answer(self, urlsplit(self.path).path, _flat(body))

            # The names are the library's.
            def log_message(self, format: str, *args: Any) -> None:
                pass

        self.http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.address = f"http://127.0.0.1:{self.http.server_port}"
        self.thread = threading.Thread(target=self.http.serve_forever, args=(0.01,), daemon=True)
        self.thread.start()

    def stop(self) -> None:
        self.http.shutdown()
        self.http.server_close()
        self.thread.join()

    def answer(self, handler: BaseHTTPRequestHandler, path: str, sent: dict[str, str]) -> None:
        match path:
            case "/.well-known/openid-configuration":
                _json(handler, self._description())
            case "/authorize":
                self.asked.append(sent)
                code = secrets.token_urlsafe(8)
                self.codes[code] = sent
                back = urlencode({"code": code, "state": sent["state"]})
                handler.send_response(302)
                handler.send_header("Location", f"{sent['redirect_uri']}?{back}")
                handler.end_headers()
            case "/end":
                self.left.append(sent)
                handler.send_response(302)
                handler.send_header("Location", sent["post_logout_redirect_uri"])
                handler.end_headers()
            case "/token":
                self._token(handler, sent)
            case "/keys":
                public = json.loads(jwt.algorithms.RSAAlgorithm.to_jwk(self._key.public_key()))
                _json(handler, {"keys": [{**public, "kid": "1", "use": "sig", "alg": "RS256"}]})
            case "/userinfo":
                _json(handler, {"sub": self.person["sub"], **self.told})

    def _description(self) -> dict[str, Any]:
        ends = {"end_session_endpoint": f"{self.address}/end"} if self.ends_sessions else {}
        return ends | {
            "issuer": self.address,
            "authorization_endpoint": f"{self.address}/authorize",
            "token_endpoint": f"{self.address}/token",
            "jwks_uri": f"{self.address}/keys",
            "userinfo_endpoint": f"{self.address}/userinfo",
            "token_endpoint_auth_methods_supported": ["client_secret_post"],
        }

    def _token(self, handler: BaseHTTPRequestHandler, sent: dict[str, str]) -> None:
        asked = self.codes.pop(sent["code"], {})
        hashed = hashlib.sha256(sent.get("code_verifier", "").encode()).digest()
        challenge = base64.urlsafe_b64encode(hashed).decode().rstrip("=")
        known = (sent["client_id"], sent["client_secret"]) == (CLIENT, SECRET)
        if not known or not asked or asked.get("code_challenge") != challenge:
            _json(handler, {"error": "invalid_grant"}, status=400)
            return
        now = int(time.time())
        claims = {"iss": self.address, "aud": CLIENT, "iat": now, "exp": now + 60}
        claims |= {"nonce": asked["nonce"], **self.person, **self.faults}
        token = jwt.encode(claims, self.key, "RS256", headers={"kid": "1"})
        _json(handler, {"access_token": "x", "token_type": "Bearer", "id_token": token})


def _flat(query: str) -> dict[str, str]:
    return {name: values[0] for name, values in parse_qs(query).items()}


def _json(handler: BaseHTTPRequestHandler, body: object, status: int = 200) -> None:
    raw = json.dumps(body).encode()
    handler.send_response(status)
    handler.send_header("Content-Type", "application/json")
    handler.send_header("Content-Length", str(len(raw)))
    handler.end_headers()
    handler.wfile.write(raw)
