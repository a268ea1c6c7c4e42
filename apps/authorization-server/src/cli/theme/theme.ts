/** `theme`: checks and previews page templates. */

import { statSync } from "node:fs";
import { resolve } from "node:path";
import { Command } from "commander";
import type { Context } from "../command/context.ts";
import { misuse, refusal } from "../command/refusal.ts";
import { type Report, reporting } from "../command/report.ts";
import { readVariables, themeEnvironment } from "../config.ts";

/** The folder that the command is about: the argument, or that of the service. */
async function themeFolder(
  given: string | undefined,
  { environment }: Pick<Context, "environment">,
): Promise<string | undefined> {
  const folder = given ?? (await readVariables(themeEnvironment, environment)).VIEWS_DIR;
  if (folder === undefined) return undefined;
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) throw refusal(`${folder} is no folder`);
  return resolve(folder);
}

/** `theme check`: renders every page with the files of a folder. A page that shows a missing value is refused. */
export function checkThemeCommand(context: Context): Command {
  const command = new Command("check")
    .description("render every page with the files of a folder, in every language and state")
    .argument("[folder]", "the folder; by default VIEWS_DIR");

  return reporting(command, context, async (given: string | undefined): Promise<Report> => {
    // This module is loaded here, because no other command needs it.
    const { checkTheme } = await import("../../people/theme/check.ts");
    const folder = await themeFolder(given, context);
    if (folder === undefined) throw refusal("no folder is named, and VIEWS_DIR is not set");
    const { accessibilityProblems } = await accessibilityCheck();
    const { pages, languages, problems, warnings } = await checkTheme(folder, accessibilityProblems);
    for (const warning of warnings) context.complain(`warning: ${warning}`);
    if (problems.length > 0) throw refusal(`the files cannot be used:\n${problems.join("\n")}`);
    return {
      json: { pages, languages, warnings },
      text: `${pages} pages are fine in ${languages.length} languages: ${languages.join(", ")}`,
    };
  });
}

/** The check of accessibility is a development tool, which no image has. */
async function accessibilityCheck() {
  try {
    // biome-ignore lint/correctness/noUndeclaredDependencies: where only dependencies are installed, it is missing
    return await import("@countersign/accessibility");
  } catch (err) {
    if (!(err instanceof Error && "code" in err && err.code === "ERR_MODULE_NOT_FOUND")) throw err;
    throw refusal("an image has no theme check: run `npm run countersign -- theme check <folder>` in a checkout");
  }
}

/** `theme preview`: shows every page with sample data to a browser on this machine, until it is interrupted. */
export function previewThemeCommand(context: Context): Command {
  return new Command("preview")
    .description("show every page with sample data to a browser on this machine, until you press Ctrl-C")
    .argument("[folder]", "a folder of your own files; by default VIEWS_DIR, if it is set")
    .option("--port <number>", "listen on this port of 127.0.0.1", "4009")
    .action(async (given: string | undefined, { port }: { port: string }) => {
      if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535) throw misuse(`--port: ${port} is no port`);
      // This module is loaded here, because no other command needs it.
      const { openPreview } = await import("../../people/theme/preview.ts");
      const overrides = await themeFolder(given, context);
      const { url, ended } = await openPreview({ overrides, port: Number(port) });
      context.print(`The pages are at ${url}`);
      await ended;
    });
}
