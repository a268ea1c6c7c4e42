import { Command } from "commander";
import type { Context } from "../context.ts";
import { misuse } from "../refusal.ts";
import { themeFolder } from "./folder.ts";

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
