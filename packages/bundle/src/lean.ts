/** What makes a bundle take less time to load, and less memory. */
import { builtinModules } from "node:module";
import type { Plugin } from "rolldown";

const VIRTUAL = "\0builtin:";
/**
 * Modules of Node.js that load others when all exports are read, as `import` does: `node:http` loads its `fetch`,
 * `node:fs` its streams and the reader of lines, `node:util` the workers, `node:crypto` WebCrypto.
 */
const WITH_LATE_EXPORTS = ["node:crypto", "node:fs", "node:http", "node:process", "node:util"];

/** Imports of such modules only the exports that are used. What calls `require` reads no export anyway. */
export const withoutLateExports: Plugin = {
  name: "without late exports",
  resolveId(name, _importer, { kind }) {
    const full = builtinModules.includes(name) ? `node:${name}` : name;
    return kind === "import-statement" && WITH_LATE_EXPORTS.includes(full) ? `${VIRTUAL}${full}` : null;
  },
  load(id) {
    if (!id.startsWith(VIRTUAL)) return null;
    const name = id.slice(VIRTUAL.length);
    const keys = Object.keys(process.getBuiltinModule(name) ?? {});
    const exports = keys.filter((key) => IDENTIFIER.test(key) && key !== "default");
    return [
      `const all = process.getBuiltinModule("${name}");`,
      "export default all;",
      // The bundler drops those that no module imports: reading one may load another module of Node.js.
      ...exports.map((key) => `export const ${key} = /* @__PURE__ */ (() => all.${key})();`),
    ].join("\n");
  },
};

const IDENTIFIER = /^[\w$]+$/;

/** One file for all of them: each file takes time to find and to read. */
export const BUILTINS = { name: "builtins", test: (id: string) => id.startsWith(VIRTUAL) };

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
