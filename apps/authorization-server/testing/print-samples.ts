/**
 * Prints every page and the HTML part of mails with sample data, as JSON: an array of `{ page, html }`. The browser
 * tests look at them. The first argument is the language, which may be the one for tests; by default English.
 */
import { SAMPLES } from "../src/people/views/samples/all.ts";
import { openViews } from "../src/people/views/views.ts";

const NO_HTML: ReadonlySet<string> = new Set(["mailSubject", "mailText"]);

const pages = openViews({ overrides: undefined, basePath: "", isDraft: true }).in(process.argv.slice(2));
const shown = SAMPLES.filter(({ page }) => !NO_HTML.has(page));
process.stdout.write(JSON.stringify(shown.map(({ page, render }) => ({ page, html: render(pages) }))));
