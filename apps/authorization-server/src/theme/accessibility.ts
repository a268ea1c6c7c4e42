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
  const { window } = new JSDOM("", { url: "http://localhost/", runScripts: "outside-only", virtualConsole: SILENT });
  try {
    window.eval(axe.source); // once for all pages: it takes a good part of a check
    const found: string[] = [];
    for (const page of pages) found.push(...(await problemsOf(window, page)));
    return found;
  } finally {
    window.close();
  }
}

const SILENT = new VirtualConsole();

async function problemsOf(
  { axe, document }: JSDOM["window"],
  { page, language, html }: Rendered,
): Promise<readonly string[]> {
  document.open();
  document.write(html);
  document.close();
  const { violations } = await axe.run(document, {
    resultTypes: ["violations"],
    preload: false,
    rules: { "color-contrast": { enabled: false }, "meta-refresh": { enabled: !REFRESHING.has(page) } },
  });
  const template = `the template ${TEMPLATES[page]}.eta, of the page "${page}" in ${language},`;
  return violations.map(({ id, help, nodes }) => `${template} fails ${id}: ${help}: ${nodes[0]?.html}`);
}
