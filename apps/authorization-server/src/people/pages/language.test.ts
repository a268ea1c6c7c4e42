import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Answer, type Browser, openBrowser } from "../../../testing/browser.ts";
import { type Service, startService } from "../../../testing/service.ts";

let service: Service;
let browser: Browser;
beforeAll(async () => {
  service = await startService({ settings: { MAIL_FROM: "no-reply@auth.example", SIGN_UP: "open" } });
  browser = openBrowser(service.origin);
});
afterAll(() => service.close());

const HTML = { accept: "text/html" };
const choose = ({ body }: Answer, language: string) => {
  const [, to = ""] = /name="to" value="([^"]*)"/.exec(body) ?? [];
  return browser.post("/language", { to: to.replaceAll("&amp;", "&"), language });
};

describe("10: a page without a token is shown again in the language that is chosen on it", () => {
  it.each([
    ["/", "home"],
    ["/signed-out", "signed-out"],
    ["/nowhere?a=1", "not-found"],
    ["/device/done?end=denied", "device-done"],
    ["/reset-password", "reset-invalid"],
    ["/invitation", "invitation"],
    ["/verify-email", "verify-email"],
    ["/undo-email", "undo-email"],
    ["/account/keep", "account-keep"],
    ["/forgot-password?sent=yes", "reset-sent"],
  ])("%s", async (path, id) => {
    for (const language of ["fr", "de"]) {
      const chosen = await choose(await browser.get(path, HTML), language);
      expect(chosen.status).toBe(303);
      const again = await browser.get(chosen.location ?? "", HTML);
      expect(again.body).toContain(`<html lang="${language}"`);
      expect(again.body).toContain(`<main id="${id}">`);
    }
  });

  it("and a request that is over goes on where it begins again", async () => {
    const page = await browser.get("/login?request=unknown");
    expect(page.body).not.toContain('name="to"');
  });
});

describe("the form leads to no other host, and is not taken from another site", () => {
  it.each(["https://evil.example/", "//evil.example/", "/\\evil.example", "evil", "", "/a b", "/é"])(
    "%j",
    async (to) => {
      const answer = await browser.post("/language", { to, language: "es" });
      expect([answer.status, answer.headers.get("location")]).toEqual([303, "/"]);
    },
  );

  it("an unknown language changes nothing", async () => {
    const { headers } = await browser.post("/language", { to: "/", language: "tlh" });
    expect(headers.get("set-cookie")).toBeNull();
  });

  it("a form of another site is refused", async () => {
    const answer = await fetch(`${service.origin}/language`, {
      method: "POST",
      redirect: "manual",
      headers: { origin: "https://evil.example", "sec-fetch-site": "cross-site" },
      body: new URLSearchParams({ to: "/", language: "de" }),
    });
    expect([answer.status, answer.headers.get("set-cookie")]).toEqual([403, null]);
  });
});
