import { afterEach, expect, it } from "vitest";
import { answersWith } from "../../testing/answers.ts";
import { startConsole, type TestConsole } from "../../testing/console.ts";
import type { Screen } from "../screen.ts";
import { SCREENS } from "../screens.ts";

let console: TestConsole;
afterEach(() => console.close());

const scopes = SCREENS.flatMap(({ needs }) => needs ?? []);
const addressOf = ({ path }: Screen) => path.replace(/:\w+/g, "00000000-0000-4000-8000-000000000001");

/** The answers of a deployment, where every list has a page before this one and a page after it. */
const withPages = Object.fromEntries(
  Object.entries(answersWith("x")).map(([operation, answer]) => [
    operation,
    operation.startsWith("list") ? { ...(answer as object), previous_cursor: "before", next_cursor: "after" } : answer,
  ]),
);

const ofPage = (html: string) =>
  [...html.matchAll(/<a class="button small" id="(previous|next)"[^>]*href="([^"]+)"/g)].map(([, name, href = ""]) => {
    const { pathname, searchParams } = new URL(href.replaceAll("&amp;", "&"), "http://console.example");
    return [name, pathname, searchParams.get("cursor"), searchParams.get("q"), searchParams.get("done")];
  });

const PAGED = [
  ...["/people", "/people/invitations", "/imports", "/imports/:id", "/groups", "/groups/:id", "/groups/:id/add"],
  ...["/organizations/:organization/groups/:group", "/organizations/:organization/groups/:group/add"],
  ...["/organizations", "/organizations/:organization", "/organizations/:organization/add"],
  ...["/clients", "/sessions", "/audit", "/settings/mails"],
  ...["/settings/exchange-policies", "/settings/hooks", "/settings/trusted-issuers", "/settings/webhooks"],
  ...["/settings/webhooks/:id", "/settings/blocked-addresses", "/roles", "/settings", "/roles/:id/add"],
];

it("23: every list leads to the page before and to the page after, with the same filter", async () => {
  console = await startConsole({ scopes, answers: withPages });
  const found: string[] = [];
  for (const screen of SCREENS) {
    const address = addressOf(screen);
    const html = await (await console.get(`${address}?q=part&cursor=here&done=saved`)).text();
    const pages = ofPage(html);
    if (pages.length === 0) continue;
    found.push(screen.path);
    expect(pages).toEqual([
      ["previous", address, "before", "part", null],
      ["next", address, "after", "part", null],
    ]);
  }
  expect(found).toEqual(PAGED);
});
