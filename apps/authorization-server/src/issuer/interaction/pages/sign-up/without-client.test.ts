import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openBrowser } from "../../../../../testing/browser.ts";
import { type Service, startService } from "../../../../../testing/service.ts";

let service: Service;
beforeAll(async () => {
  service = await startService({ settings: { SIGN_UP: "open", MAIL_FROM: "no-reply@auth.example" } });
});
afterAll(() => service.close());

describe("a sign-up without a request of a client", () => {
  it("begins at the home page, and ends at the person's account", async () => {
    const browser = openBrowser(service.origin);
    const link = /id="sign-up"[^>]* href="([^"]+)"/.exec((await browser.get("/")).body)?.[1] ?? "";
    expect(link).toBe("/sign-up");
    const start = await browser.follow(await browser.get(link));
    const sent = await browser.submit(start, "/sign-up", { email: "new@example.org", action: "continue" });
    const code = (await service.mails()).at(-1)?.parameters.code ?? "";
    const page = await browser.follow(sent);
    const last = await browser.follow(await browser.submit(page, "/sign-up/code", { code, action: "confirm" }));
    const details = { "new-password": "mossy lantern over seven rivers", action: "create" };
    const done = await browser.follow(await browser.submit(last, "/sign-up/details", details));
    expect([done.status, done.body.includes('<main id="account"')]).toEqual([200, true]);
    expect((await browser.get("/")).body).not.toContain('id="sign-up"');
  });

  it("is neither offered nor there where sign-up is closed or by invitation", async () => {
    for (const SIGN_UP of ["closed", "invited"]) {
      const other = await startService({ settings: { SIGN_UP, MAIL_FROM: "no-reply@auth.example" } });
      const browser = openBrowser(other.origin);
      expect((await browser.get("/")).body).not.toContain('id="sign-up"');
      expect((await browser.get("/sign-up")).status).toBe(404);
      await other.close();
    }
  });
});
