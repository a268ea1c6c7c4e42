/** Attacks on features that do not exist: there is no page, no endpoint, and no address that is fetched. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { authorize, isLoginPage, scriptedBrowser, signInFields } from "../../support/browser/scripted-browser.ts";
import { json, send, sendForm } from "../../support/http.ts";
import { metadataOf, registration } from "../../support/metadata.ts";
import { expect, test } from "../../support/test.ts";
import { basic, freshCode, tokenRequest } from "../../support/token-endpoint.ts";

/** Other sites with self-service pages, or with sign-in at another provider, have these addresses. */
const ABSENT: Readonly<Record<string, readonly string[]>> = {
  "cred-02: the only pages for accounts are those that tell nothing": ["/register", "/signup", "/password/reset"],
  "cred-11: no form outside the account changes a password or an address": ["/password", "/profile", "/email"],
  "sess-09: a second factor has no page outside a sign-in": ["/mfa", "/otp", "/totp", "/login/otp"],
  "cimd-09: people come back from another provider only at the redirect URI of that provider": [
    "/callback",
    "/login/callback",
    "/federated/callback",
    "/oauth2/callback",
  ],
  "cred-10: clients and people are managed by the operator's commands": [
    "/admin",
    "/admin/clients",
    "/clients",
    "/users",
    "/api/clients",
  ],
};

test.describe("features that do not exist", () => {
  for (const [title, paths] of Object.entries(ABSENT)) {
    test(title, async ({ world }) => {
      for (const path of paths) {
        for (const method of ["GET", "POST", "PUT", "DELETE"]) {
          const { status, headers, body } = await send(world, `${world.issuer}${path}`, { method });
          expect([path, method, status]).toEqual([path, method, 404]);
          expect(headers).not.toHaveProperty("location");
          // The page has no form but that of the language.
          expect(body).not.toMatch(/<form(?![^>]* action="[^"]*\/language">)/);
        }
      }
    });
  }

  test("sess-09: no acr that needs verified hardware is advertised, because no attestation is verified", async ({
    world,
  }) => {
    expect((await metadataOf(world)).acr_values_supported).not.toContain("phrh");
  });

  test("sess-14: no page has a fixed address that a Host header could change", async ({ world, rp }) => {
    for (const headers of [{ host: "evil.test" }, { "x-forwarded-host": "evil.test" }]) {
      const browser = scriptedBrowser(world);
      const sent = await browser.once((await rp.begin()).url, { headers });
      expect(sent.headers.location).toMatch(/^\/login\?request=/);
      const page = await browser.once(`${world.issuer}${sent.headers.location}`, { headers });
      expect(isLoginPage(page)).toBe(true);
      expect(page.body).not.toContain("evil.test");
    }
  });

  for (const [name, body] of [
    ["alg none", `logout_token=${["eyJhbGciOiJub25lIn0", "e30", ""].join(".")}`],
    ["an ID token", "logout_token=x.y.z"],
  ] as const) {
    test(`logout-10: the sample client does not accept ${name} as a logout token`, async ({ world }) => {
      const headers = { "content-type": "application/x-www-form-urlencoded" };
      const answer = await send(world, `${world.client}/backchannel-logout`, { method: "POST", headers, body });
      expect([answer.status, answer.body]).toEqual([400, '{"error":"invalid_request"}']);
    });
  }

  test("logout-13: its sign-out addresses accept no GET, JSON, preflight or 5 MB", async ({ world }) => {
    const json5 = { method: "POST", headers: { "content-type": "application/json" }, body: '{"logout_token":"x"}' };
    const origin = { origin: "https://evil.test", "access-control-request-method": "POST" };
    const huge = { method: "POST", body: "a=".padEnd(5_000_000, "x"), headers: json5.headers };
    for (const path of ["/logout", "/backchannel-logout"]) {
      for (const sent of [{}, json5, { method: "OPTIONS", headers: origin }, huge]) {
        const answer = await send(world, `${world.client}${path}`, sent).catch(() => undefined); // cut off: too large
        if (answer === undefined) continue;
        expect(answer.status).toBeGreaterThanOrEqual(400);
        expect(answer.status).toBeLessThan(500);
        expect(answer.headers).not.toHaveProperty("access-control-allow-origin");
        expect(answer.headers).not.toHaveProperty("set-cookie");
      }
    }
  });

  test("dcr-19: no host is trusted by its name: a registration needs a token", async ({ world }) => {
    for (const host of ["trusted.test", "eviltrusted.test", "x.trusted.test.evil.test"]) {
      const answer = await send(world, `${world.issuer}/openid/register`, {
        method: "POST",
        headers: { "content-type": "application/json", host, origin: `https://${host}`, referer: `https://${host}/` },
        body: JSON.stringify({ client_name: "Trusted", redirect_uris: [`https://${host}/cb`] }),
      });
      expect(answer.status).toBe(401);
      expect(json(answer).error).toBe("invalid_token");
    }
  });
});

test.describe("a client_id at a host that is not listed is unknown, and never fetched", () => {
  const attemptsOf: Readonly<Record<string, readonly string[]>> = {
    "odd URLs": [
      "SINK",
      "SINK/",
      "http://app.test/client",
      "SINK/a?q",
      "SINK/a#",
      "https://user@app.test/a",
      "SINK/a/../b",
      "SINK/%2e%2e/b",
    ],
    "the addresses of documents": ["SINK/client", "SINK/Client/", "SINK/client.json"],
    "a hundred addresses": Array.from({ length: 100 }, (_, index) => `SINK/client-${index}`),
  };
  for (const [name, attempts] of Object.entries(attemptsOf)) {
    test(name, async ({ world, rp }) => {
      let connections = 0;
      const sink = createServer((_req, res) => res.end()).on("connection", () => (connections += 1));
      await new Promise<void>((resolve) => sink.listen(0, "127.0.0.1", resolve));
      const origin = `https://127.0.0.1:${(sink.address() as AddressInfo).port}`;

      const { url, parameters } = await rp.begin();
      const answers = await Promise.all(
        attempts.map((attempt) => {
          const clientId = encodeURIComponent(attempt.replace("SINK", origin));
          return send(world, url.replace(`client_id=${parameters.client_id}`, `client_id=${clientId}`));
        }),
      );
      await new Promise((resolve) => sink.close(resolve));
      for (const { status, headers } of answers) {
        expect(status).toBe(400);
        expect(headers).not.toHaveProperty("location");
      }
      expect(connections).toBe(0);
    });
  }

  test("cimd-07: one client's consent does not count for another", async ({ world, rp, operator, person }) => {
    const browser = scriptedBrowser(world);
    await authorize(browser, (await rp.begin()).url, person);
    expect(
      (await authorize(browser, (await rp.begin({ prompt: "none" })).url, person)).searchParams.get("code"),
    ).toMatch(/\S/);

    const { clientId } = await operator.addClient("--name", "Another", "--redirect-uri", rp.redirectUri);
    const silent = await browser.open((await rp.begin({ client_id: clientId, prompt: "none" })).url);
    expect(new URL(silent.url).searchParams.get("error")).toBe("consent_required");
  });
});

test.describe("acts that only the operator may do", () => {
  test("cred-10: no token of a person or of another client changes a client", async ({ world, rp, operator, demo }) => {
    const { client_id: other } = json(await registration(world, operator, {}));
    const tokens = json(await tokenRequest(world, (await freshCode(world, rp, demo)).form, basic(rp)));
    const { registration_access_token: foreign } = json(await registration(world, operator, {}));

    for (const token of [tokens.access_token, tokens.id_token, rp.clientSecret, foreign]) {
      for (const id of [String(other), rp.clientId]) {
        for (const method of ["GET", "PUT", "DELETE"]) {
          const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
          const answer = await send(world, `${world.issuer}/openid/register/${id}`, { method, headers, body: "{}" });
          expect(answer.status).toBe(401);
        }
      }
      const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
      expect(
        (await send(world, `${world.issuer}/openid/register`, { method: "POST", headers, body: "{}" })).status,
      ).toBe(401);
    }
  });

  test("cred-07: a secret is shown once: not when a registration is read or replaced, and in no error", async ({
    world,
    operator,
  }) => {
    const made = json(await registration(world, operator, {}));
    const secret = String(made.client_secret);
    expect(secret).toMatch(/^[\w-]{43}$/);
    const at = String(made.registration_client_uri);
    const headers = { authorization: `Bearer ${made.registration_access_token}`, "content-type": "application/json" };
    const replaced = { client_id: made.client_id, client_name: "Again", redirect_uris: ["https://rp.test/cb"] };
    const client = { clientId: String(made.client_id), clientSecret: secret };
    for (const answer of [
      await send(world, at, { headers }),
      await send(world, at, { method: "PUT", headers, body: JSON.stringify(replaced) }),
      await send(world, at, { method: "PUT", headers, body: JSON.stringify({ ...replaced, client_secret: "other" }) }),
      await tokenRequest(world, { grant_type: secret }, basic(client)),
      await sendForm(world, `${world.issuer}/introspect`, { token: secret }, { authorization: basic(client) }),
      await send(world, `${world.issuer}/login?request=${secret}`),
    ])
      expect(answer.body).not.toContain(secret);
  });

  test("cred-11, sess-15: a new password ends every earlier session, code and token", async ({
    world,
    rp,
    operator,
    person,
  }) => {
    const browser = scriptedBrowser(world);
    await authorize(browser, (await rp.begin()).url, person);
    const unredeemed = await freshCode(world, rp, person);
    const tokens = json(await tokenRequest(world, (await freshCode(world, rp, person)).form, basic(rp)));
    const introspected = async () =>
      json(
        await sendForm(
          world,
          `${world.issuer}/introspect`,
          { token: String(tokens.access_token) },
          { authorization: basic(rp) },
        ),
      );
    expect(await introspected()).toMatchObject({ active: true });

    await operator.setPassword(person.username);
    expect(await introspected()).toEqual({ active: false });
    expect((await tokenRequest(world, unredeemed.form, basic(rp))).status).toBe(400);
    const silent = await browser.open((await rp.begin({ prompt: "none" })).url);
    expect(new URL(silent.url).searchParams.get("error")).toBe("login_required");
    const again = await browser.submit(await browser.open((await rp.begin()).url), signInFields(person));
    expect([again.status, isLoginPage(again)]).toEqual([422, true]);
  });
});
