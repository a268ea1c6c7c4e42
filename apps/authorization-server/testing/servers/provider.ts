/** An OpenID Provider on loopback that says what a test tells it, also what is wrong. */
import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { text } from "node:stream/consumers";
import { CompactSign, exportJWK, generateKeyPair, SignJWT } from "jose";
import { type Listener, startListener } from "../../src/platform/outbound/testing/listener.ts";

/** What the provider does next; every member is optional. */
export interface Behaviour {
  /** Claims of the ID token; undefined removes one. */
  readonly claims?: Readonly<Record<string, unknown>>;
  /** Claims at /userinfo. */
  readonly userinfo?: Readonly<Record<string, unknown>>;
  /** Changes the ID token after it is signed. */
  readonly forge?: (token: string) => string;
  /** Changes the JSON of the claims before it is signed. */
  readonly written?: (json: string) => string;
  /** Changes the text of a response. */
  readonly answered?: (path: string, text: string) => string;
  /** Signs with a key that is not published. */
  readonly otherKey?: boolean;
  readonly metadata?: Readonly<Record<string, unknown>>;
  /** What it says that its keys are. */
  readonly jwks?: unknown;
  /** The members of the token response. */
  readonly tokens?: Readonly<Record<string, unknown>>;
  /** What it answers as a GitHub of one's own. */
  readonly github?: { readonly profile?: unknown; readonly addresses?: unknown; readonly tokens?: unknown };
}

export interface Provider {
  readonly issuer: string;
  readonly listener: Listener;
  /** The token requests so far. */
  readonly tokenRequests: URLSearchParams[];
  behave(next: Behaviour): void;
  /** What the provider sends the browser back with, for the address that we sent the browser to. */
  answer(authorization: URL, changes?: Readonly<Record<string, string>>): URL;
  /** A logout token with these claims in addition to the usual ones; undefined removes one. */
  logoutToken(claims: Readonly<Record<string, unknown>>, changes?: LogoutChanges): Promise<string>;
  close(): Promise<void>;
}

interface LogoutChanges {
  readonly typ?: string;
  /** Signs with a key that is not published. */
  readonly otherKey?: boolean;
}

const JSON_TYPE = { "content-type": "application/json" };

/** @param clientId our client at the provider */
export async function startProvider(clientId: string): Promise<Provider> {
  const [own, other] = await Promise.all([generateKeyPair("ES256"), generateKeyPair("ES256")]);
  const jwks = { keys: [{ ...(await exportJWK(own.publicKey)), kid: "1", alg: "ES256", use: "sig" }] };
  const nonces = new Map<string, string>();
  const tokenRequests: URLSearchParams[] = [];
  let behaviour: Behaviour = {};

  const idToken = async (code: string) => {
    const now = Math.floor(Date.now() / 1000);
    const usual = { iss: issuer(), aud: clientId, sub: "person-1", nonce: nonces.get(code), iat: now, exp: now + 60 };
    const claims = Object.fromEntries(
      Object.entries({ ...usual, ...behaviour.claims }).filter(([, value]) => value !== undefined),
    );
    const key = behaviour.otherKey === true ? other.privateKey : own.privateKey;
    const json = JSON.stringify(claims);
    const signed = new CompactSign(Buffer.from(behaviour.written?.(json) ?? json));
    const token = await signed.setProtectedHeader({ alg: "ES256", kid: "1" }).sign(key);
    return behaviour.forge?.(token) ?? token;
  };
  const tokensFor = async (req: IncomingMessage) => {
    const form = new URLSearchParams(await text(req));
    tokenRequests.push(form);
    const usual = { access_token: "at-1", token_type: "Bearer", id_token: await idToken(form.get("code") ?? "") };
    return { ...usual, ...behaviour.tokens };
  };
  const metadata = () => ({
    issuer: issuer(),
    authorization_endpoint: `${issuer()}/authorize`,
    token_endpoint: `${issuer()}/token`,
    userinfo_endpoint: `${issuer()}/userinfo`,
    jwks_uri: `${issuer()}/jwks`,
    id_token_signing_alg_values_supported: ["ES256"],
    response_types_supported: ["code"],
    subject_types_supported: ["public"],
    ...behaviour.metadata,
  });
  const documents: Readonly<Record<string, (req: IncomingMessage) => unknown>> = {
    "/.well-known/openid-configuration": metadata,
    "/jwks": () => behaviour.jwks ?? jwks,
    "/token": tokensFor,
    "/login/oauth/access_token": async (req) => {
      tokenRequests.push(new URLSearchParams(await text(req)));
      return behaviour.github?.tokens ?? { access_token: "gho_1", token_type: "bearer", scope: "read:user" };
    },
    "/api/v3/user": () => behaviour.github?.profile,
    "/api/v3/user/emails": () => behaviour.github?.addresses,
    "/userinfo": () => ({ sub: behaviour.claims?.sub ?? "person-1", ...behaviour.userinfo }),
  };

  const listener = await startListener(async (req, res) => {
    const document = documents[req.url ?? ""];
    const answer = await document?.(req);
    if (answer === undefined) return void res.writeHead(404).end();
    const text = JSON.stringify(answer);
    res.writeHead(200, JSON_TYPE).end(behaviour.answered?.(req.url ?? "", text) ?? text);
  });
  const issuer = () => `https://localhost:${listener.port}`;

  return {
    issuer: issuer(),
    listener,
    tokenRequests,
    behave(next) {
      behaviour = next;
    },
    logoutToken(claims, { typ = "logout+jwt", otherKey = false } = {}) {
      const events = { "http://schemas.openid.net/event/backchannel-logout": {} };
      const usual = { iss: issuer(), aud: clientId, jti: randomUUID(), events };
      const all = Object.entries({ ...usual, ...claims }).filter(([, value]) => value !== undefined);
      const signed = new SignJWT(Object.fromEntries(all)).setProtectedHeader({ alg: "ES256", kid: "1", typ });
      return signed.sign(otherKey ? other.privateKey : own.privateKey);
    },
    answer(authorization, changes = {}) {
      const code = randomUUID();
      const asked = authorization.searchParams;
      nonces.set(code, asked.get("nonce") ?? "");
      const response = new URL(asked.get("redirect_uri") ?? "");
      const parameters = { code, state: asked.get("state") ?? "", ...changes };
      for (const [name, value] of Object.entries(parameters)) response.searchParams.set(name, value);
      return response;
    },
    close: () => listener.close(),
  };
}
