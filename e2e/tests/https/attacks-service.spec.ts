/** Metadata, headers and limits of the services as a whole: RFC 8414 §3, RFC 9700 §2.6, RFC 9110. */
import { gzipSync } from "node:zlib";
import { hiddenFields, isLoginPage, scriptedBrowser, signInFields } from "../../support/browser/scripted-browser.ts";
import { type Answer, json, send, sendForm } from "../../support/http.ts";
import { expect, test } from "../../support/test.ts";
import { FROM_HEADER } from "../../support/worlds/tls-proxy.ts";

const DOCUMENTS = ["/.well-known/openid-configuration", "/.well-known/oauth-authorization-server"];
const WITHIN_MS = 2_000; // This limit is for a busy machine. On an idle machine it takes a few milliseconds.

/** No stack, no path, no name of the software. */
function expectDiscreet({ headers, body }: Answer): void {
  expect(headers).not.toHaveProperty("x-powered-by");
  expect(body).not.toMatch(/node_modules|\bat [\w.]+ \(|\.ts:\d|express/i);
}

test.describe("meta: discovery", () => {
  for (const headers of [
    { host: "evil.test" },
    { "x-forwarded-host": "evil.test" },
    { forwarded: "host=evil.test;proto=http" },
    { "x-original-host": "evil.test" },
    { "x-host": "evil.test" },
    { "x-forwarded-proto": "http" },
  ]) {
    test(`meta-01: names the configured issuer, regardless of ${Object.keys(headers)[0]}`, async ({ world }) => {
      for (const path of DOCUMENTS) {
        const answer = await send(world, `${world.issuer}${path}`, { headers });
        expect(json(answer).issuer).toBe(world.issuer);
        expect(answer.body).not.toContain("evil.test");
        expect(answer.body).not.toContain("http://");
      }
    });
  }

  for (const path of [
    "/.well-known/openid-configuration/",
    "/%2ewell-known/openid-configuration",
    "//.well-known/openid-configuration",
    "/.well-known/openid-configuration;x=1",
    "/.WELL-KNOWN/openid-configuration",
    "/.well-known/oauth-authorization-server/tenant",
  ]) {
    test(`meta-04: ${path} returns the document, or is not found`, async ({ world }) => {
      const answer = await send(world, `${world.issuer}${path}`);
      if (answer.status === 200) expect(json(answer).issuer).toBe(world.issuer);
      else expect(answer.status).toBe(404);
    });
  }

  test("meta-05: advertises nothing unsafe", async ({ world }) => {
    const [openid, oauth] = await Promise.all(DOCUMENTS.map((path) => send(world, `${world.issuer}${path}`)));
    expect(openid?.body).toBe(oauth?.body);
    const metadata = json(openid ?? oauth!) as Record<string, readonly string[]>;
    expect(metadata.code_challenge_methods_supported).toEqual(["S256"]);
    expect(metadata.grant_types_supported).not.toContain("password");
    expect(metadata.id_token_signing_alg_values_supported).not.toContain("none");
    expect(metadata.introspection_endpoint_auth_methods_supported).not.toContain("none");
    expect(openid?.body).not.toContain("RSA1_5");
    expect(metadata.authorization_response_iss_parameter_supported).toBe(true);
  });

  test("meta-10: may be cached for a while, like the keys", async ({ world }) => {
    for (const path of [...DOCUMENTS, "/jwks"]) {
      const { headers, status } = await send(world, `${world.issuer}${path}`);
      expect(status).toBe(200);
      expect(headers["cache-control"]).toMatch(/^public, max-age=\d{1,4}$/);
      expect(headers).not.toHaveProperty("set-cookie");
    }
  });

  test("jose-20: the key set has public keys only, each with kid, alg and use", async ({ world }) => {
    const { keys } = json(await send(world, `${world.issuer}/jwks`)) as { keys: Record<string, unknown>[] };
    expect(keys.length).toBeGreaterThan(0);
    expect(new Set(keys.map(({ kid }) => kid)).size).toBe(keys.length);
    for (const key of keys) {
      expect(key).toMatchObject({
        kid: expect.any(String),
        alg: expect.stringMatching(
          key.use === "enc" ? /^(RSA-OAEP(-256)?|ECDH-ES(\+A\d{3}KW)?)$/ : /^([RPE]S(256|384|512)|EdDSA|Ed25519)$/,
        ),
        use: expect.stringMatching(/^(sig|enc)$/),
      });
      for (const part of ["d", "p", "q", "dp", "dq", "qi", "k"]) expect(key).not.toHaveProperty(part);
    }
  });
});

test.describe("meta: other sites", () => {
  for (const path of ["/authorization", "/login", "/consent", "/end_session"]) {
    test(`meta-06: no script of another site may read ${path}`, async ({ world }) => {
      const headers = { origin: "https://evil.test", "access-control-request-method": "POST" };
      for (const method of ["OPTIONS", "GET"]) {
        const answer = await send(world, `${world.issuer}${path}`, { method, headers });
        expect(answer.headers).not.toHaveProperty("access-control-allow-origin");
      }
    });
  }

  test("meta-07: no origin is reflected, none may send credentials, and an opaque origin gets no CORS headers", async ({
    world,
  }) => {
    for (const origin of ["null", "https://evil.test"]) {
      for (const url of [`${world.issuer}/token`, `${world.resource}/userinfo`]) {
        const { headers } = await sendForm(world, url, { grant_type: "x" }, { origin });
        expect(headers).not.toHaveProperty("access-control-allow-credentials");
        expect(headers["access-control-allow-origin"]).toBe(origin === "null" ? undefined : "*");
      }
    }
  });
});

test.describe("meta-09: errors reveal nothing of the software", () => {
  for (const path of [
    "/nothing-here",
    "/%E0%A4%A",
    "/logo/%E0%A4%A",
    "/assets/..%2f..%2fpackage.json",
    "/assets/%00",
  ]) {
    test(`at ${path}`, async ({ world }) => {
      const answer = await send(world, `${world.issuer}${path}`);
      expect([400, 404]).toContain(answer.status);
      expectDiscreet(answer);
    });
  }

  test("for malformed JSON, and at the resource server", async ({ world }) => {
    const headers = { "content-type": "application/json" };
    for (const url of [`${world.issuer}/token`, `${world.resource}/userinfo`, `${world.resource}/nothing`]) {
      const answer = await send(world, url, { method: "POST", headers, body: "{" });
      expect(answer.status).toBeGreaterThanOrEqual(400);
      expect(answer.status).toBeLessThan(500);
      expectDiscreet(answer);
    }
  });

  test("resp-12: pages have no referrer, are not cached or framed, and load nothing from other hosts", async ({
    world,
    rp,
    demo,
  }) => {
    const browser = scriptedBrowser(world);
    const login = await browser.open((await rp.begin()).url);
    const consent = await browser.submit(login, signInFields(demo));
    const error = await browser.open(`${world.issuer}/login?request=none`);
    for (const { headers, body } of [login, consent, error, await browser.open(`${world.issuer}/end_session`)]) {
      expect(headers).toMatchObject({
        "referrer-policy": "no-referrer",
        "cache-control": "no-store",
        "x-frame-options": "DENY",
        "x-content-type-options": "nosniff",
      });
      expect(headers["strict-transport-security"]).toMatch(/^max-age=\d+/);
      expect(headers["content-security-policy"]).toMatch(/default-src 'none'.*frame-ancestors 'none'/);
      expect(body).not.toMatch(
        /(?:src|href)="(?:https?:)?\/\/(?!rp\.test|app\.example)[^"]*\.(?:js|css|png|svg|woff2?)"/,
      );
      expect(body).not.toMatch(/<script(?! src="\/assets\/)/);
    }
  });
});

test.describe("dos: too large or malformed requests", () => {
  const huge: readonly (readonly [name: string, body: () => string])[] = [
    ["100 000 parameters", () => "a=1&".repeat(100_000)],
    ["2 MB", () => `a=${"x".repeat(2_000_000)}`],
    ["a name of 1 MB", () => `${"n".repeat(1_000_000)}=1`],
  ];
  for (const [name, body] of huge) {
    test(`dos-01: a form of ${name} is refused quickly`, async ({ world }) => {
      const headers = { "content-type": "application/x-www-form-urlencoded" };
      const began = performance.now();
      const answers = await Promise.all(
        ["/token", "/authorization", "/login"].map((path) =>
          send(world, `${world.issuer}${path}`, { method: "POST", headers, body: body() }),
        ),
      );
      expect(performance.now() - began).toBeLessThan(WITHIN_MS);
      for (const answer of answers) expect([400, 413]).toContain(answer.status);
    });
  }

  test("dos-02: names with brackets and names of Object.prototype are ordinary names", async ({ world, rp }) => {
    const { url } = await rp.begin();
    const names = [
      "scope[__proto__][x]",
      "__proto__[isAdmin]",
      "constructor[prototype][x]",
      "__proto__",
      `a${"[b]".repeat(500)}`,
    ];
    const strange = names.map((name) => `${encodeURIComponent(name)}=1`).join("&");
    expect((await send(world, `${url}&${strange}`)).headers.location).toMatch(/^\/login\?request=/);
  });

  for (const encoding of ["gzip", "deflate", "br"]) {
    test(`dos-04: a body compressed with ${encoding} is not decompressed`, async ({ world }) => {
      const headers = { "content-type": "application/x-www-form-urlencoded", "content-encoding": encoding };
      const body = gzipSync("grant_type=authorization_code");
      expect((await send(world, `${world.issuer}/token`, { method: "POST", headers, body })).status).toBe(415);
    });
  }

  for (const bytes of ["%ff%fe", "%ed%a0%80", "%c0%80", "%00", "%f0%80%80%af"]) {
    test(`dos-06: ${bytes} is ordinary text, or refused`, async ({ world, rp }) => {
      const { url, parameters } = await rp.begin();
      const { client_id: id = "", state = "" } = parameters;
      const answers = [
        await send(world, url.replace(`client_id=${id}`, `client_id=${bytes}`)),
        await send(world, url.replace(`state=${state}`, `state=${bytes}`)),
        await send(world, `${world.issuer}/login?request=${bytes}`),
        await send(world, `${world.issuer}/end_session?id_token_hint=${bytes}`),
      ];
      for (const { status } of answers) expect([303, 400]).toContain(status);
    });
  }

  test("dos-06, sess-16: no username or password breaks the sign-in page", async ({ world, rp, demo }) => {
    const browser = scriptedBrowser(world);
    const page = await browser.open((await rp.begin()).url);
    for (const password of ["\0", `${demo.password}\0`, "\ud800", "p".repeat(2_000)]) {
      const again = await browser.submit(page, signInFields({ username: `${demo.username}\u2028`, password }));
      expect(again.status).toBe(422);
      expect(isLoginPage(again)).toBe(true);
    }
    const long = await browser.submit(page, signInFields({ ...demo, password: "p".repeat(100_000) }));
    expect([400, 413, 422]).toContain(long.status);
  });

  test("dos-08: after 60 requests in one browser the cookie is small, and the last request works", async ({
    world,
    rp,
    demo,
  }) => {
    const browser = scriptedBrowser(world);
    const first = await browser.open((await rp.begin()).url);
    let last = first;
    for (let count = 0; count < 60; count += 1) last = await browser.open((await rp.begin()).url);
    const set = await browser.once(`${world.issuer}/`);
    expect(set.status).toBe(200);
    expect(isLoginPage(last)).toBe(true);

    const signedIn = await browser.submit(last, signInFields(demo));
    expect([200, 303]).toContain(signedIn.status);
    // The oldest was dropped, because a browser has at most twenty.
    expect((await browser.open(first.url)).status).toBe(400);
  });

  test("dos-07: one network may start 600 requests a minute, and no more", async ({ world, rp }) => {
    const { url } = await rp.begin();
    const headers = { [FROM_HEADER]: "203.0.113.7" };
    const statuses = new Map<number, number>();
    for (let round = 0; round < 13; round += 1) {
      const answers = await Promise.all(Array.from({ length: 50 }, () => send(world, url, { headers })));
      for (const { status } of answers) statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
    const refused = await send(world, url, { headers });
    expect(refused.status).toBe(429);
    expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0);
    expect((await send(world, url)).headers.location).toMatch(/^\/login\?request=/);
    expect(Object.fromEntries(statuses)).toEqual({ 303: 600, 429: 50 });
  });

  test("meta-02, cred-03: X-Forwarded-For of the client itself is ignored", async ({ world, rp, person }) => {
    const browser = scriptedBrowser(world);
    const page = await browser.open((await rp.begin()).url);
    const wrong = [...hiddenFields(page), ...signInFields({ ...person, password: "wrong" })] as const;
    const answers: number[] = [];
    for (let count = 0; count < 11; count += 1) {
      const headers = { "x-forwarded-for": `10.0.0.${count}`, [FROM_HEADER]: "203.0.113.8" };
      answers.push((await browser.once(`${world.issuer}/login`, { form: wrong, headers })).status);
    }
    expect(answers).toEqual([...Array.from({ length: 10 }, () => 422), 429]);

    // The owner, at another address, is not locked out.
    const right = await browser.submit(page, signInFields(person));
    expect(right.status).toBe(200);
  });
});
