import { afterAll, beforeAll, expect, it } from "vitest";
import { type Answer, type Browser, openBrowser } from "../../../testing/browser.ts";
import { type Service, startService } from "../../../testing/service.ts";

let service: Service;
let browser: Browser;
beforeAll(async () => {
  service = await startService({ settings: { MAIL_FROM: "no-reply@auth.example" } });
  browser = openBrowser(service.origin);
});
afterAll(() => service.close());

const choose = (page: Answer, path: string, language: string) =>
  browser.submit(page, path, { action: "language", language });

it("10: the page for a forgotten password is shown in the language that is chosen on it, and leads back", async () => {
  const page = await browser.get("/forgot-password");
  expect(page.body).toContain('<a id="back" href="/account">');
  expect((await choose(page, "/forgot-password", "de")).headers.get("location")).toBe("/forgot-password");
  const chosen = await browser.get("/forgot-password");
  expect(chosen.body).toContain('<html lang="de"');
  expect((await choose(chosen, "/forgot-password", "xx")).headers.get("location")).toBe("/forgot-password");
  expect((await browser.get("/forgot-password")).body).toContain('<html lang="de"');
});

it("10: so is the page of the link, and the link goes on to count", async () => {
  await browser.submit(await browser.get("/forgot-password"), "/forgot-password", { email: "alice@example.org" });
  const link = (await service.mails()).find(({ kind }) => kind === "reset-link")?.parameters.link ?? "";
  const page = await browser.follow(await browser.get(link));
  expect(page.body).toContain('<html lang="de"');
  expect((await choose(page, "/reset-password", "en")).headers.get("location")).toBe("/reset-password");
  const again = await browser.get("/reset-password");
  expect(again.body).toContain('<html lang="en"');
  const done = await browser.submit(again, "/reset-password", { "new-password": "a mountain and a river" });
  expect(done.body).toContain('id="reset-done"');
});
