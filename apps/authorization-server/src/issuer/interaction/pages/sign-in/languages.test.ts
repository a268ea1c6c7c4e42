import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Browser, openBrowser } from "../../../../../testing/browser.ts";
import { metadata, pathOf, registered, send } from "../../../../../testing/clients/registration.ts";
import { advance, authorizationOf } from "../../../../../testing/flows.ts";
import { type Service, startService } from "../../../../../testing/service.ts";
import { password } from "../../../../../testing/world.ts";

let service: Service;
let browser: Browser;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());
beforeEach(() => {
  browser = openBrowser(service.origin);
});

const langOf = (body: string) => /<html lang="([^"]*)"/.exec(body)?.[1];
const german = { accept: "text/html", "accept-language": "se;q=0.9, de-AT;q=0.8, fr;q=0.1" };

/** The sign-in page for a request in this browser. */
async function loginPage(changes: Record<string, string>, headers: Record<string, string> = {}) {
  const { location } = await browser.get(authorizationOf("webClient", changes), headers);
  return browser.get(location ?? "", headers);
}

describe("OIDC Core §3.1.2.1: the language of the pages", () => {
  it.each<[string, Record<string, string>, Record<string, string>, string]>([
    ["of ui_locales", { ui_locales: "fr-CA fr en" }, {}, "fr"],
    ["of ui_locales, which take precedence over the browser", { ui_locales: "zh" }, german, "zh-Hans"],
    ["of the browser, by its preference (RFC 9110 §12.5.4)", {}, german, "de"],
    ["of the browser if no language of ui_locales is available", { ui_locales: "se sv" }, german, "de"],
    ["English if no language is requested", {}, {}, "en"],
    [
      "English if no requested language is available (oidcc-ui-locales)",
      { ui_locales: "se" },
      { "accept-language": "*" },
      "en",
    ],
    ["not affected by claims_locales, which is no error", { claims_locales: "se" }, {}, "en"],
  ])("is %s", async (_, changes, headers, lang) => {
    const page = await loginPage(changes, headers);
    expect([page.status, langOf(page.body)]).toEqual([200, lang]);
  });

  it.each(['en"><script>', "__proto__ constructor", "../../etc/passwd", "de\u0000", "*", `${"x".repeat(3000)} de`])(
    "authz-20: %j changes only the language, and is not repeated on the page",
    async (ui_locales) => {
      const page = await loginPage({ ui_locales });
      expect(page.status).toBe(200);
      expect(langOf(page.body)).toMatch(/^(?:en|de)$/);
      expect(page.body).not.toMatch(/<script>|__proto__|passwd|xxxx/);
    },
  );

  it("is that of the request on each of its pages", async () => {
    const page = await loginPage({ ui_locales: "es" });
    const again = await browser.submit(page, "/login", { username: "alice", password: "wrong", action: "sign-in" });
    expect([again.status, langOf(again.body)]).toEqual([422, "es"]);
    const consent = await browser.follow(
      await browser.submit(again, "/login", { username: "alice", password, action: "sign-in" }),
    );
    expect(consent.body).toContain('action="/consent"');
    expect(langOf(consent.body)).toBe("es");
  });

  it("is the one that the person chooses on a page of the request", async () => {
    const page = await loginPage({ ui_locales: "es" });
    const form = { action: "language", language: "fr" };
    const chosen = await browser.follow(await browser.submit(page, "/login", form));
    expect([chosen.body.includes('id="sign-in"'), langOf(chosen.body)]).toEqual([true, "fr"]);
    const consent = await browser.follow(
      await browser.submit(chosen, "/login", { username: "alice", password, action: "sign-in" }),
    );
    expect([consent.body.includes('action="/consent"'), langOf(consent.body)]).toEqual([true, "fr"]);
    const again = await browser.follow(await browser.submit(consent, "/consent", { ...form, language: "zh" }));
    expect([again.body.includes('action="/consent"'), langOf(again.body)]).toEqual([true, "zh-Hans"]);
    expect(again.body).toContain('value="zh" lang="zh" aria-current="true">');
  });

  it.each(["xx", "", "../en", "en; domain=evil.example", "__proto__"])(
    "stays as it is if a form names %j",
    async (language) => {
      const page = await loginPage({ ui_locales: "es" });
      const answer = await browser.submit(page, "/login", { action: "language", language });
      expect(answer.headers.getSetCookie().join()).not.toContain("language");
      expect(langOf((await browser.follow(answer)).body)).toBe("es");
    },
  );

  it("csrf: is not chosen by a form of another site", async () => {
    await loginPage({});
    const answer = await browser.post(
      "/login",
      { action: "language", language: "fr" },
      { origin: "https://evil.example" },
    );
    expect([answer.status, answer.headers.getSetCookie().join()]).toEqual([400, ""]);
  });

  it("is that of the request on pages about its errors, which contain the error code", async () => {
    const page = await browser.get(authorizationOf("webClient", { client_id: "unknown", ui_locales: "zh" }), german);
    expect([page.status, langOf(page.body)]).toEqual([400, "zh-Hans"]);
    expect(page.body).toContain('<code id="error-code">invalid_request</code>');
  });

  it.each([
    ["/", 200],
    ["/signed-out", 200],
    ["/nothing-here", 404],
    ["/login?request=over", 400],
    ["/consent", 400],
  ])("is that of the browser at %s", async (path, status) => {
    const page = await browser.get(path, german);
    expect([page.status, langOf(page.body)]).toEqual([status, "de"]);
  });
});

describe("OIDC Registration §2.1: a client in several languages", () => {
  const tagged = {
    "client_name#de": "Laden & Söhne",
    "client_name#fr-CA": "Boutique",
    "policy_uri#de": "https://new.example/datenschutz",
  };

  it("is registered as sent, and as updated (RFC 7592 §2.2)", async () => {
    const client = await registered(service, tagged);
    expect(client).toMatchObject(tagged);
    const management = { path: pathOf(client), token: client.registration_access_token };
    expect((await send(service, { ...management, method: "GET" })).body).toMatchObject(tagged);

    const body = { ...metadata, client_id: client.client_id, "client_name#es": "Tienda" };
    const replaced = (await send(service, { ...management, method: "PUT", body })).body;
    expect(Object.entries(replaced).filter(([name]) => name.includes("#"))).toEqual([["client_name#es", "Tienda"]]);
  });

  it("is named and linked in the language of the page, as text only", async () => {
    const links = { policy_uri: "https://new.example/privacy", tos_uri: "https://new.example/terms" };
    const { client_id } = await registered(service, { ...tagged, ...links, client_name: "Shop" });
    const request = { client_id, redirect_uri: "https://new.example/cb" };

    const german = await loginPage({ ...request, ui_locales: "de-AT" });
    expect(german.body).toContain("Bei Laden &amp; Söhne anmelden");
    expect(german.body).toContain('href="https://new.example/datenschutz"');
    expect(german.body).toContain('href="https://new.example/terms"');

    expect((await loginPage({ ...request, ui_locales: "fr-CA" })).body).toContain("Se connecter à Boutique");
    const french = (await loginPage({ ...request, ui_locales: "fr" })).body;
    expect(french).toContain("Se connecter à Shop");
    expect(french).toContain('href="https://new.example/privacy"');
  });
});

describe("RP-Initiated Logout §2: ui_locales", () => {
  it("is the language of the question, and of the page afterwards", async () => {
    await advance(browser, authorizationOf("webClient"));
    const question = await browser.get("/end_session?ui_locales=fr+en");
    expect(langOf(question.body)).toBe("fr");
    const done = await browser.follow(await browser.submit(question, "/end_session", {}));
    expect(langOf(done.body)).toBe("fr");
    expect(done.body).toContain("Vous êtes déconnecté");
  });
});

describe("OIDC Core §3.1.2.1: display", () => {
  it.each(["page", "popup", "touch", "wap", "hologram", 'x"><b>'])("%s is no error", async (display) => {
    const page = await loginPage({ display });
    expect(page.status).toBe(200);
    expect(page.body.includes('<body class="gate popup">')).toBe(display === "popup");
    expect(page.body).not.toContain("hologram");
  });
});

describe("OIDC Discovery §3: languages and displays", () => {
  it("are the supported ones, as canonical tags (BCP 47)", async () => {
    const { body } = await browser.get("/.well-known/openid-configuration");
    const metadata = JSON.parse(body);
    expect(metadata.ui_locales_supported).toEqual(["de", "en", "es", "fr", "zh"]);
    expect(metadata.ui_locales_supported).toEqual(Intl.getCanonicalLocales(metadata.ui_locales_supported));
    expect(metadata.display_values_supported).toEqual(["page", "popup", "touch", "wap"]);
    expect(metadata).not.toHaveProperty("claims_locales_supported");
  });
});
