import { readFileSync } from "node:fs";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { SYSTEM_FONT } from "../../../people/views/looks.ts";
import { openSettings } from "../../../platform/stores/settings.ts";
import { type Api, startApi } from "../../api/testing/api.ts";

let api: Api;
let token: string;
beforeAll(async () => {
  api = await startApi();
  token = await api.tokenOf("settings:read", "settings:write");
});
afterAll(() => api.close());
beforeEach(async () => {
  await api.rows("UPDATE setting SET value = NULL, managed_by = NULL, version = version + 1");
  await api.deps.settings.refresh();
});

const change = (body: object, ifMatch = "*") =>
  api.call("/settings", { method: "PATCH", token, body, headers: { "if-match": ifMatch } });
const putLogo = (image: Uint8Array) =>
  api.call("/settings/logo", {
    method: "PUT",
    token,
    body: { image: Buffer.from(image).toString("base64") },
    headers: { "if-match": "*" },
  });
const home = async (language = "en") =>
  (await fetch(`${api.origin}/`, { headers: { "accept-language": language } })).text();
const stylesheetOf = (html: string) => /href="(\/looks\.css\?v=[\w-]+)"/.exec(html)?.[1];
/** A PNG of 8 by 6 pixels with a comment. */
const PNG = Buffer.from(
  [
    "iVBORw0KGgoAAAANSUhEUgAAAAgAAAAGCAIAAABxZ0isAAAAFHRFWHRDb21tZW50AFNFQ1JFVCBQTEFDRfqR5asAAAAYSURBVHic",
    "Y2RgaJBjYMBELAwaDFgBPSQA+fICMBfUA3oAAAAASUVORK5CYII=",
  ].join(""),
  "base64",
);
const colors = { accent_light: "#0b6b3a", accent_dark: "#7fe0a8" };

describe("th.1: the looks are settings", () => {
  it("a page has none of them until one is set", async () => {
    const { body } = await api.call("/settings", { token });
    expect(body).toMatchObject({ service_name: null, accent_light: null, logo: null, managed_by: {} });
    expect(stylesheetOf(await home())).toBeUndefined();
    expect(await home()).toContain("<bdi>Countersign</bdi>");
  });

  it("name, links and texts are on every page, in its language", async () => {
    await change({
      service_name: "Harbour & Sons",
      privacy_url: "https://harbour.example/privacy",
      footer_text: { en: "Est. 1901", de: "Seit 1901" },
    });
    expect(await home()).toContain("<bdi>Harbour &amp; Sons</bdi>");
    expect(await home()).toContain('<a href="https://harbour.example/privacy" rel="noopener noreferrer"');
    expect([(await home()).includes("Est. 1901"), (await home("de")).includes("Seit 1901")]).toEqual([true, true]);
    expect(await home("fr")).toContain("Est. 1901");
  });

  it("colors and corners are a stylesheet of ours, which the policy of the page admits", async () => {
    await change({ ...colors, page_dark: "#000000", corner: 2 });
    const path = stylesheetOf(await home());
    const answer = await fetch(`${api.origin}${path}`);
    expect(answer.headers.get("content-type")).toBe("text/css; charset=utf-8");
    expect(answer.headers.get("cache-control")).toBe("public, max-age=300");
    expect(await answer.text()).toBe(
      ":root{--corner:2px}" +
        "@media not all and (prefers-color-scheme:dark){:root{--accent:#0b6b3a;--accent-strong:#09562e;" +
        "--accent-text:#0b6b3a;--on-accent:#ffffff}}" +
        "@media (prefers-color-scheme:dark){:root{--accent:#7fe0a8;--accent-strong:#99e6b9;" +
        "--accent-text:#7fe0a8;--on-accent:#10121a;--page:#000000}}",
    );
    const old = await fetch(`${api.origin}/looks.css?v=another`);
    expect(old.headers.get("cache-control")).toBe("no-store");
  });

  it("4.1: the font is ours, which is loaded at once, or that of the device, and then none is loaded", async () => {
    expect(await home()).toContain('as="font"');
    await change({ font: "system" });
    const html = await home();
    expect(html).not.toContain('as="font"');
    const css = await (await fetch(`${api.origin}${stylesheetOf(html)}`)).text();
    expect(css).toBe(`:root{--font:${SYSTEM_FONT}}`);
    const tokens = readFileSync(new URL("../../../../../../packages/pages/styles/tokens.css", import.meta.url), "utf8");
    const [, ours = ""] = /--font:\s*"Inter Variable", "Inter Fallback", ([^;]*);/.exec(tokens) ?? [];
    expect(SYSTEM_FONT).toBe(ours.replaceAll(/,\s+/g, ","));
    await change({ font: "inter" });
    expect(stylesheetOf(await home())).toBeUndefined();
  });

  it("a change is of what was read, and its audit row says what changed", async () => {
    const { headers } = await api.call("/settings", { token });
    const etag = headers.get("etag") ?? "";
    const changed = await change({ corner: 4, service_name: "Shop" }, etag);
    expect(changed.body).toMatchObject({ corner: 4, service_name: "Shop" });
    expect((await change({ corner: 5 }, etag)).status).toBe(412);
    expect((await api.call("/settings", { method: "PATCH", token, body: { corner: 5 } })).status).toBe(428);
    await change({ corner: null }, changed.headers.get("etag") ?? "");
    const events = await api.rows(
      "SELECT actor, detail FROM audit_event WHERE type = 'settings_changed' ORDER BY id DESC LIMIT 1",
    );
    expect(events).toEqual([{ actor: "client", detail: { before: { corner: 4 }, after: { corner: null } } }]);
  });

  it("of two changes at once, one is refused", async () => {
    const etag = (await api.call("/settings", { token })).headers.get("etag") ?? "";
    const both = await Promise.all([change({ corner: 1 }, etag), change({ corner: 2 }, etag)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 412]);
  });

  it("a setting that a configuration declares is changed there (cf.3)", async () => {
    await change({ corner: 4 });
    await api.rows("UPDATE setting SET managed_by = 'shop', version = version + 1 WHERE key = 'corner'");
    expect((await change({ corner: 5 })).status).toBe(409);
    expect((await change({ service_name: "Shop" })).body).toMatchObject({ corner: 4, managed_by: { corner: "shop" } });
  });

  it("another replica notices within seconds, and a page asks the database for nothing", async () => {
    const replica = await openSettings({ database: api.database, log: api.deps.log, refreshSeconds: 0.05 });
    await change({ service_name: "Noticed" });
    await expect.poll(() => replica.current().values.service_name, { timeout: 5000 }).toBe("Noticed");
    await replica.close();
  });
});

describe("th.1: a setting is checked", () => {
  it.each([
    ["an accent that is hard to read", { accent_light: "#8aa4ff" }, "#/accent_light"],
    ["a page that text is hard to read upon", { page_dark: "#ffffff" }, "#/page_dark"],
    ["css instead of a color", { accent_light: "red}body{background:url(//evil.example)" }, "#/accent_light"],
    ["a link by http", { terms_url: "http://shop.example/terms" }, "#/terms_url"],
    ["script instead of a link", { support_url: "javascript:alert(1)" }, "#/support_url"],
    ["an unknown setting", { stylesheet: "body{}" }, "#/stylesheet"],
    ["a text in no language", { sign_in_text: { "x y": "z" } }, "#/sign_in_text/x y"],
  ])("api-02: %s is refused, and changes nothing", async (_, body, pointer) => {
    const refused = await change(body);
    expect([refused.status, refused.body.errors?.[0].pointer]).toEqual([400, pointer]);
    expect((await api.call("/settings", { token })).body).toMatchObject({ accent_light: null, sign_in_text: null });
  });

  it("co.3: markup in texts is text", async () => {
    await change({ service_name: "<b>x</b>", footer_text: { en: "<script>alert(1)</script>" } });
    const html = await home();
    expect(html).not.toMatch(/<b>|<script>alert/);
    expect(html).toContain("&lt;b&gt;x&lt;/b&gt;");
  });
});

describe("th.1: the logo", () => {
  it("is rewritten, served from our origin, and removed", async () => {
    const { body } = await putLogo(PNG);
    expect(body.logo).toMatchObject({ media_type: "image/png", width: 8, height: 6 });
    const [, path = ""] = /<img src="(\/looks\/logo\?v=[\w-]+)" alt="Countersign" width="8"/.exec(await home()) ?? [];
    const served = await fetch(`${api.origin}${path}`);
    expect([served.headers.get("content-type"), served.headers.get("cache-control")]).toEqual([
      "image/png",
      "public, max-age=300",
    ]);
    expect(Buffer.from(await served.arrayBuffer()).toString("latin1")).not.toContain("SECRET");
    await api.call("/settings/logo", { method: "DELETE", token, headers: { "if-match": "*" } });
    expect((await fetch(`${api.origin}${path}`)).status).toBe(404);
    expect(await home()).not.toContain("/looks/logo");
  });

  it.each([
    ["SVG", Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>")],
    ["HTML", Buffer.from("<!doctype html><script>alert(1)</script>")],
    ["a picture with nothing after its signature", Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])],
    ["more than 128 KB", Buffer.concat([PNG, Buffer.alloc(131_072)])],
  ])("%s is refused", async (_, file) => {
    expect((await putLogo(file)).status).toBe(400);
  });
});

describe("th.1: looks are seen before they are saved", () => {
  const preview = (body: object) => api.call("/settings/preview", { method: "POST", token, body });

  it("on a sign-in page that can do nothing, at an address that only the administrator knows", async () => {
    const { body } = await preview({ ...colors, service_name: "Soon", sign_in_text: { en: "Welcome aboard" } });
    const url = new URL(body.url);
    const page = await fetch(`${api.origin}${url.pathname}${url.search}`);
    const html = await page.text();
    expect(html).toContain("Welcome aboard");
    expect(page.headers.get("content-security-policy")).toMatch(/default-src 'none'.*; sandbox allow-same-origin$/);
    const [, path = ""] = /href="(\/looks\.css\?draft=[\w-]{43})"/.exec(html) ?? [];
    expect(await (await fetch(`${api.origin}${path}`)).text()).toContain("--accent:#0b6b3a");
    expect(await home()).not.toContain("Soon");
    expect((await fetch(`${api.origin}/looks/preview?draft=guess`)).status).toBe(404);
    expect((await fetch(`${api.origin}/looks/preview`)).status).toBe(404);
  });

  it("in one scheme, no matter what the browser prefers", async () => {
    const { body } = await preview({ accent_light: "#0b6b3a", accent_dark: "#7fd6a0" });
    const { search } = new URL(body.url);
    const html = await (await fetch(`${api.origin}/looks/preview${search}&scheme=dark`)).text();
    const [, path = ""] = /href="(\/looks\.css\?draft=[\w-]{43}&amp;scheme=dark)"/.exec(html) ?? [];
    const cssIn = async (address: string) => (await fetch(`${api.origin}${address.replace("&amp;", "&")}`)).text();
    const dark = await cssIn(path);
    expect([dark.includes("prefers-color-scheme"), dark.includes("color-scheme:dark")]).toEqual([false, true]);
    expect(dark).toContain("@media (min-width:0){:root{--accent:#7fd6a0");
    expect(await cssIn(path.replace("dark", "light"))).toContain("@media (max-width:0){:root{--accent:#7fd6a0");
    expect(await cssIn("/looks.css?scheme=dark")).not.toContain("color-scheme:dark");
  });

  it.each([
    ["sign-in", /<main id="login">[\s\S]*Welcome aboard/],
    ["consent", /<main id="consent">[\s\S]*alice@example\.com/],
    ["account", /<main id="account"[\s\S]*Alice/],
    ["mail", /background: #0b6b3a/],
  ])("as the page that is chosen: %s", async (name, expected) => {
    const { body } = await preview({ ...colors, service_name: "Soon", sign_in_text: { en: "Welcome aboard" } });
    const { search } = new URL(body.url);
    const page = await fetch(`${api.origin}/looks/preview${search}&page=${name}&scheme=dark`);
    const html = await page.text();
    expect(html).toMatch(expected);
    expect(html).toContain("Soon");
    expect(html).not.toMatch(/prefers-color-scheme|class="notice bad"/);
    const policy = page.headers.get("content-security-policy") ?? "";
    expect(policy).toMatch(/default-src 'none'.*; sandbox allow-same-origin$/);
    expect(policy).not.toContain("script-src");
    // Only a mail has its styles in itself.
    expect(policy.includes("'unsafe-inline'")).toBe(name === "mail");
    expect((await fetch(`${api.origin}/looks/preview${search}&page=${name}x`)).status).toBe(404);
  });

  it("beside a picture, where that is the layout", async () => {
    const { body } = await preview({ layout: "split" });
    expect(await (await fetch(`${api.origin}/looks/preview${new URL(body.url).search}`)).text()).toContain(
      'class="cover"',
    );
  });

  it("39: it is framed by pages of the client that made it, and by no other page", async () => {
    const framing = async (redirectUris: readonly string[]) => {
      const program = await api.programOf("settings:write");
      await api.rows("UPDATE client SET redirect_uris = $2 WHERE id = $1", [program.id, redirectUris]);
      const own = await api.tokenFor(program);
      const { body } = await api.call("/settings/preview", { method: "POST", token: own, body: colors });
      const { headers } = await fetch(`${api.origin}/looks/preview${new URL(body.url).search}`);
      const [, ancestors] = /frame-ancestors ([^;]*);/.exec(headers.get("content-security-policy") ?? "") ?? [];
      return [ancestors, headers.get("x-frame-options")];
    };
    expect(await framing([])).toEqual(["'none'", null]);
    const uris = ["https://console.example/callback", "https://console.example/other", "com.example:/cb"];
    expect(await framing(uris)).toEqual(["https://console.example", null]);
    expect((await fetch(`${api.origin}/login`)).headers.get("x-frame-options")).toBe("DENY");
  });

  it("illegible looks are not shown", async () => {
    expect((await preview({ accent_light: "#ffffff" })).status).toBe(400);
  });
});
