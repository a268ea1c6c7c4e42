import { Command } from "commander";
import type { Context } from "../context.ts";
import { checkThemeCommand } from "./check.ts";
import { previewThemeCommand } from "./preview.ts";

/** Commands for whoever writes templates, texts and styles for a deployment. They need no database. */
export function themeCommands(context: Context): Command {
  return new Command("theme")
    .description("the looks of the pages: check and preview files of VIEWS_DIR")
    .addCommand(checkThemeCommand(context))
    .addCommand(previewThemeCommand(context));
}
