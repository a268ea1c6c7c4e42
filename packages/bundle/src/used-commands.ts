/** Leaves the commands of Redis out of a bundle that no one sends. */
import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Plugin } from "rolldown";

const COMMANDS = join("@redis", "client", "dist", "lib", "commands", "index.js");
const ENTRY = /^ {4}(\w+): \w+_1\.default,?$/gm;
const IMPORT = /^const (\w+_1) = __importDefault\(require\("\.\/\w+"\)\);$/gm;
const ACCESS = /\.(\w+)/g;

/**
 * The client makes a method of each of 450 commands, and again for transactions: a tenth of the start of a service.
 * Kept are those that the client itself or one of these files reads as a member, whether in capitals or not.
 *
 * @param users the folder of our sources that call the client
 */
export const onlyUsedCommands = (users: string): Plugin => ({
  name: "only used commands",
  transform(code, id) {
    if (!id.endsWith(COMMANDS)) return null;
    const client = dirname(dirname(id));
    const files = [
      ...globSync("**/*.ts", { cwd: users, exclude: ["**/*.test.ts"] }).map((file) => join(users, file)),
      ...globSync("**/*.js", { cwd: client, exclude: ["commands/**"] }).map((file) => join(client, file)),
    ];
    const texts = files.map((file) => readFileSync(file, "utf8"));
    const read = new Set(texts.flatMap((text) => [...text.matchAll(ACCESS)].map(([, name]) => name)));
    const kept = code.replace(ENTRY, (entry, name) => (read.has(name) ? entry : ""));
    const named = new Set(kept.replace(IMPORT, "").match(/\b\w+_1\b/g));
    return { code: kept.replace(IMPORT, (line, name) => (named.has(name) ? line : "")), map: null };
  },
});
