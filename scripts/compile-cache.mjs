import { join } from "node:path";
import { root } from "./bootstrap.mjs";

/** Where processes keep their compiled modules (NODE_COMPILE_CACHE): the next ones start in half the processor time. */
export const compileCache = join(root, "node_modules", ".cache", "compile");
