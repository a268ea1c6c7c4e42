/** A virtual environment of Python, with the packages that a page of docs/clients installs. */
import { join } from "node:path";
import { missing, run } from "../install.ts";
import type { Page } from "../page.ts";

/** The program, in the folder of a party. */
export const PYTHON = join("venv", "bin", "python");

export const noPython = async (): Promise<string | undefined> => missing("python3", ["-m", "venv", "--help"]);

/** The packages that a page installs. */
export const packagesOf = (page: Page): readonly string[] => page.argumentsOf("pip install ");

/** @param name of the list of versions beside this file */
export async function installPython(folder: string, name: string, page: Page): Promise<void> {
  const versions = join(import.meta.dirname, `${name}.txt`);
  await run(folder, ["python3", "-m", "venv", "venv"]);
  await run(folder, [PYTHON, "-m", "pip", "install", "--quiet", "--constraint", versions, ...packagesOf(page)]);
}
