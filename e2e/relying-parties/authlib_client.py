"""A client on Authlib: discovery, registration, code with PKCE, ID token, userinfo, refresh, introspection, revocation."""

import os
import sys

import requests
from authlib.common.security import generate_token
from authlib.integrations.requests_client import OAuth2Session
from authlib.jose import JsonWebKey, jwt
from authlib.oauth2.rfc7523 import PrivateKeyJWT
from authlib.oidc.core import CodeIDToken

ISSUER = os.environ["ISSUER"]
TOKEN = os.environ["TOKEN"]
REDIRECT_URI = "http://127.0.0.1:9/callback"  # the browser stops here: nobody listens
SCOPE = "openid profile email offline_access"

metadata = requests.get(ISSUER + "/.well-known/openid-configuration", timeout=10).json()
assert metadata["issuer"] == ISSUER


def expect(condition, what):
    if not condition:
        sys.exit(f"not as it has to be: {what}")


def register(method, **changes):
    """Registers this client, to prove who it is by `method`."""
    body = {
        "client_name": "Authlib",
        "redirect_uris": [REDIRECT_URI],
        "grant_types": ["authorization_code", "refresh_token"],
        "response_types": ["code"],
        "token_endpoint_auth_method": method,
        "scope": SCOPE,
        **changes,
    }
    headers = {"Authorization": f"Bearer {TOKEN}"}
    answer = requests.post(metadata["registration_endpoint"], json=body, headers=headers, timeout=10)
    expect(answer.status_code == 201, f"registration: {answer.text}")
    return answer.json()


def visit(url):
    """Sends the person's browser to an address; returns where it ended."""
    print("visit " + url, flush=True)
    return sys.stdin.readline().strip()


def through_its_life(session, client):
    """All that a client does with one sign-in."""
    verifier, nonce = generate_token(48), generate_token(20)
    url, state = session.create_authorization_url(
        metadata["authorization_endpoint"], code_verifier=verifier, nonce=nonce, prompt="consent"
    )
    token = session.fetch_token(
        metadata["token_endpoint"], authorization_response=visit(url), code_verifier=verifier, state=state
    )

    keys = JsonWebKey.import_key_set(requests.get(metadata["jwks_uri"], timeout=10).json())
    claims = jwt.decode(
        token["id_token"],
        keys,
        claims_cls=CodeIDToken,
        claims_options={"iss": {"value": ISSUER}, "aud": {"value": client["client_id"]}},
        claims_params={"nonce": nonce, "client_id": client["client_id"], "access_token": token["access_token"]},
    )
    claims.validate()

    person = session.get(metadata["userinfo_endpoint"]).json()
    expect(person["sub"] == claims["sub"] and person["email"] == "alice@example.com", f"userinfo: {person}")

    refreshed = session.refresh_token(metadata["token_endpoint"], refresh_token=token["refresh_token"])
    expect(refreshed["access_token"] != token["access_token"], "a refreshed access token")
    kept = refreshed["refresh_token"]

    def active(value):
        return session.introspect_token(metadata["introspection_endpoint"], token=value).json()["active"]

    expect(active(kept), "a refresh token is active")
    revoked = session.revoke_token(metadata["revocation_endpoint"], token=kept, token_type_hint="refresh_token")
    expect(revoked.status_code == 200, "revocation")
    expect(not active(kept), "a revoked refresh token is not active")
    gone = requests.get(
        metadata["userinfo_endpoint"], headers={"Authorization": f"Bearer {refreshed['access_token']}"}, timeout=10
    )
    expect(gone.status_code == 401, "what was revoked opens nothing")


def by_private_key():
    key = JsonWebKey.generate_key("RSA", 2048, options={"kid": "authlib-1"}, is_private=True)
    client = register("private_key_jwt", jwks={"keys": [key.as_dict(is_private=False)]})
    secret = key.as_pem(is_private=True).decode()
    method = PrivateKeyJWT(metadata["token_endpoint"])
    session = OAuth2Session(
        client["client_id"], secret, scope=SCOPE, redirect_uri=REDIRECT_URI, code_challenge_method="S256",
        token_endpoint_auth_method=method, revocation_endpoint_auth_method=method,
    )
    through_its_life(session, client)


def by_secret():
    client = register("client_secret_basic")
    session = OAuth2Session(
        client["client_id"], client["client_secret"], scope=SCOPE, redirect_uri=REDIRECT_URI,
        code_challenge_method="S256", token_endpoint_auth_method="client_secret_basic",
    )
    through_its_life(session, client)


by_private_key()
by_secret()
print("done private_key_jwt client_secret_basic", flush=True)
