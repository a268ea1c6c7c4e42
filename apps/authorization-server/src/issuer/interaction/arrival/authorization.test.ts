import type { EphemeralStore, Step } from "@countersign/ephemeral";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Answer, type Fields, openBrowser } from "../../../../testing/browser.ts";
import type { ClientName } from "../../../../testing/clients/clients.ts";
import { advance, authorizationOf, challenge, standard } from "../../../../testing/flows.ts";
import { type Service, startService } from "../../../../testing/service.ts";
import { issuer } from "../../../../testing/world.ts";

let service: Service;
let stored: string[] = [];
beforeAll(async () => {
  const around = (store: EphemeralStore) => ({
    ...store,
    apply: async (steps: readonly Step[]) => {
      stored.push(...steps.map((step) => step.do));
      return store.apply(steps);
    },
  });
  service = await startService({ around });
});
afterAll(() => service.close());

/** Sends a request by both methods, in a browser without a session, and checks both responses. */
async function byBoth(client: ClientName, changes: Fields, look: (answer: Answer) => void) {
  stored = [];
  const browser = openBrowser(service.origin);
  look(await browser.get(authorizationOf(client, changes)));
  const body = new URLSearchParams(standard(client, changes));
  const response = await fetch(`${service.origin}/authorization`, { method: "POST", body, redirect: "manual" });
  const location = response.headers.get("location");
  const { status, headers } = response;
  look({ status, headers, body: await response.text(), location: location ? new URL(location, issuer) : undefined });
  expect(stored).toEqual([]);
  expect([...browser.cookies]).toEqual([]);
}

describe("RFC 6749 §4.1.2.1: until client and redirect URI are known, the error is shown and nothing is stored", () => {
  it.each<[string, Fields, ClientName?]>([
    ["authz-01: an unknown client", { client_id: "does-not-exist", redirect_uri: "https://evil.example/cb" }],
    ["no client", { client_id: undefined }],
    ["a client_id with markup (resp-10)", { client_id: "<svg onload=1>" }],
    [
      "authz-02: another error in addition to an unregistered redirect URI",
      { response_type: "bogus", redirect_uri: "https://evil.example/cb" },
    ],
    ["redir-01: a traversal", { redirect_uri: "https://rp.example/cb/../evil" }],
    ["redir-05: an added query", { redirect_uri: "https://rp.example/cb?next=https://evil.example" }],
    ["redir-07: a fragment", { redirect_uri: "https://rp.example/cb#frag" }],
    ["redir-16: a line break", { redirect_uri: "https://rp.example/cb\r\nSet-Cookie: a=b" }],
    ["redir-18: a NUL", { redirect_uri: "https://rp.example/cb\0.evil" }],
    ["redir-28: a javascript: URI", { redirect_uri: "javascript:alert(1)//https://rp.example/cb" }],
    ["redir-33: none, with one registered", { redirect_uri: undefined }],
    [
      "redir-34: none, with two registered and without openid",
      { redirect_uri: undefined, scope: "email" },
      "webTwoUrisClient",
    ],
    ["redir-35: another client's", { redirect_uri: "https://rp2.example/cb" }],
    ["redir-36: two", { redirect_uri: ["https://rp.example/cb", "https://evil.example/cb"] }],
    ["redir-36: the same one twice", { redirect_uri: ["https://rp.example/cb", "https://rp.example/cb"] }],
    ["redir-37: an array of one", { redirect_uri: undefined, "redirect_uri[]": "https://rp.example/cb" }],
    ["redir-51: encoded twice", { redirect_uri: "https%3A%2F%2Frp.example%2Fcb" }],
    ["redir-41: localhost for a native client", { redirect_uri: "http://localhost:51004/cb" }, "nativeClient"],
    ["authz-07: two clients", { client_id: ["webClient", "publicClient"] }],
    ["two request objects", { request: ["a", "b"] }],
    ["two request URIs", { request_uri: ["a", "b"] }],
  ])("%s", async (_, changes, client = "webClient") => {
    await byBoth(client, changes, ({ status, location, headers, body }) => {
      expect([status, location]).toEqual([400, undefined]);
      expect(body).toContain('<code id="error-code">invalid_request');
      expect(body).not.toMatch(/evil\.example|<svg onload|javascript:|http-equiv|<script/);
      expect(headers.get("set-cookie")).toBeNull();
    });
  });

  it.each(["client_id", "redirect_uri", "request", "request_uri"])("says that %s is repeated", async (name) => {
    const twice = { [name]: ["https://rp.example/cb", "https://rp.example/cb"] };
    await byBoth("webClient", twice, ({ status, body }) => {
      expect(status).toBe(400);
      expect(body).toContain(`a parameter is repeated: ${name}`);
    });
  });

  it("redir-30: an asterisk in a stored URI has no special meaning", async () => {
    await service.rows("UPDATE client SET redirect_uris = '{https://rp4.example/*}' WHERE id = 'webTwoUrisClient'");
    for (const redirect_uri of ["https://rp4.example/anything", "https://rp4.example@evil.example/"])
      await byBoth("webTwoUrisClient", { redirect_uri }, ({ status }) => expect(status).toBe(400));
  });
});

describe("RFC 6749 §4.1.2.1, OIDC Core §3.1.2.6: any other error is sent to the client, with state and iss", () => {
  it.each<[string, Fields, string, ClientName?]>([
    ["authz-03: no response_type", { response_type: undefined }, "invalid_request"],
    ["authz-04: an unknown response_type", { response_type: "bogus" }, "unsupported_response_type"],
    ["authz-06: scope twice", { scope: ["openid", "openid email"] }, "invalid_request"],
    ["an unknown parameter twice", { unknown: ["1", "2"] }, "invalid_request"],
    ["authz-10: quotation marks", { scope: 'openid "x"' }, "invalid_scope"],
    ["authz-10: a backslash in scope", { scope: "openid\\email" }, "invalid_scope"],
    ["authz-10: two spaces", { scope: "openid  email" }, "invalid_scope"],
    ["authz-11: a scope that the client is not allowed", { scope: "openid phone" }, "invalid_scope", "emailClient"],
    ["authz-15: none and login", { prompt: "none login" }, "invalid_request"],
    ["an unknown prompt", { prompt: "bogus" }, "invalid_request"],
    ["authz-17: a negative max_age", { max_age: "-1" }, "invalid_request"],
    ["authz-17: an exponent", { max_age: "1e9" }, "invalid_request"],
    ["authz-17: a max_age that is too large", { max_age: "99999999999999999999" }, "invalid_request"],
    ["registration", { registration: "{}" }, "registration_not_supported"],
    ["another resource", { resource: "https://other.example" }, "invalid_target"],
    ["resp-05: an unknown response_mode", { response_mode: "bogus" }, "invalid_request"],
    [
      "pkce-01: no challenge",
      { code_challenge: undefined, code_challenge_method: undefined },
      "invalid_request",
      "publicClient",
    ],
    [
      "pkce-02: no challenge of a confidential client",
      { code_challenge: undefined, code_challenge_method: undefined },
      "invalid_request",
    ],
    ["pkce-05: no method", { code_challenge_method: undefined }, "invalid_request"],
    ["pkce-06: plain", { code_challenge_method: "plain" }, "invalid_request"],
    ["pkce-06: s256", { code_challenge_method: "s256" }, "invalid_request"],
    ["pkce-07: a short challenge", { code_challenge: challenge.slice(1) }, "invalid_request"],
    ["pkce-07: a padded challenge", { code_challenge: `${challenge}=` }, "invalid_request"],
    ["a nonce that is too long", { nonce: "n".repeat(513) }, "invalid_request"],
    ["a NUL in the nonce", { nonce: "a\0" }, "invalid_request"],
  ])("%s", async (_, changes, error, client = "webClient") => {
    await byBoth(client, changes, ({ status, location }) => {
      expect(status).toBe(303);
      expect(`${location?.origin}${location?.pathname}`).toBe(
        client === "webClient" ? "https://rp.example/cb" : redirectOf(client),
      );
      const { error_description: description, ...rest } = Object.fromEntries(location?.searchParams ?? []);
      expect(rest).toEqual({ error, state: "st1", iss: issuer });
      expect(description).toMatch(/^[\x20\x21\x23-\x5B\x5D-\x7E]+$/); // resp-11
    });
  });

  it("authz-13: prompt=none without a session is login_required, and shows no page", async () => {
    const browser = openBrowser(service.origin);
    const { status, location } = await browser.get(authorizationOf("webClient", { prompt: "none" }));
    expect([status, location?.searchParams.get("error")]).toEqual([303, "login_required"]);
    expect([...browser.cookies]).toEqual([]);
  });

  it("authz-08: a state that was sent twice is not returned", async () => {
    await byBoth("webClient", { state: ["st1", "st2"] }, ({ location }) => {
      expect(Object.fromEntries(location?.searchParams ?? [])).toMatchObject({ error: "invalid_request", iss: issuer });
      expect(location?.searchParams.has("state")).toBe(false);
    });
  });

  it.each(['x"><script>', "a\r\nSet-Cookie: x=y", "\0", "\u2028", "a b+c%20&error=none"])(
    "resp-04: a state of %j is returned unchanged, and injects nothing",
    async (state) => {
      const browser = openBrowser(service.origin);
      const { location, headers } = await browser.get(authorizationOf("webClient", { state, response_type: "bogus" }));
      expect(location?.searchParams.getAll("state")).toEqual([state]);
      expect(location?.searchParams.getAll("error")).toHaveLength(1);
      expect(headers.get("set-cookie")).toBeNull();
    },
  );
});

describe("RFC 6749 §3.1.2: the registered query of a redirect URI is kept", () => {
  it("resp-09: env=1 is kept, for a code and for an error", async () => {
    const browser = openBrowser(service.origin);
    const answer = await advance(browser, authorizationOf("queryClient"));
    expect([...answer.keys()].sort()).toEqual(["code", "env", "iss", "session_state", "state"]);
    const refused = await browser.get(authorizationOf("queryClient", { prompt: "bogus" }));
    expect(refused.location?.href).toMatch(/^https:\/\/rp\.example\/cb\?env=1&error=invalid_request&/);
  });
});

const redirectOf = (client: ClientName) => new Map(standard(client)).get("redirect_uri");
