/** Every page of the console with sample data, in a language, as the console renders it. */
import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Sample } from "./browser/samples.ts";
import { ROOT } from "./worlds/ecosystem.ts";

const PRINT_PAGES = join(ROOT, "apps", "admin-console", "src", "testing", "print-pages.ts");
const LARGEST_OUTPUT = 2 ** 25;

const printed = new Map<string, Promise<readonly Sample[]>>();

/** They are printed once for all tests of a worker. */
export function consolePages(language: string): Promise<readonly Sample[]> {
  const known = printed.get(language) ?? print(language);
  printed.set(language, known);
  return known;
}

async function print(language: string): Promise<readonly Sample[]> {
  const options = { maxBuffer: LARGEST_OUTPUT };
  const { stdout } = await promisify(execFile)(process.execPath, [PRINT_PAGES, language], options);
  return JSON.parse(stdout) as readonly Sample[];
}
