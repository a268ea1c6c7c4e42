/// <reference path="./jsdom.d.ts" />
/**
 * Checks pages with axe, in a document without a browser. What needs a layout, such as the contrast of colors, is not
 * checked here.
 */
import axe from "axe-core";
import { JSDOM, VirtualConsole } from "jsdom";

/** A rendered page. */
export interface RenderedPage {
  /** The subject of the sentences about it. */
  readonly name: string;
  readonly html: string;
  /** The page goes on by itself: without a script, only a refresh can do that. */
  readonly mayRefresh: boolean;
}

/** What axe finds, a sentence for each rule and page. Scripts of the pages are not run, and nothing is loaded. */
export async function accessibilityProblems(pages: readonly RenderedPage[]): Promise<readonly string[]> {
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
  { name, html, mayRefresh }: RenderedPage,
): Promise<readonly string[]> {
  document.open();
  document.write(html);
  document.close();
  const { violations } = await axe.run(document, {
    resultTypes: ["violations"],
    preload: false,
    rules: { "color-contrast": { enabled: false }, "meta-refresh": { enabled: !mayRefresh } },
  });
  return violations.map(({ id, help, nodes }) => `${name} fails ${id}: ${help}: ${nodes[0]?.html}`);
}
