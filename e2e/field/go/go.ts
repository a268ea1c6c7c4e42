/** A program in Go: what its page in docs/clients shows. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { missing, run } from "../install.ts";
import type { Page } from "../page.ts";

const FILE = "main.go";

export const noGo = async (): Promise<string | undefined> => missing("go", ["version"]);

/** The modules that a page gets. */
export const modulesOf = (page: Page): readonly string[] => page.argumentsOf("go get ");

export async function installGo(folder: string, name: string, page: Page): Promise<void> {
  await run(folder, ["go", "mod", "init", `field/${name}`]);
  await run(folder, ["go", "get", ...modulesOf(page)]);
  await buildGo(folder, page);
}

/** Builds `./program`. Call it before each run, because the page may have changed. */
export async function buildGo(folder: string, page: Page): Promise<void> {
  await writeFile(join(folder, FILE), page.programs.get(FILE) ?? "");
  await run(folder, ["go", "mod", "tidy"]);
  await run(folder, ["go", "build", "-o", "program", "."]);
}
