// Checks that the time of day is read only where a service or a command starts, which passes it on as `now`. Ages,
// pauses and deadlines in a process are counted by performance.now(): the time of day can be set back, and then what
// should last a minute would last an hour.
//   node scripts/check-clocks.mjs    exits 1 if a file reads the time of day, or if the check misses such a file
import { conclude, read, sourceFiles } from "./workspace.mjs";

const READS = /\bDate\s*\.\s*now\b|\bnew\s+Date\s*(?:\(\s*\)|(?![\s(\w]))/;

const NOT_SHIPPED =
  /\.test\.ts$|\/test-[^/]+\.ts$|\/testing\/|\/drafting\/|^packages\/(?:accessibility|chaos|dev)\/|^e2e\//;

/** What may read the time of day, and why. */
const EXCEPTIONS = {
  "apps/admin-console/src/dependencies.ts": "starts a service",
  "apps/authorization-server/src/cli/main.ts": "starts a command",
  "apps/authorization-server/src/open.ts": "starts a service",
  "apps/resource-server/src/dependencies.ts": "starts a service",
  "apps/sample-cli/src/main.ts": "starts a program",
  "apps/sample-client/src/dependencies.ts": "starts a service",
  "apps/sample-client/src/main.ts": "starts a service",
  "packages/guard/src/guard.ts": "is where an API starts",

  "apps/authorization-server/src/platform/jobs/running/schedule.ts": "states a time of day in a metric",
  "apps/authorization-server/src/platform/readiness.ts": "compares the time of day with that of the database",
  "apps/sample-api/src/main.ts": "states the time of a log line",
  "apps/sample-stock/src/main.ts": "states the time of a log line",
  "apps/sample-mcp/src/main.ts": "states the time of a log line",
  "packages/service/src/workers/main.ts": "states the time of a log line",
  "packages/service/src/log/logger.ts": "states the time of a log line",

  // A replay must not be forgotten while the time of day says that the proof still counts.
  "packages/ephemeral/src/memory.ts": "remembers proofs for as long as they count",
  "packages/guard/src/dpop/memory.ts": "remembers proofs for as long as they count",
};

const withoutComments = (text) => text.replace(/\/\*[\s\S]*?\*\/|(?<!:)\/\/.*$/gm, "");
const reads = (text) => READS.test(withoutComments(text));

const files = sourceFiles("apps", "packages").filter((name) => /\/src\/.*\.ts$/.test(name) && !NOT_SHIPPED.test(name));
const reading = files.filter((name) => reads(read(name)));
const stale = Object.keys(EXCEPTIONS).filter((name) => !reading.includes(name));

/** Each of these must be noticed. */
const TRIED = ["const until = Date.now() + 5;", "const at = new Date();", "f(now = Date.now)", "x = new Date;"];

conclude(
  [
    ...reading
      .filter((name) => EXCEPTIONS[name] === undefined)
      .map((name) => `${name}: reads the time of day: take now() as an argument, or count by performance.now()`),
    ...stale.map((name) => `${name}: is an exception in scripts/check-clocks.mjs, and reads no time of day`),
    ...TRIED.filter((code) => !reads(code)).map((code) => `This check does not notice: ${code}`),
    ...(reads("// Date.now is not read\nnew Date(iso);") ? ["This check reports what reads no time."] : []),
  ],
  `${files.length} files: the time of day is read where a service starts.`,
);
