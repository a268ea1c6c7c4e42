/** The templates of the pages: our files, and those that a deployment has in their place. */
import { existsSync } from "node:fs";
import { join, relative, resolve, sep } from "node:path";
import { Eta } from "eta";

/**
 * A file of the deployment takes precedence over our file of the same name. What one of them includes is found in the
 * same way, from its place among ours.
 */
export function openTemplates(views: string, overrides: string | undefined): Eta {
  const folder = join(views, "templates");
  const eta = new Eta({ views: folder, cache: true, autoEscape: true, autoTrim: false });
  if (overrides === undefined) return eta;
  const own = resolve(overrides);
  const ours = eta.resolvePath;
  const amongOurs = (file: string) => (file.startsWith(`${own}${sep}`) ? join(folder, relative(own, file)) : file);
  eta.resolvePath = (template, options) => {
    const from = options?.filepath === undefined ? options : { ...options, filepath: amongOurs(options.filepath) };
    const file = ours?.call(eta, template, from) ?? "";
    const theirs = join(own, relative(folder, file));
    return existsSync(theirs) ? theirs : file;
  };
  return eta;
}

/** Compiles templates, so that an invalid one is known now. */
export function compileAll(eta: Eta, templates: readonly string[]): void {
  for (const template of templates) eta.compile(eta.readFile?.(eta.resolvePath?.(template) ?? "") ?? "");
}
