/**
 * Prints every page of the console, each of its tabs, the pages that it refuses and empties, and its components, as
 * JSON: an array of `{ page, html }`. The browser tests look at them. The first argument is the language, which may be
 * one for tests.
 */
import { everyPage } from "./pages.ts";

/** As long as an identifier, without a place to break, and a word of the kind that people give things. */
const TEXT = "Donaudampfschifffahrtsgesellschaft 0f9b6c1e-8a52-4f0e-9d5a-3b1c2d4e5f60";

const [language = "en"] = process.argv.slice(2);
process.stdout.write(JSON.stringify(await everyPage(language, TEXT)));
