/** What a session, a consent and a log must not reveal: RFC 9700 §4, RFC 8252 §8.6, RFC 6819 §5.1.5.4. */
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { authorize, isLoginPage, scriptedBrowser, signInFields } from "../../support/browser/scripted-browser.ts";
import { json } from "../../support/http.ts";
import { expect, test } from "../../support/test.ts";
import { basic, freshCode, tokenRequest } from "../../support/token-endpoint.ts";

test.describe("OIDC Core §3.1.2.1: id_token_hint", () => {
  test("authz-18: a hint of another person yields no code for the signed-in person", async ({
    world,
    rp,
    demo,
    person,
  }) => {
    const { form } = await freshCode(world, rp, person);
    const { id_token: hint } = json(await tokenRequest(world, form, basic(rp)));

    const browser = scriptedBrowser(world);
    await authorize(browser, (await rp.begin()).url, demo);
    const answer = await browser.open((await rp.begin({ prompt: "none", id_token_hint: String(hint) })).url);
    expect(new URL(answer.url).searchParams.get("error")).toBe("login_required");
    expect(new URL(answer.url).searchParams.has("code")).toBe(false);
  });
});

test.describe("pages lead only back to the request", () => {
  for (const next of ["//evil.test", "/\\evil.test", "/%5cevil.test", "/ /evil.test", "https:evil.test"]) {
    test(`sess-12: after sign-in the browser is not redirected to ${next}`, async ({ world, rp, demo }) => {
      const browser = scriptedBrowser(world);
      const names = ["next", "return_to", "returnTo", "redirect", "continue", "url"];
      const strangers = names.map((name) => [name, next] as const);
      const page = await browser.open(
        `${(await rp.begin()).url}&${new URLSearchParams(strangers.map(([n, v]) => [n, v]))}`,
      );
      expect(isLoginPage(page)).toBe(true);
      const after = await browser.submit(page, [...strangers, ...signInFields(demo)]);
      expect([world.issuer, new URL(rp.redirectUri).origin]).toContain(new URL(after.url).origin);
    });
  }
});

test.describe("consent", () => {
  test("consent-03: a client that any app could impersonate is never answered without a page", async ({
    world,
    rp,
    operator,
    demo,
  }) => {
    const redirectUri = "http://127.0.0.1/cb";
    const native = ["--application-type", "native", "--token-endpoint-auth-method", "none", "--name", "Native"];
    const { clientId } = await operator.addClient(...native, "--redirect-uri", redirectUri);
    const request = { client_id: clientId, redirect_uri: redirectUri };
    const browser = scriptedBrowser(world);
    const first = await authorize(browser, (await rp.begin(request)).url, demo);
    expect(first.searchParams.get("code")).toMatch(/\S/);

    const again = await browser.open((await rp.begin(request)).url);
    expect(again.status).toBe(200);
    expect(again.body).toContain('id="allow"');
    const silent = await browser.open((await rp.begin({ ...request, prompt: "none" })).url);
    expect(new URL(silent.url).searchParams.get("error")).toBe("consent_required");
  });

  test("consent-06, consent-10: a name is text, and the host of the response is shown beside it", async ({
    world,
    rp,
    operator,
  }) => {
    const name = '<b id="x">Sample client</b>';
    const client = await operator.addClient("--name", name, "--redirect-uri", rp.redirectUri);
    const page = await scriptedBrowser(world).open((await rp.begin({ client_id: client.clientId })).url);
    expect(page.body).not.toContain('<b id="x">');
    expect(page.body).toContain("&lt;b id=");
    expect(page.body).toContain(new URL(rp.redirectUri).host);
  });

  for (const [what, name] of [
    ["a right-to-left override", "Sample\u202Eclient"],
    ["a line break", "Sample\nclient"],
    ["5 000 characters", "x".repeat(5_000)],
  ] as const) {
    test(`consent-06: a name with ${what} is not registered`, async ({ operator, rp }) => {
      await expect(operator.addClient("--name", name, "--redirect-uri", rp.redirectUri)).rejects.toThrow(/client_name/);
    });
  }
});

const LARGEST_LOG = 2 ** 26;

test.describe("RFC 6819 §5.1.5.4: logs", () => {
  test("resp-14: contain no code, token, password, secret or verifier of a whole flow", async ({
    world,
    rp,
    person,
  }) => {
    const { form, callback, url } = await freshCode(world, rp, person);
    const tokens = json(await tokenRequest(world, form, basic(rp)));
    await tokenRequest(world, form, basic(rp)); // A replay is logged as well.
    const browser = scriptedBrowser(world);
    await browser.submit(await browser.open(url), signInFields({ ...person, password: `${person.password}!` }));
    await browser.once(`${world.issuer}/end_session?id_token_hint=${tokens.id_token}`);

    const [program, ...args] = world.logCommand;
    const readLog = async () => (await promisify(execFile)(program, args, { maxBuffer: LARGEST_LOG })).stdout;
    await expect.poll(async () => (await readLog()).includes(`"clientId":"${rp.clientId}"`)).toBe(true);
    const log = await readLog();
    const secrets = [
      callback.searchParams.get("code"),
      form.code_verifier,
      person.password,
      rp.clientSecret,
      String(tokens.access_token).split(".")[2],
      String(tokens.id_token).split(".")[2],
    ];
    for (const secret of secrets) {
      expect(secret).toMatch(/\S{20}/);
      expect(log.includes(secret ?? "")).toBe(false);
    }
  });
});
