/**
 * Checks pages with axe, in a document without a browser. What needs a layout, such as the contrast of colours, is not
 * checked here.
 */
import axe from "axe-core";
import { JSDOM, VirtualConsole } from "jsdom";
import { TEMPLATES } from "../views/pages.ts";
import type { Sample } from "../views/samples/sample.ts";

/** A rendered page. */
export interface Rendered extends Pick<Sample, "page"> {
  readonly language: string;
  readonly html: string;
}

/** The page that goes on by itself after a sign-out: without a script, only a refresh can do that. */
const REFRESHING: ReadonlySet<Sample["page"]> = new Set(["signingOut"]);

/** What axe finds, a sentence for each rule and page. Scripts of the pages are not run, and nothing is loaded. */
export async function accessibilityProblems(pages: readonly Rendered[]): Promise<readonly string[]> {
  const found: string[] = [];
  for (const page of pages) found.push(...(await problemsOf(page)));
  return found;
}

async function problemsOf({ page, language, html }: Rendered): Promise<readonly string[]> {
  const options = { runScripts: "outside-only", virtualConsole: new VirtualConsole() } as const;
  const { window } = new JSDOM(html, { url: "http://localhost/", ...options });
  try {
    window.eval(axe.source);
    const { violations } = await window.axe.run(window.document, {
      resultTypes: ["violations"],
      preload: false,
      rules: { "color-contrast": { enabled: false }, "meta-refresh": { enabled: !REFRESHING.has(page) } },
    });
    const template = `the template ${TEMPLATES[page]}.eta, of the page "${page}" in ${language},`;
    return violations.map(({ id, help, nodes }) => `${template} fails ${id}: ${help}: ${nodes[0]?.html}`);
  } finally {
    window.close();
  }
}
