/** Reads a configuration from a file, or from every file of a folder. */
import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { merged } from "../../administration/configuration/reading/merge.ts";
import { type ConfigurationFile, readConfiguration } from "../../administration/configuration/reading/read.ts";
import { readBytes } from "../command/input.ts";
import { refusal } from "../command/refusal.ts";

const LARGEST_BYTES = 4 * 1024 * 1024;
const MOST_FILES = 500;

/** @param path of a file, or of a folder whose files are one configuration */
export async function readConfigurationAt(path: string): Promise<ConfigurationFile> {
  if (!(await isFolder(path))) return readOne(path);
  const names = await namesIn(path);
  if (names.length > MOST_FILES) throw refusal(`${path} has more than ${MOST_FILES} files of a configuration`);

  const files = [];
  for (const name of names) files.push(await readOne(join(path, name)));
  const [first, ...others] = files;
  if (first === undefined) throw refusal(`${path} has no file that ends in .yaml, .yml or .json`);
  return merged([first, ...others]);
}

const readOne = async (file: string) =>
  readConfiguration((await readBytes(file, LARGEST_BYTES)).toString("utf8"), file);

const isFolder = (path: string) =>
  stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );

/** The files of a folder and of the folders in it, in the order of their names; hidden ones are left out. */
async function namesIn(folder: string): Promise<readonly string[]> {
  const names = await readdir(folder, { recursive: true });
  return names.filter((name) => /\.(?:ya?ml|json)$/.test(name) && !/(?:^|[/\\])\./.test(name)).sort();
}
