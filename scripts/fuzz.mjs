// `npm run fuzz -- --minutes 5`: runs the property tests for about that long, with a seed other than the recorded
// one. `--seed N` repeats a run. A failure is reported with the seed and path that reproduce it.
import { execFileSync } from "node:child_process";
import { join, relative } from "node:path";
import { parseArgs } from "node:util";
import { bootstrap, packageFolders, root, run, toolEnvironment } from "./bootstrap.mjs";

const { values } = parseArgs({
  options: {
    minutes: { type: "string", default: "5" },
    seed: { type: "string", default: String(Math.floor(Math.random() * 2 ** 31)) },
  },
});
const minutes = Number(values.minutes);
if (!(minutes > 0)) {
  console.error("--minutes takes a number above 0.");
  process.exit(2);
}

/** What is in a test that does more under this command: a property, or a test that reads how long it may take. */
const TRIED = ["fc.assert(", "process.env.FUZZ_SECONDS"];

await bootstrap();
// One line for each file, as `git grep --count` prints it.
const counted = execFileSync(
  "git",
  ["grep", "--untracked", "-c", ...TRIED.flatMap((text) => ["-e", text]), "--", "*.test.ts"],
  {
    cwd: root,
    encoding: "utf8",
  },
);
const files = counted
  .trim()
  .split("\n")
  .map((line) => line.split(":"));
const properties = files.reduce((all, [, count]) => all + Number(count), 0);
const seconds = Math.max(1, Math.round((minutes * 60) / properties));
console.log(`${properties} properties, ${seconds} seconds each, seed ${values.seed}.`);

let failed = 0;
for (const folder of packageFolders()) {
  const own = files.map(([file]) => relative(folder, join(root, file))).filter((file) => !file.startsWith(".."));
  if (own.length === 0) continue;
  const env = { ...toolEnvironment(), FUZZ_SECONDS: String(seconds), FAST_CHECK_SEED: values.seed };
  failed +=
    (await run(join(root, "node_modules", ".bin", "vitest"), ["run", ...own], { cwd: folder, env })) === 0 ? 0 : 1;
}
process.exit(failed === 0 ? 0 : 1);
