import { openAssets } from "@countersign/pages";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openBrowser } from "../../../testing/browser.ts";
import { authorizationOf, signIn } from "../../../testing/flows.ts";
import { type Service, startService } from "../../../testing/service.ts";

let service: Service;
beforeAll(async () => {
  service = await startService();
  await service.rows("UPDATE client SET accent_light = '#0b6b3a', accent_dark = '#7fe0a8' WHERE id = 'webClient'");
});
afterAll(() => service.close());

const css = async (query: Record<string, string>) => {
  const response = await fetch(`${service.origin}/looks/accent.css?${new URLSearchParams(query)}`);
  return { type: response.headers.get("content-type"), body: await response.text() };
};
const setting = async (name: string, value: unknown) => {
  const text = JSON.stringify(value);
  await service.rows(
    `INSERT INTO setting (key, value, version, changed_at) VALUES ('${name}', '${text}', 1, now())
     ON CONFLICT (key) DO UPDATE SET value = excluded.value, version = setting.version + 1`,
  );
  await service.deps.settings.refresh();
};

describe("th.7: a client has colors of its own, and nothing else", () => {
  it("its sign-in and consent pages link a stylesheet of ours after the others", async () => {
    const browser = openBrowser(service.origin);
    const login = await browser.follow(await browser.get(authorizationOf("webClient")));
    const consent = await signIn(browser, await browser.get(authorizationOf("webClient")));
    for (const { body } of [login, consent]) {
      const [sheet = ""] = /\/looks\/accent\.css\?[^"]+/.exec(body) ?? [];
      const response = await fetch(`${service.origin}${sheet.replaceAll("&amp;", "&")}`);
      expect(response.headers.get("content-type")).toBe("text/css; charset=utf-8");
      expect(await response.text()).toMatch(/--accent:#0b6b3a;.*--accent:#7fe0a8;/);
    }
  });

  it("pages of another client, and our own, have none", async () => {
    const browser = openBrowser(service.origin);
    const other = await browser.follow(await browser.get(authorizationOf("publicClient")));
    for (const { body } of [other, await browser.get("/")]) expect(body).not.toContain("accent.css");
  });

  it("a client cannot style our warnings: it sets only the accent, and no warning has it", async () => {
    const { body } = await css({ light: "#0b6b3a", dark: "#7fe0a8" });
    const ofAccent = ["--accent", "--accent-strong", "--accent-text", "--on-accent"];
    expect(new Set(body.match(/--[\w-]+/g))).toEqual(new Set(ofAccent));
    const style = openAssets([]).find("style.css")?.body.toString() ?? "";
    const rules = [...style.matchAll(/^([^@{}]*)\{([^{}]*)\}/gm)];
    const ofWarnings = rules.filter(([, selector = ""]) => /\.(?:problem|warn|bad)\b/.test(selector));
    expect(ofWarnings.length).toBeGreaterThan(2);
    for (const [rule] of ofWarnings) expect(rule).not.toContain("--accent");
  });

  it.each([
    { light: "red" },
    { light: "#0B6B3A" },
    { light: "#0b6b3a;}body{display:none" },
    { dark: "url(//evil.example)" },
    { light: "#ffffff" },
    { dark: "#000000" },
    { other: "#0b6b3a" },
  ])("an address with %j is an empty stylesheet", async (query) => {
    expect((await css(query)).body).toBe("");
  });

  it("one that cannot be read on the page of this deployment is left out", async () => {
    expect((await css({ light: "#177d47" })).body).toContain("#177d47");
    await setting("page_light", "#eceef5");
    expect((await css({ light: "#177d47" })).body).toBe("");
    await setting("page_light", null);
  });
});
