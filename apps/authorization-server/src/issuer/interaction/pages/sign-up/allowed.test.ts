/** Who may create an account, as the deployment sets it. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Browser, openBrowser } from "../../../../../testing/browser.ts";
import { authorizationOf } from "../../../../../testing/flows.ts";
import { type Service, startService } from "../../../../../testing/service.ts";
import { environment } from "../../../../config.ts";
import { signUpPolicy } from "../../../../people/sign-in/sign-up-policy.ts";

const MAIL = { MAIL_URL: "smtp://127.0.0.1:2525" };

async function loginOf(service: Service) {
  const browser = openBrowser(service.origin);
  const page = await browser.follow(await browser.get(authorizationOf("webClient")));
  return { browser, page };
}
const handleIn = (body: string) => /name="request" value="([^"]+)"/.exec(body)?.[1] ?? "";
async function prompts(service: Service) {
  const response = await fetch(`${service.origin}/.well-known/openid-configuration`);
  return ((await response.json()) as Record<string, unknown>).prompt_values_supported;
}

describe.each(["closed", "invited"])("signup-10: SIGN_UP=%s", (mode) => {
  let service: Service;
  beforeAll(async () => {
    service = await startService({ settings: mode === "closed" ? {} : { ...MAIL, SIGN_UP: mode } });
  });
  afterAll(() => service.close());

  it("has no pages on which to begin", async () => {
    const { browser, page } = await loginOf(service);
    const request = handleIn(page.body);
    for (const path of ["/sign-up", "/sign-up/code", "/verify-email"]) {
      expect((await browser.get(`${path}?request=${request}`)).status, path).toBe(404);
      expect((await browser.post(path, { request, email: "a@b.example" })).status, path).toBe(404);
    }
  });

  it("shows no button, and a form that was made by hand signs in", async () => {
    const { browser, page } = await loginOf(service);
    expect(page.body).not.toContain("sign-up");
    const answer = await browser.follow(await browser.submit(page, "/login", { action: "sign-up" }));
    expect([answer.status, answer.body.includes('id="password"')]).toEqual([422, true]);
  });

  it("refuses prompt=create with invalid_request, and does not announce it", async () => {
    const browser = openBrowser(service.origin);
    const answer = await browser.get(authorizationOf("webClient", { prompt: "create" }));
    expect(answer.location?.origin).toBe("https://rp.example");
    expect(answer.location?.searchParams.get("error")).toBe("invalid_request");
    expect(await prompts(service)).toEqual(["none", "login", "consent", "select_account"]);
  });
});

describe("SIGN_UP=open", () => {
  let service: Service;
  let browser: Browser;
  beforeAll(async () => {
    const settings = {
      ...MAIL,
      SIGN_UP: "open",
      SIGN_UP_DOMAINS: "Corp.Example, bücher.example",
      SIGN_UP_MINIMUM_AGE: "16",
    };
    service = await startService({ settings });
  });
  afterAll(() => service.close());

  it("OIDC Prompt Create 1.0 §4: prompt=create opens the sign-up, and discovery announces it", async () => {
    browser = openBrowser(service.origin);
    const page = await browser.follow(await browser.get(authorizationOf("webClient", { prompt: "create" })));
    expect(page.body).toContain('id="email"');
    expect(await prompts(service)).toContain("create");
  });

  it("prompt=create cannot be combined with none", async () => {
    const answer = await openBrowser(service.origin).get(authorizationOf("webClient", { prompt: "create none" }));
    expect(answer.location?.searchParams.get("error")).toBe("invalid_request");
  });

  it.each([
    ["a@corp.example", 303],
    ["b@CORP.example", 303],
    ["a@xn--bcher-kva.example", 303],
    ["a@corp.example.evil.example", 422],
    ["a@corp.example@evil", 422],
    ["a@sub.corp.example", 422],
    ["a@evilcorp.example", 422],
  ])("signup-13: with a list of domains, %s gives %i", async (email, status) => {
    const { browser: own, page } = await loginOf(service);
    const address = await own.follow(await own.submit(page, "/login", { action: "sign-up" }));
    expect((await own.submit(address, "/sign-up", { email, action: "continue" })).status).toBe(status);
  });
});

describe("the settings", () => {
  const BASE = {
    ISSUER: "https://auth.example",
    DATABASE_URL: "postgres://localhost/x",
    KEY_ENCRYPTION_KEYS: `k1:${"A".repeat(43)}`,
    USERINFO_RESOURCE: "https://api.example",
  };
  const policy = (settings: Record<string, string>) => signUpPolicy(environment.parse({ ...BASE, ...settings }));

  it.each(["invited", "open"])("SIGN_UP=%s without MAIL_URL ends the start", (mode) => {
    expect(() => policy({ SIGN_UP: mode })).toThrow(`SIGN_UP=${mode} needs MAIL_URL`);
  });

  it("sign-up is off by default", () => {
    expect(policy(MAIL)).toMatchObject({ isOpen: false, takesInvitations: false });
  });

  it.each([
    { SIGN_UP: "yes" },
    { SIGN_UP_DOMAINS: "corp" },
    { SIGN_UP_DOMAINS: "*.corp.example" },
    { SIGN_UP_DOMAINS: "a@corp.example" },
    { SIGN_UP_MINIMUM_AGE: "0" },
  ])("%j is refused", (settings) => {
    expect(() => policy(settings)).toThrow();
  });
});
