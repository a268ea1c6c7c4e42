/** The templates of the pages: our files, and those that a deployment has in their place. */
import { existsSync, readdirSync } from "node:fs";
import { join, relative, resolve, sep } from "node:path";
import { Eta } from "eta";
import { shownWith } from "./markup.ts";

/**
 * A file of the deployment takes precedence over our file of the same name. What one of them includes is found in the
 * same way, from its place among ours.
 *
 * @param onOwn is called with each file of the deployment that is used
 */
export function openTemplates(
  views: string,
  overrides: string | undefined,
  onOwn: (file: string) => void = () => undefined,
): Eta {
  const folder = join(views, "templates");
  const eta = new Eta({ views: folder, cache: true, autoEscape: true, autoTrim: false });
  eta.configure({ escapeFunction: shownWith(eta.config.escapeFunction) });
  if (overrides === undefined) return eta;
  const own = resolve(overrides);
  const ours = eta.resolvePath;
  const amongOurs = (file: string) => (file.startsWith(`${own}${sep}`) ? join(folder, relative(own, file)) : file);
  eta.resolvePath = (template, options) => {
    const from = options?.filepath === undefined ? options : { ...options, filepath: amongOurs(options.filepath) };
    const file = ours?.call(eta, template, from) ?? "";
    const theirs = join(own, relative(folder, file));
    if (!existsSync(theirs)) return file;
    onOwn(theirs);
    return theirs;
  };
  return eta;
}

/** Compiles templates, so that an invalid one is known now. */
export function compileAll(eta: Eta, templates: readonly string[]): void {
  for (const template of templates) eta.compile(eta.readFile?.(eta.resolvePath?.(template) ?? "") ?? "");
}

/** The templates in a folder, by their names below it. */
export const templatesIn = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".eta"))
    .sort();
