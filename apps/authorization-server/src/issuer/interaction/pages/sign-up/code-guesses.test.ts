import { afterAll, beforeAll, expect, it } from "vitest";
import { type Browser, openBrowser } from "../../../../../testing/browser.ts";
import { type Service, startService } from "../../../../../testing/service.ts";

let service: Service;
beforeAll(async () => {
  service = await startService({ settings: { SIGN_UP: "open", MAIL_FROM: "no-reply@auth.example" } });
});
afterAll(() => service.close());

/** The same browser at fifty addresses. */
const fromEverywhere = (browser: Browser) =>
  Array.from({ length: 50 }, () => {
    const source = openBrowser(service.origin);
    for (const [name, value] of browser.cookies) source.cookies.set(name, value);
    return source;
  });

it("reset-10: of 1000 parallel guesses from 50 sources, five count for a code, fifteen for an address", async () => {
  let counted = 0;
  for (let round = 0; round < 4; round++) {
    const browser = openBrowser(service.origin);
    const start = await browser.follow(await browser.get("/sign-up"));
    const sent = await browser.submit(start, "/sign-up", { email: "new@example.org", action: "continue" });
    const page = await browser.follow(sent);
    const right = (await service.mails()).at(-1)?.parameters.code ?? "";
    const guess = (by: Browser, code: string) => by.submit(page, "/sign-up/code", { code, action: "confirm" });

    const sources = fromEverywhere(browser);
    const guesses = Array.from({ length: 250 }, (_, index) =>
      guess(sources[index % 50] ?? browser, String((Number(right) + 1 + index) % 1_000_000).padStart(6, "0")),
    );
    const wrong = (await Promise.all(guesses)).filter(({ body }) => body.includes("That code didn’t work"));
    expect(wrong.length).toBeLessThanOrEqual(5);
    counted += wrong.length;
    expect((await guess(browser, right)).status).not.toBe(303);
    service.pass(61); // the next mail to this address
  }
  expect([counted >= 5, counted <= 15]).toEqual([true, true]);
}, 120_000);
