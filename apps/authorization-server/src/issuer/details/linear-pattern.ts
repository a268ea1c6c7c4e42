/**
 * Regular expressions of schemas. Operators write them and strangers send the texts, so they run on an engine that
 * takes linear time for every pattern. It has no lookaround and no references back.
 */
import { RE2JS } from "re2js";

/** The engine as ajv takes it. Throws if the pattern is not one. */
export const linearPattern = Object.assign(
  (pattern: string) => {
    const compiled = RE2JS.compile(RE2JS.translateRegExp(pattern));
    // ajv keeps compiled patterns by their text.
    return { test: (text: string) => compiled.matcher(text).find(), toString: () => pattern };
  },
  { code: "linearPattern" },
);
