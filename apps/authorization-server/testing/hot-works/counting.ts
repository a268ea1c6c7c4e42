/**
 * Loaded into a service before its own code (`node --import`): counts the calls of each function, and tells the process
 * that started the service when it asks. Counts do not depend on how busy the machine is, as times do.
 */
import { Session } from "node:inspector";

interface Coverage {
  readonly result: readonly {
    readonly url: string;
    readonly functions: readonly { readonly functionName: string; readonly ranges: readonly { count: number }[] }[];
  }[];
}

const DEPENDENCY = /\/node_modules\/\.pnpm\/[^/]+\/node_modules\/(?<dependency>(?:@[^/]+\/)?[^/]+)\//;
/** Of ours, without this one. */
const FILE = /\/(?<file>(?:apps|packages)\/(?!.*\/counting\.ts$).*)$/;

const session = new Session();
session.connect();
session.post("Profiler.enable");
session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: false });

process.on("message", () => {
  session.post("Profiler.takePreciseCoverage", (error, coverage) => {
    process.send?.(error === null ? Object.fromEntries(callsIn(coverage)) : {});
  });
});
process.channel?.unref();
// A test that is ended by force leaves no service behind.
process.on("disconnect", () => process.exit());

/** The calls since the last question: of our functions, and of the packages that we use, each as a whole. */
function callsIn({ result }: Coverage): ReadonlyMap<string, number> {
  const calls = new Map<string, number>();
  const add = (name: string, count = 0) => calls.set(name, (calls.get(name) ?? 0) + count);
  for (const { url, functions } of result) {
    const { dependency, file } = (DEPENDENCY.exec(url) ?? FILE.exec(url))?.groups ?? {};
    for (const { functionName, ranges } of functions) {
      if (dependency !== undefined) add(dependency, ranges[0]?.count);
      else if (file !== undefined) add(`${file} ${functionName || "(anonymous)"}`, ranges[0]?.count);
    }
  }
  return calls;
}
