// The workspace as the checks of the documents see it: unchanged, or with a mistake in one file.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { read, root, sourceFiles } from "../workspace.mjs";

/** @typedef {{ read(path: string): string, exists(path: string): boolean, files(...folders: string[]): string[] }} Tree */

const texts = new Map();
const lists = new Map();

/** @type {Tree} Each file is read once. */
export const workspace = {
  read: (path) => remembered(texts, path, () => read(path)),
  exists: (path) => existsSync(join(root, path)),
  files: (...folders) => remembered(lists, folders.join(), () => sourceFiles(...folders)),
};

/**
 * The same tree, except for one file in which the first `from` is replaced, or which is gone if there is no `to`.
 *
 * @returns {Tree | undefined} undefined if the file does not contain `from`
 */
export function changed(tree, { file, from, to }) {
  if (to === undefined) {
    const without = (...folders) => tree.files(...folders).filter((name) => name !== file);
    return { ...tree, exists: (path) => path !== file && tree.exists(path), files: without };
  }
  const text = tree.read(file);
  if (!text.includes(from)) return undefined;
  return { ...tree, read: (path) => (path === file ? text.replace(from, () => to) : tree.read(path)) };
}

function remembered(known, key, find) {
  if (!known.has(key)) known.set(key, find());
  return known.get(key);
}
