/** What makes a bundle take less time to load, and less memory. */
import { builtinModules } from "node:module";
import type { Plugin } from "rolldown";

const VIRTUAL = "\0builtin:";
/** Modules of Node.js that load others when all exports are read, as `import` does: `node:http` loads its `fetch`. */
const WITH_LATE_EXPORTS = ["node:http"];

/** Imports such modules without the exports that load others. What calls `require` reads no export anyway. */
export const withoutLateExports: Plugin = {
  name: "without late exports",
  resolveId(name, _importer, { kind }) {
    const full = builtinModules.includes(name) ? `node:${name}` : name;
    return kind === "import-statement" && WITH_LATE_EXPORTS.includes(full) ? `${VIRTUAL}${full}` : null;
  },
  load(id) {
    if (!id.startsWith(VIRTUAL)) return null;
    const name = id.slice(VIRTUAL.length);
    const exports = Object.entries(Object.getOwnPropertyDescriptors(process.getBuiltinModule(name)));
    const plain = exports.flatMap(([key, { get }]) => (get === undefined && key !== "default" ? [key] : []));
    return [
      `const all = process.getBuiltinModule("${name}");`,
      "export default all;",
      `export const { ${plain.join(", ")} } = all;`,
    ].join("\n");
  },
};

/**
 * The same code with characters beyond ASCII as escapes. One such character in a file, and Node.js makes a text of it
 * that has two bytes for each character. A text in `String.raw` would have other characters then, so there may be none.
 */
export function inOneByte(code: string): string {
  const raw = /String\.raw`[^`]*`/g;
  for (const [text] of code.matchAll(raw))
    if (BEYOND.test(text)) throw new Error(`${text} would have other characters in a bundle`);
  return code.replaceAll(EACH_BEYOND, escaped);
}

const BEYOND = /[\u0080-\uffff]/;
const EACH_BEYOND = /[\u0080-\uffff]/g;

const escaped = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
