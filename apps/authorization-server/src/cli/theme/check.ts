import { Command } from "commander";
import type { Context } from "../context.ts";
import { refusal } from "../refusal.ts";
import { type Report, reporting } from "../report.ts";
import { themeFolder } from "./folder.ts";

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
