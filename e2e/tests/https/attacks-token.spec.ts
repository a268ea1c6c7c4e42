/** The token endpoint: client authentication (RFC 6749 §2.3) and its requests (RFC 6749 §3.2 and §5). */
import { json, send, sendForm } from "../../support/http.ts";
import { expect, test } from "../../support/test.ts";
import { basic, expectTokenError, freshCode, tokenRequest } from "../../support/token-endpoint.ts";

const ANY = { grant_type: "authorization_code", code: "c", redirect_uri: "https://rp.test/cb" };

test.describe("RFC 6749 §2.3: a client that cannot authenticate gets nothing", () => {
  test("cauth-01: a wrong secret, with a challenge", async ({ world, rp }) => {
    const answer = await tokenRequest(world, ANY, basic({ ...rp, clientSecret: "wrong" }));
    expectTokenError(answer, 401, "invalid_client");
    expect(answer.headers["www-authenticate"]).toMatch(/^Basic /);
  });

  test("cauth-02: a missing secret does not make a public client", async ({ world, rp }) => {
    expectTokenError(await tokenRequest(world, { ...ANY, client_id: rp.clientId }), 401, "invalid_client");
    expectTokenError(await tokenRequest(world, ANY), 401, "invalid_client");
  });

  test("cauth-03: nor does an empty one", async ({ world, rp }) => {
    const post = await tokenRequest(world, { ...ANY, client_id: rp.clientId, client_secret: "" });
    expectTokenError(post, 401, "invalid_client");
    expectTokenError(await tokenRequest(world, ANY, basic({ ...rp, clientSecret: "" })), 401, "invalid_client");
  });

  test("cauth-04: two methods at once", async ({ world, rp }) => {
    const { clientId, clientSecret = "" } = rp;
    const both = await tokenRequest(world, { ...ANY, client_id: clientId, client_secret: clientSecret }, basic(rp));
    expectTokenError(both, 400, "invalid_request");
    const assertion = {
      client_assertion_type: "urn:ietf:params:oauth:client-assertion-type:jwt-bearer",
      client_assertion: "x",
    };
    expectTokenError(await tokenRequest(world, { ...ANY, ...assertion }, basic(rp)), 400, "invalid_request");
  });

  test("cauth-05: the right secret with a method that was not registered, and is pinned", async ({
    world,
    operator,
    rp,
  }) => {
    const pinned = ["--name", "Pinned", "--redirect-uri", rp.redirectUri, "--token-endpoint-auth-method-pinned"];
    const { clientId, clientSecret = "" } = await operator.addClient(...pinned);
    const form = { ...ANY, client_id: clientId, client_secret: clientSecret };
    expectTokenError(await tokenRequest(world, form), 401, "invalid_client");
  });

  test("cauth-07: another client in the body", async ({ world, rp }) => {
    const answer = await tokenRequest(world, { ...ANY, client_id: "sample-client" }, basic(rp));
    expect([400, 401]).toContain(answer.status);
    expectTokenError(answer, answer.status, "invalid_request", "invalid_client");
  });

  for (const credentials of ["W8:%zz", "W8", "", ":", "\0:\0", `${"a".repeat(6_000)}:b`]) {
    test(`cauth-08: Basic with ${JSON.stringify(credentials.slice(0, 10))}`, async ({ world }) => {
      const authorization = `Basic ${Buffer.from(credentials).toString("base64")}`;
      expectTokenError(await tokenRequest(world, ANY, authorization), 401, "invalid_client");
    });
  }

  for (const authorization of ["Basic", "Basic !!!", "Bearer x", "basic", "Digest x"]) {
    test(`cauth-08: an Authorization header of ${JSON.stringify(authorization)}`, async ({ world, rp }) => {
      expectTokenError(
        await tokenRequest(world, { ...ANY, client_id: rp.clientId }, authorization),
        401,
        "invalid_client",
      );
    });
  }

  test("cauth-20: credentials in the query are ignored", async ({ world, rp }) => {
    const query = new URLSearchParams({ client_id: rp.clientId, client_secret: rp.clientSecret ?? "" });
    const answer = await sendForm(world, `${world.issuer}/token?${query}`, ANY);
    expectTokenError(answer, 401, "invalid_client");
  });

  test("cauth-21: secrets of other lengths and alphabets are wrong secrets", async ({ world, rp }) => {
    for (const clientSecret of ["é", "a".repeat(5_000), `${rp.clientSecret}x`, rp.clientSecret?.slice(0, -1) ?? ""])
      expectTokenError(await tokenRequest(world, ANY, basic({ ...rp, clientSecret })), 401, "invalid_client");
  });
});

test.describe("RFC 6749 §3.2: invalid token requests", () => {
  test("tok-01: GET is 405", async ({ world, rp, demo }) => {
    const { form } = await freshCode(world, rp, demo);
    const answer = await send(world, `${world.issuer}/token?${new URLSearchParams(form)}`, {
      headers: { authorization: basic(rp) },
    });
    expect(answer.status).toBe(405);
    expect(answer.body).not.toContain("access_token");
  });

  test("tok-02, code-09: JSON is not read", async ({ world, rp, demo }) => {
    const { form } = await freshCode(world, rp, demo);
    const body = JSON.stringify({ ...form, code: { $gt: "" } });
    const headers = { "content-type": "application/json", authorization: basic(rp) };
    const answer = await send(world, `${world.issuer}/token`, { method: "POST", headers, body });
    expect([400, 415]).toContain(answer.status);
    expect(answer.body).not.toContain("access_token");
  });

  test("tok-03: tokens are JSON and not cached", async ({ world, rp, demo }) => {
    const { form } = await freshCode(world, rp, demo);
    const answer = await tokenRequest(world, form, basic(rp));
    expect(answer.status).toBe(200);
    expect(answer.headers).toMatchObject({ "cache-control": "no-store", pragma: "no-cache" });
    expect(answer.headers["content-type"]).toMatch(/^application\/json/);
    expect(answer.headers).not.toHaveProperty("etag");
    expect(answer.headers).not.toHaveProperty("set-cookie");
    expect(json(answer)).toMatchObject({ token_type: "Bearer", expires_in: 300 });
  });

  test("tok-04: the password grant does not exist", async ({ world, rp, demo }) => {
    const form = { grant_type: "password", username: demo.username, password: demo.password };
    expectTokenError(await tokenRequest(world, form, basic(rp)), 400, "unsupported_grant_type");
  });

  test("tok-05, tok-06: a client of the code flow has no client credentials grant", async ({ world, rp }) => {
    const form = { grant_type: "client_credentials" };
    expectTokenError(await tokenRequest(world, form, basic(rp)), 400, "unauthorized_client");
    const open = await tokenRequest(world, { ...form, client_id: "demo-spa" });
    expectTokenError(open, 400, "unauthorized_client", "unsupported_grant_type");
  });

  for (const grantType of ["AUTHORIZATION_CODE", "__proto__", "constructor", "toString", "implicit"]) {
    test(`tok-09: ${grantType} is not a grant type`, async ({ world, rp }) => {
      const answer = await tokenRequest(world, { ...ANY, grant_type: grantType }, basic(rp));
      expectTokenError(answer, 400, "unsupported_grant_type");
    });
  }

  test("tok-09: none and two are invalid_request", async ({ world, rp }) => {
    const { grant_type: _, ...none } = ANY;
    expectTokenError(await tokenRequest(world, none, basic(rp)), 400, "invalid_request");
    const two: [string, string][] = [...Object.entries(ANY), ["grant_type", "authorization_code"]];
    expectTokenError(await tokenRequest(world, two, basic(rp)), 400, "invalid_request");
  });

  test("tok-11: another resource is invalid_target", async ({ world, rp, demo }) => {
    const { form } = await freshCode(world, rp, demo);
    const answer = await tokenRequest(world, { ...form, resource: "https://other.example/" }, basic(rp));
    expectTokenError(answer, 400, "invalid_target");
  });

  test("tok-13, tok-14: no token exchange without the grant type", async ({ world, rp }) => {
    const form = { grant_type: "urn:ietf:params:oauth:grant-type:token-exchange", subject_token: "x" };
    expectTokenError(await tokenRequest(world, form, basic(rp)), 400, "unauthorized_client", "unsupported_grant_type");
  });
});
