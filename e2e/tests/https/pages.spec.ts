/**
 * Every page of the issuer, one by one: what it may load, who may frame it, and that input of strangers is only shown
 * as text.
 */
import type { Page } from "@playwright/test";
import { expectPage, openSite, signIn } from "../../support/browser/pages.ts";
import { allowFields, authorize, scriptedBrowser, signInFields } from "../../support/browser/scripted-browser.ts";
import { type Answer, json, send } from "../../support/http.ts";
import type { RelyingParty } from "../../support/relying-party.ts";
import { expect, test } from "../../support/test.ts";
import type { Operator } from "../../support/worlds/operator.ts";
import { type Account, siteOf, type World } from "../../support/worlds/world.ts";

interface Given {
  readonly world: World;
  readonly rp: RelyingParty;
  readonly operator: Operator;
  readonly person: Account;
  /** Parameters of the authorization request that leads to the page. */
  readonly sent?: Readonly<Record<string, string>>;
}

const STRICT =
  "default-src 'none'; style-src 'self'; img-src 'self'; font-src 'self'; base-uri 'none'; frame-ancestors 'none'";
const SCRIPTED = `${STRICT}; script-src 'self'`;

const signedIn = async ({ world, rp, person }: Given) => {
  const browser = scriptedBrowser(world);
  await authorize(browser, (await rp.begin()).url, person);
  return browser;
};
const at = (path: string) => async (given: Given) => (await signedIn(given)).open(`${given.world.issuer}${path}`);

/** Pages that no authorization request leads to, and that are isolated from their opener. */
const APART = ["home", "not-found", "sign-out-page", "signed-out", "signing-out"];

/** Each page by the id of its main part, its policy, and the steps that lead to it. */
const PAGES: readonly (readonly [id: string, policy: string, open: (given: Given) => Promise<Answer>])[] = [
  ["login", SCRIPTED, async ({ world, rp, sent }) => scriptedBrowser(world).open((await rp.begin(sent)).url)],
  [
    "consent",
    STRICT,
    async ({ world, rp, person, sent }) => {
      const browser = scriptedBrowser(world);
      return browser.submit(await browser.open((await rp.begin(sent)).url), signInFields(person));
    },
  ],
  [
    "select-account",
    STRICT,
    async (given) =>
      (await signedIn(given)).open((await given.rp.begin({ ...given.sent, prompt: "select_account" })).url),
  ],
  ["error", STRICT, at("/login?request=none")],
  ["error", STRICT, at(`/authorization?client_id=${encodeURIComponent("<b>nobody</b>")}`)],
  ["home", STRICT, at("/")],
  ["not-found", STRICT, at("/nothing-here")],
  ["sign-out-page", STRICT, at("/end_session")],
  ["signed-out", STRICT, at("/signed-out")],
  [
    "form-post",
    SCRIPTED,
    async (given) =>
      (await signedIn(given)).open(
        (await given.rp.begin({ ...given.sent, prompt: "none", response_mode: "form_post" })).url,
      ),
  ],
  [
    "signing-out",
    `${SCRIPTED}; frame-src https://rp2.test:`,
    async ({ world, rp, operator, person }) => {
      const told = ["--frontchannel-logout-uri", `${siteOf(world, "rp2")}/out`];
      const redirectUri = `${siteOf(world, "rp2")}/cb`;
      const client = await operator.addClient("--name", "Told", "--redirect-uri", redirectUri, ...told);
      const browser = scriptedBrowser(world);
      const request = { client_id: client.clientId, redirect_uri: redirectUri };
      await authorize(browser, (await rp.begin(request)).url, person);
      return browser.submit(await browser.open(`${world.issuer}/end_session`), []);
    },
  ],
];

/** The page as a browser parses it, without running it. */
const parsed = (page: Page, body: string) =>
  page.evaluate((html) => {
    const found = new DOMParser().parseFromString(html, "text/html");
    const all = [...found.querySelectorAll("*")];
    const attributes = all.flatMap((element) => [...element.attributes].map(({ name, value }) => ({ name, value })));
    return {
      main: found.querySelector("main")?.id,
      inlineScripts: [...found.scripts].filter((script) => !script.src || script.textContent !== "").length,
      inlineStyles: found.querySelectorAll("style, [style]").length,
      handlers: attributes.filter(({ name }) => name.startsWith("on")).length,
      scriptUrls: attributes.filter(({ value }) => /^\s*(javascript|data|vbscript):/i.test(value)).length,
      loaded: [...found.querySelectorAll("script[src], img[src], link[href]")].map(
        (element) => element.getAttribute("src") ?? element.getAttribute("href"),
      ),
      strangers: found.querySelectorAll("[data-injected], object, embed, base").length,
    };
  }, body);

test.describe("RFC 9700 §4.16, resp-12: every page", () => {
  for (const [index, [id, policy, open]] of PAGES.entries()) {
    test(`${id} (${index}) has its headers, and only script files of ours`, async ({
      page,
      world,
      rp,
      operator,
      person,
    }) => {
      const { headers, body } = await open({ world, rp, operator, person });
      // If clients are framed, the port of their site follows.
      const sent = String(headers["content-security-policy"]).replace(/(?<=frame-src [^;]*:)\d+$/, "");
      expect(sent).toBe(policy);
      expect(headers).toMatchObject({
        "referrer-policy": "no-referrer",
        "cache-control": "no-store",
        "x-frame-options": "DENY",
        "x-content-type-options": "nosniff",
        "content-type": "text/html; charset=utf-8",
        "cross-origin-resource-policy": "same-origin",
      });
      expect(headers["cross-origin-opener-policy"]).toBe(APART.includes(id) ? "same-origin" : undefined);
      expect(headers["strict-transport-security"]).toMatch(/^max-age=\d{8}/);
      expect(headers).not.toHaveProperty("access-control-allow-origin");

      const { loaded, main, ...rest } = await parsed(page, body);
      expect(main).toBe(id);
      expect(rest).toEqual({ inlineScripts: 0, inlineStyles: 0, handlers: 0, scriptUrls: 0, strangers: 0 });
      for (const url of loaded) expect(url).toMatch(/^\/(assets|logo)\//);
    });
  }

  test("only the session iframe may be framed, and it can only run our script and connect to us", async ({
    page,
    world,
  }) => {
    const { headers, body } = await send(world, `${world.issuer}/session/check`);
    expect(headers["content-security-policy"]).toBe(
      "default-src 'none'; script-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'",
    );
    expect(headers).not.toHaveProperty("x-frame-options");
    expect(headers["referrer-policy"]).toBe("no-referrer");
    const { inlineScripts, handlers, strangers } = await parsed(page, body);
    expect({ inlineScripts, handlers, strangers }).toEqual({ inlineScripts: 0, handlers: 0, strangers: 0 });
    expect(body).not.toContain("<form");
  });
});

test.describe("sess-11: in a frame of another site", () => {
  const framed = async (page: Page, world: World, url: string) => {
    await openSite(page, world, "evil", `<iframe id=ours src="${url.replaceAll("&", "&amp;")}"></iframe>`);
    await page.waitForLoadState("networkidle");
    const address = () =>
      page
        .frames()
        .find((one) => one !== page.mainFrame())
        ?.url() ?? "";
    // It is empty until the frame has loaded, with or without content.
    await expect.poll(address).not.toBe("");
    return address();
  };

  for (const path of ["/", "/signed-out", "/nothing-here", "/login?request=none", "/authorization"]) {
    test(`${path} is not shown`, async ({ page, world }) => {
      expect(await framed(page, world, `${world.issuer}${path}`)).toMatch(/^chrome-error:/);
    });
  }

  test("no request starts there, and no response is posted from there", async ({ page, world, rp }) => {
    for (const sent of [{}, { prompt: "select_account" }, { prompt: "none", response_mode: "form_post" }])
      expect(await framed(page, world, (await rp.begin(sent)).url)).toMatch(/^chrome-error:/);
  });

  test("the session iframe is shown", async ({ page, world }) => {
    expect(await framed(page, world, `${world.issuer}/session/check`)).toBe(`${world.issuer}/session/check`);
  });
});

/** The pages that show something of the request that led to them. */
const SHOWING = PAGES.filter(([id]) => ["login", "consent", "select-account", "form-post"].includes(id));

const MARKUP = `"'><img data-injected src=x onerror=alert(1)></script><script data-injected>alert(1)</script>`;

test.describe("resp-10: shown values are text, regardless of who sent them", () => {
  const SENT: readonly (readonly [string, Readonly<Record<string, string>>])[] = [
    ["login_hint", { login_hint: MARKUP }],
    ["state", { state: MARKUP }],
    ["nonce", { nonce: MARKUP }],
    ["ui_locales", { ui_locales: `${MARKUP} de` }],
    ["a scope", { scope: `openid email ${MARKUP.replaceAll(/[\s"]/g, "")}` }],
    ["the value of a claim", { claims: JSON.stringify({ userinfo: { email: { value: MARKUP } } }) }],
    ["the name of a claim", { claims: JSON.stringify({ userinfo: { [MARKUP]: null, email: null } }) }],
    ["acr_values", { acr_values: MARKUP }],
    ["display", { display: MARKUP }],
    ["an unknown parameter", { error: MARKUP, error_description: MARKUP }],
  ];
  for (const [what, sent] of SENT) {
    test(`${what}, on every page of its request`, async ({ page, world, rp, operator, person }) => {
      for (const [id, , open] of SHOWING) {
        const { body } = await open({ world, rp, operator, person, sent });
        const { strangers, handlers, inlineScripts } = await parsed(page, body);
        expect({ id, strangers, handlers, inlineScripts }).toEqual({ id, strangers: 0, handlers: 0, inlineScripts: 0 });
      }
    });
  }

  test("the names and addresses of a client, in every language", async ({ page, world, rp, operator, person }) => {
    const names = { client_name: MARKUP, "client_name#de": MARKUP, client_uri: "https://rp.test/#'onload=x" };
    const registered = await send(world, `${world.issuer}/openid/register`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        authorization: `Bearer ${await operator.addInitialAccessToken()}`,
      },
      body: JSON.stringify({ ...names, redirect_uris: [rp.redirectUri] }),
    });
    expect(registered.status, registered.body).toBe(201);
    const request = { client_id: String(json(registered).client_id), ui_locales: "de" };
    for (const [id, , open] of SHOWING) {
      const { body } = await open({ world, rp, operator, person, sent: request });
      const { strangers, handlers, scriptUrls } = await parsed(page, body);
      expect({ id, strangers, handlers, scriptUrls }).toEqual({ id, strangers: 0, handlers: 0, scriptUrls: 0 });
    }
  });

  test("the typed username, which is returned in the form", async ({ page, rp }) => {
    await page.goto((await rp.begin()).url);
    await signIn(page, { username: MARKUP, password: MARKUP });
    await expectPage(page, "login");
    await expect(page.locator("#username")).toHaveValue(MARKUP);
    await expect(page.locator("[data-injected]")).toHaveCount(0);
    await expect(page.locator("#password")).toHaveValue("");
  });
});

test.describe("RFC 6265bis §4.1.3, sess-03: every cookie", () => {
  test("belongs to this host only, and is readable by our script only if it contains no secret", async ({
    world,
    rp,
    person,
  }) => {
    const browser = scriptedBrowser(world);
    const lines: string[] = [];
    let page = await browser.open((await rp.begin()).url);
    const begun = await send(world, (await rp.begin()).url);
    lines.push(...(begun.headers["set-cookie"] ?? []));
    page = await browser.submit(page, signInFields(person));
    page = await browser.submit(page, allowFields(page));
    expect(page.status).toBe(303);

    const second = scriptedBrowser(world);
    const login = await second.open((await rp.begin()).url);
    // The form of the password comes before that of a passkey.
    const [password = ""] = login.body.split("</form>");
    const form = [...password.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)">/g)].map(
      ([, name = "", value = ""]) => [name, value] as const,
    );
    const answered = await second.once(`${world.issuer}/login`, { form: [...form, ...signInFields(person)] });
    lines.push(...(answered.headers["set-cookie"] ?? []));

    const names = lines.map((line) => /-(\w+)=/.exec(line)?.[1]).sort();
    expect(names).toEqual(["browser", "device", "request", "session", "state"]);
    for (const line of lines) {
      expect(line).toMatch(/^__Host-countersign-[0-9a-f]{8}-\w+=[\w.~-]{43,};/);
      expect(line).toMatch(/; Path=\/(;|$)/);
      expect(line).toMatch(/; Secure/);
      expect(line).not.toMatch(/; Domain/i);
      const ofScript = line.includes("-state=");
      expect(line.includes("; HttpOnly")).toBe(!ofScript);
      expect(line).toMatch(ofScript ? /; SameSite=None/ : /; SameSite=Lax/);
    }
  });

  test("sess-02: a session cookie that was planted before the sign-in is not used after it", async ({
    page,
    context,
    world,
    rp,
    person,
    demo,
  }) => {
    const evil = await context.browser()?.newContext({ ignoreHTTPSErrors: true });
    const theirs = await evil?.newPage();
    if (evil === undefined || theirs === undefined) throw new Error("no browser");
    await theirs.goto((await rp.begin()).url);
    await signIn(theirs, demo);
    const planted = (await evil.cookies(world.issuer)).filter(({ name }) => /-(session|browser)$/.test(name));
    expect(planted).toHaveLength(2);

    await context.addCookies(planted);
    await page.goto((await rp.begin({ prompt: "login" })).url);
    await signIn(page, person);
    await expectPage(page, "consent");
    const session = (await context.cookies(world.issuer)).find(({ name }) => name.endsWith("-session"))?.value;
    expect(session).not.toBe(planted.find(({ name }) => name.endsWith("-session"))?.value);
    await theirs.goto((await rp.begin({ prompt: "none" })).url);
    expect(new URL(theirs.url()).searchParams.get("error")).toBe("login_required");
    await evil.close();
  });
});
