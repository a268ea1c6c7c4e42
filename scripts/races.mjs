// `npm run test:races -- --rounds 20`: repeats the race tests for single-use values that many times, on Redis and on
// PostgreSQL, and tries each pair of acts upon one person.
import { join } from "node:path";
import { parseArgs } from "node:util";
import { bootstrap, root, run, toolEnvironment } from "./bootstrap.mjs";

const { values } = parseArgs({ options: { rounds: { type: "string", default: "20" } } });
if (!/^[1-9]\d{0,4}$/.test(values.rounds)) {
  console.error("--rounds takes a whole number above 0.");
  process.exit(2);
}

await bootstrap();
const env = { ...toolEnvironment(), RACE_ROUNDS: values.rounds };
const cwd = join(root, "apps", "authorization-server");
process.exit(
  await run(
    join(root, "node_modules", ".bin", "vitest"),
    ["run", "service/races.test.ts", "service/pairs-of-acts.test.ts"],
    {
      cwd,
      env,
    },
  ),
);
