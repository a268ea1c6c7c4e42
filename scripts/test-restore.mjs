// `npm run drill:restore`: a backup by pgBackRest, work that goes on, a loss, a restore to a point in time, and what is
// usable then. `-- --by pg_dump` restores a dump; see packages/chaos.
import { join } from "node:path";
import { become, bootstrap, giveUp, pinnedNode, root, toolEnvironment } from "./bootstrap.mjs";
import { findPgbackrest, findPostgres } from "./test-stores.mjs";
import { findHaproxy, findNginx, findRedis } from "./test-tools.mjs";

await bootstrap();
const binaries = await findPostgres(console.log);
const needed = {
  PostgreSQL: async () => binaries,
  ...{ pgBackRest: findPgbackrest, Redis: findRedis, nginx: findNginx, HAProxy: findHaproxy },
};
for (const [name, find] of Object.entries(needed)) {
  if ((await find(console.log)) === undefined) giveUp(`This needs ${name}, which could not be installed.`);
}
const env = { ...toolEnvironment(), COUNTERSIGN_POSTGRES_BIN: binaries };
become(pinnedNode, [join(root, "packages", "chaos", "src", "restore", "main.ts"), ...process.argv.slice(2)], env);
