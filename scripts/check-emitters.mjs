// Checks that everything that can emit `error` has a listener. Without a listener, that event ends the process. A
// file of a service that makes an emitter adds the listener in the same file, so that a reader sees both.
//   node scripts/check-emitters.mjs    exits 1 if a file has no listener, or if the check misses such a file
import { conclude, read, sourceFiles } from "./workspace.mjs";

/** Code that makes an emitter: servers, sockets, processes, streams, database clients, dispatchers. */
const MAKES =
  /\b(?:createServer|createSecureServer|createConnection|spawn|fork|execFile|createReadStream|createWriteStream|createClient|createCluster|pino\.destination|new (?:Client|Pool|Agent|Socket|Worker|EventEmitter|WebSocket))\(/;

const LISTENS = /\.on(?:ce)?\(\s*"error"/;

const NOT_SHIPPED = /\.test\.ts$|\/test-[^/]+\.ts$|\/testing\/|\/drafting\/|^packages\/(?:accessibility|chaos|dev)\//;

const isDeaf = (text) => MAKES.test(text) && !LISTENS.test(text);

const files = sourceFiles("apps", "packages").filter((name) => /\/src\/.*\.ts$/.test(name) && !NOT_SHIPPED.test(name));
const makers = files.filter((name) => MAKES.test(read(name)));

conclude(
  [
    ...makers
      .filter((name) => isDeaf(read(name)))
      .map((name) => `${name}: makes what can emit "error", and does not listen`),
    ...(makers.length === 0 ? ["No file makes an emitter: have the sources moved?"] : []),
    ...(isDeaf("const server = createServer(app);") ? [] : ["This check does not notice a server without a listener."]),
  ],
  `${makers.length} files make what can emit "error", and listen to it.`,
);
