/** Point 34 of the design's checklist, from the acts themselves: one that is not marked fails. */
import { afterEach, describe, expect, it } from "vitest";
import { answersWith } from "../testing/answers.ts";
import { startConsole, type TestConsole } from "../testing/console.ts";
import { attribute } from "../testing/forms.ts";
import { EVERY_SCOPE, sampleAddress, tabsIn } from "../testing/pages.ts";
import { operationOf } from "./operations-of-acts.ts";
import { SCREENS } from "./screens.ts";

/** An act is destructive if its name or the operation that it calls begins so. */
const ENDS = /^(?:cancel|delete|disable|end|leave|remove|replace-secret|reset|revoke|take|withdraw)/;

/** Those that are not red, and why. */
const NOT_RED: Readonly<Record<string, string>> = {
  "end-session": "a sign-out: the person signs in again",
  "end-sessions": "a sign-out, too",
  "end-secret": "a secret that ends by itself within hours; the question before it is red",
  cancel: "an import that has not begun: nothing is lost",
  "remove-logo": "a form of Appearance beside that which uploads another one",
};

/** Pages that ask once more: they are about nothing else. */
const ASKING = /\/(?:delete|reset-factors)$/;
const PLACES = [
  '<section [^>]*class="card danger"[\\s\\S]*?</section>',
  '<details class="menu[\\s\\S]*?</details>',
  '<form class="bulk"[\\s\\S]*?</form>',
].join("|");

let console: TestConsole;
afterEach(() => console.close());

async function pagesOf(path: string): Promise<readonly string[]> {
  console = await startConsole({ scopes: EVERY_SCOPE, answers: answersWith("x") });
  const address = sampleAddress(path);
  const textAt = async (place: string) => (await console.get(place)).text();
  const first = await textAt(address);
  return [first, ...(await Promise.all(tabsIn(first).map(textAt)))];
}

const isDestructive = (path: string, act: string) => ENDS.test(act) || ENDS.test(operationOf(path, act) ?? "");

/** The buttons of destructive acts, and the links to the pages that do them. */
const endingIn = (path: string, html: string) =>
  [...html.matchAll(/<(?:button|a)\b[^>]*>/g)]
    .map(([tag]) => tag)
    .filter((tag) => {
      if (tag.startsWith("<a")) return ASKING.test(attribute(tag, "href") ?? "") && !tag.includes("aria-current");
      const act = attribute(tag, "value") ?? "";
      return attribute(tag, "name") === "act" && isDestructive(path, act) && !(act in NOT_RED);
    });
const isRed = (tag: string) => /class="(?:[^"]* )?danger[" ]/.test(tag);

describe("34: every destructive act is red, and in a danger zone or a menu", () => {
  const seen = new Set<string>();

  it.each(SCREENS.map(({ path }) => path))("%s", async (path) => {
    for (const html of await pagesOf(path)) {
      const ending = endingIn(path, html);
      for (const tag of ending) seen.add(attribute(tag, "value") ?? "link");
      expect(ending.filter((tag) => !isRed(tag))).toEqual([]);
      if (!ASKING.test(path)) expect(endingIn(path, html.replaceAll(new RegExp(PLACES, "g"), ""))).toEqual([]);
    }
  });

  it("the samples have every destructive act", async () => {
    console = await startConsole({ scopes: EVERY_SCOPE, answers: answersWith("x") });
    const all = SCREENS.flatMap(({ path, acts = {} }) =>
      Object.keys(acts).filter((act) => isDestructive(path, act) && !(act in NOT_RED)),
    );
    expect(all.length).toBeGreaterThan(20);
    expect([...new Set(all)].filter((act) => !seen.has(act))).toEqual([]);
  });
});
