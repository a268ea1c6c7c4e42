import { statSync } from "node:fs";
import { resolve } from "node:path";
import { readVariables, themeEnvironment } from "../config.ts";
import type { Context } from "../context.ts";
import { refusal } from "../refusal.ts";

/** The folder that the command is about: the argument, or that of the service. */
export async function themeFolder(
  given: string | undefined,
  { environment }: Pick<Context, "environment">,
): Promise<string | undefined> {
  const folder = given ?? (await readVariables(themeEnvironment, environment)).VIEWS_DIR;
  if (folder === undefined) return undefined;
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) throw refusal(`${folder} is no folder`);
  return resolve(folder);
}
