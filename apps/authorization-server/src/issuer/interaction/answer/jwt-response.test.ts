/** JARM: authorization responses in JWTs. */
import { verifyAccessToken } from "@countersign/jwt";
import {
  compactDecrypt,
  createLocalJWKSet,
  decodeProtectedHeader,
  exportJWK,
  generateKeyPair,
  type JSONWebKeySet,
  jwtVerify,
} from "jose";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Answer, type Browser, type Fields, hiddenFields, openBrowser } from "../../../../testing/browser.ts";
import type { ClientName } from "../../../../testing/clients/clients.ts";
import { registered } from "../../../../testing/clients/registration.ts";
import { agree, authorizationOf, basic, redeem, signIn } from "../../../../testing/flows.ts";
import { type Service, startService } from "../../../../testing/service.ts";
import { issuer, resource } from "../../../../testing/world.ts";

const seconds = () => service.clock.now.getTime() / 1000;
const { publicKey, privateKey } = await generateKeyPair("RSA-OAEP-256", { extractable: true });

let service: Service;
let browser: Browser;
let ours: ReturnType<typeof createLocalJWKSet>;
beforeAll(async () => {
  service = await startService();
  await service.deps.keys.ensure("PS256");
  service.pass(4); // all replicas know the key
  ours = createLocalJWKSet((await (await fetch(`${service.origin}/jwks`)).json()) as JSONWebKeySet);
});
afterAll(() => service.close());
beforeEach(async () => {
  await service.rows("DELETE FROM consent");
  await service.rows(`UPDATE client SET response_modes = '{}', authorization_signed_response_alg = NULL,
    authorization_encrypted_response_alg = NULL, authorization_encrypted_response_enc = NULL, jwks = NULL`);
  forget();
  browser = openBrowser(service.origin);
});

const CLIENTS = ["webClient", "hybridClient"] as const;
const forget = () => {
  for (const client of CLIENTS) service.deps.clients.forget(client);
};

/** Changes columns of the clients. */
async function change(columns: Readonly<Record<string, unknown>>) {
  for (const [column, value] of Object.entries(columns)) {
    await service.rows(`UPDATE client SET ${column} = $1 WHERE id = ANY($2)`, [value, CLIENTS]);
  }
  forget();
}

const begin = (changes: Fields, client: ClientName = "webClient") => browser.get(authorizationOf(client, changes));
const answered = async (changes: Fields, client?: ClientName) =>
  agree(browser, await signIn(browser, await begin(changes, client)));

/** What the JWT says, once it is verified as JARM §2.4 demands. It is the only parameter. */
async function read(parameters: URLSearchParams, client: ClientName = "webClient", algorithms = ["RS256"]) {
  expect([...parameters.keys()]).toEqual(["response"]);
  const token = parameters.get("response") ?? "";
  const { payload, protectedHeader } = await jwtVerify(token, ours, { algorithms, currentDate: service.clock.now });
  expect(protectedHeader.kid).toBeDefined();
  const { iss, aud, exp, ...others } = payload;
  expect({ iss, aud, exp }).toEqual({ iss: issuer, aud: client, exp: seconds() + 120 });
  return others;
}
const queryOf = ({ location }: Answer) => location?.searchParams ?? new URLSearchParams();
const fragmentOf = ({ location }: Answer) => {
  expect(location?.search).toBe("");
  return new URLSearchParams(location?.hash.slice(1));
};
const formOf = ({ body }: Answer, action: string) => new URLSearchParams(hiddenFields(body, action));

const all = ["code", "session_state", "state"];

describe("JARM §2.3: each response mode with a JWT", () => {
  it.each(["jwt", "query.jwt"])("%s sends a code in the query, and the code is redeemed", async (response_mode) => {
    const { code, ...others } = await read(queryOf(await answered({ response_mode })));
    expect(others).toEqual({ state: "st1", session_state: expect.any(String) });
    expect((await redeem(service.origin, String(code))).status).toBe(200);
  });

  it("fragment.jwt sends it in the fragment", async () => {
    expect(Object.keys(await read(fragmentOf(await answered({ response_mode: "fragment.jwt" })))).sort()).toEqual(all);
  });

  it("form_post.jwt sends it in a form, on a page with a button that runs only our script", async () => {
    const page = await answered({ response_mode: "form_post.jwt" });
    expect(Object.keys(await read(formOf(page, "https://rp.example/cb"))).sort()).toEqual(all);
    expect(page.headers.get("content-security-policy")).toMatch(/default-src 'none'.*script-src 'self'/);
    expect(page.body).toContain("<button");
  });

  it("jwt sends tokens in the fragment (§2.3.4)", async () => {
    const response = await answered({ response_type: "code id_token token", response_mode: "jwt" }, "hybridClient");
    const parameters = await read(fragmentOf(response), "hybridClient");
    expect(Object.keys(parameters).sort()).toEqual(
      ["access_token", "code", "expires_in", "id_token", "scope", "session_state", "state", "token_type"].sort(),
    );
  });

  it("a state with line breaks comes back unchanged in form_post.jwt", async () => {
    const page = await answered({ response_mode: "form_post.jwt", state: "a\r\nb" });
    expect((await read(formOf(page, "https://rp.example/cb"))).state).toBe("a\r\nb");
  });
});

describe("JARM §2.1: errors come in the same mode", () => {
  it("a person who refuses", async () => {
    const login = await browser.follow(await begin({ response_mode: "jwt" }));
    const refused = await browser.follow(await browser.submit(login, "/login", { action: "cancel" }));
    expect(await read(queryOf(refused))).toMatchObject({ error: "access_denied", state: "st1" });
  });

  it.each([
    ["invalid_scope", { scope: 'openid "' }],
    ["login_required", { prompt: "none" }],
    ["invalid_request", { code_challenge: undefined, code_challenge_method: undefined }],
  ])("%s", async (error, changes: Fields) => {
    const parameters = await read(queryOf(await begin({ response_mode: "query.jwt", ...changes })));
    expect(parameters).toMatchObject({ error, state: "st1", error_description: expect.any(String) });
  });

  it("an unknown response_mode is answered without a JWT", async () => {
    const query = queryOf(await begin({ response_mode: "query.jws" }));
    expect(Object.fromEntries(query)).toMatchObject({ error: "invalid_request", state: "st1", iss: issuer });
  });

  it("§2.3.1: query.jwt with an ID token that is not encrypted: the error comes in the fragment", async () => {
    const response = await begin({ response_type: "code id_token", response_mode: "query.jwt" }, "hybridClient");
    expect(await read(fragmentOf(response), "hybridClient")).toMatchObject({ error: "invalid_request", state: "st1" });
  });

  it("jarm-a2: an address that is not registered is shown as an error, and nothing is signed", async () => {
    const page = await begin({ response_mode: "jwt", redirect_uri: "https://evil.example/cb" });
    expect([page.status, page.location]).toEqual([400, undefined]);
    expect(page.body).not.toContain("eyJ");
  });
});

describe("JARM §2.2 and §3: signed and encrypted as the client registered", () => {
  it.each(["PS256", "ES256", "EdDSA"])("by %s", async (alg) => {
    await change({ authorization_signed_response_alg: alg });
    const response = await answered({ response_mode: "jwt" });
    expect(await read(queryOf(response), "webClient", [alg])).toHaveProperty("code");
  });

  it("FAPI 2.0 Security Profile §5.4.1: not by RS256 for a client of profile fapi2 that registered none", async () => {
    const client = { profile: "fapi2", authorizationSignedResponseAlg: undefined, id: "webClient" };
    const token = await service.deps.answerAuthorization.jwt({}, client as never, service.clock.now);
    expect(decodeProtectedHeader(token).alg).toBe("PS256");
  });

  const encryptedClient = async (use = "enc") => {
    const jwks = JSON.stringify({ keys: [{ ...(await exportJWK(publicKey)), kid: "enc-1", use }] });
    await change({ jwks, authorization_encrypted_response_alg: "RSA-OAEP-256" });
  };
  const opened = async (parameters: URLSearchParams) => {
    const { plaintext, protectedHeader } = await compactDecrypt(parameters.get("response") ?? "", privateKey);
    expect(protectedHeader).toMatchObject({ alg: "RSA-OAEP-256", enc: "A128CBC-HS256", cty: "JWT", kid: "enc-1" });
    return new URLSearchParams({ response: new TextDecoder().decode(plaintext) });
  };

  it("encrypted around the signature, to a key of the client", async () => {
    await encryptedClient();
    expect(await read(await opened(queryOf(await answered({ response_mode: "jwt" }))))).toHaveProperty("code");
  });

  it("§2.3.1: tokens in the query, if they are encrypted", async () => {
    await encryptedClient();
    const response = await answered({ response_type: "code id_token", response_mode: "query.jwt" }, "hybridClient");
    expect(response.location?.hash).toBe("");
    expect(await read(await opened(queryOf(response)), "hybridClient")).toHaveProperty("id_token");
  });

  it.each([{}, { scope: 'openid "' }])(
    "jarm-a1: a client without a key for it gets no response, and the person sees an error (%j)",
    async (changes: Fields) => {
      await encryptedClient("sig");
      const page = await begin({ response_mode: "jwt", ...changes });
      expect([page.status, page.location]).toEqual([400, undefined]);
      expect(page.body).toContain("invalid_request");
    },
  );
});

describe("FAPI 2.0 Message Signing §5.4: a client that registered only jwt", () => {
  beforeEach(() => change({ response_modes: ["jwt"] }));

  it("gets a code in a JWT", async () => {
    expect(await read(queryOf(await answered({ response_mode: "jwt" })))).toHaveProperty("code");
  });

  it.each([undefined, "query", "fragment", "form_post", "bogus"])(
    "jarx-05: gets the error for response mode %s as a JWT",
    async (response_mode) => {
      const response = await begin({ response_mode });
      expect(await read(queryOf(response))).toMatchObject({ error: "invalid_request", state: "st1" });
    },
  );

  it("RFC 7591 §2: can register itself so", async () => {
    const sent = { response_modes: ["jwt"], authorization_signed_response_alg: "ES256" };
    expect(await registered(service, sent)).toMatchObject(sent);
  });
});

describe("RFC 8725 §3.11: the JWT of a response is accepted nowhere else", () => {
  const response = async (alg?: string) => {
    if (alg !== undefined) await change({ authorization_signed_response_alg: alg });
    return queryOf(await answered({ response_mode: "jwt" })).get("response") ?? "";
  };

  it("jarm-a3: as id_token_hint", async () => {
    const hint = await response();
    const { location } = await openBrowser(service.origin).get(
      authorizationOf("webClient", { id_token_hint: hint, prompt: "none" }),
    );
    expect(location?.searchParams.get("error")).toBe("invalid_request");
  });

  it("jarm-a3: as an access token, by both servers", async () => {
    const token = await response("ES256");
    const expected = { keys: service.deps.keys.verificationKeys(), issuer, audience: resource, now: service.clock.now };
    await expect(verifyAccessToken(token, expected)).rejects.toMatchObject({ code: "invalid_jwt" });
    const body = new URLSearchParams({ token });
    const answer = await fetch(`${service.origin}/introspect`, { method: "POST", body, headers: basic("webClient") });
    expect(await answer.json()).toEqual({ active: false });
  });

  it("jarm-a3: as a request object or a client assertion", async () => {
    const token = await response();
    const page = await openBrowser(service.origin).get(`/authorization?client_id=webClient&request=${token}`);
    expect(page.body).toContain("invalid_request_object");
    const body = new URLSearchParams({
      grant_type: "client_credentials",
      client_assertion_type: "urn:ietf:params:oauth:client-assertion-type:jwt-bearer",
      client_assertion: token,
    });
    expect((await fetch(`${service.origin}/token`, { method: "POST", body })).status).toBe(401);
  });
});
