/** The stylesheets of people's pages: no rule is left that no page needs. */
import { globSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { samples } from "../../support/browser/samples.ts";
import { expect, test } from "../../support/test.ts";
import { ROOT } from "../../support/worlds/ecosystem.ts";

const VIEWS = join(ROOT, "apps/authorization-server/src/people/views");
/** The parts that only pages of people have. The other parts serve the console, too. */
const OF_PEOPLE = ["asks", "gate", "party", "ways", "chip", "answers", "codes", "foot", "narrow"];
const FILES = [
  ...OF_PEOPLE.map((name) => join(ROOT, "packages/pages/styles", `${name}.css`)),
  ...globSync(join(VIEWS, "assets/account.css/*.css")),
];

/** What a document does not have by itself: states of elements, and parts that are not elements. */
const STATES = /::?(?:before|after|marker|-webkit-[\w-]+|hover|focus-visible|focus)\b/g;
/** Layouts for an older version of ours, a service with a logo or a text of its own, what a script makes of a form. */
const OF_DEPLOYMENTS = /\.picks|main\.card|main:not\(\.card\)|\.brand|\.of-service|footer a|:not\(:has\(/;

const selectorsIn = (file: string) =>
  [
    ...readFileSync(file, "utf8")
      .replaceAll(/\/\*[\s\S]*?\*\//g, "")
      .matchAll(/([^{}]+)\{/g),
  ]
    .map(([, selector = ""]) => selector.trim())
    .filter((selector) => !selector.startsWith("@") && !OF_DEPLOYMENTS.test(selector))
    .map((selector) => selector.replaceAll(STATES, "").replaceAll(/(^|[\s,>(])(?=[,)]|$)/g, "$1*"));

test("no rule is left that no page needs", async ({ page }) => {
  const pages = (await samples("en")).map(({ html }) => html);
  const rules = FILES.flatMap((file) => selectorsIn(file).map((selector) => ({ file: basename(file), selector })));
  expect(rules.length).toBeGreaterThan(100);
  const unused = await page.evaluate(
    ([all, wanted]) => {
      const documents = all.map((html) => new DOMParser().parseFromString(html, "text/html"));
      return wanted.filter(({ selector }) => !documents.some((one) => one.querySelector(selector) !== null));
    },
    [pages, rules] as const,
  );
  expect(unused).toEqual([]);
});
