import { decodeJwt, exportJWK, generateKeyPair, SignJWT, UnsecuredJWT } from "jose";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Browser, type Fields, openBrowser } from "../../../../testing/browser.ts";
import type { ClientName } from "../../../../testing/clients/clients.ts";
import { advance, redeem, standard } from "../../../../testing/flows.ts";
import { type Service, startService } from "../../../../testing/service.ts";
import { issuer, noon } from "../../../../testing/world.ts";

const seconds = noon.getTime() / 1000;
const registered = "https://rp7.example/objects/1.jwt#v2";
const { publicKey, privateKey } = await generateKeyPair("ES256", { extractable: true });

let service: Service;
let browser: Browser;
let served: (url: string) => string | undefined;
let asked: string[];
beforeAll(async () => {
  service = await startService({
    async fetchRequestObject(url) {
      asked.push(url);
      return served(url);
    },
  });
  const jwks = JSON.stringify({ keys: [{ ...(await exportJWK(publicKey)), kid: "own" }] });
  await service.rows("UPDATE client SET jwks = $1 WHERE id IN ('webClient', 'oidcClient')", [jwks]);
  await service.rows("UPDATE client SET request_uris = $1 WHERE id IN ('webClient', 'oidcClient')", [[registered]]);
});
afterAll(() => service.close());
beforeEach(() => {
  browser = openBrowser(service.origin);
  served = () => undefined;
  asked = [];
});

/** STANDARD in a request object of this client, with changes. */
function objectOf(client: ClientName, changes: Record<string, unknown> = {}, by = privateKey): Promise<string> {
  const claims = {
    ...Object.fromEntries(standard(client)),
    iss: client,
    aud: issuer,
    exp: seconds + 60,
    nbf: seconds,
    ...changes,
  };
  return new SignJWT(claims).setProtectedHeader({ alg: "ES256", kid: "own" }).sign(by);
}
const send = (fields: Fields) => browser.get(`/authorization?${new URLSearchParams(fields as Record<string, string>)}`);
const shown = (code: string) => ({ status: 400, location: undefined, body: expect.stringContaining(code) });

describe("specification §2 and §4.1: a request in a request object", () => {
  it.each(["webClient", "oidcClient"] as const)("of %s leads to the sign-in page", async (client) => {
    const answer = await send({ client_id: client, request: await objectOf(client) });
    expect([answer.status, answer.location?.pathname]).toEqual([303, "/login"]);
  });

  it("by reference is fetched from the registered address, without the fragment (OIDC Core §6.2)", async () => {
    const object = await objectOf("oidcClient");
    served = () => object;
    const answer = await send({ client_id: "oidcClient", request_uri: registered });
    expect([answer.location?.pathname, asked]).toEqual(["/login", ["https://rp7.example/objects/1.jwt"]]);
  });

  it("may also be sent by POST", async () => {
    const answer = await browser.post("/authorization", {
      client_id: "webClient",
      request: await objectOf("webClient"),
    });
    expect((await browser.follow(answer)).body).toContain('action="/login"');
  });

  it("jar-07: replaces all other parameters for a client of OAuth 2.1", async () => {
    const answer = await send({
      client_id: "webClient",
      request: await objectOf("webClient"),
      prompt: "none",
      state: "outer",
      scope: "openid admin",
    });
    expect(answer.location?.pathname).toBe("/login");
  });

  it("replaces the same parameters outside for OpenID Connect, and keeps others (OIDC Core §6.1)", async () => {
    const answer = await send({
      client_id: "oidcClient",
      request: await objectOf("oidcClient"),
      prompt: "none",
      state: "outer",
    });
    expect(answer.location?.searchParams.get("error")).toBe("login_required");
    expect(answer.location?.searchParams.get("state")).toBe("st1");
  });
});

describe("RFC 9101 §10.2: a request object that an attacker sends again", () => {
  it("jar-10: carries no session: each browser signs in by itself, and its code is for that person", async () => {
    const request = await objectOf("webClient");
    const address = `/authorization?${new URLSearchParams({ client_id: "webClient", request })}`;
    const codeOf = async (username: string) => {
      const own = openBrowser(service.origin);
      expect((await own.get(address)).location?.pathname).toBe("/login");
      return (await advance(own, address, username)).get("code") ?? "";
    };
    const codes = [await codeOf("alice"), await codeOf("mallory")];
    const tokens = await Promise.all(codes.map((code) => redeem(service.origin, code)));
    expect(tokens.map(({ body }) => decodeJwt(body.id_token).sub)).toEqual([service.alice, service.mallory]);

    // The code of one is bound to the verifier of the request, and is used once.
    const [code = ""] = codes;
    expect((await redeem(service.origin, code, { code_verifier: "w".repeat(43) })).body.error).toBe("invalid_grant");
  });
});

describe("specification §4.8 rule 3: parameters inside a JWT are validated like those of a query", () => {
  it.each([
    ["another redirect_uri", { redirect_uri: "https://evil.example/cb" }],
    ["an appended path", { redirect_uri: "https://rp.example/cb/evil" }],
    ["an appended parameter", { redirect_uri: "https://rp.example/cb?next=evil" }],
    ["a traversal", { redirect_uri: "https://rp.example/cb/../evil" }],
    ["a host with the same beginning", { redirect_uri: "https://rp.example.evil.example/cb" }],
    ["no redirect_uri", { redirect_uri: undefined }],
  ])("%s is shown as an error, by value and by reference", async (_, changes) => {
    const object = await objectOf("webClient", changes);
    served = () => object;
    for (const carrier of [{ request: object }, { request_uri: registered }]) {
      expect(await send({ client_id: "webClient", ...carrier } as Fields)).toMatchObject(shown("invalid_request"));
    }
  });

  it("a redirect_uri that is only outside is ignored", async () => {
    const object = await objectOf("webClient", { redirect_uri: "https://evil.example/cb" });
    expect(
      await send({ client_id: "webClient", request: object, redirect_uri: "https://rp.example/cb" }),
    ).toMatchObject(shown("invalid_request"));
  });

  it.each([
    ["a response type that the client did not register", { response_type: "token" }, "unauthorized_client"],
    ["a scope that is malformed", { scope: 'openid "x"' }, "invalid_scope"],
    ["no code challenge", { code_challenge: undefined, code_challenge_method: undefined }, "invalid_request"],
    ["prompt none with another", { prompt: "none login" }, "invalid_request"],
    ["an invalid max_age", { max_age: -1 }, "invalid_request"],
  ])("%s is sent to the client as an error", async (_, changes, error) => {
    const answer = await send({ client_id: "webClient", request: await objectOf("webClient", changes) });
    const sent =
      answer.location?.searchParams.get("error") ?? new URLSearchParams(answer.location?.hash.slice(1)).get("error");
    expect(sent).toBe(error);
  });
});

describe("RFC 9101 §6 and §7: untrusted request objects are shown as errors", () => {
  it.each([
    ["jar-01: of another client", () => objectOf("webClient", { client_id: "oidcClient", iss: "oidcClient" })],
    ["jar-02: for another audience", () => objectOf("webClient", { aud: "https://other.example" })],
    ["jar-02: without aud", () => objectOf("webClient", { aud: undefined })],
    ["jar-03: unsigned", async () => new UnsecuredJWT(Object.fromEntries(standard("webClient"))).encode()],
    ["jar-05: with another inside", () => objectOf("webClient", { request_uri: "https://evil.example" })],
    ["jar-09: expired", () => objectOf("webClient", { exp: seconds - 60 })],
    [
      "signed with the key of another party",
      async () => objectOf("webClient", {}, (await generateKeyPair("ES256")).privateKey),
    ],
    ["that are malformed", async () => "e30.e30."],
  ])("%s", async (_, make) => {
    expect(await send({ client_id: "webClient", request: await make() })).toMatchObject(
      shown("invalid_request_object"),
    );
  });

  it("of a client without keys", async () => {
    expect(await send({ client_id: "webTwoUrisClient", request: await objectOf("webTwoUrisClient") })).toMatchObject(
      shown("invalid_request_object"),
    );
  });

  it.each([
    ["jar-13: an address that is not registered", "https://evil.example/ro.jwt"],
    ["jar-13: the registered one with another fragment", "https://rp7.example/objects/1.jwt#v3"],
    ["jar-13: the registered one without its fragment", "https://rp7.example/objects/1.jwt"],
    ["ssrf-01: an address of this machine", "https://127.0.0.1/x"],
  ])("%s is not fetched", async (_, uri) => {
    expect(await send({ client_id: "webClient", request_uri: uri })).toMatchObject(shown("invalid_request_uri"));
    expect(asked).toEqual([]);
  });

  it("a request object that cannot be fetched", async () => {
    expect(await send({ client_id: "webClient", request_uri: registered })).toMatchObject(shown("invalid_request_uri"));
  });

  it("jar-06: by value and by reference at once", async () => {
    const both = { client_id: "webClient", request: await objectOf("webClient"), request_uri: registered };
    expect(await send(both)).toMatchObject(shown("invalid_request"));
    expect(asked).toEqual([]);
  });

  it("rule 1: sent twice", async () => {
    const object = await objectOf("webClient");
    const query = `client_id=webClient&request=${object}&request=${object}`;
    expect(await browser.get(`/authorization?${query}`)).toMatchObject(shown("invalid_request"));
  });
});
