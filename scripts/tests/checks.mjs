// The checks of the code that have a program of their own, in the order in which they start.
import { join } from "node:path";
import { pinnedNode, root } from "../bootstrap.mjs";
import { tool } from "./lanes.mjs";

const script = (name, ...args) => [pinnedNode, [join(root, "scripts", `${name}.mjs`), ...args]];

/** @returns {[program: string, args: string[]][]} */
export const checkCommands = () => [
  script("check-boundaries"), // it waits for one checker after the other
  script("check-regular-expressions"), // the longest checks start first
  script("documents", "--check"),
  ...["emitters", "json-readers", "clocks", "parsers", "bounds", "replacements"].map((what) => script(`check-${what}`)),
  ...["line-length", "links", "statements"].map((what) => script(`check-${what}`)),
  ...["boundaries", "migrations", "pinned-dependencies", "common-passwords"].map((what) => script(what, "--check")),
  script("audit"),
  [tool("knip"), ["--no-progress"]],
  [tool("knip"), ["--no-progress", "--production"]],
];
