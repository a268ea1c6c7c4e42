/**
 * The versions of templates. Ours changes its version when a copy of the older one would lack something. A copy keeps
 * the line with the version of what it was copied from, and an older one is noticed.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

export interface OutdatedTemplate {
  /** Such as `login.eta`. */
  readonly name: string;
  readonly theirs: number;
  readonly ours: number;
  /** The files of both. */
  readonly ourFile: string;
  readonly theirFile: string;
}

/** The first line of a template; one without it has version 1. */
const VERSION = /^<%\s*\/\*\s*template-version:\s*(\d{1,4})\s*\*\//;

const versionOf = (file: string) => Number(VERSION.exec(readFileSync(file, "utf8"))?.[1] ?? 1);

/** The templates in a deployment's folder that stand in for a newer one of ours. */
export function outdatedTemplates(ourFolder: string, theirFolder: string): readonly OutdatedTemplate[] {
  const names = readdirSync(ourFolder, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".eta"));
  return names.sort().flatMap((name) => {
    const [ourFile, theirFile] = [join(ourFolder, name), join(theirFolder, name)];
    if (!existsSync(theirFile)) return [];
    const [ours, theirs] = [versionOf(ourFile), versionOf(theirFile)];
    return theirs < ours ? [{ name, theirs, ours, ourFile, theirFile }] : [];
  });
}

/** What an operator reads about one, with the command that shows the difference. */
export function outdatedWords({ name, theirs, ours, ourFile, theirFile }: OutdatedTemplate): string {
  const words = `${name} was written for version ${theirs} of our template, which has version ${ours}`;
  return `${words}: diff -u ${ourFile} ${theirFile}`;
}
