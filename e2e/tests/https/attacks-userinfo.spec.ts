/** Access tokens at /userinfo: RFC 6750, RFC 9068 §4, OIDC Core §5.3. */
import { decodeJwt, decodeProtectedHeader, generateKeyPair, SignJWT, UnsecuredJWT } from "jose";
import { type Answer, json, send, sendForm } from "../../support/http.ts";
import { expect, test } from "../../support/test.ts";
import { basic, freshCode, tokenRequest } from "../../support/token-endpoint.ts";
import type { World } from "../../support/worlds/world.ts";

interface Pair {
  readonly access_token: string;
  readonly id_token: string;
}

const ask = (world: World, ...authorization: readonly [string, ...string[]]): Promise<Answer> =>
  send(world, `${world.resource}/userinfo`, { headers: { Authorization: [...authorization] } });

function expectRefused(answer: Answer, status: number, error: string): void {
  expect(answer.status, answer.body).toBe(status);
  expect(answer.headers["www-authenticate"]).toContain(`error="${error}"`);
  expect(json(answer)).not.toHaveProperty("sub");
}

test.describe("RFC 6750: invalid tokens for /userinfo", () => {
  let tokens: Pair;
  test.beforeAll(async ({ world, rp, demo }) => {
    const { form } = await freshCode(world, rp, demo);
    tokens = json(await tokenRequest(world, form, basic(rp))) as unknown as Pair;
  });

  test("at-01: no credentials are answered with the scheme, and no error", async ({ world }) => {
    const answer = await send(world, `${world.resource}/userinfo`);
    expect(answer.status).toBe(401);
    expect(answer.headers["www-authenticate"]).toMatch(/^Bearer(?!.*error)/);
  });

  test("at-02: a token in the query", async ({ world }) => {
    const answer = await send(world, `${world.resource}/userinfo?access_token=${tokens.access_token}`);
    expect([400, 401]).toContain(answer.status);
    expect(json(answer)).not.toHaveProperty("sub");
  });

  test("at-03: a token in header and form, or in two headers", async ({ world }) => {
    const authorization = `Bearer ${tokens.access_token}`;
    const both = await sendForm(
      world,
      `${world.resource}/userinfo`,
      { access_token: tokens.access_token },
      { authorization },
    );
    expectRefused(both, 400, "invalid_request");
    expectRefused(await ask(world, authorization, authorization), 400, "invalid_request");
  });

  test("at-03: a token in a form only is accepted", async ({ world }) => {
    const answer = await sendForm(world, `${world.resource}/userinfo`, { access_token: tokens.access_token });
    expect(answer.status).toBe(200);
  });

  test("at-06: an ID token", async ({ world }) => {
    expectRefused(await ask(world, `Bearer ${tokens.id_token}`), 401, "invalid_token");
  });

  test("at-10: a token with a wrong or missing signature of ours", async ({ world }) => {
    const { alg = "", kid = "" } = decodeProtectedHeader(tokens.access_token);
    const claims = decodeJwt(tokens.access_token);
    const { privateKey } = await generateKeyPair(alg);
    const [, payload = "", signature = ""] = tokens.access_token.split(".");
    const header = (members: object) => Buffer.from(JSON.stringify(members)).toString("base64url");
    const forged = [
      await new SignJWT(claims).setProtectedHeader({ alg, kid, typ: "at+jwt" }).sign(privateKey),
      new UnsecuredJWT(claims).encode(),
      `${header({ alg: "none", typ: "at+jwt" })}.${payload}.`,
      `${header({ alg, kid, typ: "JWT" })}.${payload}.${signature}`,
      `${header({ alg, typ: "at+jwt" })}.${payload}.${signature}`,
      `${tokens.access_token.split(".")[0]}.${header({ ...claims, iss: `${world.issuer}/` })}.${signature}`,
    ];
    for (const token of forged) expectRefused(await ask(world, `Bearer ${token}`), 401, "invalid_token");
  });

  test("at-11: a token that was cut or extended", async ({ world }) => {
    const token = tokens.access_token;
    for (const changed of [token.slice(0, -1), token.slice(0, -10), `${token}AAAA`, token.toLowerCase(), `${token}.x`])
      expectRefused(await ask(world, `Bearer ${changed}`), 401, "invalid_token");
  });

  for (const [name, status, header] of [
    ["two spaces", [400, 401], "Bearer  TOKEN"],
    ["two tokens", [400, 401], "Bearer TOKEN, Bearer TOKEN"],
    ["no space", [401], "BearerTOKEN"],
    ["another scheme", [401], "Basic TOKEN"],
    ["no token", [400, 401], "Bearer"],
  ] as const) {
    test(`at-14: ${name} is refused`, async ({ world }) => {
      const answer = await ask(world, header.replaceAll("TOKEN", tokens.access_token));
      expect(status).toContain(answer.status);
      expect(answer.body).not.toContain('"sub"');
    });
  }

  test("at-14: the scheme is accepted in any case", async ({ world }) => {
    expect((await ask(world, `bEARER ${tokens.access_token}`)).status).toBe(200);
  });

  test("at-16: claims are JSON, not cached, and about the person of the ID token", async ({ world }) => {
    const answer = await ask(world, `Bearer ${tokens.access_token}`);
    expect(answer.headers["content-type"]).toMatch(/^application\/json/);
    expect(answer.headers["cache-control"]).toBe("no-store");
    expect(answer.headers).not.toHaveProperty("access-control-allow-credentials");
    expect(json(answer).sub).toBe(decodeJwt(tokens.id_token).sub);
  });

  test("at-17: the challenge does not repeat the requested scope", async ({ world }) => {
    const scope = 'api:write"\r\nX: y';
    const answer = await sendForm(world, `${world.resource}/userinfo`, { access_token: tokens.access_token, scope });
    expect([400, 403]).toContain(answer.status);
    expect(answer.headers["www-authenticate"]).not.toContain("api:write");
    expect(answer.headers).not.toHaveProperty("x");
  });

  test("specification §4.8 rule 7: a scope on the request may narrow, and never widens", async ({ world }) => {
    const url = (scope: string) => `${world.resource}/userinfo?scope=${encodeURIComponent(scope)}`;
    const headers = { authorization: `Bearer ${tokens.access_token}` };
    expectRefused(await send(world, url("openid phone"), { headers }), 403, "insufficient_scope");
    expect(Object.keys(json(await send(world, url("openid"), { headers })))).toEqual(["sub"]);
  });
});

test("at-04: a token without openid is 403 insufficient_scope", async ({ world, rp, demo }) => {
  const { form } = await freshCode(world, rp, demo, { scope: "email" });
  const { access_token: token } = json(await tokenRequest(world, form, basic(rp)));
  expectRefused(await ask(world, `Bearer ${token}`), 403, "insufficient_scope");
});
